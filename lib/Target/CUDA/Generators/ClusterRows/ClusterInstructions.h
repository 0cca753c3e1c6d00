// ClusterInstructions.h: instructions between the blocks of a cluster
#ifndef SBP_LIB_TARGET_CUDA_CLUSTERINSTRUCTIONS_H
#define SBP_LIB_TARGET_CUDA_CLUSTERINSTRUCTIONS_H

#include "HopperBuilder.h"

namespace sbp::cuda {

/// Adds copies of contiguous bytes and stores to other blocks. All operands are
/// i32 unless stated.
class ClusterInstructions : public HopperBuilder {
public:
  using HopperBuilder::HopperBuilder;

  /// Waits until all blocks of the cluster run and have initialised their
  /// mbarriers, behind fenceBarriers. It orders no other accesses.
  void awaitCluster();
  /// Arrives at an mbarrier whose phase then lacks `bytes` more of copies, a
  /// number that is computed.
  void arriveExpecting(mlir::Value barrier, mlir::Value bytes);
  /// Begins to copy `bytes` bytes from global memory at `from`, an address, to
  /// shared memory at `to`. All three are multiples of 16. `barrier` counts
  /// them.
  void copyBytes(mlir::Value to, mlir::Value from, mlir::Value bytes,
                 mlir::Value barrier);
  /// Stores one or two i64 to the shared memory of block `rank` of the cluster,
  /// at the place that has the address `to` in this block. The mbarrier at the
  /// same place as `barrier` counts the bytes.
  void storeAt(mlir::Value to, mlir::Value rank,
               llvm::ArrayRef<mlir::Value> values, mlir::Value barrier);
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_CLUSTERINSTRUCTIONS_H
