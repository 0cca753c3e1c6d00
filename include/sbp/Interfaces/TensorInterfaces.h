// TensorInterfaces.h: interfaces of ops on tensors
#ifndef SBP_INTERFACES_TENSORINTERFACES_H
#define SBP_INTERFACES_TENSORINTERFACES_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpDefinition.h"
#include <optional>

namespace sbp {

/// Offset, size and stride of a slice in every dimension, in elements: one
/// entry per dimension in each list.
struct PieceSlice {
  llvm::SmallVector<mlir::OpFoldResult> offsets, sizes, strides;
};

/// Positions at which an op reads or writes a tensor.
struct IndexedPositions {
  /// A tensor of integers, or one `index`.
  mlir::Value positions;
  /// Positions must lie in [0, bound); nullopt if any position is legal.
  std::optional<int64_t> bound;
};

} // namespace sbp

#include "sbp/Interfaces/TensorInterfaces.h.inc"

#endif // SBP_INTERFACES_TENSORINTERFACES_H
