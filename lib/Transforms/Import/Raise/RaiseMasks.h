// RaiseMasks.h: masks of positions, as rows of keys
#ifndef SBP_LIB_TRANSFORMS_IMPORT_RAISEMASKS_H
#define SBP_LIB_TRANSFORMS_IMPORT_RAISEMASKS_H

#include "sbp/Dialect/NN/IR/NNDialect.h"

namespace sbp {

/// Returns true if the mask of `op` is computed from positions and hides no key
/// of a query but by the distance between them, and each query sees one. False
/// also where that is not known, and without a mask.
bool everyQuerySeesAKey(nn::AttentionOp op);

} // namespace sbp

#endif // SBP_LIB_TRANSFORMS_IMPORT_RAISEMASKS_H
