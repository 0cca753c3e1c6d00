// BruteForce.cpp: the cheapest of all decisions

#include "BruteForce.h"
#include "Graph/Parameters.h"
#include "sbp/Analysis/Selection/Graph/PlacedOps.h"
#include "sbp/Analysis/Selection/Graph/ReaderGroups.h"
#include "sbp/Analysis/Selection/Prices/OpCost.h"
#include "sbp/Analysis/Selection/Prices/ScaledPartials.h"
#include "sbp/Interfaces/RuleMemo.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

using namespace mlir;
using namespace sbp;

namespace {

using Id = StateTable::Id;

class BruteForce {
public:
  BruteForce(ModuleOp module, const CostModel &model)
      : function(*module.getOps<func::FuncOp>().begin()), model(model) {
    auto placementOp = *module.getOps<PlacementOp>().begin();
    placement = placementOp.getPlacement();
    states.addPlacement(placement);
  }
  std::optional<Cost> run(double limit);

private:
  struct Node {
    Operation *op;
    std::vector<Signature> signatures;
    Costs costs;
  };
  void collect();
  Cost getEnds();
  Id getProduced(Value value);
  std::optional<Id> getRequired(OpOperand &use);
  Cost getEdges(Value value);
  /// The cheapest tree of boxings from `from` that reaches all of `wishes`.
  Cost getTree(Id from, const std::set<Id> &wishes, RankedTensorType type);
  const std::vector<Id> &getUniverse(int64_t rank);

  func::FuncOp function;
  CostModel model;
  Placement placement;
  StateTable states;
  ReaderGroups groups;
  std::vector<Node> nodes;
  llvm::DenseMap<Operation *, const Signature *> chosen;
  std::map<std::tuple<Id, std::set<Id>, void *>, Cost> trees;
  std::map<int64_t, std::vector<Id>> universes;
};

} // namespace

void BruteForce::collect() {
  for (Operation &op : function.front().without_terminator()) {
    if (isa<ConstrainOp>(op) || !touchesTensors(&op) || isSource(&op))
      continue;
    Node node{&op, {}, {}};
    auto ruled = getRuledOp(&op);
    node.signatures = enumerateSignatures(*ruled, placement);
    for (const Signature &signature : node.signatures)
      node.costs.push_back(
          getComputeCost(model, getWork(&op), ruled->rule, op.getOperandTypes(),
                         op.getResultTypes(), placement, signature));
    nodes.push_back(std::move(node));
  }
}

/// Returns the price of storing the arguments and collecting the results.
Cost BruteForce::getEnds() {
  Parameters parameters(function, model);
  Cost cost = 0;
  for (BlockArgument argument : function.getArguments())
    if (parameters.contains(argument))
      cost += model.getStoring(
          states, getProduced(argument),
          getNumBytes(cast<RankedTensorType>(argument.getType())));
  for (OpOperand &use : function.front().getTerminator()->getOpOperands())
    cost += model.getCollecting(
        states, *getRequired(use),
        getNumBytes(cast<RankedTensorType>(use.get().getType())));
  return cost;
}

Id BruteForce::getProduced(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return states.intern(
        0, function
               .getArgAttrOfType<DistributionAttr>(
                   argument.getArgNumber(), SBPDialect::kDistributionAttr)
               .getDistribution());
  auto result = cast<OpResult>(value);
  if (auto constrain = dyn_cast<ConstrainOp>(result.getOwner()))
    return states.intern(0, constrain.getDistribution().getDistribution());
  return states.intern(
      0, chosen[result.getOwner()]->results[result.getResultNumber()]);
}

std::optional<Id> BruteForce::getRequired(OpOperand &use) {
  Operation *owner = use.getOwner();
  if (auto constrain = dyn_cast<ConstrainOp>(owner))
    return states.intern(0, constrain.getDistribution().getDistribution());
  if (isa<func::ReturnOp>(owner))
    return states.intern(
        0, function
               .getResultAttrOfType<DistributionAttr>(
                   use.getOperandNumber(), SBPDialect::kDistributionAttr)
               .getDistribution());
  if (!chosen.count(owner))
    return std::nullopt;
  const Signature &signature = *chosen[owner];
  unsigned index = use.getOperandNumber();
  return states.intern(0, signature.operands[index],
                       scalesPartialSum(*getRuledOp(owner), signature, index));
}

