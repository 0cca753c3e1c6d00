// SelectDistributions.cpp: level 0 to level 1
//
// Builds the cost model from options, topology and rates; selects distributions
// (SelectionSolver in lib/Analysis/Selection, or strict propagation); writes
// them into the IR; records cost, bound and gap on the module.

#include "ForcedTraffic.h"
#include "sbp/Analysis/Selection/Graph/PlacedOps.h"
#include "sbp/Analysis/Selection/Solution/Prediction.h"
#include "sbp/Analysis/Selection/Solution/Selection.h"
#include "sbp/Dialect/SBP/IR/LocalProgram.h"
#include "sbp/Dialect/SBP/IR/ModuleTopology.h"
#include "sbp/Transforms/Alternatives.h"
#include "sbp/Transforms/Materialise.h"
#include "sbp/Transforms/Passes.h"
#include "sbp/Transforms/RepeatChoices.h"
#include "llvm/Support/Format.h"

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

  FailureOr<CostModel> getCostModel();
  FailureOr<SelectionResult> choose(const CostModel &model,
                                    Alternatives &alternatives,
                                    Decision &decision);
  LogicalResult decide(const CostModel &model, Decision &decision);
  void noteResult(const SelectionResult &result);
  double work = 0; ///< SelectionResult::work
};

} // namespace

/// Checks that the topology contains every rank.
static LogicalResult checkLinks(ModuleOp module, const Topology &topology) {
  for (auto placement : module.getOps<PlacementOp>())
    for (int64_t rank : placement.getRanks())
      if (!topology.hasRank(rank))
        return placement.emitError()
               << "rank " << rank
               << " is on no device of the topology; add it to 'hosts'";
  return success();
}

static int64_t countRanks(ModuleOp module) {
  llvm::DenseSet<int64_t> ranks;
  for (auto placement : module.getOps<PlacementOp>())
    ranks.insert_range(placement.getRanks());
  return std::max<int64_t>(1, ranks.size());
}

static NamedAttribute name(Builder &builder, StringRef name, double value) {
  return builder.getNamedAttr(name, builder.getF64FloatAttr(value));
}

static DictionaryAttr describe(Builder &builder, const StepPrediction &step) {
  // Without a topology, all links are one class.
  SmallVector<NamedAttribute> links;
  if (!step.links)
    links.push_back(name(builder, "any", step.boxing));
  else
    for (auto [i, seconds] : llvm::enumerate(*step.links))
      links.push_back(
          name(builder, getLinkClassName(static_cast<LinkClass>(i)), seconds));
  return builder.getDictionaryAttr(
      {name(builder, "compute", step.compute),
       name(builder, "memory", step.memory),
       name(builder, "boxing", step.boxing), name(builder, "rest", step.rest),
       name(builder, "idle", step.idle),
       builder.getNamedAttr("links", builder.getDictionaryAttr(links))});
}

/// Records the predicted time of a step by resource, for reports and the
/// artifact.
static void notePredictions(ModuleOp module, const CostModel &model) {
  Builder builder(module.getContext());
  for (auto entry : module.getOps<func::FuncOp>())
    entry->setAttr(kPredictionAttr,
                   describe(builder, predictStep(entry, model)));
}

FailureOr<CostModel> SelectDistributionsPass::getCostModel() {
  CostModel model;
  model.perFlop = perFlop;
  model.perDuplicateFlop = perDuplicateFlop;
  model.perTrafficByte = perTrafficByte;
  model.perCachedByte = model.perFilledByte = perTrafficByte;
  model.perStoredByte = perStoredByte;
  model.perBoxing = perBoxing;
  auto topology = readTopology(getOperation());
  if (!topology)
    return getOperation().emitError()
           << kTopologyAttr << ": " << toString(topology.takeError());
  model.topology = std::move(*topology);
  if (failed(model.readRates(getOperation(), countRanks(getOperation()))))
    return failure();
  if (model.topology && failed(checkLinks(getOperation(), *model.topology)))
    return failure();
  return model;
}

/// Records cost, bound and gap of the choice for reports.
void SelectDistributionsPass::noteResult(const SelectionResult &result) {
  Builder builder(&getContext());
  SmallVector<NamedAttribute> entries;
  auto add = [&](StringRef name, double value) {
    entries.push_back(
        builder.getNamedAttr(name, builder.getF64FloatAttr(value)));
  };
  add("cost_seconds", result.costSeconds);
  add("lower_bound_seconds", result.lowerBoundSeconds);
  add("gap", result.gap);
  if (result.memory)
    add("peak_bytes", result.memory->peakBytes);
  getOperation()->setAttr(kSelectionAttr, builder.getDictionaryAttr(entries));
}

static std::string getPercent(double share) {
  std::string text;
  raw_string_ostream(text) << format("%.2g", 100 * share);
  return text;
}

