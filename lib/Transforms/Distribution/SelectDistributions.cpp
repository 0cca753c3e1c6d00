//===- SelectDistributions.cpp - level 0 to level 1 -----------------------===//

#include "sbp/Analysis/Selection/Decision.h"
#include "sbp/Transforms/Passes.h"

namespace sbp {
#define GEN_PASS_DEF_SELECTDISTRIBUTIONSPASS
#include "sbp/Transforms/Passes.h.inc"
} // namespace sbp

using namespace llvm;
using namespace mlir;
using namespace sbp;

namespace {

struct SelectDistributionsPass
    : sbp::impl::SelectDistributionsPassBase<SelectDistributionsPass> {
  using SelectDistributionsPassBase::SelectDistributionsPassBase;
  void runOnOperation() override;
};

} // namespace

void SelectDistributionsPass::runOnOperation() {
  auto functions = to_vector(getOperation().getOps<func::FuncOp>());
  for (func::FuncOp function : functions) {
    Decision decision;
    if (failed(propagateStrictly(function, decision)) ||
        failed(materialise(function, decision)))
      return signalPassFailure();
  }
}
