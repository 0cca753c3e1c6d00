// TopK.h: candidates for the greatest elements of a row
//
// One number each, greater where the candidate comes first: the key above, the
// index, reversed, below. For all instruction sets.
#ifndef SBP_RUNTIME_DEVICE_HOST_TOPK_H
#define SBP_RUNTIME_DEVICE_HOST_TOPK_H

#include <stdint.h>

namespace sbp {

static inline uint64_t makeCandidate(int32_t key, int64_t index) {
  uint32_t rising = uint32_t(key) ^ 0x80000000u;
  return uint64_t(rising) << 32 | (0xffffffffu - uint32_t(index));
}
static inline int32_t getKey(uint64_t candidate) {
  return int32_t(uint32_t(candidate >> 32) ^ 0x80000000u);
}
static inline int64_t getIndex(uint64_t candidate) {
  return 0xffffffffu - uint32_t(candidate);
}

/// The k greatest come to the front, the least of them as the last of k.
void selectGreatest(uint64_t *candidates, int64_t count, int64_t k);
/// Falling.
void sortGreatest(uint64_t *candidates, int64_t count);

} // namespace sbp

#endif // SBP_RUNTIME_DEVICE_HOST_TOPK_H
