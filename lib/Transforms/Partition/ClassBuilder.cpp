// ClassBuilder.cpp: the local program of a class of ranks
//
// One pass over the entry. Each op is built on local values by its interface,
// each boxing becomes local ops and communications, and offsets that differ
// between ranks become arguments.
// Example on 2 ranks, x: tensor<8x4> as [S(0)] to [B]: the class {0, 1} has an
// argument tensor<4x4>, one `sbp.communicate` and a tensor<8x4> result.

#include "ClassBuilder.h"
#include "RankClasses.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "sbp/Dialect/SBP/IR/Identity.h"
#include "sbp/Dialect/SBP/IR/Stages.h"
#include "sbp/Interfaces/ElementBytes.h"

using namespace mlir;
using namespace sbp;

// Smaller constants and splats are embedded in kernels.
static constexpr int64_t kMaxInlineBytes = 64;

ElementsAttr sbp::getStoredConstant(Operation &op) {
  ElementsAttr value;
  if (op.getNumOperands() != 0 || op.getNumResults() != 1 ||
      !matchPattern(&op, m_Constant(&value)) || value.isSplat())
    return {};
  int64_t bytes =
      value.getNumElements() * getElementBytes(value.getElementType());
  return bytes > kMaxInlineBytes ? value : ElementsAttr();
}

ClassBuilder::ClassBuilder(func::FuncOp entry, ArrayRef<int64_t> ranks,
                           BoxingPlans &plans,
                           const CommunicationTable &communications)
    : entry(entry), ranks(ranks), plans(plans), communications(communications),
      builder(entry.getContext()), sweeps(entry), stages(entry, sweeps) {}

const Placement &ClassBuilder::getPlacement(FlatSymbolRefAttr symbol) {
  auto [it, isNew] = placements.try_emplace(symbol);
  if (isNew)
    it->second = lookupPlacement(entry, symbol).getPlacement();
  return it->second;
}

// All ranks of a class hold pieces of the same values, so the first represents
// them.
bool ClassBuilder::holds(DistributionAttr distribution) {
  return distribution &&
         getPlacement(distribution.getPlacement()).getPosition(ranks.front()) >=
             0;
}

RankedTensorType ClassBuilder::getLocal(DistributionAttr distribution,
                                        Type type) {
  return getLocalType(getPlacement(distribution.getPlacement()),
                      distribution.getDistribution(),
                      cast<RankedTensorType>(type), ranks.front());
}

Value ClassBuilder::adapt(Value piece, RankedTensorType type, Location loc) {
  // Pieces without elements lie at different positions of the tensor: create a
  // new one.
  if (piece && piece.getType() == type && type.getNumElements() > 0)
    return piece;
  return tensor::EmptyOp::create(builder, loc, type.getShape(),
                                 type.getElementType());
}

Value ClassBuilder::getPiece(Value value, DistributionAttr distribution) {
  return adapt(locals.lookupOrNull(value),
               getLocal(distribution, value.getType()), value.getLoc());
}

LogicalResult ClassBuilder::build(StringRef name) {
  auto module = entry->getParentOfType<ModuleOp>();
  builder.setInsertionPointToEnd(module.getBody());
  // Types, inputs and parameters are set when the body is complete.
  program = LocalProgramOp::create(
      builder, entry.getLoc(), builder.getStringAttr(name),
      TypeAttr::get(builder.getFunctionType({}, {})),
      /*sym_visibility=*/nullptr, /*arg_attrs=*/nullptr, /*res_attrs=*/nullptr,
      FlatSymbolRefAttr::get(entry.getSymNameAttr()),
      builder.getDenseI64ArrayAttr(ranks), builder.getDenseI64ArrayAttr({}),
      builder.getDenseI64ArrayAttr({}), builder.getArrayAttr({}),
      builder.getArrayAttr({}), builder.getArrayAttr({}));
  builder.setInsertionPointToStart(&program.getBody().emplaceBlock());
  parameters.emplace(program, ranks);
  addArguments();
  for (Operation &op : entry.front()) {
    Block &body = program.front();
    Operation *last = body.empty() ? nullptr : &body.back();
    if (failed(addOp(op)))
      return failure();
    addSweep(op, last);
  }
  cleanUp();
  setAttributes();
  return success();
}

