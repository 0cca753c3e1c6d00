// CutTime.cpp: the pass that cuts a step into micro-batches

#include "TimeCutter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sbp/Transforms/Microbatches.h"
#include "sbp/Transforms/Passes.h"

namespace sbp {
#define GEN_PASS_DEF_CUTTIMEPASS
#include "sbp/Transforms/Passes.h.inc"
} // namespace sbp

using namespace mlir;
using namespace sbp;

namespace {

struct CutTimePass : sbp::impl::CutTimePassBase<CutTimePass> {
  void runOnOperation() override;
};

} // namespace

void CutTimePass::runOnOperation() {
  for (auto function : getOperation().getOps<func::FuncOp>()) {
    if (function.isExternal() || !function.isPublic())
      continue;
    if (failed(checkMicrobatches(function)))
      return signalPassFailure();
    int64_t count = getRequestedMicrobatches(function);
    if (count > 1 && failed(TimeCutter(function, count).run()))
      return signalPassFailure();
  }
  getOperation()->removeAttr(SBPDialect::kMicrobatchesAttr);
}
