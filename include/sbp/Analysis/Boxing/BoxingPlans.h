// BoxingPlans.h: how every boxing of a module is carried out
//
// Asks the calculus for the plan of a `sbp.boxing`, has every plan checked by
// the symbolic executor, and remembers it: equal boxings are planned once.
#ifndef SBP_ANALYSIS_BOXING_BOXINGPLANS_H
#define SBP_ANALYSIS_BOXING_BOXINGPLANS_H

#include "sbp/Calculus/BoxingPlan.h"
#include "sbp/Dialect/SBP/IR/ModuleTopology.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"
#include "llvm/ADT/DenseMap.h"
#include <memory>

namespace sbp {

/// How `value` is distributed at level 1: the annotation of an argument, the
/// `to` of a boxing, the signature's entry of a result. Null for values that
/// are no tensors.
DistributionAttr getDistributionOf(mlir::Value value);

/// Placement an attribute names, looked up from `from`.
Placement getPlacementOf(mlir::Operation *from, DistributionAttr distribution);

/// The attribute that says the same; the placement's name is its symbol.
DistributionAttr getDistributionAttr(mlir::MLIRContext *context,
                                     const PlacedDistribution &placed);

/// What is one communication, or one local step: a step of a plan, or the two
/// halves of an exchange that reduces for several ranks.
struct BoxingMove {
  const BoxingStep *first = nullptr;
  const BoxingStep *second = nullptr; ///< the half that spreads; often null

  BoxingStepKind getKind() const { return first->kind; }
  const PlacedDistribution &getFrom() const { return first->from; }
  const PlacedDistribution &getTo() const {
    return second ? second->to : first->to;
  }
};
llvm::SmallVector<BoxingMove> getMoves(const BoxingPlan &plan);
/// What moves, each element once from all that hold a term to all that need it.
llvm::SmallVector<TransferAttr> getTransfers(mlir::MLIRContext *context,
                                             const BoxingMove &move,
                                             llvm::ArrayRef<int64_t> shape);

/// The plans of one module: an analysis that stays valid as long as placements
/// and topology do.
class BoxingPlans {
public:
  explicit BoxingPlans(mlir::Operation *op);

  /// The plan of `op`. Failure, with a diagnostic at `op`, if there is none or
  /// if it is wrong.
  mlir::FailureOr<const BoxingPlan *> get(BoxingOp op);

private:
  mlir::LogicalResult checkTopology(BoxingOp op, const Placement &placement);

  std::shared_ptr<const Topology> topology; ///< null: bytes decide
  std::string topologyError;                ///< not empty: why there is none
  using Key = std::tuple<DistributionAttr, DistributionAttr, mlir::Type>;
  llvm::DenseMap<Key, std::unique_ptr<BoxingPlan>> plans;
};

} // namespace sbp

#endif // SBP_ANALYSIS_BOXING_BOXINGPLANS_H
