// RowExchange.h: the exchange of partial results between the blocks of a row
#ifndef SBP_LIB_TARGET_CUDA_ROWEXCHANGE_H
#define SBP_LIB_TARGET_CUDA_ROWEXCHANGE_H

#include "Hopper/HopperBuilder.h"
#include "Kernel/KernelBuilder.h"

namespace sbp::cuda {

/// Bytes of an mbarrier in shared memory.
constexpr int64_t kBarrierBytes = 8;

/// Sends the values of each block to all blocks of its cluster. Two buffers
/// take turns, so that a block may send its next values while others still read
/// these: it has received the values that they sent since. `kernel` and
/// `cluster` must outlive it.
class RowExchange {
public:
  /// Allocates the buffers of a cluster of `size` blocks, at most 32, for up to
  /// `values` values at a time.
  RowExchange(KernelBuilder &kernel, HopperBuilder &cluster, int64_t size,
              int64_t values);
  /// Initialises the mbarriers; executed by one thread, before awaitCluster.
  void initialise();
  /// Sends `values`, integers or floats of at most 64 bits that are equal in
  /// all threads of the block, and returns those of all blocks, by rank. All
  /// threads of the block execute it, with a barrier of the block between two
  /// exchanges. `number` counts the exchanges, an i32; `thread` and `rank` are
  /// those of the thread.
  llvm::SmallVector<llvm::SmallVector<mlir::Value>>
  exchange(llvm::ArrayRef<mlir::Value> values, mlir::Value number,
           mlir::Value thread, mlir::Value rank);

private:
  /// Returns the bits of a value as an i64, and the value of such bits.
  mlir::Value toBits(mlir::Value value);
  mlir::Value fromBits(mlir::Value bits, mlir::Type type);

  KernelBuilder &kernel;
  HopperBuilder &cluster;
  int64_t size;
  int64_t slotBytes;               ///< of the values of one block
  mlir::Value slots, slotsAddress; ///< pointer and i32
  mlir::Value barriers;            ///< address of the first one, an i32
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_ROWEXCHANGE_H
