// Math.cpp: derivatives of the float functions of math
//
// One formula per operand: g is the cotangent of the result y, x are the
// operands. Formulas use y where that spares a function. Source: the tables of
// Abramowitz and Stegun, chapters 4 and 7. Example: tanh has g * (1 - y * y).

#include "Models.h"
#include "ScalarModel.h"

using namespace mlir;
using namespace sbp;

using Is = arith::CmpFPredicate;

// SBP_PARTIAL defines the formula `name` of g, x and y.
#define SBP_PARTIAL(name, formula)                                             \
  static Value name(ScalarBuilder &builder, Value g, OperandRange x,           \
                    Value y) {                                                 \
    (void)x, (void)y;                                                          \
    return formula;                                                            \
  }

SBP_PARTIAL(expBy, builder.mul(g, y))
SBP_PARTIAL(exp2By, builder.mul(g, builder.scale(y, 0.69314718055994530942)))
SBP_PARTIAL(expm1By, builder.mul(g, builder.add(y, builder.number(y, 1.0))))
SBP_PARTIAL(logBy, builder.div(g, x[0]))
SBP_PARTIAL(log2By, builder.div(g, builder.scale(x[0], 0.69314718055994530942)))
SBP_PARTIAL(log10By,
            builder.div(g, builder.scale(x[0], 2.30258509299404568402)))
SBP_PARTIAL(log1pBy, builder.div(g, builder.add(x[0], builder.number(y, 1.0))))
SBP_PARTIAL(sqrtBy, builder.div(g, builder.scale(y, 2.0)))
SBP_PARTIAL(rsqrtBy, builder.neg(builder.div(builder.mul(g, y),
                                             builder.scale(x[0], 2.0))))
SBP_PARTIAL(cbrtBy, builder.div(g, builder.scale(builder.square(y), 3.0)))
SBP_PARTIAL(tanhBy, builder.mul(g, builder.oneMinusSquare(y)))
SBP_PARTIAL(tanBy, builder.mul(g, builder.onePlusSquare(y)))
SBP_PARTIAL(sinhBy, builder.mul(g, builder.make<math::CoshOp>(x[0])))
SBP_PARTIAL(coshBy, builder.mul(g, builder.make<math::SinhOp>(x[0])))
SBP_PARTIAL(sinBy, builder.mul(g, builder.make<math::CosOp>(x[0])))
SBP_PARTIAL(cosBy, builder.neg(builder.mul(g, builder.make<math::SinOp>(x[0]))))
// (1 - x) (1 + x) is exact near 1 and -1, where 1 - x * x is not.
SBP_PARTIAL(asinBy,
            builder.div(g, builder.make<math::SqrtOp>(builder.mul(
                               builder.sub(builder.number(y, 1.0), x[0]),
                               builder.add(builder.number(y, 1.0), x[0])))))
SBP_PARTIAL(acosBy, builder.neg(asinBy(builder, g, x, y)))
SBP_PARTIAL(atanBy, builder.div(g, builder.onePlusSquare(x[0])))
SBP_PARTIAL(asinhBy, builder.div(g, builder.make<math::SqrtOp>(
                                        builder.onePlusSquare(x[0]))))
// Two roots: x * x - 1 overflows, and its zero at 1 needs the sign +.
SBP_PARTIAL(acoshBy,
            builder.div(g, builder.mul(builder.make<math::SqrtOp>(builder.sub(
                                           x[0], builder.number(y, 1.0))),
                                       builder.make<math::SqrtOp>(builder.add(
                                           x[0], builder.number(y, 1.0))))))
SBP_PARTIAL(atanhBy, builder.div(g, builder.oneMinusSquare(x[0])))
// 2 / sqrt(pi) * exp(-x * x).
SBP_PARTIAL(erfBy,
            builder.mul(g, builder.scale(builder.make<math::ExpOp>(
                                             builder.neg(builder.square(x[0]))),
                                         1.12837916709551257390)))
SBP_PARTIAL(erfcBy, builder.neg(erfBy(builder, g, x, y)))
SBP_PARTIAL(fmaBy0, builder.mul(g, x[1]))
SBP_PARTIAL(fmaBy1, builder.mul(g, x[0]))
SBP_PARTIAL(fmaBy2, g)
#undef SBP_PARTIAL

