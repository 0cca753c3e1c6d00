// Gradient.cpp: reverse-mode differentiation of one nn.gradient

#include "Gradient.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Transforms/RegionUtils.h"
#include "sbp/Analysis/Selection/Graph/PlacedOps.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"
#include "sbp/Dialect/SBP/IR/StepPhases.h"
#include "sbp/Dialect/SBP/IR/TrainingPorts.h"
#include "sbp/Interfaces/DifferentiationInterfaces.h"
#include "sbp/Interfaces/OpNames.h"
#include "sbp/Interfaces/ScalarGuards.h"
#include "sbp/Interfaces/StructuredBuilding.h"
#include "sbp/Interfaces/TensorInterfaces.h"
#include "sbp/Interfaces/WideAccumulation.h"
#include "sbp/Interfaces/WideValue.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace sbp;

/// Returns the operands of `op`, and the values that its regions capture.
static SmallVector<Value> getReads(Operation *op) {
  SmallVector<Value> reads(op->getOperands());
  SetVector<Value> captured;
  getUsedValuesDefinedAbove(op->getRegions(), captured);
  llvm::append_range(reads, captured);
  return reads;
}

/// Whether nothing is differentiated through `op`, although floats go in and
/// come out.
static bool isConstant(Operation *op) {
  auto differentiable = dyn_cast<DifferentiableOpInterface>(op);
  return differentiable && differentiable.blocksGradient();
}

Gradient::Gradient(nn::GradientOp op, ForwardPlacements &placements)
    : op(op), placements(placements), notes(placements), builder(op) {}

//===----------------------------------------------------------------------===//
// Activity
//===----------------------------------------------------------------------===//

/// Returns whether a result of an op without an adjoint depends on its operands
/// as a number: scalars do, casts to integers too, but for comparisons.
static bool isNumber(OpResult result) {
  return hasFloats(result) ||
         (!isa<ShapedType>(result.getType()) &&
          !isa<ScalarDerivativeInterface>(result.getOwner()));
}

/// Returns whether `result` depends on the number in `operand`, rather than on
/// its shape alone.
static bool dependsOn(OpResult result, OpOperand &operand) {
  auto differentiable = dyn_cast<DifferentiableOpInterface>(result.getOwner());
  return differentiable
             ? differentiable.dependsOnOperand(result.getResultNumber(),
                                               operand.getOperandNumber())
             : isNumber(result);
}

/// Returns whether `result` depends on a value that is varied.
bool Gradient::isVaried(OpResult result) {
  Operation *primal = result.getOwner();
  // An op that captures a value has no derivative, and reports an error.
  return llvm::any_of(primal->getOpOperands(),
                      [&](OpOperand &operand) {
                        return varied.contains(operand.get()) &&
                               dependsOn(result, operand);
                      }) ||
         (hasFloats(result) && captures(primal));
}

/// Returns whether a result of `op` depends on `value` as a number.
static bool dependsOn(Operation *op, Value value) {
  bool isOperand = llvm::is_contained(op->getOperands(), value);
  if (!isOperand)
    return llvm::is_contained(getReads(op), value);
  return llvm::any_of(op->getOpOperands(), [&](OpOperand &operand) {
    return operand.get() == value &&
           llvm::any_of(op->getResults(), [&](OpResult result) {
             return dependsOn(result, operand);
           });
  });
}

/// Returns whether a region of `primal` uses a value that is varied and no
/// operand.
bool Gradient::captures(Operation *primal) {
  return llvm::any_of(getReads(primal), [&](Value value) {
    return varied.contains(value) &&
           !llvm::is_contained(primal->getOperands(), value);
  });
}

/// Finds the ops that depend on `wrt` and that the value depends on.
void Gradient::findActive() {
  Block &block = *op->getBlock();
  for (Value value : op.getWrt())
    varied.insert(value);
  SmallVector<Operation *> reached;
  for (Operation &other : block) {
    if (&other == op)
      break;
    if (isConstant(&other) || llvm::none_of(getReads(&other), [&](Value read) {
          return varied.contains(read);
        }))
      continue;
    reached.push_back(&other);
    for (OpResult result : other.getResults())
      if (isVaried(result))
        varied.insert(result);
  }
  DenseSet<Value> useful{op.getValue()};
  for (Operation *other : llvm::reverse(reached)) {
    if (llvm::none_of(other->getResults(), [&](Value result) {
          return varied.contains(result) && useful.contains(result);
        }))
      continue;
    active.push_back(other);
    for (Value read : getReads(other))
      useful.insert(read);
  }
  std::reverse(active.begin(), active.end());
}

/// Replaces active ops that are differentiated in parts by these parts. Returns
/// whether there were any.
bool Gradient::lowerActive() {
  OpBuilder::InsertionGuard guard(builder);
  bool changed = false;
  for (Operation *primal : active) {
    auto differentiable = dyn_cast<DifferentiableOpInterface>(primal);
    if (!differentiable || !differentiable.isDifferentiatedInParts())
      continue;
    Operation *last = primal->getPrevNode();
    builder.setInsertionPoint(primal);
    auto lowering = cast<LoweringOpInterface>(primal);
    SmallVector<Value> parts = lowering.lowerToLinalg(builder);
    notes.adopt(primal, last, primal, getPhaseOf(primal));
    primal->replaceAllUsesWith(parts);
    placements.erase(primal);
    primal->erase();
    changed = true;
  }
  return changed;
}

