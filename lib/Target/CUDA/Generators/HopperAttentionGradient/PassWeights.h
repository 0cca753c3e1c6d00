// PassWeights.h: weights and their gradients from scores and statistics
#ifndef SBP_LIB_TARGET_CUDA_PASSWEIGHTS_H
#define SBP_LIB_TARGET_CUDA_PASSWEIGHTS_H

#include "Attention/ScoreMask.h"
#include "PassLayout.h"

namespace sbp::cuda {

/// Computes on fragments of a thread by the statistics of queries, a base and a
/// shift each, which RowStatistics stores. The queries are the columns of a
/// tile in the pass of keys, whose statistics lie in a slot of the ring, and
/// the rows of the thread in the pass of queries.
class PassWeights {
public:
  /// The base and shift of the two rows of a thread, empty in the pass of keys.
  struct RowConstants {
    Registers base, shift;
  };

  /// `shared` is the begin of shared memory, `statistics` the tensor of
  /// `padded` queries a head, and `column` the first column of the thread. All
  /// other arguments outlive the object.
  PassWeights(KernelBuilder &kernel, FragmentBuilder &h,
              const PassLayout &layout, mlir::Value shared,
              mlir::Value statistics, int64_t padded, mlir::Value column);
  /// Returns base and shift of the rows of the thread in `sequence`.
  RowConstants loadConstants(mlir::Value sequence, const ScoreMask::Rows &rows);
  /// Returns the weights of scores as they come out of the product.
  Registers weigh(const Registers &scores, const RowConstants &constants,
                  mlir::Value slot);
  /// Returns the gradients of the scores.
  Registers differentiate(const Registers &weights, const Registers &slopes,
                          const RowConstants &constants, mlir::Value slot);

private:
  /// Returns the statistics in a slot for the thread's columns: bases for
  /// `which` 0, shifts for 1.
  Registers load(mlir::Value slot, int64_t which);
  /// Returns the value for element `i` of a fragment, from those of the rows or
  /// of the columns.
  mlir::Value choose(const Registers &ofRows, const Registers &ofColumns,
                     size_t i) const;

  KernelBuilder &kernel;
  FragmentBuilder &h;
  const PassLayout &layout;
  mlir::Value shared, statistics;
  int64_t padded;
  mlir::Value column;
  mlir::Value factor; ///< of exponents
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_PASSWEIGHTS_H
