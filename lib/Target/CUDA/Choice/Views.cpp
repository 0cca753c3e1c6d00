// Views.cpp: ops that select elements of a tensor and compute none
#include "Views.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace sbp::cuda;

bool sbp::cuda::isReshape(Operation *op) {
  return isa_and_nonnull<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op);
}

bool sbp::cuda::isView(Operation *op) {
  auto slice = dyn_cast_or_null<tensor::ExtractSliceOp>(op);
  return slice ? slice.getOffsets().empty() && slice.getSizes().empty() &&
                     slice.getStrides().empty()
               : isReshape(op);
}

Value sbp::cuda::getViewed(Value tensor) {
  while (isView(tensor.getDefiningOp()))
    tensor = tensor.getDefiningOp()->getOperand(0);
  return tensor;
}
