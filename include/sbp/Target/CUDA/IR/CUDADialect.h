// CUDADialect.h: ops that one kernel computes, inside of the CUDA target
#ifndef SBP_TARGET_CUDA_IR_CUDADIALECT_H
#define SBP_TARGET_CUDA_IR_CUDADIALECT_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "sbp/Target/CUDA/IR/CUDADialect.h.inc"
#define GET_OP_CLASSES
#include "sbp/Target/CUDA/IR/CUDAOps.h.inc"

#endif // SBP_TARGET_CUDA_IR_CUDADIALECT_H
