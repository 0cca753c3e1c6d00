// Planning and proving grow like the ranks, not like their square.
#include "TestPlacements.h"
#include "sbp/Calculus/SymbolicExecutor.h"
#include "gtest/gtest.h"
#include <ctime>

using namespace llvm;
using namespace sbp;
using namespace sbp::test;

static double getCPUSeconds() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return now.tv_sec + now.tv_nsec * 1e-9;
}

namespace {
struct Move {
  const char *name;
  Distribution from, to;
};
} // namespace

static double prove(const Placement &placement, const Move &move,
                    ArrayRef<int64_t> shape) {
  double start = getCPUSeconds();
  BoxingPlan plan =
      planBoxing(placement, move.from, placement, move.to, shape, 4);
  EXPECT_EQ(verifyPlan(plan, placement, move.from, placement, move.to)
                .value_or("right"),
            "right")
      << move.name;
  return getCPUSeconds() - start;
}

// Quadratic growth would be sixteen times the time; the limit is far from both.
TEST(ScalingTest, fourTimesTheRanksAreNotSixteenTimesTheTime) {
  std::vector<Move> moves = {
      {"all_gather", makeDistribution({S(0)}), makeDistribution({B})},
      {"all_reduce", makeDistribution({P}), makeDistribution({B})},
      {"reduce_scatter", makeDistribution({P}), makeDistribution({S(1)})},
      {"all_to_all", makeDistribution({S(0)}), makeDistribution({S(1)})},
      {"slice", makeDistribution({B}), makeDistribution({S(0)})},
      {"fill", makeDistribution({B}), makeDistribution({P})},
      {"fill of pieces", makeDistribution({S(0)}), makeDistribution({P})}};
  for (const Move &move : moves) {
    double small = 1e9, large = 1e9;
    for (int turn = 0; turn < 3; ++turn) {
      small = std::min(small, prove(makePlacement({1024}), move, {4099, 5000}));
      large = std::min(large, prove(makePlacement({4096}), move, {4099, 5000}));
    }
    RecordProperty(move.name, std::to_string(large));
    EXPECT_LT(large, 10 * small) << move.name << ": " << small * 1e3
                                 << " ms, then " << large * 1e3 << " ms";
  }
}
