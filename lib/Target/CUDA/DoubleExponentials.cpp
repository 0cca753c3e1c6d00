//===- DoubleExponentials.cpp - powers and logarithms of f64 --------------===//
#include "DoubleMath.h"
#include <cmath>
#include <limits>

using namespace mlir;
using namespace sbp::cuda;

/// ln 2 in two parts, the first of few digits: times an exponent it is exact.
static constexpr double kLn2High = 0x1.62e42feep-1,
                        kLn2Low = 0x1.a39ef35793c76p-33,
                        kInfinity = std::numeric_limits<double>::infinity(),
                        kNaN = std::numeric_limits<double>::quiet_NaN();

Value Double::scale(Value k, Value power) {
  // In two steps: 2^k alone may be too large or too small for a number.
  Value whole = arith::FPToSIOp::create(b, b.getI64Type(), k);
  Value half = arith::ShRSIOp::create(b, whole, integer(1));
  Value rest = arith::SubIOp::create(b, whole, half);
  return mul(mul(power, powerOfTwo(half)), powerOfTwo(rest));
}

/// 2^k e^r, k the nearest to x / ln 2, and Taylor's series.
Value Double::exp(Pair x) {
  Value bounded = clamp(x.high, -746.0, 710.0);
  Value k = math::RoundEvenOp::create(b, mul(bounded, number(M_LOG2E)));
  Value r = fma(k, number(-kLn2High), bounded);
  Value low = mul(k, number(-kLn2Low));
  if (x.low)
    low = add(low, x.low);
  r = add(r, low);
  Value power = fma(mul(r, r), series(r, 2, 13), r);
  power = scale(k, add(power, number(1.0)));
  return select(isNaN(x.high), x.high, power);
}

Value Double::exp2(Value x) {
  Value bounded = clamp(x, -1076.0, 1024.0);
  Value k = math::RoundEvenOp::create(b, bounded);
  Value f = sub(bounded, k);
  Pair r = product(f, number(M_LN2));
  Value low = fma(f, number(2.3190468138462996e-17), r.low);
  Value power = fma(mul(r.high, r.high), series(r.high, 2, 13), low);
  power = scale(k, add(add(power, r.high), number(1.0)));
  return select(isNaN(x), x, power);
}

/// The series where it cancels.
Value Double::expm1(Value x) {
  Value small = clamp(x, -0.5, 0.5);
  Value near = fma(mul(small, small), series(small, 2, 17), small);
  Value far = sub(exp(x), number(1.0));
  Value y = select(is(Is::OLT, abs(x), 0.5), near, far);
  return select(isNaN(x), x, copySign(y, x));
}

std::pair<Value, Value> Double::split(Value x) {
  Value isTiny = is(Is::OLT, x, std::numeric_limits<double>::min());
  Value scaled = select(isTiny, mul(x, number(0x1p54)), x);
  Value all = bits(scaled);
  // The exponent of scaled / sqrt(1/2).
  Value shifted = arith::SubIOp::create(b, all, integer(0x3fe6a09e667f3bcd));
  Value exponent = arith::ShRSIOp::create(b, shifted, integer(52));
  Value mantissa = fromBits(arith::SubIOp::create(
      b, all, arith::ShLIOp::create(b, exponent, integer(52))));
  Value e = arith::SIToFPOp::create(b, b.getF64Type(), exponent);
  return {mantissa, select(isTiny, sub(e, number(54.0)), e)};
}

/// As f + rest, f exact: 2 atanh(s) = f - f s + ..., s = f / (mantissa + 1).
std::pair<Value, Value> Double::logOfMantissa(Value mantissa) {
  Value f = sub(mantissa, number(1.0));
  Value s = div(f, add(mantissa, number(1.0)));
  Value square = mul(s, s);
  SmallVector<double> coefficients;
  for (int n = 3; n <= 25; n += 2)
    coefficients.push_back(2.0 / n);
  Value tail = mul(s, mul(square, polynomial(square, coefficients)));
  return {f, fma(neg(s), f, tail)};
}

Value Double::atLogEnds(Value x, Value log) {
  log = select(is(Is::OEQ, x, kInfinity), x, log);
  log = select(is(Is::OEQ, x, 0.0), number(-kInfinity), log);
  return select(is(Is::ULT, x, 0.0), number(kNaN), log);
}

