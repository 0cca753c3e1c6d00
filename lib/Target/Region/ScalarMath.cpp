// ScalarMath.cpp: scalar functions on narrow floats
//
// bf16 and f16 are computed in f32 and rounded after every op, as their types
// require. Functions that are defined by other functions are rewritten.
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "sbp/Support/RewriteGreedily.h"
#include "sbp/Target/Region/Steps.h"

using namespace mlir;
using namespace sbp::region;

static bool isNarrowFloat(Type type) { return type.isBF16() || type.isF16(); }

/// Returns whether the op computes on bf16 or f16 instead of moving or casting
/// them.
static bool computesNarrow(Operation *op) {
  if (!isa_and_nonnull<arith::ArithDialect, math::MathDialect>(
          op->getDialect()) ||
      isa<arith::ExtFOp, arith::TruncFOp, arith::SelectOp, arith::BitcastOp,
          arith::ConstantOp>(op))
    return false;
  return llvm::any_of(op->getOperandTypes(), isNarrowFloat) ||
         llvm::any_of(op->getResultTypes(), isNarrowFloat);
}

/// Makes the conversion of an i64 to f64 exact enough for a later rounding to
/// bf16: of a number with more than 53 bits, the lowest 11 bits become one
/// sticky bit.
static void convertExactly(Operation *op) {
  Value exact = op->getOperand(0);
  if (!exact.getType().isInteger(64))
    return;
  OpBuilder builder(op);
  Location loc = op->getLoc();
  auto number = [&](int64_t value) -> Value {
    return arith::ConstantIntOp::create(builder, loc, value, 64);
  };
  Value low = arith::AndIOp::create(builder, loc, exact, number(0x7ff));
  Value carry = arith::AddIOp::create(builder, loc, low, number(0x7ff));
  Value joined = arith::OrIOp::create(builder, loc, exact, carry);
  Value odd =
      arith::AndIOp::create(builder, loc, joined, number(~int64_t(0x7ff)));
  // Signed numbers of 53 bits are centred around zero, unsigned ones start
  // there.
  bool isSigned = isa<arith::SIToFPOp>(op);
  Value distance = exact;
  if (isSigned)
    distance =
        arith::AddIOp::create(builder, loc, exact, number(int64_t(1) << 53));
  Value isLong =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ugt, distance,
                            number(int64_t(1) << (isSigned ? 54 : 53)));
  op->setOperand(0, arith::SelectOp::create(builder, loc, isLong, odd, exact));
}

/// Computes `op` in f32, or in f64 if it converts an integer. Operands are cast
/// up and results down, so that each value is rounded once.
static void widenOp(Operation *op) {
  if (isa<arith::SIToFPOp, arith::UIToFPOp>(op))
    convertExactly(op);
  OpBuilder builder(op);
  Type wide = isa<arith::SIToFPOp, arith::UIToFPOp>(op)
                  ? Type(builder.getF64Type())
                  : Type(builder.getF32Type());
  for (OpOperand &operand : op->getOpOperands())
    if (isNarrowFloat(operand.get().getType()))
      operand.set(
          arith::ExtFOp::create(builder, op->getLoc(), wide, operand.get()));
  builder.setInsertionPointAfter(op);
  for (Value result : op->getResults()) {
    Type narrow = result.getType();
    if (!isNarrowFloat(narrow))
      continue;
    result.setType(wide);
    auto rounded =
        arith::TruncFOp::create(builder, op->getLoc(), narrow, result);
    result.replaceAllUsesExcept(rounded, rounded);
  }
}

