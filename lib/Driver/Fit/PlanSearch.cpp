// PlanSearch.cpp: the plans that a compilation under a memory limit makes

#include "Fit/PlanSearch.h"
#include "Fit/ShareSearch.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "sbp/Dialect/SBP/IR/MadeAgain.h"

using namespace mlir;
using namespace sbp;

/// Estimates count what may be made again at several places as held the longest
/// of them, and elementwise values with several readers as written.
static constexpr double kRepeatSlack = 1.2;

/// Returns whether an entry has values of forward that backward reads.
static bool hasBackward(ModuleOp distributed) {
  return llvm::any_of(
      distributed.getOps<func::FuncOp>(),
      [](func::FuncOp entry) { return entry->hasAttr(kSavedBoundAttr); });
}

/// Finds the least that has to be made again with distributions of the free
/// choice. Returns false after an error.
bool PlanSearch::searchShares() {
  ShareSearch shares(limit);
  while (std::optional<double> share = shares.getNext()) {
    std::unique_ptr<Attempt> tried = attempt({0, 0, *share});
    if (!tried)
      return false;
    shares.add(tried->figures.peakBytes);
    bool isSmaller = tried->figures.peakBytes < best->figures.peakBytes;
    // A smaller share mostly costs less, but not where ops cost less than
    // storing what they make.
    bool isCheaper = tried->figures.costSeconds <= best->figures.costSeconds;
    if (fits(*tried) ? !fits(*best) || isCheaper : !fits(*best) && isSmaller)
      best = std::move(tried);
  }
  return true;
}

/// Tries other distributions, as long as they may be cheaper than what fits.
/// Returns false after an error.
bool PlanSearch::searchLimits(MemoryLadder &ladder, Repeats repeats) {
  while (std::optional<MemoryTrial> trial = ladder.getNext()) {
    trial->repeatedShare = repeats == Repeats::AllLayers;
    trial->repeats = repeats == Repeats::Chosen;
    // The free choice makes again what the cut says: others may cost less.
    if (trial->repeats)
      trial->freeBound = 0;
    std::unique_ptr<Attempt> tried = attempt(*trial);
    if (!tried)
      return false;
    const PlanFigures &found = best->figures;
    bool isBest = ladder.add(tried->figures);
    isBest &= fits(*best) ? fits(*tried) &&
                                tried->figures.costSeconds < found.costSeconds
                          : tried->figures.peakBytes < found.peakBytes;
    // A smaller limit costs no less.
    bool isLast =
        fits(*best) && tried->figures.getBoundSeconds() >= found.costSeconds;
    if (isBest)
      best = std::move(tried);
    if (isLast)
      break;
  }
  return true;
}

std::unique_ptr<Attempt> PlanSearch::run() {
  best = attempt({});
  if (!best || fits(*best))
    return std::move(best);
  bool canRepeat = hasBackward(*best->distributed);
  MemoryLadder ladder(limit, isChosen), both(limit, isChosen),
      joint(limit, isChosen, kRepeatSlack);
  ladder.add(best->figures);
  joint.add(best->figures);
  if (canRepeat && (!searchShares() || !searchLimits(joint, Repeats::Chosen)))
    return nullptr;
  if (!searchLimits(ladder, Repeats::Cut))
    return nullptr;
  if (!fits(*best) && canRepeat && isChosen &&
      !searchLimits(both, Repeats::AllLayers))
    return nullptr;
  return std::move(best);
}
