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
  static Value name(ScalarBuilder &b, Value g, OperandRange x, Value y) {      \
    (void)x, (void)y;                                                          \
    return formula;                                                            \
  }

SBP_PARTIAL(expBy, b.mul(g, y))
SBP_PARTIAL(exp2By, b.mul(g, b.scale(y, 0.69314718055994530942)))
SBP_PARTIAL(expm1By, b.mul(g, b.add(y, b.number(y, 1.0))))
SBP_PARTIAL(logBy, b.div(g, x[0]))
SBP_PARTIAL(log2By, b.div(g, b.scale(x[0], 0.69314718055994530942)))
SBP_PARTIAL(log10By, b.div(g, b.scale(x[0], 2.30258509299404568402)))
SBP_PARTIAL(log1pBy, b.div(g, b.add(x[0], b.number(y, 1.0))))
SBP_PARTIAL(sqrtBy, b.div(g, b.scale(y, 2.0)))
SBP_PARTIAL(rsqrtBy, b.neg(b.div(b.mul(g, y), b.scale(x[0], 2.0))))
SBP_PARTIAL(cbrtBy, b.div(g, b.scale(b.square(y), 3.0)))
SBP_PARTIAL(tanhBy, b.mul(g, b.oneMinusSquare(y)))
SBP_PARTIAL(tanBy, b.mul(g, b.onePlusSquare(y)))
SBP_PARTIAL(sinhBy, b.mul(g, b.make<math::CoshOp>(x[0])))
SBP_PARTIAL(coshBy, b.mul(g, b.make<math::SinhOp>(x[0])))
SBP_PARTIAL(sinBy, b.mul(g, b.make<math::CosOp>(x[0])))
SBP_PARTIAL(cosBy, b.neg(b.mul(g, b.make<math::SinOp>(x[0]))))
// (1 - x) (1 + x) is exact near 1 and -1, where 1 - x * x is not.
SBP_PARTIAL(asinBy,
            b.div(g,
                  b.make<math::SqrtOp>(b.mul(b.sub(b.number(y, 1.0), x[0]),
                                             b.add(b.number(y, 1.0), x[0])))))
SBP_PARTIAL(acosBy, b.neg(asinBy(b, g, x, y)))
SBP_PARTIAL(atanBy, b.div(g, b.onePlusSquare(x[0])))
SBP_PARTIAL(asinhBy, b.div(g, b.make<math::SqrtOp>(b.onePlusSquare(x[0]))))
// Two roots: x * x - 1 overflows, and its zero at 1 needs the sign +.
SBP_PARTIAL(acoshBy,
            b.div(g,
                  b.mul(b.make<math::SqrtOp>(b.sub(x[0], b.number(y, 1.0))),
                        b.make<math::SqrtOp>(b.add(x[0], b.number(y, 1.0))))))
SBP_PARTIAL(atanhBy, b.div(g, b.oneMinusSquare(x[0])))
// 2 / sqrt(pi) * exp(-x * x).
SBP_PARTIAL(erfBy, b.mul(g, b.scale(b.make<math::ExpOp>(b.neg(b.square(x[0]))),
                                    1.12837916709551257390)))
SBP_PARTIAL(erfcBy, b.neg(erfBy(b, g, x, y)))
SBP_PARTIAL(fmaBy0, b.mul(g, x[1]))
SBP_PARTIAL(fmaBy1, b.mul(g, x[0]))
SBP_PARTIAL(fmaBy2, g)
#undef SBP_PARTIAL

/// 1, -1, the zero itself at zeros, and NaN at NaN.
static Value getSign(ScalarBuilder &b, Value x) {
  Value zero = b.number(x, 0.0);
  return b.select(b.is(Is::OGT, x, zero), b.number(x, 1.0),
                  b.select(b.is(Is::OLT, x, zero), b.number(x, -1.0), x));
}

static Value absBy(ScalarBuilder &b, Value g, OperandRange x, Value) {
  return b.mul(g, getSign(b, x[0]));
}

/// y has the size of x0 and the sign of x1, which may be that of a zero.
static Value copySignBy0(ScalarBuilder &b, Value g, OperandRange x, Value y) {
  Value one = b.make<math::CopySignOp>(b.number(g, 1.0), y);
  return b.mul(g, b.mul(one, getSign(b, x[0])));
}

