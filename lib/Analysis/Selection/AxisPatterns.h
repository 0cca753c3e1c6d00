// AxisPatterns.h: what two distributions do along the axes of a placement
//
// What moves between them depends on that alone, whatever dims are called: a
// pattern is written as a number in which dims are named in the order in which
// they are met.
#ifndef SBP_LIB_ANALYSIS_SELECTION_AXISPATTERNS_H
#define SBP_LIB_ANALYSIS_SELECTION_AXISPATTERNS_H

#include "sbp/Analysis/Selection/PatternMap.h"
#include "sbp/Calculus/Distribution.h"
#include "llvm/ADT/SmallVector.h"
#include <array>

namespace sbp {

/// The bit of a split in the six of a code.
inline constexpr uint8_t splitCode = 1u << 4;

/// Returns the code of a component, which identifies it along an axis.
inline uint8_t getCode(const Component &component) {
  return component.isSplit() ? splitCode | component.dim
         : component.isPartial()
             ? 2 * splitCode | static_cast<uint8_t>(component.combiner)
             : 0;
}
inline bool isSplitCode(uint8_t code) {
  return (code & 3 * splitCode) == splitCode;
}
/// Returns the dimension of a split code.
inline uint8_t getDim(uint8_t code) { return code % splitCode; }

/// A number for what is added to it in order. It has room for two ends of eight
/// axes, of dims below 16, and their sizes.
class PatternKey {
public:
  static constexpr unsigned mostAxes = 8, mostDims = splitCode;

  /// An end of an axis.
  void add(uint8_t code) { key = key << 6 | rename(code); }
  /// Which of the placement's sizes an axis has.
  void addSize(uint64_t number) { key = key << 4 | number; }
  PatternMap::Key get() const { return key; }

private:
  uint64_t rename(uint8_t code) {
    if (!isSplitCode(code))
      return code;
    uint8_t &name = names[getDim(code)];
    if (name == 0)
      name = ++count;
    // Sixteen dims are never met: an axis has two ends.
    return splitCode | (name - 1u) % splitCode;
  }

  PatternMap::Key key = 0;
  std::array<uint8_t, mostDims> names{};
  uint8_t count = 0;
};

/// The components of the two ends along an axis.
struct AxisPair {
  int64_t size;
  Component from, to;

  bool sharesDim(const AxisPair &other) const;
};
using AxisPairs = llvm::SmallVector<AxisPair, 6>;

/// Returns the components along every axis of the placement. Axes that cut no
/// common dim change places without a difference for what moves: in the order
/// of what they do, equal patterns look equal.
AxisPairs getSortedAxes(const Placement &placement, const Distribution &from,
                        const Distribution &to);

PatternMap::Key makeKey(const Placement &placement,
                        llvm::ArrayRef<AxisPair> axes);

/// An axis that cuts a dim alike at both ends, which no other axis cuts, makes
/// as many problems as it has positions. Drops those; returns how many problems
/// there are.
int64_t dropPassive(AxisPairs &axes);

} // namespace sbp

#endif // SBP_LIB_ANALYSIS_SELECTION_AXISPATTERNS_H
