// Prediction.cpp: the predicted time of a step by measured rates

#include "sbp/Analysis/Selection/Solution/Prediction.h"
#include "PricedOp.h"
#include "sbp/Analysis/Selection/Prices/OpCost.h"
#include "sbp/Dialect/SBP/IR/TimeAxis.h"
#include "sbp/Interfaces/ElementBytes.h"
#include "sbp/Interfaces/RuleMemo.h"
#include "llvm/ADT/DenseSet.h"

using namespace llvm;
using namespace mlir;

namespace sbp {

namespace {

class Predictor {
public:
  Predictor(ModuleOp module, const CostModel &model) : model(model) {
    for (auto op : module.getOps<PlacementOp>()) {
      Placement placement = op.getPlacement();
      allRanks.insert_range(placement.ranks);
      numbers[FlatSymbolRefAttr::get(op.getSymNameAttr())] =
          states.addPlacement(placement);
    }
  }
  StepPrediction predict(func::FuncOp entry);

private:
  void add(Operation &op);
  void addTimes(const StepPrediction &part, int64_t count);
  void addBoxing(BoxingOp boxing);
  void addPlan(const BoxingPlan &plan, double members);
  const BoxingPlan &getPlan(BoxingOp boxing);
  const CostModel &getModel(int64_t ranks);
  double getShare(double members) const { return members / allRanks.size(); }
  unsigned getNumber(DistributionAttr distribution) {
    return numbers.lookup(distribution.getPlacement());
  }
  StateTable::Id intern(DistributionAttr distribution) {
    return states.intern(getNumber(distribution),
                         distribution.getDistribution());
  }

