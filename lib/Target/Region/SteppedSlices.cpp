// SteppedSlices.cpp: splits slices that both take steps and drop dims
//
// Upstream's subviews infer the dims that they drop from their strides, and
// crash if a step hides one (memref::SubViewOp::getDroppedDims). So dims of one
// element are dropped by a reshape of its own. This is the last of the steps on
// tensors: folding of reshapes would merge the two again.
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "sbp/Target/Region/Steps.h"

using namespace mlir;

static bool dropsDimsInSteps(OffsetSizeAndStrideOpInterface op,
                             RankedTensorType reduced) {
  bool drops =
      reduced.getRank() < static_cast<int64_t>(op.getStaticSizes().size());
  return drops && !op.hasUnitStride();
}

/// Returns the dims of the slice that each remaining dim stands for.
static SmallVector<ReassociationIndices> getGroups(ArrayRef<int64_t> slice,
                                                   RankedTensorType reduced) {
  auto groups = getReassociationIndicesForCollapse(slice, reduced.getShape());
  assert(groups && "dims of one element are dropped");
  return *groups;
}

LogicalResult sbp::region::separateSteppedSlices(func::FuncOp region) {
  IRRewriter rewriter(region.getContext());
  region.walk([&](tensor::ExtractSliceOp op) {
    if (!dropsDimsInSteps(op, op.getType()))
      return;
    rewriter.setInsertionPoint(op);
    Value slice = tensor::ExtractSliceOp::create(
        rewriter, op.getLoc(), op.getSource(), op.getMixedOffsets(),
        op.getMixedSizes(), op.getMixedStrides());
    rewriter.replaceOpWithNewOp<tensor::CollapseShapeOp>(
        op, op.getType(), slice, getGroups(op.getStaticSizes(), op.getType()));
  });
  region.walk([&](tensor::InsertSliceOp op) {
    if (!dropsDimsInSteps(op, op.getSourceType()))
      return;
    rewriter.setInsertionPoint(op);
    auto type = RankedTensorType::get(op.getStaticSizes(),
                                      op.getSourceType().getElementType());
    Value slice = tensor::ExpandShapeOp::create(
        rewriter, op.getLoc(), type, op.getSource(),
        getGroups(op.getStaticSizes(), op.getSourceType()));
    rewriter.replaceOpWithNewOp<tensor::InsertSliceOp>(
        op, slice, op.getDest(), op.getMixedOffsets(), op.getMixedSizes(),
        op.getMixedStrides());
  });
  return success();
}
