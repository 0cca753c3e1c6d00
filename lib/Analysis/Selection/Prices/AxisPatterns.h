// AxisPatterns.h: keys of pairs of distributions, up to names of dimensions
//
// The moved share depends only on the components along each axis, not on the
// names of dimensions. A key renames them in the order of their first use.
// Example: [S(3), B] -> [B, S(1)] has the key of [S(0), B] -> [B, S(1)].
#ifndef SBP_LIB_ANALYSIS_SELECTION_PRICES_AXISPATTERNS_H
#define SBP_LIB_ANALYSIS_SELECTION_PRICES_AXISPATTERNS_H

#include "sbp/Analysis/Selection/Prices/PatternMap.h"
#include "sbp/Calculus/Distribution.h"
#include "llvm/ADT/SmallVector.h"
#include <array>

namespace sbp {

/// The bit that marks a split in the six bits of a code.
inline constexpr uint8_t kSplitCode = 1u << 4;

/// Returns the code of a component, which identifies it along an axis.
inline uint8_t getCode(const Component &component) {
  return component.isSplit() ? kSplitCode | component.dim
         : component.isPartial()
             ? 2 * kSplitCode | static_cast<uint8_t>(component.combiner)
             : 0;
}
/// Returns true for the code of a split.
inline bool isSplitCode(uint8_t code) {
  return (code & 3 * kSplitCode) == kSplitCode;
}
/// Returns the dimension of a split code.
inline uint8_t getDim(uint8_t code) { return code % kSplitCode; }

/// Builds a key from the codes that are added in order. It has room for both
/// ends of eight axes with dimensions below 16, and the sizes of these axes.
class PatternKey {
public:
  static constexpr unsigned kMaxAxes = 8, kMaxDims = kSplitCode;

  /// Adds the code (getCode) of one end of an axis; dimensions are renamed
  /// here.
  void add(uint8_t code) { key = key << 6 | rename(code); }
  /// Adds the index of an axis' size among those of the placement.
  void addSize(uint64_t number) { key = key << 4 | number; }
  /// Returns the key of everything that was added.
  PatternMap::Key get() const { return key; }

private:
  /// Returns the code with its dimension replaced by the number of its first
  /// use; other codes stay.
  uint64_t rename(uint8_t code) {
    if (!isSplitCode(code))
      return code;
    uint8_t &name = names[getDim(code)];
    if (name == 0)
      name = ++count;
    // At most 16 dimensions occur: eight axes with two ends.
    return kSplitCode | (name - 1u) % kSplitCode;
  }

  PatternMap::Key key = 0;
  std::array<uint8_t, kMaxDims> names{};
  uint8_t count = 0;
};

/// The components of the two ends along an axis.
struct AxisPair {
  int64_t size;
  Component from, to;

  /// Returns true if both axes split a common dimension at any end.
  bool sharesDim(const AxisPair &other) const;
};
using AxisPairs = llvm::SmallVector<AxisPair, 6>;

/// Returns the components along every axis, sorted. Axes that split no common
/// dimension commute: most patterns that differ only in the order of such axes
/// become equal. Both distributions are on `placement`.
AxisPairs getSortedAxes(const Placement &placement, const Distribution &from,
                        const Distribution &to);

/// Returns the key of `axes`, at most eight axes of `placement`.
PatternMap::Key makeKey(const Placement &placement,
                        llvm::ArrayRef<AxisPair> axes);

/// Removes each axis that splits a dimension in the same way at both ends if no
/// other axis splits it: it only repeats the rest of the problem. Returns the
/// number of repetitions, 1 if no axis is removed.
int64_t dropSharedSplits(AxisPairs &axes);

} // namespace sbp

#endif // SBP_LIB_ANALYSIS_SELECTION_PRICES_AXISPATTERNS_H