/// x1 * x0^(x1 - 1): no quotient y / x0, which is NaN at 0. The exponent 0 has
/// the slope 0, also at the base 0, where the formula multiplies 0 by infinity.
static Value powBy0(ScalarBuilder &b, Value g, OperandRange x, Value) {
  Value isConstant = b.is(Is::OEQ, x[1], b.number(g, 0.0));
  Value one = b.number(g, 1.0);
  Value less = b.select(isConstant, one, b.sub(x[1], one));
  Value slope = b.mul(x[1], b.make<math::PowFOp>(x[0], less));
  return b.select(isConstant, b.number(g, 0.0), b.mul(g, slope));
}

/// y * log x0, and 0 at the base 0, but for negative exponents: as PyTorch.
static Value powBy1(ScalarBuilder &b, Value g, OperandRange x, Value y) {
  Value zero = b.number(g, 0.0);
  Value isZero = b.make<arith::AndIOp>(b.is(Is::OEQ, x[0], zero),
                                       b.is(Is::OGE, x[1], zero));
  return b.select(isZero, zero, b.mul(b.mul(g, y), b.make<math::LogOp>(x[0])));
}

/// n * x^(n - 1), with an integer exponent, and 0 for the exponent 0.
static Value powiBy0(ScalarBuilder &b, Value g, OperandRange x, Value) {
  OpBuilder &builder = b.getBuilder();
  auto integer = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(
        builder, b.getLoc(), builder.getIntegerAttr(x[1].getType(), value));
  };
  Value isConstant = arith::CmpIOp::create(
      builder, b.getLoc(), arith::CmpIPredicate::eq, x[1], integer(0));
  Value less =
      b.select(isConstant, integer(0), b.make<arith::SubIOp>(x[1], integer(1)));
  Value count = arith::SIToFPOp::create(builder, b.getLoc(), g.getType(), x[1]);
  Value power = math::FPowIOp::create(builder, b.getLoc(), x[0], less);
  return b.select(isConstant, b.number(g, 0.0), b.mul(g, b.mul(count, power)));
}

namespace {
/// The smaller over the larger operand of atan2, and 1 / larger / (1 +
/// ratio^2): squares of the operands overflow and underflow.
struct Slope {
  Slope(ScalarBuilder &b, OperandRange x) {
    isSteep =
        b.is(Is::OGT, b.make<math::AbsFOp>(x[0]), b.make<math::AbsFOp>(x[1]));
    Value larger = b.select(isSteep, x[0], x[1]);
    ratio = b.div(b.select(isSteep, x[1], x[0]), larger);
    scale = b.div(b.number(ratio, 1.0), b.mul(larger, b.onePlusSquare(ratio)));
  }
  Value isSteep, ratio, scale;
};
} // namespace

/// x1 / (x0^2 + x1^2).
static Value atan2By0(ScalarBuilder &b, Value g, OperandRange x, Value) {
  Slope s(b, x);
  return b.mul(g, b.select(s.isSteep, b.mul(s.ratio, s.scale), s.scale));
}

/// -x0 / (x0^2 + x1^2).
static Value atan2By1(ScalarBuilder &b, Value g, OperandRange x, Value) {
  Slope s(b, x);
  return b.neg(b.mul(g, b.select(s.isSteep, s.scale, b.mul(s.ratio, s.scale))));
}

/// The cotangent goes to the operand that the result is equal to: the value, at
/// the bounds too as in PyTorch, else the lower bound, else the upper one.
template <unsigned operand>
static Value clampBy(ScalarBuilder &b, Value g, OperandRange x, Value y) {
  Value share = b.select(b.is(Is::OEQ, x[operand], y), g, b.number(g, 0.0));
  for (unsigned earlier = 0; earlier < operand; ++earlier)
    share = b.select(b.is(Is::OEQ, x[earlier], y), b.number(g, 0.0), share);
  return share;
}

namespace {
/// The results are the sine and the cosine of x.
struct SincosModel
    : ScalarDerivativeInterface::ExternalModel<SincosModel, math::SincosOp> {
  Value buildPartial(Operation *op, OpBuilder &builder, unsigned /*operand*/,
                     unsigned result, Value cotangent) const {
    ScalarBuilder b(builder, op->getLoc());
    Value sine = op->getResult(0), cosine = op->getResult(1);
    return result == 0 ? b.mul(cotangent, cosine)
                       : b.neg(b.mul(cotangent, sine));
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
