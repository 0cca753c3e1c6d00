// TimeAxis.cpp: the micro-batches of an entry

#include "sbp/Dialect/SBP/IR/TimeAxis.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"

using namespace mlir;
using namespace sbp;

int64_t sbp::getMicroBatches(Operation *function) {
  auto count = function->getAttrOfType<IntegerAttr>(kTimeAttr);
  return count ? count.getInt() : 1;
}

int64_t sbp::getExecutions(CommunicationOp communication) {
  auto count = communication->getAttrOfType<IntegerAttr>(kExecutionsAttr);
  return count ? count.getInt() : 1;
}

std::optional<int64_t> sbp::getTimeDim(FunctionOpInterface function,
                                       unsigned index, bool isResult) {
  if (getMicroBatches(function) == 1)
    return std::nullopt;
  auto dim = isResult ? function.getResultAttrOfType<IntegerAttr>(
                            index, SBPDialect::kMicrobatchAttr)
                      : function.getArgAttrOfType<IntegerAttr>(
                            index, SBPDialect::kMicrobatchAttr);
  return dim ? std::optional(dim.getInt()) : std::nullopt;
}

RankedTensorType sbp::getStepType(FunctionOpInterface function, unsigned index,
                                  bool isResult) {
  auto type =
      cast<RankedTensorType>(isResult ? function.getResultTypes()[index]
                                      : function.getArgumentTypes()[index]);
  std::optional<int64_t> dim = getTimeDim(function, index, isResult);
  if (!dim)
    return type;
  SmallVector<int64_t> shape(type.getShape());
  shape[*dim] *= getMicroBatches(function);
  return type.clone(shape);
}

void sbp::forEachOperand(Operation *op, function_ref<void(Value)> visit) {
  op->walk([&](Operation *inner) {
    for (Value operand : inner->getOperands())
      if (!op->isAncestor(operand.getParentBlock()->getParentOp()))
        visit(operand);
  });
}

Sweeps::Place Sweeps::getPlace(Value value) const {
  Operation *op = value.getDefiningOp();
  if (!op)
    return arguments.lookup(value);
  Place place = ops.lookup(op);
  // An accumulated value exists once, when the sweep is over.
  return isa<LeaveTimeOp>(op) ? Place{false, place.sweep + 1} : place;
}

Sweeps::Sweeps(FunctionOpInterface function)
    : count(getMicroBatches(function)) {
  if (count == 1 || function.isExternal())
    return;
  for (BlockArgument argument : function.getArguments())
    if (getTimeDim(function, argument.getArgNumber(), /*isResult=*/false))
      arguments[argument] = {true, 0};
  Block &block = function.getFunctionBody().front();
  for (Operation &op : block)
    placeEarly(op);
  delay(block);
}

void Sweeps::placeEarly(Operation &op) {
  Place place;
  place.isTimed = isa<EnterTimeOp, LeaveTimeOp, MicroBatchOp>(op);
  forEachOperand(&op, [&](Value value) {
    Place read = getPlace(value);
    place.isTimed |= read.isTimed;
    place.sweep = std::max(place.sweep, read.sweep);
  });
  ops[&op] = place;
}

// Only what a later sweep waits for runs in an earlier one: a count of tokens,
// but not the forward pass next to it, whose values would be kept for all
// micro-batches.
void Sweeps::delay(Block &block) {
  int64_t last = 0;
  for (Operation &op : block)
    if (get(&op))
      last = std::max(last, ops[&op].sweep);
  if (last == 0)
    return;
  // The sweeps that may have ended when an op runs.
  llvm::DenseMap<Operation *, int64_t> latest;
  for (Operation &op : llvm::reverse(block)) {
    bool isTimed = get(&op).has_value();
    int64_t bound = isTimed ? last : last + 1;
    for (Operation *user : op.getUsers())
      if (Operation *reader = block.findAncestorOpInBlock(*user))
        bound = std::min(bound, latest.at(reader) - isa<LeaveTimeOp>(op));
    latest[&op] = bound;
  }
  for (Operation &op : block)
    if (get(&op))
      ops[&op].sweep = latest.at(&op);
    else
      placeEarly(op);
}

std::optional<int64_t> Sweeps::get(Operation *op) const {
  Place place = ops.lookup(op);
  return place.isTimed && !op->hasTrait<OpTrait::IsTerminator>()
             ? std::optional(place.sweep)
             : std::nullopt;
}

bool Sweeps::isTimed(Value value) const { return getPlace(value).isTimed; }

int64_t Sweeps::getEndedSweeps(Operation *op) const {
  return ops.lookup(op).sweep;
}
