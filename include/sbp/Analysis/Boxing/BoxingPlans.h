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
/// for results that are no ranked tensors, and where the annotation or the
/// signature is missing.
DistributionAttr getDistributionOf(mlir::Value value);

/// Returns the placement that an attribute, not null, names, looked up from
/// `from`. The module must have a placement of that name.
Placement getPlacementOf(mlir::Operation *from, DistributionAttr distribution);

/// Returns the attribute of a placed distribution, whose placement, not null,
/// has a symbol as its name. `context` owns it.
DistributionAttr getDistributionAttr(mlir::MLIRContext *context,
                                     const PlacedDistribution &placed);

/// One communication or local step: a step of a plan, or the two halves of an
/// exchange that reduces for several ranks.
struct BoxingMove {
  const BoxingStep *first = nullptr;  ///< never null in the moves of a plan
  const BoxingStep *second = nullptr; ///< the spreading half, or null

  BoxingStepKind getKind() const { return first->kind; }
  /// Both return a distribution that the plan owns: before and after the move.
  const PlacedDistribution &getFrom() const { return first->from; }
  const PlacedDistribution &getTo() const {
    return second ? second->to : first->to;
  }
};
/// Returns the moves of a plan in order. They point into `plan`, which must
/// outlive them; empty for a plan without steps.
llvm::SmallVector<BoxingMove> getMoves(const BoxingPlan &plan);
/// Returns the transfers of a move of a tensor of `shape`: each element once,
/// from the ranks that hold a term to the ranks that need it. Boxes without
/// elements are left out.
llvm::SmallVector<TransferAttr> getTransfers(mlir::MLIRContext *context,
                                             const BoxingMove &move,
                                             llvm::ArrayRef<int64_t> shape);

/// The plans of one module. An analysis that stays valid as long as placements
/// and topology do not change. Not thread-safe.
class BoxingPlans {
public:
  /// Reads the topology of the module that `op` is, or is in. An unreadable one
  /// is an error of the first `get`. Plans nothing yet.
  explicit BoxingPlans(mlir::Operation *op);

  /// Returns the plan of `op`, which this object owns until its end. Fails,
  /// with an error at `op`, if elements have no size in bytes, if the bytes
  /// exceed 64 bits, if the topology is unreadable or lacks a rank, or if the
  /// planner's result is wrong.
  mlir::FailureOr<const BoxingPlan *> get(BoxingOp op);
  /// Returns the topology that plans are chosen for; null without one, or if it
  /// is unreadable.
  const Topology *getTopology() const { return topology.get(); }

private:
  /// Fails, with an error at `op`, if the topology is unreadable or lacks a
  /// rank of `placement`.
  mlir::LogicalResult checkTopology(BoxingOp op, const Placement &placement);

  std::shared_ptr<const Topology> topology; ///< if null, bytes decide
  std::string topologyError; ///< why the topology is unreadable, or empty
  using Key = std::tuple<DistributionAttr, DistributionAttr, mlir::Type>;
  llvm::DenseMap<Key, std::unique_ptr<BoxingPlan>> plans;
};

} // namespace sbp

#endif // SBP_ANALYSIS_BOXING_BOXINGPLANS_H
