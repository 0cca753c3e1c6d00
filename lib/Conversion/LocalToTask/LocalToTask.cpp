//===- LocalToTask.cpp - level 2 to level 3 -------------------------------===//

#include "GraphBuilder.h"
#include "sbp/Transforms/Passes.h"

namespace sbp {
#define GEN_PASS_DEF_CONVERTLOCALTOTASKPASS
#include "sbp/Transforms/Passes.h.inc"
} // namespace sbp

using namespace mlir;
using namespace sbp;

namespace {

struct ConvertLocalToTaskPass
    : sbp::impl::ConvertLocalToTaskPassBase<ConvertLocalToTaskPass> {
  void runOnOperation() override;
};

} // namespace

void ConvertLocalToTaskPass::runOnOperation() {
  KernelTable kernels(getOperation());
  auto functions = llvm::to_vector(getOperation().getOps<func::FuncOp>());
  for (func::FuncOp function : functions)
    if (LocalProgram::is(function))
      buildGraph(LocalProgram(function), kernels);
}
