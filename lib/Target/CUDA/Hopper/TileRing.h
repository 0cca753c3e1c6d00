// TileRing.h: a ring of tiles in shared memory
//
// One thread loads tiles into slots ahead of the warpgroups that read them (the
// pipeline of CUTLASS' warp-specialised kernels). Each slot has two mbarriers:
// full completes when the bytes of its loads have landed, empty when all
// readers have released it. With two slots and three tiles:
//
//   producer   wait e0  load 0  wait e1  load 1  wait e0        load 2
//   readers             wait f0  multiply  wait f1  multiply, release 0  ...
#ifndef SBP_LIB_TARGET_CUDA_TILERING_H
#define SBP_LIB_TARGET_CUDA_TILERING_H

#include "HopperBuilder.h"
#include "Kernel/KernelBuilder.h"

namespace sbp::cuda {

/// A position in a ring: the number of a slot and the parity of its phase, both
/// i32.
struct Slot {
  mlir::Value number, parity;
};

/// Emits the accesses to one ring. Addresses are i32 of shared memory.
class TileRing {
public:
  /// The bytes of an mbarrier.
  static constexpr int64_t kBarrierBytes = 8;
  /// The sizes of a ring, and where it begins: its tiles, and its mbarriers,
  /// those of full slots before those of empty ones. All in bytes but `slots`.
  struct Layout {
    int64_t slots = 1, slotBytes = 0, tiles = 0, barriers = 0;
    /// Return where the tiles end, and where the mbarriers end.
    int64_t getTilesEnd() const { return tiles + slots * slotBytes; }
    int64_t getBarriersEnd() const {
      return barriers + 2 * slots * kBarrierBytes;
    }
  };

  /// The layout counts from address `base`. The builder outlives the ring.
  TileRing(HopperBuilder &hopper, mlir::Value base, const Layout &layout)
      : hopper(hopper), base(base), layout(layout) {}

  /// Returns the address of a slot's tile.
  mlir::Value getTile(mlir::Value slot);
  /// Return the addresses of a slot's mbarriers.
  mlir::Value getFull(mlir::Value slot);
  mlir::Value getEmpty(mlir::Value slot);
  /// Initialises the mbarriers of all slots, or of slot `number`, for `readers`
  /// releases each. One thread executes it.
  void initialise(int64_t readers);
  void initialiseSlot(int64_t number, int64_t readers);
  /// Waits until a slot is empty.
  void awaitEmpty(Slot slot);
  /// Lets a slot's full mbarrier, which is returned, expect `bytes`. One thread
  /// executes it.
  mlir::Value expect(mlir::Value slot, int64_t bytes);
  /// Does both, one after the other.
  mlir::Value fill(Slot slot, int64_t bytes);
  /// Waits until the loads of a slot have landed.
  void awaitFull(Slot slot);
  /// Releases a slot by the threads for which `isReleasing`, an i1, holds.
  void release(KernelBuilder &kernel, mlir::Value slot,
               mlir::Value isReleasing);
  /// Returns the next slot; the parity flips at the end of the ring.
  Slot advance(Slot slot);
  /// Returns the slot that lies `count` slots ahead.
  Slot skip(Slot slot, mlir::Value count);

private:
  HopperBuilder &hopper;
  mlir::Value base;
  const Layout layout;
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_TILERING_H