void ClassBuilder::addArguments() {
  Block &body = program.front();
  for (BlockArgument argument : entry.getArguments()) {
    DistributionAttr distribution = getDistributionOf(argument);
    if (!holds(distribution))
      continue;
    inputs.push_back(argument.getArgNumber());
    locals.map(argument,
               body.addArgument(getLocal(distribution, argument.getType()),
                                argument.getLoc()));
  }
  // Large constants are stored with the artifact and passed like inputs.
  for (Operation &op : entry.front()) {
    ElementsAttr value = getStoredConstant(op);
    if (!value || !holds(getDistributionOf(op.getResult(0))))
      continue;
    DistributionAttr distribution = getDistributionOf(op.getResult(0));
    constants.push_back(builder.getArrayAttr({value, distribution}));
    locals.map(
        op.getResult(0),
        body.addArgument(getLocal(distribution, value.getType()), op.getLoc()));
  }
}

int64_t ClassBuilder::getStage(Operation &op) {
  if (op.getNumResults() == 0)
    return -1;
  DistributionAttr distribution = getDistributionOf(op.getResult(0));
  // The sender's part of a boxing to another placement.
  auto boxing = dyn_cast<BoxingOp>(op);
  if (boxing && !holds(distribution))
    distribution = getDistributionOf(boxing.getInput());
  return distribution ? stages.get(distribution.getPlacement()) : -1;
}

// Recorded and not derived: a rank without a piece of an operand computes from
// an empty tensor, which is the same in every micro-batch.
void ClassBuilder::addSweep(Operation &op, Operation *last) {
  std::optional<int64_t> sweep = sweeps.get(&op);
  if (!sweep)
    return;
  Block &body = program.front();
  Operation *first =
      last ? last->getNextNode() : (body.empty() ? nullptr : &body.front());
  int64_t stage = *sweep == stages.getSweep() ? getStage(op) : -1;
  StepPhase phase =
      EntryStages::isBackward(&op) ? StepPhase::Backward : StepPhase::Forward;
  bool isWeight = stages.isWeight(&op);
  for (Operation *built = first; built; built = built->getNextNode()) {
    built->setAttr(kSweepAttr, builder.getI64IntegerAttr(*sweep));
    if (stage < 0)
      continue;
    built->setAttr(kStageAttr, builder.getI64IntegerAttr(stage));
    setPhase(built, phase);
    if (isWeight)
      built->setAttr(kWeightWorkAttr, builder.getUnitAttr());
  }
}

LogicalResult ClassBuilder::addOp(Operation &op) {
  if (auto boxing = dyn_cast<BoxingOp>(op))
    return addBoxing(boxing);
  if (auto terminator = dyn_cast<func::ReturnOp>(op)) {
    addReturn(terminator);
    return success();
  }
  if (getStoredConstant(op))
    return success();
  auto isTensor = [](Type type) { return isa<RankedTensorType>(type); };
  if (llvm::none_of(op.getOperandTypes(), isTensor) &&
      llvm::none_of(op.getResultTypes(), isTensor)) {
    builder.clone(op, locals); // Scalars are equal on all ranks.
    return success();
  }
  return addCompute(op);
}

LogicalResult ClassBuilder::addCompute(Operation &op) {
  SignatureAttr signature = getSignatureAttr(&op);
  auto interface = dyn_cast<SBPOpInterface>(op);
  if (!signature || !interface)
    return op.emitOpError()
           << "has no "
           << (signature ? "SBP rules" : SBPDialect::kSignatureAttr.data())
           << "; run the phase 'distributed' first";
  // Ranks outside of the op's placement do not execute it.
  const Placement &placement = getPlacement(signature.getPlacement());
  if (placement.getPosition(ranks.front()) < 0)
    return success();
  SmallVector<Value> operands;
  for (auto [operand, distribution] :
       llvm::zip_equal(op.getOperands(), signature.getOperands()))
    operands.push_back(isa<RankedTensorType>(operand.getType())
                           ? getPiece(operand, distribution)
                           : locals.lookup(operand));
  ClassShardContext context(signature.getPlacement(), placement, ranks.front(),
                            *parameters);
  FailureOr<SmallVector<Value>> results = interface.buildLocal(
      builder, signature.getSignature(), operands, context);
  if (failed(results))
    return op.emitOpError()
           << "cannot be built on local values of " << signature;
  for (auto [result, local] : llvm::zip_equal(op.getResults(), *results))
    locals.map(result, local);
  return success();
}