/// 1, -1, the zero itself at zeros, and NaN at NaN.
static Value getSign(ScalarBuilder &builder, Value x) {
  Value zero = builder.number(x, 0.0);
  return builder.select(
      builder.is(Is::OGT, x, zero), builder.number(x, 1.0),
      builder.select(builder.is(Is::OLT, x, zero), builder.number(x, -1.0), x));
}

static Value absBy(ScalarBuilder &builder, Value g, OperandRange x, Value) {
  return builder.mul(g, getSign(builder, x[0]));
}

/// y has the size of x0 and the sign of x1, which may be that of a zero.
static Value copySignBy0(ScalarBuilder &builder, Value g, OperandRange x,
                         Value y) {
  Value one = builder.make<math::CopySignOp>(builder.number(g, 1.0), y);
  return builder.mul(g, builder.mul(one, getSign(builder, x[0])));
}

/// x1 * x0^(x1 - 1): no quotient y / x0, which is NaN at 0. The exponent 0 has
/// the slope 0, also at the base 0, where the formula multiplies 0 by infinity.
static Value powBy0(ScalarBuilder &builder, Value g, OperandRange x, Value) {
  Value isConstant = builder.is(Is::OEQ, x[1], builder.number(g, 0.0));
  Value one = builder.number(g, 1.0);
  Value less = builder.select(isConstant, one, builder.sub(x[1], one));
  Value slope = builder.mul(x[1], builder.make<math::PowFOp>(x[0], less));
  return builder.select(isConstant, builder.number(g, 0.0),
                        builder.mul(g, slope));
}

/// y * log x0, and 0 at the base 0, but for negative exponents: as PyTorch.
static Value powBy1(ScalarBuilder &builder, Value g, OperandRange x, Value y) {
  Value zero = builder.number(g, 0.0);
  Value isZero = builder.make<arith::AndIOp>(builder.is(Is::OEQ, x[0], zero),
                                             builder.is(Is::OGE, x[1], zero));
  return builder.select(
      isZero, zero,
      builder.mul(builder.mul(g, y), builder.make<math::LogOp>(x[0])));
}

/// n * x^(n - 1), with an integer exponent, and 0 for the exponent 0.
static Value powiBy0(ScalarBuilder &scalars, Value g, OperandRange x, Value) {
  OpBuilder &builder = scalars.getBuilder();
  auto integer = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(
        builder, scalars.getLoc(),
        builder.getIntegerAttr(x[1].getType(), value));
  };
  Value isConstant = arith::CmpIOp::create(
      builder, scalars.getLoc(), arith::CmpIPredicate::eq, x[1], integer(0));
  Value less = scalars.select(isConstant, integer(0),
                              scalars.make<arith::SubIOp>(x[1], integer(1)));
  Value count =
      arith::SIToFPOp::create(builder, scalars.getLoc(), g.getType(), x[1]);
  Value power = math::FPowIOp::create(builder, scalars.getLoc(), x[0], less);
  return scalars.select(isConstant, scalars.number(g, 0.0),
                        scalars.mul(g, scalars.mul(count, power)));
}

namespace {
/// The smaller over the larger operand of atan2, and 1 / larger / (1 +
/// ratio^2): squares of the operands overflow and underflow.
struct Slope {
  Slope(ScalarBuilder &builder, OperandRange x) {
    isSteep = builder.is(Is::OGT, builder.make<math::AbsFOp>(x[0]),
                         builder.make<math::AbsFOp>(x[1]));
    Value larger = builder.select(isSteep, x[0], x[1]);
    ratio = builder.div(builder.select(isSteep, x[1], x[0]), larger);
    scale = builder.div(builder.number(ratio, 1.0),
                        builder.mul(larger, builder.onePlusSquare(ratio)));
  }
  Value isSteep, ratio, scale;
};
} // namespace

/// x1 / (x0^2 + x1^2).
static Value atan2By0(ScalarBuilder &builder, Value g, OperandRange x, Value) {
  Slope s(builder, x);
  return builder.mul(
      g, builder.select(s.isSteep, builder.mul(s.ratio, s.scale), s.scale));
}

