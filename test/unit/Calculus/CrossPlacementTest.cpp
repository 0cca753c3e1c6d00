// Plans between two placements: other sizes, other hierarchies, disjoint,
// overlapping and permuted ranks. Samples with a printed seed; SBP_FULL=1 runs
// all.
#include "CrossPlacementPairs.h"
#include "NumericExecutor.h"
#include "sbp/Calculus/SymbolicExecutor.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace sbp;
using namespace sbp::test;

static const uint64_t seed = 20240611;

// MinimumTest says that the bound is the minimum.
TEST(CrossPlacementTest, everyPlanIsProvedAndAtTheBound) {
  std::mt19937_64 random(5);
  RatioStatistics statistics;
  int64_t pairs = 0;
  forEachPair(seed, runsEverything() ? 1 : 200, [&](const Pair &pair) {
    BoxingPlan plan =
        planBoxing(pair.source, pair.from, pair.target, pair.to, pair.shape, 1);
    ASSERT_EQ(verifyPlan(plan, pair.source, pair.from, pair.target, pair.to)
                  .value_or("right"),
              "right")
        << toString(pair.from) << " to " << toString(pair.to);
    EXPECT_EQ(plan.getTotalBytes(), plan.getBoundTotalBytes())
        << toString(pair.from) << " to " << toString(pair.to);
    statistics.add(pair, plan);
    // Numbers see the atoms; of all pairs a sample is enough.
    if (++pairs % (runsEverything() ? 50 : 1) != 0)
      return;
    NumericExecutor executor(pair.shape);
    executor.start(pair.source, pair.from, random);
    executor.run(plan);
    EXPECT_TRUE(executor.holds(pair.target, pair.to));
  });
  outs() << "seed " << seed << ": " << pairs << " pairs proved\n";
  statistics.print(outs());
  outs().flush();
}

/// Product of the axes with a component for which `is` holds.
template <typename Is>
static int64_t getProduct(const Placement &placement,
                          const Distribution &distribution, Is is) {
  int64_t product = 1;
  for (auto [axis, component] : enumerate(distribution.components))
    if (is(component))
      product *= placement.axisSizes[axis];
  return product;
}

// (Ps + Bd - 1) T for a partial source, Bd T for a whole one, and never more
// than that on overlapping or permuted ranks (DESIGN section 3).
TEST(CrossPlacementTest, neverAboveTheTableOfLimits) {
  forEachPair(seed, runsEverything() ? 1 : 50, [&](const Pair &pair) {
    int64_t terms = getProduct(pair.source, pair.from, [](const Component &c) {
      return c.isPartial();
    });
    int64_t copies = getProduct(pair.target, pair.to, [](const Component &c) {
      return c.isBroadcast();
    });
    int64_t elements = 1;
    for (int64_t size : pair.shape)
      elements *= size;
    BoxingPlan plan =
        planBoxing(pair.source, pair.from, pair.target, pair.to, pair.shape, 1);
    EXPECT_LE(plan.getTotalBytes(), (terms + copies - 1) * elements)
        << toString(pair.from) << " to " << toString(pair.to);
  });
}

TEST(CrossPlacementTest, oneToManyIsABroadcast) {
  Placement one = makePlacement({1}, 2), many = makePlacement({4});
  BoxingPlan plan = planBoxing(one, makeDistribution({B}), many,
                               makeDistribution({B}), {6}, 1);
  ASSERT_EQ(plan.steps.size(), 1u);
  EXPECT_EQ(plan.steps[0].kind, BoxingStepKind::Broadcast);
  EXPECT_EQ(plan.getReceivedBytes(), (SmallVector<int64_t>{6, 6, 0, 6}));
}

TEST(CrossPlacementTest, manyToOneOfThemIsAReduce) {
  Placement one = makePlacement({1}, 2), many = makePlacement({4});
  BoxingPlan plan = planBoxing(many, makeDistribution({P}), one,
                               makeDistribution({B}), {6}, 1);
  ASSERT_EQ(plan.steps.size(), 1u);
  EXPECT_EQ(plan.steps[0].kind, BoxingStepKind::Reduce);
  EXPECT_EQ(plan.steps[0].groups.front().front(), 2);
  EXPECT_EQ(plan.getReceivedBytes(), (SmallVector<int64_t>{0, 0, 18, 0}));
}

// Two destinations would each receive all of the six terms. Where that takes
// longer than a round, those who have the terms reduce, a part each.
TEST(CrossPlacementTest, largeTermsAreReducedWhereTheyAre) {
  auto getBusiest = [](const Shape &shape, size_t steps) {
    BoxingPlan plan =
        planBoxing(makePlacement({6}), makeDistribution({P}),
                   makePlacement({2}, 6), makeDistribution({S(0)}), shape, 4);
    EXPECT_EQ(plan.steps.size(), steps);
    EXPECT_EQ(plan.getTotalBytes(), plan.getBoundTotalBytes());
    return *llvm::max_element(plan.getReceivedBytes());
  };
  EXPECT_EQ(getBusiest({12}, 1), 6 * 6 * 4);
  EXPECT_EQ(getBusiest({1200, 1200}, 2), 5 * 1200 * 200 * 4);
}

TEST(CrossPlacementTest, anotherHierarchyOfTheSameStateMovesNothing) {
  BoxingPlan plan =
      planBoxing(makePlacement({4}), makeDistribution({S(0)}),
                 makePlacement({2, 2}), makeDistribution({S(0), S(0)}), {8}, 1);
  ASSERT_EQ(plan.steps.size(), 1u);
  EXPECT_EQ(plan.steps[0].kind, BoxingStepKind::Reinterpret);
}
