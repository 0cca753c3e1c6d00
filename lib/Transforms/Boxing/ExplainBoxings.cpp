// ExplainBoxings.cpp: why every boxing exists

#include "sbp/Analysis/Boxing/BoxingExplanation.h"
#include "sbp/Analysis/Selection/Decision.h"
#include "sbp/Analysis/Selection/Repeats.h"
#include "sbp/Transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace sbp {
#define GEN_PASS_DEF_EXPLAINBOXINGSPASS
#include "sbp/Transforms/Passes.h.inc"
} // namespace sbp

using namespace mlir;
using namespace sbp;

/// What is said of all boxings of equal layers.
static std::string getKey(const BoxingExplanation &explanation) {
  std::string value = describe(explanation.getValue());
  Operation *reader = explanation.getReader().getOp();
  return withoutNumbers(value) +
         StringRef(explanation.getFacts()).drop_front(value.size()).str() +
         (reader ? reader->getName().getStringRef().str() : "") +
         withoutNumbers(explanation.getAdvice());
}

/// The layer of a boxing is that of what makes the value, else of who reads it.
static Operation *getLayerOp(const BoxingExplanation &explanation) {
  Operation *producer = explanation.getValue().getDefiningOp();
  return producer ? producer : explanation.getReader().getOp();
}

static void emitExplanation(ArrayRef<const BoxingExplanation *> equal) {
  const BoxingExplanation &explanation = *equal.front();
  InFlightDiagnostic diagnostic =
      emitRemark(explanation.getValue().getLoc())
      << "boxed"
      << describeRepeats(llvm::map_to_vector(
             equal,
             [](const BoxingExplanation *one) { return getLayerOp(*one); }))
      << ": " << explanation.getFacts();
  Operation *reader = explanation.getReader().getOp();
  if (explanation.getPlan().getTotalBytes() > 0 && reader)
    diagnostic.attachNote(reader->getLoc())
        << "read here; " << explanation.getAdvice();
}

/// Of equal layers once.
static void emitExplanations(ArrayRef<BoxingExplanation> all) {
  std::map<std::string, size_t> numbers;
  std::vector<std::vector<const BoxingExplanation *>> groups;
  for (const BoxingExplanation &explanation : all) {
    auto [it, isNew] = numbers.try_emplace(getKey(explanation), groups.size());
    if (isNew)
      groups.emplace_back();
    groups[it->second].push_back(&explanation);
  }
  for (const auto &group : groups)
    emitExplanation(group);
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

/// A state may be stored in pieces and read whole: that is meant (ZeRO).
static bool isState(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  auto entry = argument
                   ? dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp())
                   : func::FuncOp();
  return entry &&
         entry.getArgAttr(argument.getArgNumber(), SBPDialect::kStateAttr);
}

// Below this, in bytes a step, a gather is what latency makes cheapest.
static constexpr int64_t smallestGather = 65536;

/// One warning for all gathers that were chosen: each is cheaper than its
/// alternatives, but who did not expect them wants to know the largest.
static void warnOfChosen(ArrayRef<BoxingExplanation> gathers) {
  int64_t total = 0;
  const BoxingExplanation *largest = nullptr;
  for (const BoxingExplanation &gather : gathers) {
    int64_t bytes = gather.getPlan().getTotalBytes();
    total += bytes;
    if (!largest || bytes > largest->getPlan().getTotalBytes())
      largest = &gather;
  }
  if (total < smallestGather)
    return;
  Operation *reader = largest->getReader().getOp();
  int64_t bytes = largest->getPlan().getTotalBytes();
  InFlightDiagnostic diagnostic = emitWarning(reader->getLoc())
                                  << "all of " << describe(largest->getValue())
                                  << " is gathered on every rank for '"
                                  << reader->getName() << "', " << bytes
                                  << " bytes a step that nothing asks for";
  if (gathers.size() > 1)
    diagnostic << "; " << gathers.size() - 1 << " more such gathers move "
               << total - bytes << " bytes";
  diagnostic.attachNote(largest->getValue().getLoc())
      << "made here as " << toText(largest->getBoxing().getFrom())
      << "; gathering was cheaper than what else could be done, --explain says "
         "more; if it is meant, sbp.constrain says so";
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
  std::vector<BoxingExplanation> chosen, all;
  for (auto boxing : entry.getBody().getOps<BoxingOp>()) {
    FailureOr<const BoxingPlan *> plan = plans.get(boxing);
    if (failed(plan))
      return failure();
    BoxingExplanation explanation(boxing, **plan);
    if (explanation.isNoOp())
      continue;
    all.push_back(explanation);
    if (!explanation.isUnaskedGather())
      continue;
    if (!explanation.isForcedGather() && !isState(explanation.getValue()))
      chosen.push_back(explanation);
    if (explanation.isForcedGather())
      gathers[getLine(explanation.getReader().getOp())].push_back(explanation);
  }
  if (remarks)
    emitExplanations(all);
  warnOfChosen(chosen);
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
