// CaptureScalars.cpp: scalar operands of generics become captured values
//
// A scalar operand becomes a value that the body uses directly, as constants
// are. Each kernel recomputes it where it needs it.
#include "CaptureScalars.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "sbp/Target/Region/Steps.h"

using namespace mlir;

/// Replaces `op` by a generic whose operands are all tensors.
static void capture(linalg::GenericOp op, RewriterBase &rewriter) {
  SmallVector<AffineMap> maps;
  SmallVector<Value> inputs;
  llvm::BitVector dropped(op.getBody()->getNumArguments());
  for (OpOperand &operand : op->getOpOperands()) {
    unsigned number = operand.getOperandNumber();
    if (isa<ShapedType>(operand.get().getType())) {
      maps.push_back(op.getMatchingIndexingMap(&operand));
      if (op.isDpsInput(&operand))
        inputs.push_back(operand.get());
      continue;
    }
    op.getBody()->getArgument(number).replaceAllUsesWith(operand.get());
    dropped.set(number);
  }
  if (dropped.none())
    return;
  op.getBody()->eraseArguments(dropped);
  rewriter.setInsertionPoint(op);
  auto made = linalg::GenericOp::create(
      rewriter, op.getLoc(), op->getResultTypes(), inputs, op.getDpsInits(),
      maps, op.getIteratorTypesArray());
  made.getRegion().takeBody(op.getRegion());
  rewriter.replaceOp(op, made);
}

LogicalResult sbp::cuda::captureScalars(func::FuncOp region) {
  IRRewriter rewriter(region.getContext());
  if (failed(sbp::region::generalizeFills(region)))
    return failure();
  SmallVector<linalg::GenericOp> ops;
  region.walk([&](linalg::GenericOp op) { ops.push_back(op); });
  for (linalg::GenericOp op : ops)
    capture(op, rewriter);
  return success();
}
