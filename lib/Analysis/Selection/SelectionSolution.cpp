//===- SelectionSolution.cpp - from a solution to a decision --------------===//

#include "SelectionProblem.h"
#include "sbp/Analysis/Selection/Repeats.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"

using namespace llvm;
using namespace mlir;

namespace sbp {

DistributionAttr SelectionProblem::read(const Port &port,
                                        ArrayRef<unsigned> solution) {
  unsigned state = port.variable ? solution[*port.variable] : 0;
  return getAttribute(columns.get(port.column)[state]);
}

/// An argument that may be stored anyhow is stored as its readers want it, if
/// they agree.
DistributionAttr SelectionProblem::chooseStorage(BlockArgument argument,
                                                 const Decision &decision) {
  auto function = cast<func::FuncOp>(argument.getOwner()->getParentOp());
  unsigned index = argument.getArgNumber();
  if (auto annotation = function.getArgAttrOfType<DistributionAttr>(
          index, SBPDialect::kDistributionAttr))
    return annotation;
  const Port &port = argumentNodes[argument];
  DistributionAttr stored = read(port, {});
  DistributionAttr wanted;
  for (OpOperand &use : argument.getUses()) {
    DistributionAttr want = decision.getWanted(use);
    if (wanted && want != wanted)
      return stored;
    wanted = want;
  }
  if (!wanted || wanted.getPlacement() != stored.getPlacement() ||
      wanted.getDistribution().hasPartial() ||
      wanted.getDistribution().hasWindows()) // only a boxing's end has them
    return stored;
  return wanted;
}

void SelectionProblem::readDecision(ArrayRef<unsigned> solution,
                                    Decision &decision) {
  takeAlternatives(solution);
  for (auto &[op, node] : opNodes)
    decision.signatures[op] = SignatureAttr::get(
        getPlacementOf(op), node.set->signatures[solution[node.variable]]);
  for (OutputNode &node : outputNodes) {
    auto &results = decision.results[node.function];
    results.resize(node.function.getNumResults());
    results[node.index] = node.fixed ? node.fixed : read(node.port, solution);
  }
  for (const SharedNode &node : sharedNodes)
    decision.shared[node.value] = read(node.port, solution);
  for (auto function : module.getOps<func::FuncOp>()) {
    for (BlockArgument argument : function.getArguments())
      decision.arguments[argument] =
          argumentNodes[argument].variable
              ? read(argumentNodes[argument], solution)
              : chooseStorage(argument, decision);
    for (Operation &op : function.front().without_terminator()) {
      if (touchesTensors(&op))
        continue;
      FlatSymbolRefAttr symbol = getPlacementOf(&op);
      unsigned axes =
          states.getPlacement(getPlacementIndex(symbol)).getNumAxes();
      auto all = DistributionAttr::get(symbol, Distribution::broadcast(axes));
      decision.signatures[&op] = SignatureAttr::get(
          op.getContext(),
          SmallVector<DistributionAttr>(op.getNumOperands(), all),
          SmallVector<DistributionAttr>(op.getNumResults(), all));
    }
  }
}

/// The ops that run stay, the others go.
void SelectionProblem::takeAlternatives(ArrayRef<unsigned> solution) {
  auto erase = [&](Operation *op) {
    opNodes.erase(op);
    op->erase();
  };
  for (Choice &choice : choices) {
    unsigned taken = solution[choice.selector];
    if (taken > 0) {
      for (auto [result, replacement] :
           zip_equal(choice.op->getResults(), choice.replacements[taken - 1])) {
        for (SharedNode &node : sharedNodes)
          if (node.value == result)
            node.value = replacement;
        result.replaceAllUsesWith(replacement);
      }
      erase(choice.op);
    }
    for (auto [i, ops] : enumerate(choice.ops))
      if (i + 1 != taken)
        for (Operation *op : reverse(ops))
          erase(op);
  }
}

/// The total where `variable` is in `state` and the views of values beside it
/// follow; all other choices stay. Up to a constant that does not depend on
/// `state`.
static Cost getLocalCost(CostNetwork &network, const std::vector<bool> &isView,
                         std::vector<unsigned> &states, unsigned variable,
                         unsigned state) {
  auto sumOf = [&](ArrayRef<unsigned> terms) {
    Cost cost = 0;
    for (unsigned number : terms) {
      const CostTerm &term = network.getTerms()[number];
      size_t index = 0;
      for (unsigned other : term.variables)
        index = index * network.getDomain(other) + states[other];
      cost += network.getPool().get(term.table).entries[index];
    }
    return cost;
  };
  unsigned before = states[variable];
  states[variable] = state;
  Cost total = 0;
  SmallVector<unsigned, 8> direct;
  for (unsigned number : network.getLiveTerms(variable))
    if (none_of(network.getTerms()[number].variables,
                [&](unsigned other) { return isView[other]; }))
      direct.push_back(number);
  total += sumOf(direct);
  for (unsigned view : network.getNeighbours(variable)) {
    if (!isView[view])
      continue;
    unsigned kept = states[view];
    Cost best = infiniteCost;
    SmallVector<unsigned, 8> terms(
        ArrayRef<unsigned>(network.getLiveTerms(view)));
    for (states[view] = 0; states[view] < network.getDomain(view);
         ++states[view])
      best = std::min(best, sumOf(terms));
    states[view] = kept;
    total += best;
  }
  states[variable] = before;
  return total;
}

void SelectionProblem::explain(ArrayRef<unsigned> solution) {
  std::vector<unsigned> states = solution.vec();
  isValueNode.resize(network.getNumVariables(), false);
  // Of equal layers it is said once.
  std::map<std::string, size_t> numbers;
  std::vector<std::pair<std::string, std::vector<Operation *>>> remarks;
  for (auto &[op, node] : opNodes) {
    if (node.set->size() < 2 || states[node.variable] >= node.set->size())
      continue;
    unsigned chosen = states[node.variable];
    auto costOf = [&](unsigned state) {
      return getLocalCost(network, isValueNode, states, node.variable, state);
    };
    Cost least = costOf(chosen), best = infiniteCost;
    unsigned second = chosen;
    for (unsigned state = 0; state < node.set->size(); ++state)
      if (Cost cost = state == chosen ? infiniteCost : costOf(state);
          cost < best) {
        best = cost;
        second = state;
      }
    std::string text;
    raw_string_ostream os(text);
    os << ": " << node.set->signatures[chosen] << ", here "
       << format("%.3g", model.toSeconds(least, getNumRanks())) << " s";
    if (second != chosen)
      os << "; runner-up: " << node.set->signatures[second] << ", "
         << format("%.3g", model.toSeconds(best, getNumRanks()))
         << " s with everything else as chosen";
    auto [it, isNew] = numbers.try_emplace(
        (op->getName().getStringRef() + text).str(), remarks.size());
    if (isNew)
      remarks.push_back({text, {}});
    remarks[it->second].second.push_back(op);
  }
  for (auto &[text, ops] : remarks)
    ops.front()->emitRemark() << "chosen" << describeRepeats(ops) << text;
}

} // namespace sbp
