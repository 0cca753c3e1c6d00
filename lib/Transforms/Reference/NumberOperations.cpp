// NumberOperations.cpp: numbers the ops of a model to find them in its copies

#include "mlir/IR/Builders.h"
#include "sbp/Dialect/SBP/IR/ReferenceAttributes.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"
#include "sbp/Transforms/Passes.h"

namespace sbp {
#define GEN_PASS_DEF_NUMBEROPERATIONSPASS
#include "sbp/Transforms/Passes.h.inc"
} // namespace sbp

using namespace mlir;
using namespace sbp;

namespace {
struct NumberOperationsPass
    : sbp::impl::NumberOperationsPassBase<NumberOperationsPass> {
  void runOnOperation() override;
};
} // namespace

void NumberOperationsPass::runOnOperation() {
  int64_t next = 0;
  Builder builder(&getContext());
  for (auto function : getOperation().getOps<func::FuncOp>())
    for (Operation &op : function.getOps())
      if (!op.hasTrait<OpTrait::IsTerminator>())
        op.setAttr(kNumberAttr, builder.getI64IntegerAttr(next++));
}
