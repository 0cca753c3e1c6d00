// GemmPlan.h: a contraction as one gemm call
//
// Pure arithmetic on loops and strides. A contraction C[..] += A[..] B[..] is
// described by its loops and their strides in A, B and C. The result is either
// one call, with transposes as flags and contiguous loops merged, or the
// operand that has to be packed first.
#ifndef SBP_TARGET_REGION_GEMMPLAN_H
#define SBP_TARGET_REGION_GEMMPLAN_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/raw_ostream.h"
#include <array>
#include <cstdint>
#include <optional>

namespace sbp {

/// Numbers the operands of a contraction, as an index of `stride`.
enum GemmOperand : unsigned { GemmA = 0, GemmB = 1, GemmC = 2 };

/// One loop of a contraction. stride[o] is in elements, and absent if operand
/// `o` does not depend on the loop.
struct GemmLoop {
  int64_t extent = 1;
  bool isReduction = false;
  std::array<std::optional<int64_t>, 3> stride;
  unsigned id = 0; ///< the caller's index of the loop
};

/// A loop around the matrix product: a batch dim, or a loop of m or n that
/// cannot be merged. Strides are in elements, by operand; 0 means that all
/// iterations use the operand's same part.
struct GemmBatch {
  int64_t count = 1;
  std::array<int64_t, 3> stride = {0, 0, 0};
};

/// C (m x n) = op(A) (m x k) op(B) (k x n), all row-major. If `swapped`, A and
/// B of the contraction are exchanged: C^T = B^T A^T. Strides and leading dims
/// are in elements and refer to A, B and C of the call.
struct GemmPlan {
  bool swapped = false;
  bool transposeA = false, transposeB = false;
  int64_t m = 1, n = 1, k = 1;
  int64_t lda = 1, ldb = 1, ldc = 1;
  /// The two loops that are part of the call, outer first; an absent one has
  /// one iteration. `outer` loops surround the call.
  std::array<GemmBatch, 2> batch;
  llvm::SmallVector<GemmBatch> outer;

  /// Returns 2 m n k, times the iterations of all batches and outer loops.
  int64_t getFlops() const;
};

/// Copies `operand` to a dense buffer with dims in this order (ids of loops).
/// It is broadcast along dims that it did not depend on.
struct GemmPack {
  GemmOperand operand = GemmA;
  llvm::SmallVector<unsigned> order;
};

/// Either a complete plan, or the pack that must come first; exactly one is
/// set.
struct GemmDecision {
  std::optional<GemmPlan> plan;
  std::optional<GemmPack> pack;
};

/// Plans a call for non-empty loops (all extents >= 1), whose ids differ. For a
/// pack, the caller copies the operand, updates its strides and calls again.
/// After at most three packs the result is a plan.
GemmDecision planGemm(llvm::ArrayRef<GemmLoop> loops);

/// Prints, for example, `gemm(m=32 n=192 k=64 A:lda=64 B^T:ldb=64 C:ldc=192)`.
llvm::raw_ostream &operator<<(llvm::raw_ostream &os, const GemmPlan &plan);

} // namespace sbp

#endif // SBP_TARGET_REGION_GEMMPLAN_H