/// Selects without a limit first even under a memory limit, unless that choice
/// was already found too large: it usually fits, and its bound holds in any
/// case.
FailureOr<SelectionResult> SelectDistributionsPass::choose(
    const CostModel &model, Alternatives &alternatives, Decision &decision) {
  SelectionOptions options;
  options.explain = explain;
  options.threads = threads;
  auto select = [&] {
    return selectAmongForms(getOperation(), model, options, alternatives,
                            decision);
  };
  if (memoryLimit == 0)
    return select();
  double bound = freeBound;
  if (freeBound < 0) {
    options.estimatesMemory = true;
    FailureOr<SelectionResult> free = select();
    if (failed(free) || free->memory->peakBytes <= memoryLimit)
      return free;
    bound = free->lowerBoundSeconds;
    dropAlternatives(alternatives);
  }
  options.limit = {memoryLimit, bound};
  options.repeats = repeats;
  return select();
}

/// Says what backward makes again that would be kept without a memory limit.
static void explainRepeats(const Alternatives &alternatives,
                           const Decision &decision) {
  llvm::MapVector<Operation *, std::pair<int64_t, int64_t>> made;
  for (auto [choice, form] :
       llvm::zip_equal(alternatives.getChoices(), decision.forms)) {
    if (choice.kind != ChoiceKind::Held || form == 0 ||
        choice.forms[form - 1].results.empty())
      continue;
    auto &[count, bytes] = made[choice.op->getParentOp()];
    ++count;
    bytes +=
        getNumBytes(cast<RankedTensorType>(choice.op->getResult(0).getType()));
  }
  for (auto &[function, counts] : made)
    emitRemark(function->getLoc())
        << "to fit the memory limit, backward makes " << counts.first
        << " values again, " << counts.second
        << " bytes of whole tensors, by ops that cost more than keeping them";
}

LogicalResult SelectDistributionsPass::decide(const CostModel &model,
                                              Decision &decision) {
  if (strict) {
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (failed(propagateStrictly(function, decision)))
        return failure();
    return success();
  }
  if (printRates)
    model.print(llvm::errs());
  Alternatives alternatives;
  FailureOr<SelectionResult> result = choose(model, alternatives, decision);
  if (failed(result))
    return failure();
  if (repeats)
    explainRepeats(alternatives, decision);
  takeAlternatives(alternatives, decision);
  for (auto function : getOperation().getOps<func::FuncOp>())
    if (repeats)
      placeRepeats(function);
  noteResult(*result);
  // A generated module has no line; its first entry has one.
  if (result->gap > 0 && !(result->memory && !result->memory->fits))
    emitWarning((*getOperation().getOps<func::FuncOp>().begin()).getLoc())
        << "the choice of distributions may cost up to "
        << getPercent(result->gap)
        << " % more than the optimum: the search ended before proving more";
  work = result->work;
  for (auto function : getOperation().getOps<func::FuncOp>())
    adoptSources(function, decision);
  return success();
}

/// Checks that shapes are static. Import checks the other rules of the input
/// language.
static LogicalResult checkSized(func::FuncOp function) {
  auto isSized = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && tensor.hasStaticShape() &&
           tensor.getElementType().isIntOrIndexOrFloat();
  };
  constexpr llvm::StringLiteral hint =
      "; --sbp-import checks the input language";
  if (!llvm::hasSingleElement(function.getBody()))
    return function.emitError() << "has several blocks" << hint;
  for (BlockArgument argument : function.getArguments())
    if (!isSized(argument.getType()))
      return emitError(argument.getLoc())
             << "argument #" << argument.getArgNumber() << ", "
             << argument.getType()
             << ", is not a tensor of static shape and supported element type"
             << hint;
  return success();
}

/// Checks that every op has a placement, which is decided before distributions.
static LogicalResult checkPlaced(ModuleOp module) {
  for (auto function : module.getOps<func::FuncOp>()) {
    if (function.isExternal())
      return function.emitError() << "has no body; define it or remove it";
    if (failed(checkSized(function)))
      return failure();
    for (Operation &op : function.front().without_terminator())
      if (!isa<ConstrainOp>(op) && touchesTensors(&op) && !getPlacementOf(&op))
        return op.emitOpError()
               << "has no sbp.placement; run --sbp-place-operations first";
  }
  if (module.getOps<PlacementOp>().empty())
    return module.emitError()
           << "has no sbp.placement; run --sbp-place-operations first";
  return success();
}

void SelectDistributionsPass::runOnOperation() {
  if (failed(checkPlaced(getOperation())))
    return signalPassFailure();
  FailureOr<CostModel> rates = getCostModel();
  if (failed(rates))
    return signalPassFailure();
  // The module before selection, for trials without single annotations.
  OwningOpRef<ModuleOp> model;
  if (explain && !strict && memoryLimit == 0)
    model = getOperation().clone();
  Decision decision;
  if (failed(decide(*rates, decision)))
    return signalPassFailure();
  for (auto function : getOperation().getOps<func::FuncOp>())
    materialise(function, decision);
  if (repeats)
    for (auto function : getOperation().getOps<func::FuncOp>())
      removeHolders(function);
  if (rates->rates)
    notePredictions(getOperation(), *rates);
  if (strict) // Propagation has a cost, but neither bound nor gap.
    getOperation()->setAttr(
        kSelectionAttr,
        DictionaryAttr::get(
            &getContext(),
            NamedAttribute(
                StringAttr::get(&getContext(), "cost_seconds"),
                FloatAttr::get(Float64Type::get(&getContext()),
                               evaluateSeconds(getOperation(), *rates)))));
  if (model)
    explainForcedTraffic(*model, getOperation(), *rates, threads, work);
}
