// Access.cpp: checked loads and stores of the PTX executor
//
// Global memory: an access must lie in one allocation and read initialised
// bytes. If one allocation holds the addresses of all lanes and all of it is
// initialised, the lanes are accessed by one loop; otherwise lane by lane.
// Shared memory: races are detected by barrier epochs. Each 4-byte word stores
// the last writer and reader as (epoch, warp); two different warps in one
// epoch, one of them a writer, have no order:
//
//   warp 0: st.shared [0]; warp 1: ld.shared [0]             race
//   warp 0: st.shared [0]; bar.sync; warp 1: ld.shared [0]   none: a new epoch
//
// A word that is accessed in parts keeps one record per byte.
#include "Lanes.h"
#include <algorithm>
#include <cstring>

using namespace sbp;
using namespace sbp::ptx;

Addresses Execution::getAddresses(Warp &warp,
                                  const Instruction &instruction) const {
  Addresses addresses;
  const RegisterSlot &slot = instruction.source[4];
  uint64_t offset = uint64_t(instruction.offset);
  if (!slot.isUsed) {
    std::fill_n(addresses.lane, kLanes, offset);
  } else if (slot.bytes == 8) {
    const uint64_t *base = warp.at<uint64_t>(slot);
    for (uint32_t lane = 0; lane < kLanes; ++lane)
      addresses.lane[lane] = base[lane] + offset;
  } else {
    const uint32_t *base = warp.at<uint32_t>(slot);
    for (uint32_t lane = 0; lane < kLanes; ++lane)
      addresses.lane[lane] = base[lane] + offset;
  }
  return addresses;
}

