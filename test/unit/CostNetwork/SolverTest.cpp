//===- SolverTest.cpp - exact against brute force -------------------------===//

#include "sbp/Analysis/CostNetwork/Solver.h"
#include "DualBound.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <numeric>
#include <random>

using namespace sbp;

static Cost bruteForce(const CostNetwork &network) {
  std::vector<unsigned> states(network.getNumVariables(), 0);
  Cost best = kInfiniteCost;
  for (;;) {
    best = std::min(best, network.evaluate(states));
    unsigned v = 0;
    while (v < states.size() && ++states[v] == network.getDomain(v))
      states[v++] = 0;
    if (v == states.size())
      return best;
  }
}

/// At most 8 variables of 1 to 4 states with unary, binary and ternary tables;
/// some entries are infinite.
static CostNetwork makeRandom(TablePool &pool, std::mt19937 &random) {
  auto below = [&](unsigned n) { return unsigned(random() % n); };
  CostNetwork network(pool);
  unsigned variables = 1 + below(8);
  for (unsigned v = 0; v < variables; ++v)
    network.addVariable(1 + below(4));
  for (unsigned t = 0, e = 1 + below(2 * variables + 2); t < e; ++t) {
    std::vector<unsigned> scope(variables);
    std::iota(scope.begin(), scope.end(), 0);
    std::shuffle(scope.begin(), scope.end(), random);
    scope.resize(std::min(variables, 1 + below(3)));
    size_t size = 1;
    for (unsigned v : scope)
      size *= network.getDomain(v);
    Costs entries(size);
    for (Cost &entry : entries)
      entry = below(8) == 0 ? kInfiniteCost : below(100);
    network.addTerm(scope, entries);
  }
  return network;
}

static void checkSolution(const CostNetwork &network,
                          const SolverOptions &options) {
  Solution solution = solve(network, options);
  Cost best = bruteForce(network);
  EXPECT_EQ(solution.cost, best);
  EXPECT_TRUE(solution.isOptimal());
  if (best != kInfiniteCost)
    EXPECT_EQ(network.evaluate(solution.assignment), best);
}

TEST(CostNetworkDeath, TablesHaveTheStatesOfTheirVariables) {
  TablePool pool;
  CostNetwork network(pool);
  unsigned variable = network.addVariable(3);
  TablePool::Id table = pool.intern({2}, Costs{0, 1});
  EXPECT_DEATH(network.addTerm(table, {variable}),
               "table of shape \\[2\\] is applied to variables with \\[3\\]");
  EXPECT_DEATH(network.addTerm({variable}, Costs{0, 1}),
               "variables with \\[3\\]");
}

TEST(Solver, EqualsBruteForceByElimination) {
  for (unsigned seed = 0; seed < 500; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    TablePool pool;
    checkSolution(makeRandom(pool, random), {});
  }
}

// Tables of one entry force the dual bound, deletion and re-elimination.
TEST(Solver, BoundNeverExceedsTheOptimum) {
  SolverOptions options;
  options.firstTable = 1;
  unsigned proved = 0;
  for (unsigned seed = 0; seed < 500; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    TablePool pool;
    CostNetwork network = makeRandom(pool, random);
    Solution solution = solve(network, options);
    Cost best = bruteForce(network);
    EXPECT_LE(solution.lowerBound, best);
    EXPECT_GE(solution.cost, best);
    proved += solution.isOptimal() && solution.cost == best;
  }
  EXPECT_EQ(proved, 500u);
}

// Where tables may not grow and little is deleted, states are branched on until
// the optimum is proved.
TEST(Solver, DividesWhatNothingElseCloses) {
  SolverOptions options;
  options.firstTable = options.coreTable = options.lastTable = 1;
  for (unsigned seed = 0; seed < 500; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    TablePool pool;
    checkSolution(makeRandom(pool, random), options);
  }
}

