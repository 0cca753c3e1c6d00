//===- Machine.h - runs kernels of a PTX module ---------------------------===//
//
// Functional, not timed: warps of 32 lanes under masks; lanes that part meet at
// the branch's post-dominator; warps and blocks interleave as a seed says. It
// reports accesses outside of allocations, misaligned ones, reads of what was
// never written, shared memory that two warps touch without a barrier between,
// shuffles of absent lanes, deadlocks, each with the line of the text, and
// blocks that may have more registers than there are.
//
// Not seen: weak memory, timing, bank conflicts, what ptxas makes of the text.
// One launch at a time per machine, its blocks on as many threads as it is
// told.
//
//===----------------------------------------------------------------------===//
#ifndef SBP_RUNTIME_TESTING_CUDA_MACHINE_H
#define SBP_RUNTIME_TESTING_CUDA_MACHINE_H

#include "Memory.h"
#include "Program.h"
#include <array>
#include <memory>

namespace sbp::ptx {

/// What a launch did; launches add up.
struct Counters {
  uint64_t warpInstructions = 0, laneInstructions = 0;
  uint64_t globalRequests = 0; ///< global accesses of a warp
  uint64_t globalSectors = 0;  ///< of 32 bytes, that they touched
  uint64_t sharedRequests = 0;
  uint64_t barriers = 0; ///< completed by a block

  void add(const Counters &other);
};

struct Launch {
  std::string kernel;
  std::array<uint32_t, 3> grid = {1, 1, 1}, block = {1, 1, 1};
  uint32_t sharedBytes = 0; ///< dynamic
  std::vector<uint8_t> parameters;
};

class Machine {
public:
  explicit Machine(GlobalMemory &memory);
  ~Machine();

  /// The module that launches name kernels of. Once.
  Status load(std::string_view text);
  const Module &getModule() const { return module; }
  /// Among how many threads the blocks of a launch are shared out, if there are
  /// enough; one, unless told.
  void setThreads(unsigned count) { threads = count; }
  /// Runs every block to its end; the first mistake ends it.
  Status launch(const Launch &launch, uint64_t seed, Counters &counters);

private:
  GlobalMemory &memory;
  Module module;
  std::vector<Allocation> variables;
  unsigned threads = 1;
};

} // namespace sbp::ptx

#endif // SBP_RUNTIME_TESTING_CUDA_MACHINE_H
