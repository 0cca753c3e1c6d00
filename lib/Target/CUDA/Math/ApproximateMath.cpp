// ApproximateMath.cpp: functions of f32 by the approximate instructions of a
// GPU
//
// A polynomial takes 20 to 40 instructions an element, which is longer than the
// multiplications of a product with k = 768 after which gelu is applied.
#include "ApproximateMath.h"
#include "InlinePtx.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace sbp::cuda;

static constexpr float kLog2e = 1.44269504088896341f;

namespace {
/// Emits arithmetic on f32 values.
class Instructions {
public:
  Instructions(PatternRewriter &rewriter, Location loc)
      : builder(loc, rewriter) {}

  Value constant(float value) {
    return arith::ConstantOp::create(builder, builder.getF32FloatAttr(value));
  }
  Value mul(Value x, Value y) { return arith::MulFOp::create(builder, x, y); }
  Value mul(Value x, float y) { return mul(x, constant(y)); }
  Value add(Value x, float y) {
    return arith::AddFOp::create(builder, x, constant(y));
  }
  Value fma(Value x, float y, float z) {
    return math::FmaOp::create(builder, x, constant(y), constant(z));
  }
  /// Returns 2^x and 1 / x within 2 ulp; subnormal numbers are 0.
  Value exp2(Value x) {
    return emitPure(builder, builder.getF32Type(), "ex2.approx.ftz.f32 $0, $1;",
                    "=f,f", {x});
  }
  Value reciprocal(Value x) {
    return emitPure(builder, builder.getF32Type(), "rcp.approx.ftz.f32 $0, $1;",
                    "=f,f", {x});
  }
  /// Returns x / y within 2 ulp.
  Value divide(Value x, Value y) {
    return emitPure(builder, builder.getF32Type(), "div.full.f32 $0, $1, $2;",
                    "=f,f,f", {x, y});
  }

  ImplicitLocOpBuilder builder;
};

/// A pattern for the ops of f32 that allow approximations.
template <typename Op> struct Approximation : OpRewritePattern<Op> {
  explicit Approximation(MLIRContext *context)
      : OpRewritePattern<Op>(context, /*benefit=*/20) {}
  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    if (!op.getType().isF32() ||
        !arith::bitEnumContainsAll(op.getFastmath(), arith::FastMathFlags::afn))
      return rewriter.notifyMatchFailure(op, "expected f32 and afn");
    Instructions instructions(rewriter, op.getLoc());
    rewriter.replaceOp(op, expand(op, instructions));
    return success();
  }
  /// Returns the value of `op`.
  virtual Value expand(Op op, Instructions &i) const = 0;
};

struct Exponential : Approximation<math::ExpOp> {
  using Approximation::Approximation;
  Value expand(math::ExpOp op, Instructions &i) const override {
    return i.exp2(i.mul(op.getOperand(), kLog2e));
  }
};

struct Quotient : Approximation<arith::DivFOp> {
  using Approximation::Approximation;
  Value expand(arith::DivFOp op, Instructions &i) const override {
    return i.divide(op.getLhs(), op.getRhs());
  }
};

/// tanh as 1 - 2 / (e^2|x| + 1), and as x (1 - x^2 / 3) where the difference
/// would lose digits.
struct HyperbolicTangent : Approximation<math::TanhOp> {
  using Approximation::Approximation;
  Value expand(math::TanhOp op, Instructions &i) const override {
    Value x = op.getOperand(), size = math::AbsFOp::create(i.builder, x);
    Value power = i.exp2(i.mul(size, 2 * kLog2e));
    Value large = math::CopySignOp::create(
        i.builder, i.fma(i.reciprocal(i.add(power, 1)), -2, 1), x);
    Value small = i.mul(x, i.fma(i.mul(x, x), -1.0f / 3, 1));
    Value isSmall = arith::CmpFOp::create(i.builder, arith::CmpFPredicate::OLT,
                                          size, i.constant(0.05f));
    return arith::SelectOp::create(i.builder, isSmall, small, large);
  }
};
} // namespace

void sbp::cuda::allowApproximations(Operation *op) {
  auto flag = arith::FastMathFlagsAttr::get(op->getContext(),
                                            arith::FastMathFlags::afn);
  op->walk([&](Operation *inner) {
    if (isa<math::ExpOp, math::TanhOp, math::ErfOp, arith::DivFOp>(inner))
      inner->setAttr("fastmath", flag);
  });
}

void sbp::cuda::populateApproximateMath(RewritePatternSet &patterns) {
  patterns.add<Exponential, Quotient, HyperbolicTangent>(patterns.getContext());
}