//===----------------------------------------------------------------------===//
// Boxing
//===----------------------------------------------------------------------===//

LogicalResult ClassBuilder::addBoxing(BoxingOp op) {
  FailureOr<const BoxingPlan *> plan = plans.get(op);
  if (failed(plan))
    return failure();
  // Each move is a communication, in which ranks without pieces take part too,
  // or a local step.
  Value piece = locals.lookupOrNull(op.getInput());
  for (auto [index, move] : llvm::enumerate(getMoves(**plan))) {
    DistributionAttr from =
        getDistributionAttr(op.getContext(), move.getFrom());
    DistributionAttr to = getDistributionAttr(op.getContext(), move.getTo());
    if (!holds(from) && !holds(to))
      continue;
    if (holds(from))
      piece = adapt(piece, getLocal(from, op.getType()), op.getLoc());
    if (!isLocal(move.getKind()))
      piece = addCommunicate(communications.lookup({op, index}), from, to,
                             op.getLoc(), holds(from) ? piece : Value());
    else if (holds(to))
      piece = addStep(op, *move.first, piece);
    if (holds(to) && !piece)
      return op.emitOpError() << "has a step that cannot be built: "
                              << getBoxingStepKindName(move.getKind());
  }
  if (piece && holds(op.getTo()))
    locals.map(op.getResult(), piece);
  return success();
}

Value ClassBuilder::addStep(BoxingOp op, const BoxingStep &step, Value piece) {
  DistributionAttr to = getDistributionAttr(op.getContext(), step.to);
  switch (step.kind) {
  case BoxingStepKind::Slice:
    return addSlice(op, step, piece);
  case BoxingStepKind::Fill:
    return addFill(op, step, piece);
  case BoxingStepKind::Reinterpret:
    return adapt(piece, getLocal(to, op.getType()), op.getLoc());
  default:
    return {};
  }
}

/// Returns the offset of the rank's piece of `inner` in its piece of `outer`,
/// per dimension.
SmallVector<OpFoldResult>
ClassBuilder::getOffsetsWithin(Location loc, DistributionAttr outer,
                               DistributionAttr inner,
                               RankedTensorType global) {
  RankedTensorType large = getLocal(outer, global),
                   small = getLocal(inner, global);
  SmallVector<OpFoldResult> offsets(global.getRank(), builder.getIndexAttr(0));
  for (int64_t dim = 0; dim < global.getRank(); ++dim) {
    // Equal extents need no offset: the inner piece spans the outer one.
    if (large.getDimSize(dim) == small.getDimSize(dim))
      continue;
    Value begin = parameters->getOffset(builder, loc, outer, global, dim);
    Value required = parameters->getOffset(builder, loc, inner, global, dim);
    offsets[dim] =
        arith::SubIOp::create(builder, loc, required, begin).getResult();
  }
  return offsets;
}

Value ClassBuilder::addSlice(BoxingOp op, const BoxingStep &step, Value piece) {
  auto global = cast<RankedTensorType>(op.getType());
  DistributionAttr from = getDistributionAttr(op.getContext(), step.from);
  DistributionAttr to = getDistributionAttr(op.getContext(), step.to);
  RankedTensorType after = getLocal(to, global);
  if (getLocal(from, global) == after)
    return piece;
  return tensor::ExtractSliceOp::create(
      builder, op.getLoc(), after, piece,
      getOffsetsWithin(op.getLoc(), from, to, global),
      getAsIndexOpFoldResult(op.getContext(), after.getShape()),
      SmallVector<OpFoldResult>(global.getRank(), builder.getIndexAttr(1)));
}

