// The bound against an exhaustive search over all ways of moving one element.
#include "TestPlacements.h"
#include "sbp/Calculus/BoxingBound.h"
#include "sbp/Calculus/Normalise.h"
#include "gtest/gtest.h"
#include <deque>
#include <map>
#include <random>
#include <set>

using namespace llvm;
using namespace sbp;
using namespace sbp::test;

namespace {
/// One element: the source term each rank holds and the destination term it
/// needs (-1: none).
struct ElementTask {
  std::vector<int> held, needed;
  int terms = 1, coordinates = 1;
  bool sameCombiner = true;
  auto operator<=>(const ElementTask &) const = default;
};

/// Breadth-first search over what every rank may hold: the set of subsets of
/// terms it has combined. A transfer copies one subset to one rank, which
/// combines it with what it has, free of charge.
class ExhaustiveSearch {
public:
  int solve(const ElementTask &task) {
    auto [it, isNew] = known.try_emplace(task, 0);
    if (isNew)
      it->second = search(task);
    return it->second;
  }

private:
  using Subsets = uint64_t; ///< bit m: the rank has the sum of the terms in m
  using State = std::vector<Subsets>;

  static Subsets close(Subsets subsets) {
    for (bool changed = true; changed;) {
      changed = false;
      for (int a = 1; a < 64; ++a)
        for (int b = a + 1; b < 64; ++b)
          if ((subsets >> a & 1) && (subsets >> b & 1) && !(a & b) &&
              !(subsets >> (a | b) & 1)) {
            subsets |= Subsets(1) << (a | b);
            changed = true;
          }
    }
    return subsets;
  }

  /// Whether terms `from` on can be shared out so that every coordinate's
  /// ranks hold what it gets.
  static bool isDone(const ElementTask &task, const State &state) {
    int whole = (1 << task.terms) - 1;
    std::vector<Subsets> common(task.coordinates, ~Subsets(0));
    for (size_t rank = 0; rank < state.size(); ++rank)
      if (task.needed[rank] >= 0)
        common[task.needed[rank]] &= state[rank] | 1;
    std::set<int> reached = {0};
    for (Subsets subsets : common) {
      std::set<int> next;
      for (int mask = 0; mask <= whole; ++mask)
        if ((subsets >> mask & 1) &&
            (task.sameCombiner || mask == 0 || mask == whole))
          for (int before : reached)
            if (!(before & mask))
              next.insert(before | mask);
      reached = std::move(next);
    }
    return reached.count(whole);
  }

  static int search(const ElementTask &task) {
    State start;
    for (int term : task.held)
      start.push_back(term < 0 ? 0 : Subsets(1) << (1 << term));
    std::set<State> seen = {start};
    std::deque<std::pair<State, int>> queue = {{start, 0}};
    while (!queue.empty()) {
      auto [state, transfers] = queue.front();
      queue.pop_front();
      if (isDone(task, state))
        return transfers;
      for (size_t to = 0; to < state.size(); ++to) {
        Subsets offers = 0;
        for (size_t from = 0; from < state.size(); ++from)
          offers |= state[from];
        for (offers &= ~state[to]; offers; offers &= offers - 1) {
          State next = state;
          next[to] = close(state[to] | (offers & -offers));
          if (seen.insert(next).second)
            queue.push_back({next, transfers + 1});
        }
      }
    }
    return -1;
  }

  std::map<ElementTask, int> known;
};
} // namespace

static bool contains(const Box &box, ArrayRef<int64_t> index) {
  for (auto [interval, i] : zip_equal(box, index))
    if (i < interval.begin || i >= interval.end)
      return false;
  return true;
}

static int64_t searchTotal(ExhaustiveSearch &search, const Layout &from,
                           const Layout &to, ArrayRef<int64_t> shape) {
  int64_t elements = 1, total = 0;
  for (int64_t size : shape)
    elements *= size;
  for (int64_t flat = 0; flat < elements; ++flat) {
    SmallVector<int64_t> index(shape.size());
    for (int64_t d = shape.size() - 1, rest = flat; d >= 0; --d) {
      index[d] = rest % shape[d];
      rest /= shape[d];
    }
    ElementTask task;
    int64_t world = std::max(from.getWorldSize(), to.getWorldSize());
    task.held.assign(world, -1);
    task.needed.assign(world, -1);
    task.terms = from.getNumPartials();
    task.coordinates = to.getNumPartials();
    task.sameCombiner = from.getCombiner() == to.getCombiner();
    for (int64_t i = 0; i < from.getNumPositions(); ++i)
      if (contains(from.getGlobalBox(from.getBox(i)), index))
        task.held[from.getRank(i)] = from.getPartial(i);
    for (int64_t i = 0; i < to.getNumPositions(); ++i)
      if (contains(to.getGlobalBox(to.getBox(i)), index))
        task.needed[to.getRank(i)] = to.getPartial(i);
    total += search.solve(task);
  }
  return total;
}

TEST(BoundTest, equalsExhaustiveSearch) {
  ExhaustiveSearch search;
  struct Case {
    Placement from, to;
  };
  std::vector<Case> cases = {
      {makePlacement({2}), makePlacement({2})},
      {makePlacement({3}), makePlacement({3})},
      {makePlacement({4}), makePlacement({4})},
      {makePlacement({2, 2}), makePlacement({2, 2})},
      {makePlacement({2, 2}), makePlacement({4})},
      {makePlacement({2, 2}), withRanks(makePlacement({2, 2}), {3, 1, 2, 0})},
      {makePlacement({2}), makePlacement({3}, 2)},
      {makePlacement({3}), makePlacement({2}, 2)},
      {makePlacement({2}), makePlacement({2, 2}, 1)},
      {makePlacement({2}), makePlacement({4})},
      {makePlacement({2}), makePlacement({2, 2}, 2)}};
  for (const Case &c : cases)
    for (Shape shape : {Shape{3}, Shape{1, 2}})
      for (const Distribution &from :
           allDistributions(c.from.getNumAxes(), shape.size()))
        for (const Distribution &to :
             allDistributions(c.to.getNumAxes(), shape.size())) {
          Layout source(c.from, from, shape), target(c.to, to, shape);
          EXPECT_EQ(getBoxingBoundTotal(source, target),
                    searchTotal(search, source, target, shape))
              << toString(from) << " to " << toString(to);
        }
}

TEST(BoundTest, anotherCombinerIsReducedFirst) {
  ExhaustiveSearch search;
  Placement placement = makePlacement({2, 2});
  for (const Distribution &from : allDistributions(2, 1))
    for (const Distribution &to : allDistributions(2, 1, Combiner::Prod)) {
      Layout source(placement, from, {3}), target(placement, to, {3});
      if (source.getNumPartials() != 2)
        continue;
      EXPECT_EQ(getBoxingBoundTotal(source, target),
                searchTotal(search, source, target, {3}))
          << toString(from) << " to " << toString(to);
    }
}

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
