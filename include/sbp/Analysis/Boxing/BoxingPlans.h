// BoxingPlans.h: the plans of all boxings of a module
//
// Plans every `sbp.boxing`, verifies each plan with the symbolic executor and
// caches it: equal boxings are planned once.
#ifndef SBP_ANALYSIS_BOXING_BOXINGPLANS_H
#define SBP_ANALYSIS_BOXING_BOXINGPLANS_H

#include "sbp/Calculus/BoxingPlan.h"
#include "sbp/Dialect/SBP/IR/ModuleTopology.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"
#include "llvm/ADT/DenseMap.h"
#include <memory>

namespace sbp {

/// Returns the distribution of `value` at level 1: the annotation of an
/// argument, the `to` of a boxing, or the signature's entry of a result. Null
/// for values that are not tensors.
DistributionAttr getDistributionOf(mlir::Value value);

/// Returns the placement that an attribute names, looked up from `from`.
Placement getPlacementOf(mlir::Operation *from, DistributionAttr distribution);

/// Returns the attribute of a placed distribution, whose placement's name is a
/// symbol.
DistributionAttr getDistributionAttr(mlir::MLIRContext *context,
                                     const PlacedDistribution &placed);

/// One communication or local step: a step of a plan, or the two halves of an
/// exchange that reduces for several ranks.
struct BoxingMove {
  const BoxingStep *first = nullptr;
  const BoxingStep *second = nullptr; ///< the spreading half, or null

  BoxingStepKind getKind() const { return first->kind; }
  const PlacedDistribution &getFrom() const { return first->from; }
  const PlacedDistribution &getTo() const {
    return second ? second->to : first->to;
  }
};
/// Returns the moves of a plan in order. They point into `plan`.
llvm::SmallVector<BoxingMove> getMoves(const BoxingPlan &plan);
/// Returns the transfers of a move: each element once, from the ranks that hold
/// a term to the ranks that need it.
llvm::SmallVector<TransferAttr> getTransfers(mlir::MLIRContext *context,
                                             const BoxingMove &move,
                                             llvm::ArrayRef<int64_t> shape);

/// The plans of one module. An analysis that stays valid as long as placements
/// and topology do not change.
class BoxingPlans {
public:
  explicit BoxingPlans(mlir::Operation *op);

  /// Returns the plan of `op`, which this object owns. Failure, with a
  /// diagnostic at `op`, if none exists or if it is wrong.
  mlir::FailureOr<const BoxingPlan *> get(BoxingOp op);
  /// Returns the topology that plans are chosen for; null without one.
  const Topology *getTopology() const { return topology.get(); }

private:
  mlir::LogicalResult checkTopology(BoxingOp op, const Placement &placement);

  std::shared_ptr<const Topology> topology; ///< if null, bytes decide
  std::string topologyError; ///< why the topology is unreadable, or empty
  using Key = std::tuple<DistributionAttr, DistributionAttr, mlir::Type>;
  llvm::DenseMap<Key, std::unique_ptr<BoxingPlan>> plans;
};

} // namespace sbp

#endif // SBP_ANALYSIS_BOXING_BOXINGPLANS_H
