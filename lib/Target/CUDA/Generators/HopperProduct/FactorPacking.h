// FactorPacking.h: copies of factors that tensor copies cannot read
#ifndef SBP_LIB_TARGET_CUDA_FACTORPACKING_H
#define SBP_LIB_TARGET_CUDA_FACTORPACKING_H

#include "../Product/MatmulForm.h"
#include "TileLoads.h"

namespace sbp::cuda {

/// A copy of a factor whose rows begin at multiples of 16 bytes. The dimension
/// that is contiguous in the factor stays the innermost one; without one, k is.
struct FactorPacking {
  FactorPacking(const Access &access, const Nest &outer, const Nest &k,
                const Nest &batch);
  FactorLayout getLayout() const;
  /// Returns the elements of the copy, padding included.
  int64_t countElements() const { return batch.size * rows.size * pitch; }
  /// Emits the kernel that fills the copy and returns the copy.
  mlir::Value emit(LaunchPlan &plan, mlir::Location loc,
                   mlir::Value factor) const;

private:
  const Access &access;
  bool isKMajor;
  Nest rows, columns;
  Nest batch;    ///< of one element where the factor is the same in all of it
  int64_t pitch; ///< elements from row to row
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_FACTORPACKING_H
