// SymmetryTest.cpp: solutions with symmetries against brute force

#include "Symmetry.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"
#include <numeric>
#include <random>

using namespace sbp;

namespace {

/// A network, and permutations of its states of which the first `symmetries`
/// change no cost.
struct Symmetric {
  CostNetwork network;
  std::vector<StatePermutation> permutations;
  size_t symmetries;
};

} // namespace

/// States are triples of digits below 2; a permutation swaps two digits of each
/// state of each variable, or renames the states of one.
static unsigned swapDigits(unsigned state, unsigned a, unsigned b) {
  unsigned differ = (state >> a ^ state >> b) & 1;
  return state ^ (differ << a | differ << b);
}

static Symmetric makeSymmetric(TablePool &pool, std::mt19937 &random) {
  Symmetric made{CostNetwork(pool), {}, 2};
  unsigned variables = 3 + random() % 3;
  for (unsigned v = 0; v < variables; ++v)
    made.network.addVariable(8);
  for (auto [a, b] : {std::pair(0u, 1u), std::pair(1u, 2u)}) {
    std::vector<unsigned> images(8);
    for (unsigned state = 0; state < 8; ++state)
      images[state] = swapDigits(state, a, b);
    made.permutations.emplace_back(variables, images);
  }
  std::vector<unsigned> other(8);
  std::iota(other.begin(), other.end(), 0);
  std::shuffle(other.begin(), other.end(), random);
  made.permutations.emplace_back(variables, other);
  for (unsigned t = 0; t < 2 * variables; ++t) {
    unsigned a = random() % variables, b = random() % variables;
    if (a == b)
      continue;
    // The sum over all permutations of the digits is symmetric.
    Costs entries(64, 0.0), drawn(64);
    for (Cost &entry : drawn)
      entry = random() % 9 ? Cost(random() % 40) : kInfiniteCost;
    for (unsigned number = 0; number < 6; ++number) {
      auto image = [&](unsigned state) {
        for (unsigned i = 0; i < number; ++i)
          state = i % 2 ? swapDigits(state, 1, 2) : swapDigits(state, 0, 1);
        return state;
      };
      for (unsigned x = 0; x < 8; ++x)
        for (unsigned y = 0; y < 8; ++y)
          entries[8 * x + y] += drawn[8 * image(x) + image(y)];
    }
    made.network.addTerm({a, b}, entries);
  }
  return made;
}

static Cost bruteForce(const CostNetwork &network) {
  std::vector<unsigned> states(network.getNumVariables(), 0);
  Cost best = kInfiniteCost;
  for (bool more = true; more;) {
    best = std::min(best, network.evaluate(states));
    more = false;
    for (size_t v = 0; v < states.size() && !more; ++v)
      if (more = ++states[v] < network.getDomain(v); !more)
        states[v] = 0;
  }
  return best;
}

TEST(Symmetry, SolutionsEqualBruteForce) {
  unsigned seed = 7;
  std::mt19937 random(seed);
  for (unsigned number = 0; number < 60; ++number) {
    SCOPED_TRACE("network " + std::to_string(number) + " of seed " +
                 std::to_string(seed));
    TablePool pool;
    Symmetric made = makeSymmetric(pool, random);
    SolverOptions options;
    options.firstTable = options.coreTable = options.lastTable = 1;
    options.permutations = made.permutations;
    if (number % 2) {
      options.known.assign(made.network.getNumVariables(), 0);
      for (unsigned &state : options.known)
        state = random() % 8;
      if (made.network.evaluate(options.known) == kInfiniteCost)
        options.known.clear();
    }
    Solution solution = solve(made.network, options);
    EXPECT_EQ(solution.cost, bruteForce(made.network));
    EXPECT_TRUE(solution.isOptimal());
    if (solution.cost != kInfiniteCost)
      EXPECT_EQ(made.network.evaluate(solution.assignment), solution.cost);
  }
}

TEST(Symmetry, OneStateOfEachOrbitSuffices) {
  std::mt19937 random(3);
  TablePool pool;
  Symmetric made = makeSymmetric(pool, random);
  std::vector<unsigned> known(made.network.getNumVariables(), 4);
  known[0] = 6;
  Cost cost = made.network.evaluate(known);
  auto found = findSufficientStates(made.network, made.permutations, known);
  ASSERT_TRUE(found);
  // The numbers of ones among three digits: 0, 1, 2, 3.
  EXPECT_EQ(found->states, (std::vector<unsigned>{0, 1, 3, 7}));
  EXPECT_EQ(made.network.evaluate(known), cost);
  EXPECT_TRUE(llvm::is_contained(found->states, known[found->variable]));
}

TEST(Symmetry, PermutationsThatChangeCostsAreIgnored) {
  TablePool pool;
  CostNetwork network(pool);
  network.addVariable(2);
  network.addVariable(2);
  network.addTerm({0, 1}, Costs{0, 5, 5, 1});
  std::vector<unsigned> known;
  StatePermutation swap = {{1, 0}, {1, 0}};
  EXPECT_FALSE(findSufficientStates(network, swap, known));
}
