// ConstrainedSolverTest.cpp: exact against brute force, within limits

#include "sbp/Analysis/CostNetwork/ConstrainedSolver.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"
#include <random>

using namespace sbp;

namespace {

struct Instance {
  TablePool pool;
  CostNetwork network{pool};
  MemoryTerms terms;
};

/// The least cost of what stays within the limit; and the least peak.
struct Best {
  Cost cost = kInfiniteCost;
  double peak = kInfiniteCost;
};

} // namespace

static Costs draw(std::mt19937 &random, size_t size, unsigned largest,
                  unsigned rarity) {
  Costs entries(size);
  for (double &entry : entries)
    entry =
        rarity && random() % rarity == 0 ? kInfiniteCost : random() % largest;
  return entries;
}

/// 2 to 8 variables of 1 to 4 states; unary and binary costs and bytes.
static void fill(Instance &instance, std::mt19937 &random) {
  auto below = [&](unsigned n) { return unsigned(random() % n); };
  CostNetwork &network = instance.network;
  unsigned variables = 2 + below(7), points = 1 + below(6);
  for (unsigned v = 0; v < variables; ++v)
    network.addVariable(1 + below(4));
  auto drawScope = [&] {
    std::vector<unsigned> scope(variables);
    std::iota(scope.begin(), scope.end(), 0);
    std::shuffle(scope.begin(), scope.end(), random);
    scope.resize(1 + below(2));
    return scope;
  };
  auto shapeOf = [&](const std::vector<unsigned> &scope) {
    return llvm::map_to_vector(
        scope, [&](unsigned v) { return network.getDomain(v); });
  };
  auto sizeOf = [](llvm::ArrayRef<unsigned> shape) {
    size_t size = 1;
    for (unsigned extent : shape)
      size *= extent;
    return size;
  };
  for (unsigned t = 0; t < 2 * variables; ++t) {
    auto scope = drawScope();
    network.addTerm(scope, draw(random, sizeOf(shapeOf(scope)), 100, 16));
  }
  for (unsigned t = 0; t < 2 * variables; ++t) {
    auto scope = drawScope();
    unsigned a = below(points), b = below(points);
    auto shape = shapeOf(scope);
    instance.terms.add(scope, shape, draw(random, sizeOf(shape), 50, 0),
                       std::min(a, b), std::max(a, b));
  }
  instance.terms.add({}, {}, {double(below(20))}, 0, points - 1);
}

static Best bruteForce(const Instance &instance) {
  const CostNetwork &network = instance.network;
  std::vector<unsigned> states(network.getNumVariables(), 0);
  Best best;
  for (;;) {
    double peak = instance.terms.getPeak(states);
    Cost cost = network.evaluate(states);
    if (cost < kInfiniteCost)
      best.peak = std::min(best.peak, peak);
    if (peak <= instance.terms.getLimit())
      best.cost = std::min(best.cost, cost);
    unsigned v = 0;
    while (v < states.size() && ++states[v] == network.getDomain(v))
      states[v++] = 0;
    if (v == states.size())
      return best;
  }
}

TEST(ConstrainedSolver, EqualsBruteForce) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    Instance instance;
    fill(instance, random);
    Best free = bruteForce(instance);
    double before = kInfiniteCost;
    // From what nothing fits into up to more than anything needs.
    for (double limit : {free.peak - 1, free.peak, free.peak + 5,
                         free.peak + 20, free.peak + 60, 1e6}) {
      if (free.peak == kInfiniteCost)
        continue;
      instance.terms.setLimit(limit);
      Best best = bruteForce(instance);
      ConstrainedSolution found = solveWithin(instance.network, instance.terms);
      EXPECT_EQ(found.solution.cost, best.cost) << "limit " << limit;
      EXPECT_TRUE(found.solution.isOptimal()) << found.solution.lowerBound;
      EXPECT_LE(found.solution.cost, before);
      before = found.solution.cost;
      if (!found.fits())
        continue;
      EXPECT_EQ(instance.network.evaluate(found.solution.assignment),
                best.cost);
      EXPECT_LE(instance.terms.getPeak(found.solution.assignment), limit);
    }
  }
}

// Points that others cover go, and no peak changes.
TEST(ConstrainedSolver, DominatedPointsDoNotMatter) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    Instance instance;
    fill(instance, random);
    MemoryTerms fewer = instance.terms;
    fewer.dropDominated();
    EXPECT_LE(fewer.getNumPoints(), instance.terms.getNumPoints());
    for (unsigned draws = 0; draws < 20; ++draws) {
      std::vector<unsigned> states;
      for (unsigned v = 0; v < instance.network.getNumVariables(); ++v)
        states.push_back(random() % instance.network.getDomain(v));
      EXPECT_EQ(fewer.getPeak(states), instance.terms.getPeak(states));
    }
  }
}

// A colouring of a graph with a planted solution, which relaxations without
// tables do not find: nothing is proved, least of all that there is none.
TEST(ConstrainedSolver, WithoutAnAssignmentNothingIsProved) {
  constexpr unsigned kVertices = 40, kColours = 4;
  for (unsigned seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    Instance instance;
    std::vector<unsigned> planted;
    for (unsigned v = 0; v < kVertices; ++v) {
      instance.network.addVariable(kColours);
      planted.push_back(random() % kColours);
    }
    Costs differ(kColours * kColours, 0);
    for (unsigned c = 0; c < kColours; ++c)
      differ[c * kColours + c] = kInfiniteCost;
    for (unsigned a = 0; a < kVertices; ++a)
      for (unsigned b = a + 1; b < kVertices; ++b)
        if (planted[a] != planted[b] && random() % 4 == 0)
          instance.network.addTerm({a, b}, differ);
    instance.terms.add({0}, {kColours}, {1, 2, 3, 4}, 0, 0);
    instance.terms.setLimit(10);
    ASSERT_LT(instance.network.evaluate(planted), kInfiniteCost);
    ConstrainedOptions options;
    options.solver.firstTable = options.solver.coreTable =
        options.solver.lastTable = 1;
    options.solver.sweeps = 1;
    options.relaxations = 50;
    ConstrainedSolution found =
        solveWithin(instance.network, instance.terms, options);
    EXPECT_LE(found.solution.lowerBound, 0);
  }
}
