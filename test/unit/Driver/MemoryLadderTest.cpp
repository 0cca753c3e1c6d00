// MemoryLadderTest.cpp: the limits that are tried and the plan that is kept
#include "Fit/MemoryLadder.h"
#include "gtest/gtest.h"
#include <functional>
#include <vector>

using namespace sbp;

namespace {

/// A model whose selection has an optimum for every limit.
using Model = std::function<PlanFigures(int64_t selectionLimit)>;

/// The result of a ladder: the limits that were tried in order, and the plan
/// that was kept last.
struct Climb {
  std::vector<int64_t> limits;
  PlanFigures best;
  bool fits = false;
};

Climb climb(int64_t limit, const Model &model, bool isChosen = true) {
  Climb result;
  MemoryLadder ladder(limit, isChosen);
  EXPECT_FALSE(ladder.fits());
  while (std::optional<MemoryTrial> trial = ladder.getNext()) {
    result.limits.push_back(trial->selectionLimit);
    PlanFigures plan = model(trial->selectionLimit);
    if (ladder.add(plan))
      result.best = plan;
  }
  result.fits = ladder.fits();
  return result;
}

PlanFigures makePlan(int64_t peak, double cost, double estimate,
                     double gap = 0) {
  PlanFigures plan;
  plan.peakBytes = plan.freePeakBytes = peak;
  plan.costSeconds = cost;
  plan.estimatedBytes = estimate;
  plan.gap = gap;
  return plan;
}

/// A selection that uses all memory it may, of at most 1600 bytes, at a cost of
/// 1000 / bytes; plans need `factor` times the estimate.
Model scalingModel(double factor) {
  return [factor](int64_t limit) {
    int64_t bytes = limit ? std::min<int64_t>(limit, 1600) : 1600;
    return makePlan(bytes * factor, 1000.0 / bytes, bytes);
  };
}

TEST(MemoryLadder, APlanThatFitsIsTheOnlyTrial) {
  Climb result = climb(1600, scalingModel(1));
  EXPECT_EQ(result.limits, std::vector<int64_t>({0}));
  EXPECT_TRUE(result.fits);
}

TEST(MemoryLadder, AStrictModelIsTriedOnce) {
  Climb result = climb(1000, scalingModel(1), /*isChosen=*/false);
  EXPECT_EQ(result.limits, std::vector<int64_t>({0}));
  EXPECT_FALSE(result.fits);
  EXPECT_EQ(result.best.peakBytes, 1600);
}

// The first limit of the ladder is the lowest 1600 * 2^(-i/16) that is not
// below the user's. Its plan needs more, the next one's fits, is optimal for
// its limit, and no lower limit can be cheaper.
TEST(MemoryLadder, FirstLimitIsTheLowestOneAboveTheUsers) {
  Climb result = climb(1000, scalingModel(1));
  EXPECT_EQ(result.limits, std::vector<int64_t>({0, 1037, 993}));
  EXPECT_TRUE(result.fits);
  EXPECT_EQ(result.best.peakBytes, 993);
}

// Trials under a larger limit begin with limits that a smaller one begins
// below, from the same sequence.
TEST(MemoryLadder, LimitsDependOnTheModelAlone) {
  std::vector<int64_t> larger = climb(1200, scalingModel(1)).limits;
  EXPECT_EQ(larger, std::vector<int64_t>({0, 1233, 1181}));
  EXPECT_EQ(climb(1180, scalingModel(1)).limits,
            std::vector<int64_t>({0, 1181, 1131}));
}

// The figures of the selection are estimates: where plans need 5 % more, the
// ladder goes on below the user's limit.
TEST(MemoryLadder, ContinuesBelowTheLimitWhereEstimatesAreTooLow) {
  Climb result = climb(1000, scalingModel(1.05));
  EXPECT_TRUE(result.fits);
  EXPECT_LE(result.best.peakBytes, 1000);
  EXPECT_GT(result.best.peakBytes, 950);
}

TEST(MemoryLadder, LimitsAboveAnOptimumsOwnPeakAreSkipped) {
  // Whatever the limit from 500 on, the selection takes 500 bytes.
  auto model = [](int64_t limit) {
    if (limit == 0)
      return makePlan(1600, 1, 1600);
    return limit >= 500 ? makePlan(1200, 2, 500) : makePlan(400, 3, 400);
  };
  Climb result = climb(1000, model);
  EXPECT_EQ(result.limits, std::vector<int64_t>({0, 1037, 496}));
  EXPECT_TRUE(result.fits);
  EXPECT_EQ(result.best.peakBytes, 400);
}

TEST(MemoryLadder, AGapKeepsTheNextLimit) {
  auto model = [](int64_t limit) {
    return limit == 0 ? makePlan(1600, 1, 1600)
                      : makePlan(1200, 2, 500, /*gap=*/0.5);
  };
  Climb result = climb(1000, model);
  ASSERT_GE(result.limits.size(), 3u);
  EXPECT_EQ(result.limits[1], 1037);
  EXPECT_EQ(result.limits[2], 993);
}

TEST(MemoryLadder, WhereNothingFitsTheSmallestIsTriedLast) {
  auto model = [](int64_t limit) {
    double estimate = limit == 0 ? 1600 : std::max<double>(limit, 1);
    return makePlan(2000 + int64_t(estimate), 1, estimate, /*gap=*/0.5);
  };
  Climb result = climb(1000, model);
  EXPECT_EQ(result.limits.size(), 17u); // one without a limit and 16 with one
  EXPECT_EQ(result.limits.back(), 1);
  EXPECT_FALSE(result.fits);
  EXPECT_EQ(result.best.peakBytes, 2001);
}

TEST(MemoryLadder, AnImpossibleLimitLeadsToTheSmallestSelection) {
  // The selection needs at least 800 bytes, so that it exceeds lower limits.
  auto model = [](int64_t limit) {
    if (limit == 0)
      return makePlan(1600, 1, 1600);
    return makePlan(900, 2, 800);
  };
  Climb result = climb(850, model);
  EXPECT_EQ(result.limits, std::vector<int64_t>({0, 872, 766, 1}));
  EXPECT_FALSE(result.fits);
  EXPECT_EQ(result.best.peakBytes, 900);
}

// A plan of a limit that no selection keeps is not comparable, even if it fits:
// it depends on how the search went.
TEST(MemoryLadder, APlanBeyondItsSelectionLimitIsNotKept) {
  auto model = [](int64_t limit) {
    if (limit == 0)
      return makePlan(1600, 1, 1600);
    return limit == 1 ? makePlan(700, 5, 700) : makePlan(600, 2, 5000);
  };
  Climb result = climb(1000, model);
  EXPECT_EQ(result.limits, std::vector<int64_t>({0, 1037, 1}));
  EXPECT_EQ(result.best.peakBytes, 700);
}

TEST(MemoryLadder, FourMoreTrialsFollowAPlanThatFits) {
  // All plans fit and get dearer; none is proved to be the cheapest.
  auto model = [](int64_t limit) {
    if (limit == 0)
      return makePlan(1600, 1, 1600);
    return makePlan(limit - 100, 2000.0 / limit, limit, /*gap=*/0.9);
  };
  Climb result = climb(1000, model);
  EXPECT_EQ(result.limits, std::vector<int64_t>({0, 1037, 993, 951, 911, 872}));
  EXPECT_EQ(result.best.peakBytes, 937);
}

TEST(MemoryLadder, TheCheapestOfThePlansThatFitIsKept) {
  auto model = [](int64_t limit) {
    if (limit == 0)
      return makePlan(1600, 1, 1600);
    return makePlan(limit - 100, limit < 960 ? 1.5 : 2, limit, /*gap=*/0.9);
  };
  EXPECT_EQ(climb(1000, model).best.peakBytes, 851);
}

// Micro-batches in flight may be lowered until the plan without a limit fits
// the memory: then its peak before that is what the ladder starts from.
TEST(MemoryLadder, StartsFromThePeakBeforeCreditsWereLowered) {
  auto model = [](int64_t limit) {
    PlanFigures plan = makePlan(limit ? 900 : 1100, 1, limit ? limit : 1100);
    if (!limit)
      plan.freePeakBytes = 3200;
    return plan;
  };
  EXPECT_EQ(climb(1000, model).limits[1], 1037);
}

} // namespace
