// Gradient.cpp: reverse-mode differentiation of one nn.gradient

#include "Gradient.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"
#include "sbp/Interfaces/DifferentiationInterfaces.h"
#include "sbp/Interfaces/StructuredBuilding.h"

using namespace mlir;
using namespace sbp;

static bool hasFloats(Value value) {
  return isa<RankedTensorType>(value.getType()) &&
         isa<FloatType>(getElementTypeOrSelf(value.getType()));
}

/// Whether nothing is differentiated through `op`, although floats go in and
/// come out.
static bool isConstant(Operation *op) {
  auto differentiable = dyn_cast<DifferentiableOpInterface>(op);
  return differentiable && differentiable.blocksGradient();
}

Gradient::Gradient(nn::GradientOp op, ForwardPlacements &placements)
    : op(op), placements(placements), builder(op) {}

//===----------------------------------------------------------------------===//
// Activity
//===----------------------------------------------------------------------===//

/// Finds the ops that depend on `wrt` and that the value depends on.
void Gradient::findActive() {
  Block &block = *op->getBlock();
  for (Value value : op.getWrt())
    varied.insert(value);
  SmallVector<Operation *> reached;
  for (Operation &other : block) {
    if (&other == op)
      break;
    if (isConstant(&other) ||
        llvm::none_of(other.getOperands(),
                      [&](Value operand) { return varied.contains(operand); }))
      continue;
    reached.push_back(&other);
    for (Value result : other.getResults())
      if (hasFloats(result))
        varied.insert(result);
  }
  DenseSet<Value> useful{op.getValue()};
  for (Operation *other : llvm::reverse(reached)) {
    if (llvm::none_of(other->getResults(), [&](Value result) {
          return varied.contains(result) && useful.contains(result);
        }))
      continue;
    active.push_back(other);
    for (Value operand : other->getOperands())
      useful.insert(operand);
  }
  std::reverse(active.begin(), active.end());
}

/// Every value in `wrt` must reach the value: a gradient of zero is a mistake.
LogicalResult Gradient::checkReached() {
  for (auto [number, value] : llvm::enumerate(op.getWrt())) {
    bool isReached =
        value == op.getValue() || llvm::any_of(active, [&](Operation *other) {
          return llvm::is_contained(other->getOperands(), value);
        });
    if (isReached)
      continue;
    InFlightDiagnostic error = op.emitOpError();
    error << "value #" << number
          << " of `wrt (...)` does not reach the differentiated value through "
             "floats; remove it, or compute the value from it";
    error.attachNote(value.getLoc())
        << "value #" << number << " is defined here";
    error.attachNote(op.getValue().getLoc())
        << "the differentiated value is computed here";
    return error;
  }
  return success();
}

//===----------------------------------------------------------------------===//
// The sweep
//===----------------------------------------------------------------------===//

/// The op in front of the insertion point; null at the beginning of the block.
Operation *Gradient::getLast() { return op->getPrevNode(); }

/// Gives the ops behind `last` the layer and the placement of `primal`.
void Gradient::adopt(Operation *primal, Operation *last) {
  Attribute layer = primal->getAttr(SBPDialect::kLayerAttr);
  FlatSymbolRefAttr placement = placements.lookup(primal);
  Operation *made = last ? last->getNextNode() : &op->getBlock()->front();
  for (; made != op; made = made->getNextNode()) {
    if (layer)
      made->setAttr(SBPDialect::kLayerAttr, layer);
    if (!placement || isa<ConstrainOp>(made))
      continue;
    made->setAttr(SBPDialect::kPlacementAttr, placement);
    placements[made] = placement;
  }
}

Value Gradient::buildSeed() {
  if (op.getSeed())
    return op.getSeed();
  auto type = cast<RankedTensorType>(op.getValue().getType());
  return StructuredBuilder(builder, op.getLoc())
      .fill(type, builder.getFloatAttr(type.getElementType(), 1.0));
}

