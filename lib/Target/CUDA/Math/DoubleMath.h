// DoubleMath.h: f64 functions expanded to arithmetic
//
// GPUs have no instruction, and the target links no library, for functions of
// f64. Every function here is within 3 ulp over its whole range. Sources: the
// error-free transformations of Dekker (1971) and Knuth (TAOCP 2), argument
// reduction by Cody and Waite (1980) and by Payne and Hanek (1983).
#ifndef SBP_LIB_TARGET_CUDA_DOUBLEMATH_H
#define SBP_LIB_TARGET_CUDA_DOUBLEMATH_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/PatternMatch.h"
#include <limits>

namespace sbp::cuda {

constexpr double kInfinity = std::numeric_limits<double>::infinity(),
                 kNaN = std::numeric_limits<double>::quiet_NaN();

/// Emits arithmetic on f64 values at the builder's insertion point. Functions
/// without a comment compute the operation or math function of their name;
/// conditions are i1, and bits i64.
struct Double {
  using Value = mlir::Value;
  using Predicate = mlir::arith::CmpFPredicate;
  /// A double-double: the unevaluated sum high + low. |low| is at most half an
  /// ulp of `high` where `normalise` made it, at most two ulps otherwise. A
  /// null `low`, which only `exp` accepts, counts as 0.
  struct Pair {
    Value high, low;
  };

  mlir::ImplicitLocOpBuilder builder;
  /// Begins at the insertion point of `rewriter`, whose listener must outlive
  /// this object.
  Double(mlir::PatternRewriter &rewriter, mlir::Location loc)
      : builder(loc, rewriter) {}

  Value constant(double value);
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
  Value compare(Predicate predicate, Value x, Value y);
  Value compare(Predicate predicate, Value x, double y) {
    return compare(predicate, x, constant(y));
  }
  Value isNaN(Value x) { return compare(Predicate::UNO, x, x); }
  Value isNegative(Value x); ///< tests the sign bit, so -0.0 is negative
  Value logicalAnd(Value x, Value y);
  Value select(Value condition, Value x, Value y);
  Value bits(Value x);
  Value fromBits(Value x);
  /// Clamps `x` to [low, high]; NaN becomes `high`.
  Value clamp(Value x, double low, double high);
  /// Returns 2^k, where `k` is an i64 from -1022 to 1023.
  Value powerOfTwo(Value k);
  /// Evaluates a polynomial by Horner's scheme. `coefficients` is not empty and
  /// begins with the one of 1.
  Value polynomial(Value x, llvm::ArrayRef<double> coefficients);
  /// Returns sum of x^(n - first) / n! for n from `first` to `last`.
  Value series(Value x, int first, int last);

  Pair sum(Value x, Value y);     ///< exact (Knuth's two-sum)
  Pair product(Value x, Value y); ///< exact (two-product by fused multiply-add)
  Pair multiply(Pair x, Pair y);  ///< without the product of the low parts
  Pair normalise(Value high,
                 Value low); ///< fast two-sum; requires |high| >= |low|

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
  Value atan(Value x) { return atan2(x, constant(1.0)); }
  Value atan2(Value y, Value x);
  /// Returns fmod(x, y), exactly: it has the sign of `x`.
  Value remainder(Value x, Value y);

private:
  /// Returns 2^k power, where `k` holds a whole number as f64.
  Value scale(Value k, Value power);
  /// Returns mantissa in [sqrt(1/2), sqrt(2)) and exponent of a positive `x`.
  std::pair<Value, Value> split(Value x);
  /// Replaces `log` by the limits at 0 and infinity, and by NaN below 0.
  Value fixLogSpecialCases(Value x, Value log);
  /// Returns log(mantissa) as an exact leading part and a remainder.
  std::pair<Value, Value> logOfMantissa(Value mantissa);
  /// Returns log(x), x > 0, as a double-double for pow.
  Pair logPair(Value x);
  /// Returns erf(x), or erfc(x) if `isComplement`.
  Value buildErrorFunction(Value x, bool isComplement);
  /// Returns the angle atan(num / den) in the first quadrant.
  Value angle(Value num, Value den);
  /// Decomposes x = quadrant pi / 2 + angle with |angle| <= pi / 4, and returns
  /// (quadrant, angle).
  std::pair<Value, Value> reduceAngle(Value x);
  /// Reduces arguments of 2^20 and more, where Cody and Waite's parts of pi do
  /// not suffice.
  std::pair<Value, Value> reduceLargeAngle(Value size);
  /// Returns sine and cosine of a reduced angle by their Taylor series.
  std::pair<Value, Value> sineAndCosine(Value r);
};

/// Adds patterns that expand functions of math, and arith.remf, on f64, with a
/// benefit above that of other expansions. Functions of f32 without a good f32
/// approximation are computed in f64.
void populateDoubleMath(mlir::RewritePatternSet &patterns);

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_DOUBLEMATH_H
