// Lanes.h: access to registers by lane
#ifndef SBP_RUNTIME_TESTING_CUDA_LANES_H
#define SBP_RUNTIME_TESTING_CUDA_LANES_H

#include "Execution.h"

namespace sbp::ptx {

/// Returns the number of lanes in a mask.
inline uint32_t countLanes(uint32_t mask) {
  return uint32_t(std::popcount(mask));
}

/// Returns the number of a thread of the block.
inline uint32_t getThread(const Warp &warp, uint32_t lane) {
  return warp.id * kLanes + lane;
}

/// Calls `function` with the index of every lane of `mask`.
template <typename Function>
void forEachLane(uint32_t mask, Function function) {
  for (; mask; mask &= mask - 1)
    function(uint32_t(std::countr_zero(mask)));
}

/// Assigns `value(lane)` to the lanes of `mask`. `value` may also be called for
/// other lanes, which lets the loop vectorise.
template <typename T, typename Value>
inline void setLanes(Warp &warp, const RegisterSlot &slot, uint32_t mask,
                     Value value) {
  T *to = warp.at<T>(slot);
  if (mask == kAllLanes) {
#pragma clang loop vectorize(assume_safety)
    for (uint32_t lane = 0; lane < kLanes; ++lane)
      to[lane] = value(lane);
    return;
  }
#pragma clang loop vectorize(assume_safety)
  for (uint32_t lane = 0; lane < kLanes; ++lane) {
    T computed = value(lane);
    to[lane] = (mask >> lane & 1) ? computed : to[lane];
  }
}

/// Sets a predicate to `value(lane)` in the lanes of `mask`. `value` is called
/// for all lanes.
template <typename Value>
inline void setPredicate(Warp &warp, const RegisterSlot &slot, uint32_t mask,
                         Value value) {
  uint32_t bits = 0;
  for (uint32_t lane = 0; lane < kLanes; ++lane)
    bits |= uint32_t(value(lane)) << lane;
  uint32_t &to = warp.predicate(slot);
  to = (to & ~mask) | (bits & mask);
}

/// Returns the bits of one lane of a register of any width; a predicate gives 0
/// or 1.
inline uint64_t getBits(Warp &warp, const RegisterSlot &slot, uint32_t lane) {
  switch (slot.bytes) {
  case 0:
    return (warp.predicate(slot) >> lane & 1) ^ uint64_t(slot.isNegated);
  case 2:
    return warp.at<uint16_t>(slot)[lane];
  case 4:
    return warp.at<uint32_t>(slot)[lane];
  default:
    return warp.at<uint64_t>(slot)[lane];
  }
}

/// Sets one lane of a register of any width to the low `bits`; a predicate
/// takes bit 0.
inline void setBits(Warp &warp, const RegisterSlot &slot, uint32_t lane,
                    uint64_t bits) {
  switch (slot.bytes) {
  case 0: {
    uint32_t &to = warp.predicate(slot);
    to = (to & ~(1u << lane)) | uint32_t(bits & 1) << lane;
    return;
  }
  case 2:
    warp.at<uint16_t>(slot)[lane] = uint16_t(bits);
    return;
  case 4:
    warp.at<uint32_t>(slot)[lane] = uint32_t(bits);
    return;
  default:
    warp.at<uint64_t>(slot)[lane] = bits;
  }
}
} // namespace sbp::ptx

#endif // SBP_RUNTIME_TESTING_CUDA_LANES_H
