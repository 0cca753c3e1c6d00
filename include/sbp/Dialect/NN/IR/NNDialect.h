//===- NNDialect.h - the nn dialect ---------------------------------------===//
#ifndef SBP_DIALECT_NN_IR_NNDIALECT_H
#define SBP_DIALECT_NN_IR_NNDIALECT_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "sbp/Interfaces/LocalBuild.h"
#include "sbp/Interfaces/SBPOpInterface.h"

namespace sbp::nn {
/// A tensor of positions that an op reads.
struct IndexedPositions {
  mlir::Value positions;
  /// They lie in [0, bound); nothing where any are allowed.
  std::optional<int64_t> bound;
};
} // namespace sbp::nn

#include "sbp/Dialect/NN/IR/NNDialect.h.inc"
#include "sbp/Dialect/NN/IR/NNEnums.h.inc"
#include "sbp/Dialect/NN/IR/NNInterfaces.h.inc"
#define GET_OP_CLASSES
#include "sbp/Dialect/NN/IR/NNOps.h.inc"

#endif // SBP_DIALECT_NN_IR_NNDIALECT_H
