// Pieces with halos: convolutions of all strides, dilations and paddings,
// on uneven, small and empty pieces. Proved symbolically, run on numbers,
// and the bytes counted a second time from the windows themselves.
#include "NumericExecutor.h"
#include "sbp/Calculus/BoxingPlan.h"
#include "sbp/Calculus/Normalise.h"
#include "sbp/Calculus/SymbolicExecutor.h"
#include "sbp/Calculus/Topology.h"
#include "gtest/gtest.h"
#include <set>

using namespace llvm;
using namespace sbp;
using namespace sbp::test;

static Component W(int64_t dim, Windows windows) {
  return Component::split(dim, windows);
}

/// The indices of dim 0 that a rank's windows read, one by one.
static std::set<int64_t> getReadIndices(const Windows &windows, int64_t extent,
                                        Interval part) {
  std::set<int64_t> read;
  for (int64_t window = part.begin; window < part.end; ++window)
    for (int64_t i = 0; i < windows.size; ++i)
      read.insert(windows.first + window * windows.step + i);
  // A piece is one interval: what lies between two windows is held too.
  std::set<int64_t> held;
  for (int64_t i = 0; i < extent && !read.empty(); ++i)
    if (i >= *read.begin() && i <= *read.rbegin())
      held.insert(i);
  return held;
}

static std::string describe(const Windows &windows, int64_t extent,
                            int64_t ranks) {
  std::string text;
  raw_string_ostream(text) << windows << " of " << extent << " on " << ranks;
  return text;
}

static void checkPlan(const BoxingPlan &plan, const Placement &placement,
                      const Distribution &from, const Distribution &to,
                      ArrayRef<int64_t> shape, const std::string &what) {
  std::mt19937_64 random(5);
  EXPECT_EQ(verifyPlan(plan, placement, from, placement, to).value_or("right"),
            "right")
      << what;
  NumericExecutor executor(shape);
  executor.start(placement, from, random);
  executor.run(plan);
  EXPECT_TRUE(executor.holds(placement, to)) << what;
}

template <typename Visit> static void forEachWindows(Visit visit) {
  for (int64_t extent : {1, 2, 5, 8, 13})
    for (int64_t kernel : {1, 2, 3, 5})
      for (int64_t stride : {1, 2, 3})
        for (int64_t dilation : {1, 2})
          for (int64_t low : {0, 1, 4}) {
            int64_t size = dilation * (kernel - 1) + 1;
            int64_t rest = extent + low + low / 2 - size;
            if (rest >= 0)
              visit(extent, Windows{rest / stride + 1, size, stride, -low});
          }
}

TEST(WindowsTest, onlyWhatIsReadMoves) {
  forEachWindows([&](int64_t extent, Windows windows) {
    for (int64_t ranks : {2, 3, 5}) {
      Placement placement = makePlacement({ranks});
      Shape shape = {extent, 2};
      Distribution from = makeDistribution({S(0)}),
                   to = makeDistribution({W(0, windows)});
      std::string what = describe(windows, extent, ranks);
      BoxingPlan plan = planBoxing(placement, from, placement, to, shape, 4);
      checkPlan(plan, placement, from, to, shape, what);
      int64_t rows = 0;
      for (int64_t rank = 0; rank < ranks; ++rank) {
        Interval own = balancedPart({0, extent}, ranks, rank);
        std::set<int64_t> read = getReadIndices(
            windows, extent, balancedPart({0, windows.count}, ranks, rank));
        Interval box = getBoxAt(placement, to, shape, rank)[0];
        EXPECT_EQ(box.size(), static_cast<int64_t>(read.size())) << what;
        for (int64_t row : read) {
          EXPECT_TRUE(row >= box.begin && row < box.end) << what;
          rows += row < own.begin || row >= own.end;
        }
      }
      EXPECT_EQ(plan.getTotalBytes(), rows * 2 * 4) << what;
      EXPECT_EQ(plan.getBoundTotalBytes(), rows * 2 * 4) << what;
    }
  });
}

