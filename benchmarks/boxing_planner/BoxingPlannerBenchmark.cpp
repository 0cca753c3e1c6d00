// BoxingPlannerBenchmark.cpp: time and bytes of boxing plans
//
// 1. Plans random pairs of distributions of 2-D and 3-D tensors from 1024 to
//    1024 ranks and prints CPU time an edge, cold and from the memo.
// 2. Plans pairs between small placements (those of CrossPlacementTest) and
//    compares the bytes with the bound, the busiest rank with the least it can
//    receive in a plan of so many bytes, and the bytes with those of a planner
//    that changes one axis at a time, the cheapest next.
//
// Usage: boxing-planner-benchmark [number of pairs of 1. [seed [one in N
// of 2.]]]

#include "CrossPlacementPairs.h"
#include "GreedyPlanner.h"
#include "sbp/Calculus/BoxingPlan.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <ctime>
#include <numeric>
#include <random>

using namespace llvm;
using namespace sbp;
using namespace sbp::test;

namespace {
struct Edge {
  Placement source, target;
  Distribution from, to;
  SmallVector<int64_t> shape;
};

/// Random edges with a fixed seed.
class EdgeSource {
public:
  explicit EdgeSource(uint64_t seed) : random(seed) {}

  Edge makeLarge();

private:
  Placement makePlacement(ArrayRef<int64_t> axes, int64_t first);
  Distribution makeDistribution(unsigned axes, int64_t rank);
  template <typename T> const T &choose(ArrayRef<T> choices) {
    return choices[random() % choices.size()];
  }
  std::mt19937_64 random;
};
} // namespace

Placement EdgeSource::makePlacement(ArrayRef<int64_t> axes, int64_t first) {
  Placement placement;
  int64_t ranks = 1;
  for (int64_t size : axes) {
    placement.axisNames.push_back("a");
    placement.axisSizes.push_back(size);
    ranks *= size;
  }
  placement.ranks.resize(ranks);
  std::iota(placement.ranks.begin(), placement.ranks.end(), first);
  return placement;
}

Distribution EdgeSource::makeDistribution(unsigned axes, int64_t rank) {
  Distribution distribution;
  for (unsigned axis = 0; axis < axes; ++axis) {
    int64_t choice = random() % (rank + 2);
    distribution.components.push_back(choice < rank ? Component::split(choice)
                                      : choice == rank ? Component::broadcast()
                                                       : Component::partial());
  }
  return distribution;
}

Edge EdgeSource::makeLarge() {
  static const SmallVector<int64_t> hierarchies[] = {
      {1024},     {32, 32},    {8, 128},  {128, 8},
      {8, 8, 16}, {16, 16, 4}, {4, 4, 64}};
  Edge edge;
  edge.source = makePlacement(choose(ArrayRef(hierarchies)), 0);
  // Half stay on their placement, the rest go to another hierarchy, other
  // ranks or a permutation.
  switch (random() % 6) {
  case 0:
    edge.target = makePlacement(choose(ArrayRef(hierarchies)), 0);
    break;
  case 1:
    edge.target = makePlacement(choose(ArrayRef(hierarchies)), 1024);
    break;
  case 2:
    edge.target = makePlacement(choose(ArrayRef(hierarchies)), 0);
    std::shuffle(edge.target.ranks.begin(), edge.target.ranks.end(), random);
    break;
  default:
    edge.target = edge.source;
  }
  int64_t rank = 2 + random() % 2;
  edge.from = makeDistribution(edge.source.getNumAxes(), rank);
  edge.to = makeDistribution(edge.target.getNumAxes(), rank);
  for (int64_t d = 0; d < rank; ++d)
    edge.shape.push_back(64 + random() % 8192);
  return edge;
}

static double getCPUSeconds() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec + now.tv_nsec * 1e-9;
}

static void measureTime(EdgeSource &edges, int64_t pairs) {
  BoxingPlanner planner;
  double cold = 0, warm = 0, slowest = 0;
  int64_t steps = 0;
  for (int64_t i = 0; i < pairs; ++i) {
    Edge edge = edges.makeLarge();
    double start = getCPUSeconds();
    steps +=
        planner
            .plan(edge.source, edge.from, edge.target, edge.to, edge.shape, 4)
            ->steps.size();
    double middle = getCPUSeconds();
    planner.plan(edge.source, edge.from, edge.target, edge.to, edge.shape, 4);
    double end = getCPUSeconds();
    cold += middle - start;
    warm += end - middle;
    slowest = std::max(slowest, middle - start);
  }
  outs() << format(
      "1024 -> 1024 ranks, %lld pairs: %.3f ms an edge on average, "
      "%.1f ms the slowest, %.2f us from the memo, %.2f steps\n",
      static_cast<long long>(pairs), cold / pairs * 1e3, slowest * 1e3,
      warm / pairs * 1e6, double(steps) / pairs);
}

/// Sizes times `scale`: where a round costs more than what it spares the
/// busiest rank, plans have few rounds; where tensors are large they are
/// balanced.
static void measureBytes(uint64_t seed, uint64_t sampleOneIn, int64_t scale) {
  RatioStatistics statistics;
  int64_t pairs = 0, ours = 0, greedy = 0, greedyAbove = 0, greedyBelow = 0;
  forEachPair(seed, sampleOneIn, [&](Pair pair) {
    for (int64_t &size : pair.shape)
      size *= scale;
    BoxingPlan plan =
        planBoxing(pair.source, pair.from, pair.target, pair.to, pair.shape, 4);
    statistics.add(pair, plan);
    int64_t bytes = plan.getTotalBytes();
    int64_t other = 4 * countGreedyElements(pair.source, pair.from, pair.target,
                                            pair.to, pair.shape);
    ++pairs;
    ours += bytes;
    greedy += other;
    greedyAbove += other > bytes;
    greedyBelow += other < bytes;
  });
  outs() << pairs << " pairs of small placements, sizes from {0,1,5,6,7,12} x "
         << scale << "\n";
  statistics.print(outs());
  outs() << format("one axis at a time: %.3f times our bytes; more on %lld "
                   "pairs, fewer on %lld\n",
                   static_cast<double>(greedy) / ours,
                   static_cast<long long>(greedyAbove),
                   static_cast<long long>(greedyBelow));
}

int main(int argc, char **argv) {
  int64_t pairs = argc > 1 ? std::atoll(argv[1]) : 10000;
  uint64_t seed = argc > 2 ? std::atoll(argv[2]) : 1;
  outs() << "seed " << seed << "\n";
  uint64_t sampleOneIn = argc > 3 ? std::atoll(argv[3]) : 50;
  EdgeSource edges(seed);
  measureTime(edges, pairs);
  measureBytes(seed, sampleOneIn, 1);
  measureBytes(seed, sampleOneIn, 1000);
  return 0;
}
