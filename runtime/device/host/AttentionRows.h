// AttentionRows.h: the softmax of one row of scores
#ifndef SBP_RUNTIME_DEVICE_HOST_ATTENTIONROWS_H
#define SBP_RUNTIME_DEVICE_HOST_ATTENTIONROWS_H

#include "GemmBlocks.h"
#include "VectorMath.h"

namespace {

/// Keys per block. The value is equal for all instruction sets, since the bits
/// of the results depend on it.
constexpr int64_t kKeyBlock = 128;
/// Columns whose sums are formed together begin at multiples of it.
template <typename T> constexpr int kGroup = kBlockParts * Vectors<T>::kLanes;

/// The running maximum and sum of a query.
template <typename T> struct RowState {
  T maximum = -T(__builtin_inf());
  T sum = 0;
};

/// The scores of one query in a block of keys, a column each.
template <typename T> struct ScoreRow {
  int first;      ///< a multiple of kGroup; earlier columns are not touched
  int count;      ///< end of the columns
  int begin, end; ///< columns that are visible to the query
  T scale;
  const T *mask; ///< mask of column 0; null without a mask
  int maskStep;  ///< 0 for one mask value for all keys, else 1
};

/// Scales and masks the scores; hidden keys and those after the last one become
/// -inf. Returns the maximum of the scores and `maximum`, ignoring NaN.
template <typename T>
SBP_INLINE T maskScores(T *scores, const ScoreRow<T> &row, T maximum) {
  constexpr int lanes = Vectors<T>::kLanes;
  const T lowest = -T(__builtin_inf());
  const Vector<T> scale = broadcast(row.scale);
  Vector<T> highest = broadcast(maximum);
  for (int j = row.first; j < row.count; j += lanes) {
    Vector<T> x = load(scores + j);
    int left = row.count - j;
    if (row.mask) {
      Vector<T> mask = row.maskStep == 0 ? broadcast(*row.mask)
                       : left >= lanes   ? load(row.mask + j)
                                         : loadFirst(row.mask + j, left);
      x = multiplyAdd(x, scale, mask);
      // A hidden key may hold a NaN.
      x = mask == broadcast(lowest) ? mask : x;
    } else {
      x = x * scale;
    }
    if (row.end - j < lanes)
      x = keepFirst(x, row.end - j, lowest);
    if (row.begin > j)
      x = dropFirst(x, row.begin - j, lowest);
    store(scores + j, x);
    highest = x > highest ? x : highest;
  }
  return findMaximum<T>(highest);
}

/// Replaces the scores from `first`, a multiple of kGroup, to `count` and up to
/// the next multiple of kGroup by exp(score - base). Returns their sum.
template <typename T>
SBP_INLINE T exponentiate(T *scores, int first, int count, T base) {
  constexpr int lanes = Vectors<T>::kLanes;
  Vector<T> sums[kBlockParts] = {};
  for (int j = first; j < count; j += kGroup<T>)
    SBP_UNROLL
  for (int part = 0; part < kBlockParts; ++part) {
    T *at = scores + j + part * lanes;
    Vector<T> x = load(at);
    if (count - j - part * lanes < lanes)
      x = keepFirst(x, count - j - part * lanes, -T(__builtin_inf()));
    Vector<T> weight = exponential<T>(x - broadcast(base));
    store(at, weight);
    sums[part] += weight;
  }
  return addLanes<T>(sums);
}

/// Replaces the scores of a row by weights relative to the new maximum, updates
/// `state`, and rescales its sum and `y`, the `width` results of the blocks
/// before. `y` is null in the first block. What a factor of 0 scales becomes 0,
/// finite or not.
template <typename T>
SBP_INLINE void weigh(T *scores, const ScoreRow<T> &row, RowState<T> &state,
                      T *y, int64_t width) {
  T maximum = maskScores(scores, row, state.maximum);
  // A query without a visible key so far has weights of 0, not exp(-inf + inf).
  T base = maximum == -T(__builtin_inf()) ? T(0) : maximum;
  T sum = exponentiate(scores, row.first, row.count, base);
  if (maximum != state.maximum) {
    T shrink = exponential<T>(broadcast(state.maximum - base))[0];
    state.sum *= shrink;
    state.maximum = maximum;
    if (y)
      for (int64_t j = 0; j < width; ++j)
        y[j] = shrink == 0 ? T(0) : y[j] * shrink;
  }
  state.sum += sum;
}

/// Divides the `width` results by the sum and returns the logarithm of the sum
/// of exponentials. A query without visible keys has results of 0 and -inf: its
/// sum is 0, where a visible NaN would make it NaN.
template <typename T> T finish(const RowState<T> &state, T *y, int64_t width) {
  bool isEmpty = state.sum == 0;
  for (int64_t j = 0; j < width; ++j)
    y[j] = isEmpty ? T(0) : y[j] / state.sum;
  return isEmpty ? -T(__builtin_inf()) : state.maximum + logarithm(state.sum);
}

} // namespace

#endif // SBP_RUNTIME_DEVICE_HOST_ATTENTIONROWS_H
