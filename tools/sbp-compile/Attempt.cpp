// Attempt.cpp: compiles a model within a memory limit
//
// Selection bounds its own estimate of the peak, but the memory of a plan is
// known only at level 3. compileWithinLimit therefore tries a sequence of
// limits for the selection, each a factor 2^(-1/16) below the one before, until
// plans fit and no cheaper one is possible, at most 16 times. Example: with
// --memory-limit=1000 and an unlimited plan of 1600 bytes the first limit is
// the lowest 1600 * 2^(-i/16) that is not below 1000.

#include "Attempt.h"

#include "Memory.h"
#include "sbp/Analysis/Selection/Solution/Selection.h"

#include <cmath>

using namespace mlir;
using namespace sbp;

void Attempt::measure() {
  peakBytes = getPeakBytes(*module);
  auto selection =
      (*distributed)->getAttrOfType<DictionaryAttr>(kSelectionAttr);
  auto read = [&](StringRef name) {
    auto value = selection ? selection.getAs<FloatAttr>(name) : FloatAttr();
    return value ? value.getValueAsDouble() : 0;
  };
  costSeconds = read("cost_seconds");
  gap = read("gap");
  estimatedBytes = read("peak_bytes");
}

namespace {

/// The sequence of limits for the selection, in decreasing order down to the
/// smallest selection. It depends on the model alone, so that a larger
/// --memory-limit tries every limit that a smaller one does, unless that is
/// proved to cost more.
class LimitSequence {
public:
  explicit LimitSequence(int64_t base) : base(base) {}
  /// Returns the lowest limit that is not below `bytes`.
  int64_t getAbove(double bytes) const {
    unsigned index = 0;
    while (index < kNumLimits && get(index + 1) >= bytes)
      ++index;
    return get(index);
  }
  /// Returns the next lower limit worth trying after `tried` gave `attempt`.
  /// Under an optimal selection every limit above its own peak gives the same
  /// cost, so these are skipped.
  int64_t getBelow(int64_t tried, const Attempt &attempt) const {
    double bytes = tried;
    if (attempt.gap == 0)
      bytes = std::min(bytes, attempt.estimatedBytes);
    for (unsigned index = 0; index <= kNumLimits; ++index)
      if (get(index) < bytes)
        return get(index);
    return kSmallest;
  }

  static constexpr int64_t kSmallest = 1; ///< selects the smallest peak

private:
  static constexpr unsigned kPerHalf = 16, kNumLimits = 10 * kPerHalf;
  int64_t get(unsigned index) const {
    return std::max<int64_t>(
        kSmallest, base * std::exp2(-static_cast<double>(index) / kPerHalf));
  }
  int64_t base;
};

/// The cheapest attempt that fits the limit, or the smallest where none fits.
class BestAttempt {
public:
  BestAttempt(int64_t limit, std::unique_ptr<Attempt> first)
      : limit(limit), best(std::move(first)) {}
  bool fits() const { return best->peakBytes <= limit; }
  void add(std::unique_ptr<Attempt> attempt) {
    if (attempt && isBetter(*attempt))
      best = std::move(attempt);
  }
  /// Returns whether the best attempt is optimal, given that no other costs
  /// less than `bound` seconds.
  bool isProved(double bound) const {
    constexpr double kRelativeError =
        1e-9; // relative error of the decimal attribute
    return fits() && best->costSeconds <= bound * (1 + kRelativeError);
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

std::unique_ptr<Attempt> sbp::compileWithinLimit(int64_t limit, bool isChosen,
                                                 TryLimit compile) {
  constexpr unsigned kMaxAfterFit = 4, kMaxAttempts = 16;
  std::unique_ptr<Attempt> unlimited = compile(0, 0);
  if (!unlimited || unlimited->peakBytes <= limit || !isChosen)
    return unlimited;
  LimitSequence limits(unlimited->freePeakBytes);
  double unlimitedBound = unlimited->getBoundSeconds();
  BestAttempt best(limit, std::move(unlimited));
  int64_t next = limits.getAbove(limit);
  for (unsigned i = 0, fitting = 0; i < kMaxAttempts && fitting <= kMaxAfterFit;
       ++i) {
    // The last trial is spent on the smallest selection if nothing fits yet.
    if (i + 1 == kMaxAttempts && !best.fits())
      next = LimitSequence::kSmallest;
    std::unique_ptr<Attempt> attempt = compile(next, unlimitedBound);
    if (!attempt)
      return nullptr;
    if (next == LimitSequence::kSmallest) {
      best.add(std::move(attempt));
      break;
    }
    if (attempt->estimatedBytes > next) {
      // No selection fits this limit. The one that was returned depends on how
      // the search went, so only the smallest selection is comparable.
      next = LimitSequence::kSmallest;
      continue;
    }
    next = limits.getBelow(next, *attempt);
    double bound = attempt->getBoundSeconds();
    best.add(std::move(attempt));
    if (best.isProved(bound))
      break;
    fitting += best.fits();
  }
  return best.take();
}
