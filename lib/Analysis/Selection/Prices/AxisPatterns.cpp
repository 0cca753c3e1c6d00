// AxisPatterns.cpp: canonical orders and keys of pairs of distributions

#include "AxisPatterns.h"
#include "llvm/ADT/STLExtras.h"
#include <tuple>

using namespace llvm;

namespace sbp {

bool AxisPair::sharesDim(const AxisPair &other) const {
  for (const Component *mine : {&from, &to})
    for (const Component *theirs : {&other.from, &other.to})
      if (mine->isSplit() && theirs->isSplit(mine->dim))
        return true;
  return false;
}

/// Returns a sort key that does not depend on the names of dimensions.
static auto getOrder(const AxisPair &axis) {
  return std::tuple(axis.size, axis.from.kind, axis.from.combiner, axis.to.kind,
                    axis.to.combiner,
                    axis.from.isSplit() && axis.to.isSplit(axis.from.dim));
}

/// Sorts by adjacent exchanges only, since two axes that split a common
/// dimension must keep their order: a partial order, for which std::sort is
/// undefined.
static void sortAxes(MutableArrayRef<AxisPair> axes) {
  for (size_t end = axes.size(); end > 1; --end)
    for (size_t i = 0; i + 1 < end; ++i)
      if (getOrder(axes[i + 1]) < getOrder(axes[i]) &&
          !axes[i].sharesDim(axes[i + 1]))
        std::swap(axes[i], axes[i + 1]);
}

AxisPairs getSortedAxes(const Placement &placement, const Distribution &from,
                        const Distribution &to) {
  AxisPairs axes;
  for (auto [size, a, b] :
       zip_equal(placement.axisSizes, from.components, to.components))
    axes.push_back({size, a, b});
  sortAxes(axes);
  return axes;
}

PatternMap::Key makeKey(const Placement &placement, ArrayRef<AxisPair> axes) {
  PatternKey key;
  for (const AxisPair &axis : axes) {
    key.addSize(find(placement.axisSizes, axis.size) -
                placement.axisSizes.begin());
    key.add(getCode(axis.from));
    key.add(getCode(axis.to));
  }
  return key.get();
}

int64_t dropSharedSplits(AxisPairs &axes) {
  int64_t count = 1;
  for (size_t i = axes.size(); i-- > 0;) {
    const AxisPair &axis = axes[i];
    bool isAlone = none_of(axes, [&](const AxisPair &other) {
      return &other != &axis && other.sharesDim(axis);
    });
    if (!axis.from.isSplit() || axis.from != axis.to || !isAlone)
      continue;
    count *= axis.size;
    axes.erase(axes.begin() + i);
  }
  return count;
}

} // namespace sbp
