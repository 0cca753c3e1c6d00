//===- DoubleAngles.cpp - trigonometric functions of f64 ------------------===//
#include "DoubleMath.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"
#include <cmath>
#include <limits>

using namespace mlir;
using namespace sbp::cuda;

static constexpr double kInfinity = std::numeric_limits<double>::infinity(),
                        kNaN = std::numeric_limits<double>::quiet_NaN();
/// pi / 2 in three parts, the first two of 33 digits.
static constexpr double kHalfPi[] = {0x1.921fb544p+0, 0x1.0b4611a6p-34,
                                     0x1.3198a2e037073p-69};
/// What pi / 2 and its double differ by.
static constexpr double kHalfPiLow = 0x1.1a62633145c07p-54;

/// Digits of 2 / pi, 64 zeros before them.
static constexpr uint64_t kTwoOverPi[] = {
    0x0000000000000000, 0xa2f9836e4e441529, 0xfc2757d1f534ddc0,
    0xdb6295993c439041, 0xfe5163abdebbc561, 0xb7246e3a424dd2e0,
    0x06492eea09d1921c, 0xfe1deb1cb129a73e, 0xe88235f52ebb4484,
    0xe99c7026b45f7e41, 0x3991d639835339f4, 0x9c845f8bbdf9283b,
    0x1ff897ffde05980f, 0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7,
    0x4f463f669e5fea2d, 0x7527bac7ebe5f17b, 0x3d0739f78a5292ea,
    0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab, 0xf0cfbc209af4361d};

/// The address of those digits in the module.
static Value getDigits(ImplicitLocOpBuilder &b) {
  auto module = b.getBlock()->getParentOp()->getParentOfType<ModuleOp>();
  StringRef name = "sbp_two_over_pi";
  if (!module.lookupSymbol(name)) {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(module.getBody());
    SmallVector<int64_t> words(std::begin(kTwoOverPi), std::end(kTwoOverPi));
    LLVM::GlobalOp::create(
        b, LLVM::LLVMArrayType::get(b.getI64Type(), words.size()),
        /*isConstant=*/true, LLVM::Linkage::Internal, name,
        b.getI64TensorAttr(words), /*alignment=*/8, /*addrSpace=*/1);
  }
  return LLVM::AddressOfOp::create(
      b, LLVM::LLVMPointerType::get(b.getContext(), 1), name);
}

/// size = m 2^e, m whole: m times those digits of 2 / pi that are neither
/// multiples of 4 nor too small to matter, modulo 4 (Payne and Hanek).
std::pair<Value, Value> Double::reduceLargeAngle(Value size) {
  Type i64 = b.getI64Type();
  auto shiftLeft = [&](Value x, Value by) -> Value {
    return arith::ShLIOp::create(b, x, by);
  };
  auto shiftRight = [&](Value x, Value by) -> Value {
    return arith::ShRUIOp::create(b, x, by);
  };
  Value all = bits(size);
  Value fraction = arith::AndIOp::create(b, all, integer((1LL << 52) - 1));
  Value m = arith::OrIOp::create(b, fraction, integer(1LL << 52));
  // The first digit's number: e + 62, in words and the rest.
  Value first = arith::SubIOp::create(b, shiftRight(all, integer(52)),
                                      integer(1075 - 62));
  Value word = shiftRight(first, integer(6));
  Value rest = arith::AndIOp::create(b, first, integer(63));
  Value digits = getDigits(b);
  SmallVector<Value> loaded, window;
  for (int32_t i = 0; i < 4; ++i) {
    Value place = LLVM::GEPOp::create(
        b, digits.getType(), i64, digits,
        ArrayRef<LLVM::GEPArg>{
            arith::AddIOp::create(b, word, integer(i)).getResult()});
    loaded.push_back(LLVM::LoadOp::create(b, i64, place, 8));
  }
  Value back = arith::SubIOp::create(b, integer(63), rest);
  for (int i = 0; i < 3; ++i)
    window.push_back(arith::OrIOp::create(
        b, shiftLeft(loaded[i], rest),
        shiftRight(shiftRight(loaded[i + 1], integer(1)), back)));
  auto last = arith::MulUIExtendedOp::create(b, m, window[2]);
  auto middle = arith::MulUIExtendedOp::create(b, m, window[1]);
  Value top = arith::MulIOp::create(b, m, window[0]);
  Value low = last.getLow();
  Value mid = arith::AddIOp::create(b, last.getHigh(), middle.getLow());
  Value carry = arith::ExtUIOp::create(
      b, i64,
      arith::CmpIOp::create(b, arith::CmpIPredicate::ult, mid, last.getHigh()));
  Value high = arith::AddIOp::create(
      b, arith::AddIOp::create(b, middle.getHigh(), top), carry);
  // Two digits of quadrant, then a fraction, which becomes the nearest to 0.
  auto join = [&](Value upper, Value lower) -> Value {
    return arith::OrIOp::create(b, shiftLeft(upper, integer(2)),
                                shiftRight(lower, integer(62)));
  };
  Value upper = join(high, mid), lower = join(mid, low);
  Value sign = arith::ShRSIOp::create(b, upper, integer(63)); // 0 or -1
  Value quadrant =
      arith::SubIOp::create(b, shiftRight(high, integer(62)), sign);
  auto toDouble = [&](Value bits) -> Value {
    return arith::UIToFPOp::create(b, b.getF64Type(),
                                   arith::XOrIOp::create(b, bits, sign));
  };
  Value value = fma(toDouble(upper), number(0x1p-64),
                    mul(toDouble(lower), number(0x1p-128)));
  value = mul(value, number(M_PI_2));
  Value isBelow =
      arith::CmpIOp::create(b, arith::CmpIPredicate::slt, sign, integer(0));
  return {quadrant, select(isBelow, neg(value), value)};
}

