// FloatScalars.cpp: float ops and conversions on scalars
//
// `maximum` and `minimum` follow IEEE 754-2019 (NaN propagates, +0 > -0),
// `maxnum` and `minnum` its maximumNumber and minimumNumber (NaN is dropped).

#include "FloatSteps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/APFloat.h"
#include <cmath>
#include <limits>

using namespace mlir;

namespace sbp {

static double maximum(double a, double b) {
  if (std::isnan(a) || std::isnan(b))
    return std::nan("");
  if (a == b) // +0 is larger than -0.
    return std::signbit(a) ? b : a;
  return std::max(a, b);
}
static double minimum(double a, double b) { return -maximum(-a, -b); }
static double maxnum(double a, double b) {
  return std::isnan(a) ? b : std::isnan(b) ? a : maximum(a, b);
}
static double minnum(double a, double b) {
  return std::isnan(a) ? b : std::isnan(b) ? a : minimum(a, b);
}

static bool compareFloats(arith::CmpFPredicate predicate, double a, double b) {
  return arith::applyCmpPredicate(predicate, llvm::APFloat(a),
                                  llvm::APFloat(b));
}
// An i1 is 0 or -1: integers are stored sign-extended.
static const char *compareFloats(const ScalarStep &step, Scalar *slots) {
  auto predicate = static_cast<arith::CmpFPredicate>(step.predicate);
  bool holds = compareFloats(predicate, slots[step.operands[0]].f,
                             slots[step.operands[1]].f);
  slots[step.result].i = holds ? -1 : 0;
  return nullptr;
}

void addFloatScalars(ScalarTable &table) {
  table["arith.addf"] = binary<[](double a, double b) { return a + b; }>;
  table["arith.subf"] = binary<[](double a, double b) { return a - b; }>;
  table["arith.mulf"] = binary<[](double a, double b) { return a * b; }>;
  table["arith.divf"] = binary<[](double a, double b) { return a / b; }>;
  table["arith.remf"] =
      binary<[](double a, double b) { return std::fmod(a, b); }>;
  table["arith.negf"] = unary<[](double a) { return -a; }>;
  table["arith.maximumf"] = binary<maximum>;
  table["arith.minimumf"] = binary<minimum>;
  table["arith.maxnumf"] = binary<maxnum>;
  table["arith.minnumf"] = binary<minnum>;
  table["arith.cmpf"] = compareFloats;
}

/// Converts to an integer in [low, high) by truncation. Saturates; NaN gives 0.
static int64_t saturate(double value, double low, double high) {
  if (std::isnan(value))
    return 0;
  value = std::trunc(value);
  if (value <= low)
    return static_cast<int64_t>(low);
  if (value >= high) // 2^63 is not an int64, so compareFloats before the cast.
    return static_cast<int64_t>(static_cast<uint64_t>(high) - 1);
  return static_cast<int64_t>(value);
}
static const char *floatToSigned(const ScalarStep &step, Scalar *slots) {
  double high = std::ldexp(1.0, step.width - 1);
  slots[step.result].i =
      wrapTo(step.width, saturate(slots[step.operands[0]].f, -high, high));
  return nullptr;
}
// Converts to an unsigned integer of up to 64 bits and saturates. NaN compares
// false twice and gives 0.
static const char *floatToUnsigned(const ScalarStep &step, Scalar *slots) {
  double value = slots[step.operands[0]].f;
  double high = std::ldexp(1.0, step.width);
  uint64_t result = 0;
  if (value >= high)
    result = ~0ull;
  else if (value > 0)
    result = static_cast<uint64_t>(value);
  slots[step.result].i = wrapTo(step.width, result);
  return nullptr;
}
/// Returns `value` as a double between the same two numbers of a narrower type:
/// what a double has no bits for sets the lowest bit that it has.
static double toDouble(uint64_t magnitude) {
  if (magnitude >> 53)
    magnitude = (magnitude >> 11 << 11) | (magnitude & 0x7ff ? 0x800 : 0);
  return static_cast<double>(magnitude);
}
/// Converts an integer, rounded once.
static double toFloat(Rounding rounding, uint64_t magnitude, bool isNegative) {
  double value;
  if (rounding == Rounding::None)
    value = static_cast<double>(magnitude);
  else if (rounding == Rounding::F32)
    value = static_cast<float>(magnitude);
  else
    value = roundTo(rounding, toDouble(magnitude));
  return isNegative ? -value : value;
}
static const char *signedToFloat(const ScalarStep &step, Scalar *slots) {
  int64_t value = slots[step.operands[0]].i;
  bool isNegative = value < 0;
  uint64_t magnitude = isNegative ? -static_cast<uint64_t>(value) : value;
  slots[step.result].f = toFloat(step.rounding, magnitude, isNegative);
  return nullptr;
}
static const char *unsignedToFloat(const ScalarStep &step, Scalar *slots) {
  uint64_t value = unsignedOf(step.sourceWidth, slots[step.operands[0]].i);
  slots[step.result].f = toFloat(step.rounding, value, /*isNegative=*/false);
  return nullptr;
}
static const char *signedResize(const ScalarStep &step, Scalar *slots) {
  slots[step.result].i = wrapTo(step.width, slots[step.operands[0]].i);
  return nullptr;
}
static const char *unsignedResize(const ScalarStep &step, Scalar *slots) {
  slots[step.result].i = wrapTo(
      step.width, unsignedOf(step.sourceWidth, slots[step.operands[0]].i));
  return nullptr;
}

static const llvm::fltSemantics &semanticsOf(Type type) {
  return cast<FloatType>(type).getFloatSemantics();
}
/// Returns the bits of a value in its own format.
static APInt bitsOf(Type type, Scalar value) {
  if (!isa<FloatType>(type))
    return APInt(getIntegerWidth(type),
                 unsignedOf(getIntegerWidth(type), value.i));
  llvm::APFloat number(value.f);
  bool losesInfo;
  number.convert(semanticsOf(type), llvm::APFloat::rmNearestTiesToEven,
                 &losesInfo);
  return number.bitcastToAPInt();
}
static const char *bitcast(const ScalarStep &step, Scalar *slots) {
  Type from = getElementTypeOrSelf(step.op->getOperand(0).getType());
  Type to = getElementTypeOrSelf(step.op->getResult(0).getType());
  APInt bits = bitsOf(from, slots[step.operands[0]]);
  if (!isa<FloatType>(to)) {
    slots[step.result].i = bits.getSExtValue();
    return nullptr;
  }
  llvm::APFloat number(semanticsOf(to), bits);
  bool losesInfo;
  number.convert(llvm::APFloat::IEEEdouble(),
                 llvm::APFloat::rmNearestTiesToEven, &losesInfo);
  slots[step.result].f = number.convertToDouble();
  return nullptr;
}

void addConversionScalars(ScalarTable &table) {
  table["arith.extf"] = unary<[](double a) { return a; }>;
  table["arith.truncf"] = unary<[](double a) { return a; }>;
  table["arith.fptosi"] = floatToSigned;
  table["arith.fptoui"] = floatToUnsigned;
  table["arith.sitofp"] = signedToFloat;
  table["arith.uitofp"] = unsignedToFloat;
  table["arith.extsi"] = signedResize;
  table["arith.extui"] = unsignedResize;
  table["arith.trunci"] = signedResize;
  table["arith.index_cast"] = signedResize;
  table["arith.index_castui"] = unsignedResize;
  table["arith.bitcast"] = bitcast;
  table["tensor.bitcast"] = bitcast;
}

} // namespace sbp
