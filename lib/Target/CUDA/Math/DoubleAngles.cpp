// DoubleAngles.cpp: trigonometric functions of f64
//
// An argument is reduced to a quadrant and an angle of at most pi / 4, where
// sine and cosine are Taylor polynomials. Below 2^20 the reduction subtracts
// multiples of pi / 2 in three parts (Cody and Waite, "Software Manual for the
// Elementary Functions", 1980); above, it multiplies by the relevant digits of
// 2 / pi (Payne and Hanek, "Radian Reduction for Trigonometric Functions",
// 1983). For example, sin(2) = cos(2 - pi / 2) since 2 is in quadrant 1 with
// angle 0.4292. Inverse functions are reduced to atan of at most tan(pi / 8).
#include "DoubleMath.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"
#include <cmath>
#include <limits>

using namespace mlir;
using namespace sbp::cuda;

/// pi / 2 as a sum of three parts. The first two have 33 bits, so their
/// products with a quadrant below 2^20 are exact.
static constexpr double kHalfPi[] = {0x1.921fb544p+0, 0x1.0b4611a6p-34,
                                     0x1.3198a2e037073p-69};
/// pi / 2 minus its nearest f64.
static constexpr double kHalfPiLow = 0x1.1a62633145c07p-54;

/// Binary digits of 2 / pi, preceded by 64 zeros.
static constexpr uint64_t kTwoOverPi[] = {
    0x0000000000000000, 0xa2f9836e4e441529, 0xfc2757d1f534ddc0,
    0xdb6295993c439041, 0xfe5163abdebbc561, 0xb7246e3a424dd2e0,
    0x06492eea09d1921c, 0xfe1deb1cb129a73e, 0xe88235f52ebb4484,
    0xe99c7026b45f7e41, 0x3991d639835339f4, 0x9c845f8bbdf9283b,
    0x1ff897ffde05980f, 0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7,
    0x4f463f669e5fea2d, 0x7527bac7ebe5f17b, 0x3d0739f78a5292ea,
    0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab, 0xf0cfbc209af4361d};

/// Returns the address of the digits of 2 / pi, a global of the module.
static Value getDigits(ImplicitLocOpBuilder &builder) {
  auto module = builder.getBlock()->getParentOp()->getParentOfType<ModuleOp>();
  StringRef name = "sbp_two_over_pi";
  if (!module.lookupSymbol(name)) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(module.getBody());
    SmallVector<int64_t> words(std::begin(kTwoOverPi), std::end(kTwoOverPi));
    LLVM::GlobalOp::create(
        builder, LLVM::LLVMArrayType::get(builder.getI64Type(), words.size()),
        /*isConstant=*/true, LLVM::Linkage::Internal, name,
        builder.getI64TensorAttr(words), /*alignment=*/8, /*addrSpace=*/1);
  }
  return LLVM::AddressOfOp::create(
      builder, LLVM::LLVMPointerType::get(builder.getContext(), 1), name);
}

