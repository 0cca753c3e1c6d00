// ZeroGuard.cpp: cotangents that are zero because a branch is not selected
//
// The ops that move and add elements are repeated on conditions: a sum may
// differ from zero where one of its terms may.

#include "ZeroGuard.h"
#include "AdjointGeneric.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"
#include "sbp/Interfaces/StructuredBuilding.h"

using namespace mlir;
using namespace sbp;

namespace {

class TensorGuards {
public:
  TensorGuards(OpBuilder &builder, Location loc) : builder(builder), loc(loc) {}

  ZeroKind classify(Value tensor);
  /// Builds the guard of a tensor that is guarded, or zero.
  Value build(Value tensor);

private:
  ZeroKind compute(Value tensor);
  ZeroKind classifyGeneric(linalg::GenericOp op);
  Value buildMoved(Value tensor);
  Value buildGeneric(linalg::GenericOp op);

  OpBuilder &builder;
  Location loc;
  llvm::DenseMap<Value, ZeroKind> kinds;
  llvm::DenseMap<Value, Value> guards;
};

} // namespace

/// Returns the type of the guard of `tensor`.
static RankedTensorType getGuardType(Value tensor) {
  auto type = cast<RankedTensorType>(tensor.getType());
  return type.clone(IntegerType::get(tensor.getContext(), 1));
}

/// Returns the value that an elementwise generic yields, or the term that a
/// reduction adds to its init; null for another reduction.
static Value getTerm(linalg::GenericOp op) {
  Value yielded = op.getBody()->getTerminator()->getOperand(0);
  if (op.getNumReductionLoops() == 0)
    return yielded;
  auto sum = yielded.getDefiningOp<arith::AddFOp>();
  Value init = op.getRegionOutputArgs().front();
  if (!sum || (sum.getLhs() == init) == (sum.getRhs() == init))
    return {};
  return sum.getLhs() == init ? sum.getRhs() : sum.getLhs();
}

/// Returns whether `op` constrains a value in a module of one placement.
/// Between placements a guard would be one more value that moves.
static bool isConstrainedInPlace(Operation *op) {
  return isa<ConstrainOp>(op) &&
         llvm::range_size(
             op->getParentOfType<ModuleOp>().getOps<PlacementOp>()) == 1;
}

ZeroKind TensorGuards::classifyGeneric(linalg::GenericOp op) {
  if (op->getNumResults() != 1 || !op.hasPureTensorSemantics())
    return ZeroKind::Open;
  Value term = getTerm(op);
  bool reduces = op.getNumReductionLoops() > 0;
  if (!term || (reduces && classify(op.getOutputs()[0]) != ZeroKind::Zero))
    return ZeroKind::Open;
  ScalarGuards scalars([&](BlockArgument argument) {
    unsigned number = argument.getArgNumber();
    return number < op.getInputs().size() ? classify(op.getInputs()[number])
                                          : ZeroKind::Open;
  });
  return scalars.classify(term);
}

ZeroKind TensorGuards::compute(Value tensor) {
  Operation *op = tensor.getDefiningOp();
  if (!op || !isa<RankedTensorType>(tensor.getType()))
    return ZeroKind::Open;
  if (matchPattern(tensor, m_AnyZeroFloat()))
    return ZeroKind::Zero;
  if (auto fill = dyn_cast<linalg::FillOp>(op))
    return matchPattern(fill.value(), m_AnyZeroFloat()) ? ZeroKind::Zero
                                                        : ZeroKind::Open;
  if (auto generic = dyn_cast<linalg::GenericOp>(op))
    return classifyGeneric(generic);
  if (isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp,
          tensor::ExtractSliceOp>(op) ||
      isConstrainedInPlace(op))
    return classify(op->getOperand(0));
  if (auto pad = dyn_cast<tensor::PadOp>(op)) {
    Value value = pad.getConstantPaddingValue();
    return value && matchPattern(value, m_AnyZeroFloat())
               ? classify(pad.getSource())
               : ZeroKind::Open;
  }
  auto insert = dyn_cast<tensor::InsertSliceOp>(op);
  if (!insert || classify(insert.getSource()) == ZeroKind::Open ||
      classify(insert.getDest()) == ZeroKind::Open)
    return ZeroKind::Open;
  return ZeroKind::Guarded;
}

