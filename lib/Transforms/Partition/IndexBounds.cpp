//===- IndexBounds.cpp - inputs that are positions in a table -------------===//

#include "IndexBounds.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"

using namespace mlir;
using namespace sbp;

/// An elementwise op that copies its one input, or widens it.
static bool isWidening(linalg::LinalgOp op) {
  Block &body = *op.getBlock();
  if (op.getNumDpsInputs() != 1 || op->getNumResults() != 1)
    return false;
  Value yielded = body.getTerminator()->getOperand(0);
  if (Operation *cast = yielded.getDefiningOp())
    if (isa<arith::ExtSIOp, arith::ExtUIOp, arith::IndexCastOp>(cast))
      yielded = cast->getOperand(0);
  return yielded == body.getArgument(0);
}

/// What `value` has the same elements as, followed back to its origin.
static Value getOrigin(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    auto structured = dyn_cast<linalg::LinalgOp>(op);
    if (!isa<BoxingOp, tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op) &&
        !(structured && isWidening(structured)))
      break;
    value = op->getOperand(0);
  }
  return value;
}

SmallVector<int64_t> sbp::getIndexBounds(func::FuncOp entry) {
  SmallVector<int64_t> bounds(entry.getNumArguments(), -1);
  for (auto op : entry.getBody().getOps<nn::IndexingOpInterface>()) {
    auto argument = dyn_cast<BlockArgument>(getOrigin(op.getIndexOperand()));
    std::optional<int64_t> size = op.getIndexBound();
    if (!argument || !size)
      continue;
    int64_t &bound = bounds[argument.getArgNumber()];
    bound = bound < 0 ? *size : std::min(bound, *size);
  }
  return bounds;
}
