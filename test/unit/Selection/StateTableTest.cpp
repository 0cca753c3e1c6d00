// StateTableTest.cpp: moved fractions, and their triangle inequality

#include "sbp/Analysis/Selection/Prices/BoxingPrices.h"
#include "sbp/Analysis/Selection/Prices/CostModel.h"
#include "sbp/Calculus/Topology.h"
#include "gtest/gtest.h"
#include <numeric>

using namespace sbp;

static Placement makePlacement(std::vector<int64_t> sizes, int64_t first = 0) {
  Placement placement;
  int64_t ranks = 1;
  for (int64_t size : sizes) {
    placement.axisSizes.push_back(size);
    ranks *= size;
  }
  for (int64_t rank = 0; rank < ranks; ++rank)
    placement.ranks.push_back(first + rank);
  return placement;
}

static const Component B = Component::broadcast(), P = Component::partial();
static Component S(int64_t dim) { return Component::split(dim); }

static double moved(std::vector<int64_t> sizes, std::vector<Component> from,
                    std::vector<Component> to) {
  Placement placement = makePlacement(sizes);
  Distribution d{{from.begin(), from.end()}, {}};
  Distribution e{{to.begin(), to.end()}, {}};
  MovedFraction fraction = getMovedFraction(placement, d, placement, e);
  return double(fraction.moved) / fraction.cells;
}

TEST(StateTable, TableOfOneAxis) {
  EXPECT_EQ(moved({4}, {S(0)}, {S(1)}), 0.75);
  EXPECT_EQ(moved({4}, {S(0)}, {B}), 3);
  EXPECT_EQ(moved({4}, {P}, {S(0)}), 3);
  EXPECT_EQ(moved({4}, {P}, {B}), 6);
  EXPECT_EQ(moved({4}, {B}, {S(0)}), 0);
  EXPECT_EQ(moved({4}, {B}, {P}), 0);
  EXPECT_EQ(moved({4}, {S(0)}, {P}), 0);
}

TEST(StateTable, TwoAxes) {
  EXPECT_EQ(moved({4, 2}, {P, B}, {B, B}), 10);
  EXPECT_EQ(moved({8, 2}, {P, B}, {B, B}), 22);
  // An axis that stays P takes part (reduce to one term, spread it, fill the
  // others with the identity): two separate problems would need 8.
  EXPECT_EQ(moved({2, 2, 2}, {P, P, B}, {P, B, B}), 6);
  // Here it splits the problem: two all-reduces.
  EXPECT_EQ(moved({2, 2}, {P, P}, {P, B}), 4);
}

TEST(StateTable, DisjointPlacements) {
  Placement a = makePlacement({4}), b = makePlacement({2}, 4);
  auto fraction = [&](Component from, Component to) {
    MovedFraction moved = getMovedFraction(a, {{from}, {}}, b, {{to}, {}});
    return double(moved.moved) / moved.cells;
  };
  EXPECT_EQ(fraction(S(0), S(1)), 1);
  EXPECT_EQ(fraction(B, B), 2);
  EXPECT_EQ(fraction(P, S(0)), 4);
  EXPECT_EQ(fraction(P, B), 5);
  EXPECT_EQ(fraction(S(0), P), 1);
}

// Pruning of dominated signatures rests on this (selection.md trap 1).
static void checkTriangles(std::vector<int64_t> sizes, int64_t rank) {
  StateTable table;
  unsigned placement = table.addPlacement(makePlacement(sizes));
  std::vector<Component> choices = {B, P};
  for (int64_t dim = 0; dim < rank; ++dim)
    choices.push_back(S(dim));
  std::vector<StateTable::Id> states;
  std::vector<unsigned> index(sizes.size(), 0);
  for (bool more = true; more;) {
    Distribution distribution;
    for (unsigned i : index)
      distribution.components.push_back(choices[i]);
    states.push_back(table.intern(placement, distribution));
    more = false;
    for (unsigned &i : index) {
      if (++i < choices.size()) {
        more = true;
        break;
      }
      i = 0;
    }
  }
  // A common denominator keeps the comparison exact.
  std::vector<std::vector<int64_t>> cost(states.size());
  for (auto a : states)
    for (auto b : states) {
      MovedFraction fraction = table.getMoved(a, b);
      ASSERT_EQ(5040 * 64 * fraction.moved % fraction.cells, 0);
      cost[a].push_back(5040 * 64 * fraction.moved / fraction.cells);
    }
  int64_t bad = 0;
  for (auto a : states)
    for (auto b : states)
      for (auto c : states)
        bad += cost[a][c] > cost[a][b] + cost[b][c];
  EXPECT_EQ(bad, 0);
}

TEST(StateTable, TriangleInequalityOn4) { checkTriangles({4}, 4); }
TEST(StateTable, TriangleInequalityOn2x4) { checkTriangles({2, 4}, 4); }
TEST(StateTable, TriangleInequalityOn4x2) { checkTriangles({4, 2}, 4); }
TEST(StateTable, TriangleInequalityOn2x2x2) { checkTriangles({2, 2, 2}, 3); }

