// Evaluate.cpp: the cost of a module at level 1

#include "../Graph/Parameters.h"
#include "PricedOp.h"
#include "sbp/Analysis/Selection/Prices/OpCost.h"
#include "sbp/Analysis/Selection/Solution/Selection.h"
#include "sbp/Dialect/SBP/IR/TimeAxis.h"
#include "sbp/Interfaces/RuleMemo.h"

using namespace llvm;
using namespace mlir;

namespace sbp {

namespace {

/// Sums up a module at level 1 op by op. It shares no code with the network, so
/// tests compare the two.
class Evaluation {
public:
  Evaluation(ModuleOp module, const CostModel &model) : model(model) {
    for (auto placement : module.getOps<PlacementOp>()) {
      numbers[FlatSymbolRefAttr::get(placement.getSymNameAttr())] =
          states.addPlacement(placement.getPlacement());
      ranks = std::max<int64_t>(ranks, placement.getRanks().size());
    }
  }
  void addArguments(func::FuncOp function);
  void addResults(func::FuncOp function);
  void add(Operation &op, const Sweeps &sweeps);
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
  llvm::DenseSet<Attribute> names; ///< names of the states counted so far
};

/// A state counts once for all functions.
void Evaluation::addArguments(func::FuncOp function) {
  Parameters parameters(function, model);
  for (BlockArgument argument : function.getArguments()) {
    StringAttr name = getStateName(argument);
    if (!parameters.contains(argument) || (name && !names.insert(name).second))
      continue;
    auto stored = function.getArgAttrOfType<DistributionAttr>(
        argument.getArgNumber(), SBPDialect::kDistributionAttr);
    units += model.getStoring(
        states, intern(stored),
        getNumBytes(cast<RankedTensorType>(argument.getType())));
  }
}

/// States stay on their ranks and pay nothing for collection.
void Evaluation::addResults(func::FuncOp function) {
  for (unsigned index = 0; index < function.getNumResults(); ++index) {
    if (function.getResultAttr(index, SBPDialect::kStateAttr))
      continue;
    auto left = function.getResultAttrOfType<DistributionAttr>(
        index, SBPDialect::kDistributionAttr);
    units += model.getCollecting(
        states, intern(left),
        getNumBytes(getStepType(function, index, /*isResult=*/true)));
  }
}

void Evaluation::add(Operation &op, const Sweeps &sweeps) {
  double executions = sweeps.getExecutions(&op);
  if (auto boxing = dyn_cast<BoxingOp>(op)) {
    BoxedTensor tensor(states,
                       getSize(cast<RankedTensorType>(boxing.getType())));
    units += executions * model.getBoxing(tensor, intern(boxing.getFrom()),
                                          intern(boxing.getTo()));
    return;
  }
  SignatureAttr signature = getPricedSignature(op);
  if (!signature)
    return;
  const Placement &placement =
      states.getPlacement(numbers.lookup(signature.getPlacement()));
  units +=
      executions * getComputeCost(model, getWork(&op), getRuledOp(&op)->rule,
                                  op.getOperandTypes(), op.getResultTypes(),
                                  placement, signature.getSignature());
}

} // namespace

double evaluateSeconds(ModuleOp module, const CostModel &model) {
  Evaluation evaluation(module, model);
  for (auto function : module.getOps<func::FuncOp>()) {
    evaluation.addArguments(function);
    Sweeps sweeps(function);
    for (Operation &op : function.front())
      evaluation.add(op, sweeps);
    evaluation.addResults(function);
  }
  return evaluation.getSeconds();
}

} // namespace sbp