  const CostModel &model;
  StateTable states;
  llvm::DenseMap<Attribute, unsigned> numbers;
  llvm::DenseSet<int64_t> allRanks;
  std::map<int64_t, CostModel> models; ///< by number of ranks that run together
  using Key = std::tuple<Attribute, Attribute, Type>;
  llvm::DenseMap<Key, BoxingPlan> plans; ///< only with a topology
  StepPrediction step;
};

} // namespace

/// Ranks that share cores take imbalance; those of other placements wait.
const CostModel &Predictor::getModel(int64_t ranks) {
  auto [it, isNew] = models.try_emplace(ranks, model);
  if (isNew)
    it->second.setRates(model.rates, ranks);
  return it->second;
}

/// Returns the dominant kind of communication of a boxing's plan.
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

static bool isLocal(const BoxingPlan &plan) {
  return all_of(plan.steps,
                [](const BoxingStep &part) { return isLocal(part.kind); });
}

/// Returns a plan without steps if the boxing is too large to plan; a later
/// pass reports that error.
const BoxingPlan &Predictor::getPlan(BoxingOp boxing) {
  auto type = cast<RankedTensorType>(boxing.getType());
  const Placement &source = states.getPlacement(getNumber(boxing.getFrom()));
  const Placement &target = states.getPlacement(getNumber(boxing.getTo()));
  int64_t elementBytes = getElementBytes(type);
  auto [it, isNew] = plans.try_emplace(
      Key(boxing.getFrom(), boxing.getTo(), boxing.getType()));
  if (isNew && isCountable(source, target, type.getShape(), elementBytes))
    it->second = planBoxing(source, boxing.getFrom().getDistribution(), target,
                            boxing.getTo().getDistribution(), type.getShape(),
                            elementBytes, model.topology.get());
  return it->second;
}

void Predictor::addPlan(const BoxingPlan &plan, double members) {
  for (const BoxingStep &part : plan.steps) {
    LinkSeconds seconds =
        model.topology->getSecondsByLink(part, plan.shape, plan.elementBytes);
    for (auto [sum, more] : zip_equal(*step.links, seconds)) {
      sum += more;
      step.boxing += more;
      step.idle += more * (1 - getShare(members));
    }
  }
}

void Predictor::addBoxing(BoxingOp boxing) {
  StateTable::Id from = intern(boxing.getFrom()), to = intern(boxing.getTo());
  if (from == to)
    return;
  const Placement &source = states.getPlacementOf(from);
  const Placement &target = states.getPlacementOf(to);
  llvm::DenseSet<int64_t> taking(source.ranks.begin(), source.ranks.end());
  taking.insert_range(target.ranks);
  BoxedTensor tensor(states, getSize(cast<RankedTensorType>(boxing.getType())));
  double bytes = tensor.getNumBytes();
  double moved = tensor.getMovedBytes(from, to).value_or(0);
  const BoxingPlan *plan = model.topology ? &getPlan(boxing) : nullptr;
  int64_t members = target.getNumRanks();
  if (plan ? isLocal(*plan) : moved == 0) {
    const CostModel &together = getModel(members);
    double seconds = together.getTraffic(bytes / states.getNumPieces(to)) *
                     members * (1 / (together.bytesPerSecond * members));
    step.memory += seconds;
    step.idle += seconds * (1 - getShare(members));
    return;
  }
  if (plan)
    return addPlan(*plan, taking.size());
  StringRef kind =
      getKind(states.get(from).distribution, states.get(to).distribution);
  const BoxingRate *known = model.rates->findBoxing(kind, members);
  BoxingRate rate = known ? *known : model.rates->getMeanBoxing(members);
  double seconds = rate.latencySeconds + moved / members / rate.bytesPerSecond;
  step.boxing += seconds;
  step.idle += seconds * (1 - getShare(taking.size()));
}

void Predictor::add(Operation &op) {
  if (auto boxing = dyn_cast<BoxingOp>(op))
    return addBoxing(boxing);
  SignatureAttr signature = getPricedSignature(op);
  if (!signature)
    return;
  const Placement &placement =
      states.getPlacement(numbers.lookup(signature.getPlacement()));
  int64_t members = placement.getNumRanks();
  const CostModel &together = getModel(members);
  double perSecond = 1 / (together.bytesPerSecond * members);
  auto price = [&](RankLoad load) {
    ComputeCost cost = getComputeParts(
        together, getWork(&op), getRuledOp(&op)->rule, op.getOperandTypes(),
        op.getResultTypes(), placement, signature.getSignature(), load);
    return ComputeCost{cost.compute * perSecond, cost.traffic * perSecond};
  };
  ComputeCost busiest = price(RankLoad::Busiest), mean = price(RankLoad::Mean);
  step.compute += busiest.compute;
  step.memory += busiest.traffic;
  step.idle += busiest.compute + busiest.traffic -
               getShare(members) * (mean.compute + mean.traffic);
}

/// Adds `count` times what one micro-batch takes.
void Predictor::addTimes(const StepPrediction &part, int64_t count) {
  step.compute += count * part.compute;
  step.memory += count * part.memory;
  step.boxing += count * part.boxing;
  step.idle += count * part.idle;
  if (step.links)
    for (auto [sum, more] : zip_equal(*step.links, *part.links))
      sum += count * more;
}

StepPrediction Predictor::predict(func::FuncOp entry) {
  step = StepPrediction();
  step.rest = model.rates->stepSeconds;
  if (model.topology)
    step.links = LinkSeconds{};
  Sweeps sweeps(entry);
  StepPrediction timed = step; // one micro-batch
  timed.rest = 0;
  std::swap(step, timed);
  for (Operation &op : entry.front())
    if (sweeps.get(&op))
      add(op);
  std::swap(step, timed);
  for (Operation &op : entry.front())
    if (!sweeps.get(&op))
      add(op);
  addTimes(timed, getMicroBatches(entry));
  return step;
}

StepPrediction predictStep(func::FuncOp entry, const CostModel &model) {
  return Predictor(entry->getParentOfType<ModuleOp>(), model).predict(entry);
}

} // namespace sbp
