// PlanStages.h: what plans of one tensor have in common
//
// Plans between many pairs of distributions pass through the same ones, by the
// same steps: each is worked out once. Not thread-safe.
#ifndef SBP_LIB_CALCULUS_PLANSTAGES_H
#define SBP_LIB_CALCULUS_PLANSTAGES_H

#include "PlanStage.h"
#include "sbp/Calculus/Topology.h"
#include "llvm/ADT/DenseMap.h"
#include <unordered_map>

namespace sbp {

/// Axes and what they change to.
using AxisChanges = llvm::SmallVector<std::pair<int64_t, Component>>;
/// Replaces components; an axis that begins to split does so innermost.
Distribution changeComponents(const Placement &placement,
                              const Distribution &distribution,
                              const AxisChanges &changes,
                              llvm::ArrayRef<int64_t> shape);

/// What steps take by a topology.
struct StepsTime {
  /// Picoseconds, with one nanosecond on top of every communication: sums that
  /// differ in their last bits only are a tie, which fewer steps win.
  int64_t scored = 0;
  double seconds = 0;
};

class PlanStages {
public:
  using Steps = llvm::SmallVector<BoxingStep, 2>;
  /// Steps from one stage to another, and what they took where they were asked
  /// for last.
  struct Way {
    Steps steps;
    double elementBytes = -1;
    StepsTime time;
  };
  struct Neighbour {
    int64_t axis;
    const Stage *stage;
    std::optional<Way *> way = std::nullopt; ///< once it was asked for
  };

  /// `topology` may be null.
  PlanStages(llvm::ArrayRef<int64_t> shape, const Topology *topology)
      : shape(shape), topology(topology) {}

  llvm::ArrayRef<int64_t> getShape() const { return shape; }
  const Topology *getTopology() const { return topology; }
  const Stage &get(const PlacedDistribution &placed);
  /// One axis changes to a split or to B.
  llvm::MutableArrayRef<Neighbour> getNeighbours(const Stage &stage);
  /// getBoxingBoundTotal
  int64_t getBound(const Stage &from, const Stage &to);
  /// findSteps at the bound.
  Way &getWay(const Stage &from, const Stage &to);
  /// A collective, whatever it moves, or what is local; null where neither is.
  Way *getAxisWay(const Stage &from, const Stage &to);
  Way *getAxisWay(const Stage &from, Neighbour &to) {
    if (!to.way)
      to.way = getAxisWay(from, *to.stage);
    return *to.way;
  }
  StepsTime getTime(Way &way, double elementBytes) const;

private:
  struct Pair {
    std::optional<int64_t> bound;
    std::optional<Way> way, axisWay;
    bool hasNoAxisWay = false;
  };
  struct Hash {
    size_t operator()(const Distribution &distribution) const {
      return hash_value(distribution);
    }
  };
  using ByDistribution =
      std::unordered_map<Distribution, std::unique_ptr<Stage>, Hash>;
  Pair &getPair(const Stage &from, const Stage &to);

  llvm::SmallVector<int64_t> shape;
  const Topology *topology;
  llvm::SmallDenseMap<const Placement *, ByDistribution, 2> stages;
  llvm::DenseMap<const Stage *, llvm::SmallVector<Neighbour, 0>> neighbours;
  llvm::DenseMap<std::pair<const Stage *, const Stage *>, std::unique_ptr<Pair>>
      pairs;
};

} // namespace sbp

#endif // SBP_LIB_CALCULUS_PLANSTAGES_H
