//===- ScalarMath.cpp - functions of one number ---------------------------===//
//
// f32 functions with a good approximation become plain arithmetic, which LLVM
// vectorises like any other. The rest, and all of f64, are calls of the C
// library through the service table. bf16 and f16 are computed in f32 and
// rounded after every op, as their types say.
//
//===----------------------------------------------------------------------===//
#include "ServiceTable.h"
#include "Steps.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "sbp/Runtime/HostServices.h"
#include "llvm/ADT/StringMap.h"
#include <cstddef>

using namespace mlir;
using namespace sbp::host;

/// By op name: the function's place in the table, and whether f32 has an
/// approximation of at most 4.3 ulp over its whole range.
namespace {
struct ServiceFunction {
  unsigned index;
  bool isBinary = false;
  bool hasApproximation = false;
};
} // namespace

static const llvm::StringMap<ServiceFunction> &getServiceFunctions() {
  static const llvm::StringMap<ServiceFunction> table = {
      {"math.acos", {SBP_ACOS}},
      {"math.acosh", {SBP_ACOSH}},
      {"math.asin", {SBP_ASIN}},
      {"math.asinh", {SBP_ASINH}},
      {"math.atan", {SBP_ATAN}},
      {"math.atan2", {SBP_ATAN2, true}},
      {"math.atanh", {SBP_ATANH}},
      {"math.cbrt", {SBP_CBRT}},
      {"math.cos", {SBP_COS}},
      {"math.cosh", {SBP_COSH}},
      {"math.erf", {SBP_ERF, false, true}},
      {"math.erfc", {SBP_ERFC}},
      {"math.exp", {SBP_EXP, false, true}},
      {"math.exp2", {SBP_EXP2}},
      {"math.expm1", {SBP_EXPM1, false, true}},
      {"math.log", {SBP_LOG, false, true}},
      {"math.log10", {SBP_LOG10}},
      {"math.log1p", {SBP_LOG1P, false, true}},
      {"math.log2", {SBP_LOG2}},
      {"math.powf", {SBP_POW, true}},
      {"math.sin", {SBP_SIN}},
      {"math.sinh", {SBP_SINH}},
      {"math.tan", {SBP_TAN}},
      {"math.tanh", {SBP_TANH, false, true}},
      {"arith.remf", {SBP_FMOD, true}},
  };
  return table;
}

static bool isNarrow(Type type) { return type.isBF16() || type.isF16(); }

/// Ops that compute on bf16 or f16, and not only move or cast them.
static bool computesNarrow(Operation *op) {
  if (!isa_and_nonnull<arith::ArithDialect, math::MathDialect>(
          op->getDialect()) ||
      isa<arith::ExtFOp, arith::TruncFOp, arith::SelectOp, arith::BitcastOp,
          arith::ConstantOp>(op))
    return false;
  return llvm::any_of(op->getOperandTypes(), isNarrow) ||
         llvm::any_of(op->getResultTypes(), isNarrow);
}

/// The op on f32 (f64 where an integer is converted, so that the value is
/// rounded once), with its operands cast up and its results cast down.
static void widenOp(Operation *op) {
  OpBuilder builder(op);
  Type wide = isa<arith::SIToFPOp, arith::UIToFPOp>(op)
                  ? Type(builder.getF64Type())
                  : Type(builder.getF32Type());
  for (OpOperand &operand : op->getOpOperands())
    if (isNarrow(operand.get().getType()))
      operand.set(
          arith::ExtFOp::create(builder, op->getLoc(), wide, operand.get()));
  builder.setInsertionPointAfter(op);
  for (Value result : op->getResults()) {
    Type narrow = result.getType();
    if (!isNarrow(narrow))
      continue;
    result.setType(wide);
    auto rounded =
        arith::TruncFOp::create(builder, op->getLoc(), narrow, result);
    result.replaceAllUsesExcept(rounded, rounded);
  }
}

