// TimeCutter.cpp: cuts the ops of an entry into micro-batches
//
// Strict propagation (Megatron-LM's gradient accumulation, derived): one pass
// forwards over the ops. An op that reads cut values gets the signature that
// reads them as they are; a whole operand may be read whole or in pieces. If no
// signature does, its operands are accumulated or collected, and it runs once a
// step. Example with 4 micro-batches, x cut along dimension 0:
//
//   %g = linalg.matmul(%x^T, %dy)          : tensor<8x16>, tensor<16x4>
//   %w1 = sub %w, %g
//
// gives
//
//   %t = linalg.matmul(%x^T, %dy)          : tensor<8x4>, tensor<4x4>
//   %g = sbp.leave_time %t accumulate "sum"
//   %w1 = sub %w, %g

#include "TimeCutter.h"
#include "WideTerms.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sbp/Analysis/Selection/Graph/PlacedOps.h"
#include "sbp/Dialect/SBP/IR/ReferenceAttributes.h"
#include "sbp/Dialect/SBP/IR/StepPhases.h"
#include "sbp/Dialect/SBP/IR/TimeAxis.h"
#include "sbp/Interfaces/RuleMemo.h"

using namespace mlir;
using namespace sbp;

RankedTensorType TimeShardContext::getLocalType(RankedTensorType global,
                                                const Distribution &piece) {
  SmallVector<int64_t> shape(global.getShape());
  if (Component time = getTime(piece); time.isSplit())
    shape[time.dim] /= axis.axisSizes[0];
  return global.clone(shape);
}

Value TimeShardContext::getOffset(OpBuilder &builder, Location loc,
                                  RankedTensorType global,
                                  const Distribution &piece, int64_t dim) {
  int64_t extent = global.getDimSize(dim) / axis.axisSizes[0];
  Value number = MicroBatchOp::create(builder, loc, builder.getIndexType());
  Value size = arith::ConstantIndexOp::create(builder, loc, extent);
  return arith::MulIOp::create(builder, loc, number, size);
}

TimeCutter::TimeCutter(func::FuncOp function, int64_t count)
    : function(function), count(count), axis{"time", {"time"}, {count}, {}} {
  for (int64_t k = 0; k < count; ++k)
    axis.ranks.push_back(k);
}

//===----------------------------------------------------------------------===//
// Reading values
//===----------------------------------------------------------------------===//

Value TimeCutter::getWhole(Value value) {
  TimedValue &state = values[value];
  if (state.time.isBroadcast())
    return state.value ? state.value : value;
  Value &whole = wholes[value];
  if (whole)
    return whole;
  OpBuilder builder(function.getContext());
  builder.setInsertionPointAfterValue(state.value);
  // Terms are added in f32, as inside of one op, and the sum is rounded once.
  auto element = dyn_cast<FloatType>(getElementTypeOrSelf(value));
  bool widens = element && element.getWidth() < 32 && state.time.isPartial() &&
                state.time.combiner == Combiner::Sum;
  Value terms =
      widens ? buildWideTerms(builder, state.value, getPlacementOf(value))
             : state.value;
  StringAttr combiner;
  IntegerAttr dim;
  if (state.time.isPartial())
    combiner = builder.getStringAttr(getCombinerName(state.time.combiner));
  else
    dim = builder.getI64IntegerAttr(state.time.dim);
  auto type = cast<RankedTensorType>(value.getType());
  auto leave = LeaveTimeOp::create(
      builder, value.getLoc(), widens ? type.clone(builder.getF32Type()) : type,
      terms, combiner, dim);
  Operation *producer = value.getDefiningOp();
  leave->setAttr(SBPDialect::kPlacementAttr, getPlacementOf(value));
  if (Attribute phase = producer ? producer->getAttr(kPhaseAttr) : nullptr)
    leave->setAttr(kPhaseAttr, phase);
  whole = leave.getResult();
  if (widens)
    whole = roundSum(builder, whole, element);
  return whole;
}

