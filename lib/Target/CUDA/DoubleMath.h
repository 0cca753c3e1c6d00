//===- DoubleMath.h - functions of f64 as plain arithmetic ------*- C++ -*-===//
//
// There is no library to call. Every function is within 3 ulp of the right
// value over its whole range.
//
//===----------------------------------------------------------------------===//
#ifndef SBP_LIB_TARGET_CUDA_DOUBLEMATH_H
#define SBP_LIB_TARGET_CUDA_DOUBLEMATH_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/PatternMatch.h"

namespace sbp::cuda {

/// Arithmetic on f64 values.
struct Double {
  using Value = mlir::Value;
  using Is = mlir::arith::CmpFPredicate;
  /// A number in two parts, the second less than an ulp of the first.
  struct Pair {
    Value high, low;
  };

  mlir::ImplicitLocOpBuilder b;
  Double(mlir::PatternRewriter &rewriter, mlir::Location loc)
      : b(loc, rewriter) {}

  Value number(double value);
  Value integer(int64_t value);
  Value add(Value x, Value y);
  Value sub(Value x, Value y);
  Value mul(Value x, Value y);
  Value div(Value x, Value y);
  Value fma(Value x, Value y, Value z);
  Value neg(Value x);
  Value abs(Value x);
  Value sqrt(Value x);
  Value copySign(Value size, Value sign);
  Value is(Is predicate, Value x, Value y);
  Value is(Is predicate, Value x, double y) {
    return is(predicate, x, number(y));
  }
  Value isNaN(Value x) { return is(Is::UNO, x, x); }
  Value isNegative(Value x); ///< by its sign: -0.0 too
  Value both(Value x, Value y);
  Value select(Value condition, Value x, Value y);
  Value bits(Value x);
  Value fromBits(Value x);
  /// Between low and high; NaN becomes `high`.
  Value clamp(Value x, double low, double high);
  /// 2^k, k an i64 from -1022 to 1023.
  Value powerOfTwo(Value k);
  /// Coefficients of 1, x, x^2 and so on.
  Value polynomial(Value x, llvm::ArrayRef<double> coefficients);
  /// x^n / n! for n from `first` to `last`, without x^first.
  Value series(Value x, int first, int last);

  Pair sum(Value x, Value y);     ///< exact
  Pair product(Value x, Value y); ///< exact
  Pair multiply(Pair x, Pair y);
  Pair normalise(Value high, Value low); ///< |high| >= |low|

  Value exp(Value x) { return exp(Pair{x, Value()}); }
  Value exp(Pair x);
  Value exp2(Value x);
  Value expm1(Value x);
  Value log(Value x);
  Value log1p(Value x);
  Value log2(Value x);
  Value log10(Value x);
  Value pow(Value x, Value y);
  Value cbrt(Value x);
  Value erf(Value x);
  Value erfc(Value x);
  Value sinh(Value x);
  Value cosh(Value x);
  Value tanh(Value x);
  Value asinh(Value x);
  Value acosh(Value x);
  Value atanh(Value x);
  Value sin(Value x);
  Value cos(Value x);
  Value tan(Value x);
  Value asin(Value x);
  Value acos(Value x);
  Value atan(Value x) { return atan2(x, number(1.0)); }
  Value atan2(Value y, Value x);
  Value remainder(Value x, Value y);

private:
  /// 2^k e^r for a whole number k and a small r.
  Value scale(Value k, Value power);
  /// x as mantissa in [sqrt 1/2, sqrt 2) times 2^exponent; x > 0.
  std::pair<Value, Value> split(Value x);
  /// What log returns at 0, infinity, NaN and below 0.
  Value atLogEnds(Value x, Value log);
  /// log x - `high`, of which the first part is `f`.
  std::pair<Value, Value> logOfMantissa(Value mantissa);
  Pair logPair(Value x);
  Value ofErrorFunction(Value x, bool isComplement);
  /// Angle of (den, num) in the first quadrant.
  Value angle(Value num, Value den);
  /// x = quadrant pi / 2 + angle, as (quadrant, angle).
  std::pair<Value, Value> reduceAngle(Value x);
  std::pair<Value, Value> reduceLargeAngle(Value size);
  /// Sine and cosine of a reduced angle.
  std::pair<Value, Value> sineAndCosine(Value r);
};

/// The functions of math and arith.remf on f64; and those on f32 that have no
/// good approximation in f32, by way of f64.
void populateDoubleMath(mlir::RewritePatternSet &patterns);

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_DOUBLEMATH_H
