// ResultStaging.h: results that pass shared memory on their way to a tensor
#ifndef SBP_LIB_TARGET_CUDA_RESULTSTAGING_H
#define SBP_LIB_TARGET_CUDA_RESULTSTAGING_H

#include "Kernel/KernelBuilder.h"
#include "SwizzledBlock.h"

namespace sbp::cuda {

/// Blocks of 64 x 64 results of 2 bytes in shared memory. Each consumer, a
/// warpgroup, has `blocks` of them and uses them in turn: it writes one from
/// registers, and one of its threads begins to copy it to the tensor.
struct ResultStaging {
  TensorMapShape map; ///< of the tensor, whose boxes are blocks
  int64_t blocks = 0;

  /// Returns the staging of a consumer that stores `all` blocks of a tile and
  /// has `bytes` bytes of shared memory for it. Each tile begins with the same
  /// block. Returns nothing if no block fits.
  static std::optional<ResultStaging> find(const TensorMapShape &map,
                                           int64_t all, int64_t bytes);
  /// Returns the bytes of the blocks of `consumers` warpgroups.
  int64_t getBytes(int64_t consumers) const {
    return consumers * blocks * kResultBlockBytes;
  }

  /// The first element of a block in the tensor, whose map has a dimension for
  /// the batch or not.
  struct Place {
    mlir::Value row, column, batch;
  };
  /// Emits the store of one block by consumer `consumer`, an i32. `number`
  /// counts the blocks of its tile. All blocks lie `begin` bytes after address
  /// `base`; `address` is that of the tensor map. The block begins `columns`
  /// columns after `place`. `write` receives the number of the thread in its
  /// warpgroup, the first column and the address of the block, and writes the
  /// results there.
  void store(KernelBuilder &kernel, HopperBuilder &hopper, mlir::Value address,
             mlir::Value base, int64_t begin, int64_t number,
             mlir::Value consumer, const Place &place, int64_t columns,
             llvm::function_ref<void(mlir::Value, mlir::Value, mlir::Value)>
                 write) const;
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_RESULTSTAGING_H