/// Lets the active ops return what their adjoints read.
void Gradient::saveForAdjoints() {
  OpBuilder::InsertionGuard guard(builder);
  for (Operation *&primal : active) {
    auto differentiable = dyn_cast<DifferentiableOpInterface>(primal);
    if (!differentiable)
      continue;
    FlatSymbolRefAttr placement = placements.lookup(primal);
    Operation *replaced = primal;
    SmallVector<Value> results(primal->getResults());
    builder.setInsertionPoint(primal);
    primal = differentiable.saveForAdjoint(builder);
    if (primal == replaced)
      continue;
    // The op is gone: its address may come again.
    placements.erase(replaced);
    if (placement)
      placements[primal] = placement;
    for (Value result : results)
      varied.erase(result);
    for (OpResult result : primal->getResults())
      if (isVaried(result))
        varied.insert(result);
  }
}

/// Every value in `wrt` must reach the value: a gradient of zero is a mistake.
LogicalResult Gradient::checkReached() {
  for (auto [number, value] : llvm::enumerate(op.getWrt())) {
    bool isReached =
        value == op.getValue() || llvm::any_of(active, [&](Operation *other) {
          return dependsOn(other, value);
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

/// The op before the insertion point; null at the beginning of the block.
Operation *Gradient::getLast() { return op->getPrevNode(); }

Value Gradient::buildSeed() {
  if (op.getSeed())
    return op.getSeed();
  auto type = cast<RankedTensorType>(op.getValue().getType());
  Operation *last = getLast();
  Value seed =
      StructuredBuilder(builder, op.getLoc())
          .fill(type, builder.getFloatAttr(type.getElementType(), 1.0));
  notes.write(
      last, op,
      {notes.getPlacement(op.getValue()), Attribute(), StepPhase::Backward});
  return seed;
}

/// Adds all terms in the order of the sweep by one elementwise op, where the
/// value is. Terms of several placements are added on each placement first, so
/// that one sum of each is sent.
Value Gradient::addTerms(Value value, ArrayRef<Value> addends) {
  FlatSymbolRefAttr home = notes.getPlacement(value);
  llvm::MapVector<Attribute, SmallVector<Value>> groups;
  for (Value term : addends) {
    FlatSymbolRefAttr placement = notes.getPlacement(term);
    groups[placement ? placement : home].push_back(term);
  }
  SmallVector<Value> sums;
  for (auto &[placement, group] : groups)
    sums.push_back(
        addTerms(value, group, cast_or_null<FlatSymbolRefAttr>(placement)));
  return addTerms(value, sums, home);
}

Value Gradient::addTerms(Value value, ArrayRef<Value> addends,
                         FlatSymbolRefAttr placement) {
  if (addends.size() < 2)
    return addends.empty() ? Value() : addends.front();
  Operation *last = getLast(), *maker = value.getDefiningOp();
  Location loc = maker ? getAdjointLoc(maker) : value.getLoc();
  auto add = [&](OpBuilder &builder, ValueRange arguments) {
    Value total = arguments.front();
    for (Value term : arguments.drop_front())
      total = arith::AddFOp::create(builder, loc, total, term);
    return total;
  };
  StructuredBuilder structured(builder, loc);
  auto type = dyn_cast<RankedTensorType>(value.getType());
  SmallVector<AffineMap> maps(addends.size(),
                              structured.identity(type ? type.getRank() : 0));
  Value sum =
      type ? structured.map(type, addends, maps, add) : add(builder, addends);
  notes.write(last, op,
              {placement,
               maker ? maker->getAttr(SBPDialect::kLayerAttr) : Attribute(),
               StepPhase::Backward});
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

/// Adds notes that lead from `last` to a value in `wrt`.
void Gradient::addPath(Diagnostic &error, Operation *last) {
  error.attachNote(op.getLoc()) << "the gradient is requested here";
  for (Operation *next = last; next;) {
    Operation *previous = nullptr;
    for (Value read : getReads(next))
      if (varied.contains(read)) {
        if (llvm::is_contained(op.getWrt(), read)) {
          error.attachNote(read.getLoc())
              << "it is reached from this value, which is differentiated by";
          return;
        }
        previous = read.getDefiningOp();
      }
    if (previous)
      error.attachNote(previous->getLoc())
          << "through '" << getDisplayName(previous) << "'";
    next = previous;
  }
}

/// Builds the cotangents of the operands of an op on scalars outside of a body.
static SmallVector<Value>
buildScalarAdjoint(ScalarDerivativeInterface derivative, OpBuilder &builder,
                   ArrayRef<Value> cotangents, const BitVector &needed) {
  SmallVector<Value> operands(derivative->getNumOperands());
  ScalarGuards guards;
  for (unsigned number : needed.set_bits())
    for (auto [result, cotangent] : llvm::enumerate(cotangents)) {
      if (!cotangent || !hasFloats(derivative->getOperand(number)))
        continue;
      Value partial =
          derivative.buildPartial(builder, number, result, cotangent);
      if (partial)
        partial = guards.mask(builder, partial, cotangent);
      Value &sum = operands[number];
      if (sum && partial)
        partial =
            arith::AddFOp::create(builder, partial.getLoc(), sum, partial);
      if (partial)
        sum = partial;
    }
  return operands;
}

/// Builds the cotangents of the operands of `primal` from those of its results.
FailureOr<SmallVector<Value>>
Gradient::buildAdjoint(Operation *primal, ArrayRef<Value> cotangents) {
  BitVector needed(primal->getNumOperands());
  for (OpOperand &operand : primal->getOpOperands())
    if (varied.contains(operand.get()))
      needed.set(operand.getOperandNumber());
  bool isCapturing = captures(primal);
  auto differentiable = dyn_cast<DifferentiableOpInterface>(primal);
  auto scalar = dyn_cast<ScalarDerivativeInterface>(primal);
  if (differentiable && !isCapturing)
    return differentiable.buildAdjoint(builder, cotangents, needed);
  if (scalar && !isa<ShapedType>(primal->getResult(0).getType()))
    return buildScalarAdjoint(scalar, builder, cotangents, needed);
  return primal->emitOpError()
         << (isCapturing ? "has no derivative in a value that its region uses"
                         : "has no derivative, and a gradient needs one")
         << "; pass " << (isCapturing ? "it" : "its operand")
         << " through nn.stop_gradient if it is a constant";
}

/// Returns whether another gradient is taken of a value that depends on results
/// of `op`.
static bool isDifferentiatedAgain(nn::GradientOp op) {
  SetVector<Operation *> slice;
  getForwardSlice(op.getOperation(), &slice);
  return llvm::any_of(slice, llvm::IsaPred<nn::GradientOp>);
}

LogicalResult Gradient::visit(Operation *primal) {
  SmallVector<Value> cotangents;
  for (Value result : primal->getResults())
    cotangents.push_back(getCotangent(result));
  if (llvm::none_of(cotangents, [](Value value) { return bool(value); }))
    return success();
  ScopedDiagnosticHandler path(op.getContext(), [&](Diagnostic &error) {
    if (error.getSeverity() == DiagnosticSeverity::Error)
      addPath(error, primal);
    return failure();
  });
  Operation *last = getLast();
  if (isInner)
    primal->setAttr(kDifferentiatedAgainAttr, builder.getUnitAttr());
  FailureOr<SmallVector<Value>> operands = buildAdjoint(primal, cotangents);
  primal->removeDiscardableAttr(kDifferentiatedAgainAttr);
  if (failed(operands))
    return failure();
  notes.adopt(primal, last, op, StepPhase::Backward);
  for (auto [operand, cotangent] :
       llvm::zip_equal(primal->getOperands(), *operands))
    if (cotangent && varied.contains(operand))
      terms[operand].push_back(cotangent);
  return success();
}

namespace {
/// Adjoints in f32, with the notes of those that they replace.
class WideGradient : public WideValue {
public:
  explicit WideGradient(AdjointNotes &notes) : notes(notes) {}

protected:
  bool isView(Operation *op) override {
    return isa<ConstrainOp>(op) || WideValue::isView(op);
  }
  void adopt(Operation *producer, Operation *end) override {
    notes.adopt(producer, producer, end, StepPhase::Backward);
  }

private:
  AdjointNotes &notes;
};
} // namespace

/// A wide gradient is moved before it is rounded: no partial value is.
Value Gradient::finishGradient(Value value, Value gradient) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument)
    return gradient;
  auto function = cast<func::FuncOp>(argument.getOwner()->getParentOp());
  unsigned number = argument.getArgNumber();
  if (!isInner && function.getArgAttr(number, kAccumulateAttr))
    gradient = WideGradient(notes).widen(builder, gradient);
  if (auto requested = function.getArgAttrOfType<DistributionAttr>(
          number, SBPDialect::kGradientAttr)) {
    auto constrained = ConstrainOp::create(
        builder, argument.getLoc(), gradient.getType(), gradient, requested);
    // Micro-batches move their terms so, before these are accumulated.
    constrained->setAttr(SBPDialect::kGradientAttr, builder.getUnitAttr());
    gradient = constrained.getResult();
  }
  Operation *last = getLast();
  gradient = castFloats(builder, argument.getLoc(), gradient,
                        cast<FloatType>(getElementTypeOrSelf(value)));
  notes.write(last, op,
              {notes.getPlacement(value), Attribute(), StepPhase::Backward});
  return gradient;
}

LogicalResult Gradient::build() {
  isInner = isDifferentiatedAgain(op);
  findActive();
  if (lowerActive()) {
    varied.clear();
    active.clear();
    findActive();
  }
  if (failed(checkReached()))
    return failure();
  saveForAdjoints();
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
    gradient = finishGradient(value, gradient);
  op->replaceAllUsesWith(gradients);
  op->erase();
  return success();
}