// Whether parts are solved one after another or next to each other changes
// nothing: not the proof either where work runs out on the way, which is when
// parts that were solved ahead of time are solved again.
TEST(Solver, ThreadsChangeNothing) {
  unsigned loose = 0, proved = 0;
  for (unsigned seed = 0; seed < 60; ++seed) {
    std::mt19937 random(seed);
    auto below = [&](unsigned n) { return unsigned(random() % n); };
    TablePool pool;
    CostNetwork network(pool);
    for (unsigned v = 0; v < 9; ++v)
      network.addVariable(3 + below(6));
    for (unsigned t = 0; t < 20; ++t) {
      unsigned a = below(9), b = (a + 1 + below(8)) % 9;
      Costs entries(network.getDomain(a) * network.getDomain(b));
      for (Cost &entry : entries)
        entry = below(8) == 0 ? kInfiniteCost : below(100);
      network.addTerm({a, b}, entries);
    }
    for (double work : {1e11, 3e6, 1e6, 3e5, 1e5}) {
      SCOPED_TRACE("seed " + std::to_string(seed) + ", work " +
                   std::to_string(work));
      SolverOptions options;
      options.firstTable = options.coreTable = options.lastTable = 1;
      options.tries = 0;
      options.work = work;
      auto solveAfresh = [&] { // nothing remembered
        TablePool own(&pool);
        return solve(CostNetwork(network, own), options);
      };
      Solution alone = solveAfresh();
      options.threads = 3;
      Solution beside = solveAfresh();
      EXPECT_EQ(alone.cost, beside.cost);
      EXPECT_EQ(alone.lowerBound, beside.lowerBound);
      EXPECT_EQ(alone.assignment, beside.assignment);
      EXPECT_EQ(alone.work, beside.work);
      (alone.isOptimal() ? proved : loose) += 1;
    }
  }
  EXPECT_GT(proved, 60u);
  EXPECT_GT(loose, 20u);
}

// A cycle that prefers unequal neighbours has no fractional reason to: the dual
// alone stays at 0.
/// Bounds of all that is left of a network after some states of a variable were
/// deleted and others eliminated.
TEST(DualBound, APartBeginsAtTheBoundOfTheWhole) {
  unsigned higher = 0;
  for (unsigned seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    TablePool pool;
    CostNetwork network = makeRandom(pool, random);
    auto keepLabels = [](std::vector<unsigned> &) {};
    DualBound whole =
        computeDualBound(network, 50, {}, kInfiniteCost, {}, keepLabels);
    if (whole.upperBound == kInfiniteCost)
      continue;
    KeptStates kept = keepAll(network);
    for (auto &states : kept)
      if (states.size() > 2)
        states.erase(states.begin() + random() % states.size());
    CostNetwork part = sliceStates(network, kept, pool);
    DualShifts shifts = whole.shifts.slice(network, kept);
    Elimination elimination(part);
    elimination.run(4);
    shifts.applyElimination(elimination);
    Cost best = bruteForce(part);
    auto bound = [&](const DualShifts &from) {
      return computeDualBound(part, 1, {}, kInfiniteCost, from, keepLabels)
          .lowerBound;
    };
    EXPECT_LE(bound(shifts), best + 1e-6);
    EXPECT_GE(bound(shifts), std::min(best, whole.lowerBound) - 1e-6);
    higher += bound(shifts) > bound({}) + 1e-6;
  }
  EXPECT_GT(higher, 20u);
}

TEST(Solver, ProvesAFrustratedCycle) {
  SolverOptions options;
  options.firstTable = options.coreTable = options.lastTable = 1;
  TablePool pool;
  CostNetwork network(pool);
  for (unsigned v = 0; v < 5; ++v)
    network.addVariable(2);
  for (unsigned v = 0; v < 5; ++v)
    network.addTerm({v, (v + 1) % 5}, Costs{10, 0, 0, 10});
  checkSolution(network, options);
  options.branches = false;
  EXPECT_LT(solve(network, options).lowerBound, 10);
}

