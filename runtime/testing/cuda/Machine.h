// Machine.h: an executor of the kernels of a PTX module
//
// The executor is functional, not timed: warps of 32 lanes with active masks,
// reconvergence at post-dominators, and warps and blocks interleaved by a seed.
// It reports, with the line of the text: accesses outside of allocations,
// misaligned ones, reads of uninitialised bytes, races on shared memory,
// shuffles from absent lanes, deadlocks, blocks that may exceed the registers,
// and uses of what asynchronous copies and products have not finished.
//
// Clusters have up to 8 blocks along x; of their shared memory, copies to
// several blocks, asynchronous stores and arrivals at mbarriers are known,
// loads and other stores are not. It does not model weak memory, timing, bank
// conflicts, or what ptxas makes of the text. A machine runs one launch at a
// time, whose blocks are distributed to a number of threads.
#ifndef SBP_RUNTIME_TESTING_CUDA_MACHINE_H
#define SBP_RUNTIME_TESTING_CUDA_MACHINE_H

#include "Memory.h"
#include "Program.h"
#include <array>
#include <memory>

namespace sbp::ptx {

/// Counters of the work of launches, which add up. Instructions are counted by
/// warps and by active lanes.
struct Counters {
  uint64_t warpInstructions = 0, laneInstructions = 0;
  uint64_t globalRequests = 0; ///< global memory requests of warps
  uint64_t globalSectors = 0;  ///< sectors of 32 bytes in these requests
  uint64_t sharedRequests = 0; ///< shared memory requests of warps
  uint64_t barriers = 0;       ///< barriers completed by blocks
  uint64_t bulkBytes = 0; ///< bytes that bulk copies moved, zero fill included
  uint64_t products = 0;  ///< wgmma.mma_async of warpgroups
  uint64_t warpProducts = 0; ///< mma.sync of warps
  /// Accesses of shared memory that ldmatrix, stmatrix and cp.async of 16 bytes
  /// have to repeat, since rows of 16 bytes that 8 lanes access together are in
  /// the same banks.
  uint64_t bankConflicts = 0;

  /// Adds all counters of `other`.
  void add(const Counters &other);
};

/// The arguments of a launch: the name of the kernel, blocks of the grid and
/// threads of a block along x, y and z. `parameters` has the layout and size of
/// the kernel's parameters.
struct Launch {
  std::string kernel;
  std::array<uint32_t, 3> grid = {1, 1, 1}, block = {1, 1, 1};
  uint32_t sharedBytes = 0; ///< dynamic shared memory, in bytes
  std::vector<uint8_t> parameters;
  /// Whether the launch may start before the one before it has ended. The
  /// kernel must then execute griddepcontrol.wait before it accesses global
  /// memory, in every thread.
  bool overlaps = false;
};

/// A loaded module on a memory. Its variables keep their values between
/// launches.
class Machine {
public:
  /// Makes a machine without a module. `memory` must outlive it.
  explicit Machine(GlobalMemory &memory);
  ~Machine();

  /// Parses the module and creates its variables. Called once, before any
  /// launch; the text is not kept. Fails with the line of the first error.
  Status load(std::string_view text);
  /// Returns the module, empty before `load`. The machine owns it.
  const Module &getModule() const { return module; }
  /// Sets the number of threads to which the blocks of a launch are
  /// distributed. The default is one, also for 0.
  void setThreads(unsigned count) { threads = count; }
  /// Runs all blocks of a launch, returns when they have ended, and adds to
  /// `counters`, also for blocks that ran before an error. Fails where the
  /// module has no such kernel, where the arguments exceed its limits, and with
  /// the kernel and line of a failed check; if several threads fail, with that
  /// of the first range of blocks. `seed` chooses the interleaving.
  Status launch(const Launch &launch, uint64_t seed, Counters &counters);

private:
  GlobalMemory &memory;
  Module module;
  std::vector<Allocation> variables;
  unsigned threads = 1;
};

} // namespace sbp::ptx

#endif // SBP_RUNTIME_TESTING_CUDA_MACHINE_H
