//===- Evaluate.cpp - what a decision costs -------------------------------===//

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
  /// The time of `op`, by kind of boxing, added to `prediction`.
  void predict(Operation &op, StepPrediction &prediction);
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

/// Of an op that computes; null for what costs nothing.
static SignatureAttr getPricedSignature(Operation &op) {
  bool computes =
      isa<SBPOpInterface>(op) && touchesTensors(&op) && !isSource(&op);
  return computes ? getSignatureAttr(&op) : SignatureAttr();
}

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

/// What a boxing does mostly, as plans do it.
static StringRef getKind(const Distribution &from, const Distribution &to) {
  bool gathers = false;
  for (auto [a, b] : zip(from.components, to.components)) {
    if (a.isPartial() && b.isBroadcast())
      return "all_reduce";
    if (a.isPartial() && b.isSplit())
      return "reduce_scatter";
    gathers |= a.isSplit() && b.isBroadcast();
  }
  return gathers ? "all_gather" : "all_to_all";
}

void Evaluation::predict(Operation &op, StepPrediction &prediction) {
  double perSecond = 1 / (model.bytesPerSecond * ranks);
  if (auto boxing = dyn_cast<BoxingOp>(op)) {
    StateTable::Id from = intern(boxing.getFrom()), to = intern(boxing.getTo());
    double bytes = getNumBytes(cast<RankedTensorType>(boxing.getType()));
    MovedFraction moved = states.getMoved(from, to);
    int64_t members = states.getPlacementOf(to).getNumRanks();
    if (from == to)
      return;
    if (moved.moved == 0) {
      prediction.memory += model.getTraffic(bytes / states.getNumPieces(to)) *
                           members * perSecond;
      return;
    }
    StringRef kind =
        getKind(states.get(from).distribution, states.get(to).distribution);
    const BoxingRate *known = model.rates->findBoxing(kind, members);
    BoxingRate rate = known ? *known : model.rates->getMeanBoxing(members);
    double received = bytes * moved.moved / moved.cells / members;
    prediction.boxing += rate.latencySeconds + received / rate.bytesPerSecond;
    return;
  }
  SignatureAttr signature = getPricedSignature(op);
  if (!signature)
    return;
  const Placement &placement =
      states.getPlacement(numbers.lookup(signature.getPlacement()));
  ComputeCost cost = getComputeParts(model, getWork(&op), getRuledOp(&op)->rule,
                                     op.getOperandTypes(), op.getResultTypes(),
                                     placement, signature.getSignature());
  prediction.compute += cost.compute * perSecond;
  prediction.memory += cost.traffic * perSecond;
}

} // namespace

StepPrediction predictStep(func::FuncOp entry, const CostModel &model) {
  Evaluation evaluation(entry->getParentOfType<ModuleOp>(), model);
  StepPrediction prediction;
  prediction.rest = model.rates->stepSeconds;
  for (Operation &op : entry.front())
    evaluation.predict(op, prediction);
  return prediction;
}

double evaluateSeconds(ModuleOp module, const CostModel &model) {
  Evaluation evaluation(module, model);
  for (auto function : module.getOps<func::FuncOp>())
    for (Operation &op : function.front())
      evaluation.add(op);
  return evaluation.getSeconds();
}

} // namespace sbp
