// IntegerScalars.cpp: integer ops on scalars
//
// Cells hold sign-extended 64-bit values. An op computes in 64 or 128 bits and
// wraps to the width of its type; unsigned ops zero-extend their operands
// first. Example: i8 100 + 100 = 200 wraps to -56.

#include "ScalarProgram.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/bit.h"

using namespace mlir;

namespace sbp {

/// Applies `function` to sign-extended values and wraps to the result's width.
template <auto function>
static const char *applyIntegers(const ScalarStep &step, Scalar *slots) {
  slots[step.result].i =
      wrapTo(step.width,
             function(slots[step.operands[0]].i, slots[step.operands[1]].i));
  return nullptr;
}

/// Applies `function` to zero-extended values.
template <auto function>
static const char *unsignedBinary(const ScalarStep &step, Scalar *slots) {
  uint64_t a = unsignedOf(step.width, slots[step.operands[0]].i);
  uint64_t b = unsignedOf(step.width, slots[step.operands[1]].i);
  slots[step.result].i = wrapTo(step.width, function(a, b));
  return nullptr;
}

/// Applies a shift; an amount of the width or more shifts everything out.
template <auto function>
static const char *shift(const ScalarStep &step, Scalar *slots) {
  uint64_t amount = unsignedOf(step.width, slots[step.operands[1]].i);
  slots[step.result].i = wrapTo(
      step.width, function(slots[step.operands[0]].i, amount, step.width));
  return nullptr;
}

/// Division by zero sets all bits, its remainder is the dividend, and the
/// smallest value divided by -1 wraps, as in XLA and in the host target.
template <auto function, bool isRemainder = false>
static const char *signedDivision(const ScalarStep &step, Scalar *slots) {
  int64_t a = slots[step.operands[0]].i, b = slots[step.operands[1]].i;
  int64_t byZero = isRemainder ? a : -1;
  slots[step.result].i = wrapTo(step.width, b == 0 ? byZero : function(a, b));
  return nullptr;
}
template <auto function, bool isRemainder = false>
static const char *unsignedDivision(const ScalarStep &step, Scalar *slots) {
  uint64_t a = unsignedOf(step.width, slots[step.operands[0]].i);
  uint64_t b = unsignedOf(step.width, slots[step.operands[1]].i);
  uint64_t byZero = isRemainder ? a : -1;
  slots[step.result].i = wrapTo(step.width, b == 0 ? byZero : function(a, b));
  return nullptr;
}

static int64_t negate(int64_t a) { return 0 - static_cast<uint64_t>(a); }
static int64_t divide(int64_t a, int64_t b) {
  return b == -1 ? negate(a) : a / b;
}
static int64_t remainder(int64_t a, int64_t b) { return b == -1 ? 0 : a % b; }
static int64_t floorDivide(int64_t a, int64_t b) {
  return divide(a, b) - (remainder(a, b) != 0 && (a < 0) != (b < 0));
}
static int64_t ceilDivide(int64_t a, int64_t b) {
  return divide(a, b) + (remainder(a, b) != 0 && (a < 0) == (b < 0));
}
static int64_t shiftRight(int64_t a, uint64_t amount, unsigned width) {
  return a >> std::min<uint64_t>(amount, 63);
}
static int64_t shiftRightUnsigned(int64_t a, uint64_t amount, unsigned width) {
  return amount >= width ? 0 : unsignedOf(width, a) >> amount;
}
static int64_t shiftLeft(int64_t a, uint64_t amount, unsigned width) {
  return amount >= width ? 0 : static_cast<uint64_t>(a) << amount;
}

static bool compareUnsigned(arith::CmpIPredicate predicate, uint64_t a,
                            uint64_t b) {
  return arith::applyCmpPredicate(predicate, APInt(64, a), APInt(64, b));
}
static const char *compareIntegers(const ScalarStep &step, Scalar *slots) {
  auto predicate = static_cast<arith::CmpIPredicate>(step.predicate);
  int64_t a = slots[step.operands[0]].i, b = slots[step.operands[1]].i;
  // Sign extension maps each half of the unsigned range monotonically, so the
  // unsigned order of the cells is that of the values.
  slots[step.result].i = compareUnsigned(predicate, a, b) ? -1 : 0;
  return nullptr;
}

/// Computes the low and the high half of a product of double width.
static const char *multiplySigned(const ScalarStep &step, Scalar *slots) {
  __int128 product = static_cast<__int128>(slots[step.operands[0]].i) *
                     slots[step.operands[1]].i;
  slots[step.result].i = wrapTo(step.width, product);
  slots[step.result + 1].i = wrapTo(step.width, product >> step.width);
  return nullptr;
}
static const char *multiplyUnsigned(const ScalarStep &step, Scalar *slots) {
  unsigned __int128 product = unsignedOf(step.width, slots[step.operands[0]].i);
  product *= unsignedOf(step.width, slots[step.operands[1]].i);
  slots[step.result].i = wrapTo(step.width, product);
  slots[step.result + 1].i = wrapTo(step.width, product >> step.width);
  return nullptr;
}
/// Computes the sum and whether it exceeds the width.
static const char *addWithCarry(const ScalarStep &step, Scalar *slots) {
  unsigned __int128 sum = unsignedOf(step.width, slots[step.operands[0]].i);
  sum += unsignedOf(step.width, slots[step.operands[1]].i);
  slots[step.result].i = wrapTo(step.width, sum);
  slots[step.result + 1].i = sum >> step.width ? -1 : 0;
  return nullptr;
}

static const char *select(const ScalarStep &step, Scalar *slots) {
  slots[step.result] = slots[step.operands[0]].i ? slots[step.operands[1]]
                                                 : slots[step.operands[2]];
  return nullptr;
}

template <auto function>
static const char *countBits(const ScalarStep &step, Scalar *slots) {
  uint64_t value = unsignedOf(step.width, slots[step.operands[0]].i);
  slots[step.result].i = wrapTo(step.width, function(value, step.width));
  return nullptr;
}
static const char *absolute(const ScalarStep &step, Scalar *slots) {
  int64_t a = slots[step.operands[0]].i;
  slots[step.result].i = wrapTo(step.width, a < 0 ? negate(a) : a);
  return nullptr;
}
/// Exponentiation by squaring, modulo 2^64. Negative exponents truncate 1 / x.
static int64_t power(int64_t base, int64_t exponent) {
  if (exponent < 0)
    return base == 1 ? 1 : base == -1 ? (exponent % 2 ? -1 : 1) : 0;
  uint64_t result = 1, factor = base;
  for (; exponent; exponent >>= 1, factor *= factor)
    if (exponent & 1)
      result *= factor;
  return result;
}

void addIntegerScalars(ScalarTable &table) {
  using U = uint64_t;
  table["arith.addi"] = applyIntegers<[](U a, U b) { return a + b; }>;
  table["arith.subi"] = applyIntegers<[](U a, U b) { return a - b; }>;
  table["arith.muli"] = applyIntegers<[](U a, U b) { return a * b; }>;
  table["arith.andi"] = applyIntegers<[](U a, U b) { return a & b; }>;
  table["arith.ori"] = applyIntegers<[](U a, U b) { return a | b; }>;
  table["arith.xori"] = applyIntegers<[](U a, U b) { return a ^ b; }>;
  table["arith.maxsi"] =
      applyIntegers<[](int64_t a, int64_t b) { return std::max(a, b); }>;
  table["arith.minsi"] =
      applyIntegers<[](int64_t a, int64_t b) { return std::min(a, b); }>;
  table["arith.maxui"] =
      unsignedBinary<[](U a, U b) { return std::max(a, b); }>;
  table["arith.minui"] =
      unsignedBinary<[](U a, U b) { return std::min(a, b); }>;
  table["arith.divsi"] = signedDivision<divide>;
  table["arith.remsi"] = signedDivision<remainder, true>;
  table["arith.floordivsi"] = signedDivision<floorDivide>;
  table["arith.ceildivsi"] = signedDivision<ceilDivide>;
  table["arith.divui"] = unsignedDivision<[](U a, U b) { return a / b; }>;
  table["arith.remui"] = unsignedDivision<[](U a, U b) { return a % b; }, true>;
  table["arith.ceildivui"] =
      unsignedDivision<[](U a, U b) { return a / b + (a % b != 0); }>;
  table["arith.shli"] = shift<shiftLeft>;
  table["arith.shrsi"] = shift<shiftRight>;
  table["arith.shrui"] = shift<shiftRightUnsigned>;
  table["arith.cmpi"] = compareIntegers;
  table["arith.select"] = select;
  table["arith.mulsi_extended"] = multiplySigned;
  table["arith.mului_extended"] = multiplyUnsigned;
  table["arith.addui_extended"] = addWithCarry;
  table["math.absi"] = absolute;
  table["math.ipowi"] = applyIntegers<power>;
  table["math.ctpop"] =
      countBits<[](U a, unsigned) { return llvm::popcount(a); }>;
  table["math.ctlz"] = countBits<[](U a, unsigned width) {
    return llvm::countl_zero(a) - (64 - static_cast<int>(width));
  }>;
  table["math.cttz"] = countBits<[](U a, unsigned width) {
    return std::min<int>(llvm::countr_zero(a), width);
  }>;
}

} // namespace sbp
