// ForwardVariants.h: the ways in which a generator may compute nn.attention
#ifndef SBP_LIB_TARGET_CUDA_FORWARDVARIANTS_H
#define SBP_LIB_TARGET_CUDA_FORWARDVARIANTS_H

#include "ForwardItems.h"

namespace sbp::cuda {

/// One way to compute an attention.
struct ForwardVariant {
  AttentionForm form;
  ForwardSchedule schedule;
};

/// Returns the variants of `op` whose blocks fit the shared memory of the chip:
/// one for each of `schedules`, and the first of `splitSchedules` that fits,
/// which splits keys where blocks of queries alone would leave multiprocessors
/// idle, or makes single queries rows of a tile. Returns nothing for an
/// attention without a form. `getSharedBytes` says what a block needs.
llvm::SmallVector<ForwardVariant> listForwardVariants(
    nn::AttentionOp op, const Chip &chip,
    llvm::ArrayRef<ForwardSchedule> schedules,
    llvm::ArrayRef<ForwardSchedule> splitSchedules,
    llvm::function_ref<int64_t(const ForwardVariant &)> getSharedBytes);

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_FORWARDVARIANTS_H
