// MemoryLadder.h: the limits that a compilation under a memory limit tries
#ifndef SBP_LIB_DRIVER_FIT_MEMORYLADDER_H
#define SBP_LIB_DRIVER_FIT_MEMORYLADDER_H

#include <cstdint>
#include <optional>

namespace sbp {

/// The figures of a compiled plan that decide between plans.
struct PlanFigures {
  int64_t peakBytes = 0; ///< the largest of all ranks
  /// The peak before micro-batches in flight were lowered to fit a limit.
  int64_t freePeakBytes = 0;
  /// Cost by the rates, its gap (the share of the cost that may be saved, 0 for
  /// an optimum), and the memory estimate of the selection. All are 0 where the
  /// module has no selection by rates.
  double costSeconds = 0, gap = 0, estimatedBytes = 0;

  /// Returns the lower bound on the cost of any choice, in seconds.
  double getBoundSeconds() const { return costSeconds * (1 - gap); }
};

/// The limit of one compilation for the selection (0: none). The cost is at
/// least `freeBound` seconds, the bound without a limit. Backward makes
/// `repeatedShare` of repeated layers again (PhaseOptions).
struct MemoryTrial {
  int64_t selectionLimit = 0;
  double freeBound = 0;
  double repeatedShare = 0;
  /// Distributions and what is made again are chosen together.
  bool repeats = false;
};

/// Decides which limits the selection is given until a plan within the limit of
/// the user is found. The selection only estimates the memory of a plan, so its
/// limit is lowered until a plan fits and no lower limit can be cheaper: a
/// choice within a limit never costs more than one within a smaller limit.
///
///     MemoryLadder ladder(limit, isChosen);
///     while (std::optional<MemoryTrial> trial = ladder.getNext())
///       if (ladder.add(compile(*trial)))
///         keep the plan in place of the one before
class MemoryLadder {
public:
  /// `limit` counts bytes per rank. Without `isChosen` (--strict leaves no
  /// choice) the first trial is the only one. Estimates may be `slack` times
  /// too high, so the first limit that is tried is that much higher.
  MemoryLadder(int64_t limit, bool isChosen, double slack = 1)
      : limit(limit), isChosen(isChosen), slack(slack) {}

  /// Returns the next trial; nullopt once the best plan is found. Equal until
  /// add() is called.
  std::optional<MemoryTrial> getNext() const { return next; }

  /// Takes the figures of the plan that getNext() requested. Returns whether it
  /// is the best so far: the cheapest that fits, or the smallest while none
  /// does.
  bool add(const PlanFigures &plan);

  /// Returns whether the best plan fits the limit. False before any plan.
  bool fits() const { return best && best->peakBytes <= limit; }

private:
  int64_t getLimit(unsigned index) const;
  int64_t getAbove(double bytes) const;
  int64_t getBelow(int64_t tried, const PlanFigures &plan) const;
  bool isBetter(const PlanFigures &plan) const;
  bool isProved(double bound) const;
  void setNext(int64_t selectionLimit);

  int64_t limit;
  bool isChosen;
  double slack;
  std::optional<MemoryTrial> next = MemoryTrial();
  std::optional<PlanFigures> best;
  int64_t base = 0;     ///< the peak without a limit, on which limits depend
  double freeBound = 0; ///< of the plan without a limit
  unsigned tried = 0;   ///< trials with a limit
  unsigned fitting = 0; ///< trials after which the best plan fits
};

} // namespace sbp

#endif // SBP_LIB_DRIVER_FIT_MEMORYLADDER_H
