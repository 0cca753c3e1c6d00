// PtxVersion.h: the version of PTX that code for a chip is written in
#ifndef SBP_LIB_TARGET_CUDA_PTXVERSION_H
#define SBP_LIB_TARGET_CUDA_PTXVERSION_H

#include "Choice/Chip.h"

namespace sbp::cuda {

/// Returns the PTX version of a chip's code, 80 for 8.0. It is the lowest one
/// that has all instructions of the chip's kernels: LLVM aborts the process for
/// sm_90a below 8.0, and st.async came with 8.1.
inline unsigned getPtxVersion(const Chip &chip) {
  return chip.hasWarpgroupProducts ? 81 : 80;
}
/// Returns whether kernels may use st.async, which stores to another block of a
/// cluster.
inline bool hasRemoteStores(const Chip &chip) {
  return chip.hasClusters && getPtxVersion(chip) >= 81;
}
/// Returns the lowest driver version that loads the chip's PTX, in the units of
/// cuDriverGetVersion: CUDA 12.0 came with PTX 8.0, CUDA 12.1 with 8.1.
inline unsigned getPtxDriver(const Chip &chip) {
  return 12000 + 10 * (getPtxVersion(chip) - 80);
}

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_PTXVERSION_H
