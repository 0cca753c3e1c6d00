// DoubleExponentials.cpp: powers, logarithms and hyperbolic functions of f64
//
// Exponentials split x = k ln 2 + r with |r| <= ln 2 / 2 and evaluate Taylor's
// series of e^r; ln 2 is subtracted in two parts (Cody and Waite, 1980).
// Logarithms split x = m 2^e and evaluate 2 atanh((m - 1) / (m + 1)). pow
// computes the logarithm as a double-double (Dekker, "A Floating-Point
// Technique for Extending the Available Precision", 1971), since the exponent
// magnifies its error. For example, exp(1): k = 1, r = 0.3069, e^r = 1.3591,
// times 2 is 2.7183.
#include "DoubleMath.h"
#include <cmath>
#include <limits>

using namespace mlir;
using namespace sbp::cuda;

/// ln 2 as a sum of two parts. The first has few bits: its product with an
/// exponent is exact.
static constexpr double kLn2High = 0x1.62e42feep-1,
                        kLn2Low = 0x1.a39ef35793c76p-33;

Value Double::scale(Value k, Value power) {
  // In two factors: 2^k alone may overflow, or be subnormal, although the
  // result does not.
  Value whole = arith::FPToSIOp::create(builder, builder.getI64Type(), k);
  Value half = arith::ShRSIOp::create(builder, whole, integer(1));
  Value rest = arith::SubIOp::create(builder, whole, half);
  return mul(mul(power, powerOfTwo(half)), powerOfTwo(rest));
}

/// 2^k e^r, where k is the integer nearest to x / ln 2. Results outside of the
/// range of f64 are clamped to 0 and infinity by the clamped argument.
Value Double::exp(Pair x) {
  Value bounded = clamp(x.high, -746.0, 710.0);
  Value k = math::RoundEvenOp::create(builder, mul(bounded, constant(M_LOG2E)));
  Value r = fma(k, constant(-kLn2High), bounded);
  Value low = mul(k, constant(-kLn2Low));
  if (x.low)
    low = add(low, x.low);
  r = add(r, low);
  Value power = fma(mul(r, r), series(r, 2, 13), r);
  power = scale(k, add(power, constant(1.0)));
  return select(isNaN(x.high), x.high, power);
}

Value Double::exp2(Value x) {
  Value bounded = clamp(x, -1076.0, 1024.0);
  Value k = math::RoundEvenOp::create(builder, bounded);
  Value f = sub(bounded, k);
  Pair r = product(f, constant(M_LN2));
  Value low = fma(f, constant(2.3190468138462996e-17), r.low);
  Value power = fma(mul(r.high, r.high), series(r.high, 2, 13), low);
  power = scale(k, add(add(power, r.high), constant(1.0)));
  return select(isNaN(x), x, power);
}

/// e^x - 1 cancels near 0; the series is used there.
Value Double::expm1(Value x) {
  Value small = clamp(x, -0.5, 0.5);
  Value near = fma(mul(small, small), series(small, 2, 17), small);
  Value far = sub(exp(x), constant(1.0));
  Value y = select(compare(Predicate::OLT, abs(x), 0.5), near, far);
  return select(isNaN(x), x, copySign(y, x));
}

std::pair<Value, Value> Double::split(Value x) {
  // Subnormal numbers are scaled up first.
  Value isTiny = compare(Predicate::OLT, x, std::numeric_limits<double>::min());
  Value scaled = select(isTiny, mul(x, constant(0x1p54)), x);
  Value all = bits(scaled);
  // Subtracting the bits of sqrt(1/2) centres the mantissa around 1.
  Value shifted =
      arith::SubIOp::create(builder, all, integer(0x3fe6a09e667f3bcd));
  Value exponent = arith::ShRSIOp::create(builder, shifted, integer(52));
  Value mantissa = fromBits(arith::SubIOp::create(
      builder, all, arith::ShLIOp::create(builder, exponent, integer(52))));
  Value e = arith::SIToFPOp::create(builder, builder.getF64Type(), exponent);
  return {mantissa, select(isTiny, sub(e, constant(54.0)), e)};
}

/// With s = f / (mantissa + 1): log(1 + f) = 2 atanh(s) = f - f s + ..., where
/// f is exact.
std::pair<Value, Value> Double::logOfMantissa(Value mantissa) {
  Value f = sub(mantissa, constant(1.0));
  Value s = div(f, add(mantissa, constant(1.0)));
  Value square = mul(s, s);
  SmallVector<double> coefficients;
  for (int n = 3; n <= 25; n += 2)
    coefficients.push_back(2.0 / n);
  Value tail = mul(s, mul(square, polynomial(square, coefficients)));
  return {f, fma(neg(s), f, tail)};
}

