// GlobalAccess.cpp: checked accesses of global memory in the PTX executor
//
// An access must lie in one allocation and read initialised bytes. If one
// allocation holds the addresses of all lanes and all of it is initialised, the
// lanes are accessed by one loop; otherwise lane by lane.
#include "Execution.h"
#include "LaneMoves.h"
#include <algorithm>
#include <cstring>

using namespace sbp;
using namespace sbp::ptx;

/// Returns the allocation that contains [low, end), null if there is none. The
/// last one of the same instruction is tried first.
Allocation *GlobalAccess::find(const Instruction &instruction, uint64_t low,
                               uint64_t end) {
  Allocation *&last = lastAllocation[instruction.number];
  if (last && low >= last->begin && end <= last->begin + last->bytes)
    return last;
  Allocation *found = nullptr;
  if (low >= kVariableWindow) {
    for (Allocation &variable : variables)
      if (variable.contains(low, end - low))
        found = &variable;
  } else {
    found = memory.find(low, end - low);
  }
  if (found)
    last = found;
  return found;
}

/// Checks that all bytes of an access are initialised.
void GlobalAccess::checkWritten(const Instruction &instruction,
                                const Allocation &allocation, uint64_t offset,
                                unsigned bytes) const {
  for (unsigned i = 0; i < bytes; ++i)
    if (!allocation.isWritten[offset + i])
      execution.fail(instruction,
                     textOf("reads byte ", offset + i, " of '", allocation.name,
                            "', which was never written"));
}

/// Fills the uninitialised bytes of a load with random ones. LLVM's
/// LoadStoreVectorizer widens loads over gaps and ends within an aligned word
/// and discards the surplus bytes. A kernel that uses one gives different
/// numbers for every seed.
uint8_t *GlobalAccess::fillGaps(const Instruction &instruction,
                                const Allocation &allocation, uint64_t offset,
                                unsigned bytes, uint8_t *seen) {
  checkWritten(instruction, allocation, offset, 1);
  const uint8_t *isWritten = allocation.isWritten.data() + offset;
  if (!std::memchr(isWritten, 0, bytes))
    return nullptr;
  for (unsigned i = 0; i < bytes; ++i)
    seen[i] = isWritten[i] ? allocation.data[offset + i]
                           : uint8_t(execution.draw() >> 7);
  return seen;
}

/// Counts the 32-byte sectors that the lanes of one request access, as the
/// hardware's coalescing does.
void GlobalAccess::count(const Addresses &addresses, uint32_t mask,
                         unsigned bytes) {
  ++counters.globalRequests;
  if (mask == kAllLanes) {
    bool isRun = true, isSame = true;
    for (uint32_t lane = 1; lane < kLanes; ++lane) {
      isRun &= addresses.lane[lane] == addresses.lane[0] + lane * bytes;
      isSame &= addresses.lane[lane] == addresses.lane[0];
    }
    uint64_t last = isRun    ? addresses.lane[kLanes - 1]
                    : isSame ? addresses.lane[0]
                             : 0;
    if (isRun || isSame) {
      counters.globalSectors +=
          (last + bytes - 1) / 32 - addresses.lane[0] / 32 + 1;
      return;
    }
  }
  uint64_t sectors[kLanes * 2];
  uint32_t number = 0;
  forEachLane(mask, [&](uint32_t lane) {
    uint64_t begin = addresses.lane[lane] / 32,
             end = (addresses.lane[lane] + bytes - 1) / 32;
    sectors[number++] = begin;
    if (end != begin)
      sectors[number++] = end;
  });
  std::sort(sectors, sectors + number);
  counters.globalSectors +=
      uint64_t(std::unique(sectors, sectors + number) - sectors);
}

/// Executes an access of global memory.
void GlobalAccess::access(Warp &warp, const Instruction &instruction,
                          uint32_t mask, const Addresses &addresses,
                          bool isStore) {
  execution.checkWaited(warp, instruction, mask);
  unsigned bytes = getBytes(instruction.type) * instruction.count;
  uint64_t low = ~uint64_t(0), high = 0;
  forEachLane(mask, [&](uint32_t lane) {
    low = std::min(low, addresses.lane[lane]);
    high = std::max(high, addresses.lane[lane]);
  });
  count(addresses, mask, bytes);
  Allocation *allocation = find(instruction, low, high + bytes);
  if (allocation && allocation->isWritten.empty()) {
    uint8_t *host = allocation->data.data();
    uint64_t begin = allocation->begin;
    auto find = [&](uint32_t lane) {
      return host + (addresses.lane[lane] - begin);
    };
    if (isStore)
      moveAll<true>(warp, instruction, mask, find);
    else
      moveAll<false>(warp, instruction, mask, find);
    return;
  }
  uint8_t *slots[kLanes];
  constexpr unsigned mostBytes = 16;
  uint8_t seen[kLanes][mostBytes];
  forEachLane(mask, [&](uint32_t lane) {
    uint64_t address = addresses.lane[lane];
    Allocation *own = find(instruction, address, address + bytes);
    if (!own)
      execution.fail(instruction,
                     textOf(isStore ? "store" : "load", " of ", bytes,
                            " bytes outside of every allocation",
                            memory.describe(address)));
    uint64_t offset = address - own->begin;
    slots[lane] = own->data.data() + offset;
    if (own->isWritten.empty())
      return;
    if (isStore)
      std::memset(own->isWritten.data() + offset, 1, bytes);
    else if (bytes > mostBytes)
      checkWritten(instruction, *own, offset, bytes);
    else if (uint8_t *gaps =
                 fillGaps(instruction, *own, offset, bytes, seen[lane]))
      slots[lane] = gaps;
  });
  auto find = [&](uint32_t lane) { return slots[lane]; };
  if (isStore)
    moveAll<true>(warp, instruction, mask, find);
  else
    moveAll<false>(warp, instruction, mask, find);
}

uint8_t *GlobalAccess::reach(const BulkCopy &copy, uint64_t address,
                             uint64_t bytes, bool isStore) {
  Allocation *own = memory.find(address, bytes);
  if (!own && address >= kVariableWindow)
    own = find(*copy.instruction, address, address + bytes);
  if (!own)
    execution.fail(*copy.instruction,
                   textOf("a bulk copy of ", bytes,
                          " bytes outside of every allocation",
                          memory.describe(address)));
  uint64_t offset = address - own->begin;
  if (!own->isWritten.empty()) {
    if (isStore)
      std::memset(own->isWritten.data() + offset, 1, bytes);
    else
      checkWritten(*copy.instruction, *own, offset, unsigned(bytes));
  }
  return own->data.data() + offset;
}
