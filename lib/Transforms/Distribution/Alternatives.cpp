// Alternatives.cpp: decomposed forms of ops in the IR

#include "sbp/Transforms/Alternatives.h"
#include "mlir/IR/Builders.h"
#include "sbp/Analysis/CostNetwork/Solver.h"
#include "sbp/Analysis/Selection/Graph/PlacedOps.h"
#include "sbp/Transforms/RepeatChoices.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace mlir;

namespace sbp {

namespace {
/// Collects the ops that a builder inserts into one block.
struct Collector : OpBuilder::Listener {
  void notifyOperationInserted(Operation *op,
                               OpBuilder::InsertPoint previous) override {
    // Ops inside of regions belong to the op that holds them.
    if (op->getBlock() == block)
      ops.push_back(op);
  }
  Block *block = nullptr;
  std::vector<Operation *> ops;
};
} // namespace

/// Builds one form before `op` and returns its ops and results.
static Alternatives::Form insert(const Alternative &alternative,
                                 Operation *op) {
  Collector collector;
  collector.block = op->getBlock();
  OpBuilder builder(op->getContext(), &collector);
  builder.setInsertionPoint(op);
  SmallVector<Value> results = alternative.build(builder);
  for (Operation *inner : collector.ops) {
    inner->setAttr(SBPDialect::kPlacementAttr, getPlacementOf(op));
    setPhase(inner, getPhaseOf(op));
    inner->setLoc(op->getLoc());
  }
  return {std::move(collector.ops), std::move(results)};
}

/// Adds the forms of all ops of `module` that have no choice yet.
static void addForms(ModuleOp module, bool withWeighty,
                     Alternatives &alternatives) {
  llvm::DenseMap<Attribute, Placement> placements;
  for (auto placement : module.getOps<PlacementOp>())
    placements[FlatSymbolRefAttr::get(placement.getSymNameAttr())] =
        placement.getPlacement();
  for (auto function : module.getOps<func::FuncOp>())
    // Ops inserted before the current one are not visited.
    for (Operation &op : function.front().without_terminator()) {
      auto placed = placements.find(getPlacementOf(&op));
      auto asked = dyn_cast<SBPOpInterface>(op);
      if (!asked || placed == placements.end() || alternatives.find(&op))
        continue;
      Alternatives::Choice choice{&op, {}};
      unsigned weight = 0;
      for (const Alternative &form : asked.getAlternatives(placed->second)) {
        if (form.weight > 0 && !withWeighty)
          continue;
        weight += form.weight;
        choice.forms.push_back(insert(form, &op));
      }
      if (!choice.forms.empty())
        alternatives.add(std::move(choice), weight);
    }
}

Alternatives insertAlternatives(ModuleOp module, bool withWeighty) {
  Alternatives alternatives;
  addForms(module, withWeighty, alternatives);
  return alternatives;
}

/// Ops of forms that are not taken may read each other, in any order.
void takeAlternatives(const Alternatives &alternatives,
                      const Decision &decision) {
  SmallVector<Operation *> erased;
  for (auto [choice, taken] :
       zip_equal(alternatives.getChoices(), decision.forms)) {
    // Form 0 is the op itself.
    if (taken > 0) {
      if (!choice.forms[taken - 1].results.empty())
        choice.op->replaceAllUsesWith(choice.forms[taken - 1].results);
      erased.push_back(choice.op);
    }
    for (auto [i, form] : enumerate(choice.forms))
      if (i + 1 != taken)
        append_range(erased, form.ops);
  }
  for (Operation *op : erased)
    op->dropAllReferences();
  for (Operation *op : erased)
    op->erase();
}

void dropAlternatives(const Alternatives &alternatives) {
  Decision own;
  own.forms.assign(alternatives.getChoices().size(), 0);
  takeAlternatives(alternatives, own);
}

static LogicalResult isError(Diagnostic &diagnostic) {
  return success(diagnostic.getSeverity() == DiagnosticSeverity::Error);
}

/// Selects among all forms, but gives up or returns a gap if that would take
/// more than about a second.
static FailureOr<SelectionResult>
selectQuickly(ModuleOp module, const CostModel &model, SelectionOptions options,
              const Alternatives &alternatives, Decision &decision) {
  constexpr unsigned kMaxWeight = 400; // About a second of building.
  constexpr double kQuickWork = 2e9;
  if (alternatives.getWeight() > kMaxWeight)
    return failure();
  options.work = kQuickWork;
  // Errors that remain without these forms are reported by the second
  // selection.
  ScopedDiagnosticHandler silent(module.getContext(), isError);
  return selectDistributions(module, alternatives, model, decision, options);
}

/// Returns the choice without a limit and without repeats, for the ops of the
/// module as it is.
static FailureOr<Decision> selectFreely(ModuleOp module, const CostModel &model,
                                        unsigned threads) {
  Decision decision;
  SelectionOptions options;
  options.threads = threads;
  Alternatives alternatives = insertAlternatives(module);
  auto result =
      selectDistributions(module, alternatives, model, decision, options);
  dropAlternatives(alternatives);
  if (failed(result))
    return failure();
  // The ops of forms are gone.
  Decision held;
  module.walk([&](Operation *op) {
    if (SignatureAttr signature = decision.signatures.lookup(op))
      held.signatures[op] = signature;
  });
  held.arguments = std::move(decision.arguments);
  return held;
}

/// Returns true if `a` is the better choice within a limit.
static bool isBetter(const SelectionResult &a, const SelectionResult &b) {
  if (a.memory->fits != b.memory->fits)
    return a.memory->fits;
  return a.memory->fits ? a.cost < b.cost
                        : a.memory->peakBytes < b.memory->peakBytes;
}

/// Selects distributions together with what backward makes again. Where that is
/// not proved optimal, the distributions of the free choice are tried as well;
/// the bound is that of all choices.
static FailureOr<SelectionResult> selectWithRepeats(ModuleOp module,
                                                    const CostModel &model,
                                                    SelectionOptions options,
                                                    Alternatives &alternatives,
                                                    Decision &decision) {
  FailureOr<Decision> held = selectFreely(module, model, options.threads);
  if (failed(held))
    return failure();
  alternatives = {};
  for (auto function : module.getOps<func::FuncOp>())
    insertRepeats(function, alternatives);
  addForms(module, /*withWeighty=*/false, alternatives);
  auto joint =
      selectDistributions(module, alternatives, model, decision, options);
  bool isChosen =
      llvm::any_of(module.getOps<PlacementOp>(), [](PlacementOp op) {
        return op.getPlacement().getNumRanks() > 1;
      });
  if (failed(joint) || joint->gap == 0 || !isChosen)
    return joint;
  options.held = &*held;
  Decision kept;
  ScopedDiagnosticHandler silent(module.getContext(), isError);
  auto partly = selectDistributions(module, alternatives, model, kept, options);
  if (failed(partly) || !isBetter(*partly, *joint))
    return joint;
  decision = std::move(kept);
  partly->lowerBound = joint->lowerBound;
  partly->lowerBoundSeconds = joint->lowerBoundSeconds;
  Solution both;
  both.cost = partly->cost;
  both.lowerBound = joint->lowerBound;
  partly->gap = both.getGap();
  return partly;
}

FailureOr<SelectionResult> selectAmongForms(ModuleOp module,
                                            const CostModel &model,
                                            const SelectionOptions &options,
                                            Alternatives &alternatives,
                                            Decision &decision) {
  if (options.repeats)
    return selectWithRepeats(module, model, options, alternatives, decision);
  alternatives = insertAlternatives(module, /*withWeighty=*/!options.limit);
  if (alternatives.getWeight() > 0) {
    auto result = selectQuickly(module, model, options, alternatives, decision);
    if (succeeded(result) && result->gap == 0)
      return result;
    dropAlternatives(alternatives);
    alternatives = insertAlternatives(module);
  }
  return selectDistributions(module, alternatives, model, decision, options);
}

} // namespace sbp