ZeroKind TensorGuards::classify(Value tensor) {
  if (auto known = kinds.find(tensor); known != kinds.end())
    return known->second;
  ZeroKind kind = compute(tensor);
  kinds[tensor] = kind;
  return kind;
}

/// Repeats an op that moves elements on conditions.
Value TensorGuards::buildMoved(Value tensor) {
  Operation *op = tensor.getDefiningOp();
  RankedTensorType type = getGuardType(tensor);
  if (isConstrainedInPlace(op))
    return build(op->getOperand(0));
  if (auto pad = dyn_cast<tensor::PadOp>(op)) {
    Value no =
        arith::ConstantOp::create(builder, loc, builder.getBoolAttr(false));
    return tensor::PadOp::create(builder, loc, type, build(pad.getSource()),
                                 pad.getMixedLowPad(), pad.getMixedHighPad(),
                                 no);
  }
  IRMapping mapping;
  for (Value operand : op->getOperands())
    if (isa<RankedTensorType>(operand.getType()))
      mapping.map(operand, build(operand));
  Operation *moved = builder.clone(*op, mapping);
  moved->getResult(0).setType(type);
  moved->setLoc(loc);
  return moved->getResult(0);
}

/// Repeats the body of a generic, and yields the condition of its term.
Value TensorGuards::buildGeneric(linalg::GenericOp op) {
  SmallVector<AdjointInput> inputs;
  SmallVector<std::pair<unsigned, unsigned>> guarded; // argument, its guard
  for (OpOperand &operand : op->getOpOperands())
    inputs.push_back({operand.get(), op.getMatchingIndexingMap(&operand)});
  for (OpOperand *operand : op.getDpsInputOperands())
    if (classify(operand->get()) == ZeroKind::Guarded) {
      guarded.emplace_back(operand->getOperandNumber(), inputs.size());
      inputs.push_back(
          {build(operand->get()), op.getMatchingIndexingMap(operand)});
    }
  AffineMap map = op.getIndexingMapsArray().back();
  auto built = buildAdjointGeneric(
      builder, loc, inputs, getGuardType(op->getResult(0)), map, 0.0,
      [&](OpBuilder &builder, ValueRange arguments,
          Value init) -> FailureOr<Value> {
        IRMapping mapping;
        mapping.map(op.getBody()->getArguments(),
                    arguments.take_front(op.getBody()->getNumArguments()));
        for (Operation &inner : op.getBody()->without_terminator())
          builder.clone(inner, mapping);
        ScalarGuards scalars;
        for (auto [argument, guard] : guarded)
          scalars.setGuard(arguments[argument], arguments[guard]);
        Value term = mapping.lookupOrDefault(getTerm(op));
        Value condition = scalars.getCondition(builder, loc, term);
        return init ? arith::OrIOp::create(builder, loc, init, condition)
                          .getResult()
                    : condition;
      });
  // A generic that only copies an input of the same shape is that input.
  auto generic = built->getDefiningOp<linalg::GenericOp>();
  Value yielded = generic.getBody()->getTerminator()->getOperand(0);
  auto argument = dyn_cast<BlockArgument>(yielded);
  if (!argument || argument.getArgNumber() >= generic.getInputs().size())
    return *built;
  AffineMap read = generic.getIndexingMapsArray()[argument.getArgNumber()];
  Value source = generic.getInputs()[argument.getArgNumber()];
  if (read != map || source.getType() != built->getType())
    return *built;
  generic.erase();
  return source;
}

Value TensorGuards::build(Value tensor) {
  if (Value known = guards.lookup(tensor))
    return known;
  Value guard;
  if (classify(tensor) == ZeroKind::Zero)
    guard = StructuredBuilder(builder, loc)
                .fill(getGuardType(tensor), builder.getBoolAttr(false));
  else if (auto generic = tensor.getDefiningOp<linalg::GenericOp>())
    guard = buildGeneric(generic);
  else
    guard = buildMoved(tensor);
  guards[tensor] = guard;
  return guard;
}

Value sbp::buildZeroGuard(OpBuilder &builder, Location loc, Value cotangent) {
  TensorGuards guards(builder, loc);
  return guards.classify(cotangent) == ZeroKind::Guarded
             ? guards.build(cotangent)
             : Value();
}
