// The pairs of distributions on two placements that the tests and the benchmark
// of the boxing planner look at.
#ifndef SBP_TEST_UNIT_CALCULUS_CROSSPLACEMENTPAIRS_H
#define SBP_TEST_UNIT_CALCULUS_CROSSPLACEMENTPAIRS_H

#include "BusiestRank.h"
#include "TestPlacements.h"
#include "sbp/Calculus/BoxingPlan.h"
#include "llvm/Support/Format.h"
#include <map>
#include <random>

namespace sbp::test {

struct Pair {
  Placement source, target;
  Distribution from, to;
  Shape shape;
};

/// The destination's ranks: disjoint from the source's, the same as far as they
/// go, overlapping by one, reversed.
inline std::vector<Placement> getVariants(const Placement &source,
                                          llvm::ArrayRef<int64_t> axes) {
  Placement same = makePlacement(axes);
  Placement reversed = same;
  std::reverse(reversed.ranks.begin(), reversed.ranks.end());
  int64_t ranks = source.getNumRanks();
  return {makePlacement(axes, ranks), same, makePlacement(axes, ranks - 1),
          reversed};
}

/// All pairs, or with a fixed seed one in `sampleOneIn`.
inline void forEachPair(uint64_t seed, uint64_t sampleOneIn,
                        llvm::function_ref<void(const Pair &)> visit) {
  std::mt19937_64 random(seed);
  const std::vector<Shape> axes = {{2}, {3}, {4}, {6}, {2, 2}, {2, 3}, {3, 2}};
  const std::vector<int64_t> sizes = {0, 1, 5, 6, 7, 12};
  std::vector<Shape> shapes;
  for (int64_t a : sizes) {
    shapes.push_back({a});
    for (int64_t b : sizes)
      shapes.push_back({a, b});
  }
  for (const Shape &sourceAxes : axes)
    for (const Shape &targetAxes : axes)
      for (const Placement &target :
           getVariants(makePlacement(sourceAxes), targetAxes))
        for (const Shape &shape : shapes)
          for (const Distribution &from :
               allDistributions(sourceAxes.size(), shape.size()))
            for (const Distribution &to :
                 allDistributions(targetAxes.size(), shape.size()))
              if (sampleOneIn == 1 || random() % sampleOneIn == 0)
                visit({makePlacement(sourceAxes), target, from, to, shape});
}

/// What plans move, over what they must.
class RatioStatistics {
public:
  void add(const Pair &pair, const BoxingPlan &plan) {
    bool partial = pair.from.hasPartial() || pair.to.hasPartial();
    ++(partial
           ? withPartials
           : whole)[getRatio(plan.getTotalBytes(), plan.getBoundTotalBytes())];
    if (!plan.bound.perRank)
      return;
    int64_t bytes = *llvm::max_element(plan.getReceivedBytes());
    double ratio = getRatio(
        bytes,
        plan.elementBytes *
            BusiestRank::getBound(Layout(pair.source, pair.from, pair.shape),
                                  Layout(pair.target, pair.to, pair.shape)));
    ++busiest[std::min(3.0, std::ceil(ratio * 4) / 4)];
    worstBusiest = std::max(worstBusiest, ratio);
    worstNeed =
        std::max(worstNeed,
                 getRatio(bytes, plan.elementBytes *
                                     *llvm::max_element(*plan.bound.perRank)));
  }
  void print(llvm::raw_ostream &os) const {
    print(os, "bytes over the bound, nothing partial", whole);
    print(os, "bytes over the bound, with partials", withPartials);
    print(os,
          "busiest rank over the least of all plans of so many bytes, rounded "
          "up",
          busiest);
    os << "busiest rank, largest ratio: " << llvm::format("%.2f", worstBusiest)
       << "; over what one rank needs: " << llvm::format("%.2f", worstNeed)
       << "\n";
  }
  std::map<double, int64_t> whole, withPartials, busiest;
  double worstBusiest = 0, worstNeed = 0;

private:
  static double getRatio(int64_t bytes, int64_t bound) {
    return bytes == bound ? 1 : static_cast<double>(bytes) / bound;
  }
  static void print(llvm::raw_ostream &os, const char *what,
                    const std::map<double, int64_t> &histogram) {
    os << what << ":";
    for (auto [ratio, count] : histogram)
      os << " " << llvm::format("%.2f", ratio) << " x " << count << ";";
    os << "\n";
  }
};

} // namespace sbp::test

#endif // SBP_TEST_UNIT_CALCULUS_CROSSPLACEMENTPAIRS_H
