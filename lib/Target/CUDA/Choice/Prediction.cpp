// Prediction.cpp: the quantities that predicted times are computed from
#include "Prediction.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "sbp/Interfaces/ElementBytes.h"

using namespace mlir;
using namespace sbp::cuda;

double sbp::cuda::countIterations(linalg::GenericOp op) {
  double iterations = 1;
  for (int64_t extent : op.getStaticLoopRanges())
    iterations *= double(extent);
  return iterations;
}

double sbp::cuda::getAccessedBytes(linalg::GenericOp op, OpOperand &operand) {
  if (!op.isDpsInit(&operand) && !op.payloadUsesValueFromOperand(&operand))
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

double sbp::cuda::countEpilogueSteps(linalg::GenericOp op) {
  double steps = 0;
  for (Operation &one : op.getBody()->without_terminator()) {
    if (isa<math::ErfOp>(one))
      steps += 16;
    else if (isa<math::TanhOp, arith::DivFOp>(one))
      steps += 8;
    else if (isa<math::MathDialect>(one.getDialect()))
      steps += 4;
    else if (!isa<arith::ConstantOp, arith::ExtFOp, arith::TruncFOp>(one))
      steps += 1;
  }
  constexpr double hidden = 8;
  return std::max(0.0, steps - hidden);
}