// Of a chain of 64 equal layers all but a logarithm of the products are found
// in the memo.
TEST(Solver, EqualLayersCostNothingTwice) {
  TablePool pool;
  CostNetwork network(pool);
  Costs table = {0, 3, 5, 1, 2, 9, 4, 4, 0};
  unsigned before = network.addVariable(3);
  for (unsigned layer = 0; layer < 64; ++layer) {
    unsigned next = network.addVariable(3);
    network.addTerm({before, next}, table);
    before = next;
  }
  EXPECT_TRUE(solve(network).isOptimal());
  EXPECT_LT(pool.getNumProducts(), 30u);
}

// Parts that share no variable are solved one by one: together they take
// what they take one by one, equal ones what one takes.
TEST(Solver, WhatSharesNoVariableAddsUp) {
  SolverOptions options;
  options.firstTable = options.coreTable = options.lastTable = 1;
  auto addRandom = [](CostNetwork &network, unsigned seed) {
    constexpr unsigned variables = 7, states = 5;
    std::mt19937 random(seed);
    unsigned first = network.getNumVariables();
    for (unsigned v = 0; v < variables; ++v)
      network.addVariable(states);
    for (unsigned v = 0; v < variables; ++v)
      for (unsigned other = 0; other < v; ++other) {
        Costs entries(states * states);
        for (Cost &entry : entries)
          entry = random() % 100;
        network.addTerm({first + v, first + other}, entries);
      }
  };
  auto solveAll = [&](llvm::ArrayRef<unsigned> seeds) {
    TablePool pool;
    CostNetwork network(pool);
    for (unsigned seed : seeds)
      addRandom(network, seed);
    Solution solution = solve(network, options);
    EXPECT_TRUE(solution.isOptimal());
    EXPECT_EQ(network.evaluate(solution.assignment), solution.cost);
    return solution;
  };
  double cost = 0, work = 0;
  for (unsigned seed : {1u, 2u, 3u, 4u}) {
    Solution alone = solveAll(seed);
    cost += alone.cost;
    work += alone.work;
  }
  Solution together = solveAll({1, 2, 3, 4}),
           twice = solveAll({1, 2, 3, 4, 4, 3, 2, 1});
  EXPECT_EQ(together.cost, cost);
  EXPECT_EQ(together.work, work);
  EXPECT_EQ(twice.cost, 2 * cost);
  EXPECT_EQ(twice.work, work);
}

// Out of work the best assignment comes back with an honest bound.
TEST(Solver, BoundStaysBelowWhenWorkRunsOut) {
  SolverOptions options;
  options.firstTable = 1;
  options.lastTable = 1;
  options.work = 0;
  for (unsigned seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    TablePool pool;
    CostNetwork network = makeRandom(pool, random);
    Solution solution = solve(network, options);
    Cost best = bruteForce(network);
    EXPECT_LE(solution.lowerBound, best);
    EXPECT_GE(solution.cost, best);
    EXPECT_EQ(solution.isOptimal(), solution.getGap() == 0);
  }
}

TEST(Solver, LowestStateWinsAmongEquals) {
  TablePool pool;
  CostNetwork network(pool);
  network.addVariable(3);
  network.addVariable(3);
  network.addTerm({0, 1}, Costs(9, 7));
  Solution solution = solve(network);
  EXPECT_EQ(solution.assignment, (std::vector<unsigned>{0, 0}));
  EXPECT_EQ(solution.cost, 7);
}

// Counted as far as the limit, also after eliminations.
TEST(Solver, StatesOfNeighboursAreCountedOnce) {
  for (unsigned seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    TablePool pool;
    CostNetwork network = makeRandom(pool, random);
    network.dropSingleStates();
    for (unsigned gone = 0; gone < network.getNumVariables(); ++gone) {
      for (unsigned v = gone; v < network.getNumVariables(); ++v) {
        double states = network.countNeighbourStates(v, kInfiniteCost);
        EXPECT_GE(states, network.countNeighbourStates(v, 2));
        for (unsigned other : network.getNeighbours(v))
          states /= network.getDomain(other);
        EXPECT_EQ(states, 1);
      }
      auto terms = network.getLiveTerms(gone);
      network.retire(gone, terms);
    }
  }
}