/// -x0 / (x0^2 + x1^2).
static Value atan2By1(ScalarBuilder &builder, Value g, OperandRange x, Value) {
  Slope s(builder, x);
  return builder.neg(builder.mul(
      g, builder.select(s.isSteep, s.scale, builder.mul(s.ratio, s.scale))));
}

/// The cotangent goes to the operand that the result is equal to: the value, at
/// the bounds too as in PyTorch, else the lower bound, else the upper one.
template <unsigned operand>
static Value clampBy(ScalarBuilder &builder, Value g, OperandRange x, Value y) {
  Value share = builder.select(builder.is(Is::OEQ, x[operand], y), g,
                               builder.number(g, 0.0));
  for (unsigned earlier = 0; earlier < operand; ++earlier)
    share = builder.select(builder.is(Is::OEQ, x[earlier], y),
                           builder.number(g, 0.0), share);
  return share;
}

namespace {
/// The results are the sine and the cosine of x.
struct SincosModel
    : ScalarDerivativeInterface::ExternalModel<SincosModel, math::SincosOp> {
  Value buildPartial(Operation *op, OpBuilder &builder, unsigned /*operand*/,
                     unsigned result, Value cotangent) const {
    ScalarBuilder scalars(builder, op->getLoc());
    Value sine = op->getResult(0), cosine = op->getResult(1);
    return result == 0 ? scalars.mul(cotangent, cosine)
                       : scalars.neg(scalars.mul(cotangent, sine));
  }
};
} // namespace

void sbp::attachMathDerivatives(MLIRContext *context) {
  attachScalar<math::ExpOp, expBy>(context);
  attachScalar<math::Exp2Op, exp2By>(context);
  attachScalar<math::ExpM1Op, expm1By>(context);
  attachScalar<math::LogOp, logBy>(context);
  attachScalar<math::Log2Op, log2By>(context);
  attachScalar<math::Log10Op, log10By>(context);
  attachScalar<math::Log1pOp, log1pBy>(context);
  attachScalar<math::SqrtOp, sqrtBy>(context);
  attachScalar<math::RsqrtOp, rsqrtBy>(context);
  attachScalar<math::CbrtOp, cbrtBy>(context);
  attachScalar<math::TanhOp, tanhBy>(context);
  attachScalar<math::TanOp, tanBy>(context);
  attachScalar<math::SinhOp, sinhBy>(context);
  attachScalar<math::CoshOp, coshBy>(context);
  attachScalar<math::SinOp, sinBy>(context);
  attachScalar<math::CosOp, cosBy>(context);
  attachScalar<math::AsinOp, asinBy>(context);
  attachScalar<math::AcosOp, acosBy>(context);
  attachScalar<math::AtanOp, atanBy>(context);
  attachScalar<math::AsinhOp, asinhBy>(context);
  attachScalar<math::AcoshOp, acoshBy>(context);
  attachScalar<math::AtanhOp, atanhBy>(context);
  attachScalar<math::Atan2Op, atan2By0, atan2By1>(context);
  attachScalar<math::ErfOp, erfBy>(context);
  attachScalar<math::ErfcOp, erfcBy>(context);
  attachScalar<math::PowFOp, powBy0, powBy1>(context);
  attachScalar<math::FPowIOp, powiBy0, nullptr>(context);
  attachScalar<math::FmaOp, fmaBy0, fmaBy1, fmaBy2>(context);
  attachScalar<math::AbsFOp, absBy>(context);
  attachScalar<math::CopySignOp, copySignBy0, nullptr>(context);
  attachScalar<math::ClampFOp, clampBy<0>, clampBy<1>, clampBy<2>>(context);
  math::SincosOp::attachInterface<SincosModel>(*context);
  attachScalar<math::IsNaNOp, nullptr>(context);
  attachScalar<math::IsInfOp, nullptr>(context);
  attachScalar<math::IsFiniteOp, nullptr>(context);
  attachScalar<math::IsNormalOp, nullptr>(context);
  attachScalar<math::FloorOp, nullptr>(context);
  attachScalar<math::CeilOp, nullptr>(context);
  attachScalar<math::RoundOp, nullptr>(context);
  attachScalar<math::RoundEvenOp, nullptr>(context);
  attachScalar<math::TruncOp, nullptr>(context);
}
