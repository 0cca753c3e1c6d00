//===- WidenSums.cpp - sums in bf16 and f16 accumulate in f32 -------------===//
#include "sbp/Target/Region/ContractionBody.h"
#include "sbp/Target/Region/Steps.h"

using namespace mlir;
using namespace sbp::region;

/// Whether result `i` is a sum that would round after every term.
static bool isNarrowSum(linalg::GenericOp op, unsigned i) {
  Block *body = op.getBody();
  BlockArgument accumulator = body->getArgument(op.getNumDpsInputs() + i);
  if (!accumulator.getType().isBF16() && !accumulator.getType().isF16())
    return false;
  auto sum =
      body->getTerminator()->getOperand(i).getDefiningOp<arith::AddFOp>();
  return sum && (sum.getLhs() == accumulator || sum.getRhs() == accumulator) &&
         accumulator.hasOneUse();
}

/// A term of the sum in f32; a product is not rounded before it is added, as in
/// a gemm.
static Value widenTerm(OpBuilder &builder, Location loc, Value term,
                       Type wide) {
  auto product = term.getDefiningOp<arith::MulFOp>();
  if (!product)
    return arith::ExtFOp::create(builder, loc, wide, term);
  Value lhs = arith::ExtFOp::create(builder, loc, wide, product.getLhs());
  Value rhs = arith::ExtFOp::create(builder, loc, wide, product.getRhs());
  return arith::MulFOp::create(builder, loc, lhs, rhs);
}

/// Result `i` in f32, inside and outside; the reader gets it rounded.
static void widenResult(linalg::GenericOp op, unsigned i) {
  IRRewriter builder(op.getContext());
  builder.setInsertionPoint(op);
  Type narrow = op.getBody()->getArgument(op.getNumDpsInputs() + i).getType();
  Type wide = builder.getF32Type();
  OpOperand &init = op.getDpsInitsMutable()[i];
  init.set(castTensor(builder, op.getLoc(), init.get(), wide));

  Block *body = op.getBody();
  BlockArgument accumulator = body->getArgument(op.getNumDpsInputs() + i);
  auto sum =
      body->getTerminator()->getOperand(i).getDefiningOp<arith::AddFOp>();
  Value term = sum.getLhs() == accumulator ? sum.getRhs() : sum.getLhs();
  accumulator.setType(wide);
  builder.setInsertionPoint(sum);
  Value wideTerm = widenTerm(builder, op.getLoc(), term, wide);
  Value wideSum =
      arith::AddFOp::create(builder, op.getLoc(), accumulator, wideTerm);
  body->getTerminator()->setOperand(i, wideSum);
  if (sum->use_empty())
    sum->erase();

  Value result = op->getResult(i);
  auto type = cast<RankedTensorType>(result.getType());
  result.setType(RankedTensorType::get(type.getShape(), wide));
  builder.setInsertionPointAfter(op);
  Value rounded = castTensor(builder, op.getLoc(), result, narrow);
  result.replaceAllUsesExcept(rounded, rounded.getDefiningOp());
}

LogicalResult sbp::region::widenSums(func::FuncOp region) {
  SmallVector<linalg::GenericOp> ops;
  region.walk([&](linalg::GenericOp op) {
    if (op.getNumReductionLoops() > 0)
      ops.push_back(op);
  });
  for (linalg::GenericOp op : ops)
    for (unsigned i = 0; i < op.getNumDpsInits(); ++i)
      if (isNarrowSum(op, i))
        widenResult(op, i);
  return success();
}
