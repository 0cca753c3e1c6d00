// InsertVariables.cpp: values that gradients are taken by stay values of their
// own
//
// Normalisation replaces a value by what it equals. A gradient would then be
// taken by the replacement, which other ops read as well. Example: with
//   %w = linalg.copy %x;  %y = %w * %b + %x * %x;  nn.gradient %y wrt (%w)
// folding the copy gives b + 2 x, where the derivative by %w is b.

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"
#include "sbp/Transforms/Passes.h"
#include "llvm/ADT/SetVector.h"

namespace sbp {
#define GEN_PASS_DEF_INSERTVARIABLESPASS
#include "sbp/Transforms/Passes.h.inc"
} // namespace sbp

using namespace mlir;
using namespace sbp;

/// Returns whether nothing replaces `value`. An argument of a private function
/// becomes the value that its caller passes.
static bool isKept(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument)
    return false;
  auto function = dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp());
  return function && function.isPublic();
}

namespace {
struct InsertVariables : sbp::impl::InsertVariablesPassBase<InsertVariables> {
  void runOnOperation() override {
    llvm::SetVector<Value> values;
    getOperation().walk([&](nn::GradientOp op) {
      for (Value value : op.getWrt())
        if (!isKept(value))
          values.insert(value);
    });
    OpBuilder builder(&getContext());
    int64_t number = 0;
    for (Value value : values) {
      builder.setInsertionPointAfterValue(value);
      auto variable = nn::VariableOp::create(builder, value.getLoc(),
                                             value.getType(), value, number++);
      value.replaceAllUsesExcept(variable, variable);
    }
    if (values.empty())
      markAllAnalysesPreserved();
  }
};
} // namespace
