// CheckInputs.cpp: checks the inputs of compared positions, and gradients

#include "CheckStoredTypes.h"
#include "sbp/Analysis/Defined/IndexBounds.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"
#include "sbp/Transforms/Passes.h"

namespace sbp {
#define GEN_PASS_DEF_CHECKINPUTSPASS
#include "sbp/Transforms/Passes.h.inc"
} // namespace sbp

using namespace mlir;
using namespace sbp;

static LogicalResult check(func::FuncOp entry) {
  for (auto [number, bound] : llvm::enumerate(getIndexBounds(entry))) {
    auto type = cast<ShapedType>(entry.getArgument(number).getType());
    if (bound != 0 || type.getNumElements() == 0 ||
        entry.getArgAttr(number, SBPDialect::kStateAttr))
      continue;
    return entry.emitError()
           << "argument #" << number << " holds " << type.getNumElements()
           << " positions in a dimension of 0 elements, so every value is out "
              "of range";
  }
  return success();
}

namespace {
struct CheckInputs : sbp::impl::CheckInputsPassBase<CheckInputs> {
  void runOnOperation() override {
    markAllAnalysesPreserved();
    // Gradients of tensors that are only stored would be summed in their type.
    if (failed(checkStoredTypes(getOperation())) ||
        (getOperation().isPublic() && failed(check(getOperation()))))
      signalPassFailure();
  }
};
} // namespace
