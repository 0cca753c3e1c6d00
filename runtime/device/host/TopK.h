// TopK.h: candidates for the greatest elements of a row
//
// A candidate is one 64-bit number: the key in the upper half, the reversed
// index in the lower half. A greater number comes first in the result, so ties
// are resolved by the lower index. These functions are compiled once for all
// instruction sets.
#ifndef SBP_RUNTIME_DEVICE_HOST_TOPK_H
#define SBP_RUNTIME_DEVICE_HOST_TOPK_H

#include <stdint.h>

namespace sbp {

/// Returns the candidate of a key and an index below 2^32.
static inline uint64_t makeCandidate(int32_t key, int64_t index) {
  uint32_t rising = uint32_t(key) ^ 0x80000000u;
  return uint64_t(rising) << 32 | (0xffffffffu - uint32_t(index));
}
/// Returns the key of a candidate.
static inline int32_t getKey(uint64_t candidate) {
  return int32_t(uint32_t(candidate >> 32) ^ 0x80000000u);
}
/// Returns the index of a candidate, from 0 to 2^32 - 1.
static inline int64_t getIndex(uint64_t candidate) {
  return 0xffffffffu - uint32_t(candidate);
}

/// Moves the k greatest of `count` candidates to the front, the least of them
/// to position k - 1 (std::nth_element). Requires 1 <= k <= count.
void selectGreatest(uint64_t *candidates, int64_t count, int64_t k);
/// Sorts `count` candidates in descending order.
void sortGreatest(uint64_t *candidates, int64_t count);

} // namespace sbp

#endif // SBP_RUNTIME_DEVICE_HOST_TOPK_H