/// Payne and Hanek: size = m 2^e with an integer m. Only a window of 192 digits
/// of 2 / pi matters: digits of higher weight contribute multiples of 4
/// quadrants, digits of lower weight are below the precision of the result.
std::pair<Value, Value> Double::reduceLargeAngle(Value size) {
  Type i64 = builder.getI64Type();
  auto shiftLeft = [&](Value x, Value by) -> Value {
    return arith::ShLIOp::create(builder, x, by);
  };
  auto shiftRight = [&](Value x, Value by) -> Value {
    return arith::ShRUIOp::create(builder, x, by);
  };
  Value all = bits(size);
  Value fraction =
      arith::AndIOp::create(builder, all, integer((1LL << 52) - 1));
  Value m = arith::OrIOp::create(builder, fraction, integer(1LL << 52));
  // The index of the first digit of the window is e + 62, split into a word and
  // a shift.
  Value first = arith::SubIOp::create(builder, shiftRight(all, integer(52)),
                                      integer(1075 - 62));
  Value word = shiftRight(first, integer(6));
  Value rest = arith::AndIOp::create(builder, first, integer(63));
  Value digits = getDigits(builder);
  SmallVector<Value> loaded, window;
  for (int32_t i = 0; i < 4; ++i) {
    Value place = LLVM::GEPOp::create(
        builder, digits.getType(), i64, digits,
        ArrayRef<LLVM::GEPArg>{
            arith::AddIOp::create(builder, word, integer(i)).getResult()});
    loaded.push_back(LLVM::LoadOp::create(builder, i64, place, 8));
  }
  Value back = arith::SubIOp::create(builder, integer(63), rest);
  for (int i = 0; i < 3; ++i)
    window.push_back(arith::OrIOp::create(
        builder, shiftLeft(loaded[i], rest),
        shiftRight(shiftRight(loaded[i + 1], integer(1)), back)));
  // The product of m and the window, modulo 2^192, in words high, mid and low.
  auto last = arith::MulUIExtendedOp::create(builder, m, window[2]);
  auto middle = arith::MulUIExtendedOp::create(builder, m, window[1]);
  Value top = arith::MulIOp::create(builder, m, window[0]);
  Value low = last.getLow();
  Value mid = arith::AddIOp::create(builder, last.getHigh(), middle.getLow());
  Value carry = arith::ExtUIOp::create(
      builder, i64,
      arith::CmpIOp::create(builder, arith::CmpIPredicate::ult, mid,
                            last.getHigh()));
  Value high = arith::AddIOp::create(
      builder, arith::AddIOp::create(builder, middle.getHigh(), top), carry);
  // The top two bits are the quadrant, the others a fraction that is rounded to
  // the nearest multiple of pi / 2.
  auto join = [&](Value upper, Value lower) -> Value {
    return arith::OrIOp::create(builder, shiftLeft(upper, integer(2)),
                                shiftRight(lower, integer(62)));
  };
  Value upper = join(high, mid), lower = join(mid, low);
  Value sign = arith::ShRSIOp::create(builder, upper, integer(63)); // 0 or -1
  Value quadrant =
      arith::SubIOp::create(builder, shiftRight(high, integer(62)), sign);
  auto toDouble = [&](Value bits) -> Value {
    return arith::UIToFPOp::create(builder, builder.getF64Type(),
                                   arith::XOrIOp::create(builder, bits, sign));
  };
  Value value = fma(toDouble(upper), constant(0x1p-64),
                    mul(toDouble(lower), constant(0x1p-128)));
  value = mul(value, constant(M_PI_2));
  Value isBelow = arith::CmpIOp::create(builder, arith::CmpIPredicate::slt,
                                        sign, integer(0));
  return {quadrant, select(isBelow, neg(value), value)};
}

/// Infinities take the second branch with a harmless argument and become NaN.
std::pair<Value, Value> Double::reduceAngle(Value size) {
  Type types[] = {builder.getI64Type(), builder.getF64Type()};
  Value isSmall = compare(Predicate::OLT, size, 0x1p20);
  auto branch = scf::IfOp::create(builder, TypeRange(types), isSmall,
                                  /*withElseRegion=*/true);
  builder.setInsertionPointToStart(branch.thenBlock());
  Value k = math::RoundEvenOp::create(builder, mul(size, constant(M_2_PI)));
  Value r = size;
  for (double part : kHalfPi)
    r = fma(k, constant(-part), r);
  Value whole = arith::FPToSIOp::create(builder, builder.getI64Type(), k);
  scf::YieldOp::create(builder, ValueRange{whole, r});
  builder.setInsertionPointToStart(branch.elseBlock());
  Value isFinite = compare(Predicate::OLT, size, kInfinity);
  auto [quadrant, angle] =
      reduceLargeAngle(select(isFinite, size, constant(0x1p20)));
  angle = select(isFinite, angle, constant(kNaN));
  scf::YieldOp::create(builder, ValueRange{quadrant, angle});
  builder.setInsertionPointAfter(branch);
  return {branch.getResult(0), branch.getResult(1)};
}

std::pair<Value, Value> Double::sineAndCosine(Value r) {
  SmallVector<double> ofSine, ofCosine;
  double factorial = 2, sign = -1; // of 2
  for (int n = 3; n <= 18; ++n) {
    factorial *= n;
    (n % 2 ? ofSine : ofCosine).push_back((n % 2 ? sign : -sign) / factorial);
    if (n % 2 == 0)
      sign = -sign;
  }
  Value square = mul(r, r);
  Value sine = fma(mul(r, square), polynomial(square, ofSine), r);
  // 1 - x^2 / 2 is rounded; its rounding error, `lost`, is added to the tail.
  Value half = mul(square, constant(0.5));
  Value near = sub(constant(1.0), half);
  Value lost = sub(sub(constant(1.0), near), half);
  Value cosine =
      add(near, fma(mul(square, square), polynomial(square, ofCosine), lost));
  return {sine, cosine};
}