Value Double::log(Value x) {
  auto [mantissa, e] = split(x);
  auto [f, rest] = logOfMantissa(mantissa);
  Value small = fma(e, number(kLn2Low), rest);
  return atLogEnds(x, fma(e, number(kLn2High), add(f, small)));
}

/// log(u) + (x - (u - 1)) / u, u = 1 + x rounded.
Value Double::log1p(Value x) {
  Value u = add(x, number(1.0));
  Value lost = div(sub(x, sub(u, number(1.0))), u);
  Value logU = log(u);
  Value inRange = both(is(Is::OLT, abs(x), kInfinity), is(Is::OGT, x, -1.0));
  Value y = select(inRange, add(logU, lost), logU);
  return select(is(Is::OLT, abs(x), 0x1p-54), x, y);
}

Value Double::log2(Value x) {
  auto [mantissa, e] = split(x);
  auto [f, rest] = logOfMantissa(mantissa);
  Pair whole = sum(f, rest);
  Pair scaled = product(whole.high, number(M_LOG2E));
  Value low = fma(whole.low, number(M_LOG2E),
                  fma(whole.high, number(2.0355273740931033e-17), scaled.low));
  Pair total = sum(e, scaled.high);
  return atLogEnds(x, add(total.high, add(total.low, low)));
}

Value Double::log10(Value x) {
  auto [mantissa, e] = split(x);
  auto [f, rest] = logOfMantissa(mantissa);
  Pair whole = sum(f, rest);
  Pair scaled = product(whole.high, number(M_LOG10E));
  Value low = fma(whole.low, number(M_LOG10E),
                  fma(whole.high, number(1.098319650216765e-17), scaled.low));
  // log10 2 in two parts, the first of few digits.
  Pair total = sum(mul(e, number(0x1.34413509f4p-2)), scaled.high);
  low = fma(e, number(0x1.cff7988f8959bp-41), low);
  return atLogEnds(x, add(total.high, add(total.low, low)));
}

/// log x, x > 0, with more than twenty digits.
Double::Pair Double::logPair(Value x) {
  auto [mantissa, e] = split(x);
  Value f = sub(mantissa, number(1.0));
  Pair g = sum(mantissa, number(1.0));
  Pair s;
  s.high = div(f, g.high);
  Value rest = fma(neg(s.high), g.high, f);
  s.low = div(fma(neg(s.high), g.low, rest), g.high);
  Pair square = multiply(s, s);
  SmallVector<double> coefficients;
  for (int n = 5; n <= 27; n += 2)
    coefficients.push_back(2.0 / n);
  Pair u = normalise(number(2.0 / 3),
                     mul(square.high, polynomial(square.high, coefficients)));
  u.low = add(u.low, number(3.700743415417188e-17)); // the rest of 2 / 3
  Pair tail = multiply(s, multiply(square, u));
  Pair first = sum(add(s.high, s.high), tail.high);
  Value low = add(first.low, add(add(s.low, s.low), tail.low));
  Pair total = sum(mul(e, number(kLn2High)), first.high);
  low = add(total.low, fma(e, number(kLn2Low), low));
  return normalise(total.high, low);
}

Value Double::pow(Value x, Value y) {
  Value size = abs(x), one = number(1.0), zero = number(0.0);
  Value infinity = number(kInfinity);
  Value isPlain = both(is(Is::OGT, size, 0.0), is(Is::OLT, size, kInfinity));
  Pair log = logPair(select(isPlain, size, one));
  // Beyond, the power is 0 or infinite whatever x is, but of 1.
  Value bounded = select(isNaN(y), y, clamp(y, -0x1p70, 0x1p70));
  Pair exponent = product(log.high, bounded);
  Value low = fma(log.low, bounded, exponent.low);
  Value isLarge = is(Is::OGT, abs(exponent.high), 800.0);
  Value power = exp(Pair{exponent.high, select(isLarge, zero, low)});
  // Of 0 and infinity.
  Value atEnds = select(is(Is::OGT, y, 0.0), size,
                        select(is(Is::OEQ, size, 0.0), infinity, zero));
  power = select(isPlain, power, atEnds);
  // Of negative numbers.
  Value whole = math::TruncOp::create(b, y);
  Value isWhole = is(Is::OEQ, whole, y);
  Value half = mul(whole, number(0.5));
  Value isOdd =
      both(isWhole, is(Is::ONE, math::TruncOp::create(b, half), half));
  power = select(both(isNegative(x), isOdd), neg(power), power);
  Value isRoot =
      both(both(is(Is::OLT, x, 0.0), isPlain), is(Is::UNE, whole, y));
  power = select(isRoot, number(kNaN), power);
  power = select(isNaN(x), x, select(isNaN(y), y, power));
  Value isOne =
      arith::OrIOp::create(b, is(Is::OEQ, y, 0.0), is(Is::OEQ, x, 1.0));
  Value hasNoEnd = both(is(Is::OEQ, x, -1.0), is(Is::OEQ, abs(y), kInfinity));
  return select(arith::OrIOp::create(b, isOne, hasNoEnd), one, power);
}

