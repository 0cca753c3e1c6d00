// DecomposeSoftmax.cpp: softmax with maxima that propagate NaN
//
// A row that contains a NaN is NaN whatever its maximum is, so the maximum may
// propagate NaN as well as ignore it. maximumf vectorises; maxnumf, as compare
// and select, does not: a softmax over 1,024 columns takes five times as long
// with it.

#include "Steps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

/// Replaces the NaN with which upstream's maximum starts, the identity of
/// maxnumf, by -infinity.
static void beginWithLowest(linalg::FillOp fill) {
  FloatAttr value;
  if (!matchPattern(fill.value(), m_Constant(&value)) ||
      !value.getValue().isNaN())
    return;
  OpBuilder builder(fill);
  auto lowest = builder.getFloatAttr(
      value.getType(), APFloat::getInf(value.getValue().getSemantics(),
                                       /*Negative=*/true));
  fill.getInputsMutable()[0].set(
      arith::ConstantOp::create(builder, fill.getLoc(), lowest));
}

static void keepNaN(arith::MaxNumFOp op) {
  OpBuilder builder(op);
  Value maximum =
      arith::MaximumFOp::create(builder, op.getLoc(), op.getLhs(), op.getRhs());
  op.replaceAllUsesWith(maximum);
  op.erase();
}

LogicalResult sbp::host::decomposeSoftmax(func::FuncOp region) {
  IRRewriter rewriter(region.getContext());
  for (Operation *found : collect(
           region, [](Operation *op) { return isa<linalg::SoftmaxOp>(op); })) {
    auto op = cast<linalg::SoftmaxOp>(found);
    Operation *before = op->getPrevNode();
    rewriter.setInsertionPoint(op);
    FailureOr<SmallVector<Value>> parts = op.decomposeOperation(rewriter);
    if (failed(parts))
      return op->emitOpError("cannot be decomposed");
    Operation *made = before ? before->getNextNode() : &op->getBlock()->front();
    for (; made != found; made = made->getNextNode()) {
      if (auto fill = dyn_cast<linalg::FillOp>(made))
        beginWithLowest(fill);
      for (Operation *maximum : collect(
               made, [](Operation *op) { return isa<arith::MaxNumFOp>(op); }))
        keepNaN(cast<arith::MaxNumFOp>(maximum));
    }
    rewriter.replaceOp(op, *parts);
  }
  return success();
}