Value Double::fixLogSpecialCases(Value x, Value log) {
  log = select(compare(Predicate::OEQ, x, kInfinity), x, log);
  log = select(compare(Predicate::OEQ, x, 0.0), constant(-kInfinity), log);
  return select(compare(Predicate::ULT, x, 0.0), constant(kNaN), log);
}

Value Double::log(Value x) {
  auto [mantissa, e] = split(x);
  auto [f, rest] = logOfMantissa(mantissa);
  Value small = fma(e, constant(kLn2Low), rest);
  return fixLogSpecialCases(x, fma(e, constant(kLn2High), add(f, small)));
}

/// log(u) + (x - (u - 1)) / u with u = 1 + x rounded: the second term corrects
/// the rounding of u.
Value Double::log1p(Value x) {
  Value u = add(x, constant(1.0));
  Value lost = div(sub(x, sub(u, constant(1.0))), u);
  Value logU = log(u);
  Value inRange = logicalAnd(compare(Predicate::OLT, abs(x), kInfinity),
                             compare(Predicate::OGT, x, -1.0));
  Value y = select(inRange, add(logU, lost), logU);
  return select(compare(Predicate::OLT, abs(x), 0x1p-54), x, y);
}

Value Double::log2(Value x) {
  auto [mantissa, e] = split(x);
  auto [f, rest] = logOfMantissa(mantissa);
  Pair whole = sum(f, rest);
  Pair scaled = product(whole.high, constant(M_LOG2E));
  Value low =
      fma(whole.low, constant(M_LOG2E),
          fma(whole.high, constant(2.0355273740931033e-17), scaled.low));
  Pair total = sum(e, scaled.high);
  return fixLogSpecialCases(x, add(total.high, add(total.low, low)));
}

Value Double::log10(Value x) {
  auto [mantissa, e] = split(x);
  auto [f, rest] = logOfMantissa(mantissa);
  Pair whole = sum(f, rest);
  Pair scaled = product(whole.high, constant(M_LOG10E));
  Value low = fma(whole.low, constant(M_LOG10E),
                  fma(whole.high, constant(1.098319650216765e-17), scaled.low));
  // log10 2 in two parts, the first of few digits.
  Pair total = sum(mul(e, constant(0x1.34413509f4p-2)), scaled.high);
  low = fma(e, constant(0x1.cff7988f8959bp-41), low);
  return fixLogSpecialCases(x, add(total.high, add(total.low, low)));
}

/// The quotient s and its powers are double-doubles; more than twenty decimal
/// digits are correct.
Double::Pair Double::logPair(Value x) {
  auto [mantissa, e] = split(x);
  Value f = sub(mantissa, constant(1.0));
  Pair g = sum(mantissa, constant(1.0));
  Pair s;
  s.high = div(f, g.high);
  Value rest = fma(neg(s.high), g.high, f);
  s.low = div(fma(neg(s.high), g.low, rest), g.high);
  Pair square = multiply(s, s);
  SmallVector<double> coefficients;
  for (int n = 5; n <= 27; n += 2)
    coefficients.push_back(2.0 / n);
  Pair u = normalise(constant(2.0 / 3),
                     mul(square.high, polynomial(square.high, coefficients)));
  u.low = add(u.low, constant(3.700743415417188e-17)); // the rest of 2 / 3
  Pair tail = multiply(s, multiply(square, u));
  Pair first = sum(add(s.high, s.high), tail.high);
  Value low = add(first.low, add(add(s.low, s.low), tail.low));
  Pair total = sum(mul(e, constant(kLn2High)), first.high);
  low = add(total.low, fma(e, constant(kLn2Low), low));
  return normalise(total.high, low);
}

Value Double::pow(Value x, Value y) {
  Value size = abs(x), one = constant(1.0), zero = constant(0.0);
  Value infinity = constant(kInfinity);
  Value isPlain = logicalAnd(compare(Predicate::OGT, size, 0.0),
                             compare(Predicate::OLT, size, kInfinity));
  Pair log = logPair(select(isPlain, size, one));
  // Larger exponents overflow or underflow for every base but 1.
  Value bounded = select(isNaN(y), y, clamp(y, -0x1p70, 0x1p70));
  Pair exponent = product(log.high, bounded);
  Value low = fma(log.low, bounded, exponent.low);
  Value isLarge = compare(Predicate::OGT, abs(exponent.high), 800.0);
  Value power = exp(Pair{exponent.high, select(isLarge, zero, low)});
  // Bases 0 and infinity.
  Value atEnds =
      select(compare(Predicate::OGT, y, 0.0), size,
             select(compare(Predicate::OEQ, size, 0.0), infinity, zero));
  power = select(isPlain, power, atEnds);
  // Negative bases: odd exponents keep the sign, fractional ones give NaN.
  Value whole = math::TruncOp::create(builder, y);
  Value isWhole = compare(Predicate::OEQ, whole, y);
  Value half = mul(whole, constant(0.5));
  Value isOdd =
      logicalAnd(isWhole, compare(Predicate::ONE,
                                  math::TruncOp::create(builder, half), half));
  power = select(logicalAnd(isNegative(x), isOdd), neg(power), power);
  Value isRoot =
      logicalAnd(logicalAnd(compare(Predicate::OLT, x, 0.0), isPlain),
                 compare(Predicate::UNE, whole, y));
  power = select(isRoot, constant(kNaN), power);
  power = select(isNaN(x), x, select(isNaN(y), y, power));
  Value isOne = arith::OrIOp::create(builder, compare(Predicate::OEQ, y, 0.0),
                                     compare(Predicate::OEQ, x, 1.0));
  Value hasNoEnd = logicalAnd(compare(Predicate::OEQ, x, -1.0),
                              compare(Predicate::OEQ, abs(y), kInfinity));
  return select(arith::OrIOp::create(builder, isOne, hasNoEnd), one, power);
}

