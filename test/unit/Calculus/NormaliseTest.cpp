// normalise and <= against their meaning, by enumerating what they are about.
#include "sbp/Calculus/Normalise.h"
#include "TestPlacements.h"
#include "gtest/gtest.h"
#include <random>

using namespace llvm;
using namespace sbp;
using namespace sbp::test;

/// One local state: per rank and element a value; missing elements are absent.
using State = std::map<int64_t, std::vector<int64_t>>;

static int64_t combine(Combiner combiner, int64_t a, int64_t b) {
  return combiner == Combiner::Sum ? a + b : std::max(a, b);
}

static bool contains(const Box &box, ArrayRef<int64_t> index) {
  for (auto [interval, i] : llvm::zip_equal(box, index))
    if (i < interval.begin || i >= interval.end)
      return false;
  return true;
}

/// Index of `flat` in row-major order.
static SmallVector<int64_t> getIndex(ArrayRef<int64_t> shape, int64_t flat) {
  SmallVector<int64_t> index(shape.size());
  for (int64_t d = shape.size() - 1; d >= 0; --d) {
    index[d] = flat % shape[d];
    flat /= shape[d];
  }
  return index;
}

/// Term of the reduction that a position holds.
static int64_t getTerm(const Placement &placement,
                       const Distribution &distribution, int64_t position) {
  int64_t term = 0;
  auto coordinates = placement.getCoordinates(position);
  for (auto [axis, component] : llvm::enumerate(distribution.components))
    if (component.isPartial())
      term = term * placement.axisSizes[axis] + coordinates[axis];
  return term;
}

static int64_t getNumTerms(const Placement &placement,
                           const Distribution &distribution) {
  int64_t terms = 1;
  for (auto [axis, component] : llvm::enumerate(distribution.components))
    if (component.isPartial())
      terms *= placement.axisSizes[axis];
  return terms;
}

/// The predicate, element by element: whether the values that the ranks of
/// `placement` hold for element `flat` under the boxes of `from` are a state of
/// `to` with value `expected`.
static bool holds(const Placement &placement, const Distribution &to,
                  ArrayRef<int64_t> shape, int64_t flat,
                  const std::map<int64_t, int64_t> &values, int64_t expected) {
  std::vector<std::optional<int64_t>> terms(getNumTerms(placement, to));
  for (auto [position, rank] : llvm::enumerate(placement.ranks)) {
    if (!contains(getBoxAt(placement, to, shape, position),
                  getIndex(shape, flat)))
      continue;
    auto value = values.find(rank);
    if (value == values.end())
      return false;
    auto &term = terms[getTerm(placement, to, position)];
    if (term && *term != value->second)
      return false;
    term = value->second;
  }
  std::optional<int64_t> total;
  for (auto &term : terms)
    total =
        total ? combine(to.getCombiner().value_or(Combiner::Sum), *total, *term)
              : *term;
  return *total == expected;
}

/// Draws states of `from` and asks whether each is one of `to`.
static bool subsumedByEnumeration(const Placement &fromPlacement,
                                  const Distribution &from,
                                  const Placement &toPlacement,
                                  const Distribution &to,
                                  ArrayRef<int64_t> shape) {
  for (auto [position, rank] : llvm::enumerate(toPlacement.ranks)) {
    int64_t source = fromPlacement.getPosition(rank);
    if (source < 0)
      return false;
    if (getBoxAt(fromPlacement, from, shape, source) !=
        getBoxAt(toPlacement, to, shape, position))
      return false;
  }
  int64_t elements = 1, terms = getNumTerms(fromPlacement, from);
  for (int64_t size : shape)
    elements *= size;
  // Terms 1, 2, 4, ... tell every sum from every other; each gets its turn as
  // the largest for max.
  for (int64_t turn = 0; turn < terms; ++turn)
    for (int64_t flat = 0; flat < elements; ++flat) {
      std::map<int64_t, int64_t> values;
      int64_t expected = 0;
      for (int64_t term = 0; term < terms; ++term)
        expected = combine(from.getCombiner().value_or(Combiner::Sum), expected,
                           int64_t(1) << ((term + turn) % terms));
      for (auto [position, rank] : llvm::enumerate(fromPlacement.ranks))
        if (contains(getBoxAt(fromPlacement, from, shape, position),
                     getIndex(shape, flat)))
          values[rank] = int64_t(1)
                         << ((getTerm(fromPlacement, from, position) + turn) %
                             terms);
      if (!holds(toPlacement, to, shape, flat, values, expected))
        return false;
    }
  return true;
}

static void checkAllPairs(const Placement &fromPlacement,
                          const Placement &toPlacement,
                          ArrayRef<int64_t> shape) {
  std::vector<Distribution> sources, targets;
  for (Combiner combiner : {Combiner::Sum, Combiner::Max}) {
    llvm::append_range(sources, allDistributions(fromPlacement.getNumAxes(),
                                                 shape.size(), combiner));
    llvm::append_range(targets, allDistributions(toPlacement.getNumAxes(),
                                                 shape.size(), combiner));
  }
  for (const Distribution &from : sources)
    for (const Distribution &to : targets)
      EXPECT_EQ(
          isSubsumed(fromPlacement, from, toPlacement, to, shape),
          subsumedByEnumeration(fromPlacement, from, toPlacement, to, shape))
          << toString(from) << " <= " << toString(to);
}

