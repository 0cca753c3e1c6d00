// Every pair of distributions on the small placements, with every combiner:
// planned, proved symbolically, at the bound, below the limits of the
// collectives everyone knows. A sample with a printed seed; SBP_FULL=1
// runs all. test/sbp_testing/boxing_pairs.py runs some of them on real ranks.
#include "TestPlacements.h"
#include "sbp/Calculus/SymbolicExecutor.h"
#include "gtest/gtest.h"
#include <random>

using namespace llvm;
using namespace sbp;
using namespace sbp::test;

static const std::vector<Shape> hierarchies = {{4}, {2, 2}, {2, 3}, {2, 2, 2}};
// Remainders on every axis, none, no elements, fewer elements than ranks,
// primes.
static const std::vector<Shape> shapes = {{7, 5, 3},  {4, 8, 4},  {5, 0, 3},
                                          {1, 13, 2}, {12, 6, 9}, {2, 3, 11}};

/// DESIGN section 3, upper limits: the row of the table where one axis changes
/// and no other splits the dims it does, times the other B and P axes; else
/// (Ps + Bd - 1) T.
static double getLimit(const Placement &placement, const Distribution &from,
                       const Distribution &to, double elements) {
  SmallVector<unsigned> changed;
  double others = 1, terms = 1, copies = 1;
  for (auto [axis, size] : enumerate(placement.axisSizes)) {
    const Component &a = from.components[axis], &b = to.components[axis];
    if (a != b)
      changed.push_back(axis);
    else if (!a.isSplit())
      others *= size;
    terms *= a.isPartial() ? size : 1;
    copies *= b.isBroadcast() ? size : 1;
  }
  double general = (terms + copies - 1) * elements;
  if (changed.empty())
    return 0;
  // One reduction ends before another begins, whatever the axes.
  if (terms > 1 && to.hasPartial() && from.getCombiner() != to.getCombiner())
    return general;
  const Component &a = from.components[changed.front()];
  const Component &b = to.components[changed.front()];
  for (auto [axis, component] : enumerate(from.components))
    if (axis != changed.front() && component.isSplit() &&
        (a.isSplit(component.dim) || b.isSplit(component.dim)))
      return general;
  if (changed.size() > 1)
    return general;
  double size = placement.axisSizes[changed.front()];
  double row = 0; // B to anything, S to P
  if (a.isSplit() && b.isSplit())
    row = (size - 1) / size;
  else if (a.isPartial() && b.isBroadcast())
    row = 2 * (size - 1);
  else if (!a.isBroadcast() && !b.isPartial())
    row = size - 1;
  return std::min(general, row * others * elements);
}

namespace {
/// Counts what it checks.
class Checker {
public:
  explicit Checker(uint64_t seed) : random(seed) {}

  /// All pairs, or one in `sampleOneIn`.
  void checkPairs(const Placement &placement, Combiner before, Combiner after,
                  const Shape &shape, uint64_t sampleOneIn) {
    bool everything = runsEverything();
    auto sources = allDistributions(placement.getNumAxes(), 3, before);
    auto targets = allDistributions(placement.getNumAxes(), 3, after);
    for (const Distribution &from : sources)
      for (const Distribution &to : targets)
        if (before == after || (from.hasPartial() && to.hasPartial()))
          if (everything || random() % sampleOneIn == 0)
            check(placement, from, to, shape);
  }

  int64_t pairs = 0;

private:
  void check(const Placement &placement, const Distribution &from,
             const Distribution &to, const Shape &shape) {
    ++pairs;
    BoxingPlan plan = planBoxing(placement, from, placement, to, shape, 1);
    std::string found =
        verifyPlan(plan, placement, from, placement, to).value_or("right");
    if (found != "right" || plan.getTotalBytes() != plan.getBoundTotalBytes())
      ADD_FAILURE() << toString(from) << " to " << toString(to) << " on "
                    << placement.getNumRanks() << " ranks: " << found << ", "
                    << plan.getTotalBytes() << " of "
                    << plan.getBoundTotalBytes();
    double elements = 1;
    for (int64_t size : shape)
      elements *= size;
    EXPECT_LE(plan.getTotalBytes(),
              getLimit(placement, from, to, elements) + 1e-9)
        << toString(from) << " to " << toString(to);
  }

  std::mt19937_64 random;
};
} // namespace

static const uint64_t seed = 20261121;

TEST(ExhaustiveTest, everyPairWithEveryCombiner) {
  Checker checker(seed);
  for (const Shape &axes : hierarchies)
    for (const Shape &shape : shapes)
      for (unsigned combiner = 0; combiner < numCombiners; ++combiner)
        checker.checkPairs(makePlacement(axes), Combiner(combiner),
                           Combiner(combiner), shape, 200);

  std::printf("seed %llu: %lld pairs proved, all at the bound\n",
              static_cast<unsigned long long>(seed),
              static_cast<long long>(checker.pairs));
}

// One reduction ends before another begins.
TEST(ExhaustiveTest, everyPairOfTwoCombiners) {
  Checker checker(seed);
  for (const Shape &axes : hierarchies)
    for (const Shape &shape : shapes)
      for (unsigned before = 0; before < numCombiners; ++before)
        for (unsigned after = 0; after < numCombiners; ++after)
          if (before != after)
            checker.checkPairs(makePlacement(axes), Combiner(before),
                               Combiner(after), shape, 500);
  std::printf("seed %llu: %lld pairs of two combiners proved, all at the "
              "bound\n",
              static_cast<unsigned long long>(seed),
              static_cast<long long>(checker.pairs));
}