const std::vector<Id> &BruteForce::getUniverse(int64_t rank) {
  auto [it, isNew] = universes.try_emplace(rank);
  if (!isNew)
    return it->second;
  std::vector<Component> choices = {Component::broadcast(),
                                    Component::partial()};
  for (int64_t dim = 0; dim < rank; ++dim)
    choices.push_back(Component::split(dim));
  std::vector<Distribution> all(1);
  for (unsigned axis = 0; axis < placement.getNumAxes(); ++axis) {
    std::vector<Distribution> longer;
    for (const Distribution &prefix : all)
      for (const Component &choice : choices) {
        longer.push_back(prefix);
        longer.back().components.push_back(choice);
      }
    all = std::move(longer);
  }
  for (const Distribution &distribution : all)
    for (bool requiresExistingPartials : {false, true})
      it->second.push_back(
          states.intern(0, distribution, requiresExistingPartials));
  return it->second;
}

// Dreyfus and Wagner: from a state, reach a subset of the wishes.
Cost BruteForce::getTree(Id from, const std::set<Id> &wishes,
                         RankedTensorType type) {
  auto key =
      std::tuple(from, wishes, const_cast<void *>(type.getAsOpaquePointer()));
  auto known = trees.find(key);
  if (known != trees.end())
    return known->second;
  BoxedTensor tensor(states, getSize(type));
  std::vector<Id> all = getUniverse(type.getRank());
  size_t produced = all.size();
  all.push_back(from);
  all.insert(all.end(), wishes.begin(), wishes.end());
  std::vector<Id> targets(wishes.begin(), wishes.end());
  std::vector<Costs> least(size_t(1) << targets.size());
  least[0].assign(all.size(), 0);
  for (size_t subset = 1; subset < least.size(); ++subset) {
    Costs here(all.size(), kInfiniteCost);
    for (size_t v = 0; v < all.size(); ++v)
      for (size_t part = subset; part > 0; part = (part - 1) & subset)
        if (part != subset)
          here[v] = std::min(here[v], least[part][v] + least[subset ^ part][v]);
    if ((subset & (subset - 1)) == 0)
      for (size_t v = 0; v < all.size(); ++v)
        here[v] = model.getBoxing(tensor, all[v],
                                  targets[llvm::countr_zero(uint64_t(subset))],
                                  v == produced);
    least[subset] = here;
    for (size_t v = 0; v < all.size(); ++v)
      for (size_t u = 0; u < all.size(); ++u)
        least[subset][v] = std::min(
            least[subset][v],
            model.getBoxing(tensor, all[v], all[u], v == produced) + here[u]);
  }
  Cost cost = least.back()[produced];
  trees[key] = cost;
  return cost;
}

Cost BruteForce::getEdges(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  Operation *producer = value.getDefiningOp();
  if (!type)
    return 0;
  if (producer && isSource(producer)) {
    bool isMade = llvm::any_of(value.getUses(), [&](OpOperand &use) {
      std::optional<Id> wanted = getRequired(use);
      return wanted && states.get(*wanted).requiresExistingPartials;
    });
    return isMade ? kInfiniteCost : 0;
  }
  Cost cost = 0;
  for (const ReaderGroup &group : groups.get(value)) {
    std::set<Id> wishes;
    for (OpOperand *use : group.uses)
      if (std::optional<Id> wanted = getRequired(*use))
        wishes.insert(*wanted);
    if (!wishes.empty())
      cost += getTree(getProduced(value), wishes, type);
  }
  return cost;
}

std::optional<Cost> BruteForce::run(double limit) {
  collect();
  double tuples = 1;
  for (const Node &node : nodes)
    tuples *= node.signatures.size();
  if (tuples > limit)
    return std::nullopt;
  std::vector<Value> values(function.getArguments().begin(),
                            function.getArguments().end());
  for (Operation &op : function.front().without_terminator())
    llvm::append_range(values, op.getResults());
  Cost best = kInfiniteCost, ends = getEnds();
  std::vector<size_t> index(nodes.size(), 0);
  for (bool more = true; more;) {
    Cost cost = ends;
    for (size_t i = 0; i < nodes.size(); ++i) {
      chosen[nodes[i].op] = &nodes[i].signatures[index[i]];
      cost += nodes[i].costs[index[i]];
    }
    for (Value value : values)
      if (cost < best)
        cost += getEdges(value);
    best = std::min(best, cost);
    more = false;
    for (size_t i = 0; i < nodes.size() && !more; ++i) {
      more = ++index[i] < nodes[i].signatures.size();
      if (!more)
        index[i] = 0;
    }
  }
  return best;
}

std::optional<Cost> sbp::test::findLeastCost(ModuleOp module,
                                             const CostModel &model,
                                             double limit) {
  return BruteForce(module, model).run(limit);
}
