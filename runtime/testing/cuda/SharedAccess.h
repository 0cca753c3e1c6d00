// SharedAccess.h: checked accesses of shared memory in the PTX executor
#ifndef SBP_RUNTIME_TESTING_CUDA_SHAREDACCESS_H
#define SBP_RUNTIME_TESTING_CUDA_SHAREDACCESS_H

#include "GlobalAccess.h"
#include <span>

namespace sbp::ptx {

struct Block;

/// The accesses of one execution to the shared memory of its blocks. Functions
/// throw Failure at the first byte that fails a check.
class SharedAccess {
public:
  /// All references outlive the object. A block has `bytes` of shared memory.
  SharedAccess(Execution &execution, Counters &counters, uint32_t bytes)
      : execution(execution), counters(counters), sharedBytes(bytes) {}

  /// Executes the part of a load or store in shared memory, whose addresses are
  /// offsets.
  void access(Warp &warp, const Instruction &instruction, uint32_t mask,
              const Addresses &addresses, bool isStore);
  /// Returns the host memory of shared memory that a warp reads or writes,
  /// after checks of races, initialisation and mbarriers, and records the
  /// access. The caller has checked the bounds.
  uint8_t *reach(Warp &warp, const Instruction &instruction, uint32_t offset,
                 unsigned bytes, bool isStore);
  /// Returns the same for shared memory of any block of the cluster, accessed
  /// by `actor`: a warp of that block, or getActor() of another block.
  uint8_t *reach(Block &block, uint32_t actor, const Instruction &instruction,
                 uint32_t offset, unsigned bytes, bool isStore);
  /// Returns the reason why a byte cannot be read, for messages.
  std::string describeByte(const Block &block, uint64_t offset) const;
  /// Adds the bank conflicts of rows of 16 bytes at these offsets to the
  /// counters; 8 of them are accessed together.
  void countConflicts(std::span<const uint32_t> offsets);
  /// Returns the bytes of shared memory of a block.
  uint32_t getBytes() const { return sharedBytes; }

private:
  /// Fails where another actor has accessed the bytes in this barrier epoch and
  /// one of the two accesses is a store. Records this one otherwise.
  void checkRace(Block &block, uint32_t actor, const Instruction &instruction,
                 uint64_t offset, unsigned bytes, bool isStore);

  Execution &execution;
  Counters &counters;
  const uint32_t sharedBytes;
};

} // namespace sbp::ptx

#endif // SBP_RUNTIME_TESTING_CUDA_SHAREDACCESS_H
