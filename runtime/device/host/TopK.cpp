// TopK.cpp: selection among candidates, for all instruction sets
#include "TopK.h"
#include <algorithm>
#include <functional>

void sbp::selectGreatest(uint64_t *candidates, int64_t count, int64_t k) {
  std::nth_element(candidates, candidates + k - 1, candidates + count,
                   std::greater<uint64_t>());
}

void sbp::sortGreatest(uint64_t *candidates, int64_t count) {
  std::sort(candidates, candidates + count, std::greater<uint64_t>());
}
