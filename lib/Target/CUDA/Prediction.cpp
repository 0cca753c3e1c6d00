// Prediction.cpp: what predicted times are computed from
#include "Prediction.h"
#include "KernelBuilder.h"

using namespace mlir;
using namespace sbp::cuda;

double sbp::cuda::countIterations(linalg::GenericOp op) {
  double iterations = 1;
  for (int64_t extent : op.getStaticLoopRanges())
    iterations *= double(extent);
  return iterations;
}

double sbp::cuda::getAccessedBytes(linalg::GenericOp op, OpOperand &operand) {
  if (!op.isDpsInit(&operand) && !isRead(op, operand))
    return 0;
  auto type = cast<RankedTensorType>(operand.get().getType());
  return std::min(double(type.getNumElements()), countIterations(op)) *
         double(getElementBytes(type.getElementType()));
}

double sbp::cuda::getAccessedBytes(linalg::GenericOp op) {
  double bytes = 0;
  for (OpOperand &operand : op->getOpOperands())
    bytes += getAccessedBytes(op, operand);
  return bytes;
}
