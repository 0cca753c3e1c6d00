// Attempt.cpp: one way of a model through the levels, under one limit

#include "Attempt.h"

#include "Memory.h"

#include <cmath>

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

/// Limits for the choice, from above down to the smallest choice. They depend
/// on the model alone: what is tried for a limit is tried for every larger one
/// too, unless it is proved to cost more there.
class Ladder {
public:
  explicit Ladder(int64_t base) : base(base) {}
  /// The lowest rung that is not below `bytes`.
  int64_t getAbove(double bytes) const {
    unsigned rung = 0;
    while (rung < numRungs && get(rung + 1) >= bytes)
      ++rung;
    return get(rung);
  }
  /// The next one worth trying after `tried` led to `attempt`. Of a choice that
  /// is proved, whatever holds more than it does costs as much.
  int64_t getBelow(int64_t tried, const Attempt &attempt) const {
    double bytes = tried;
    if (attempt.gap == 0)
      bytes = std::min(bytes, attempt.estimatedBytes);
    for (unsigned rung = 0; rung <= numRungs; ++rung)
      if (get(rung) < bytes)
        return get(rung);
    return smallest;
  }

  static constexpr int64_t smallest = 1; ///< nothing fits: what needs least

private:
  static constexpr unsigned perHalf = 16, numRungs = 10 * perHalf;
  int64_t get(unsigned rung) const {
    return std::max<int64_t>(
        smallest, base * std::exp2(-static_cast<double>(rung) / perHalf));
  }
  int64_t base;
};

/// The cheapest of those that fit, else the smallest.
class BestAttempt {
public:
  BestAttempt(int64_t limit, std::unique_ptr<Attempt> first)
      : limit(limit), best(std::move(first)) {}
  bool fits() const { return best->peakBytes <= limit; }
  void offer(std::unique_ptr<Attempt> attempt) {
    if (attempt && isBetter(*attempt))
      best = std::move(attempt);
  }
  /// Nothing that costs at least `bound` is cheaper.
  bool isProved(double bound) const {
    constexpr double rounding = 1e-9; // of what the module says
    return fits() && best->costSeconds <= bound * (1 + rounding);
  }
  std::unique_ptr<Attempt> take() { return std::move(best); }

private:
  bool isBetter(const Attempt &attempt) const {
    if (!fits())
      return attempt.peakBytes < best->peakBytes;
    return attempt.peakBytes <= limit &&
           attempt.costSeconds < best->costSeconds;
  }

  int64_t limit;
  std::unique_ptr<Attempt> best;
};

} // namespace

std::unique_ptr<Attempt> sbp::fitInto(int64_t limit, bool isChosen,
                                      TryLimit tryOne) {
  constexpr unsigned mostAfterFit = 4, most = 16;
  std::unique_ptr<Attempt> free = tryOne(0, 0);
  if (!free || free->peakBytes <= limit || !isChosen)
    return free;
  Ladder ladder(free->peakBytes);
  double freeBound = free->getBoundSeconds();
  BestAttempt best(limit, std::move(free));
  int64_t next = ladder.getAbove(limit);
  for (unsigned i = 0, fitting = 0; i < most && fitting <= mostAfterFit; ++i) {
    if (i + 1 == most && !best.fits())
      next = Ladder::smallest;
    std::unique_ptr<Attempt> attempt = tryOne(next, freeBound);
    if (!attempt)
      return nullptr;
    if (next == Ladder::smallest) {
      best.offer(std::move(attempt));
      break;
    }
    if (attempt->estimatedBytes > next) {
      // Nothing fits: what was found on the way depends on the limit.
      next = Ladder::smallest;
      continue;
    }
    next = ladder.getBelow(next, *attempt);
    double bound = attempt->getBoundSeconds();
    best.offer(std::move(attempt));
    if (best.isProved(bound))
      break;
    fitting += best.fits();
  }
  return best.take();
}
