// Arith.cpp: derivatives of the float ops of arith
//
// One formula per operand, in the notation of Griewank and Walther, "Evaluating
// Derivatives" (2008): g is the cotangent of the result y, x are the operands.
// Example: divf has g / x1 and -g * y / x1, since y = x0 / x1.

#include "Models.h"
#include "ScalarModel.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace sbp;

using Is = arith::CmpFPredicate;

static Value pass(ScalarBuilder &, Value g, OperandRange, Value) { return g; }

static Value negate(ScalarBuilder &builder, Value g, OperandRange, Value) {
  return builder.neg(g);
}

static Value mulBy0(ScalarBuilder &builder, Value g, OperandRange x, Value) {
  return builder.mul(g, x[1]);
}

static Value mulBy1(ScalarBuilder &builder, Value g, OperandRange x, Value) {
  return builder.mul(g, x[0]);
}

static Value divBy0(ScalarBuilder &builder, Value g, OperandRange x, Value) {
  return builder.div(g, x[1]);
}

static Value divBy1(ScalarBuilder &builder, Value g, OperandRange x, Value y) {
  return builder.neg(builder.div(builder.mul(g, y), x[1]));
}

/// x0 - trunc(x0 / x1) * x1 has the slope 1 in x0.
static Value remBy1(ScalarBuilder &builder, Value g, OperandRange x, Value) {
  Value quotient = builder.make<math::TruncOp>(builder.div(x[0], x[1]));
  return builder.neg(builder.mul(g, quotient));
}

/// The cotangent goes to the operand that wins, and at a tie half of it to
/// each. A constant takes no share of a tie: relu has the slope 0 at 0, as in
/// JAX and PyTorch. NaN never wins.
template <Is wins, unsigned operand>
static Value toWinner(ScalarBuilder &builder, Value g, OperandRange x, Value) {
  Value mine = x[operand], other = x[1 - operand];
  Value zero = builder.number(g, 0.0);
  Value atTie = matchPattern(other, m_Constant())
                    ? zero
                    : builder.select(builder.is(Is::OEQ, mine, other),
                                     builder.scale(g, 0.5), zero);
  return builder.select(builder.is(wins, mine, other), g, atTie);
}

static Value selectBy1(ScalarBuilder &builder, Value g, OperandRange x, Value) {
  return builder.select(x[0], g, builder.number(g, 0.0));
}

static Value selectBy2(ScalarBuilder &builder, Value g, OperandRange x, Value) {
  return builder.select(x[0], builder.number(g, 0.0), g);
}

template <typename Op>
static Value castBack(ScalarBuilder &builder, Value g, OperandRange x, Value) {
  return Op::create(builder.getBuilder(), builder.getLoc(), x[0].getType(), g);
}

void sbp::attachArithDerivatives(MLIRContext *context) {
  attachScalar<arith::AddFOp, pass, pass>(context);
  attachScalar<arith::SubFOp, pass, negate>(context);
  attachScalar<arith::NegFOp, negate>(context);
  attachScalar<arith::MulFOp, mulBy0, mulBy1>(context);
  attachScalar<arith::DivFOp, divBy0, divBy1>(context);
  attachScalar<arith::RemFOp, pass, remBy1>(context);
  attachScalar<arith::MaximumFOp, toWinner<Is::OGT, 0>, toWinner<Is::OGT, 1>>(
      context);
  attachScalar<arith::MaxNumFOp, toWinner<Is::OGT, 0>, toWinner<Is::OGT, 1>>(
      context);
  attachScalar<arith::MinimumFOp, toWinner<Is::OLT, 0>, toWinner<Is::OLT, 1>>(
      context);
  attachScalar<arith::MinNumFOp, toWinner<Is::OLT, 0>, toWinner<Is::OLT, 1>>(
      context);
  attachScalar<arith::CmpFOp, nullptr, nullptr>(context);
  attachScalar<arith::CmpIOp, nullptr, nullptr>(context);
  attachScalar<arith::SelectOp, nullptr, selectBy1, selectBy2>(context);
  attachScalar<arith::ExtFOp, castBack<arith::TruncFOp>>(context);
  attachScalar<arith::TruncFOp, castBack<arith::ExtFOp>>(context);
}