/// One elementwise op adds all terms in the order of the sweep.
Value Gradient::addTerms(Value value, ArrayRef<Value> addends) {
  if (addends.size() < 2)
    return addends.empty() ? Value() : addends.front();
  auto type = cast<RankedTensorType>(value.getType());
  Operation *last = getLast(), *maker = value.getDefiningOp();
  Location loc = maker ? getAdjointLoc(maker) : value.getLoc();
  StructuredBuilder structured(builder, loc);
  SmallVector<AffineMap> maps(addends.size(),
                              structured.identity(type.getRank()));
  Value sum = structured.map(
      type, addends, maps, [&](OpBuilder &b, ValueRange arguments) {
        Value total = arguments.front();
        for (Value term : arguments.drop_front())
          total = arith::AddFOp::create(b, loc, total, term);
        return total;
      });
  if (maker)
    adopt(maker, last);
  return sum;
}

/// The cotangent of `value`; null if it is zero. Final once all its readers
/// were visited.
Value Gradient::getCotangent(Value value) {
  auto found = terms.find(value);
  if (found == terms.end())
    return {};
  Value sum = addTerms(value, found->second);
  found->second.assign(1, sum);
  return sum;
}

/// Notes lead from `last` to a value in `wrt`.
void Gradient::addPath(InFlightDiagnostic &error, Operation *last) {
  for (Operation *next = last; next;) {
    Operation *previous = nullptr;
    for (Value operand : next->getOperands())
      if (varied.contains(operand)) {
        if (llvm::is_contained(op.getWrt(), operand)) {
          error.attachNote(operand.getLoc())
              << "it is reached from this value, which is differentiated by";
          return;
        }
        previous = operand.getDefiningOp();
      }
    if (previous)
      error.attachNote(previous->getLoc())
          << "through '" << previous->getName() << "'";
    next = previous;
  }
}

LogicalResult Gradient::visit(Operation *primal) {
  SmallVector<Value> cotangents;
  for (Value result : primal->getResults())
    cotangents.push_back(getCotangent(result));
  if (llvm::none_of(cotangents, [](Value value) { return bool(value); }))
    return success();
  BitVector needed(primal->getNumOperands());
  for (OpOperand &operand : primal->getOpOperands())
    if (varied.contains(operand.get()))
      needed.set(operand.getOperandNumber());
  auto differentiable = dyn_cast<DifferentiableOpInterface>(primal);
  if (!differentiable) {
    InFlightDiagnostic error = primal->emitOpError();
    error << "has no derivative, and a gradient needs one; pass its operand "
             "through nn.stop_gradient if it is a constant";
    error.attachNote(op.getLoc()) << "the gradient is requested here";
    addPath(error, primal);
    return error;
  }
  Operation *last = getLast();
  FailureOr<SmallVector<Value>> operands =
      differentiable.buildAdjoint(builder, cotangents, needed);
  if (failed(operands))
    return failure();
  adopt(primal, last);
  for (auto [operand, cotangent] :
       llvm::zip_equal(primal->getOperands(), *operands))
    if (cotangent && varied.contains(operand))
      terms[operand].push_back(cotangent);
  return success();
}

/// The gradient as `sbp.gradient` of the argument requests it.
Value Gradient::constrainGradient(Value value, Value gradient) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument)
    return gradient;
  auto function = cast<func::FuncOp>(argument.getOwner()->getParentOp());
  auto requested = function.getArgAttrOfType<DistributionAttr>(
      argument.getArgNumber(), SBPDialect::kGradientAttr);
  return requested
             ? ConstrainOp::create(builder, argument.getLoc(),
                                   gradient.getType(), gradient, requested)
             : gradient;
}

LogicalResult Gradient::build() {
  findActive();
  if (failed(checkReached()))
    return failure();
  terms[op.getValue()].push_back(buildSeed());
  for (Operation *primal : llvm::reverse(active))
    if (failed(visit(primal)))
      return failure();
  SmallVector<Value> gradients;
  for (Value value : op.getWrt()) {
    Value gradient = getCotangent(value);
    auto type = cast<RankedTensorType>(value.getType());
    gradients.push_back(
        gradient ? gradient
                 : StructuredBuilder(builder, op.getLoc())
                       .fill(type, builder.getZeroAttr(type.getElementType())));
  }
  for (auto [value, gradient] : llvm::zip_equal(op.getWrt(), gradients))
    gradient = constrainGradient(value, gradient);
  op->replaceAllUsesWith(gradients);
  op->erase();
  return success();
}
