// DoubleFunctions.cpp: error function and remainder of f64
#include "DoubleMath.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include <cmath>
#include <limits>

using namespace mlir;
using namespace sbp::cuda;

/// erfc(x) e^(x^2) (1 + 2 x) for x >= 1/2 as a polynomial in u = 1 - 9 / (x +
/// 4): Chebyshev interpolation of degree 24, computed with sixty digits.
static constexpr double kScaledComplement[] = {
    0x1.37be87d05ea02p+0,   -0x1.e880034711d03p-4,  0x1.9ae5a8104586ep-6,
    0x1.7d305ea1e9838p-6,   -0x1.30f1a4b7a3341p-5,  0x1.07a7e259de1a1p-5,
    -0x1.573594bc3c6a0p-6,  0x1.655d9cc047599p-7,   -0x1.28d4285fc432ep-8,
    0x1.7417c7a57dc9bp-10,  -0x1.1f3f65df55b63p-12, -0x1.e3c6aa76defbfp-18,
    0x1.b21242bf89279p-16,  -0x1.f4ea071507d64p-18, -0x1.9a42dc9739f5bp-22,
    0x1.c993afae4a333p-21,  -0x1.43a521ada43d3p-23, -0x1.166068922aa36p-24,
    0x1.ea8643238a9d9p-26,  0x1.e9e08a5645fbfp-29,  -0x1.0a8604775dd58p-28,
    -0x1.63fc48b63ac4bp-34, 0x1.e32256131983bp-32,  -0x1.b2d57d63557a3p-38,
    -0x1.175855623bc43p-35};

Value Double::buildErrorFunction(Value x, bool isComplement) {
  // Near 0, Taylor's series: 2 / sqrt(pi) sum of (-1)^n x^(2n+1) / (n! (2n+1)).
  SmallVector<double> coefficients;
  double factorial = 1;
  for (int n = 0; n <= 20; ++n) {
    factorial *= n ? n : 1;
    coefficients.push_back((n % 2 ? -M_2_SQRTPI : M_2_SQRTPI) /
                           (factorial * (2 * n + 1)));
  }
  Value small = clamp(x, -1.0, 1.0);
  Value near = mul(small, polynomial(mul(small, small), coefficients));
  // Elsewhere by way of the complement of |x|.
  Value size = clamp(abs(x), 0.5, 30.0);
  Value u = sub(constant(1.0), div(constant(9.0), add(size, constant(4.0))));
  Value scaled = div(polynomial(u, kScaledComplement),
                     fma(size, constant(2.0), constant(1.0)));
  // e^(-x^2) needs x^2 exactly: its error is magnified by x^2.
  Pair square = product(size, size);
  Value far = mul(exp(Pair{neg(square.high), neg(square.low)}), scaled);
  Value y;
  if (isComplement) {
    Value ofNear = sub(constant(1.0), near);
    y = select(isNegative(x), sub(constant(2.0), far), far);
    y = select(compare(Predicate::OLT, abs(x), 0.5), ofNear, y);
  } else {
    y = copySign(sub(constant(1.0), far), x);
    y = select(compare(Predicate::OLT, abs(x), 1.0), near, y);
  }
  return select(isNaN(x), x, y);
}

Value Double::erf(Value x) {
  return buildErrorFunction(x, /*isComplement=*/false);
}
Value Double::erfc(Value x) {
  return buildErrorFunction(x, /*isComplement=*/true);
}

/// Exact fmod by long division of the integer mantissas: each step shifts the
/// rest by up to 11 bits, which fit next to its 53 bits, and reduces it by the
/// divisor. With x = 7 and y = 2 the mantissas give 1 in one step.
Value Double::remainder(Value x, Value y) {
  Type i64 = builder.getI64Type();
  auto smaller = [&](Value p, Value q) -> Value {
    return arith::MinUIOp::create(builder, p, q);
  };
  auto exponentOf = [&](Value all) -> Value {
    return arith::MaxUIOp::create(
        builder, arith::ShRUIOp::create(builder, all, integer(52)), integer(1));
  };
  auto mantissaOf = [&](Value all) -> Value {
    Value fraction =
        arith::AndIOp::create(builder, all, integer((1LL << 52) - 1));
    Value isNormal = arith::CmpIOp::create(builder, arith::CmpIPredicate::uge,
                                           all, integer(1LL << 52));
    Value whole = arith::OrIOp::create(builder, fraction, integer(1LL << 52));
    return select(isNormal, whole, fraction);
  };
  Value bitsX = bits(abs(x)), bitsY = bits(abs(y));
  Value exponent = exponentOf(bitsY);
  Value divisor = arith::MaxUIOp::create(builder, mantissaOf(bitsY), integer(1))
                      .getResult();
  Value rest = arith::RemUIOp::create(builder, mantissaOf(bitsX), divisor);
  Value digits = arith::SubIOp::create(builder, exponentOf(bitsX), exponent);
  auto loop = scf::WhileOp::create(
      builder, TypeRange{i64, i64}, ValueRange{rest, digits},
      [&](OpBuilder &inner, Location loc, ValueRange state) {
        Value isLeft = arith::CmpIOp::create(
            inner, loc, arith::CmpIPredicate::sgt, state[1], integer(0));
        scf::ConditionOp::create(inner, loc, isLeft, state);
      },
      [&](OpBuilder &inner, Location loc, ValueRange state) {
        OpBuilder::InsertionGuard guard(builder);
        builder.setInsertionPointToEnd(inner.getBlock());
        Value step = smaller(state[1], integer(11));
        Value next = arith::RemUIOp::create(
            builder, arith::ShLIOp::create(builder, state[0], step), divisor);
        Value left = arith::SubIOp::create(builder, state[1], step);
        scf::YieldOp::create(builder, ValueRange{next, left});
      });
  Value size =
      arith::UIToFPOp::create(builder, builder.getF64Type(), loop.getResult(0));
  // Scales by two factors, because 2^shift may be subnormal.
  Value shift = arith::SubIOp::create(builder, exponent, integer(1075));
  Value half = arith::ShRSIOp::create(builder, shift, integer(1));
  Value other = arith::SubIOp::create(builder, shift, half);
  size = mul(mul(size, powerOfTwo(half)), powerOfTwo(other));
  double infinity = std::numeric_limits<double>::infinity();
  Value result =
      select(compare(Predicate::OLT, abs(x), abs(y)), x, copySign(size, x));
  Value isDefined = logicalAnd(compare(Predicate::OLT, abs(x), infinity),
                               compare(Predicate::UNE, y, 0.0));
  isDefined = logicalAnd(isDefined, compare(Predicate::ORD, y, y));
  return select(isDefined, result,
                constant(std::numeric_limits<double>::quiet_NaN()));
}
