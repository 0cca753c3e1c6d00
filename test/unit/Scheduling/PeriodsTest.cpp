//===- PeriodsTest.cpp - where a sequence repeats itself ------------------===//

#include "sbp/Analysis/Scheduling/Periods.h"
#include "gtest/gtest.h"
#include <numeric>
#include <random>

using namespace sbp;

using Sequence = std::vector<unsigned>;

static void append(Sequence &to, llvm::ArrayRef<unsigned> part,
                   unsigned times = 1) {
  for (unsigned i = 0; i < times; ++i)
    to.insert(to.end(), part.begin(), part.end());
}

static Sequence getDistinct(unsigned count, unsigned from) {
  Sequence symbols(count);
  std::iota(symbols.begin(), symbols.end(), from);
  return symbols;
}

TEST(Periods, NothingRepeats) {
  EXPECT_TRUE(findPeriodicRuns({}, 1).empty());
  EXPECT_TRUE(findPeriodicRuns(getDistinct(3, 0), 1).empty());
  EXPECT_TRUE(findPeriodicRuns(getDistinct(100, 0), 1).empty());
}

TEST(Periods, AChainHasPeriodOne) {
  std::vector<PeriodicRun> runs = findPeriodicRuns(Sequence(1000, 7), 64);
  EXPECT_EQ(runs, (std::vector<PeriodicRun>{{0, 1000, 1}}));
}

TEST(Periods, LayersBetweenAPrologueAndAnEpilogue) {
  Sequence symbols = getDistinct(20, 1000);
  append(symbols, getDistinct(33, 0), 6);
  append(symbols, getDistinct(11, 2000));
  EXPECT_EQ(findPeriodicRuns(symbols, 64),
            (std::vector<PeriodicRun>{{20, 20 + 6 * 33, 33}}));
}

// Three equal projections in every layer are no reason to cut layers there.
TEST(Periods, RepeatsInsideOfALayerAreNotTakenForIt) {
  Sequence layer = getDistinct(5, 0);
  append(layer, {50, 51, 52, 53, 54}, 3);
  append(layer, getDistinct(9, 100));
  Sequence symbols;
  append(symbols, layer, 8);
  EXPECT_EQ(findPeriodicRuns(symbols, 64),
            (std::vector<PeriodicRun>{{0, 8 * 29, 29}}));
}

TEST(Periods, ALayerThatIsCutOffBelongsToTheRun) {
  Sequence symbols;
  append(symbols, getDistinct(30, 0), 3);
  append(symbols, getDistinct(10, 0));
  append(symbols, getDistinct(30, 500));
  EXPECT_EQ(findPeriodicRuns(symbols, 64),
            (std::vector<PeriodicRun>{{0, 100, 30}}));
}

TEST(Periods, TwoStacksAreTwoRuns) {
  Sequence symbols;
  append(symbols, getDistinct(20, 0), 5);
  append(symbols, getDistinct(30, 100), 4);
  EXPECT_EQ(findPeriodicRuns(symbols, 64),
            (std::vector<PeriodicRun>{{0, 100, 20}, {100, 220, 30}}));
}

// What is found repeats, and nothing long that repeats is missed.
TEST(Periods, RandomSequences) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    std::mt19937 random(seed);
    auto any = [&](unsigned low, unsigned high) {
      return std::uniform_int_distribution<unsigned>(low, high)(random);
    };
    Sequence symbols(any(0, 20)), layer = getDistinct(any(8, 40), 0);
    for (unsigned &symbol : symbols)
      symbol = any(100, 109);
    std::shuffle(layer.begin(), layer.end(), random);
    unsigned begin = symbols.size();
    append(symbols, layer, any(2, 9));
    unsigned end = symbols.size();
    unsigned covered = 0;
    for (PeriodicRun run : findPeriodicRuns(symbols, 16)) {
      ASSERT_LE(run.begin + 2 * run.period, run.end) << "seed " << seed;
      for (unsigned i = run.begin; i + run.period < run.end; ++i)
        ASSERT_EQ(symbols[i], symbols[i + run.period]) << "seed " << seed;
      covered += std::min(run.end, end) - std::max(run.begin, begin);
    }
    EXPECT_EQ(covered, end - begin) << "seed " << seed;
  }
}
