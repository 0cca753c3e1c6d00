// TopKRows.h: the k greatest elements of rows, in order
//
// Elements are compared by integer keys that rise in the order of nn.top_k
// (zeros are equal, NaN is above all numbers); of equal keys the lower index
// comes first. Short rows of floats are processed one row per vector lane, by
// insertion into a sorted list of the best. For others, candidates above the
// k-th best so far are collected, and when their buffer is full, the k best of
// them are selected (quickselect). Both ways give the same indices. Example:
// the top 2 of [3, 9, 5, 9] are values [9, 9], indices [1, 3].
#ifndef SBP_RUNTIME_DEVICE_HOST_TOPKROWS_H
#define SBP_RUNTIME_DEVICE_HOST_TOPKROWS_H

#include "TopK.h"
#include "VectorMath.h"

namespace {

/// A vector of integer keys, one per float.
using Keys = typename Bits<float>::Vector;
constexpr int kKeyLanes = Vectors<float>::kLanes;
/// The longest rows, and the largest k, that are processed one row per lane.
constexpr int64_t kMaxLaneColumns = 2048, kMaxLaneK = 96;

/// Returns keys with the value in all lanes.
SBP_INLINE Keys fillKeys(int32_t value) { return Keys{} + value; }

/// Returns the keys of floats: their bits, with the magnitude of negative
/// numbers inverted.
SBP_INLINE Keys getKeys(Vector<float> x, const float *) {
  Keys bits = reinterpret_cast<Keys>(x);
  Keys keys = bits ^ ((bits >> 31) & 0x7fffffff);
  keys = x == 0 ? Keys{} : keys;
  return x != x ? fillKeys(0x7fffffff) : keys;
}
/// Integers are their own keys.
SBP_INLINE Keys getKeys(Vector<float> x, const int32_t *) {
  return reinterpret_cast<Keys>(x);
}

/// Returns a mask whose bit i is set where lane i is true.
SBP_INLINE uint32_t getMask(Keys isTrue) {
#ifdef __AVX512F__
  return _mm512_movepi32_mask((__m512i)isTrue);
#else
  return uint32_t(_mm256_movemask_ps((__m256)isTrue));
#endif
}

/// Loads and stores of whole vectors of keys, without alignment.
SBP_INLINE Keys loadKeys(const int32_t *from) {
  return reinterpret_cast<Keys>(load(reinterpret_cast<const float *>(from)));
}
SBP_INLINE void storeKeys(int32_t *to, Keys keys) {
  store(reinterpret_cast<float *>(to), reinterpret_cast<Vector<float>>(keys));
}

/// The best elements so far, one row per lane: [position][lane], in descending
/// order.
struct LaneBest {
  alignas(64) int32_t keys[kMaxLaneK * kKeyLanes];
  alignas(64) int32_t indices[kMaxLaneK * kKeyLanes];
};

/// Inserts element `index` of each lane into the best of its row. Equal
/// elements were inserted before.
SBP_INLINE void insert(LaneBest &best, int64_t k, Keys key, int32_t index) {
  int64_t j = k - 1;
  Keys enters = key > loadKeys(best.keys + j * kKeyLanes);
  if (!getMask(enters))
    return;
  const Keys position = fillKeys(index);
  for (; j > 0; --j) {
    int32_t *keys = best.keys + j * kKeyLanes;
    int32_t *indices = best.indices + j * kKeyLanes;
    Keys above = loadKeys(keys - kKeyLanes);
    Keys passes = key > above;
    // An element that is passed moves down by one.
    storeKeys(keys, enters ? (passes ? above : key) : loadKeys(keys));
    storeKeys(indices, enters
                           ? (passes ? loadKeys(indices - kKeyLanes) : position)
                           : loadKeys(indices));
    enters = passes;
    if (!getMask(enters))
      return;
  }
  storeKeys(best.keys, enters ? key : loadKeys(best.keys));
  storeKeys(best.indices, enters ? position : loadKeys(best.indices));
}

/// A set of rows: elements of a row are `column` apart, rows are `row` apart,
/// both in elements of 4 bytes. Integers are passed by their bits.
struct Rows {
  const float *data;
  int64_t columns, column, row;
};

/// Finds the best k elements of kKeyLanes rows of T, one row per lane. Requires
/// k <= kMaxLaneK and k <= rows.columns.
template <typename T>
void chooseInLanes(const Rows &rows, int64_t k, LaneBest &best) {
  for (int64_t i = 0; i < k * kKeyLanes; ++i) {
    best.keys[i] = INT32_MIN;
    best.indices[i] = INT32_MAX;
  }
  const T *kind = nullptr;
  auto take = [&](Vector<float> x, int64_t j) __attribute__((always_inline)) {
    insert(best, k, getKeys(x, kind), int32_t(j));
  };
  int64_t j = 0;
  if (rows.row == 1) {
    for (; j < rows.columns; ++j)
      take(load(rows.data + j * rows.column), j);
    return;
  }
  constexpr int part = Vectors<float>::kPartLanes;
  for (; j + part <= rows.columns; j += part) {
    Vector<float> step[part];
    loadColumns(rows.data + j, rows.row, step);
    for (int p = 0; p < part; ++p)
      take(step[p], j + p);
  }
  for (; j < rows.columns; ++j) {
    Vector<float> x;
    for (int lane = 0; lane < kKeyLanes; ++lane)
      x[lane] = rows.data[lane * rows.row + j];
    take(x, j);
  }
}

/// Finds the best elements of one contiguous row, in order, as candidates.
/// `room` is the capacity of `candidates`, at least k + kKeyLanes. Returns
/// their number, at most k.
template <typename T>
int64_t chooseInRow(const float *row, int64_t columns, int64_t k,
                    uint64_t *candidates, int64_t room) {
  const T *kind = nullptr;
  int64_t count = 0;
  bool isFull = false; // k candidates exist: only greater ones enter
  int32_t last = 0;
  for (int64_t j = 0; j < columns; j += kKeyLanes) {
    int64_t left = columns - j;
    Keys keys = getKeys(left >= kKeyLanes ? load(row + j)
                                          : loadFirst(row + j, int(left)),
                        kind);
    uint32_t mask = isFull ? getMask(keys > last) : ~0u;
    if (left < kKeyLanes)
      mask &= (1u << left) - 1;
    else
      mask &= uint32_t((uint64_t(1) << kKeyLanes) - 1);
    if (!mask)
      continue;
    int32_t lanes[kKeyLanes];
    storeKeys(lanes, keys);
    for (; mask; mask &= mask - 1) {
      int lane = __builtin_ctz(mask);
      candidates[count++] = sbp::makeCandidate(lanes[lane], j + lane);
    }
    if (count + kKeyLanes > room) {
      sbp::selectGreatest(candidates, count, k);
      count = k;
      isFull = true;
      last = sbp::getKey(candidates[k - 1]);
    }
  }
  if (count > k) {
    sbp::selectGreatest(candidates, count, k);
    count = k;
  }
  sbp::sortGreatest(candidates, count);
  return count;
}

/// The results of a row: `write` stores one value and index at position
/// `place`. An element that does not exist gives `fill` and the greatest index.
template <typename T, typename Index> struct Results {
  T *values;
  Index *indices;
  T fill;
  int64_t step; ///< distance between two positions

  SBP_INLINE void write(const T *row, int64_t column, int64_t place,
                        int64_t index, bool exists) const {
    values[place * step] = exists ? row[index * column] : fill;
    indices[place * step] =
        exists ? Index(index) : Index(~uint64_t(0) >> (65 - 8 * sizeof(Index)));
  }
};

/// Computes the top k of [outer][columns][inner] as [outer][k][inner]; `fill`
/// stands for elements that shorter rows do not have.
template <typename T, typename Index>
void topK(const int64_t *words, void *const *buffers, T fill) {
  const int64_t outer = words[0], columns = words[1], inner = words[2];
  const int64_t k = words[3], room = words[6];
  const T *data = static_cast<const T *>(buffers[0]);
  T *values = static_cast<T *>(buffers[1]);
  auto *indices = static_cast<Index *>(buffers[2]);
  auto *scratch = static_cast<uint64_t *>(buffers[3]);
  const int64_t kept = k < columns ? k : columns, all = outer * inner;
  auto rowAt = [&](int64_t row) {
    return data + row / inner * columns * inner + row % inner;
  };
  auto resultsAt = [&](int64_t row) -> Results<T, Index> {
    int64_t offset = row / inner * k * inner + row % inner;
    return {values + offset, indices + offset, fill, inner};
  };
  LaneBest best;
  auto runLanes = [&](int64_t first, int64_t rowStep) {
    chooseInLanes<T>(Rows{reinterpret_cast<const float *>(rowAt(first)),
                          columns, inner, rowStep},
                     kept, best);
    for (int lane = 0; lane < kKeyLanes; ++lane)
      for (int64_t p = 0; p < k; ++p)
        resultsAt(first + lane)
            .write(rowAt(first + lane), inner, p,
                   p < kept ? best.indices[p * kKeyLanes + lane] : 0, p < kept);
  };
  // Integers may equal the filler of the lanes, so only floats use them.
  bool isShort =
      __is_same(T, float) && columns <= kMaxLaneColumns && kept <= kMaxLaneK;
  if (isShort && inner == 1 && all >= kKeyLanes) {
    // The last rows are processed again where they do not fill the lanes.
    for (int64_t row = 0; row < all; row += kKeyLanes)
      runLanes(row + kKeyLanes <= all ? row : all - kKeyLanes, columns);
    return;
  }
  if (isShort && inner >= kKeyLanes) {
    for (int64_t o = 0; o < outer; ++o)
      for (int64_t i = 0; i < inner; i += kKeyLanes)
        runLanes(o * inner + (i + kKeyLanes <= inner ? i : inner - kKeyLanes),
                 1);
    return;
  }
  // A strided row is copied after the candidates first.
  T *copy = reinterpret_cast<T *>(scratch + room);
  for (int64_t row = 0; row < all; ++row) {
    const T *from = rowAt(row);
    if (inner != 1) {
      for (int64_t j = 0; j < columns; ++j)
        copy[j] = from[j * inner];
      from = copy;
    }
    int64_t count = chooseInRow<T>(reinterpret_cast<const float *>(from),
                                   columns, kept, scratch, room);
    for (int64_t p = 0; p < k; ++p)
      resultsAt(row).write(
          from, 1, p, p < count ? sbp::getIndex(scratch[p]) : 0, p < count);
  }
}

/// Implements the service top_k on one thread. SBP_TOP_K_WORDS describes
/// `words` and `buffers`, which belong to the caller.
void topKOfRows(const int64_t *words, void *const *buffers, const int64_t *) {
  bool isInteger = words[4] != 0, isLong = words[5] != 0;
  float lowest = -__builtin_inff();
  if (isInteger && isLong)
    topK<int32_t, int64_t>(words, buffers, INT32_MIN);
  else if (isInteger)
    topK<int32_t, int32_t>(words, buffers, INT32_MIN);
  else if (isLong)
    topK<float, int64_t>(words, buffers, lowest);
  else
    topK<float, int32_t>(words, buffers, lowest);
}

} // namespace

#endif // SBP_RUNTIME_DEVICE_HOST_TOPKROWS_H
