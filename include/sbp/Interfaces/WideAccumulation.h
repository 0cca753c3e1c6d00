// WideAccumulation.h: reductions into bf16 and f16 are computed in f32
//
// A narrow sum that rounds after each term loses small terms: 4,096 ones add up
// to 256 in bf16. Reductions are therefore computed in f32 inside of a rank and
// rounded once (DESIGN section 2), however the body writes them. Example: the
// ops of the body
//   %w = arith.extf %out : bf16 to f32;  %p = arith.mulf %a, %b : bf16
//   %s = arith.addf %w, %v : f32 (%v = extf %p);  yield truncf %s
// between the accumulator %out and the yield are computed in f32 and cast
// nothing; the product is not rounded before it is added, as in a gemm.
#ifndef SBP_INTERFACES_WIDEACCUMULATION_H
#define SBP_INTERFACES_WIDEACCUMULATION_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SetVector.h"

namespace sbp {

/// The part of a body that is computed in f32 instead of bf16 or f16.
struct WideAccumulation {
  /// Results of bf16 or f16 that combine several iterations; never empty.
  llvm::BitVector results;
  /// The ops of the body, in order, that depend on an accumulator of `results`,
  /// and the sums, products and choices that compute terms of such sums alone.
  /// Results of theirs that are narrower than f32 are f32.
  llvm::SetVector<mlir::Operation *> ops;
};

/// Finds the reductions of `op` into bf16 or f16. Nothing where there are none,
/// or where an op that reads an accumulator is no scalar arithmetic, or reads
/// its bits.
std::optional<WideAccumulation> findWideAccumulation(mlir::linalg::LinalgOp op);

/// Changes the results in `wide` of `op` to f32, and their inits by casts in
/// front of `op`. Readers get each result through a cast back, which follows
/// `op`. `wide` is the match of `op`, and out of date afterwards. Returns the
/// results in f32, in the order of their numbers.
llvm::SmallVector<mlir::Value> widenAccumulation(mlir::RewriterBase &rewriter,
                                                 mlir::linalg::GenericOp op,
                                                 const WideAccumulation &wide);

/// Builds `op` once more at the insertion point of `rewriter`, with its
/// reductions in f32, and returns result `number` of it before it is rounded.
/// Null, with nothing built, if that result is no reduction into a narrow type.
mlir::Value repeatInF32(mlir::RewriterBase &rewriter, mlir::linalg::LinalgOp op,
                        unsigned number);

/// Returns the tensor that an elementwise op has widened, element by element,
/// to `value`; null where `value` is anything else.
mlir::Value findWidened(mlir::Value value);

/// Builds `tensor` with each float extended or rounded to `type`, at the
/// insertion point of `builder`; `tensor` itself if it has that type.
mlir::Value castFloats(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Value tensor, mlir::FloatType type);

} // namespace sbp

#endif // SBP_INTERFACES_WIDEACCUMULATION_H
