//===- BoxingPlannerBenchmark.cpp - time and bytes of boxing plans --------===//
//
// 1. Plans random pairs of distributions of 2-D and 3-D tensors from 1024 to
//    1024 ranks and prints CPU time an edge, cold and from the memo.
// 2. Plans pairs on small placements and compares the bytes with the bound, the
//    busiest rank with its bound, and both with a planner that changes one axis
//    at a time, always the cheapest next.
//
// Usage: boxing-planner-benchmark [number of pairs] [seed]
//
//===----------------------------------------------------------------------===//

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
  Edge makeSmall();

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

Edge EdgeSource::makeSmall() {
  static const SmallVector<int64_t> hierarchies[] = {
      {4}, {2, 2}, {2, 3}, {3, 2}, {2, 4}, {4, 2}, {2, 2, 2}};
  Edge edge;
  edge.source = makePlacement(choose(ArrayRef(hierarchies)), 0);
  edge.target =
      random() % 2 ? edge.source
                   : makePlacement(choose(ArrayRef(hierarchies)), random() % 8);
  int64_t rank = 1 + random() % 2;
  edge.from = makeDistribution(edge.source.getNumAxes(), rank);
  edge.to = makeDistribution(edge.target.getNumAxes(), rank);
  for (int64_t d = 0; d < rank; ++d)
    edge.shape.push_back(1 + random() % 24);
  return edge;
}

static double getCPUSeconds() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec + now.tv_nsec * 1e-9;
}

static BoxingPlan plan(const Edge &edge) {
  return planBoxing(edge.source, edge.from, edge.target, edge.to, edge.shape,
                    4);
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

/// What the busiest rank receives over what it must.
static double getBusiestRatio(const BoxingPlan &plan) {
  if (!plan.bound.perRank)
    return 1;
  SmallVector<int64_t> received = plan.getReceivedBytes();
  int64_t busiest = *llvm::max_element(received);
  int64_t bound = *llvm::max_element(*plan.bound.perRank) * plan.elementBytes;
  return bound == 0 ? 1 : double(busiest) / bound;
}

static void measureBytes(EdgeSource &edges, int64_t pairs) {
  double ours = 0, bound = 0, greedy = 0, busiest = 0, worstBusiest = 0;
  int64_t aboveBound = 0, greedyAbove = 0, greedyBelow = 0;
  for (int64_t i = 0; i < pairs; ++i) {
    Edge edge = edges.makeSmall();
    BoxingPlan result = plan(edge);
    int64_t bytes = result.getTotalBytes();
    int64_t other = 4 * countGreedyElements(edge.source, edge.from, edge.target,
                                            edge.to, edge.shape);
    ours += bytes;
    bound += result.getBoundTotalBytes();
    greedy += other;
    aboveBound += bytes > result.getBoundTotalBytes();
    greedyAbove += other > bytes;
    greedyBelow += other < bytes;
    double ratio = getBusiestRatio(result);
    busiest += ratio;
    worstBusiest = std::max(worstBusiest, ratio);
  }
  outs() << format("2 to 8 ranks, %lld pairs: bytes over bound %.4f (above it: "
                   "%lld)\n",
                   static_cast<long long>(pairs), ours / bound,
                   static_cast<long long>(aboveBound));
  outs() << format(
      "busiest rank over its bound: %.3f on average, %.2f at most\n",
      busiest / pairs, worstBusiest);
  outs() << format("one axis at a time: %.3f of our bytes, more on %lld pairs, "
                   "fewer on %lld\n",
                   greedy / ours, static_cast<long long>(greedyAbove),
                   static_cast<long long>(greedyBelow));
}

int main(int argc, char **argv) {
  int64_t pairs = argc > 1 ? std::atoll(argv[1]) : 10000;
  uint64_t seed = argc > 2 ? std::atoll(argv[2]) : 1;
  outs() << "seed " << seed << "\n";
  EdgeSource edges(seed);
  measureTime(edges, pairs);
  measureBytes(edges, pairs);
  return 0;
}