/// Starts from a third of the biased exponent, then takes three steps of
/// Halley's method and one of Newton's in double-double.
Value Double::cbrt(Value x) {
  Value size = abs(x);
  Value isTiny =
      compare(Predicate::OLT, size, std::numeric_limits<double>::min());
  Value isHuge = compare(Predicate::OGT, size, 0x1p1000);
  auto scaleBy = [&](Value y, double ofTiny, double ofHuge) {
    y = select(isTiny, mul(y, constant(ofTiny)), y);
    return select(isHuge, mul(y, constant(ofHuge)), y);
  };
  Value scaled = scaleBy(size, 0x1p54, 0x1p-54);
  Value third = arith::DivUIOp::create(builder, bits(scaled), integer(3));
  Value y = fromBits(
      arith::AddIOp::create(builder, third, integer(0x2a9f7893782da1ceLL)));
  for (int i = 0; i < 3; ++i) {
    Value cube = mul(mul(y, y), y);
    Value twice = add(cube, cube);
    y = mul(y, div(fma(scaled, constant(2.0), cube), add(twice, scaled)));
  }
  Pair square = product(y, y);
  Value off = fma(square.low, y, fma(square.high, y, neg(scaled)));
  y = sub(y, div(off, mul(constant(3.0), square.high)));
  y = copySign(scaleBy(y, 0x1p-18, 0x1p18), x);
  Value isPlain = logicalAnd(compare(Predicate::OGT, size, 0.0),
                             compare(Predicate::OLT, size, kInfinity));
  return select(isPlain, y, add(x, x)); // 0, infinity, NaN
}

Value Double::tanh(Value x) {
  Value size = clamp(abs(x), 0.0, 22.0);
  Value t = expm1(add(size, size));
  Value y = copySign(div(t, add(t, constant(2.0))), x);
  return select(isNaN(x), x, y);
}

Value Double::sinh(Value x) {
  Value size = abs(x);
  Value t = expm1(clamp(size, 0.0, 709.0));
  Value y = mul(constant(0.5), add(t, div(t, add(t, constant(1.0)))));
  Value half = exp(mul(size, constant(0.5)));
  Value large = mul(mul(half, constant(0.5)), half);
  y = select(compare(Predicate::OLT, size, 700.0), y, large);
  return select(isNaN(x), x, copySign(y, x));
}

Value Double::cosh(Value x) {
  Value size = abs(x);
  Value t = exp(clamp(size, 0.0, 709.0));
  Value y = mul(constant(0.5), add(t, div(constant(1.0), t)));
  Value half = exp(mul(size, constant(0.5)));
  Value large = mul(mul(half, constant(0.5)), half);
  y = select(compare(Predicate::OLT, size, 700.0), y, large);
  return select(isNaN(x), x, y);
}

Value Double::asinh(Value x) {
  Value size = abs(x), square = mul(size, size);
  Value root = sqrt(add(square, constant(1.0)));
  Value near = log1p(add(size, div(square, add(root, constant(1.0)))));
  Value far = add(log(size), constant(M_LN2));
  Value y = select(compare(Predicate::OLT, size, 0x1p28), near, far);
  return select(isNaN(x), x, copySign(y, x));
}

Value Double::acosh(Value x) {
  Value t = sub(x, constant(1.0));
  Value near = log1p(add(t, sqrt(fma(t, t, add(t, t)))));
  Value far = add(log(x), constant(M_LN2));
  Value y = select(compare(Predicate::UGE, x, 0x1p28), far, near);
  return select(compare(Predicate::OLT, x, 1.0), constant(kNaN), y);
}

Value Double::atanh(Value x) {
  Value size = abs(x);
  Value quotient = div(add(size, size), sub(constant(1.0), size));
  Value y = mul(constant(0.5), log1p(quotient));
  return select(compare(Predicate::OLE, size, 1.0), copySign(y, x),
                constant(kNaN));
}
