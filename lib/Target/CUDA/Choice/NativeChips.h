// NativeChips.h: the chips of this machine's GPUs
#ifndef SBP_LIB_TARGET_CUDA_NATIVECHIPS_H
#define SBP_LIB_TARGET_CUDA_NATIVECHIPS_H

#include "Chip.h"

namespace sbp::cuda {

/// Returns the chip whose code is the best for each GPU of this machine, as the
/// driver describes them, once each, in the order of the table. Fails with an
/// error where the driver or a GPU is missing, or no code runs on a GPU.
llvm::Expected<llvm::SmallVector<const Chip *>> findNativeChips();

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_NATIVECHIPS_H
