// KeyWindow.cpp: the keys that queries of attention see by their positions

#include "sbp/Dialect/NN/IR/Attention/KeyWindow.h"
#include <algorithm>

using namespace sbp;
using namespace sbp::nn;

/// Kernels take keys in blocks of so many.
static constexpr int64_t kKeyBlock = 128;

Interval KeyWindow::getKeys(int64_t query, int64_t offset, int64_t keys) const {
  int64_t position = query + offset;
  int64_t begin = std::clamp<int64_t>(position - back, 0, keys);
  int64_t end = std::clamp<int64_t>(position + forward + 1, begin, keys);
  return {begin, end};
}

bool KeyWindow::hides(int64_t queries, int64_t keys, int64_t offset) const {
  if (queries == 0 || keys == 0)
    return false;
  return getKeys(0, offset, keys).end < keys ||
         getKeys(queries - 1, offset, keys).begin > 0;
}

double KeyWindow::countPairs(int64_t queries, int64_t keys,
                             int64_t offset) const {
  double pairs = 0;
  for (int64_t key = 0; key < keys; key += kKeyBlock) {
    int64_t size = std::min(kKeyBlock, keys - key);
    int64_t first = std::max<int64_t>(0, key - forward - offset);
    int64_t end = std::min(queries, key + size + back - offset);
    pairs += static_cast<double>(size) * std::max<int64_t>(0, end - first);
  }
  return pairs;
}

int64_t KeyWindow::countMostKeys(int64_t queries, int64_t keys,
                                 int64_t offset) const {
  if (queries == 0)
    return 0;
  // The number rises until windows no longer begin at key 0, and falls from
  // there on or later.
  int64_t query = std::clamp<int64_t>(back - offset, 0, queries - 1);
  return getKeys(query, offset, keys).size();
}
