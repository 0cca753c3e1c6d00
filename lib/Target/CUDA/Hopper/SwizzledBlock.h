// SwizzledBlock.h: 64 x 64 results of 2 bytes in shared memory
#ifndef SBP_LIB_TARGET_CUDA_SWIZZLEDBLOCK_H
#define SBP_LIB_TARGET_CUDA_SWIZZLEDBLOCK_H

#include "HopperBuilder.h"

namespace sbp::cuda {

/// Rows and columns of a block, and its bytes.
inline constexpr int64_t kResultBlock = 64,
                         kResultBlockBytes = kResultBlock * kResultBlock * 2;

/// Writes the results of a warpgroup to the block at address `block` of shared
/// memory. Rows of a block have 128 bytes in chunks of 16; chunk c of row r
/// lies at chunk c ^ (r % 8), as tensor copies with a swizzle of 128 bytes read
/// it. `pack(j, h)` returns columns 8 j + 2 (l % 4) and the next one of row 16
/// w + 8 h + l / 4 as one i32, for lane l of warp w. `thread` is the number of
/// the thread in its warpgroup.
void writeResultBlock(HopperBuilder &h, mlir::Value thread, mlir::Value block,
                      llvm::function_ref<mlir::Value(int64_t, int64_t)> pack);

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_SWIZZLEDBLOCK_H
