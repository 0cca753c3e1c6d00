// HiddenTerms.cpp: builds and matches terms that a weight of 0 hides

#include "sbp/Interfaces/HiddenTerms.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace sbp;

Value sbp::dropHidden(OpBuilder &builder, Location loc, Value weight,
                      Value term) {
  auto makeZero = [&](Type type) -> Value {
    return arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
  };
  Value isHidden =
      arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OEQ, weight,
                            makeZero(weight.getType()));
  return arith::SelectOp::create(builder, loc, isHidden,
                                 makeZero(term.getType()), term);
}

static Value stripExtension(Value value) {
  auto extension = value.getDefiningOp<arith::ExtFOp>();
  return extension ? extension.getIn() : value;
}

HiddenTerm sbp::matchHidden(Value value) {
  auto choice = value.getDefiningOp<arith::SelectOp>();
  if (!choice || !matchPattern(choice.getTrueValue(), m_PosZeroFloat()))
    return {};
  auto compare = choice.getCondition().getDefiningOp<arith::CmpFOp>();
  if (!compare || compare.getPredicate() != arith::CmpFPredicate::OEQ ||
      !matchPattern(compare.getRhs(), m_AnyZeroFloat()))
    return {};
  Value weight = compare.getLhs(), term = choice.getFalseValue();
  auto product = stripExtension(term).getDefiningOp<arith::MulFOp>();
  if (!product || (stripExtension(product.getLhs()) != weight &&
                   stripExtension(product.getRhs()) != weight))
    return {};
  return {weight, term};
}

bool sbp::hidesTerm(Operation *op) {
  if (isa<arith::CmpFOp>(op))
    return op->hasOneUse() && hidesTerm(*op->user_begin());
  return isa<arith::SelectOp>(op) && matchHidden(op->getResult(0)).term;
}
