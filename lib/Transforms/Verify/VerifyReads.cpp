//===- VerifyReads.cpp - what is read exists ------------------------------===//

#include "VerifyPhase.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"

using namespace mlir;
using namespace sbp;

// Positions that come from an input are checked when they are known.
static LogicalResult verifyPositions(Operation *op,
                                     const nn::IndexedPositions &indexed) {
  DenseIntElementsAttr positions;
  if (!indexed.bound ||
      !matchPattern(indexed.positions, m_Constant(&positions)))
    return success();
  for (auto [i, position] : llvm::enumerate(positions.getValues<APInt>()))
    if (position.isNegative() || position.sge(*indexed.bound))
      return op->emitOpError() << "reads position " << position.getSExtValue()
                               << " (element " << i << " of its indices) of "
                               << *indexed.bound << "; positions count from 0";
  return success();
}

// The commonest slip in linalg: accumulating into a tensor nobody filled.
static LogicalResult verifyDefined(linalg::LinalgOp op) {
  for (OpOperand &operand : op->getOpOperands()) {
    auto type = dyn_cast<RankedTensorType>(operand.get().getType());
    if (!type || type.getNumElements() == 0 ||
        !operand.get().getDefiningOp<tensor::EmptyOp>() ||
        !op.payloadUsesValueFromOperand(&operand))
      continue;
    InFlightDiagnostic error =
        op->emitOpError()
        << (op.isDpsInit(&operand) ? "adds to" : "reads") << " operand #"
        << operand.getOperandNumber()
        << ", a tensor.empty whose elements are undefined; fill it first "
           "(linalg.fill)";
    error.attachNote(operand.get().getLoc()) << "made here";
    return error;
  }
  return success();
}

LogicalResult sbp::verifyReads(Operation &op) {
  if (auto indexing = dyn_cast<nn::IndexingOpInterface>(op))
    for (const nn::IndexedPositions &positions : indexing.getIndexedPositions())
      if (failed(verifyPositions(&op, positions)))
        return failure();
  if (auto structured = dyn_cast<linalg::LinalgOp>(op))
    return verifyDefined(structured);
  return success();
}
