// StateCodes.cpp: distributions as a few bits per axis
#include "sbp/Analysis/Selection/Prices/StateCodes.h"
#include "AxisPatterns.h"

using namespace sbp;

StateCodes sbp::encode(const Placement &placement,
                       const Distribution &distribution) {
  StateCodes codes;
  if (placement.getNumAxes() > PatternKey::kMaxAxes ||
      !distribution.order.empty())
    return {};
  for (const Component &component : distribution.components) {
    if (component.windows ||
        (component.isSplit() && component.dim >= PatternKey::kMaxDims))
      return {};
    codes.push_back(getCode(component));
  }
  return codes;
}

PatternMap::Key sbp::getKey(const StateCodes &from, const StateCodes &to) {
  PatternKey key;
  for (unsigned axis = 0; axis < from.size(); ++axis) {
    key.add(from[axis]);
    key.add(to[axis]);
  }
  return key.get();
}
