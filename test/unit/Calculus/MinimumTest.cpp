// The bound is the minimum: for every element of a pair the search over all
// ways of moving it finds as many transfers as the formula of BoxingBound.h
// says. What a rank holds and needs is worked out here from the definition of a
// distribution. All pairs of CrossPlacementPairs.h on at most 6 ranks; a sample
// with a printed seed, SBP_FULL=1 runs all.
#include "CrossPlacementPairs.h"
#include "ElementSearch.h"
#include "sbp/Calculus/BoxingBound.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace sbp;
using namespace sbp::test;

/// The number that `coordinates` are on the axes for which `counts` holds, the
/// last axis fastest.
template <typename Counts>
static int getNumber(const Placement &placement, ArrayRef<int64_t> coordinates,
                     Counts counts) {
  int number = 0;
  for (size_t axis = 0; axis < coordinates.size(); ++axis)
    if (counts(axis))
      number = number * placement.axisSizes[axis] + coordinates[axis];
  return number;
}

/// Whether the rank at `coordinates` has the element at `index`: each axis that
/// splits a dim leaves one balanced part of what the axes before it left.
static bool hasElement(const Placement &placement,
                       const Distribution &distribution,
                       ArrayRef<int64_t> shape, ArrayRef<int64_t> coordinates,
                       ArrayRef<int64_t> index) {
  Shape begin(shape.size(), 0), size(shape.begin(), shape.end());
  for (size_t i = 0; i < coordinates.size(); ++i) {
    size_t axis = distribution.order.empty() ? i : distribution.order[i];
    const Component &component = distribution.components[axis];
    if (!component.isSplit())
      continue;
    int64_t parts = placement.axisSizes[axis], part = coordinates[axis];
    int64_t small = size[component.dim] / parts;
    int64_t larger = size[component.dim] % parts;
    begin[component.dim] += part * small + std::min(part, larger);
    size[component.dim] = small + (part < larger);
  }
  for (size_t d = 0; d < shape.size(); ++d)
    if (index[d] < begin[d] || index[d] >= begin[d] + size[d])
      return false;
  return true;
}

/// Calls `visit(rank, term)` for each rank that has the element; returns the
/// number of terms.
template <typename Visit>
static int visitRanks(const Placement &placement,
                      const Distribution &distribution, ArrayRef<int64_t> shape,
                      ArrayRef<int64_t> index, Visit visit) {
  auto isPartial = [&](size_t axis) {
    return distribution.components[axis].isPartial();
  };
  int terms = 1;
  for (size_t axis = 0; axis < placement.axisSizes.size(); ++axis)
    terms *= isPartial(axis) ? placement.axisSizes[axis] : 1;
  for (size_t position = 0; position < placement.ranks.size(); ++position) {
    Shape coordinates(placement.axisSizes.size());
    int64_t rest = position;
    for (size_t axis = coordinates.size(); axis-- > 0;) {
      coordinates[axis] = rest % placement.axisSizes[axis];
      rest /= placement.axisSizes[axis];
    }
    if (hasElement(placement, distribution, shape, coordinates, index))
      visit(placement.ranks[position],
            getNumber(placement, coordinates, isPartial));
  }
  return terms;
}

static ElementTask makeTask(const Pair &pair, ArrayRef<int64_t> index) {
  ElementTask task;
  std::map<int64_t, ElementRank> ranks;
  task.terms =
      visitRanks(pair.source, pair.from, pair.shape, index,
                 [&](int64_t rank, int term) { ranks[rank].held = term; });
  task.coordinates = visitRanks(
      pair.target, pair.to, pair.shape, index,
      [&](int64_t rank, int coordinate) { ranks[rank].needed = coordinate; });
  for (auto [rank, what] : ranks)
    task.ranks.push_back(what);
  Combiner combiner = Combiner::Sum;
  if (task.terms > 1)
    combiner = *pair.from.getCombiner();
  else if (task.coordinates > 1)
    combiner = *pair.to.getCombiner();
  task.idempotent = combiner != Combiner::Sum && combiner != Combiner::Prod;
  task.sameCombiner =
      task.coordinates == 1 || *pair.to.getCombiner() == combiner;
  task.simplify();
  return task;
}

static int64_t searchTotal(ElementSearch &search, const Pair &pair) {
  int64_t total = 0, elements = 1;
  for (int64_t size : pair.shape)
    elements *= size;
  for (int64_t element = 0; element < elements; ++element) {
    Shape index(pair.shape.size());
    int64_t rest = element;
    for (size_t d = index.size(); d-- > 0;) {
      index[d] = rest % pair.shape[d];
      rest /= pair.shape[d];
    }
    total += search.solve(makeTask(pair, index));
  }
  return total;
}

static void checkPair(ElementSearch &search, const Pair &pair) {
  EXPECT_EQ(getBoxingBoundTotal(Layout(pair.source, pair.from, pair.shape),
                                Layout(pair.target, pair.to, pair.shape)),
            searchTotal(search, pair))
      << toString(pair.from) << " to " << toString(pair.to);
}

static int64_t countRanks(const Pair &pair) {
  std::set<int64_t> ranks(pair.source.ranks.begin(), pair.source.ranks.end());
  ranks.insert(pair.target.ranks.begin(), pair.target.ranks.end());
  return ranks.size();
}

/// The same pair with these combiners.
static Pair withCombiners(Pair pair, Combiner before, Combiner after) {
  for (Component &component : pair.from.components)
    component.combiner = component.isPartial() ? before : Combiner::Sum;
  for (Component &component : pair.to.components)
    component.combiner = component.isPartial() ? after : Combiner::Sum;
  return pair;
}

static const uint64_t seed = 20261121;

TEST(MinimumTest, theBoundOfAnyPairOnSixRanks) {
  ElementSearch search;
  int64_t pairs = 0;
  forEachPair(seed, runsEverything() ? 1 : 3000, [&](const Pair &pair) {
    if (countRanks(pair) > 6)
      return;
    ++pairs;
    checkPair(search, pair);
    if (pair.from.hasPartial() || pair.to.hasPartial())
      checkPair(search, withCombiners(pair, Combiner::Max, Combiner::Max));
    if (pair.from.hasPartial() && pair.to.hasPartial()) {
      checkPair(search, withCombiners(pair, Combiner::Sum, Combiner::Prod));
      checkPair(search, withCombiners(pair, Combiner::Min, Combiner::Max));
    }
  });
  std::printf("seed %llu: %lld pairs, %zu different elements, %zu states "
              "searched: the bound is the minimum of each\n",
              static_cast<unsigned long long>(seed),
              static_cast<long long>(pairs), search.getNumTasks(),
              search.getNumStates());
}

// Hierarchies of the same four ranks, one of them permuted, and every order.
TEST(MinimumTest, theBoundOnPermutedRanks) {
  ElementSearch search;
  Placement square = makePlacement({2, 2});
  for (const Placement &target :
       {square, makePlacement({4}), withRanks(square, {3, 1, 2, 0})})
    for (const Shape &shape : {Shape{3}, Shape{1, 2}, Shape{5, 2}})
      for (const Distribution &from : allDistributions(2, shape.size()))
        for (Distribution to :
             allDistributions(target.getNumAxes(), shape.size())) {
          checkPair(search, {square, target, from, to, shape});
          to.order = {1, 0};
          if (target.getNumAxes() == 2)
            checkPair(search, {square, target, from, to, shape});
        }
}
