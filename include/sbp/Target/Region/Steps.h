//===- Steps.h - the steps on tensors that all targets share ----*- C++ -*-===//
//
// A region comes as a function on tensors. These steps bring it to few kinds of
// ops, mark its contractions and fuse what is elementwise; what is left are
// generics, reshapes, slices and loops, which a target turns into code.
//
//===----------------------------------------------------------------------===//
#ifndef SBP_TARGET_REGION_STEPS_H
#define SBP_TARGET_REGION_STEPS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/PatternMatch.h"

namespace sbp::region {

/// Marks a generic that becomes a gemm call: C += A B, all three of one float
/// type, body exactly `mulf`, `addf`.
inline constexpr llvm::StringLiteral kContractionAttr = "sbp.contraction";

inline bool isContraction(mlir::Operation *op) {
  return op->hasAttr(kContractionAttr);
}
/// On a contraction: what the init holds is not read.
inline constexpr llvm::StringLiteral kBetaZeroAttr = "sbp.beta_zero";

/// How outputs are written. `Direct` computes into their buffers, in-place
/// pairs where they are read; bufferisation refuses where a later read would
/// see the new value. `Copied` computes into scratch and copies at the end, and
/// empty tensors are not replaced by destinations: always possible.
enum class BoundaryMode { Direct, Copied };

/// A generic that writes one scalar everywhere; fills are such generics once
/// elementwise ops are fused.
bool isFill(mlir::Operation *op);

/// Fills become generics like any other op.
mlir::LogicalResult generalizeFills(mlir::func::FuncOp region);

/// Every linalg op is a generic (but fill), constants are globals or fills,
/// concat, pad and splat are fills and insertions, aggregates are decomposed.
mlir::LogicalResult normalizeRegion(mlir::func::FuncOp region);

/// Integer divisions, shifts and conversions have the values of IntegerMath.cpp
/// where the hardware traps or has none. Before anything folds them.
mlir::LogicalResult defineIntegerMath(mlir::func::FuncOp region);

/// Sums and extremes with bf16 or f16 results are formed in f32 and rounded
/// once.
mlir::LogicalResult widenReductions(mlir::func::FuncOp region);

/// Contractions read through reshapes and transposes of their operands and
/// write through those of their result; each is marked kContractionAttr. Two
/// bf16 tensors are read as they are (C is f32); other narrow ones are widened
/// first.
mlir::LogicalResult prepareBf16Contractions(mlir::func::FuncOp region);
/// Marks the contractions that fusion brought to light: an outer product that
/// was written out and summed in two ops.
mlir::LogicalResult findFusedBf16Contractions(mlir::func::FuncOp region);
/// The same for a target that widens as it reads: a side of bf16 or f16 is read
/// as it is.
mlir::LogicalResult prepareNarrowContractions(mlir::func::FuncOp region);
mlir::LogicalResult findFusedNarrowContractions(mlir::func::FuncOp region);

/// Elementwise producers move into the ops that read them, where that costs
/// less than to store them; contractions are left out. The bits of elementwise
/// results do not change.
mlir::LogicalResult fuseElementwise(mlir::func::FuncOp region);

/// The combiner of a sum may be re-associated; nothing else may.
mlir::LogicalResult allowReassociation(mlir::func::FuncOp region);

/// One `tensor.empty` or fill per use: a shared destination costs a copy.
mlir::LogicalResult unshareInits(mlir::func::FuncOp region);

/// A slice that takes steps drops no dims; a reshape beside it does.
mlir::LogicalResult separateSteppedSlices(mlir::func::FuncOp region);

/// Tensor arguments and results become buffers; argument 0 is the service
/// table, results are trailing arguments.
mlir::LogicalResult makeBoundaryExplicit(mlir::func::FuncOp region,
                                         BoundaryMode mode);

//===-- on buffers, for what a target runs as loops ---------------------===//

/// `memref.copy` becomes loops (or memcpy, where both sides are contiguous).
mlir::LogicalResult lowerCopies(mlir::func::FuncOp region);

/// Buffers of i1 become buffers of bytes.
mlir::LogicalResult storeBooleans(mlir::func::FuncOp region);

/// bf16 and f16 are computed in f32, functions that are other functions written
/// as those. On bodies of generics, before or after bufferisation.
mlir::LogicalResult defineScalarMath(mlir::func::FuncOp region);

/// Every allocation becomes a view of one scratch argument, the last one.
mlir::LogicalResult planScratch(mlir::func::FuncOp region,
                                int64_t &scratchBytes);

/// All ops of a function's loop bodies that `wanted` holds for.
llvm::SmallVector<mlir::Operation *>
collect(mlir::Operation *root,
        llvm::function_ref<bool(mlir::Operation *)> wanted);

//===-- patterns --------------------------------------------------------===//

/// Functions that are other functions (MathIdentities.cpp): before anything is
/// widened or called; after that; in loops, for it is one.
void populateMathIdentities(mlir::RewritePatternSet &patterns);
void populateReciprocalRoot(mlir::RewritePatternSet &patterns);
void populateIntegerPower(mlir::RewritePatternSet &patterns);

/// maxnumf and minnumf as compare and select, where they are no instructions.
void populateDropNaN(mlir::RewritePatternSet &patterns);

/// Functions of f32 that upstream's approximations lack or get wrong.
void populateApproximations(mlir::RewritePatternSet &patterns);

} // namespace sbp::region

#endif // SBP_TARGET_REGION_STEPS_H
