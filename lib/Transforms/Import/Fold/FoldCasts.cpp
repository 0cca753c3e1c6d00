// FoldCasts.cpp: casts that hide a size which is known

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"
#include "sbp/Transforms/Passes.h"

namespace sbp {
#define GEN_PASS_DEF_FOLDCASTSPASS
#include "sbp/Transforms/Passes.h.inc"
} // namespace sbp

using namespace mlir;

/// The value of static shape that `value` is a cast of; null if it is none.
static Value getStaticSource(Value value) {
  auto cast = value.getDefiningOp<tensor::CastOp>();
  if (!cast)
    return {};
  auto type = dyn_cast<RankedTensorType>(cast.getSource().getType());
  return type && type.hasStaticShape() ? cast.getSource() : Value();
}

namespace {
/// A concatenation reads the sources of casts (torch.roll and torch.cat of
/// slices hide the size of the dimension that is joined).
struct ConcatOfCasts : OpRewritePattern<tensor::ConcatOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ConcatOp op,
                                PatternRewriter &rewriter) const override {
    SmallVector<Value> sources;
    bool changed = false;
    for (Value operand : op.getInputs()) {
      Value source = getStaticSource(operand);
      changed |= bool(source);
      sources.push_back(source ? source : operand);
    }
    if (!changed)
      return rewriter.notifyMatchFailure(op, "no operand is a cast");
    SmallVector<Type> types(ValueRange(sources).getTypes());
    // Sizes that contradict those of the result are for the check to refuse.
    auto joined = tensor::ConcatOp::inferResultType(op.getDim(), types);
    if (failed(verifyCompatibleShape(joined, op.getResultType())))
      return rewriter.notifyMatchFailure(op, "sizes do not add up");
    rewriter.modifyOpInPlace(op,
                             [&] { op.getInputsMutable().assign(sources); });
    return success();
  }
};

/// A cast of a cast back to the first type.
struct CastBack : OpRewritePattern<tensor::CastOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::CastOp op,
                                PatternRewriter &rewriter) const override {
    Value source = getStaticSource(op.getSource());
    if (!source || source.getType() != op.getType())
      return rewriter.notifyMatchFailure(op, "gives another type");
    rewriter.replaceOp(op, source);
    return success();
  }
};

struct FoldCasts : sbp::impl::FoldCastsPassBase<FoldCasts> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<ConcatOfCasts, CastBack>(&getContext());
    // Other dead ops stay: the module has not been checked yet.
    walkAndApplyPatterns(getOperation(), std::move(patterns));
    SmallVector<tensor::CastOp> casts;
    getOperation().walk([&](tensor::CastOp op) { casts.push_back(op); });
    for (tensor::CastOp op : llvm::reverse(casts))
      if (op.use_empty())
        op.erase();
  }
};
} // namespace