// The source may be anything but windows. Some windows leave elements out, or
// have other owners than the pieces of the dim: those are reduced where they
// are read.
TEST(WindowsTest, fromEverywhere) {
  Placement placement = makePlacement({2, 3});
  Shape shape = {7, 5};
  for (const Distribution &to :
       {makeDistribution({W(0, {7, 3, 1, -1}), B}),
        makeDistribution({W(0, {4, 3, 2, -1}), W(0, {4, 3, 2, -1})}),
        makeDistribution({W(0, {2, 1, 4, 1}), B}),
        makeDistribution({B, W(1, {1, 1, 1, -1})}),
        makeDistribution({W(0, {3, 5, 1, 0}), W(1, {2, 2, 3, 0})}),
        makeDistribution({W(0, {7, 3, 1, -1}), W(1, {3, 3, 1, 0})}),
        makeDistribution({W(0, {7, 3, 1, -1}), S(1)})})
    for (const Distribution &from : allDistributions(2, 2)) {
      BoxingPlan plan = planBoxing(placement, from, placement, to, shape, 4);
      std::string what = toString(from) + " to " + toString(to);
      checkPlan(plan, placement, from, to, shape, what);
      EXPECT_EQ(plan.getTotalBytes(), plan.getBoundTotalBytes()) << what;
    }
}

// By time the detour over pieces may be the longer one, or another detour.
TEST(WindowsTest, plansByTimeAreNotSlower) {
  Topology topology = cantFail(Topology::parse(R"({"format": 1, "links": {
    "same_host": {"latency_seconds": 5e-6, "bytes_per_second": 2e11},
    "network": {"latency_seconds": 2e-5, "bytes_per_second": 2e10}},
    "hosts": [{"devices": [{"ranks": [0]}, {"ranks": [1]}, {"ranks": [4]}]},
              {"devices": [{"ranks": [2]}, {"ranks": [3]}, {"ranks": [5]}]}]})"));
  Placement placement = makePlacement({2, 3});
  Shape shape = {7, 5};
  for (const Distribution &to :
       {makeDistribution({W(0, {7, 3, 1, -1}), B}),
        makeDistribution({B, W(1, {2, 1, 4, 0})}),
        makeDistribution({W(0, {3, 5, 1, 0}), W(1, {2, 2, 3, 0})})})
    for (const Distribution &from : allDistributions(2, 2)) {
      std::string what = toString(from) + " to " + toString(to);
      BoxingPlan quick =
          planBoxing(placement, from, placement, to, shape, 100000, &topology);
      BoxingPlan small =
          planBoxing(placement, from, placement, to, shape, 100000);
      checkPlan(quick, placement, from, to, shape, what);
      EXPECT_LE(*quick.seconds,
                topology.getSeconds(small.steps, shape, 100000) + 1e-9)
          << what;
    }
}

TEST(WindowsTest, windowsOfOneElementAreTheDim) {
  Placement placement = makePlacement({3});
  Distribution plain = makeDistribution({S(0)});
  Distribution windows = makeDistribution({W(0, {7, 1, 1, 0})});
  EXPECT_EQ(normalise(placement, windows, {7}), plain);
  EXPECT_TRUE(isSubsumed(placement, plain, placement, windows, {7}));
  // One rank has all of the dim, read or not.
  Distribution strided = makeDistribution({W(0, {2, 1, 3, 0})});
  EXPECT_EQ(getBoxAt(makePlacement({1}), strided, {7}, 0)[0], (Interval{0, 7}));
}

TEST(WindowsTest, illegal) {
  Placement placement = makePlacement({2, 2});
  auto reason = [&](ArrayRef<Component> components) {
    return verifyDistribution(placement, makeDistribution(components), {8},
                              ElementKind::Float)
        .value_or("legal");
  };
  EXPECT_EQ(reason({W(0, {8, 3, 1, -1}), W(0, {8, 3, 1, -1})}), "legal");
  EXPECT_EQ(reason({W(0, {8, 3, 1, -1}), S(0)}),
            "S(0, 8 windows of 3 from -1) and S(0) split one dim in two ways; "
            "give both the same windows");
  EXPECT_EQ(reason({W(0, {8, 3, 1, -1}), P}),
            "[S(0, 8 windows of 3 from -1), P] has windows of partial values; "
            "reduce them first, use B or S on axis #1 \"a1\"");
  EXPECT_NE(reason({W(0, {8, 0, 1, 0}), B}), "legal");
}