std::pair<Value, Value> Double::reduceAngle(Value size) {
  Type types[] = {b.getI64Type(), b.getF64Type()};
  Value isSmall = is(Is::OLT, size, 0x1p20);
  auto branch = scf::IfOp::create(b, TypeRange(types), isSmall, true);
  b.setInsertionPointToStart(branch.thenBlock());
  Value k = math::RoundEvenOp::create(b, mul(size, number(M_2_PI)));
  Value r = size;
  for (double part : kHalfPi)
    r = fma(k, number(-part), r);
  Value whole = arith::FPToSIOp::create(b, b.getI64Type(), k);
  scf::YieldOp::create(b, ValueRange{whole, r});
  b.setInsertionPointToStart(branch.elseBlock());
  Value isFinite = is(Is::OLT, size, kInfinity);
  auto [quadrant, angle] =
      reduceLargeAngle(select(isFinite, size, number(0x1p20)));
  angle = select(isFinite, angle, number(kNaN));
  scf::YieldOp::create(b, ValueRange{quadrant, angle});
  b.setInsertionPointAfter(branch);
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
  Value half = mul(square, number(0.5));
  Value near = sub(number(1.0), half);
  Value lost = sub(sub(number(1.0), near), half);
  Value cosine =
      add(near, fma(mul(square, square), polynomial(square, ofCosine), lost));
  return {sine, cosine};
}

static Value hasBit(ImplicitLocOpBuilder &b, Value x, int64_t bit) {
  Value mask = arith::ConstantIntOp::create(b, bit, 64);
  return arith::CmpIOp::create(b, arith::CmpIPredicate::eq,
                               arith::AndIOp::create(b, x, mask), mask);
}

Value Double::sin(Value x) {
  auto [quadrant, r] = reduceAngle(abs(x));
  auto [sine, cosine] = sineAndCosine(r);
  Value y = select(hasBit(b, quadrant, 1), cosine, sine);
  y = select(hasBit(b, quadrant, 2), neg(y), y);
  return select(isNegative(x), neg(y), y);
}

Value Double::cos(Value x) {
  auto [quadrant, r] = reduceAngle(abs(x));
  auto [sine, cosine] = sineAndCosine(r);
  Value y = select(hasBit(b, quadrant, 1), neg(sine), cosine);
  return select(hasBit(b, quadrant, 2), neg(y), y);
}

Value Double::tan(Value x) {
  auto [quadrant, r] = reduceAngle(abs(x));
  auto [sine, cosine] = sineAndCosine(r);
  Value isOdd = hasBit(b, quadrant, 1);
  Value y = div(select(isOdd, neg(cosine), sine), select(isOdd, sine, cosine));
  return select(isNegative(x), neg(y), y);
}

/// Tangents above 1 are turned over, those above tan(pi / 8) turned by pi / 4.
Value Double::angle(Value num, Value den) {
  Value isSteep = is(Is::OGT, num, den);
  Value less = select(isSteep, den, num), more = select(isSteep, num, den);
  Value t = div(less, more);
  t = select(is(Is::OEQ, more, 0.0), number(0.0), t);
  t = select(is(Is::OEQ, less, kInfinity), number(1.0), t);
  Value isWide = is(Is::OGT, t, 0.41421356237309503);
  Value turned = div(sub(t, number(1.0)), add(t, number(1.0)));
  t = select(isWide, turned, t);
  SmallVector<double> coefficients;
  for (int n = 1; n <= 22; ++n)
    coefficients.push_back((n % 2 ? -1.0 : 1.0) / (2 * n + 1));
  Value square = mul(t, t);
  Value a = fma(mul(t, square), polynomial(square, coefficients), t);
  Value shifted = add(number(M_PI_4), add(a, number(kHalfPiLow / 2)));
  a = select(isWide, shifted, a);
  Value other = add(sub(number(M_PI_2), a), number(kHalfPiLow));
  return select(isSteep, other, a);
}

Value Double::atan2(Value y, Value x) {
  Value a = angle(abs(y), abs(x));
  Value beyond = add(sub(number(M_PI), a), number(2 * kHalfPiLow));
  a = copySign(select(isNegative(x), beyond, a), y);
  return select(isNaN(x), x, select(isNaN(y), y, a));
}

/// The other side of the right triangle.
static Value createRoot(Double &d, Value size) {
  Value one = d.number(1.0);
  Value product = d.mul(d.sub(one, size), d.add(one, size));
  return d.sqrt(d.clamp(product, 0.0, 1.0));
}

Value Double::asin(Value x) {
  Value size = abs(x);
  Value a = copySign(angle(size, createRoot(*this, size)), x);
  return select(is(Is::OLE, size, 1.0), a, number(kNaN));
}

Value Double::acos(Value x) {
  Value size = abs(x);
  Value a = atan2(createRoot(*this, size), x);
  return select(is(Is::OLE, size, 1.0), a, number(kNaN));
}
