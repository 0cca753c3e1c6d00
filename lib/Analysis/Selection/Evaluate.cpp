// Evaluate.cpp: what a decision costs

#include "PricedOp.h"
#include "sbp/Analysis/Selection/Selection.h"
#include "sbp/Interfaces/RuleMemo.h"

using namespace llvm;
using namespace mlir;

namespace sbp {

namespace {

/// Adds up a module at level 1, op by op, without the network.
class Evaluation {
public:
  Evaluation(ModuleOp module, const CostModel &model) : model(model) {
    for (auto placement : module.getOps<PlacementOp>()) {
      numbers[FlatSymbolRefAttr::get(placement.getSymNameAttr())] =
          states.addPlacement(placement.getPlacement());
      ranks = std::max<int64_t>(ranks, placement.getRanks().size());
    }
  }
  void add(Operation &op);
  double getSeconds() const { return model.toSeconds(units, ranks); }

private:
  StateTable::Id intern(DistributionAttr distribution) {
    return states.intern(numbers.lookup(distribution.getPlacement()),
                         distribution.getDistribution());
  }

  const CostModel &model;
  StateTable states;
  llvm::DenseMap<Attribute, unsigned> numbers;
  int64_t ranks = 1;
  double units = 0;
};

void Evaluation::add(Operation &op) {
  if (auto boxing = dyn_cast<BoxingOp>(op)) {
    units += model.getBoxing(
        states, intern(boxing.getFrom()), intern(boxing.getTo()),
        getNumBytes(cast<RankedTensorType>(boxing.getType())));
    return;
  }
  SignatureAttr signature = getPricedSignature(op);
  if (!signature)
    return;
  const Placement &placement =
      states.getPlacement(numbers.lookup(signature.getPlacement()));
  units += getComputeCost(model, getWork(&op), getRuledOp(&op)->rule,
                          op.getOperandTypes(), op.getResultTypes(), placement,
                          signature.getSignature());
}

} // namespace

double evaluateSeconds(ModuleOp module, const CostModel &model) {
  Evaluation evaluation(module, model);
  for (auto function : module.getOps<func::FuncOp>())
    for (Operation &op : function.front())
      evaluation.add(op);
  return evaluation.getSeconds();
}

} // namespace sbp
