// PlanSearch.h: the plans that a compilation under a memory limit makes
#ifndef SBP_LIB_DRIVER_FIT_PLANSEARCH_H
#define SBP_LIB_DRIVER_FIT_PLANSEARCH_H

#include "Fit/Attempt.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace sbp {

/// Searches a plan within a limit. Where the free choice needs more, either
/// more is made again in backward (ShareSearch), or other distributions are
/// chosen (MemoryLadder), whichever is cheaper; both where neither is enough.
class PlanSearch {
public:
  /// Compiles for a trial; null after an error. Called only in `run`.
  using Maker =
      llvm::function_ref<std::unique_ptr<Attempt>(const MemoryTrial &trial)>;

  /// `limit` counts bytes per rank. Without `isChosen` distributions are given.
  PlanSearch(int64_t limit, bool isChosen, Maker attempt)
      : limit(limit), isChosen(isChosen), attempt(attempt) {}

  /// Returns the cheapest plan that fits, the smallest one if none does, and
  /// null after an error. Once per object.
  std::unique_ptr<Attempt> run();

private:
  bool fits(const Attempt &attempt) const {
    return attempt.figures.peakBytes <= limit;
  }
  bool searchShares();
  /// Values that backward makes again: those of the cut alone, what is chosen
  /// together with distributions, or all of repeated layers.
  enum class Repeats { Cut, Chosen, AllLayers };
  bool searchLimits(MemoryLadder &ladder, Repeats repeats);

  int64_t limit;
  bool isChosen;
  Maker attempt;
  std::unique_ptr<Attempt> best;
};

} // namespace sbp

#endif // SBP_LIB_DRIVER_FIT_PLANSEARCH_H