/// Checks that a whole value can be known before `reader` runs in the first
/// micro-batch.
LogicalResult TimeCutter::checkKnown(Value value, Operation *reader) {
  const TimedValue state = values[value];
  bool isLate = state.isLate || !state.time.isBroadcast();
  return isLate && state.dependsOnState
             ? LogicalResult(reportBatchStatistic(getWhole(value), reader))
             : success();
}

Value TimeCutter::enter(Value whole, const Component &required,
                        Operation *reader) {
  FlatSymbolRefAttr placement = getPlacementOf(reader);
  int64_t dim = required.isSplit() ? required.dim : -1;
  int64_t combiner =
      required.isPartial() ? static_cast<int64_t>(required.combiner) : -1;
  Value &result = entered[{whole, placement, dim, combiner}];
  if (result)
    return result;
  OpBuilder builder(reader);
  auto type = cast<RankedTensorType>(whole.getType());
  if (dim >= 0) {
    SmallVector<int64_t> shape(type.getShape());
    shape[dim] /= count;
    type = type.clone(shape);
  }
  auto op = EnterTimeOp::create(
      builder, whole.getLoc(), type, whole,
      dim >= 0 ? builder.getI64IntegerAttr(dim) : IntegerAttr(),
      combiner >= 0 ? builder.getStringAttr(getCombinerName(required.combiner))
                    : StringAttr());
  op->setAttr(SBPDialect::kPlacementAttr, placement);
  return result = op.getResult();
}

Value TimeCutter::buildPieceOf(Value value, const Component &required,
                               Operation *reader) {
  Operation *op = value.getDefiningOp();
  if (required.isBroadcast() || !op || !isa<SBPOpInterface>(op))
    return {};
  // A fill with zeros, for example, is its own partial value.
  if (!isSource(op) &&
      (required.isPartial() || getPlacementOf(op) != getPlacementOf(reader)))
    return {};
  auto ruled = getRuledOp(op);
  unsigned result = cast<OpResult>(value).getResultNumber();
  for (const Signature &signature : enumerateSignatures(*ruled, axis)) {
    if (getTime(signature.results[result]) != required ||
        !isDivided(op, signature))
      continue;
    bool readsWhole = true;
    for (auto [i, operand] : llvm::enumerate(op->getOperands()))
      readsWhole &= getTime(signature.operands[i]).isBroadcast() ||
                    isShapeOnly(*ruled, i) || isMadeBySource(operand);
    // A piece of a static window, for example, is at a computed position, which
    // no rule describes: the whole value is sliced instead.
    if (!readsWhole || !hasRules(op, signature))
      continue;
    SmallVector<Value> operands;
    for (auto [i, operand] : llvm::enumerate(op->getOperands())) {
      bool isRead = isTensorValue(operand) && !isShapeOnly(*ruled, i);
      operands.push_back(
          isRead ? getPiece(operand, getTime(signature.operands[i]), reader)
                 : operand);
      if (!operands.back())
        return {};
    }
    auto results = build(op, signature, operands, reader);
    if (failed(results))
      return {};
    // The op may be built for several readers: its number is no longer its own.
    Value piece = (*results)[result];
    piece.getDefiningOp()->removeAttr(kNumberAttr);
    return piece;
  }
  return {};
}

Value TimeCutter::getPiece(Value value, const Component &required,
                           Operation *reader) {
  const TimedValue state = values[value];
  if (!required.isBroadcast() && state.time == required)
    return state.value;
  if (required.isBroadcast() && isMadeBySource(value))
    return value;
  if (failed(checkKnown(value, reader)))
    return {};
  if (state.time.isBroadcast())
    if (Value piece = buildPieceOf(value, required, reader))
      return piece;
  return enter(getWhole(value), required, reader);
}

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