// What selection weighs is what the plan that runs takes.
TEST(StateTable, SecondsAreThoseOfThePlan) {
  Topology topology = llvm::cantFail(Topology::parse(R"({"format": 1,
    "links": {"same_host": {"latency_seconds": 5e-6, "bytes_per_second": 2e11},
              "network": {"latency_seconds": 2e-5, "bytes_per_second": 2e10}},
    "hosts": [{"devices": [{"ranks": [0]}, {"ranks": [1]}, {"ranks": [2]},
                           {"ranks": [3]}]},
              {"devices": [{"ranks": [4]}, {"ranks": [5]}, {"ranks": [6]},
                           {"ranks": [7]}]}]})"));
  int dearer = 0, pairs = 0;
  for (std::vector<int64_t> sizes :
       {std::vector<int64_t>{2, 4}, {4, 2}, {2, 2, 2}}) {
    Placement placement = makePlacement(sizes);
    StateTable table;
    unsigned number = table.addPlacement(placement);
    std::vector<Component> choices = {B, P, S(0)};
    if (sizes.size() == 2)
      choices.push_back(S(2));
    std::vector<Distribution> all = {{{}, {}}};
    for (size_t axis = 0; axis < sizes.size(); ++axis) {
      std::vector<Distribution> longer;
      for (const Distribution &distribution : all)
        for (const Component &component : choices) {
          longer.push_back(distribution);
          longer.back().components.push_back(component);
        }
      all = std::move(longer);
    }
    // On a large tensor bytes count, on a small one messages.
    for (std::vector<int64_t> shape :
         {std::vector<int64_t>{64, 1024, 512}, {8, 8, 8}})
      for (const Distribution &from : all)
        for (const Distribution &to : all) {
          double priced = table.getSeconds(
              table.intern(number, from), table.intern(number, to),
              4 * shape[0] * shape[1] * shape[2], topology);
          BoxingPlan plan =
              planBoxing(placement, from, placement, to, shape, 4, &topology);
          // A price knows one dim that neither end cuts; plans may pass through
          // two.
          double slack = sizes == std::vector<int64_t>{2, 4} ? 1e-3 : 0.25;
          EXPECT_LE(*plan.seconds, 1.001 * priced)
              << toString(from) << " -> " << toString(to);
          EXPECT_LE(priced, (1 + slack) * *plan.seconds)
              << toString(from) << " -> " << toString(to);
          dearer += priced > 1.001 * *plan.seconds;
          ++pairs;
        }
  }
  EXPECT_LT(dearer, 0.03 * pairs) << dearer << " of " << pairs;
}

/// Whole, split along one of three dims or partial along every axis, in one
/// way.
static std::vector<Distribution> getAll(size_t axes) {
  Component most = Component::partial(Combiner::Max);
  std::vector<Distribution> all{{}};
  for (size_t axis = 0; axis < axes; ++axis) {
    std::vector<Distribution> longer;
    for (const Distribution &prefix : all)
      for (const Component &kind : {B, P, most, S(0), S(1), S(2)}) {
        Component other = kind == P ? most : P; // never next to each other
        if (kind.isPartial() && llvm::is_contained(prefix.components, other))
          continue;
        longer.push_back(prefix);
        longer.back().components.push_back(kind);
      }
    all = longer;
  }
  return all;
}

// Axes that change places in a pattern move what they moved before.
TEST(StateTable, TheTableHoldsTheFractionOfEveryPair) {
  for (std::vector<int64_t> sizes : {std::vector<int64_t>{2, 2, 2},
                                     {3, 3},
                                     {8, 8},
                                     {4, 2, 2},
                                     {2, 3, 2},
                                     {3, 2},
                                     {2, 4, 1},
                                     {2, 6, 3},
                                     {2, 2, 3, 2}}) {
    StateTable states;
    Placement placement = makePlacement(sizes);
    unsigned number = states.addPlacement(placement);
    std::vector<Distribution> all = getAll(sizes.size());
    for (size_t i = 0; i < all.size(); i += 1 + all.size() / 100)
      for (const Distribution &to : all) {
        StateTable::Id a = states.intern(number, all[i]);
        StateTable::Id b = states.intern(number, to);
        EXPECT_EQ(states.getMoved(a, b),
                  a == b
                      ? MovedFraction()
                      : getMovedFraction(placement, states.get(a).distribution,
                                         placement, states.get(b).distribution))
            << toString(all[i]) << " to " << toString(to);
      }
  }
}

// Whole copies are maxima already, and sums only once others are filled: what
// shares a pattern shares its price.
TEST(StateTable, ThePriceOfAPatternIsThatOfEveryPair) {
  for (std::vector<int64_t> sizes :
       {std::vector<int64_t>{4}, {2, 2}, {2, 3}, {2, 2, 2}}) {
    StateTable states;
    unsigned number = states.addPlacement(makePlacement(sizes));
    CostModel model;
    TensorSize size{{48, 48, 48}, 4};
    BoxingPrices prices(model, states, size);
    BoxedTensor tensor(states, size);
    std::vector<Distribution> all = getAll(sizes.size());
    for (const Distribution &from : all)
      for (const Distribution &to : all) {
        StateTable::Id a = states.intern(number, from);
        StateTable::Id b = states.intern(number, to);
        EXPECT_EQ(prices.get(a, b, /*isProduced=*/true),
                  model.getBoxing(tensor, a, b, /*isProduced=*/true))
            << toString(from) << " to " << toString(to);
      }
  }
}
