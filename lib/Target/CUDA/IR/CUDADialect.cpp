// CUDADialect.cpp: ops that one kernel computes, inside of the CUDA target
#include "sbp/Target/CUDA/IR/CUDADialect.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace sbp::cuda;

#include "sbp/Target/CUDA/IR/CUDADialect.cpp.inc"
#define GET_OP_CLASSES
#include "sbp/Target/CUDA/IR/CUDAOps.cpp.inc"

void CUDADialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "sbp/Target/CUDA/IR/CUDAOps.cpp.inc"
      >();
}
