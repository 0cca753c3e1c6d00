// Plans between two placements: other sizes, other hierarchies, disjoint,
// overlapping and permuted ranks. Samples with a printed seed; SBP_FULL=1 runs
// all.
#include "NumericExecutor.h"
#include "sbp/Calculus/BoxingPlan.h"
#include "sbp/Calculus/SymbolicExecutor.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace sbp;
using namespace sbp::test;

namespace {
struct Pair {
  Placement source, target;
  Distribution from, to;
  Shape shape;
};
} // namespace

/// The destination's ranks: disjoint from the source's, the same as far as they
/// go, overlapping by one, reversed.
static std::vector<Placement> getVariants(const Placement &source,
                                          ArrayRef<int64_t> axes) {
  Placement same = makePlacement(axes);
  Placement reversed = same;
  std::reverse(reversed.ranks.begin(), reversed.ranks.end());
  int64_t ranks = source.getNumRanks();
  return {makePlacement(axes, ranks), same, makePlacement(axes, ranks - 1),
          reversed};
}

static void forEachPair(uint64_t sampleOneIn,
                        function_ref<void(const Pair &)> visit) {
  const uint64_t seed = 20240611;
  ::testing::Test::RecordProperty("seed", std::to_string(seed));
  std::mt19937_64 random(seed);
  const std::vector<Shape> axes = {{2}, {3}, {4}, {6}, {2, 2}, {2, 3}, {3, 2}};
  const std::vector<int64_t> sizes = {0, 1, 5, 6, 7, 12};
  std::vector<Shape> shapes;
  for (int64_t a : sizes) {
    shapes.push_back({a});
    for (int64_t b : sizes)
      shapes.push_back({a, b});
  }
  for (const Shape &sourceAxes : axes)
    for (const Shape &targetAxes : axes)
      for (const Placement &target :
           getVariants(makePlacement(sourceAxes), targetAxes))
        for (const Shape &shape : shapes)
          for (const Distribution &from :
               allDistributions(sourceAxes.size(), shape.size()))
            for (const Distribution &to :
                 allDistributions(targetAxes.size(), shape.size()))
              if (runsEverything() || random() % sampleOneIn == 0)
                visit({makePlacement(sourceAxes), target, from, to, shape});
}

TEST(CrossPlacementTest, everySampledPlanIsProvedAndAtTheBound) {
  std::mt19937_64 random(5);
  forEachPair(200, [&](const Pair &pair) {
    BoxingPlan plan =
        planBoxing(pair.source, pair.from, pair.target, pair.to, pair.shape, 1);
    ASSERT_EQ(verifyPlan(plan, pair.source, pair.from, pair.target, pair.to)
                  .value_or("right"),
              "right")
        << toString(pair.from) << " to " << toString(pair.to);
    EXPECT_EQ(plan.getTotalBytes(), plan.getBoundTotalBytes())
        << toString(pair.from) << " to " << toString(pair.to);
    NumericExecutor executor(pair.shape);
    executor.start(pair.source, pair.from, random);
    executor.run(plan);
    EXPECT_TRUE(executor.holds(pair.target, pair.to));
  });
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
  forEachPair(50, [&](const Pair &pair) {
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

TEST(CrossPlacementTest, anotherHierarchyOfTheSameStateMovesNothing) {
  BoxingPlan plan =
      planBoxing(makePlacement({4}), makeDistribution({S(0)}),
                 makePlacement({2, 2}), makeDistribution({S(0), S(0)}), {8}, 1);
  ASSERT_EQ(plan.steps.size(), 1u);
  EXPECT_EQ(plan.steps[0].kind, BoxingStepKind::Reinterpret);
}