TEST(NormaliseTest, subsumptionMeansEveryStateIsAState) {
  for (Shape shape : {Shape{0}, Shape{1}, Shape{2}, Shape{3}, Shape{4},
                      Shape{0, 3}, Shape{2, 3}}) {
    checkAllPairs(makePlacement({2, 2}), makePlacement({2, 2}), shape);
    checkAllPairs(makePlacement({4}), makePlacement({2, 2}), shape);
    checkAllPairs(makePlacement({2, 2}), makePlacement({4}), shape);
    checkAllPairs(makePlacement({1, 4}), makePlacement({2, 2}), shape);
    checkAllPairs(makePlacement({2, 2}),
                  withRanks(makePlacement({2, 2}), {0, 2, 1, 3}), shape);
    checkAllPairs(makePlacement({2, 2}),
                  withRanks(makePlacement({2, 2}), {3, 1, 2, 0}), shape);
  }
}

TEST(NormaliseTest, equalWritingsAreEqualStates) {
  SmallVector<SmallVector<int64_t>> orders = {
      {}, {0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
  for (Shape sizes : {Shape{2, 2, 2}, Shape{2, 1, 2}})
    for (Shape shape : {Shape{3, 5}, Shape{1, 4}, Shape{8, 0}, Shape{2, 2}}) {
      Placement placement = makePlacement(sizes);
      std::vector<Distribution> all;
      for (const Distribution &base : allDistributions(3, 2))
        for (const auto &order : orders) {
          all.push_back(base);
          all.back().order.assign(order.begin(), order.end());
        }
      std::mt19937 random(1);
      for (int trial = 0; trial < 3000; ++trial) {
        const Distribution &a = all[random() % all.size()];
        Distribution b = all[random() % all.size()];
        if (trial % 2) // Mostly look at pairs that differ in order only.
          b.components = a.components;
        bool equal =
            normalise(placement, a, shape) == normalise(placement, b, shape);
        EXPECT_EQ(equal, isSubsumed(placement, a, placement, b, shape) &&
                             isSubsumed(placement, b, placement, a, shape))
            << toString(a) << " and " << toString(b);
      }
    }
}

TEST(NormaliseTest, broadcastIsAMaximumButNotASum) {
  Placement placement = makePlacement({2});
  Distribution broadcast = makeDistribution({B});
  EXPECT_TRUE(isSubsumed(placement, broadcast, placement,
                         makeDistribution({P_(Combiner::Max)}), {4}));
  EXPECT_FALSE(
      isSubsumed(placement, broadcast, placement, makeDistribution({P}), {4}));
  EXPECT_FALSE(isSubsumed(placement, makeDistribution({P_(Combiner::Max)}),
                          placement, broadcast, {4}));
}

TEST(NormaliseTest, otherRanksAreNeverSubsumed) {
  Distribution broadcast = makeDistribution({B});
  EXPECT_FALSE(isSubsumed(makePlacement({2}), broadcast, makePlacement({2}, 2),
                          broadcast, {4}));
}

TEST(VerifyDistributionTest, messagesNameBothValuesAndTheFix) {
  Placement placement = makePlacement({2, 2});
  auto verify = [&](Distribution distribution, Shape shape,
                    ElementKind kind = ElementKind::Float) {
    return verifyDistribution(placement, distribution, shape, kind)
        .value_or("legal");
  };
  EXPECT_EQ(verify(makeDistribution({S(0), P}), {4}), "legal");
  EXPECT_EQ(verify(makeDistribution({B}), {4}),
            "distribution has 1 components but placement \"p\" has 2 axes; "
            "give one component per axis");
  EXPECT_EQ(verify(makeDistribution({B, S(2)}), {4, 4}),
            "S(2) on axis #1 \"a1\" names a dim that the tensor of rank 2 does "
            "not have; use a dim from 0 to 1");
  EXPECT_EQ(verify(makeDistribution({P, P_(Combiner::Max)}), {4}),
            "P(sum) on axis #0 \"a0\" and P(max) on axis #1 \"a1\" do not "
            "commute; use one combiner for all P components");
  EXPECT_EQ(verify(makeDistribution({B, S(0)}, {0, 0}), {4}),
            "order [0, 0] is not a permutation of the 2 axes; name each axis "
            "number once");
  EXPECT_EQ(verify(makeDistribution({P, B}), {4}, ElementKind::Boolean),
            "axis #0 \"a0\": P(sum) is not defined on i1 elements; use one of "
            "and, or");
  EXPECT_NE(verify(makeDistribution({P_(Combiner::Or), B}), {4},
                   ElementKind::Integer),
            "legal");
  EXPECT_NE(verify(makeDistribution({P_(Combiner::UMax), B}), {4}), "legal");
  EXPECT_NE(verify(makeDistribution({P_(Combiner::MaxNum), B}), {4},
                   ElementKind::Integer),
            "legal");
  EXPECT_EQ(verify(makeDistribution({P_(Combiner::Or), B}), {4},
                   ElementKind::Boolean),
            "legal");
}
