//===- DoubleMath.cpp - arithmetic on f64, and which functions there are --===//
#include "DoubleMath.h"

using namespace mlir;
using namespace sbp::cuda;

Value Double::number(double value) {
  return arith::ConstantOp::create(b, b.getF64FloatAttr(value));
}
Value Double::integer(int64_t value) {
  return arith::ConstantOp::create(b, b.getI64IntegerAttr(value));
}
Value Double::add(Value x, Value y) { return arith::AddFOp::create(b, x, y); }
Value Double::sub(Value x, Value y) { return arith::SubFOp::create(b, x, y); }
Value Double::mul(Value x, Value y) { return arith::MulFOp::create(b, x, y); }
Value Double::div(Value x, Value y) { return arith::DivFOp::create(b, x, y); }
Value Double::fma(Value x, Value y, Value z) {
  return math::FmaOp::create(b, x, y, z);
}
Value Double::neg(Value x) { return arith::NegFOp::create(b, x); }
Value Double::abs(Value x) { return math::AbsFOp::create(b, x); }
Value Double::sqrt(Value x) { return math::SqrtOp::create(b, x); }
Value Double::copySign(Value size, Value sign) {
  return math::CopySignOp::create(b, size, sign);
}
Value Double::is(Is predicate, Value x, Value y) {
  return arith::CmpFOp::create(b, predicate, x, y);
}
Value Double::isNegative(Value x) {
  return arith::CmpIOp::create(b, arith::CmpIPredicate::slt, bits(x),
                               integer(0));
}
Value Double::both(Value x, Value y) { return arith::AndIOp::create(b, x, y); }
Value Double::select(Value condition, Value x, Value y) {
  return arith::SelectOp::create(b, condition, x, y);
}
Value Double::bits(Value x) {
  return arith::BitcastOp::create(b, b.getI64Type(), x);
}
Value Double::fromBits(Value x) {
  return arith::BitcastOp::create(b, b.getF64Type(), x);
}

Value Double::clamp(Value x, double low, double high) {
  Value top = number(high), bottom = number(low);
  x = select(is(Is::OLT, x, top), x, top);
  return select(is(Is::OGT, x, bottom), x, bottom);
}

Value Double::powerOfTwo(Value k) {
  return fromBits(arith::ShLIOp::create(
      b, arith::AddIOp::create(b, k, integer(1023)), integer(52)));
}

Value Double::polynomial(Value x, ArrayRef<double> coefficients) {
  Value result = number(coefficients.back());
  for (double coefficient : llvm::reverse(coefficients.drop_back()))
    result = fma(result, x, number(coefficient));
  return result;
}

Value Double::series(Value x, int first, int last) {
  SmallVector<double> coefficients;
  double factorial = 1;
  for (int n = 1; n <= last; ++n) {
    factorial *= n;
    if (n >= first)
      coefficients.push_back(1 / factorial);
  }
  return polynomial(x, coefficients);
}

Double::Pair Double::sum(Value x, Value y) {
  Value high = add(x, y);
  Value ofY = sub(high, x), ofX = sub(high, ofY);
  return {high, add(sub(x, ofX), sub(y, ofY))};
}

Double::Pair Double::product(Value x, Value y) {
  Value high = mul(x, y);
  return {high, fma(x, y, neg(high))};
}

Double::Pair Double::normalise(Value high, Value low) {
  Value total = add(high, low);
  return {total, sub(low, sub(total, high))};
}

Double::Pair Double::multiply(Pair x, Pair y) {
  Pair exact = product(x.high, y.high);
  Value low = fma(x.high, y.low, fma(x.low, y.high, exact.low));
  return normalise(exact.high, low);
}

namespace {
/// A function of one or two numbers. On f32 it is computed in f64 if
/// `alsoNarrow`.
template <typename Op, bool alsoNarrow, auto create>
struct DoubleFunction : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;
  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    Type type = op.getType();
    if (!type.isF64() && !(alsoNarrow && type.isF32()))
      return rewriter.notifyMatchFailure(
          op, "of a type that has an instruction or a polynomial");
    Double d(rewriter, op.getLoc());
    auto operand = [&](unsigned i) -> Value {
      Value x = op->getOperand(i);
      return type.isF64()
                 ? x
                 : arith::ExtFOp::create(d.b, d.b.getF64Type(), x).getResult();
    };
    Value result;
    if constexpr (Op::template hasTrait<OpTrait::OneOperand>())
      result = (d.*create)(operand(0));
    else
      result = (d.*create)(operand(0), operand(1));
    if (!type.isF64())
      result = arith::TruncFOp::create(d.b, type, result);
    rewriter.replaceOp(op, result);
    return success();
  }
};
template <typename Op, Value (Double::*create)(Value)>
using Wide = DoubleFunction<Op, false, create>;
template <typename Op, Value (Double::*create)(Value)>
using Any = DoubleFunction<Op, true, create>;
template <typename Op, Value (Double::*create)(Value, Value)>
using AnyOfTwo = DoubleFunction<Op, true, create>;
} // namespace

void sbp::cuda::populateDoubleMath(RewritePatternSet &patterns) {
  // Before upstream's forms, of which many hold for a part of the range only.
  patterns.add<
      Wide<math::ExpOp, &Double::exp>, Wide<math::ExpM1Op, &Double::expm1>,
      Wide<math::LogOp, &Double::log>, Wide<math::Log1pOp, &Double::log1p>,
      Wide<math::TanhOp, &Double::tanh>, Wide<math::ErfOp, &Double::erf>,
      Any<math::Exp2Op, &Double::exp2>, Any<math::Log2Op, &Double::log2>,
      Any<math::Log10Op, &Double::log10>, Any<math::CbrtOp, &Double::cbrt>,
      Any<math::ErfcOp, &Double::erfc>, Any<math::SinOp, &Double::sin>,
      Any<math::CosOp, &Double::cos>, Any<math::TanOp, &Double::tan>,
      Any<math::AsinOp, &Double::asin>, Any<math::AcosOp, &Double::acos>,
      Any<math::AtanOp, &Double::atan>, Any<math::SinhOp, &Double::sinh>,
      Any<math::CoshOp, &Double::cosh>, Any<math::AsinhOp, &Double::asinh>,
      Any<math::AcoshOp, &Double::acosh>, Any<math::AtanhOp, &Double::atanh>,
      AnyOfTwo<math::Atan2Op, &Double::atan2>,
      AnyOfTwo<math::PowFOp, &Double::pow>,
      AnyOfTwo<arith::RemFOp, &Double::remainder>>(patterns.getContext(),
                                                   /*benefit=*/10);
}
