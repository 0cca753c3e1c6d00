// Steps.h: the steps on regions that all targets share
//
// A region is a function on tensors. These steps reduce it to few kinds of ops,
// mark its contractions and fuse elementwise ops. The remaining generics,
// reshapes, slices and loops are what a target generates code for. A step
// changes its region in place. Steps fail only where their comment names the
// case, with an error at the op.
#ifndef SBP_TARGET_REGION_STEPS_H
#define SBP_TARGET_REGION_STEPS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/PatternMatch.h"

namespace sbp::region {

/// Marks a generic that becomes a matrix product: C += A B, where C is f32 or
/// f64. Its body is `mulf` and `addf` in the type of C, and one `extf` for each
/// factor that is bf16 or f16.
inline constexpr llvm::StringLiteral kContractionAttr = "sbp.contraction";

/// Returns whether `op`, which must not be null, has the mark.
inline bool isContraction(mlir::Operation *op) {
  return op->hasAttr(kContractionAttr);
}
/// Attribute of a contraction that ignores its init, as beta = 0 does in BLAS.
inline constexpr llvm::StringLiteral kBetaZeroAttr = "sbp.beta_zero";
/// Attribute of a contraction with beta = 0 whose terms are left out where the
/// first factor is 0 (HiddenTerms.h). The plain product stands for it
/// where all results are finite.
inline constexpr llvm::StringLiteral kHidesTermsAttr = "sbp.hides_terms";

/// Selects how outputs are written. `Direct` computes into their buffers, and
/// in-place pairs into the buffers of their inputs; bufferisation fails if a
/// later read would see the new value. `Copied` computes into scratch and
/// copies at the end, which is always possible.
enum class BoundaryMode { Direct, Copied };

/// Returns whether `op` is a generic without inputs that writes one scalar from
/// outside of its body to every element. False for null and for linalg.fill.
bool isFill(mlir::Operation *op);

/// Turns fills into generics. Fails only where MLIR's rewriter does.
mlir::LogicalResult generalizeFills(mlir::func::FuncOp region);

/// Marks an op of nn or memory_layer that the target generates code for as it
/// is. Other steps leave it alone.
inline constexpr llvm::StringLiteral kWholeAttr = "sbp.whole";

/// Leaves generics and fills as the only linalg ops, and of nn and memory_layer
/// those with the mark kWholeAttr. Constants become globals or fills; concat,
/// pad and splat become fills and insertions; softmax and other aggregates are
/// decomposed. Ops that make no elements disappear. Fails if an op has no such
/// form, or a constant has no data.
mlir::LogicalResult normalizeRegion(mlir::func::FuncOp region);

/// Gives integer ops defined results where the hardware traps or is undefined:
/// x / 0 is -1, x mod 0 is x, the smallest value / -1 wraps, a shift by the
/// width or more shifts out all bits, and a conversion from float takes the
/// nearest integer (0 for NaN). Clamps offsets of slices and indices of
/// elements outside of loops that are constant or depend on data into their
/// tensors. Must precede constant folding; never fails.
mlir::LogicalResult defineIntegerMath(mlir::func::FuncOp region);

/// Computes reductions with bf16 or f16 results in f32, with one rounding at
/// the end (WideAccumulation.h).
mlir::LogicalResult widenReductions(mlir::func::FuncOp region);

/// Makes contractions read through reshapes and transposes of their operands,
/// and write through those of their result, and marks them kContractionAttr.
/// Two bf16 operands stay narrow (C is f32); other narrow operands are widened
/// first.
mlir::LogicalResult prepareBf16Contractions(mlir::func::FuncOp region);
/// Marks contractions that only fusion has formed, such as an outer product
/// followed by a sum, if both factors are reused. The operands' types follow
/// prepareBf16Contractions.
mlir::LogicalResult findFusedBf16Contractions(mlir::func::FuncOp region);
/// Variant of prepareBf16Contractions for targets that widen operands as they
/// load them: every bf16 or f16 operand stays narrow.
mlir::LogicalResult prepareNarrowContractions(mlir::func::FuncOp region);
/// Marks the contractions that only fusion has formed, for the same targets.
mlir::LogicalResult findFusedNarrowContractions(mlir::func::FuncOp region);

/// Turns fills into generics (generalizeFills) and fuses elementwise producers
/// into the ops that read them if that is cheaper than storing their results.
/// Contractions are not fused. Results keep their bits.
mlir::LogicalResult fuseElementwise(mlir::func::FuncOp region);

/// Gives every use as an init its own `tensor.empty` or fill: a shared one
/// costs a copy in bufferisation.
mlir::LogicalResult unshareInits(mlir::func::FuncOp region);

/// Splits slices with steps that drop dims into a slice and a reshape.
mlir::LogicalResult separateSteppedSlices(mlir::func::FuncOp region);

/// Turns tensor arguments and results into buffers. A pointer to the service
/// table becomes argument 0; the buffers of results become trailing arguments,
/// in their order, and accumulators become the buffer of their result. The
/// function returns nothing and has no attributes of arguments afterwards.
mlir::LogicalResult makeBoundaryExplicit(mlir::func::FuncOp region,
                                         BoundaryMode mode);

// Steps on buffers, for code that a target runs as loops.

/// Turns each `memref.copy` into a generic, or keeps it as a memcpy if both
/// sides are contiguous. A copy of a buffer to itself is erased.
mlir::LogicalResult lowerCopies(mlir::func::FuncOp region);

/// Turns buffers of i1, also those of arguments, into buffers of i8 that hold 0
/// or 1, in a region without results. Scalars stay i1.
mlir::LogicalResult storeBooleans(mlir::func::FuncOp region);

/// Computes scalars of bf16 and f16 in f32 (conversions of integers in f64),
/// rounds once after each op, and rewrites functions that others define (see
/// populateMathIdentities). Applies before or after bufferisation.
mlir::LogicalResult defineScalarMath(mlir::func::FuncOp region);

/// Replaces every allocation by a view of one scratch argument, which it always
/// adds as the last one, and sets `scratchBytes` to the bytes that this needs,
/// 0 without allocations. Views begin at multiples of 64 bytes. Fails if an
/// allocation has a dynamic size; `scratchBytes` is unchanged then.
mlir::LogicalResult planScratch(mlir::func::FuncOp region,
                                int64_t &scratchBytes);

/// Returns `root` and the ops nested in it that satisfy `predicate`, inner ones
/// before the op that holds them. `predicate` is called only during the call.
llvm::SmallVector<mlir::Operation *>
collect(mlir::Operation *root,
        llvm::function_ref<bool(mlir::Operation *)> predicate);

// Patterns for a target's own rewrites.

/// Adds patterns that rewrite fpowi, sincos, clampf, isinf and isnormal by way
/// of other functions. They apply before narrow types are widened. `patterns`
/// owns them.
void populateMathIdentities(mlir::RewritePatternSet &patterns);
/// Adds the pattern that rewrites rsqrt as 1 / sqrt, to be applied after narrow
/// types have been widened.
void populateReciprocalRoot(mlir::RewritePatternSet &patterns);
/// Adds the pattern that expands ipowi to a loop of squarings.
void populateIntegerPower(mlir::RewritePatternSet &patterns);

/// Adds patterns that rewrite maxnumf and minnumf as compare and select, for
/// targets without such instructions. If one operand is NaN, the other is the
/// result.
void populateDropNaN(mlir::RewritePatternSet &patterns);

/// Adds patterns that approximate functions of f32 by polynomials, namely those
/// that MLIR's own expansions lack or get wrong. `hasExtremes`: the target has
/// instructions for minimumf and maximumf; the results are the same without.
void populateApproximations(mlir::RewritePatternSet &patterns,
                            bool hasExtremes);

} // namespace sbp::region

#endif // SBP_TARGET_REGION_STEPS_H
