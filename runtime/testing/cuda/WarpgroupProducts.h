// WarpgroupProducts.h: warpgroup products in flight
#ifndef SBP_RUNTIME_TESTING_CUDA_WARPGROUPPRODUCTS_H
#define SBP_RUNTIME_TESTING_CUDA_WARPGROUPPRODUCTS_H

#include "SharedAccess.h"

namespace sbp::ptx {

/// The wgmma.mma_async of one execution.
class WarpgroupProducts {
public:
  /// All references outlive the object. A warp of the kernel has
  /// `registerBytes` bytes of registers.
  WarpgroupProducts(Execution &execution, Counters &counters,
                    uint64_t registerBytes)
      : execution(execution), counters(counters), registerBytes(registerBytes) {
  }
  /// Issues a product, whose accumulators may not be accessed until it is
  /// awaited. Throws Failure without a preceding wgmma.fence.
  void issue(Warp &warp, WarpgroupProduct product);
  /// Closes the group of the products that the warp has issued.
  void commit(Warp &warp);
  /// Waits until at most `keep` groups are in flight. Blocks the warp while
  /// others of its warpgroup have not issued theirs.
  void await(Warp &warp, uint64_t keep);
  /// Throws Failure where the instruction accesses an accumulator of a product
  /// in flight.
  void checkInFlight(Warp &warp, const Instruction &instruction) const;

private:
  /// Computes a product and adds it to its accumulators.
  void multiply(Warp &warp, WarpgroupProduct &product);
  /// Returns element (row, k) of a factor in shared memory, widened to f32.
  /// Throws Failure beyond the end of shared memory.
  float readTile(Warp &warp, const WarpgroupProduct &product, uint64_t tile,
                 uint32_t row, uint32_t k, bool isTransposed) const;

  Execution &execution;
  Counters &counters;
  const uint64_t registerBytes;
};

} // namespace sbp::ptx

#endif // SBP_RUNTIME_TESTING_CUDA_WARPGROUPPRODUCTS_H
