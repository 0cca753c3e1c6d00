// MemoryLadder.cpp: the limits that a compilation under a memory limit tries
//
// Selection bounds its own estimate of the peak, but the memory of a plan is
// known only at level 3. The ladder is a sequence of limits for the selection,
// each a factor 2^(-1/16) below the one before, that are tried until plans fit
// and no cheaper one is possible, at most 16 times. It depends on the model
// alone, so that a larger --memory-limit tries every limit that a smaller one
// does, unless that is proved to cost more. Example: with --memory-limit=1000
// and an unlimited plan of 1600 bytes the first limit is the lowest
// 1600 * 2^(-i/16) that is not below 1000, which is 1037.

#include "Fit/MemoryLadder.h"

#include <algorithm>
#include <cmath>

using namespace sbp;

static constexpr unsigned kMaxTrials = 16; ///< with a limit
static constexpr unsigned kMaxAfterFit = 4;
static constexpr unsigned kPerHalf = 16;
static constexpr unsigned kNumLimits = 10 * kPerHalf;
static constexpr int64_t kSmallest = 1; ///< selects the smallest peak

/// Returns the limit number `index`, in decreasing order.
int64_t MemoryLadder::getLimit(unsigned index) const {
  return std::max<int64_t>(
      kSmallest, base * std::exp2(-static_cast<double>(index) / kPerHalf));
}

/// Returns the lowest limit that is not below `bytes`.
int64_t MemoryLadder::getAbove(double bytes) const {
  unsigned index = 0;
  while (index < kNumLimits && getLimit(index + 1) >= bytes)
    ++index;
  return getLimit(index);
}

/// Returns the next lower limit worth trying after `tried` gave `plan`. Under
/// an optimal selection every limit above its own peak gives the same cost, so
/// these are skipped.
int64_t MemoryLadder::getBelow(int64_t tried, const PlanFigures &plan) const {
  double bytes = tried;
  if (plan.gap == 0)
    bytes = std::min(bytes, plan.estimatedBytes);
  for (unsigned index = 0; index <= kNumLimits; ++index)
    if (getLimit(index) < bytes)
      return getLimit(index);
  return kSmallest;
}

bool MemoryLadder::isBetter(const PlanFigures &plan) const {
  if (!fits())
    return plan.peakBytes < best->peakBytes;
  return plan.peakBytes <= limit && plan.costSeconds < best->costSeconds;
}

/// Returns whether the best plan is optimal, given that no other costs less
/// than `bound` seconds.
bool MemoryLadder::isProved(double bound) const {
  constexpr double kRelativeError = 1e-9; // of the decimal attribute
  return fits() && best->costSeconds <= bound * (1 + kRelativeError);
}

void MemoryLadder::setNext(int64_t selectionLimit) {
  if (tried == kMaxTrials || fitting > kMaxAfterFit) {
    next = std::nullopt;
    return;
  }
  // The last trial is spent on the smallest selection if nothing fits yet.
  if (tried + 1 == kMaxTrials && !fits())
    selectionLimit = kSmallest;
  next = MemoryTrial{selectionLimit, freeBound};
}

bool MemoryLadder::add(const PlanFigures &plan) {
  if (!best) {
    best = plan;
    base = plan.freePeakBytes;
    freeBound = plan.getBoundSeconds();
    next = std::nullopt;
    if (!fits() && isChosen)
      setNext(getAbove(slack * limit));
    return true;
  }
  int64_t selectionLimit = next->selectionLimit;
  ++tried;
  if (selectionLimit != kSmallest && plan.estimatedBytes > selectionLimit) {
    // No selection fits this limit. The one that was returned depends on how
    // the search went, so only the smallest selection is comparable.
    setNext(kSmallest);
    return false;
  }
  bool isBest = isBetter(plan);
  if (isBest)
    best = plan;
  if (selectionLimit == kSmallest || isProved(plan.getBoundSeconds())) {
    next = std::nullopt;
    return isBest;
  }
  fitting += fits();
  setNext(getBelow(selectionLimit, plan));
  return isBest;
}
