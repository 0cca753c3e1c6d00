// Known bounds, and what all bounds have in common. MinimumTest.cpp says that
// they are minima.
#include "TestPlacements.h"
#include "sbp/Calculus/BoxingBound.h"
#include "sbp/Calculus/Normalise.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace sbp;
using namespace sbp::test;

TEST(BoundTest, knownCollectives) {
  Placement p = makePlacement({4}), q = makePlacement({4, 2});
  EXPECT_EQ(
      getBoxingCostFraction(p, makeDistribution({P}), makeDistribution({B})),
      6);
  EXPECT_EQ(
      getBoxingCostFraction(p, makeDistribution({P}), makeDistribution({S(0)})),
      3);
  EXPECT_EQ(
      getBoxingCostFraction(p, makeDistribution({S(0)}), makeDistribution({B})),
      3);
  EXPECT_EQ(getBoxingCostFraction(p, makeDistribution({S(0)}),
                                  makeDistribution({S(1)})),
            0.75);
  EXPECT_EQ(getBoxingCostFraction(p, makeDistribution({P}),
                                  makePlacement({3}, 4), makeDistribution({B})),
            6);
  EXPECT_EQ(getBoxingCostFraction(q, makeDistribution({P, B}),
                                  makeDistribution({B, B})),
            10);
  EXPECT_EQ(getBoxingCostFraction(makePlacement({8, 2}),
                                  makeDistribution({P, B}),
                                  makeDistribution({B, B})),
            22);
}

TEST(BoundTest, subsumedMovesNothing) {
  Placement from = makePlacement({2, 2});
  for (Placement to : {from, makePlacement({4}), withRanks(from, {0, 2, 1, 3})})
    for (Shape shape : {Shape{1}, Shape{3, 2}, Shape{0, 4}})
      for (const Distribution &a :
           allDistributions(2, shape.size(), Combiner::Max))
        for (const Distribution &b :
             allDistributions(to.getNumAxes(), shape.size(), Combiner::Max))
          if (isSubsumed(from, a, to, b, shape)) {
            EXPECT_EQ(getBoxingBoundTotal(Layout(from, a, shape),
                                          Layout(to, b, shape)),
                      0);
          }
}

// Selection prunes by relaying through other distributions: a table that a
// relay beats would be unsound (selection.md trap 1).
TEST(BoundTest, triangleInequality) {
  for (Shape axes : {Shape{4}, Shape{2, 4}, Shape{4, 2}, Shape{2, 2, 2}})
    for (unsigned rank : {1u, 2u, 3u}) {
      Placement placement = makePlacement(axes);
      auto all = allDistributions(axes.size(), rank);
      auto cost = getBoxingCostTable(placement, all);
      size_t n = all.size(), bad = 0;
      for (size_t i = 0; i < n; ++i)
        for (size_t j = 0; j < n; ++j)
          for (size_t k = 0; k < n; ++k)
            bad += cost[i * n + j] + cost[j * n + k] < cost[i * n + k] - 1e-9;
      EXPECT_EQ(bad, 0u) << "rank " << rank << " on " << axes.size() << " axes";
    }
}

TEST(BoundTest, tableAndSinglePairsAgree) {
  Placement placement = makePlacement({2, 3});
  auto all = allDistributions(2, 2);
  auto table = getBoxingCostTable(placement, all);
  for (size_t i = 0; i < all.size(); ++i)
    for (size_t j = 0; j < all.size(); ++j)
      EXPECT_NEAR(table[i * all.size() + j],
                  getBoxingCostFraction(placement, all[i], all[j]), 1e-12);
}
