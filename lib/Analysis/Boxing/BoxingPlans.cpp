// BoxingPlans.cpp: the plans of all boxings of a module

#include "sbp/Analysis/Boxing/BoxingPlans.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "sbp/Calculus/SymbolicExecutor.h"
#include "sbp/Interfaces/ElementBytes.h"
#include <map>

using namespace mlir;
using namespace sbp;

// Arguments carry their annotation, boxings their destination, and other
// results the entry of their op's signature.
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

BoxingPlans::BoxingPlans(Operation *op) {
  auto module = dyn_cast<ModuleOp>(op);
  if (!module)
    module = op->getParentOfType<ModuleOp>();
  if (!module)
    return;
  // An unreadable topology is reported by the first boxing, which has a
  // location.
  if (auto found = readTopology(module))
    topology = std::move(*found);
  else
    topologyError = llvm::toString(found.takeError());
}

LogicalResult BoxingPlans::checkTopology(BoxingOp op,
                                         const Placement &placement) {
  if (!topologyError.empty())
    return op.emitOpError()
           << "cannot be planned: " << kTopologyAttr << ": " << topologyError;
  for (int64_t rank : placement.ranks)
    if (topology && !topology->hasRank(rank))
      return op.emitOpError()
             << "cannot be planned: rank " << rank << " of @" << placement.name
             << " is on no device of the topology; add it to 'hosts'";
  return success();
}

FailureOr<const BoxingPlan *> BoxingPlans::get(BoxingOp op) {
  // Plans depend on the distributions and the type only: layers of a model
  // share them.
  auto type = cast<RankedTensorType>(op.getType());
  std::unique_ptr<BoxingPlan> &plan =
      plans[{op.getFrom(), op.getTo(), op.getType()}];
  if (plan)
    return plan.get();
  if (!type.getElementType().isIntOrFloat())
    return op.emitOpError()
           << "would move elements of " << type.getElementType()
           << ", which have no size in a file or a message; "
              "make them i64 with arith.index_cast";
  Placement from = getPlacementOf(op, op.getFrom());
  Placement to = getPlacementOf(op, op.getTo());
  if (failed(checkTopology(op, from)) || failed(checkTopology(op, to)))
    return failure();
  int64_t elementBytes = getElementBytes(type);
  if (!isCountable(from, to, type.getShape(), elementBytes))
    return op.emitOpError()
           << "cannot be planned: all copies of " << type
           << " together have more bytes than 64 bits count; use a smaller "
              "tensor or fewer ranks";
  auto planned = std::make_unique<BoxingPlan>(planBoxing(
      from, op.getFrom().getDistribution(), to, op.getTo().getDistribution(),
      type.getShape(), elementBytes, topology.get()));
  // The planner is not trusted: a wrong plan must not reach the runtime.
  if (std::optional<std::string> error =
          verifyPlan(*planned, from, op.getFrom().getDistribution(), to,
                     op.getTo().getDistribution()))
    return op.emitOpError() << "has a wrong plan: " << *error;
  plan = std::move(planned);
  return plan.get();
}

// An exchange that leaves reduced pieces at owners and the step that spreads
// them form one move, and become one communication.
SmallVector<BoxingMove> sbp::getMoves(const BoxingPlan &plan) {
  SmallVector<BoxingMove> moves;
  for (const BoxingStep &step : plan.steps)
    if (step.spreadsOwners && !moves.empty() &&
        moves.back().first->leavesOwners)
      moves.back().second = &step;
    else
      moves.push_back({&step, nullptr});
  return moves;
}

/// Joins the halves of an exchange that reduces for several ranks: each piece
/// that the second half spreads was reduced by the first half at its owner, so
/// the sources are those of the first and the destinations those of the second.
static SmallVector<BoxingAtom> joinHalves(ArrayRef<BoxingAtom> reduced,
                                          ArrayRef<BoxingAtom> spread) {
  std::map<int64_t, SmallVector<const BoxingAtom *>> byOwner;
  for (const BoxingAtom &atom : reduced)
    for (int64_t owner : atom.destinations)
      byOwner[owner].push_back(&atom);
  SmallVector<BoxingAtom> atoms;
  for (const BoxingAtom &atom : spread)
    for (const BoxingAtom *half : byOwner[atom.sources.front()]) {
      Box box = intersect(half->box, atom.box);
      if (getNumElements(box) > 0)
        atoms.push_back({box, half->sources, atom.destinations});
    }
  return atoms;
}

SmallVector<TransferAttr> sbp::getTransfers(MLIRContext *context,
                                            const BoxingMove &move,
                                            ArrayRef<int64_t> shape) {
  // Empty pieces of uneven splits send no message.
  SmallVector<TransferAttr> transfers;
  auto add = [&](const BoxingTransfer &transfer) {
    if (getNumElements(transfer.box) == 0)
      return;
    SmallVector<int64_t> begin, end;
    for (Interval interval : transfer.box) {
      begin.push_back(interval.begin);
      end.push_back(interval.end);
    }
    transfers.push_back(TransferAttr::get(context, transfer.kind, begin, end,
                                          transfer.sources,
                                          transfer.destinations));
  };
  if (move.second) {
    for (const BoxingAtom &atom : joinHalves(getAtoms(*move.first, shape),
                                             getAtoms(*move.second, shape)))
      add({TransferKind::Combine, atom.box, atom.sources, atom.destinations});
    return transfers;
  }
  const BoxingStep &step = *move.first;
  forEachTransfer(
      step, Layout(*step.from.placement, step.from.distribution, shape),
      Layout(*step.to.placement, step.to.distribution, shape), shape, add);
  return transfers;
}