FailureOr<SmallVector<Value>> TimeCutter::build(Operation *op,
                                                const Signature &signature,
                                                ValueRange operands,
                                                Operation *before) {
  OpBuilder builder(before);
  TimeShardContext context(axis);
  Operation *last = before->getPrevNode();
  SmallVector<Value> locals(operands);
  auto ruled = getRuledOp(op);
  for (auto [i, operand] : llvm::enumerate(op->getOperands()))
    if (isShapeOnly(*ruled, i)) {
      auto type = context.getLocalType(
          cast<RankedTensorType>(operand.getType()), signature.operands[i]);
      locals[i] = tensor::EmptyOp::create(
          builder, op->getLoc(), type.getShape(), type.getElementType());
    }
  auto results =
      cast<SBPOpInterface>(op).buildLocal(builder, signature, locals, context);
  if (failed(results))
    return op->emitOpError() << "cannot be built for one micro-batch";
  // Notes of earlier phases hold for what the op becomes.
  for (Value result : *results)
    if (Operation *built = result.getDefiningOp())
      for (NamedAttribute note : op->getDiscardableAttrs())
        // An op that is found by its number has the results of the numbered op.
        if (note.getName() != kNumberAttr || built->getName() == op->getName())
          built->setAttr(note.getName(), note.getValue());
  for (Operation *built = before->getPrevNode(); built != last;
       built = built->getPrevNode())
    built->setAttr(SBPDialect::kPlacementAttr, getPlacementOf(op));
  return results;
}

/// Fills in what the results of `op` depend on.
void TimeCutter::setFacts(Operation *op, bool isLate) {
  bool dependsOnState = false;
  forEachOperand(op, [&](Value value) {
    dependsOnState |= values[value].dependsOnState;
    isLate |= values[value].isLate;
  });
  for (Value result : op->getResults()) {
    values[result].dependsOnState = dependsOnState;
    values[result].isLate = isLate;
  }
}

/// Leaves `op` as it is, once a step.
void TimeCutter::keepWhole(Operation *op) {
  bool isLate = false;
  op->walk([&](Operation *inner) {
    for (OpOperand &operand : inner->getOpOperands()) {
      auto state = values.find(operand.get());
      if (state == values.end())
        continue; // made inside of the op
      isLate |= !state->second.time.isBroadcast();
    }
  });
  setFacts(op, isLate);
  op->walk([&](Operation *inner) {
    for (OpOperand &operand : inner->getOpOperands())
      if (values.contains(operand.get()))
        operand.set(getWhole(operand.get()));
  });
  for (Value result : op->getResults())
    values[result].value = result;
}

LogicalResult TimeCutter::visitConstrain(ConstrainOp op) {
  const TimedValue state = values[op.getInput()];
  // A gradient is put where `sbp.gradient` requires it before it is
  // accumulated.
  bool isCut = state.time.isSplit() || (state.time.isPartial() &&
                                        op->hasAttr(SBPDialect::kGradientAttr));
  if (!isCut) {
    keepWhole(op);
    return success();
  }
  OpBuilder builder(op);
  auto piece = ConstrainOp::create(builder, op.getLoc(), state.value.getType(),
                                   state.value, op.getDistribution());
  piece->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  values[op.getResult()] = state;
  values[op.getResult()].value = piece.getResult();
  return success();
}

/// Notes at a numbered op along which dimension each result is cut, for
/// comparisons with the uncut entry; -1 for the terms of an accumulated value.
static void noteTimeDims(Operation *built, const Signature &signature) {
  if (!built || !built->hasAttr(kNumberAttr))
    return;
  SmallVector<int64_t> dims;
  for (const Distribution &result : signature.results)
    dims.push_back(getTime(result).isSplit() ? getTime(result).dim : -1);
  built->setAttr(kTimeDimsAttr,
                 DenseI64ArrayAttr::get(built->getContext(), dims));
}

LogicalResult TimeCutter::cut(Operation *op, const Signature &signature) {
  auto ruled = getRuledOp(op);
  SmallVector<Value> operands;
  for (auto [i, operand] : llvm::enumerate(op->getOperands())) {
    bool isRead = isTensorValue(operand) && !isShapeOnly(*ruled, i);
    operands.push_back(
        isRead ? getPiece(operand, getTime(signature.operands[i]), op)
               : operand);
    if (!operands.back())
      return failure();
  }
  auto results = build(op, signature, operands, op);
  if (failed(results))
    return failure();
  setFacts(op, /*isLate=*/false);
  noteTimeDims(results->front().getDefiningOp(), signature);
  for (auto [result, local, distribution] :
       llvm::zip_equal(op->getResults(), *results, signature.results)) {
    TimedValue &state = values[result];
    state.value = local;
    state.time = getTime(distribution);
    // Equal in all micro-batches: accumulated by a combiner that keeps it.
    if (state.time.isBroadcast() && isTensorValue(result))
      state.time = Component::partial(getElementTypeOrSelf(result).isInteger(1)
                                          ? Combiner::And
                                          : Combiner::Max);
  }
  return success();
}

