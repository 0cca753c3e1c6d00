//===- GemmPlan.h - a contraction as one gemm call -------------*- C++ -*-===//
//
// Pure arithmetic on loops and strides. A contraction C[..] += A[..] B[..] is
// given by its loops: how many elements apart two iterations lie in A, B and
// C. What comes out is one call (transposes folded into flags, loops that are
// contiguous in memory merged), or the operand that has to be packed first.
//
//===----------------------------------------------------------------------===//
#ifndef SBP_TARGET_REGION_GEMMPLAN_H
#define SBP_TARGET_REGION_GEMMPLAN_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/raw_ostream.h"
#include <array>
#include <cstdint>
#include <optional>

namespace sbp {

enum GemmOperand : unsigned { GemmA = 0, GemmB = 1, GemmC = 2 };

/// One loop of a contraction. `stride[o]` is in elements; nothing: operand `o`
/// does not depend on the loop.
struct GemmLoop {
  int64_t extent = 1;
  bool isReduction = false;
  std::array<std::optional<int64_t>, 3> stride;
  unsigned id = 0; ///< caller's number of the loop
};

/// A loop around the matrix product: a batch dim, or a loop of m or n that does
/// not merge. Strides are 0 where the operand is used again.
struct GemmBatch {
  int64_t count = 1;
  std::array<int64_t, 3> stride = {0, 0, 0};
};

/// C (m x n) = op(A) (m x k) op(B) (k x n), all row-major. If `swapped`, the
/// contraction's A and B changed places: C^T = B^T A^T. Strides and leading
/// dims are those of the call's A, B, C.
struct GemmPlan {
  bool swapped = false;
  bool transposeA = false, transposeB = false;
  int64_t m = 1, n = 1, k = 1;
  int64_t lda = 1, ldb = 1, ldc = 1;
  /// At most two are part of the call, outer first; others are loops around it.
  std::array<GemmBatch, 2> batch;
  llvm::SmallVector<GemmBatch> outer;

  int64_t getFlops() const;
};

/// Operand to copy into a dense buffer, dims in this order (ids of loops); it
/// is broadcast along those it did not depend on.
struct GemmPack {
  GemmOperand operand = GemmA;
  llvm::SmallVector<unsigned> order;
};

/// Exactly one of the two is set.
struct GemmDecision {
  std::optional<GemmPlan> plan;
  std::optional<GemmPack> pack;
};

/// Decides on non-empty loops (all extents >= 1). After at most three packs
/// (each changes the loops' strides for one operand) there is a plan.
GemmDecision planGemm(llvm::ArrayRef<GemmLoop> loops);

/// `gemm(m=32 n=192 k=64 A:lda=64 B^T:ldb=64 C:ldc=192)`.
llvm::raw_ostream &operator<<(llvm::raw_ostream &os, const GemmPlan &plan);

} // namespace sbp

#endif // SBP_TARGET_REGION_GEMMPLAN_H
