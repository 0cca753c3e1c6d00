//===- ExplainBoxings.cpp - why every boxing exists -----------------------===//

#include "sbp/Analysis/Boxing/BoxingExplanation.h"
#include "sbp/Analysis/Selection/Decision.h"
#include "sbp/Transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace sbp {
#define GEN_PASS_DEF_EXPLAINBOXINGSPASS
#include "sbp/Transforms/Passes.h.inc"
} // namespace sbp

using namespace mlir;
using namespace sbp;

static void emitExplanation(const BoxingExplanation &explanation) {
  InFlightDiagnostic diagnostic = emitRemark(explanation.getValue().getLoc())
                                  << "boxed: " << explanation.getFacts();
  Operation *reader = explanation.getReader().getOp();
  if (explanation.getPlan().getTotalBytes() > 0 && reader)
    diagnostic.attachNote(reader->getLoc())
        << "read here; " << explanation.getAdvice();
}

static void warn(const BoxingExplanation &explanation, size_t repeats) {
  Operation *reader = explanation.getReader().getOp();
  InFlightDiagnostic diagnostic =
      emitWarning(reader->getLoc())
      << "'" << reader->getName() << "' needs all of "
      << describe(explanation.getValue())
      << " on every rank: " << explanation.getPlan().getTotalBytes()
      << " bytes are gathered a step that nothing asks for";
  if (repeats > 1)
    diagnostic << ", and " << repeats - 1 << " more times at this line";
  diagnostic.attachNote(explanation.getValue().getLoc())
      << "made here as " << toText(explanation.getBoxing().getFrom()) << "; "
      << explanation.getReader().explainRefusal();
  diagnostic.attachNote(reader->getLoc())
      << "to avoid it, " << explanation.getRemedy()
      << "; if the gather is meant, sbp.constrain says so";
}

namespace {

struct ExplainBoxingsPass
    : sbp::impl::ExplainBoxingsPassBase<ExplainBoxingsPass> {
  using ExplainBoxingsPassBase::ExplainBoxingsPassBase;
  void runOnOperation() override;
  LogicalResult explainEntry(func::FuncOp entry, BoxingPlans &plans);
};

} // namespace

/// The line of the model, the same for all repeats of a layer.
static Attribute getLine(Operation *op) {
  return op->getLoc()->findInstanceOf<FileLineColLoc>();
}

LogicalResult ExplainBoxingsPass::explainEntry(func::FuncOp entry,
                                               BoxingPlans &plans) {
  llvm::MapVector<Attribute, std::vector<BoxingExplanation>> gathers;
  for (auto boxing : entry.getBody().getOps<BoxingOp>()) {
    FailureOr<const BoxingPlan *> plan = plans.get(boxing);
    if (failed(plan))
      return failure();
    BoxingExplanation explanation(boxing, **plan);
    if (explanation.isNoOp())
      continue;
    if (remarks)
      emitExplanation(explanation);
    if (explanation.isForcedGather())
      gathers[getLine(explanation.getReader().getOp())].push_back(explanation);
  }
  for (auto &[line, list] : gathers)
    warn(list.front(), list.size());
  return success();
}

void ExplainBoxingsPass::runOnOperation() {
  markAllAnalysesPreserved();
  auto &plans = getAnalysis<BoxingPlans>();
  for (auto entry : getOperation().getOps<func::FuncOp>())
    if (!entry.isDeclaration() && failed(explainEntry(entry, plans)))
      return signalPassFailure();
}
