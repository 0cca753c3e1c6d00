// SelectionSolution.cpp: converts an assignment to a decision, and explains it

#include "SelectionSolution.h"
#include "sbp/Analysis/Selection/Solution/Repeats.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"

using namespace llvm;
using namespace mlir;

namespace sbp {

DistributionAttr SelectionSolution::read(const Port &port) const {
  unsigned state = port.variable ? assignment[*port.variable] : 0;
  return graph.getStates().getAttribute(
      graph.getStateLists().get(port.stateList)[state]);
}

bool SelectionSolution::isActive(Operation *op) const {
  return graph.getAlternatives().isActive(op, forms);
}

void SelectionSolution::readOps(func::FuncOp function,
                                Decision &decision) const {
  ModuleStates &states = graph.getStates();
  for (Operation &op : function.front().without_terminator()) {
    if (!isActive(&op))
      continue;
    FlatSymbolRefAttr placement = getPlacementOf(&op);
    if (const SelectionGraph::OpNode *node = graph.getOp(&op)) {
      decision.signatures[&op] = SignatureAttr::get(
          placement, node->set->signatures[assignment[node->variable]]);
    } else if (!touchesTensors(&op)) {
      auto all = DistributionAttr::get(
          placement,
          Distribution::broadcast(
              states.getPlacement(states.getIndex(placement)).getNumAxes()));
      decision.signatures[&op] = SignatureAttr::get(
          op.getContext(),
          SmallVector<DistributionAttr>(op.getNumOperands(), all),
          SmallVector<DistributionAttr>(op.getNumResults(), all));
    }
  }
}

void SelectionSolution::readResults(func::FuncOp function,
                                    Decision &decision) const {
  auto &results = decision.results[function];
  for (auto [index, port] : enumerate(graph.getResults(function))) {
    auto annotation = function.getResultAttrOfType<DistributionAttr>(
        index, SBPDialect::kDistributionAttr);
    results.push_back(annotation ? annotation : read(port));
  }
}

/// Stores an argument without a storage cost as its readers require, if they
/// agree; that saves boxings which would move nothing.
DistributionAttr
SelectionSolution::chooseStorage(BlockArgument argument,
                                 const Decision &decision) const {
  DistributionAttr stored = read(graph.getArguments().get(argument));
  DistributionAttr required;
  for (OpOperand &use : argument.getUses()) {
    if (!isActive(use.getOwner()))
      continue;
    DistributionAttr want = decision.getRequired(use);
    if (required && want != required)
      return stored;
    required = want;
  }
  if (!required || required.getPlacement() != stored.getPlacement() ||
      required.getDistribution().hasPartial() ||
      required.getDistribution().hasWindows()) // only a boxing's end has them
    return stored;
  return required;
}

void SelectionSolution::readArguments(func::FuncOp function,
                                      Decision &decision) const {
  for (BlockArgument argument : function.getArguments()) {
    const Port &port = graph.getArguments().get(argument);
    auto annotation = function.getArgAttrOfType<DistributionAttr>(
        argument.getArgNumber(), SBPDialect::kDistributionAttr);
    decision.arguments[argument] = port.variable ? read(port)
                                   : annotation
                                       ? annotation
                                       : chooseStorage(argument, decision);
  }
}

Decision SelectionSolution::getDecision() const {
  Decision decision;
  decision.forms = forms;
  auto functions = to_vector(graph.getModule().getOps<func::FuncOp>());
  for (func::FuncOp function : functions) {
    readOps(function, decision);
    readResults(function, decision);
    readArguments(function, decision); // depends on the reads decided above
  }
  for (const auto &[value, phase, port] : edges.getShared()) {
    Value running = graph.getAlternatives().getActiveValue(value, forms);
    if (Operation *op = running.getDefiningOp(); !op || isActive(op))
      decision.shared[{running, static_cast<int64_t>(phase)}] = read(port);
  }
  return decision;
}

//===----------------------------------------------------------------------===//
// Explanation
//===----------------------------------------------------------------------===//

/// Returns the total cost with `variable` in `state`, adjacent views and free
/// results adapted and all other choices kept, up to a constant that does not
/// depend on `state`.
static Cost getLocalCost(const SelectionGraph &graph, SelectionEdges &edges,
                         std::vector<unsigned> &states, unsigned variable,
                         unsigned state) {
  CostNetwork &network = edges.getNetwork();
  auto isAdapted = [&](unsigned other) {
    return edges.isView(other) || graph.isFreeResult(other);
  };
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
    if (none_of(network.getTerms()[number].variables, isAdapted))
      direct.push_back(number);
  total += sumOf(direct);
  for (unsigned view : network.getNeighbours(variable)) {
    if (!isAdapted(view))
      continue;
    unsigned kept = states[view];
    Cost best = kInfiniteCost;
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

/// Describes the choice for an op and the next best one, with their costs, and
/// returns the cost of the choice.
std::pair<std::string, Cost>
SelectionSolution::describe(const SelectionGraph::OpNode &node,
                            std::vector<unsigned> &states) const {
  unsigned chosen = states[node.variable], second = chosen;
  auto costOf = [&](unsigned state) {
    return getLocalCost(graph, edges, states, node.variable, state);
  };
  Cost least = costOf(chosen), best = kInfiniteCost;
  for (unsigned state = 0; state < node.set->size(); ++state)
    if (Cost cost = state == chosen ? kInfiniteCost : costOf(state);
        cost < best) {
      best = cost;
      second = state;
    }
  auto toSeconds = [&](Cost cost) {
    return format("%.3g", graph.getPrices().getModel().toSeconds(
                              cost, graph.getStates().getNumRanks()));
  };
  std::string text;
  raw_string_ostream os(text);
  os << ": " << node.set->signatures[chosen] << ", here " << toSeconds(least)
     << " s";
  if (second != chosen)
    os << "; runner-up: " << node.set->signatures[second] << ", "
       << toSeconds(best) << " s with everything else as chosen";
  return {std::move(text), least};
}

void SelectionSolution::explain() const {
  std::vector<unsigned> states = assignment.vec();
  // Equal layers share one remark. What costs nothing needs none: views, and
  // elementwise ops whose results are neither written nor read.
  struct Remark {
    std::string text;
    Cost cost = 0; ///< of all ops together
    std::vector<Operation *> ops;
  };
  std::map<std::string, size_t> numbers;
  std::vector<Remark> remarks;
  for (const auto &[op, node] : graph.getOps()) {
    if (node.set->size() < 2 || !isActive(op))
      continue;
    auto [text, cost] = describe(node, states);
    if (cost == 0)
      continue;
    auto [it, isNew] = numbers.try_emplace(
        (op->getName().getStringRef() + text).str(), remarks.size());
    if (isNew)
      remarks.push_back({text, 0, {}});
    remarks[it->second].cost += cost;
    remarks[it->second].ops.push_back(op);
  }
  llvm::stable_sort(remarks, [](const Remark &a, const Remark &b) {
    return a.cost > b.cost;
  });
  for (const Remark &remark : remarks)
    remark.ops.front()->emitRemark()
        << "chosen" << describeRepeats(remark.ops) << remark.text;
}

} // namespace sbp
