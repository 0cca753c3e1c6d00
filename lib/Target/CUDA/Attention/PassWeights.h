// PassWeights.h: weights and their gradients from scores and statistics
#ifndef SBP_LIB_TARGET_CUDA_PASSWEIGHTS_H
#define SBP_LIB_TARGET_CUDA_PASSWEIGHTS_H

#include "ScoreMask.h"

namespace sbp::cuda {

/// The statistics of queries, a base and a shift each.
struct PassStatistics {
  mlir::Value shared; ///< pointer to shared memory
  int64_t first;      ///< bytes from there to those of the slot at place 0
  mlir::Value tensor; ///< the result of RowStatistics
  int64_t padded;     ///< queries of a head
};

/// Computes on fragments of a thread by the statistics of queries. The queries
/// are the columns of a tile in the pass of keys, whose statistics lie in a
/// slot of the ring, and the rows of the thread in the pass of queries.
class PassWeights {
public:
  /// The base and shift of the two rows of a thread, empty in the pass of keys.
  struct RowConstants {
    Registers base, shift;
  };

  /// Tiles have `tileColumns` columns, and `column` is the first one of the
  /// thread. References outlive the object.
  PassWeights(KernelBuilder &kernel, FragmentBuilder &h,
              const AttentionForm &form, bool ownsKeys, int64_t tileColumns,
              const PassStatistics &statistics, mlir::Value column);
  /// Returns base and shift of the rows of the thread in `sequence`.
  RowConstants loadConstants(mlir::Value sequence, const ScoreMask::Rows &rows);
  /// Returns the weights of scores as they come out of the product. `slot` is
  /// the place of the slot of their tile, an i32 that counts f32.
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
  const AttentionForm &form;
  bool ownsKeys;
  int64_t tileColumns;
  PassStatistics statistics;
  mlir::Value column;
  mlir::Value factor; ///< of exponents
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_PASSWEIGHTS_H
