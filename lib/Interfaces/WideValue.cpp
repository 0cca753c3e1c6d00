// WideValue.cpp: values of bf16 and f16 whose sums are computed in f32

#include "sbp/Interfaces/WideValue.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sbp/Interfaces/StructuredBuilding.h"
#include "sbp/Interfaces/WideAccumulation.h"

using namespace mlir;
using namespace sbp;

WideValue::~WideValue() = default;

static bool isNarrowFloat(Value value) {
  auto element = dyn_cast<FloatType>(getElementTypeOrSelf(value));
  return element && element.getWidth() < 32;
}

/// Returns whether an op adds its inputs element by element, and does nothing
/// else.
static bool addsElements(linalg::GenericOp op) {
  auto body = op.getBody()->without_terminator();
  return op->getNumResults() == 1 && op.getNumDpsInputs() > 1 &&
         op.getNumParallelLoops() == op.getNumLoops() &&
         llvm::all_of(op.getIndexingMapsArray(),
                      [](AffineMap map) { return map.isIdentity(); }) &&
         llvm::all_of(
             body, [](Operation &inner) { return isa<arith::AddFOp>(inner); });
}

bool WideValue::isView(Operation *op) {
  return isa<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(op);
}

/// Terms are added in their order, as before.
Value WideValue::rebuildSum(OpBuilder &builder, Operation *sum) {
  auto inputs = cast<linalg::GenericOp>(sum).getDpsInputs();
  SmallVector<Value> terms;
  for (Value term : inputs)
    terms.push_back(widen(builder, term));
  auto type = cast<RankedTensorType>(sum->getResult(0).getType());
  if (llvm::equal(terms, inputs))
    return sum->getResult(0);
  builder.setInsertionPointAfter(sum);
  StructuredBuilder parts(builder, sum->getLoc());
  SmallVector<AffineMap> maps(terms.size(), parts.identity(type.getRank()));
  return parts.map(type.clone(builder.getF32Type()), terms, maps,
                   [&](OpBuilder &builder, ValueRange elements) {
                     Value total = elements.front();
                     for (Value term : elements.drop_front())
                       total = arith::AddFOp::create(builder, sum->getLoc(),
                                                     total, term);
                     return total;
                   });
}

Value WideValue::rebuildView(OpBuilder &builder, Operation *view) {
  Value source = widen(builder, view->getOperand(0));
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

Value WideValue::build(OpBuilder &builder, OpResult result) {
  Operation *producer = result.getOwner();
  if (isView(producer))
    return rebuildView(builder, producer);
  if (Value source = findWidened(result))
    return widen(builder, source);
  if (auto generic = dyn_cast<linalg::GenericOp>(producer);
      generic && addsElements(generic))
    return rebuildSum(builder, producer);
  if (!isNarrowFloat(result))
    return result;
  builder.setInsertionPointAfter(producer);
  if (auto reduction = dyn_cast<linalg::LinalgOp>(producer)) {
    IRRewriter rewriter(builder);
    if (Value wide = repeatInF32(rewriter, reduction, result.getResultNumber()))
      return wide;
  }
  return castFloats(builder, producer->getLoc(), result, builder.getF32Type());
}

Value WideValue::widen(OpBuilder &builder, Value value) {
  if (Value known = wideOf.lookup(value))
    return known;
  OpBuilder::InsertionGuard guard(builder);
  Value wide = value;
  if (auto result = dyn_cast<OpResult>(value)) {
    Operation *producer = result.getOwner(), *end = producer->getNextNode();
    wide = build(builder, result);
    adopt(producer, end);
  } else if (isNarrowFloat(value)) {
    builder.setInsertionPointAfterValue(value);
    wide = castFloats(builder, value.getLoc(), value, builder.getF32Type());
  }
  return wideOf[value] = wide;
}
