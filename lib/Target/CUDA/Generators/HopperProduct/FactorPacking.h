// FactorPacking.h: copies of factors that tensor copies cannot read
#ifndef SBP_LIB_TARGET_CUDA_FACTORPACKING_H
#define SBP_LIB_TARGET_CUDA_FACTORPACKING_H

#include "../Product/MatmulForm.h"
#include "TileLoads.h"

namespace sbp::cuda {

/// A copy of a factor whose rows begin at multiples of 16 bytes. The dimension
/// that is contiguous in the factor stays the innermost one; without one, k is.
struct FactorPacking {
  /// Plans a copy of the factor that `access` reads by these nests of a
  /// product. `access` must outlive it; the nests are copied.
  FactorPacking(const Access &access, const Nest &outer, const Nest &k,
                const Nest &batch);
  /// Returns extents and strides of the copy.
  FactorLayout getLayout() const;
  /// Returns the elements of the copy, padding included.
  int64_t countElements() const { return batch.size * rows.size * pitch; }
  /// Appends the launch that fills the copy and returns the copy, a tensor in a
  /// temporary. `factor` is readable and has elements of 2 bytes.
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
