//===- Steps.h - the host target's own steps, in running order --*- C++ -*-===//
//
// A region is compiled by these steps and by upstream passes between them;
// Pipeline.cpp has the order. Steps 1-9 work on tensors, 10-14 on buffers, both
// per region, in `prepare`. The last three work on all regions, in `emit`.
//
//===----------------------------------------------------------------------===//
#ifndef SBP_LIB_TARGET_HOST_STEPS_H
#define SBP_LIB_TARGET_HOST_STEPS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/Support/raw_ostream.h"

namespace sbp::host {

/// Marks a generic that becomes a gemm call: C += A B, all three of one float
/// type, body exactly `mulf`, `addf`.
inline constexpr llvm::StringLiteral kContractionAttr = "sbp.contraction";
/// On a contraction: what the init holds is not read.
inline constexpr llvm::StringLiteral kBetaZeroAttr = "sbp.beta_zero";

/// On a nest that strides through memory; LLVM attribute of its function.
inline constexpr llvm::StringLiteral kStridedNest = "sbp.strided";
inline constexpr llvm::StringLiteral kStridedFunction = "sbp-strided";

/// A generic that writes one scalar everywhere; fills are such generics once
/// elementwise ops are fused.
bool isFill(mlir::Operation *op);

/// How outputs are written. `Direct` computes into their buffers, in-place
/// pairs where they are read; bufferisation refuses where a later read would
/// see the new value. `Copied` computes into scratch and copies at the end, and
/// empty tensors are not replaced by destinations: always possible.
enum class BoundaryMode { Direct, Copied };

//===-- on tensors
//---------------------------------------------------------===//

/// Every linalg op is a generic (but fill), constants are globals or fills,
/// concat, pad and splat are fills and insertions, aggregates are decomposed.
mlir::LogicalResult normalizeRegion(mlir::func::FuncOp region);

/// Integer divisions, shifts and conversions have the values of IntegerMath.cpp
/// where the hardware traps or has none. Before anything folds them.
mlir::LogicalResult defineIntegerMath(mlir::func::FuncOp region);

/// Tensor arguments and results become buffers; argument 0 is the service
/// table, results are trailing arguments.
mlir::LogicalResult makeBoundaryExplicit(mlir::func::FuncOp region,
                                         BoundaryMode mode);

/// Sums with bf16 or f16 results accumulate in f32 and are rounded once.
mlir::LogicalResult widenSums(mlir::func::FuncOp region);

/// Contractions read through reshapes and transposes of their operands and
/// write through those of their result; each is marked kContractionAttr.
mlir::LogicalResult prepareContractions(mlir::func::FuncOp region);

/// Marks the contractions that fusion brought to light: an outer product that
/// was written out and summed in two ops.
mlir::LogicalResult findFusedContractions(mlir::func::FuncOp region);

/// Elementwise producers move into their consumers; contractions are left out.
mlir::LogicalResult fuseElementwise(mlir::func::FuncOp region);

/// The combiner of a sum may be re-associated; nothing else may.
mlir::LogicalResult allowReassociation(mlir::func::FuncOp region);

/// One `tensor.empty` or fill per use: a shared destination costs a copy.
mlir::LogicalResult unshareInits(mlir::func::FuncOp region);

/// Runs of generics that share their leading parallel loops become one nest.
mlir::LogicalResult fuseRows(mlir::func::FuncOp region);

//===-- on buffers
//---------------------------------------------------------===//

/// Every marked contraction becomes a call of the service table's gemm. A float
/// contraction that is left is an error.
mlir::LogicalResult lowerContractions(mlir::func::FuncOp region,
                                      llvm::raw_ostream *printGemm,
                                      int64_t &flops);

/// `memref.copy` becomes loops (or memcpy, where both sides are contiguous).
mlir::LogicalResult lowerCopies(mlir::func::FuncOp region);

/// Buffers of i1 become buffers of bytes.
mlir::LogicalResult storeBooleans(mlir::func::FuncOp region);

/// The loop that walks most operands element by element becomes the innermost
/// of a reduction (integer contractions among them).
mlir::LogicalResult orderReductions(mlir::func::FuncOp region);

/// The loop over the last dim of an operand with this map, where the operand
/// also depends on a loop inside that one: it is walked along its columns.
std::optional<unsigned> findColumnLoop(mlir::AffineMap map);

/// Loop nests that stride through memory walk it in blocks.
mlir::LogicalResult blockTransposes(mlir::func::FuncOp region);

/// f64 functions, and those f32 functions without a good approximation, are
/// called through the service table.
mlir::LogicalResult callServicesForMath(mlir::func::FuncOp region);

/// Functions that are other functions (MathIdentities.cpp): before anything is
/// widened or called; after that; in loops, for it is one.
void populateMathIdentities(mlir::RewritePatternSet &patterns);
void populateReciprocalRoot(mlir::RewritePatternSet &patterns);
void populateIntegerPower(mlir::RewritePatternSet &patterns);

/// Every allocation becomes a view of one scratch argument, the last one.
mlir::LogicalResult planScratch(mlir::func::FuncOp region,
                                int64_t &scratchBytes);

/// Every top-level nest becomes a function of its own with noalias arguments;
/// nests that print alike share one, named by its content.
mlir::LogicalResult outlineNests(mlir::ModuleOp module);

//===-- all regions
//--------------------------------------------------------===//

/// Scalar math that LLVM can vectorise: approximations, bf16 through f32.
mlir::LogicalResult expandScalarMath(mlir::ModuleOp module);

/// Functions of f32 that upstream's approximations lack or get wrong.
void populateApproximations(mlir::RewritePatternSet &patterns);

/// Adds `void name(services, in, out, scratch, parameters)` for every region;
/// everything else gets internal linkage. Works on the LLVM dialect.
struct EntryArgument {
  enum class Kind { Services, Input, Output, Parameter, Scratch } kind;
};
struct Entry {
  std::string symbol;
  llvm::SmallVector<EntryArgument> arguments;
};
mlir::LogicalResult addEntries(mlir::ModuleOp module,
                               llvm::ArrayRef<Entry> entries);

} // namespace sbp::host

#endif // SBP_LIB_TARGET_HOST_STEPS_H
