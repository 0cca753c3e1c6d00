// RaiseConcat.h: conditions on a loop index become tensor.concat
#ifndef SBP_TRANSFORMS_IMPORT_RAISECONCAT_H
#define SBP_TRANSFORMS_IMPORT_RAISECONCAT_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace sbp {

/// Recognises a generic without inputs whose body picks one of several captured
/// tensors by comparing one loop index with constants (how StableHLO's
/// concatenate reaches linalg). Replaces it by tensor.concat, erases it and
/// returns true; false means that `op` is anything else and is unchanged.
bool raiseConcat(mlir::linalg::GenericOp op);

} // namespace sbp

#endif // SBP_TRANSFORMS_IMPORT_RAISECONCAT_H
