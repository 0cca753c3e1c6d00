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
// several blocks and arrivals at mbarriers are known. It does not model weak
// memory, timing, bank conflicts, or what ptxas makes of the text. A machine
// runs one launch at a time, whose blocks are distributed to a number of
// threads.
#ifndef SBP_RUNTIME_TESTING_CUDA_MACHINE_H
#define SBP_RUNTIME_TESTING_CUDA_MACHINE_H

#include "Memory.h"
#include "Program.h"
#include <array>
#include <memory>

namespace sbp::ptx {

/// Counters of the work of launches, which add up.
struct Counters {
  uint64_t warpInstructions = 0, laneInstructions = 0;
  uint64_t globalRequests = 0; ///< global memory requests of warps
  uint64_t globalSectors = 0;  ///< sectors of 32 bytes in these requests
  uint64_t sharedRequests = 0;
  uint64_t barriers = 0;  ///< barriers completed by blocks
  uint64_t bulkBytes = 0; ///< bytes that bulk copies moved, zero fill included
  uint64_t products = 0;  ///< wgmma.mma_async of warpgroups

  void add(const Counters &other);
};

/// The arguments of a launch. `parameters` has the layout of the kernel's
/// parameters.
struct Launch {
  std::string kernel;
  std::array<uint32_t, 3> grid = {1, 1, 1}, block = {1, 1, 1};
  uint32_t sharedBytes = 0; ///< dynamic shared memory, in bytes
  std::vector<uint8_t> parameters;
};

/// A loaded module on a memory, which outlives it.
class Machine {
public:
  explicit Machine(GlobalMemory &memory);
  ~Machine();

  /// Parses the module. Called once. Fails with the line of the first error.
  Status load(std::string_view text);
  const Module &getModule() const { return module; }
  /// Sets the number of threads to which the blocks of a launch are
  /// distributed. The default is one.
  void setThreads(unsigned count) { threads = count; }
  /// Runs all blocks of a launch and adds to `counters`. Returns the first
  /// error.
  Status launch(const Launch &launch, uint64_t seed, Counters &counters);

private:
  GlobalMemory &memory;
  Module module;
  std::vector<Allocation> variables;
  unsigned threads = 1;
};

} // namespace sbp::ptx

#endif // SBP_RUNTIME_TESTING_CUDA_MACHINE_H
