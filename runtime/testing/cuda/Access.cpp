// Access.cpp: checked loads and stores of the PTX executor
//
// An access is split by the space of each lane's address.
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

void Execution::checkParameter(const Instruction &instruction) const {
  uint64_t bytes = getBytes(instruction.type) * instruction.count;
  uint64_t limit = launch.parameters.size();
  auto offset = uint64_t(instruction.offset);
  if (offset > limit || bytes > limit - offset)
    fail(instruction,
         textOf("reads byte ", instruction.offset,
                " of the kernel's parameters, which have ", limit));
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
    shared.access(warp, instruction, inShared, addresses, isStore);
  if (mask & ~inShared)
    global.access(warp, instruction, mask & ~inShared, addresses, isStore);
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
    if (address > shared.getBytes() || bytes > shared.getBytes() - address)
      fail(instruction, "an atomic access outside of shared memory");
    const uint8_t *states = warp.block->isWritten.data() + address;
    if (std::memchr(states, Unwritten, bytes))
      fail(instruction, "an atomic access to memory that was never written");
    if (std::memchr(states, Arriving, bytes))
      fail(instruction,
           "an atomic access of " + shared.describeByte(*warp.block, address));
    return warp.block->shared.data() + address;
  }
  checkWaited(warp, instruction, warp.simtStack.back().mask);
  Allocation *own = global.find(instruction, address, address + bytes);
  if (!own)
    fail(instruction, textOf("an atomic access outside of every allocation",
                             global.describe(address)));
  if (!own->isWritten.empty())
    global.checkWritten(instruction, *own, address - own->begin, bytes);
  return own->data.data() + (address - own->begin);
}
