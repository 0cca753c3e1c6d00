// NNDialect.cpp: the nn dialect

#include "sbp/Dialect/NN/IR/NNDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace sbp::nn;

#include "sbp/Dialect/NN/IR/NNDialect.cpp.inc"
#define GET_OP_CLASSES
#include "sbp/Dialect/NN/IR/NNOps.cpp.inc"

void NNDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "sbp/Dialect/NN/IR/NNOps.cpp.inc"
      >();
}