static Value hasBit(ImplicitLocOpBuilder &builder, Value x, int64_t bit) {
  Value mask = arith::ConstantIntOp::create(builder, bit, 64);
  return arith::CmpIOp::create(builder, arith::CmpIPredicate::eq,
                               arith::AndIOp::create(builder, x, mask), mask);
}

Value Double::sin(Value x) {
  auto [quadrant, r] = reduceAngle(abs(x));
  auto [sine, cosine] = sineAndCosine(r);
  Value y = select(hasBit(builder, quadrant, 1), cosine, sine);
  y = select(hasBit(builder, quadrant, 2), neg(y), y);
  return select(isNegative(x), neg(y), y);
}

Value Double::cos(Value x) {
  auto [quadrant, r] = reduceAngle(abs(x));
  auto [sine, cosine] = sineAndCosine(r);
  Value y = select(hasBit(builder, quadrant, 1), neg(sine), cosine);
  return select(hasBit(builder, quadrant, 2), neg(y), y);
}

Value Double::tan(Value x) {
  auto [quadrant, r] = reduceAngle(abs(x));
  auto [sine, cosine] = sineAndCosine(r);
  Value isOdd = hasBit(builder, quadrant, 1);
  Value y = div(select(isOdd, neg(cosine), sine), select(isOdd, sine, cosine));
  return select(isNegative(x), neg(y), y);
}

/// Ratios above 1 are inverted, atan(t) = pi / 2 - atan(1 / t); ratios above
/// tan(pi / 8) are rotated by pi / 4, atan(t) = pi / 4 + atan((t - 1) / (t +
/// 1)).
Value Double::angle(Value num, Value den) {
  Value isSteep = compare(Predicate::OGT, num, den);
  Value less = select(isSteep, den, num), more = select(isSteep, num, den);
  Value t = div(less, more);
  t = select(compare(Predicate::OEQ, more, 0.0), constant(0.0), t);
  t = select(compare(Predicate::OEQ, less, kInfinity), constant(1.0), t);
  Value isWide = compare(Predicate::OGT, t, 0.41421356237309503);
  Value turned = div(sub(t, constant(1.0)), add(t, constant(1.0)));
  t = select(isWide, turned, t);
  SmallVector<double> coefficients;
  for (int n = 1; n <= 22; ++n)
    coefficients.push_back((n % 2 ? -1.0 : 1.0) / (2 * n + 1));
  Value square = mul(t, t);
  Value a = fma(mul(t, square), polynomial(square, coefficients), t);
  Value shifted = add(constant(M_PI_4), add(a, constant(kHalfPiLow / 2)));
  a = select(isWide, shifted, a);
  Value other = add(sub(constant(M_PI_2), a), constant(kHalfPiLow));
  return select(isSteep, other, a);
}

Value Double::atan2(Value y, Value x) {
  Value a = angle(abs(y), abs(x));
  Value beyond = add(sub(constant(M_PI), a), constant(2 * kHalfPiLow));
  a = copySign(select(isNegative(x), beyond, a), y);
  return select(isNaN(x), x, select(isNaN(y), y, a));
}

/// Returns sqrt(1 - size^2), factored so that it does not cancel near 1.
static Value createRoot(Double &d, Value size) {
  Value one = d.constant(1.0);
  Value product = d.mul(d.sub(one, size), d.add(one, size));
  return d.sqrt(d.clamp(product, 0.0, 1.0));
}

Value Double::asin(Value x) {
  Value size = abs(x);
  Value a = copySign(angle(size, createRoot(*this, size)), x);
  return select(compare(Predicate::OLE, size, 1.0), a, constant(kNaN));
}

Value Double::acos(Value x) {
  Value size = abs(x);
  Value a = atan2(createRoot(*this, size), x);
  return select(compare(Predicate::OLE, size, 1.0), a, constant(kNaN));
}
