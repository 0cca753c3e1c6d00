// NNDialect.h: the nn dialect
#ifndef SBP_DIALECT_NN_IR_NNDIALECT_H
#define SBP_DIALECT_NN_IR_NNDIALECT_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "sbp/Dialect/NN/IR/Attention/KeyWindow.h"
#include "sbp/Interfaces/LocalBuild.h"
#include "sbp/Interfaces/NarrowingInterface.h"
#include "sbp/Interfaces/OptimizerInterface.h"
#include "sbp/Interfaces/SBPOpInterface.h"
#include "sbp/Interfaces/TensorInterfaces.h"

#include "sbp/Dialect/NN/IR/NNDialect.h.inc"
#include "sbp/Dialect/NN/IR/NNEnums.h.inc"
#define GET_OP_CLASSES
#include "sbp/Dialect/NN/IR/NNOps.h.inc"

#endif // SBP_DIALECT_NN_IR_NNDIALECT_H
