//===- BoxingPlans.cpp - how every boxing of a module is carried out ------===//

#include "sbp/Analysis/Boxing/BoxingPlans.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace sbp;

DistributionAttr sbp::getDistributionOf(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    auto function =
        cast<FunctionOpInterface>(argument.getOwner()->getParentOp());
    return function.getArgAttrOfType<DistributionAttr>(
        argument.getArgNumber(), SBPDialect::kDistributionAttr);
  }
  auto result = cast<OpResult>(value);
  if (!isa<RankedTensorType>(result.getType()))
    return {};
  if (auto boxing = dyn_cast<BoxingOp>(result.getOwner()))
    return boxing.getTo();
  SignatureAttr signature = getSignatureAttr(result.getOwner());
  return signature ? signature.getResults()[result.getResultNumber()]
                   : DistributionAttr();
}

Placement sbp::getPlacementOf(Operation *from, DistributionAttr distribution) {
  return lookupPlacement(from, distribution.getPlacement()).getPlacement();
}

DistributionAttr sbp::getDistributionAttr(MLIRContext *context,
                                          const PlacedDistribution &placed) {
  return DistributionAttr::get(
      FlatSymbolRefAttr::get(context, placed.placement->name),
      placed.distribution);
}

FailureOr<const BoxingPlan *> BoxingPlans::get(BoxingOp op) {
  auto type = cast<RankedTensorType>(op.getType());
  std::unique_ptr<BoxingPlan> &plan =
      plans[{op.getFrom(), op.getTo(), op.getType()}];
  if (plan)
    return plan.get();
  Placement from = getPlacementOf(op, op.getFrom());
  Placement to = getPlacementOf(op, op.getTo());
  int64_t elementBytes =
      std::max<int64_t>(1, type.getElementTypeBitWidth() / 8);
  auto planned = std::make_unique<BoxingPlan>(
      planBoxing(from, op.getFrom().getDistribution(), to,
                 op.getTo().getDistribution(), type.getShape(), elementBytes));
  plan = std::move(planned);
  return plan.get();
}
