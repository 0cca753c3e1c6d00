// Attempt.cpp: one way of a model through the levels, under one limit

#include "Attempt.h"

#include "Memory.h"

using namespace mlir;
using namespace sbp;

void Attempt::measure() {
  peakBytes = getPeakBytes(*module);
  auto selection =
      (*distributed)->getAttrOfType<DictionaryAttr>("sbp.selection");
  auto read = [&](StringRef name) {
    auto value = selection ? selection.getAs<FloatAttr>(name) : FloatAttr();
    return value ? value.getValueAsDouble() : 0;
  };
  costSeconds = read("cost_seconds");
  gap = read("gap");
  estimatedBytes = read("peak_bytes");
}

namespace {

/// Limits for the choice, until the plan of one fits.
class LimitSearch {
public:
  explicit LimitSearch(int64_t limit) : limit(limit), next(limit) {}
  int64_t getNext() const { return next; }
  /// Whether another limit is worth trying.
  bool add(const Attempt &attempt);

private:
  int64_t limit, next;
  int64_t fitting = 0, tooLarge = 0; ///< 0: not known
};

} // namespace

bool LimitSearch::add(const Attempt &attempt) {
  int64_t tried = next, beyond = attempt.peakBytes - limit;
  if (beyond > 0) {
    if (attempt.estimatedBytes > tried)
      return false; // nothing smaller was found
    tooLarge = tried;
    if (fitting)
      return false;
    // The smallest is asked for last.
    next = std::min<int64_t>(tried, attempt.estimatedBytes) -
           std::max(beyond, limit / 50);
    next = std::max<int64_t>(next, 1);
    return true;
  }
  // Worth it only where the estimate was far off.
  fitting = tried;
  next = tried - beyond;
  return !tooLarge && -beyond > limit / 20;
}

std::unique_ptr<Attempt> sbp::fitInto(int64_t limit, bool isChosen,
                                      TryLimit tryOne) {
  constexpr unsigned most = 5;
  std::unique_ptr<Attempt> best = tryOne(0);
  if (!best || best->peakBytes <= limit || !isChosen)
    return best;
  auto offer = [&](std::unique_ptr<Attempt> attempt) {
    bool isBetter = best->peakBytes > limit
                        ? attempt->peakBytes < best->peakBytes
                        : attempt->peakBytes <= limit &&
                              attempt->costSeconds < best->costSeconds;
    if (isBetter)
      best = std::move(attempt);
  };
  LimitSearch search(limit);
  bool goesOn = true, triesSmallest = false;
  for (unsigned i = 0; i < most && goesOn; ++i) {
    bool isLast = i + 1 == most && best->peakBytes > limit;
    std::unique_ptr<Attempt> attempt = tryOne(isLast ? 1 : search.getNext());
    if (!attempt)
      return nullptr;
    goesOn = search.add(*attempt);
    triesSmallest |= isLast;
    offer(std::move(attempt));
  }
  // What was found amid a search that proved little may cost more than the
  // smallest, which a lower limit would have led to.
  constexpr double little = 0.5;
  if (!triesSmallest && best->peakBytes <= limit && best->gap > little) {
    std::unique_ptr<Attempt> smallest = tryOne(1);
    if (!smallest)
      return nullptr;
    offer(std::move(smallest));
  }
  return best;
}
