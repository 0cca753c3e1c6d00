// Alternatives.cpp: decomposed forms of ops in the IR

#include "sbp/Transforms/Alternatives.h"
#include "mlir/IR/Builders.h"
#include "sbp/Analysis/Selection/Graph/PlacedOps.h"
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

Alternatives insertAlternatives(ModuleOp module, bool withWeighty) {
  Alternatives alternatives;
  llvm::DenseMap<Attribute, Placement> placements;
  for (auto placement : module.getOps<PlacementOp>())
    placements[FlatSymbolRefAttr::get(placement.getSymNameAttr())] =
        placement.getPlacement();
  for (auto function : module.getOps<func::FuncOp>())
    // Ops inserted before the current one are not visited.
    for (Operation &op : function.front().without_terminator()) {
      auto placed = placements.find(getPlacementOf(&op));
      auto asked = dyn_cast<SBPOpInterface>(op);
      if (!asked || placed == placements.end())
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
  return alternatives;
}

void takeAlternatives(const Alternatives &alternatives,
                      const Decision &decision) {
  for (auto [choice, taken] :
       zip_equal(alternatives.getChoices(), decision.forms)) {
    // Form 0 is the op itself.
    if (taken > 0) {
      choice.op->replaceAllUsesWith(choice.forms[taken - 1].results);
      choice.op->erase();
    }
    for (auto [i, form] : enumerate(choice.forms))
      if (i + 1 != taken)
        for (Operation *op : reverse(form.ops))
          op->erase();
  }
}

void dropAlternatives(const Alternatives &alternatives) {
  Decision own;
  own.forms.assign(alternatives.getChoices().size(), 0);
  takeAlternatives(alternatives, own);
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
  ScopedDiagnosticHandler silent(
      module.getContext(), [](Diagnostic &diagnostic) {
        return success(diagnostic.getSeverity() == DiagnosticSeverity::Error);
      });
  return selectDistributions(module, alternatives, model, decision, options);
}

FailureOr<SelectionResult> selectAmongForms(ModuleOp module,
                                            const CostModel &model,
                                            const SelectionOptions &options,
                                            Alternatives &alternatives,
                                            Decision &decision) {
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
