// VerifyReads.cpp: constant indices must lie inside of the tensors they index

#include "VerifyPhase.h"

#include "mlir/IR/Matchers.h"
#include "sbp/Interfaces/TensorInterfaces.h"

using namespace mlir;
using namespace sbp;

// Checks one operand of constant indices. Others are checked at run time.
static LogicalResult verifyPositions(Operation *op,
                                     const IndexedPositions &indexed) {
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

LogicalResult sbp::verifyReads(Operation &op) {
  if (auto indexing = dyn_cast<IndexingOpInterface>(op))
    for (const IndexedPositions &positions : indexing.getIndexedPositions())
      if (failed(verifyPositions(&op, positions)))
        return failure();
  return success();
}
