// Boxes: balanced, nested, ordered, uneven and empty splits.
#include "TestPlacements.h"
#include "sbp/Calculus/Layout.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace sbp;
using namespace sbp::test;

TEST(BoxTest, firstPartsGetOneMore) {
  EXPECT_EQ(balancedPart({0, 7}, 3, 0), (Interval{0, 3}));
  EXPECT_EQ(balancedPart({0, 7}, 3, 1), (Interval{3, 5}));
  EXPECT_EQ(balancedPart({0, 7}, 3, 2), (Interval{5, 7}));
}

TEST(BoxTest, morePartsThanElementsLeaveEmptyParts) {
  EXPECT_EQ(balancedPart({0, 2}, 4, 1), (Interval{1, 2}));
  EXPECT_EQ(balancedPart({0, 2}, 4, 3).size(), 0);
}

TEST(BoxTest, orderDecidesWhichAxisIsOutermost) {
  Placement placement = makePlacement({2, 3});
  Shape shape = {12};
  EXPECT_EQ(getBoxAt(placement, makeDistribution({S(0), S(0)}), shape, 1),
            (Box{{2, 4}}));
  EXPECT_EQ(
      getBoxAt(placement, makeDistribution({S(0), S(0)}, {1, 0}), shape, 1),
      (Box{{4, 6}}));
}

TEST(BoxTest, nestedEqualsFlatIffTheRemainderIsSmallOrFull) {
  for (int64_t a = 2; a <= 4; ++a)
    for (int64_t b = 2; b <= 4; ++b)
      for (int64_t n = 0; n <= 40; ++n) {
        Placement nested = makePlacement({a, b}), flat = makePlacement({a * b});
        bool equal = true;
        for (int64_t i = 0; i < a * b; ++i)
          equal &= getBoxAt(nested, makeDistribution({S(0), S(0)}), {n}, i) ==
                   getBoxAt(flat, makeDistribution({S(0)}), {n}, i);
        int64_t remainder = n % (a * b);
        EXPECT_EQ(equal,
                  remainder == 0 || remainder == 1 || remainder == a * b - 1)
            << n << " elements over " << a << " x " << b;
      }
}

// The table form used by planner and bound says the same as getBox.
TEST(BoxTest, layoutAgreesWithBoxes) {
  Placement placement = withRanks(makePlacement({2, 1, 3}), {7, 3, 0, 4, 9, 1});
  Shape shape = {7, 4};
  SmallVector<SmallVector<int64_t>> orders = {
      {}, {2, 1, 0}, {2, 0, 1}, {1, 2, 0}};
  for (const Distribution &base : allDistributions(3, 2))
    for (const auto &order : orders) {
      Distribution distribution = base;
      distribution.order.assign(order.begin(), order.end());
      Layout layout(placement, distribution, shape);
      for (int64_t i = 0; i < 6; ++i) {
        EXPECT_EQ(layout.getGlobalBox(layout.getBox(i)),
                  getBoxAt(placement, distribution, shape, i));
        EXPECT_EQ(layout.find(layout.getBox(i), layout.getPartial(i),
                              layout.getReplica(i)),
                  i);
        EXPECT_EQ(layout.getPosition(placement.ranks[i]), i);
      }
    }
}
