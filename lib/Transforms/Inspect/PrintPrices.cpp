// PrintPrices.cpp: prints the cost of ops and of their decomposed forms, and
// the bytes that boxings move

#include "mlir/IR/BuiltinOps.h"
#include "sbp/Analysis/Boxing/BoxingPlans.h"
#include "sbp/Analysis/Selection/Graph/PlacedOps.h"
#include "sbp/Analysis/Selection/Prices/CostModel.h"
#include "sbp/Analysis/Selection/Prices/CountedBytes.h"
#include "sbp/Analysis/Selection/Prices/OpCost.h"
#include "sbp/Interfaces/RuleMemo.h"
#include "sbp/Transforms/Passes.h"
#include "llvm/Support/Format.h"

namespace sbp {
#define GEN_PASS_DEF_PRINTPRICESPASS
#include "sbp/Transforms/Passes.h.inc"
} // namespace sbp

using namespace mlir;
using namespace sbp;

// A placement of one axis with the given number of ranks.
static Placement makeLine(int64_t ranks) {
  Placement placement{"", {"axis"}, {ranks}, {}};
  for (int64_t rank = 0; rank < ranks; ++rank)
    placement.ranks.push_back(rank);
  return placement;
}

/// Returns the seconds of compute and memory under the cheapest signature,
/// without boxings.
static double getLeastSeconds(Operation *op, const CostModel &model,
                              const Placement &placement) {
  auto ruled = getRuledOp(op);
  double least = kInfiniteCost;
  for (const Signature &signature : enumerateSignatures(*ruled, placement)) {
    ComputeCost cost =
        getComputeParts(model, getWork(op), ruled->rule, op->getOperandTypes(),
                        op->getResultTypes(), placement, signature);
    least = std::min(least, cost.compute + cost.traffic);
  }
  return least / (model.bytesPerSecond * placement.getNumRanks());
}

namespace {

struct PrintPrices : sbp::impl::PrintPricesPassBase<PrintPrices> {
  using Base::Base;

  void runOnOperation() override {
    if (failed(readRates()))
      return signalPassFailure();
    getOperation().walk([&](Operation *op) {
      if (isa<SBPOpInterface>(op) && touchesTensors(op))
        for (int64_t ranks : {1, 2, 4})
          print(op, ranks);
    });
    if (failed(printBoxings()))
      return signalPassFailure();
    markAllAnalysesPreserved();
  }

private:
  LogicalResult readRates() {
    auto text = getOperation()->getAttrOfType<StringAttr>(kRatesAttr);
    if (!text)
      return success();
    llvm::Expected<Rates> parsed = Rates::parse(text);
    if (!parsed)
      return getOperation().emitError()
             << kRatesAttr << ": " << llvm::toString(parsed.takeError());
    rates = std::make_shared<const Rates>(std::move(*parsed));
    return success();
  }

  /// One line per boxing, and their sums.
  LogicalResult printBoxings() {
    CountedBytes counted(getOperation());
    auto &plans = getAnalysis<BoxingPlans>();
    int64_t boxings = 0, countedBytes = 0, movedBytes = 0;
    WalkResult result = getOperation().walk([&](BoxingOp boxing) {
      FailureOr<const BoxingPlan *> plan = plans.get(boxing);
      if (failed(plan))
        return WalkResult::interrupt();
      int64_t expected = counted.get(boxing).value_or(0);
      llvm::outs() << "boxing of " << boxing.getType() << " from "
                   << boxing.getFrom().getDistribution() << " to "
                   << boxing.getTo().getDistribution() << ": counted "
                   << expected << " bytes, moves " << (*plan)->getTotalBytes()
                   << " bytes\n";
      ++boxings;
      countedBytes += expected;
      movedBytes += (*plan)->getTotalBytes();
      return WalkResult::advance();
    });
    if (boxings > 0)
      llvm::outs() << boxings << " boxings: counted " << countedBytes
                   << " bytes, move " << movedBytes << " bytes\n";
    return failure(result.wasInterrupted());
  }

  // Prints the seconds of the op and of each alternative, and their ratio.
  void print(Operation *op, int64_t ranks) {
    CostModel model;
    if (rates)
      model.setRates(rates, ranks);
    Placement placement = makeLine(ranks);
    double own = getLeastSeconds(op, model, placement);
    for (const Alternative &form :
         cast<SBPOpInterface>(op).getAlternatives(placement)) {
      OwningOpRef<ModuleOp> module = ModuleOp::create(op->getLoc());
      OpBuilder builder = OpBuilder::atBlockEnd(module->getBody());
      form.build(builder);
      double seconds = 0;
      for (Operation &part : *module->getBody())
        if (isa<SBPOpInterface>(part) && touchesTensors(&part) &&
            !isSource(&part))
          seconds += getLeastSeconds(&part, model, placement);
      // The form's operands are defined outside of this module.
      module->getBody()->dropAllReferences();
      llvm::outs() << op->getName().getStringRef() << " on " << ranks << ": "
                   << llvm::format("%.3g", own) << " s, " << form.name << " "
                   << llvm::format("%.3g s, %.2f times\n", seconds,
                                   seconds / own);
    }
  }

  std::shared_ptr<const Rates> rates;
};

} // namespace
