// NNToLinalg.cpp: lowers the ops of nn to linalg on one rank

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"
#include "sbp/Transforms/Passes.h"

namespace sbp {
#define GEN_PASS_DEF_CONVERTNNTOLINALGPASS
#include "sbp/Transforms/Passes.h.inc"
} // namespace sbp

using namespace mlir;

namespace {

class ConvertNNToLinalg
    : public sbp::impl::ConvertNNToLinalgPassBase<ConvertNNToLinalg> {
  void runOnOperation() override {
    SmallVector<sbp::LoweringOpInterface> ops;
    getOperation()->walk(
        [&](sbp::LoweringOpInterface op) { ops.push_back(op); });
    for (sbp::LoweringOpInterface op : ops) {
      OpBuilder builder(op);
      op->replaceAllUsesWith(op.lowerToLinalg(builder));
      op->erase();
    }
  }
};

} // namespace
