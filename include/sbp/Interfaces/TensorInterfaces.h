// TensorInterfaces.h: what analyses ask ops on tensors
#ifndef SBP_INTERFACES_TENSORINTERFACES_H
#define SBP_INTERFACES_TENSORINTERFACES_H

#include "mlir/IR/OpDefinition.h"

namespace sbp {

/// Offset, size and stride of every dimension.
struct PiecePlace {
  llvm::SmallVector<mlir::OpFoldResult> offsets, sizes, strides;
};

} // namespace sbp

#include "sbp/Interfaces/TensorInterfaces.h.inc"

#endif // SBP_INTERFACES_TENSORINTERFACES_H
