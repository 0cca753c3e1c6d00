// PlacedOps.cpp: queries about ops with a placement, before level 1

#include "sbp/Analysis/Selection/Graph/PlacedOps.h"
#include "sbp/Interfaces/OpNames.h"
#include "sbp/Interfaces/RuleMemo.h"
#include "llvm/ADT/SmallVectorExtras.h"

using namespace llvm;
using namespace mlir;

namespace sbp {

FlatSymbolRefAttr getPlacementOf(Operation *op) {
  return op->getAttrOfType<FlatSymbolRefAttr>(SBPDialect::kPlacementAttr);
}

FlatSymbolRefAttr getPlacementOfUse(OpOperand &use) {
  Operation *user = use.getOwner();
  if (auto constrain = dyn_cast<ConstrainOp>(user))
    return constrain.getDistribution().getPlacement();
  if (!isa<func::ReturnOp>(user))
    return getPlacementOf(user);
  auto annotation =
      cast<func::FuncOp>(user->getParentOp())
          .getResultAttrOfType<DistributionAttr>(use.getOperandNumber(),
                                                 SBPDialect::kDistributionAttr);
  return annotation ? annotation.getPlacement() : FlatSymbolRefAttr();
}

FlatSymbolRefAttr getPlacementOf(BlockArgument argument) {
  auto function = cast<func::FuncOp>(argument.getOwner()->getParentOp());
  auto annotation = function.getArgAttrOfType<DistributionAttr>(
      argument.getArgNumber(), SBPDialect::kDistributionAttr);
  if (annotation)
    return annotation.getPlacement();
  // The list of uses is not in program order.
  OpOperand *first = nullptr;
  for (OpOperand &use : argument.getUses())
    if (getPlacementOfUse(use) &&
        (!first || use.getOwner()->isBeforeInBlock(first->getOwner())))
      first = &use;
  if (first)
    return getPlacementOfUse(*first);
  auto module = function->getParentOfType<ModuleOp>();
  return FlatSymbolRefAttr::get(
      (*module.getOps<PlacementOp>().begin()).getSymNameAttr());
}

FlatSymbolRefAttr getPlacementOf(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return getPlacementOf(argument);
  Operation *op = value.getDefiningOp();
  if (auto constrain = dyn_cast<ConstrainOp>(op))
    return constrain.getDistribution().getPlacement();
  return getPlacementOf(op);
}

SmallVector<OpOperand *> getOrderedUses(Value value) {
  auto uses =
      map_to_vector(value.getUses(), [](OpOperand &use) { return &use; });
  llvm::sort(uses, [](OpOperand *a, OpOperand *b) {
    return a->getOwner() == b->getOwner()
               ? a->getOperandNumber() < b->getOperandNumber()
               : a->getOwner()->isBeforeInBlock(b->getOwner());
  });
  return uses;
}

static bool isTensor(Type type) { return isa<RankedTensorType>(type); }

bool touchesTensors(Operation *op) {
  return any_of(op->getOperandTypes(), isTensor) ||
         any_of(op->getResultTypes(), isTensor);
}

bool isSource(Operation *op) {
  if (!any_of(op->getResultTypes(), isTensor) || isa<ConstrainOp>(op))
    return false;
  if (none_of(op->getOperandTypes(), isTensor))
    return true;
  // Cheap and nearly always enough: only inits can be shape-only.
  auto destination = dyn_cast<DestinationStyleOpInterface>(op);
  if (!isa<SBPOpInterface>(op) || !destination ||
      any_of(destination.getDpsInputs(),
             [](Value input) { return isTensor(input.getType()); }))
    return false;
  auto ruled = getRuledOp(op);
  const auto &shapeOnly = ruled->rule.shapeOnly;
  // The import gives what only names a shape an empty tensor of its own.
  return all_of(enumerate(op->getOperands()), [&](auto operand) {
    Operation *made = operand.value().getDefiningOp();
    return !isTensor(operand.value().getType()) ||
           (operand.index() < shapeOnly.size() && shapeOnly[operand.index()] &&
            made && isSource(made));
  });
}

SmallVector<bool> getLiveOperands(Operation *op) {
  return map_to_vector(op->getOperands(), [](Value operand) {
    Operation *producer = operand.getDefiningOp();
    return isTensor(operand.getType()) && !(producer && isSource(producer));
  });
}

std::string describe(Value value) {
  std::string text;
  raw_string_ostream os(text);
  if (auto result = dyn_cast<OpResult>(value)) {
    os << "result ";
    if (result.getOwner()->getNumResults() > 1)
      os << "#" << result.getResultNumber() << " ";
    os << "of '" << getDisplayName(result.getOwner()) << "'";
    return text;
  }
  auto argument = cast<BlockArgument>(value);
  os << "argument #" << argument.getArgNumber();
  if (auto function =
          dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp()))
    for (StringRef key : {SBPDialect::kNameAttr, SBPDialect::kStateAttr})
      if (auto name = function.getArgAttrOfType<StringAttr>(
              argument.getArgNumber(), key)) {
        os << " '" << name.getValue() << "'";
        break;
      }
  return text;
}

} // namespace sbp
