// GlobalAccess.h: checked accesses of global memory in the PTX executor
#ifndef SBP_RUNTIME_TESTING_CUDA_GLOBALACCESS_H
#define SBP_RUNTIME_TESTING_CUDA_GLOBALACCESS_H

#include "Async.h"
#include "Machine.h"

namespace sbp::ptx {

class Execution;
struct Warp;

/// The addresses of all lanes in one access.
struct Addresses {
  uint64_t lane[kLanes];
};

/// The accesses of one execution to the allocations of the device and to the
/// variables of the module. Functions throw Failure at the first byte that
/// fails a check.
class GlobalAccess {
public:
  /// All references outlive the object. The kernel has `numInstructions`.
  GlobalAccess(Execution &execution, GlobalMemory &memory,
               std::vector<Allocation> &variables, Counters &counters,
               size_t numInstructions)
      : execution(execution), memory(memory), variables(variables),
        counters(counters), lastAllocation(numInstructions) {}

  /// Executes the part of a load or store in global memory, and counts its
  /// sectors.
  void access(Warp &warp, const Instruction &instruction, uint32_t mask,
              const Addresses &addresses, bool isStore);
  /// Returns the allocation that contains the bytes [low, end), null where none
  /// does.
  Allocation *find(const Instruction &instruction, uint64_t low, uint64_t end);
  /// Returns the host memory of the bytes that a bulk copy accesses. Fails
  /// where no allocation contains them, or where a load reads uninitialised
  /// ones.
  uint8_t *reach(const BulkCopy &copy, uint64_t address, uint64_t bytes,
                 bool isStore);
  /// Fails at the first of the `bytes` bytes from `offset` on that was never
  /// written.
  void checkWritten(const Instruction &instruction,
                    const Allocation &allocation, uint64_t offset,
                    unsigned bytes) const;
  /// Adds the request and its distinct sectors of 32 bytes to the counters.
  void count(const Addresses &addresses, uint32_t mask, unsigned bytes);
  /// Describes an address outside of every allocation, for messages.
  std::string describe(uint64_t address) const {
    return memory.describe(address);
  }
  /// Returns the mutex of atomic accesses, since other blocks may run on other
  /// threads.
  std::mutex &getAtomics() { return memory.getAtomics(); }

private:
  /// Returns the bytes that a load of partly initialised memory reads, in
  /// `seen`; null where all of them are initialised. Fails where the first one
  /// is not.
  uint8_t *fillGaps(const Instruction &instruction,
                    const Allocation &allocation, uint64_t offset,
                    unsigned bytes, uint8_t *seen);

  Execution &execution;
  GlobalMemory &memory;
  std::vector<Allocation> &variables;
  Counters &counters;
  /// The last allocation that each instruction accessed.
  std::vector<Allocation *> lastAllocation;
};

} // namespace sbp::ptx

#endif // SBP_RUNTIME_TESTING_CUDA_GLOBALACCESS_H