/// A third of the exponent, then Halley's steps.
Value Double::cbrt(Value x) {
  Value size = abs(x);
  Value isTiny = is(Is::OLT, size, std::numeric_limits<double>::min());
  Value isHuge = is(Is::OGT, size, 0x1p1000);
  auto scaleBy = [&](Value y, double ofTiny, double ofHuge) {
    y = select(isTiny, mul(y, number(ofTiny)), y);
    return select(isHuge, mul(y, number(ofHuge)), y);
  };
  Value scaled = scaleBy(size, 0x1p54, 0x1p-54);
  Value third = arith::DivUIOp::create(b, bits(scaled), integer(3));
  Value y =
      fromBits(arith::AddIOp::create(b, third, integer(0x2a9f7893782da1ceLL)));
  for (int i = 0; i < 3; ++i) {
    Value cube = mul(mul(y, y), y);
    Value twice = add(cube, cube);
    y = mul(y, div(fma(scaled, number(2.0), cube), add(twice, scaled)));
  }
  Pair square = product(y, y);
  Value off = fma(square.low, y, fma(square.high, y, neg(scaled)));
  y = sub(y, div(off, mul(number(3.0), square.high)));
  y = copySign(scaleBy(y, 0x1p-18, 0x1p18), x);
  Value isPlain = both(is(Is::OGT, size, 0.0), is(Is::OLT, size, kInfinity));
  return select(isPlain, y, add(x, x)); // 0, infinity, NaN
}

Value Double::tanh(Value x) {
  Value size = clamp(abs(x), 0.0, 22.0);
  Value t = expm1(add(size, size));
  Value y = copySign(div(t, add(t, number(2.0))), x);
  return select(isNaN(x), x, y);
}

Value Double::sinh(Value x) {
  Value size = abs(x);
  Value t = expm1(clamp(size, 0.0, 709.0));
  Value y = mul(number(0.5), add(t, div(t, add(t, number(1.0)))));
  Value half = exp(mul(size, number(0.5)));
  Value large = mul(mul(half, number(0.5)), half);
  y = select(is(Is::OLT, size, 700.0), y, large);
  return select(isNaN(x), x, copySign(y, x));
}

Value Double::cosh(Value x) {
  Value size = abs(x);
  Value t = exp(clamp(size, 0.0, 709.0));
  Value y = mul(number(0.5), add(t, div(number(1.0), t)));
  Value half = exp(mul(size, number(0.5)));
  Value large = mul(mul(half, number(0.5)), half);
  y = select(is(Is::OLT, size, 700.0), y, large);
  return select(isNaN(x), x, y);
}

Value Double::asinh(Value x) {
  Value size = abs(x), square = mul(size, size);
  Value root = sqrt(add(square, number(1.0)));
  Value near = log1p(add(size, div(square, add(root, number(1.0)))));
  Value far = add(log(size), number(M_LN2));
  Value y = select(is(Is::OLT, size, 0x1p28), near, far);
  return select(isNaN(x), x, copySign(y, x));
}

Value Double::acosh(Value x) {
  Value t = sub(x, number(1.0));
  Value near = log1p(add(t, sqrt(fma(t, t, add(t, t)))));
  Value far = add(log(x), number(M_LN2));
  Value y = select(is(Is::UGE, x, 0x1p28), far, near);
  return select(is(Is::OLT, x, 1.0), number(kNaN), y);
}

Value Double::atanh(Value x) {
  Value size = abs(x);
  Value quotient = div(add(size, size), sub(number(1.0), size));
  Value y = mul(number(0.5), log1p(quotient));
  return select(is(Is::OLE, size, 1.0), copySign(y, x), number(kNaN));
}