Value ClassBuilder::addFill(BoxingOp op, const BoxingStep &step, Value piece) {
  Location loc = op.getLoc();
  auto global = cast<RankedTensorType>(op.getType());
  DistributionAttr from = getDistributionAttr(op.getContext(), step.from);
  DistributionAttr to = getDistributionAttr(op.getContext(), step.to);
  RankedTensorType after = getLocal(to, global);
  // One rank per element keeps its value and all others fill with the identity
  // of the combiner, so that combining gives the value once.
  bool keeps = getKeepers(step, global.getShape())[ranks.front()];
  if (keeps && piece.getType() == after)
    return piece;
  TypedAttr identity = getIdentityAttr(*step.to.distribution.getCombiner(),
                                       after.getElementType());
  Value scalar = arith::ConstantOp::create(builder, loc, identity);
  Value filled =
      linalg::FillOp::create(builder, loc, scalar, adapt({}, after, loc))
          .getResult(0);
  if (!keeps)
    return filled;
  // S -> P: insert the piece into a tensor of identities.
  return tensor::InsertSliceOp::create(
      builder, loc, piece, filled, getOffsetsWithin(loc, to, from, global),
      getAsIndexOpFoldResult(
          op.getContext(), cast<RankedTensorType>(piece.getType()).getShape()),
      SmallVector<OpFoldResult>(global.getRank(), builder.getIndexAttr(1)));
}

Value ClassBuilder::addCommunicate(CommunicationOp communication,
                                   DistributionAttr from, DistributionAttr to,
                                   Location loc, Value piece) {
  SmallVector<Type> results;
  if (holds(to))
    results.push_back(getLocal(to, communication.getTensorType()));
  auto op = CommunicateOp::create(
      builder, loc, results,
      FlatSymbolRefAttr::get(communication.getSymNameAttr()),
      piece ? ValueRange(piece) : ValueRange());
  return results.empty() ? Value() : op.getResult(0);
}

//===----------------------------------------------------------------------===//
// The program around it
//===----------------------------------------------------------------------===//

void ClassBuilder::addReturn(func::ReturnOp op) {
  SmallVector<Value> pieces;
  for (OpOperand &operand : op->getOpOperands()) {
    auto distribution = entry.getResultAttrOfType<DistributionAttr>(
        operand.getOperandNumber(), SBPDialect::kDistributionAttr);
    if (!holds(distribution))
      continue;
    outputs.push_back(operand.getOperandNumber());
    pieces.push_back(getPiece(operand.get(), distribution));
    // An empty piece of a timed port exists in every micro-batch, too.
    Operation *producer = pieces.back().getDefiningOp();
    if (producer && sweeps.isTimed(operand.get()) &&
        !producer->hasAttr(kSweepAttr))
      producer->setAttr(kSweepAttr, builder.getI64IntegerAttr(0));
  }
  ReturnOp::create(builder, op.getLoc(), pieces);
}

// Replaces global operands that regions captured by local values, and erases
// ops that became dead.
void ClassBuilder::cleanUp() {
  program.walk([&](Operation *op) {
    op->removeAttr(SBPDialect::kSignatureAttr);
    for (OpOperand &operand : op->getOpOperands())
      if (Value local = locals.lookupOrNull(operand.get()))
        operand.set(local);
  });
  for (Operation &op :
       llvm::make_early_inc_range(llvm::reverse(program.front())))
    if (isOpTriviallyDead(&op))
      op.erase();
}

void ClassBuilder::setAttributes() {
  MLIRContext *context = builder.getContext();
  program.setFunctionType(
      builder.getFunctionType(program.front().getArgumentTypes(),
                              program.getReturn().getOperandTypes()));
  program.setInputs(inputs);
  program.setOutputs(outputs);
  program.setConstantsAttr(builder.getArrayAttr(constants));
  program.setParametersAttr(parameters->getOffsets(context));
  program.setBindingsAttr(parameters->getBindings(context));
}
