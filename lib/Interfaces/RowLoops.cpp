// RowLoops.cpp: the leading parallel loops of an op that index all its results

#include "sbp/Interfaces/RowLoops.h"

using namespace mlir;

namespace sbp {

bool leadsWithLoops(AffineMap map, unsigned count) {
  if (map.getNumResults() < count)
    return false;
  for (unsigned i = 0; i < count; ++i)
    if (map.getResult(i) != getAffineDimExpr(i, map.getContext()))
      return false;
  return true;
}

// Example: a row-wise softmax over (d0, d1) with d1 a reduction for the maximum
// has one row loop, d0: a core can compute row after row.
unsigned countRowLoops(linalg::LinalgOp op) {
  unsigned count = 0;
  for (utils::IteratorType kind : op.getIteratorTypesArray()) {
    if (kind != utils::IteratorType::parallel)
      break;
    ++count;
  }
  for (OpOperand &init : op.getDpsInitsMutable())
    while (!leadsWithLoops(op.getMatchingIndexingMap(&init), count))
      --count;
  return count;
}

} // namespace sbp
