// StaticPads.cpp: padding by known amounts

#include "ImportPatterns.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;

/// Returns the slice of the source that negative amounts leave.
static Value cut(PatternRewriter &rewriter, tensor::PadOp pad,
                 ArrayRef<int64_t> low, ArrayRef<int64_t> high) {
  SmallVector<OpFoldResult> offsets, sizes,
      strides(low.size(), rewriter.getIndexAttr(1));
  bool isWhole = true;
  for (auto [before, after, size] :
       llvm::zip_equal(low, high, pad.getSourceType().getShape())) {
    int64_t first = std::max<int64_t>(-before, 0);
    int64_t left =
        std::max<int64_t>(size - first - std::max<int64_t>(-after, 0), 0);
    isWhole &= left == size;
    offsets.push_back(rewriter.getIndexAttr(left ? first : 0));
    sizes.push_back(rewriter.getIndexAttr(left));
  }
  if (isWhole)
    return pad.getSource();
  return tensor::ExtractSliceOp::create(rewriter, pad.getLoc(), pad.getSource(),
                                        offsets, sizes, strides);
}

static SmallVector<OpFoldResult> asAmounts(Builder &builder,
                                           ArrayRef<int64_t> amounts) {
  return llvm::map_to_vector(amounts, [&](int64_t amount) -> OpFoldResult {
    return builder.getIndexAttr(std::max<int64_t>(amount, 0));
  });
}

namespace {
/// Amounts that are constants stand in the op; those below zero cut before.
struct StaticPad : OpRewritePattern<tensor::PadOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::PadOp op,
                                PatternRewriter &rewriter) const override {
    auto low = getConstantIntValues(op.getMixedLowPad());
    auto high = getConstantIntValues(op.getMixedHighPad());
    auto isNegative = [](int64_t amount) { return amount < 0; };
    if (!low || !high || !op.getSourceType().hasStaticShape() ||
        (op.getLow().empty() && op.getHigh().empty() &&
         llvm::none_of(*low, isNegative) && llvm::none_of(*high, isNegative)))
      return rewriter.notifyMatchFailure(
          op, "its amounts are not constants, or stand in it already");
    // More is cut than there is: what is left would be a part of the padding.
    for (auto [before, after, size] :
         llvm::zip_equal(*low, *high, op.getSourceType().getShape()))
      if (std::max<int64_t>(-before, 0) + std::max<int64_t>(-after, 0) > size)
        return rewriter.notifyMatchFailure(op, "more is cut than there is");
    Value source = cut(rewriter, op, *low, *high);
    auto pad = tensor::PadOp::create(
        rewriter, op.getLoc(), op.getResultType(), source,
        asAmounts(rewriter, *low), asAmounts(rewriter, *high), op.getNofold());
    rewriter.inlineRegionBefore(op.getRegion(), pad.getRegion(),
                                pad.getRegion().begin());
    rewriter.replaceOp(op, pad);
    return success();
  }
};
} // namespace

void sbp::populateStaticPadPatterns(RewritePatternSet &patterns) {
  patterns.add<StaticPad>(patterns.getContext());
}
