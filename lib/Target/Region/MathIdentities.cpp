// MathIdentities.cpp: functions in terms of other functions
//
// Functions for which neither LLVM nor the service table has an entry, or that
// upstream expands incorrectly.
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "sbp/Target/Region/Steps.h"

using namespace mlir;

static Value createFloat(OpBuilder &builder, Location loc, Type type,
                         const APFloat &value) {
  return arith::ConstantOp::create(builder, loc,
                                   builder.getFloatAttr(type, value));
}

/// Returns the comparison of |value| with `bound`.
static Value compareSize(OpBuilder &builder, Location loc, Value value,
                         arith::CmpFPredicate predicate, const APFloat &bound) {
  Value size = math::AbsFOp::create(builder, loc, value);
  return arith::CmpFOp::create(
      builder, loc, predicate, size,
      createFloat(builder, loc, value.getType(), bound));
}

namespace {
struct ReciprocalRoot : OpRewritePattern<math::RsqrtOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(math::RsqrtOp op,
                                PatternRewriter &rewriter) const override {
    Value one = arith::ConstantOp::create(
        rewriter, op.getLoc(), rewriter.getFloatAttr(op.getType(), 1.0));
    Value root = math::SqrtOp::create(rewriter, op.getLoc(), op.getOperand());
    rewriter.replaceOpWithNewOp<arith::DivFOp>(op, one, root);
    return success();
  }
};

struct FloatToIntegerPower : OpRewritePattern<math::FPowIOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(math::FPowIOp op,
                                PatternRewriter &rewriter) const override {
    Value exponent = arith::SIToFPOp::create(rewriter, op.getLoc(),
                                             op.getType(), op.getRhs());
    rewriter.replaceOpWithNewOp<math::PowFOp>(op, op.getLhs(), exponent);
    return success();
  }
};

struct SineAndCosine : OpRewritePattern<math::SincosOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(math::SincosOp op,
                                PatternRewriter &rewriter) const override {
    Value angle = op.getOperand();
    Value sine = math::SinOp::create(rewriter, op.getLoc(), angle);
    Value cosine = math::CosOp::create(rewriter, op.getLoc(), angle);
    rewriter.replaceOp(op, {sine, cosine});
    return success();
  }
};

/// Upstream applies the lower bound by a minimum, which always gives the upper
/// bound. NaN propagates, as in torch and XLA.
struct Clamp : OpRewritePattern<math::ClampFOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(math::ClampFOp op,
                                PatternRewriter &rewriter) const override {
    Value raised = arith::MaximumFOp::create(rewriter, op.getLoc(),
                                             op.getValue(), op.getMin());
    rewriter.replaceOpWithNewOp<arith::MinimumFOp>(op, raised, op.getMax());
    return success();
  }
};

struct IsInfinite : OpRewritePattern<math::IsInfOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(math::IsInfOp op,
                                PatternRewriter &rewriter) const override {
    Value value = op.getOperand();
    const auto &format = cast<FloatType>(value.getType()).getFloatSemantics();
    rewriter.replaceOp(op, compareSize(rewriter, op.getLoc(), value,
                                       arith::CmpFPredicate::OEQ,
                                       APFloat::getInf(format)));
    return success();
  }
};

struct IsNormal : OpRewritePattern<math::IsNormalOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(math::IsNormalOp op,
                                PatternRewriter &rewriter) const override {
    Value value = op.getOperand();
    Location loc = op.getLoc();
    const auto &format = cast<FloatType>(value.getType()).getFloatSemantics();
    Value isFinite =
        compareSize(rewriter, loc, value, arith::CmpFPredicate::OLT,
                    APFloat::getInf(format));
    Value isLarge = compareSize(rewriter, loc, value, arith::CmpFPredicate::OGE,
                                APFloat::getSmallestNormalized(format));
    rewriter.replaceOpWithNewOp<arith::AndIOp>(op, isFinite, isLarge);
    return success();
  }
};

/// Exponentiation by squaring (Knuth, TAOCP 2, 4.6.3), modulo 2^width. Negative
/// exponents: 1 and -1 have a power, all other bases give 0.
struct IntegerPower : OpRewritePattern<math::IPowIOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(math::IPowIOp op,
                                PatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    Type type = op.getType();
    if (!type.isInteger())
      return rewriter.notifyMatchFailure(op, "expected integers");
    auto number = [&](int64_t value) -> Value {
      return arith::ConstantOp::create(builder,
                                       builder.getIntegerAttr(type, value));
    };
    Value base = op.getLhs(), exponent = op.getRhs();
    Value zero = number(0), one = number(1), minusOne = number(-1);
    auto equals = [&](Value a, Value c) -> Value {
      return arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, a, c);
    };
    Value isOdd = equals(arith::AndIOp::create(builder, exponent, one), one);
    Value ofMinusOne = arith::SelectOp::create(builder, isOdd, minusOne, one);
    Value inverse = arith::SelectOp::create(
        builder, equals(base, one), one,
        arith::SelectOp::create(builder, equals(base, minusOne), ofMinusOne,
                                zero));
    auto loop = scf::WhileOp::create(
        builder, TypeRange{type, type, type}, ValueRange{base, exponent, one},
        [&](OpBuilder &inner, Location loc, ValueRange state) {
          Value isLeft = arith::CmpIOp::create(
              inner, loc, arith::CmpIPredicate::sgt, state[1], zero);
          scf::ConditionOp::create(inner, loc, isLeft, state);
        },
        [&](OpBuilder &inner, Location loc, ValueRange state) {
          Value bit = arith::AndIOp::create(inner, loc, state[1], one);
          Value isSet = arith::CmpIOp::create(
              inner, loc, arith::CmpIPredicate::eq, bit, one);
          Value product = arith::MulIOp::create(inner, loc, state[2], state[0]);
          Value result =
              arith::SelectOp::create(inner, loc, isSet, product, state[2]);
          Value square = arith::MulIOp::create(inner, loc, state[0], state[0]);
          Value rest = arith::ShRUIOp::create(inner, loc, state[1], one);
          scf::YieldOp::create(inner, loc, ValueRange{square, rest, result});
        });
    Value isNegative = arith::CmpIOp::create(builder, arith::CmpIPredicate::slt,
                                             exponent, zero);
    rewriter.replaceOpWithNewOp<arith::SelectOp>(op, isNegative, inverse,
                                                 loop.getResult(2));
    return success();
  }
};
} // namespace

void sbp::region::populateMathIdentities(RewritePatternSet &patterns) {
  patterns.add<FloatToIntegerPower, SineAndCosine, Clamp, IsInfinite, IsNormal>(
      patterns.getContext());
}

void sbp::region::populateReciprocalRoot(RewritePatternSet &patterns) {
  patterns.add<ReciprocalRoot>(patterns.getContext());
}

void sbp::region::populateIntegerPower(RewritePatternSet &patterns) {
  patterns.add<IntegerPower>(patterns.getContext());
}