LogicalResult TimeCutter::visit(Operation *op) {
  if (auto constrain = dyn_cast<ConstrainOp>(op))
    return visitConstrain(constrain);
  bool readsPieces = false;
  forEachOperand(op, [&](Value value) {
    readsPieces |= !values[value].time.isBroadcast();
  });
  if (readsPieces && isa<SBPOpInterface>(op))
    if (std::optional<Signature> signature = choose(op))
      return cut(op, *signature);
  keepWhole(op);
  return success();
}

//===----------------------------------------------------------------------===//
// The entry
//===----------------------------------------------------------------------===//

void TimeCutter::cutArguments() {
  OpBuilder builder = OpBuilder::atBlockBegin(&function.front());
  for (BlockArgument argument : function.getArguments()) {
    unsigned index = argument.getArgNumber();
    TimedValue &state = values[argument];
    state.value = argument;
    state.dependsOnState =
        function.getArgAttr(index, SBPDialect::kStateAttr) != nullptr;
    auto dim = function.getArgAttrOfType<IntegerAttr>(
        index, SBPDialect::kMicrobatchAttr);
    if (!dim)
      continue;
    auto type = cast<RankedTensorType>(argument.getType());
    SmallVector<int64_t> shape(type.getShape());
    shape[dim.getInt()] /= count;
    // Rules read the types of the uncut entry until all ops are built.
    auto placeholder = UnrealizedConversionCastOp::create(
        builder, argument.getLoc(), type.clone(shape), argument);
    placeholders.push_back(placeholder);
    state.time = Component::split(dim.getInt());
    state.value = placeholder.getResult(0);
  }
}

void TimeCutter::visitReturn(func::ReturnOp op) {
  Builder builder(function.getContext());
  for (OpOperand &operand : op->getOpOperands()) {
    unsigned index = operand.getOperandNumber();
    const TimedValue &state = values[operand.get()];
    if (state.time.isSplit() &&
        !function.getResultAttr(index, SBPDialect::kStateAttr)) {
      function.setResultAttr(index, SBPDialect::kMicrobatchAttr,
                             builder.getI64IntegerAttr(state.time.dim));
      operand.set(state.value);
      continue;
    }
    operand.set(getWhole(operand.get()));
  }
}

void TimeCutter::finish() {
  for (Operation *op : llvm::reverse(originals))
    if (isOpTriviallyDead(op))
      op->erase();
  for (Operation *op : placeholders) {
    auto argument = cast<BlockArgument>(op->getOperand(0));
    argument.setType(op->getResult(0).getType());
    op->getResult(0).replaceAllUsesWith(argument);
    op->erase();
  }
  Block &block = function.front();
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
    if (isOpTriviallyDead(&op))
      op.erase();
  Builder builder(function.getContext());
  function.setFunctionType(builder.getFunctionType(
      block.getArgumentTypes(), block.getTerminator()->getOperandTypes()));
  function->removeAttr(SBPDialect::kMicrobatchesAttr);
  function->setAttr(kTimeAttr, builder.getI64IntegerAttr(count));
}

LogicalResult TimeCutter::run() {
  cutArguments();
  for (Operation &op : function.front().without_terminator())
    if (!isa<UnrealizedConversionCastOp>(op))
      originals.push_back(&op);
  for (Operation *op : originals)
    if (failed(visit(op)))
      return failure();
  visitReturn(cast<func::ReturnOp>(function.front().getTerminator()));
  finish();
  orderBySweeps(function);
  return success();
}
