// KeyWindow.h: the keys that queries of attention see by their positions
#ifndef SBP_DIALECT_NN_IR_ATTENTION_KEYWINDOW_H
#define SBP_DIALECT_NN_IR_ATTENTION_KEYWINDOW_H

#include "sbp/Calculus/Distribution.h"

namespace sbp::nn {

/// A query at position p sees the keys at the positions from p - back to
/// p + forward, both included. Causal attention without a window has
/// `kUnboundedReach` back.
struct KeyWindow {
  int64_t back, forward;

  /// Returns the number of positions in the window.
  int64_t size() const { return back + forward + 1; }
  /// Returns the half-open range of keys that query `query` sees of `keys`
  /// keys, where query 0 is at position `offset` and key 0 at 0. An empty range
  /// lies inside of [0, keys].
  Interval getKeys(int64_t query, int64_t offset, int64_t keys) const;
  /// Returns true if some query of `queries` does not see all of `keys` keys;
  /// false without queries or keys.
  bool hides(int64_t queries, int64_t keys, int64_t offset) const;
  /// Returns how many pairs of a query and a key are computed, if keys are
  /// taken in blocks of 128 that are left out for queries that see none of
  /// them.
  double countPairs(int64_t queries, int64_t keys, int64_t offset) const;
  /// Returns the largest number of keys that a query sees; 0 without queries.
  int64_t countMostKeys(int64_t queries, int64_t keys, int64_t offset) const;
};

/// The reach of a window lies below it, as does the number of positions.
inline constexpr int64_t kUnboundedReach = int64_t(1) << 32;

} // namespace sbp::nn

#endif // SBP_DIALECT_NN_IR_ATTENTION_KEYWINDOW_H
