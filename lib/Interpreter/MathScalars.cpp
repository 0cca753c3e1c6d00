// MathScalars.cpp: math ops on scalars
//
// Evaluated by libm in double and rounded to the result type, which is within
// half a unit of f32 and narrower types almost always; tests compare with
// bounds.

#include "FloatSteps.h"
#include <cmath>

using namespace mlir;

namespace sbp {

/// The step of a predicate on one double.
template <auto function>
static const char *test(const ScalarStep &step, Scalar *slots) {
  slots[step.result].i = function(slots[step.operands[0]].f) ? -1 : 0;
  return nullptr;
}

/// math.isnormal: not zero, infinite, NaN or subnormal in the operand's type.
static const char *testNormal(const ScalarStep &step, Scalar *slots) {
  Type type = getElementTypeOrSelf(step.op->getOperand(0).getType());
  double smallest = llvm::APFloat::getSmallestNormalized(
                        cast<FloatType>(type).getFloatSemantics())
                        .convertToDouble();
  double size = std::fabs(slots[step.operands[0]].f);
  slots[step.result].i = size >= smallest && !std::isinf(size) ? -1 : 0;
  return nullptr;
}

static const char *sineAndCosine(const ScalarStep &step, Scalar *slots) {
  double angle = slots[step.operands[0]].f;
  slots[step.result].f = roundTo(step.rounding, std::sin(angle));
  slots[step.result + 1].f = roundTo(step.rounding, std::cos(angle));
  return nullptr;
}

/// math.fpowi: a float base and an integer exponent.
static const char *floatToIntegerPower(const ScalarStep &step, Scalar *slots) {
  slots[step.result].f = roundTo(
      step.rounding, std::pow(slots[step.operands[0]].f,
                              static_cast<double>(slots[step.operands[1]].i)));
  return nullptr;
}

static void addExponentials(ScalarTable &table) {
  table["math.exp"] = unary<[](double a) { return std::exp(a); }>;
  table["math.exp2"] = unary<[](double a) { return std::exp2(a); }>;
  table["math.expm1"] = unary<[](double a) { return std::expm1(a); }>;
  table["math.log"] = unary<[](double a) { return std::log(a); }>;
  table["math.log2"] = unary<[](double a) { return std::log2(a); }>;
  table["math.log10"] = unary<[](double a) { return std::log10(a); }>;
  table["math.log1p"] = unary<[](double a) { return std::log1p(a); }>;
  table["math.sqrt"] = unary<[](double a) { return std::sqrt(a); }>;
  table["math.rsqrt"] = unary<[](double a) { return 1.0 / std::sqrt(a); }>;
  table["math.cbrt"] = unary<[](double a) { return std::cbrt(a); }>;
  table["math.erf"] = unary<[](double a) { return std::erf(a); }>;
  table["math.erfc"] = unary<[](double a) { return std::erfc(a); }>;
  table["math.powf"] =
      binary<[](double a, double b) { return std::pow(a, b); }>;
  table["math.fpowi"] = floatToIntegerPower;
}

static void addTrigonometry(ScalarTable &table) {
  table["math.sin"] = unary<[](double a) { return std::sin(a); }>;
  table["math.cos"] = unary<[](double a) { return std::cos(a); }>;
  table["math.tan"] = unary<[](double a) { return std::tan(a); }>;
  table["math.sincos"] = sineAndCosine;
  table["math.asin"] = unary<[](double a) { return std::asin(a); }>;
  table["math.acos"] = unary<[](double a) { return std::acos(a); }>;
  table["math.atan"] = unary<[](double a) { return std::atan(a); }>;
  table["math.atan2"] =
      binary<[](double a, double b) { return std::atan2(a, b); }>;
  table["math.sinh"] = unary<[](double a) { return std::sinh(a); }>;
  table["math.cosh"] = unary<[](double a) { return std::cosh(a); }>;
  table["math.tanh"] = unary<[](double a) { return std::tanh(a); }>;
  table["math.asinh"] = unary<[](double a) { return std::asinh(a); }>;
  table["math.acosh"] = unary<[](double a) { return std::acosh(a); }>;
  table["math.atanh"] = unary<[](double a) { return std::atanh(a); }>;
}

void addMathScalars(ScalarTable &table) {
  addExponentials(table);
  addTrigonometry(table);
  table["math.absf"] = unary<[](double a) { return std::fabs(a); }>;
  table["math.ceil"] = unary<[](double a) { return std::ceil(a); }>;
  table["math.floor"] = unary<[](double a) { return std::floor(a); }>;
  table["math.trunc"] = unary<[](double a) { return std::trunc(a); }>;
  table["math.round"] = unary<[](double a) { return std::round(a); }>;
  table["math.roundeven"] = unary<[](double a) { return std::nearbyint(a); }>;
  table["math.copysign"] =
      binary<[](double a, double b) { return std::copysign(a, b); }>;
  table["math.fma"] =
      ternary<[](double a, double b, double c) { return std::fma(a, b, c); }>;
  table["math.clampf"] = ternary<[](double a, double low, double high) {
    // Comparisons with NaN are false, so NaN is kept, as in PyTorch and XLA.
    double raised = a < low || std::isnan(low) ? low : a;
    return raised > high || std::isnan(high) ? high : raised;
  }>;
  table["math.isnan"] = test<[](double a) { return std::isnan(a); }>;
  table["math.isinf"] = test<[](double a) { return std::isinf(a); }>;
  table["math.isfinite"] = test<[](double a) { return std::isfinite(a); }>;
  table["math.isnormal"] = testNormal;
}

} // namespace sbp
