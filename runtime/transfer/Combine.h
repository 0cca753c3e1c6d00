// Combine.h: how values of two ranks become one
#ifndef SBP_RUNTIME_TRANSFER_COMBINE_H
#define SBP_RUNTIME_TRANSFER_COMBINE_H

#include "Artifact.h"

namespace sbp {

/// Reductions of one dtype over arrays. f16 and bf16 are accumulated in f32 and
/// rounded once, whatever the number of ranks.
struct CombineFunctions {
  /// Elements of an accumulator are at most 8 bytes.
  static constexpr size_t maximalWidth = 8;

  void (*load)(void *accumulator, const void *source, size_t count);
  void (*combine)(void *accumulator, const void *source, size_t count);
  void (*store)(void *destination, const void *accumulator, size_t count);
  /// Fills with the combiner's identity (float sum: -0.0; maxnum: NaN).
  void (*identity)(void *destination, size_t count);
};

/// The functions; all null where the combiner does not exist on the dtype.
CombineFunctions getCombineFunctions(plan::Combiner combiner, plan::DType type);

} // namespace sbp

#endif // SBP_RUNTIME_TRANSFER_COMBINE_H
