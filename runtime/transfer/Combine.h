// Combine.h: the combiners of partial values on host arrays
#ifndef SBP_RUNTIME_TRANSFER_COMBINE_H
#define SBP_RUNTIME_TRANSFER_COMBINE_H

#include "Artifact.h"

namespace sbp {

/// The functions of a combiner on arrays of `count` elements of one dtype. f16
/// and bf16 are accumulated in f32 and rounded once, whatever the number of
/// ranks. `load` sets accumulators to a source, `combine` combines a further
/// one into them, and `store` writes them to a destination.
struct CombineFunctions {
  /// The largest size of an accumulator's element, in bytes.
  static constexpr size_t maximalWidth = 8;

  void (*load)(void *accumulator, const void *source, size_t count);
  void (*combine)(void *accumulator, const void *source, size_t count);
  void (*store)(void *destination, const void *accumulator, size_t count);
  /// Fills an array with the combiner's identity (-0.0 for a float sum, NaN for
  /// maxnum).
  void (*identity)(void *destination, size_t count);
};

/// Returns the functions of a combiner; all of them are null where it is not
/// defined for the type. Any thread may call it.
CombineFunctions getCombineFunctions(plan::Combiner combiner, plan::DType type);

} // namespace sbp

#endif // SBP_RUNTIME_TRANSFER_COMBINE_H
