// ScalarGuards.cpp: floats of a body that are zero because a branch is not
// selected

#include "sbp/Interfaces/ScalarGuards.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace sbp;

/// Returns the operands whose zeros make the result of `op` zero: all of them
/// together. Empty for an op of which that is not known. A product is zero
/// where a factor is, only if the other factor is finite.
static SmallVector<Value> getLinearOperands(Operation *op) {
  if (isa<arith::AddFOp, arith::SubFOp, arith::NegFOp, arith::ExtFOp,
          arith::TruncFOp>(op))
    return llvm::to_vector(op->getOperands());
  auto isNumber = [](Value value) {
    APFloat number(0.0);
    return matchPattern(value, m_ConstantFloat(&number)) && number.isFinite() &&
           !number.isZero();
  };
  if (isa<arith::MulFOp, arith::DivFOp>(op) && isNumber(op->getOperand(1)))
    return {op->getOperand(0)};
  if (isa<arith::MulFOp>(op) && isNumber(op->getOperand(0)))
    return {op->getOperand(1)};
  return {};
}

ZeroKind ScalarGuards::compute(Value value) {
  if (matchPattern(value, m_AnyZeroFloat()))
    return ZeroKind::Zero;
  if (auto argument = dyn_cast<BlockArgument>(value))
    return argumentKind ? argumentKind(argument) : ZeroKind::Open;
  Operation *op = value.getDefiningOp();
  if (auto select = dyn_cast<arith::SelectOp>(op)) {
    ZeroKind first = classify(select.getTrueValue());
    ZeroKind second = classify(select.getFalseValue());
    return first == second ? first : ZeroKind::Guarded;
  }
  ZeroKind joined = ZeroKind::Zero;
  SmallVector<Value> operands = getLinearOperands(op);
  for (Value operand : operands) {
    ZeroKind kind = classify(operand);
    if (kind == ZeroKind::Open)
      return kind;
    if (kind == ZeroKind::Guarded)
      joined = kind;
  }
  return operands.empty() ? ZeroKind::Open : joined;
}

ZeroKind ScalarGuards::classify(Value value) {
  if (auto known = kinds.find(value); known != kinds.end())
    return known->second;
  ZeroKind kind = compute(value);
  kinds[value] = kind;
  return kind;
}

bool ScalarGuards::isZeroWith(Value value, Value cotangent) {
  if (value == cotangent || matchPattern(value, m_AnyZeroFloat()))
    return true;
  Operation *op = value.getDefiningOp();
  if (!op)
    return false;
  SmallVector<Value> operands = getLinearOperands(op);
  if (auto select = dyn_cast<arith::SelectOp>(op))
    operands = {select.getTrueValue(), select.getFalseValue()};
  return !operands.empty() && llvm::all_of(operands, [&](Value operand) {
    return isZeroWith(operand, cotangent);
  });
}

Value ScalarGuards::buildCondition(OpBuilder &builder, Location loc,
                                   Value value) {
  auto join = [&](Value x, Value y) -> Value {
    return x == y ? x : arith::OrIOp::create(builder, loc, x, y).getResult();
  };
  auto select = value.getDefiningOp<arith::SelectOp>();
  if (!select) {
    Value joined;
    for (Value operand : getLinearOperands(value.getDefiningOp()))
      if (classify(operand) == ZeroKind::Guarded) {
        Value condition = getCondition(builder, loc, operand);
        joined = joined ? join(joined, condition) : condition;
      }
    return joined;
  }
  Value chosen = select.getCondition();
  ZeroKind first = classify(select.getTrueValue());
  ZeroKind second = classify(select.getFalseValue());
  Value one = first == ZeroKind::Guarded
                  ? getCondition(builder, loc, select.getTrueValue())
                  : Value();
  Value other = second == ZeroKind::Guarded
                    ? getCondition(builder, loc, select.getFalseValue())
                    : Value();
  if (one && other)
    return one == other
               ? one
               : arith::SelectOp::create(builder, loc, chosen, one, other)
                     .getResult();
  if (second == ZeroKind::Zero)
    return one ? arith::AndIOp::create(builder, loc, chosen, one).getResult()
               : chosen;
  if (first == ZeroKind::Open)
    return join(chosen, other);
  Value yes =
      arith::ConstantOp::create(builder, loc, builder.getBoolAttr(true));
  Value rejected = arith::XOrIOp::create(builder, loc, chosen, yes);
  if (first == ZeroKind::Zero)
    return other ? arith::AndIOp::create(builder, loc, rejected, other)
                       .getResult()
                 : rejected;
  return join(rejected, one);
}

Value ScalarGuards::getCondition(OpBuilder &builder, Location loc,
                                 Value value) {
  if (Value known = conditions.lookup(value))
    return known;
  Value condition = buildCondition(builder, loc, value);
  conditions[value] = condition;
  return condition;
}

Value ScalarGuards::mask(OpBuilder &builder, Value term, Value cotangent) {
  if (classify(cotangent) != ZeroKind::Guarded || isZeroWith(term, cotangent))
    return term;
  Location loc = term.getLoc();
  Value condition = getCondition(builder, loc, cotangent);
  Value zero = arith::ConstantOp::create(builder, loc,
                                         builder.getZeroAttr(term.getType()));
  return arith::SelectOp::create(builder, loc, condition, term, zero);
}
