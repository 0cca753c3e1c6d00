// PricedOp.h: ops of level 1 that have a price
#ifndef SBP_LIB_ANALYSIS_SELECTION_SOLUTION_PRICEDOP_H
#define SBP_LIB_ANALYSIS_SELECTION_SOLUTION_PRICEDOP_H

#include "sbp/Analysis/Selection/Graph/PlacedOps.h"

namespace sbp {

/// Returns the signature of an op that computes, null for ops without a cost
/// (sources, ops without tensors or without a rule) and without a signature.
inline SignatureAttr getPricedSignature(mlir::Operation &op) {
  bool computes =
      mlir::isa<SBPOpInterface>(op) && touchesTensors(&op) && !isSource(&op);
  return computes ? getSignatureAttr(&op) : SignatureAttr();
}

} // namespace sbp

#endif // SBP_LIB_ANALYSIS_SELECTION_SOLUTION_PRICEDOP_H
