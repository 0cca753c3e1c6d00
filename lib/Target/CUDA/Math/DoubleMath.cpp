// DoubleMath.cpp: arithmetic on f64, and the patterns of its functions
#include "DoubleMath.h"

using namespace mlir;
using namespace sbp::cuda;

Value Double::constant(double value) {
  return arith::ConstantOp::create(builder, builder.getF64FloatAttr(value));
}
Value Double::integer(int64_t value) {
  return arith::ConstantOp::create(builder, builder.getI64IntegerAttr(value));
}
Value Double::add(Value x, Value y) {
  return arith::AddFOp::create(builder, x, y);
}
Value Double::sub(Value x, Value y) {
  return arith::SubFOp::create(builder, x, y);
}
Value Double::mul(Value x, Value y) {
  return arith::MulFOp::create(builder, x, y);
}
Value Double::div(Value x, Value y) {
  return arith::DivFOp::create(builder, x, y);
}
Value Double::fma(Value x, Value y, Value z) {
  return math::FmaOp::create(builder, x, y, z);
}
Value Double::neg(Value x) { return arith::NegFOp::create(builder, x); }
Value Double::abs(Value x) { return math::AbsFOp::create(builder, x); }
Value Double::sqrt(Value x) { return math::SqrtOp::create(builder, x); }
Value Double::copySign(Value size, Value sign) {
  return math::CopySignOp::create(builder, size, sign);
}
Value Double::compare(Predicate predicate, Value x, Value y) {
  return arith::CmpFOp::create(builder, predicate, x, y);
}
Value Double::isNegative(Value x) {
  return arith::CmpIOp::create(builder, arith::CmpIPredicate::slt, bits(x),
                               integer(0));
}
Value Double::logicalAnd(Value x, Value y) {
  return arith::AndIOp::create(builder, x, y);
}
Value Double::select(Value condition, Value x, Value y) {
  return arith::SelectOp::create(builder, condition, x, y);
}
Value Double::bits(Value x) {
  return arith::BitcastOp::create(builder, builder.getI64Type(), x);
}
Value Double::fromBits(Value x) {
  return arith::BitcastOp::create(builder, builder.getF64Type(), x);
}

/// Ordered comparisons are false for NaN, so the first select returns `high`.
Value Double::clamp(Value x, double low, double high) {
  Value top = constant(high), bottom = constant(low);
  x = select(compare(Predicate::OLT, x, top), x, top);
  return select(compare(Predicate::OGT, x, bottom), x, bottom);
}

/// Builds the exponent field directly: 1023 is its bias, 52 its position.
Value Double::powerOfTwo(Value k) {
  return fromBits(arith::ShLIOp::create(
      builder, arith::AddIOp::create(builder, k, integer(1023)), integer(52)));
}

Value Double::polynomial(Value x, ArrayRef<double> coefficients) {
  Value result = constant(coefficients.back());
  for (double coefficient : llvm::reverse(coefficients.drop_back()))
    result = fma(result, x, constant(coefficient));
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

/// Knuth, "The Art of Computer Programming", volume 2, section 4.2.2: the
/// rounding error of a sum is a number, computed by five more operations.
Double::Pair Double::sum(Value x, Value y) {
  Value high = add(x, y);
  Value ofY = sub(high, x), ofX = sub(high, ofY);
  return {high, add(sub(x, ofX), sub(y, ofY))};
}

/// The fused multiply-add computes the rounding error of the product exactly.
Double::Pair Double::product(Value x, Value y) {
  Value high = mul(x, y);
  return {high, fma(x, y, neg(high))};
}

/// Dekker's fast two-sum.
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
/// Expands a function of one or two f64 numbers. A function of f32 is computed
/// in f64 if `alsoNarrow`.
template <typename Op, bool alsoNarrow, auto create>
struct DoubleFunction : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;
  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    Type type = op.getType();
    if (!type.isF64() && !(alsoNarrow && type.isF32()))
      return rewriter.notifyMatchFailure(
          op, "the type has an instruction or an approximation");
    Double d(rewriter, op.getLoc());
    auto operand = [&](unsigned i) -> Value {
      Value x = op->getOperand(i);
      return type.isF64()
                 ? x
                 : arith::ExtFOp::create(d.builder, d.builder.getF64Type(), x)
                       .getResult();
    };
    Value result;
    if constexpr (Op::template hasTrait<OpTrait::OneOperand>())
      result = (d.*create)(operand(0));
    else
      result = (d.*create)(operand(0), operand(1));
    if (!type.isF64())
      result = arith::TruncFOp::create(d.builder, type, result);
    rewriter.replaceOp(op, result);
    return success();
  }
};
template <typename Op, Value (Double::*create)(Value)>
using Wide = DoubleFunction<Op, false, create>;
template <typename Op, Value (Double::*create)(Value)>
using AlsoNarrow = DoubleFunction<Op, true, create>;
template <typename Op, Value (Double::*create)(Value, Value)>
using AlsoNarrowBinary = DoubleFunction<Op, true, create>;
} // namespace

void sbp::cuda::populateDoubleMath(RewritePatternSet &patterns) {
  // A higher benefit than upstream's expansions, many of which are valid for a
  // part of the range only.
  patterns
      .add<Wide<math::ExpOp, &Double::exp>, Wide<math::ExpM1Op, &Double::expm1>,
           Wide<math::LogOp, &Double::log>, Wide<math::Log1pOp, &Double::log1p>,
           Wide<math::TanhOp, &Double::tanh>, Wide<math::ErfOp, &Double::erf>,
           AlsoNarrow<math::Exp2Op, &Double::exp2>,
           AlsoNarrow<math::Log2Op, &Double::log2>,
           AlsoNarrow<math::Log10Op, &Double::log10>,
           AlsoNarrow<math::CbrtOp, &Double::cbrt>,
           AlsoNarrow<math::ErfcOp, &Double::erfc>,
           AlsoNarrow<math::SinOp, &Double::sin>,
           AlsoNarrow<math::CosOp, &Double::cos>,
           AlsoNarrow<math::TanOp, &Double::tan>,
           AlsoNarrow<math::AsinOp, &Double::asin>,
           AlsoNarrow<math::AcosOp, &Double::acos>,
           AlsoNarrow<math::AtanOp, &Double::atan>,
           AlsoNarrow<math::SinhOp, &Double::sinh>,
           AlsoNarrow<math::CoshOp, &Double::cosh>,
           AlsoNarrow<math::AsinhOp, &Double::asinh>,
           AlsoNarrow<math::AcoshOp, &Double::acosh>,
           AlsoNarrow<math::AtanhOp, &Double::atanh>,
           AlsoNarrowBinary<math::Atan2Op, &Double::atan2>,
           AlsoNarrowBinary<math::PowFOp, &Double::pow>,
           AlsoNarrowBinary<arith::RemFOp, &Double::remainder>>(
          patterns.getContext(),
          /*benefit=*/10);
}
