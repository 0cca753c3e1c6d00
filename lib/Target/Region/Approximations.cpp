// Approximations.cpp: functions of f32 as polynomials
//
// Functions for which MLIR has no approximation, or an inaccurate one.
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "sbp/Target/Region/Steps.h"
#include <array>

using namespace mlir;

namespace {
/// Emits arithmetic on f32 values.
class Arithmetic {
public:
  /// `hasExtremes`: minimum and maximum that keep NaN are one instruction.
  Arithmetic(OpBuilder &builder, Location loc, bool hasExtremes)
      : builder(builder), loc(loc), hasExtremes(hasExtremes) {}

  Value constant(float value) {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getF32FloatAttr(value));
  }
  template <typename Op, typename... Values> Value make(Values... values) {
    return Op::create(builder, loc, values...);
  }
  Value compare(arith::CmpFPredicate predicate, Value a, Value b) {
    return arith::CmpFOp::create(builder, loc, predicate, a, b);
  }
  /// Returns at least `low`, or at most `high`; NaN stays NaN.
  Value raise(Value x, float low) {
    return limit<arith::MaximumFOp>(arith::CmpFPredicate::OLT, x, low);
  }
  Value lower(Value x, float high) {
    return limit<arith::MinimumFOp>(arith::CmpFPredicate::OGT, x, high);
  }
  /// Clamps to [low, high]; NaN stays NaN.
  Value clamp(Value x, float low, float high) {
    return raise(lower(x, high), low);
  }
  /// Evaluates a polynomial by Horner's scheme, lowest coefficient first.
  Value evaluate(Value x, ArrayRef<float> coefficients) {
    Value sum = constant(coefficients.back());
    for (float coefficient : llvm::reverse(coefficients.drop_back()))
      sum = make<math::FmaOp>(sum, x, constant(coefficient));
    return sum;
  }

  /// Returns the number whose bits are the lowest 9 of `x`, followed by 23
  /// zeros.
  Value shiftToExponent(Value x) {
    Value bits =
              arith::BitcastOp::create(builder, loc, builder.getI32Type(), x),
          places = arith::ConstantIntOp::create(builder, loc, 23, 32);
    return arith::BitcastOp::create(builder, loc, builder.getF32Type(),
                                    make<arith::ShLIOp>(bits, places));
  }

private:
  /// Returns `bound` where x is beyond it.
  template <typename Extreme>
  Value limit(arith::CmpFPredicate isBeyond, Value x, float bound) {
    Value limit = constant(bound);
    if (hasExtremes)
      return make<Extreme>(x, limit);
    return make<arith::SelectOp>(compare(isBeyond, x, limit), limit, x);
  }

  OpBuilder &builder;
  Location loc;
  bool hasExtremes;
};

/// erf as a rational function x P(x^2) / Q(x^2), with x clamped where the
/// result rounds to 1. Weighted least squares towards the minimax
/// error, 5.1e-8; in f32 the result is within 5.4 ulp. One division and no
/// branches: bias and GELU of 512 x 3072 take 0.59 ms, against 0.85 ms with
/// upstream's four polynomials.
struct ErrorFunction : OpRewritePattern<math::ErfOp> {
  ErrorFunction(MLIRContext *context, bool hasExtremes)
      : OpRewritePattern(context, /*benefit=*/2), hasExtremes(hasExtremes) {}
  LogicalResult matchAndRewrite(math::ErfOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.getType().isF32())
      return rewriter.notifyMatchFailure(op, "expected f32");
    constexpr float bound = 3.9192059f;
    constexpr std::array<float, 7> numerator = {
        1.1283791065216064f,     0.199851855635643f,
        0.05056377872824669f,    0.0036987047642469406f,
        0.0001417968305759132f,  -1.9580256775952876e-06f,
        1.9933052541887264e-08f,
    };
    constexpr std::array<float, 5> denominator = {
        1.0f, 0.510445773601532f, 0.11496846377849579f, 0.014347124844789505f,
        0.000955387600697577f};
    Arithmetic a(rewriter, op.getLoc(), hasExtremes);
    Value x = a.clamp(op.getOperand(), -bound, bound);
    Value square = a.make<arith::MulFOp>(x, x);
    Value above = a.make<arith::MulFOp>(x, a.evaluate(square, numerator));
    Value below = a.evaluate(square, denominator);
    Value quotient = arith::DivFOp::create(rewriter, op.getLoc(), above, below,
                                           op.getFastmathAttr());
    rewriter.replaceOp(op, a.clamp(quotient, -1.0f, 1.0f));
    return success();
  }
  bool hasExtremes;
};

/// exp as 2^k e^r with an integer k and |r| <= ln 2 / 2, by the polynomial of
/// Cephes (Moshier, expf.c), as upstream. Upstream converts k to an integer,
/// which is poison if x is NaN (-inf minus -inf in a fully masked row): LLVM
/// drops the store of the result. GPUs also convert at an eighth of the rate of
/// additions. So k is rounded by a sum with 1.5 * 2^23 + 127, whose lowest bits
/// are those of k + 127, the exponent field of 2^k:
///
///   x = 3: 3 log2 e = 4.33, sum = 12583043 = 0x4b400083, 0x83 = 131 = 4 + 127
///
/// k is from -127 (where 2^k is taken as 0) to 127. NaN stays NaN by r.
struct Exponential : OpRewritePattern<math::ExpOp> {
  Exponential(MLIRContext *context, bool hasExtremes)
      : OpRewritePattern(context, /*benefit=*/2), hasExtremes(hasExtremes) {}
  LogicalResult matchAndRewrite(math::ExpOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.getType().isF32())
      return rewriter.notifyMatchFailure(op, "expected f32");
    // Cody and Waite's two parts of ln 2; the first is exact in few bits.
    constexpr float log2e = 1.44269504088896341f, high = 0.693359375f,
                    low = -2.12194440e-4f;
    constexpr std::array<float, 6> coefficients = {
        5.0000001201E-1f, 1.6666665459E-1f, 4.1665795894E-2f,
        8.3334519073E-3f, 1.3981999507E-3f, 1.9875691500E-4f};
    Arithmetic a(rewriter, op.getLoc(), hasExtremes);
    constexpr float rounder = 12582912.0f + 127.0f, least = -87.8f;
    Value x = a.raise(op.getOperand(), least);
    Value sum = a.make<math::FmaOp>(x, a.constant(log2e), a.constant(rounder));
    Value most = a.constant(rounder + 127.0f);
    sum = a.make<arith::SelectOp>(
        a.compare(arith::CmpFPredicate::OLT, sum, most), sum, most);
    Value k = a.make<arith::SubFOp>(sum, a.constant(rounder));
    Value r = a.make<math::FmaOp>(k, a.constant(-high), x);
    r = a.make<math::FmaOp>(k, a.constant(-low), r);
    Value square = a.make<arith::MulFOp>(r, r);
    Value power = a.make<math::FmaOp>(a.evaluate(r, coefficients), square, r);
    power = a.make<arith::AddFOp>(power, a.constant(1.0f));
    rewriter.replaceOp(op,
                       a.make<arith::MulFOp>(power, a.shiftToExponent(sum)));
    return success();
  }
  bool hasExtremes;
};
} // namespace

void sbp::region::populateApproximations(RewritePatternSet &patterns,
                                         bool hasExtremes) {
  patterns.add<ErrorFunction, Exponential>(patterns.getContext(), hasExtremes);
}
