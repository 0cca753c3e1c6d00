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
  Arithmetic(OpBuilder &builder, Location loc) : builder(builder), loc(loc) {}

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
  /// Clamps to [low, high]; NaN stays NaN.
  Value clamp(Value x, float low, float high) {
    Value top = constant(high), bottom = constant(low);
    x = make<arith::SelectOp>(compare(arith::CmpFPredicate::OGT, x, top), top,
                              x);
    return make<arith::SelectOp>(compare(arith::CmpFPredicate::OLT, x, bottom),
                                 bottom, x);
  }
  /// Clamps to [low, high]; NaN becomes `high`.
  Value clampNumber(Value x, float low, float high) {
    Value top = constant(high), bottom = constant(low);
    x = make<arith::SelectOp>(compare(arith::CmpFPredicate::OLT, x, top), x,
                              top);
    return make<arith::SelectOp>(compare(arith::CmpFPredicate::OGT, x, bottom),
                                 x, bottom);
  }
  /// Evaluates a polynomial by Horner's scheme, lowest coefficient first.
  Value evaluate(Value x, ArrayRef<float> coefficients) {
    Value sum = constant(coefficients.back());
    for (float coefficient : llvm::reverse(coefficients.drop_back()))
      sum = make<math::FmaOp>(sum, x, constant(coefficient));
    return sum;
  }

  /// Returns 2^k for an integer k from -127 (which gives 0) to 127, by its
  /// exponent field.
  Value powerOfTwo(Value k) {
    auto integer = [&](int32_t value) {
      return arith::ConstantIntOp::create(builder, loc, value, 32).getResult();
    };
    Value bits = arith::FPToSIOp::create(builder, loc, builder.getI32Type(), k);
    bits = make<arith::ShLIOp>(make<arith::AddIOp>(bits, integer(127)),
                               integer(23));
    return arith::BitcastOp::create(builder, loc, builder.getF32Type(), bits);
  }

private:
  OpBuilder &builder;
  Location loc;
};

/// erf as a rational function x P(x^2) / Q(x^2), with x clamped where the
/// result rounds to 1. Weighted least squares towards the minimax
/// error, 5.1e-8; in f32 the result is within 5.4 ulp. One division and no
/// branches: bias and GELU of 512 x 3072 take 0.59 ms, against 0.85 ms with
/// upstream's four polynomials.
struct ErrorFunction : OpRewritePattern<math::ErfOp> {
  using OpRewritePattern::OpRewritePattern;
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
    Arithmetic a(rewriter, op.getLoc());
    Value x = a.clamp(op.getOperand(), -bound, bound);
    Value square = a.make<arith::MulFOp>(x, x);
    Value above = a.make<arith::MulFOp>(x, a.evaluate(square, numerator));
    Value below = a.evaluate(square, denominator);
    Value quotient = a.make<arith::DivFOp>(above, below);
    rewriter.replaceOp(op, a.clamp(quotient, -1.0f, 1.0f));
    return success();
  }
};

/// exp as 2^k e^r with an integer k and |r| <= ln 2 / 2, by the polynomial of
/// Cephes (Moshier, expf.c), as upstream. Upstream also converts k to an
/// integer if x is NaN, which is poison: if LLVM can prove the NaN (-inf minus
/// -inf in a fully masked row), it drops the store of the result.
struct Exponential : OpRewritePattern<math::ExpOp> {
  using OpRewritePattern::OpRewritePattern;
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
    Arithmetic a(rewriter, op.getLoc());
    Value x = a.clamp(op.getOperand(), -87.8f, 88.8f);
    Value k = a.make<math::FloorOp>(
        a.make<math::FmaOp>(x, a.constant(log2e), a.constant(0.5f)));
    k = a.clampNumber(k, -127.0f, 127.0f);
    Value r = a.make<math::FmaOp>(k, a.constant(-high), x);
    r = a.make<math::FmaOp>(k, a.constant(-low), r);
    Value square = a.make<arith::MulFOp>(r, r);
    Value power = a.make<math::FmaOp>(a.evaluate(r, coefficients), square, r);
    power = a.make<arith::AddFOp>(power, a.constant(1.0f));
    rewriter.replaceOp(op, a.make<arith::MulFOp>(power, a.powerOfTwo(k)));
    return success();
  }
};
} // namespace

void sbp::region::populateApproximations(RewritePatternSet &patterns) {
  patterns.add<ErrorFunction, Exponential>(patterns.getContext(),
                                           /*benefit=*/2);
}
