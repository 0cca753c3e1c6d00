// BoxedTensorTest.cpp: the bytes that are counted are those that plans move

#include "sbp/Analysis/Selection/Prices/BoxedTensor.h"
#include "sbp/Calculus/BoxingPlan.h"
#include "sbp/Calculus/Normalise.h"
#include "gtest/gtest.h"
#include <numeric>

using namespace llvm;
using namespace sbp;

using Shape = SmallVector<int64_t, 4>;

static Placement makePlacement(ArrayRef<int64_t> sizes, int64_t first = 0) {
  Placement placement;
  placement.axisSizes.assign(sizes.begin(), sizes.end());
  placement.ranks.resize(product_of(sizes));
  std::iota(placement.ranks.begin(), placement.ranks.end(), first);
  return placement;
}

/// Every distribution of pieces and terms.
static std::vector<Distribution> getPlain(unsigned axes, unsigned dims) {
  SmallVector<Component> choices{Component::broadcast(), Component::partial(),
                                 Component::partial(Combiner::Max)};
  for (unsigned dim = 0; dim < dims; ++dim)
    choices.push_back(Component::split(dim));
  std::vector<Distribution> all{{}};
  for (unsigned axis = 0; axis < axes; ++axis) {
    std::vector<Distribution> longer;
    for (const Distribution &prefix : all)
      for (const Component &choice : choices) {
        longer.push_back(prefix);
        longer.back().components.push_back(choice);
      }
    all = std::move(longer);
  }
  return all;
}

/// Windows of one element and of more, shifted, strided, and of which some
/// leave elements out; along one axis, and along the others.
static std::vector<Distribution> getWindows(unsigned axes,
                                            ArrayRef<int64_t> shape) {
  std::vector<Distribution> all;
  for (auto [dim, extent] : enumerate(shape)) {
    int64_t half = (extent + 1) / 2;
    for (Windows windows : {Windows{half, 1, 1, 0},
                            {half, 1, 1, extent - half},
                            {extent, 3, 1, -1},
                            {half, 2, 2, 0},
                            {1, 1, 1, 0}}) {
      Component cut = Component::split(dim, windows);
      Distribution first = Distribution::broadcast(axes), others = first;
      first.components[all.size() % axes] = cut;
      for (Component &component : drop_begin(others.components))
        component = cut;
      all.push_back(std::move(first));
      all.push_back(std::move(others));
    }
  }
  return all;
}

namespace {
/// The distributions of a tensor on several placements.
struct Ends {
  explicit Ends(Shape shape) : shape(std::move(shape)) {}
  void add(const Placement &placement);

  Shape shape;
  StateTable states;
  std::vector<std::pair<unsigned, Distribution>> all;
};
} // namespace

void Ends::add(const Placement &placement) {
  unsigned number = states.addPlacement(placement);
  unsigned axes = placement.getNumAxes();
  auto offer = [&](Distribution distribution) {
    if (!verifyDistribution(placement, distribution, shape, ElementKind::Float))
      all.push_back({number, std::move(distribution)});
  };
  for (Distribution &distribution : getPlain(axes, shape.size())) {
    offer(distribution);
    distribution.order.resize(axes);
    std::iota(distribution.order.rbegin(), distribution.order.rend(), 0);
    if (distribution.components.front().isSplit() &&
        distribution.components.front() == distribution.components.back())
      offer(distribution);
  }
  for (Distribution &distribution : getWindows(axes, shape))
    offer(distribution);
}

/// Compares every pair of some sources with all destinations; returns how many.
static size_t checkPairs(Ends &ends, size_t sources) {
  BoxedTensor tensor(ends.states, {ends.shape, 4});
  size_t pairs = 0;
  for (size_t i = 0; i < ends.all.size(); i += 1 + ends.all.size() / sources)
    for (const auto &[to, e] : ends.all) {
      const auto &[from, d] = ends.all[i];
      if (d.hasWindows() && (from != to || d != e))
        continue;
      std::optional<int64_t> counted = tensor.getMovedBytes(
          ends.states.intern(from, d), ends.states.intern(to, e));
      BoxingPlan plan =
          planBoxing(ends.states.getPlacement(from), d,
                     ends.states.getPlacement(to), e, ends.shape, 4);
      EXPECT_EQ(counted, plan.getTotalBytes())
          << "@" << from << " " << toString(d) << " to @" << to << " "
          << toString(e) << " of rank " << ends.shape.size() << ", "
          << ends.shape.front() << " rows";
      ++pairs;
    }
  return pairs;
}

// Even, uneven and empty pieces; orders of axes, other hierarchies and other
// ranks.
TEST(BoxedTensor, CountedBytesAreThoseOfThePlan) {
  struct Case {
    SmallVector<int64_t> sizes;
    Shape shape;
  };
  size_t pairs = 0;
  for (const Case &some : {Case{{4}, {7, 5}},
                           {{3}, {9, 6}},
                           {{2, 3}, {5, 7}},
                           {{2, 2}, {4, 6}},
                           {{3, 2}, {1, 12}},
                           {{2, 1, 2}, {7, 3, 10}},
                           {{2, 2, 2}, {11, 8}}}) {
    Ends ends(some.shape);
    Placement placement = makePlacement(some.sizes);
    Placement flat = makePlacement({placement.getNumRanks()});
    std::reverse(flat.ranks.begin(), flat.ranks.end());
    ends.add(placement);
    ends.add(flat);
    ends.add(makePlacement({3}, 1));
    pairs += checkPairs(ends, 40);
  }
  EXPECT_GT(pairs, 10000u);
}

TEST(BoxedTensor, NothingIsBoxedFromWindows) {
  StateTable states;
  unsigned number = states.addPlacement(makePlacement({2}));
  BoxedTensor tensor(states, {{8, 2}, 4});
  StateTable::Id windows =
      states.intern(number, {{Component::split(0, Windows{8, 3, 1, -1})}, {}});
  StateTable::Id whole = states.intern(number, Distribution::broadcast(1));
  EXPECT_EQ(tensor.getMovedBytes(windows, whole), std::nullopt);
  EXPECT_EQ(tensor.getMovedBytes(windows, windows), 0);
  EXPECT_EQ(tensor.getMovedBytes(whole, windows), 0);
}
