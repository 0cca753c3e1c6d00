// RaiseArgmax.h: reductions of (value, index) become nn.argmax
#ifndef SBP_TRANSFORMS_IMPORT_RAISEARGMAX_H
#define SBP_TRANSFORMS_IMPORT_RAISEARGMAX_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace sbp {

/// Recognises a reduction of values together with counted indices whose body
/// keeps the greater value and the index of the first one (how StableHLO's
/// argmax reaches linalg): no factor of its reduced loop could be split.
/// Replaces it by nn.argmax and, where the value is used, a maximum, erases it
/// and returns true. Returns false, with nothing changed, where `op` is
/// anything else.
bool raiseArgmax(mlir::linalg::GenericOp op);

} // namespace sbp

#endif // SBP_TRANSFORMS_IMPORT_RAISEARGMAX_H
