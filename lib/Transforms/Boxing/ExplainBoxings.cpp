// ExplainBoxings.cpp: remarks and warnings about boxings

#include "sbp/Analysis/Boxing/BoxingExplanation.h"
#include "sbp/Analysis/Selection/Graph/PlacedOps.h"
#include "sbp/Analysis/Selection/Solution/Repeats.h"
#include "sbp/Dialect/SBP/IR/LocalProgram.h"
#include "sbp/Dialect/SBP/IR/TimeAxis.h"
#include "sbp/Interfaces/OpNames.h"
#include "sbp/Support/RemarkWeight.h"
#include "sbp/Transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace sbp {
#define GEN_PASS_DEF_EXPLAINBOXINGSPASS
#include "sbp/Transforms/Passes.h.inc"
} // namespace sbp

using namespace mlir;
using namespace sbp;

/// Returns the text that boxings of equal layers have in common.
static std::string getKey(const BoxingExplanation &explanation) {
  std::string value = describe(explanation.getValue());
  Operation *reader = explanation.getReader().getOp();
  return withoutNumbers(value) +
         StringRef(explanation.getFacts()).drop_front(value.size()).str() +
         (reader ? getDisplayName(reader) : "") +
         withoutNumbers(explanation.getAdvice());
}

/// Returns the op that determines a boxing's layer: the producer, else the
/// reader.
static Operation *getLayerOp(const BoxingExplanation &explanation) {
  Operation *producer = explanation.getValue().getDefiningOp();
  return producer ? producer : explanation.getReader().getOp();
}

using EqualBoxings = std::vector<const BoxingExplanation *>;

/// Returns the bytes that boxings of equal layers move together a step.
static int64_t getBytes(const EqualBoxings &equal) {
  int64_t bytes = 0;
  for (const BoxingExplanation *explanation : equal)
    bytes += explanation->getBytes();
  return bytes;
}

/// Emits one remark for boxings of equal layers.
static void emitExplanation(const EqualBoxings &equal) {
  const BoxingExplanation &explanation = *equal.front();
  InFlightDiagnostic diagnostic =
      emitRemark(explanation.getValue().getLoc())
      << "boxed"
      << describeRepeats(llvm::map_to_vector(
             equal,
             [](const BoxingExplanation *one) { return getLayerOp(*one); }))
      << ": " << explanation.getFacts();
  setWeight(diagnostic, static_cast<double>(getBytes(equal)));
  Operation *reader = explanation.getReader().getOp();
  if (explanation.getBytes() > 0 && reader)
    diagnostic.attachNote(reader->getLoc())
        << "read here; " << explanation.getAdvice();
}

/// Emits a remark per group of equal boxings, those that move most first.
static void emitExplanations(ArrayRef<BoxingExplanation> all) {
  std::map<std::string, size_t> numbers;
  std::vector<EqualBoxings> groups;
  for (const BoxingExplanation &explanation : all) {
    auto [it, isNew] = numbers.try_emplace(getKey(explanation), groups.size());
    if (isNew)
      groups.emplace_back();
    groups[it->second].push_back(&explanation);
  }
  llvm::stable_sort(groups, [](const EqualBoxings &a, const EqualBoxings &b) {
    return getBytes(a) > getBytes(b);
  });
  for (const EqualBoxings &group : groups)
    emitExplanation(group);
}

/// Warns of a gather that the reader's rule forces.
static void warn(const BoxingExplanation &explanation, size_t repeats) {
  Operation *reader = explanation.getReader().getOp();
  InFlightDiagnostic diagnostic =
      emitWarning(reader->getLoc())
      << "'" << getDisplayName(reader) << "' needs all of "
      << describe(explanation.getValue())
      << " on every rank: " << explanation.getBytes()
      << " bytes are gathered a step although no annotation requests it";
  if (repeats > 1)
    diagnostic << ", and " << repeats - 1 << " more times at this line";
  diagnostic.attachNote(explanation.getValue().getLoc())
      << "computed here as " << toText(explanation.getBoxing().getFrom())
      << "; " << explanation.getReader().explainRefusal();
  diagnostic.attachNote(reader->getLoc())
      << "to avoid it, " << explanation.getRemedy()
      << "; if the gather is intended, request it with sbp.constrain";
}