/// Rounds f64 to bf16 or f16 once. f64 -> f32 rounds to odd (Boldo and
/// Melquiond, "Emulation of FMA and Correctly Rounded Sums", 2008), so that the
/// second rounding sees on which side of a tie the value is.
static void roundOnce(arith::TruncFOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Type f32 = builder.getF32Type(), f64 = builder.getF64Type(),
       i32 = builder.getI32Type();
  Value exact = op.getIn();
  Value near = arith::TruncFOp::create(builder, loc, f32, exact);
  Value back = arith::ExtFOp::create(builder, loc, f64, near);
  Value bits = arith::BitcastOp::create(builder, loc, i32, near);
  Value one = arith::ConstantIntOp::create(builder, loc, 1, 32);
  Value zero = arith::ConstantIntOp::create(builder, loc, 0, 32);
  Value low = arith::AndIOp::create(builder, loc, bits, one);
  Value isEven =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, low, zero);
  // Unequal and ordered: NaN is left unchanged.
  Value isInexact = arith::CmpFOp::create(
      builder, loc, arith::CmpFPredicate::ONE, back, exact);
  Value change = arith::AndIOp::create(builder, loc, isEven, isInexact);
  Value backSize = math::AbsFOp::create(builder, loc, back);
  Value exactSize = math::AbsFOp::create(builder, loc, exact);
  Value isAbove = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OGT,
                                        backSize, exactSize);
  Value down = arith::SubIOp::create(builder, loc, bits, one);
  Value up = arith::AddIOp::create(builder, loc, bits, one);
  Value odd = arith::SelectOp::create(builder, loc, isAbove, down, up);
  Value chosen = arith::SelectOp::create(builder, loc, change, odd, bits);
  op.getInMutable().set(arith::BitcastOp::create(builder, loc, f32, chosen));
}

namespace {
/// Maximum or minimum that ignores NaN, as compare and select: LLVM lowers some
/// of its intrinsics to calls of fmaxf.
template <typename Op, arith::CmpFPredicate predicate>
struct CompareAndSelect : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;
  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value isBetter = arith::CmpFOp::create(rewriter, loc, predicate,
                                           op.getLhs(), op.getRhs());
    Value otherIsNaN = arith::CmpFOp::create(
        rewriter, loc, arith::CmpFPredicate::UNO, op.getRhs(), op.getRhs());
    Value takesLeft = arith::OrIOp::create(rewriter, loc, isBetter, otherIsNaN);
    rewriter.replaceOpWithNewOp<arith::SelectOp>(op, takesLeft, op.getLhs(),
                                                 op.getRhs());
    return success();
  }
};
using DropNaNMaximum =
    CompareAndSelect<arith::MaxNumFOp, arith::CmpFPredicate::OGT>;
using DropNaNMinimum =
    CompareAndSelect<arith::MinNumFOp, arith::CmpFPredicate::OLT>;
} // namespace

SmallVector<Operation *>
sbp::region::collect(Operation *root,
                     llvm::function_ref<bool(Operation *)> predicate) {
  SmallVector<Operation *> ops;
  root->walk([&](Operation *op) {
    if (predicate(op))
      ops.push_back(op);
  });
  return ops;
}

void sbp::region::populateDropNaN(RewritePatternSet &patterns) {
  patterns.add<DropNaNMaximum, DropNaNMinimum>(patterns.getContext());
}

LogicalResult sbp::region::defineScalarMath(func::FuncOp region) {
  MLIRContext *context = region.getContext();
  RewritePatternSet patterns(context);
  populateMathIdentities(patterns);
  populateMathAlgebraicSimplificationPatterns(patterns);
  sbp::rewriteGreedily(region, std::move(patterns));

  for (Operation *op : collect(region, computesNarrow))
    widenOp(op);
  for (Operation *op : collect(region, [](Operation *op) {
         return isa<arith::TruncFOp>(op) &&
                op->getOperand(0).getType().isF64() &&
                isNarrowFloat(op->getResult(0).getType());
       }))
    roundOnce(cast<arith::TruncFOp>(op));

  RewritePatternSet roots(context);
  populateReciprocalRoot(roots);
  sbp::rewriteGreedily(region, std::move(roots));
  return success();
}
