// SteppedSlices.cpp: slices that take steps and drop dims, in two
//
// Upstream's subviews tell which dims they drop by their strides, and crash
// where a step hides one (memref::SubViewOp::getDroppedDims). So dims of one
// element go in a view of their own. Last of the steps on tensors: folding of
// reshapes would join the two again.
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

/// Which dims of the slice each dim of what is left of it stands for.
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
