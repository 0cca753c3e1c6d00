// LaneMoves.h: values between memory and the registers of a warp
#ifndef SBP_RUNTIME_TESTING_CUDA_LANEMOVES_H
#define SBP_RUNTIME_TESTING_CUDA_LANEMOVES_H

#include "Lanes.h"
#include <cstring>

namespace sbp::ptx {

/// Moves one value of a vector access between memory and a register, for all
/// lanes of `mask`.
template <typename Memory, typename Register, bool isStore, typename Find>
inline void move(Warp &warp, const RegisterSlot &slot, uint32_t mask,
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
inline void moveTo(Warp &warp, const RegisterSlot &slot, uint32_t mask,
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
inline void moveAll(Warp &warp, const Instruction &instruction, uint32_t mask,
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

} // namespace sbp::ptx

#endif // SBP_RUNTIME_TESTING_CUDA_LANEMOVES_H