/// f64 -> bf16 or f16 rounds once: f64 -> f32 rounds to odd before it, so that
/// the second rounding sees on which side of a tie the value lay.
static void roundOnce(arith::TruncFOp op) {
  OpBuilder b(op);
  Location loc = op.getLoc();
  Type f32 = b.getF32Type(), f64 = b.getF64Type(), i32 = b.getI32Type();
  Value exact = op.getIn();
  Value near = arith::TruncFOp::create(b, loc, f32, exact);
  Value back = arith::ExtFOp::create(b, loc, f64, near);
  Value bits = arith::BitcastOp::create(b, loc, i32, near);
  Value one = arith::ConstantIntOp::create(b, loc, 1, 32);
  Value zero = arith::ConstantIntOp::create(b, loc, 0, 32);
  Value low = arith::AndIOp::create(b, loc, bits, one);
  Value isEven =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, low, zero);
  // Unequal and ordered: NaN stays as it is.
  Value isInexact =
      arith::CmpFOp::create(b, loc, arith::CmpFPredicate::ONE, back, exact);
  Value change = arith::AndIOp::create(b, loc, isEven, isInexact);
  Value backSize = math::AbsFOp::create(b, loc, back);
  Value exactSize = math::AbsFOp::create(b, loc, exact);
  Value isAbove = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OGT,
                                        backSize, exactSize);
  Value down = arith::SubIOp::create(b, loc, bits, one);
  Value up = arith::AddIOp::create(b, loc, bits, one);
  Value odd = arith::SelectOp::create(b, loc, isAbove, down, up);
  Value chosen = arith::SelectOp::create(b, loc, change, odd, bits);
  op.getInMutable().set(arith::BitcastOp::create(b, loc, f32, chosen));
}

static void callService(Operation *op, const ServiceFunction &function,
                        Value services) {
  OpBuilder builder(op);
  bool isDouble = op->getResult(0).getType().isF64();
  int64_t offset = function.isBinary
                       ? (isDouble ? offsetof(sbp_host_services, binary_f64)
                                   : offsetof(sbp_host_services, binary_f32))
                       : (isDouble ? offsetof(sbp_host_services, unary_f64)
                                   : offsetof(sbp_host_services, unary_f32));
  offset += function.index * sizeof(void *);
  Value callee = loadService(builder, op->getLoc(), services, offset);
  Value result = callPure(builder, op->getLoc(), callee, op->getOperands());
  op->getResult(0).replaceAllUsesWith(result);
  op->erase();
}

namespace {
/// Maximum or minimum that drops NaN, as compare and select: LLVM turns some of
/// its intrinsics into calls of fmaxf.
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

/// All ops of a function's loop bodies that `wanted` holds for.
static SmallVector<Operation *>
collect(Operation *root, llvm::function_ref<bool(Operation *)> wanted) {
  SmallVector<Operation *> ops;
  root->walk([&](Operation *op) {
    if (wanted(op))
      ops.push_back(op);
  });
  return ops;
}

LogicalResult sbp::host::callServicesForMath(func::FuncOp region) {
  MLIRContext *context = region.getContext();
  RewritePatternSet patterns(context);
  patterns.add<DropNaNMaximum, DropNaNMinimum>(context);
  populateMathIdentities(patterns);
  populateMathAlgebraicSimplificationPatterns(patterns);
  if (failed(applyPatternsGreedily(region, std::move(patterns))))
    return failure();

  for (Operation *op : collect(region, computesNarrow))
    widenOp(op);
  for (Operation *op : collect(region, [](Operation *op) {
         return isa<arith::TruncFOp>(op) &&
                op->getOperand(0).getType().isF64() &&
                isNarrow(op->getResult(0).getType());
       }))
    roundOnce(cast<arith::TruncFOp>(op));

  RewritePatternSet roots(context);
  populateReciprocalRoot(roots);
  if (failed(applyPatternsGreedily(region, std::move(roots))))
    return failure();

  const auto &table = getServiceFunctions();
  for (Operation *op : collect(region, [&](Operation *op) {
         return table.contains(op->getName().getStringRef()) &&
                isa<FloatType>(op->getResult(0).getType());
       })) {
    ServiceFunction function = table.lookup(op->getName().getStringRef());
    if (function.hasApproximation && op->getResult(0).getType().isF32())
      continue;
    callService(op, function, region.getArgument(0));
  }
  return success();
}

LogicalResult sbp::host::expandScalarMath(ModuleOp module) {
  const auto &table = getServiceFunctions();
  auto isApproximated = [&](StringRef name) {
    auto found = table.find(name);
    return found != table.end() && found->second.hasApproximation;
  };
  RewritePatternSet patterns(module.getContext());
  populateApproximations(patterns);
  populateMathPolynomialApproximationPatterns(patterns, isApproximated);
  populateIntegerPower(patterns);
  arith::populateCeilFloorDivExpandOpsPatterns(patterns);
  // Alone: the whole arith expansion turns maximumf into compare and select,
  // which no longer vectorises as a reduction.
  arith::populateExpandBFloat16Patterns(patterns);
  return applyPatternsGreedily(module, std::move(patterns));
}
