// WideGradient.cpp: gradients of bf16 and f16 that are summed in f32

#include "WideGradient.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"
#include "sbp/Dialect/SBP/IR/StepPhases.h"
#include "sbp/Interfaces/StructuredBuilding.h"
#include "sbp/Interfaces/WideAccumulation.h"

using namespace mlir;
using namespace sbp;

namespace {

/// Builds the wide form of the values that a gradient is computed by.
class Widening {
public:
  Widening(OpBuilder &builder, AdjointNotes &notes)
      : builder(builder), notes(notes) {}
  Value widen(Value value);

private:
  Value build(Operation *producer, OpResult result);
  Value rebuildSum(linalg::GenericOp sum);
  Value rebuildView(Operation *view);

  OpBuilder &builder;
  AdjointNotes &notes;
  llvm::DenseMap<Value, Value> wideOf;
};

} // namespace

/// Whether an elementwise op maps each element of its inputs to the same one of
/// its only result.
static bool isPointwise(linalg::GenericOp op) {
  return op && op->getNumResults() == 1 &&
         op.getNumParallelLoops() == op.getNumLoops() &&
         llvm::all_of(op.getIndexingMapsArray(),
                      [](AffineMap map) { return map.isIdentity(); });
}

/// Returns whether the body of `op` computes with ops of one of `Kinds` alone,
/// at least one.
template <typename... Kinds> static bool computesOnly(linalg::GenericOp op) {
  auto body = op.getBody()->without_terminator();
  return !body.empty() && llvm::all_of(body, [](Operation &inner) {
    return isa<Kinds...>(inner);
  });
}

/// Terms of one gradient are added by one elementwise op.
Value Widening::rebuildSum(linalg::GenericOp sum) {
  SmallVector<Value> terms;
  for (Value term : sum.getDpsInputs())
    terms.push_back(widen(term));
  auto type = cast<RankedTensorType>(sum->getResult(0).getType());
  if (llvm::equal(terms, sum.getDpsInputs()))
    return sum->getResult(0);
  builder.setInsertionPointAfter(sum);
  StructuredBuilder parts(builder, sum.getLoc());
  SmallVector<AffineMap> maps(terms.size(), parts.identity(type.getRank()));
  return parts.map(type.clone(builder.getF32Type()), terms, maps,
                   [&](OpBuilder &builder, ValueRange elements) {
                     Value total = elements.front();
                     for (Value term : elements.drop_front())
                       total = arith::AddFOp::create(builder, sum.getLoc(),
                                                     total, term);
                     return total;
                   });
}

/// Views and constraints take the wide value.
Value Widening::rebuildView(Operation *view) {
  Value source = widen(view->getOperand(0));
  if (source == view->getOperand(0))
    return view->getResult(0);
  builder.setInsertionPointAfter(view);
  Operation *copy = builder.clone(*view);
  copy->setOperand(0, source);
  copy->getResult(0).setType(
      cast<RankedTensorType>(copy->getResult(0).getType())
          .clone(builder.getF32Type()));
  return copy->getResult(0);
}

Value Widening::build(Operation *producer, OpResult result) {
  auto generic = dyn_cast<linalg::GenericOp>(producer);
  if (isPointwise(generic) && generic.getNumDpsInputs() == 1 &&
      computesOnly<arith::ExtFOp>(generic))
    return widen(generic.getDpsInputs().front());
  if (isPointwise(generic) && generic.getNumDpsInputs() > 1 &&
      computesOnly<arith::AddFOp>(generic))
    return rebuildSum(generic);
  if (isa<tensor::CollapseShapeOp, tensor::ExpandShapeOp, ConstrainOp>(
          producer))
    return rebuildView(producer);
  auto element = dyn_cast<FloatType>(getElementTypeOrSelf(result));
  if (!element || element.getWidth() >= 32)
    return result;
  builder.setInsertionPointAfter(producer);
  if (auto reduction = dyn_cast<linalg::LinalgOp>(producer)) {
    IRRewriter rewriter(builder);
    if (Value wide = repeatInF32(rewriter, reduction, result.getResultNumber()))
      return wide;
  }
  return castFloats(builder, producer->getLoc(), result, builder.getF32Type());
}

Value Widening::widen(Value value) {
  if (Value known = wideOf.lookup(value))
    return known;
  Value wide = value;
  auto result = dyn_cast<OpResult>(value);
  if (result) {
    Operation *producer = result.getOwner(), *next = producer->getNextNode();
    wide = build(producer, result);
    notes.adopt(producer, producer, next, StepPhase::Backward);
  } else if (auto element = dyn_cast<FloatType>(getElementTypeOrSelf(value));
             element && element.getWidth() < 32) {
    builder.setInsertionPointAfterValue(value);
    wide = castFloats(builder, value.getLoc(), value, builder.getF32Type());
  }
  return wideOf[value] = wide;
}

Value sbp::widenGradient(OpBuilder &builder, Value gradient,
                         AdjointNotes &notes) {
  OpBuilder::InsertionGuard guard(builder);
  return Widening(builder, notes).widen(gradient);
}