/// Returns the allocation that contains [low, end), null if there is none. The
/// last one of the same instruction is tried first.
Allocation *Execution::findAllocation(const Instruction &instruction,
                                      uint64_t low, uint64_t end) {
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
void Execution::checkWritten(const Instruction &instruction,
                             const Allocation &allocation, uint64_t offset,
                             unsigned bytes) const {
  for (unsigned i = 0; i < bytes; ++i)
    if (!allocation.isWritten[offset + i])
      fail(instruction, textOf("reads byte ", offset + i, " of '",
                               allocation.name, "', which was never written"));
}

/// Fills the uninitialised bytes of a load with random ones. LLVM's
/// LoadStoreVectorizer widens loads over gaps and ends within an aligned word
/// and discards the surplus bytes. A kernel that uses one gives different
/// numbers for every seed.
uint8_t *Execution::fillGaps(const Instruction &instruction,
                             const Allocation &allocation, uint64_t offset,
                             unsigned bytes, uint8_t *seen) {
  checkWritten(instruction, allocation, offset, 1);
  const uint8_t *isWritten = allocation.isWritten.data() + offset;
  if (!std::memchr(isWritten, 0, bytes))
    return nullptr;
  for (unsigned i = 0; i < bytes; ++i)
    seen[i] =
        isWritten[i] ? allocation.data[offset + i] : uint8_t(random() >> 7);
  return seen;
}

/// Moves one value of a vector access between memory and a register, for all
/// lanes of `mask`.
template <typename Memory, typename Register, bool isStore, typename Find>
static void move(Warp &warp, const RegisterSlot &slot, uint32_t mask,
                 Find find) {
  Register *registers = warp.at<Register>(slot);
  auto one = [&](uint32_t lane) {
    uint8_t *memory = find(lane);
    if constexpr (isStore) {
      Memory value = Memory(registers[lane]);
      std::memcpy(memory, &value, sizeof(Memory));
    } else {
      Memory value;
      std::memcpy(&value, memory, sizeof(Memory));
      registers[lane] = Register(std::make_signed_t<Register>(value));
    }
  };
  if (mask == kAllLanes)
    for (uint32_t lane = 0; lane < kLanes; ++lane)
      one(lane);
  else
    forEachLane(mask, one);
}

template <typename Memory, bool isStore, typename Find>
static void moveTo(Warp &warp, const RegisterSlot &slot, uint32_t mask,
                   Find find) {
  if (slot.bytes == 2)
    move<Memory, uint16_t, isStore>(warp, slot, mask, find);
  else if (slot.bytes == 4)
    move<Memory, uint32_t, isStore>(warp, slot, mask, find);
  else if (slot.bytes == 8)
    move<Memory, uint64_t, isStore>(warp, slot, mask, find);
}

/// Moves all values of an access; `find` returns a lane's host memory.
template <bool isStore, typename Find>
static void moveAll(Warp &warp, const Instruction &instruction, uint32_t mask,
                    Find find) {
  unsigned bytes = getBytes(instruction.type);
  for (unsigned i = 0; i < instruction.count; ++i) {
    const RegisterSlot &slot =
        isStore ? instruction.source[i] : instruction.destination[i];
    if (!slot.isUsed)
      continue;
    auto part = [&](uint32_t lane) { return find(lane) + i * bytes; };
    bool extends = isSigned(instruction.type);
    switch (bytes) {
    case 1:
      extends ? moveTo<int8_t, isStore>(warp, slot, mask, part)
              : moveTo<uint8_t, isStore>(warp, slot, mask, part);
      break;
    case 2:
      extends ? moveTo<int16_t, isStore>(warp, slot, mask, part)
              : moveTo<uint16_t, isStore>(warp, slot, mask, part);
      break;
    case 4:
      extends ? moveTo<int32_t, isStore>(warp, slot, mask, part)
              : moveTo<uint32_t, isStore>(warp, slot, mask, part);
      break;
    default:
      moveTo<uint64_t, isStore>(warp, slot, mask, part);
    }
  }
}

/// Counts the 32-byte sectors that the lanes of one request access, as the
/// hardware's coalescing does.
void Execution::count(const Addresses &addresses, uint32_t mask,
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
void Execution::accessGlobal(Warp &warp, const Instruction &instruction,
                             uint32_t mask, const Addresses &addresses,
                             bool isStore) {
  checkWaited(warp, instruction, mask);
  unsigned bytes = getBytes(instruction.type) * instruction.count;
  uint64_t low = ~uint64_t(0), high = 0;
  forEachLane(mask, [&](uint32_t lane) {
    low = std::min(low, addresses.lane[lane]);
    high = std::max(high, addresses.lane[lane]);
  });
  count(addresses, mask, bytes);
  Allocation *allocation = findAllocation(instruction, low, high + bytes);
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
    Allocation *own = findAllocation(instruction, address, address + bytes);
    if (!own)
      fail(instruction, textOf(isStore ? "store" : "load", " of ", bytes,
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

/// Checks an access of shared memory for races and records it.
void Execution::checkRace(Block &block, uint32_t actor,
                          const Instruction &instruction, uint64_t offset,
                          unsigned bytes, bool isStore) {
  uint32_t now = block.generation << 6, tag = now | (actor + 1);
  auto isOther = [&](uint32_t other) {
    return other != tag && (other & ~63u) == now && (other & 63);
  };
  auto recordAccess = [&](AccessRecord &record) {
    if (isOther(record.writer) || (isStore && isOther(record.reader)))
      fail(instruction,
           textOf("race on shared memory at byte ", offset, ": ",
                  actor < kLanes
                      ? textOf("warp ", actor)
                      : textOf("block ", actor - kLanes, " of the cluster"),
                  isStore ? " writes" : " reads", " what another warp ",
                  isOther(record.writer) ? "wrote" : "read",
                  " without a barrier between them"));
    if (isStore)
      record.writer = tag;
    else
      record.reader = isOther(record.reader) ? now | AccessRecord::kMany : tag;
  };
  uint64_t end = offset + bytes;
  for (uint64_t word = offset / 4; 4 * word < end; ++word) {
    AccessRecord &whole = block.words[word];
    bool isByBytes = whole.writer == (now | AccessRecord::kBytes);
    if (!isByBytes && bytes >= 4) {
      recordAccess(whole);
      continue;
    }
    if (block.bytes.empty())
      block.bytes.resize(4 * block.words.size());
    AccessRecord *each = &block.bytes[4 * word];
    if (!isByBytes)
      std::fill_n(each, 4, whole);
    whole.writer = now | AccessRecord::kBytes;
    for (uint64_t byte = std::max(offset, 4 * word);
         byte < std::min(end, 4 * word + 4); ++byte)
      recordAccess(each[byte - 4 * word]);
  }
}

/// Describes a byte of shared memory that is not there to be read.
std::string Execution::describeByte(const Block &block, uint64_t offset) const {
  for (const BulkCopy &copy : block.async.copies)
    if (copy.isLoad && offset >= copy.shared &&
        offset - copy.shared < copy.bytes)
      return textOf("byte ", offset,
                    " of shared memory, where the copy of PTX ", "line ",
                    copy.instruction->line, " may not have landed");
  return textOf("shared memory at byte ", offset, ", which was never written");
}

uint8_t *Execution::reachShared(Warp &warp, const Instruction &instruction,
                                uint32_t offset, unsigned bytes, bool isStore) {
  return reachShared(*warp.block, warp.id, instruction, offset, bytes, isStore);
}

uint8_t *Execution::reachShared(Block &block, uint32_t actor,
                                const Instruction &instruction, uint32_t offset,
                                unsigned bytes, bool isStore) {
  uint8_t *states = block.isWritten.data() + offset;
  checkRace(block, actor, instruction, offset, bytes, isStore);
  if (std::memchr(states, OfBarrier, bytes))
    fail(instruction, textOf("accesses the mbarrier at byte ", offset));
  if (!isStore && std::memchr(states, Unwritten, bytes))
    fail(instruction, "reads " + describeByte(block, offset));
  if (isStore) {
    if (!block.async.copies.empty())
      checkStoreSources(block, instruction, offset, bytes);
    std::memset(states, int(FirstUnfenced + actor), bytes);
  }
  return block.shared.data() + offset;
}

void Execution::checkParameter(const Instruction &instruction) const {
  uint64_t bytes = getBytes(instruction.type) * instruction.count;
  uint64_t limit = launch.parameters.size();
  auto offset = uint64_t(instruction.offset);
  if (offset > limit || bytes > limit - offset)
    fail(instruction,
         textOf("reads byte ", instruction.offset,
                " of the kernel's parameters, which have ", limit));
}

/// Executes an access of shared memory, with checks of bounds, races and
/// initialisation.
void Execution::accessShared(Warp &warp, const Instruction &instruction,
                             uint32_t mask, const Addresses &addresses,
                             bool isStore) {
  unsigned bytes = getBytes(instruction.type) * instruction.count;
  Block &block = *warp.block;
  ++counters.sharedRequests;
  uint64_t last = ~uint64_t(0);
  forEachLane(mask, [&](uint32_t lane) {
    uint64_t offset = addresses.lane[lane];
    if (offset == last)
      return;
    last = offset;
    if (offset > sharedBytes || bytes > sharedBytes - offset)
      fail(instruction, textOf(isStore ? "store" : "load", " of ", bytes,
                               " bytes at byte ", int64_t(offset),
                               " of shared memory, which has ", sharedBytes));
    reachShared(warp, instruction, uint32_t(offset), bytes, isStore);
  });
  auto find = [&](uint32_t lane) {
    return block.shared.data() + addresses.lane[lane];
  };
  if (isStore)
    moveAll<true>(warp, instruction, mask, find);
  else
    moveAll<false>(warp, instruction, mask, find);
}

/// Executes an access of any space. Lanes with a generic address may access
/// global and shared memory in one instruction.
void Execution::access(Warp &warp, const Instruction &instruction,
                       uint32_t mask, bool isStore) {
  Addresses addresses = getAddresses(warp, instruction);
  unsigned bytes = getBytes(instruction.type) * instruction.count;
  uint64_t low = 0;
  bool isShared = instruction.space == Space::Shared;
  uint32_t inShared = isShared ? mask : 0;
  forEachLane(mask, [&](uint32_t lane) {
    low |= addresses.lane[lane];
    if (!isShared && addresses.lane[lane] >= kSharedWindow) {
      inShared |= 1u << lane;
      addresses.lane[lane] -= kSharedWindow;
    }
    if (inShared >> lane & 1)
      addresses.lane[lane] =
          getOwnOffset(warp, instruction, addresses.lane[lane]);
  });
  if (low & (bytes - 1))
    fail(instruction, textOf("misaligned access of ", bytes, " bytes"));
  if (instruction.space == Space::Global && inShared)
    fail(instruction, "a global access of shared memory");
  if (inShared)
    accessShared(warp, instruction, inShared, addresses, isStore);
  if (mask & ~inShared)
    accessGlobal(warp, instruction, mask & ~inShared, addresses, isStore);
}

void Execution::load(Warp &warp, const Instruction &instruction,
                     uint32_t mask) {
  access(warp, instruction, mask, /*isStore=*/false);
}
void Execution::store(Warp &warp, const Instruction &instruction,
                      uint32_t mask) {
  access(warp, instruction, mask, /*isStore=*/true);
}

// Atomics on shared memory have no race among each other, so none is recorded.
uint8_t *Execution::reach(Warp &warp, const Instruction &instruction,
                          Space space, uint64_t address, unsigned bytes) {
  if (address & (bytes - 1))
    fail(instruction, textOf("misaligned access of ", bytes, " bytes"));
  if (space == Space::Generic && address >= kSharedWindow) {
    address -= kSharedWindow;
    space = Space::Shared;
  }
  if (space == Space::Shared) {
    address = getOwnOffset(warp, instruction, address);
    if (address > sharedBytes || bytes > sharedBytes - address)
      fail(instruction, "an atomic access outside of shared memory");
    if (std::memchr(warp.block->isWritten.data() + address, 0, bytes))
      fail(instruction, "an atomic access to memory that was never written");
    return warp.block->shared.data() + address;
  }
  checkWaited(warp, instruction, warp.simtStack.back().mask);
  Allocation *own = findAllocation(instruction, address, address + bytes);
  if (!own)
    fail(instruction, textOf("an atomic access outside of every allocation",
                             memory.describe(address)));
  if (!own->isWritten.empty())
    checkWritten(instruction, *own, address - own->begin, bytes);
  return own->data.data() + (address - own->begin);
}