/// Returns true for states: storing them in pieces and gathering them for a
/// reader is intended (ZeRO).
static bool isState(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  auto entry = argument
                   ? dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp())
                   : func::FuncOp();
  return entry &&
         entry.getArgAttr(argument.getArgNumber(), SBPDialect::kStateAttr);
}

// Smaller gathers, in bytes per step, are usually the cheapest because of
// latency.
static constexpr int64_t kMinReportedBytes = 65536;
/// Gathers that take less of the predicted step are not worth a warning.
static constexpr double kMinReportedShare = 0.01;

/// Returns which share of the predicted step `bytes` of `moved`, the bytes of
/// all boxings, take; 1 without a prediction.
static double getShare(func::FuncOp entry, int64_t bytes, int64_t moved) {
  auto prediction = entry->getAttrOfType<DictionaryAttr>(kPredictionAttr);
  auto read = [&](StringRef name) {
    auto seconds = prediction.getAs<FloatAttr>(name);
    return seconds ? seconds.getValueAsDouble() : 0;
  };
  if (!prediction || moved == 0)
    return 1;
  double boxing = read("boxing");
  double step = read("compute") + read("memory") + boxing + read("rest");
  return step > 0 ? boxing * bytes / moved / step : 1;
}

/// Emits one warning for all gathers that selection chose, at the largest. Each
/// is cheaper than its alternatives, but it may be unexpected.
static void warnOfChosen(func::FuncOp entry,
                         ArrayRef<BoxingExplanation> gathers,
                         ArrayRef<BoxingExplanation> all) {
  int64_t moved = 0;
  for (const BoxingExplanation &boxing : all)
    moved += boxing.getBytes();
  int64_t total = 0;
  const BoxingExplanation *largest = nullptr;
  for (const BoxingExplanation &gather : gathers) {
    int64_t bytes = gather.getBytes();
    total += bytes;
    if (!largest || bytes > largest->getBytes())
      largest = &gather;
  }
  if (total < kMinReportedBytes ||
      getShare(entry, total, moved) < kMinReportedShare)
    return;
  Operation *reader = largest->getReader().getOp();
  int64_t bytes = largest->getBytes();
  InFlightDiagnostic diagnostic =
      emitWarning(reader->getLoc())
      << "all of " << describe(largest->getValue())
      << " is gathered on every rank for '" << getDisplayName(reader) << "', "
      << bytes << " bytes a step, although no annotation requests it";
  if (gathers.size() > 1)
    diagnostic << "; " << gathers.size() - 1 << " more such gathers move "
               << total - bytes << " bytes";
  diagnostic.attachNote(largest->getValue().getLoc())
      << "computed here as " << toText(largest->getBoxing().getFrom())
      << "; gathering was the cheapest choice, see --explain; if it is "
         "intended, request it with sbp.constrain";
}

namespace {

struct ExplainBoxingsPass
    : sbp::impl::ExplainBoxingsPassBase<ExplainBoxingsPass> {
  using ExplainBoxingsPassBase::ExplainBoxingsPassBase;
  void runOnOperation() override;
  LogicalResult explainEntry(func::FuncOp entry, BoxingPlans &plans);
};

} // namespace

/// Returns the line of the model, which all repeats of a layer share.
static Attribute getLine(Operation *op) {
  return op->getLoc()->findInstanceOf<FileLineColLoc>();
}

LogicalResult ExplainBoxingsPass::explainEntry(func::FuncOp entry,
                                               BoxingPlans &plans) {
  llvm::MapVector<Attribute, std::vector<BoxingExplanation>> gathers;
  std::vector<BoxingExplanation> chosen, all;
  Sweeps sweeps(entry);
  for (auto boxing : entry.getBody().getOps<BoxingOp>()) {
    FailureOr<const BoxingPlan *> plan = plans.get(boxing);
    if (failed(plan))
      return failure();
    BoxingExplanation explanation(boxing, **plan,
                                  sweeps.getExecutions(boxing.getOperation()));
    if (explanation.isNoOp())
      continue;
    all.push_back(explanation);
    if (!explanation.isUnrequestedGather())
      continue;
    if (!explanation.isForcedGather() && !isState(explanation.getValue()))
      chosen.push_back(explanation);
    if (explanation.isForcedGather())
      gathers[getLine(explanation.getReader().getOp())].push_back(explanation);
  }
  if (remarks)
    emitExplanations(all);
  warnOfChosen(entry, chosen, all);
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
