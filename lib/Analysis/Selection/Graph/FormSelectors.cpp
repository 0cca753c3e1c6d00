// FormSelectors.cpp: selects forms, and keeps splits that users made
//
// A selector variable has one state per form. A table over the selector and
// each op of a form is 0 where the op is active exactly if its form is
// selected, and infinite elsewhere. Example: softmax and one decomposition of
// five ops have six tables.
//
// Splits of users become hard constraints only if they are satisfiable
// together: this is checked by solving a network that has nothing but them.

#include "FormSelectors.h"
#include "sbp/Analysis/CostNetwork/Solver.h"
#include "sbp/Analysis/Selection/Graph/PlacedOps.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace mlir;

namespace sbp {

/// Returns the dimensions of operand `index` that no signature of `op` splits.
static llvm::SmallDenseSet<int64_t> getWholeDims(Operation *op,
                                                 unsigned index) {
  llvm::SmallDenseSet<int64_t> whole;
  auto type = dyn_cast<RankedTensorType>(op->getOperand(index).getType());
  for (int64_t dim = 0; type && dim < type.getRank(); ++dim)
    whole.insert(dim);
  auto ruled = getRuledOp(op);
  for (const Factor &factor : ruled->rule.factors)
    if (factor.kind != Factor::Kind::Blocked)
      if (std::optional<int64_t> dim = factor.operandDims[index])
        whole.erase(*dim);
  return whole;
}

namespace {

/// A hard constraint: costs of 0 or infinity over a few variables.
struct SplitConstraint {
  SmallVector<unsigned, 2> variables;
  Costs costs;
};

class SelectorBuilder {
public:
  SelectorBuilder(const SelectionGraph &graph, CostNetwork &network)
      : graph(graph), states(graph.getStates()), network(network) {}
  unsigned add(const Alternatives::Choice &choice);
  /// Excludes pairs of forms; `selectors` are the variables of all choices.
  void addExclusions(ArrayRef<unsigned> selectors);

private:
  void keepUserSplits(const Alternatives::Choice &choice, unsigned selector);
  BitVector getKeptAxes(Operation *op);
  std::optional<SplitConstraint> constrainSplits(OpOperand &use,
                                                 const BitVector &axes);
  bool isSatisfiable(ArrayRef<SplitConstraint> constraints,
                     ArrayRef<unsigned> running);
  bool undoesSplit(StateTable::Id from, StateTable::Id to,
                   const BitVector &axes);

  const SelectionGraph &graph;
  ModuleStates &states;
  CostNetwork &network;
};

} // namespace

/// Returns the axes along which users split an operand of `op` in a dimension
/// that `op` requires whole.
BitVector SelectorBuilder::getKeptAxes(Operation *op) {
  unsigned placement = states.getIndex(getPlacementOf(op));
  BitVector axes(states.getPlacement(placement).getNumAxes());
  for (auto [index, operand] : enumerate(op->getOperands())) {
    if (!isa<RankedTensorType>(operand.getType()))
      continue;
    std::optional<Port> producer = graph.getProducer(operand);
    if (!producer || producer->variable)
      continue;
    const auto &state =
        states.get(states.stateLists.get(producer->stateList).front());
    auto whole = getWholeDims(op, index);
    if (state.placement != placement)
      continue;
    for (auto [axis, component] : enumerate(state.distribution.components))
      if (component.isSplit() && whole.contains(component.dim))
        axes.set(axis);
  }
  return axes;
}

/// Returns true if `from` splits along an axis of `axes` and `to` differs
/// there. A value from another placement moves in any case, so it never counts.
bool SelectorBuilder::undoesSplit(StateTable::Id from, StateTable::Id to,
                                  const BitVector &axes) {
  if (from == kInactiveState || to == kInactiveState ||
      states.get(from).placement != states.get(to).placement)
    return false;
  const Distribution &d = states.get(from).distribution;
  const Distribution &e = states.get(to).distribution;
  return any_of(axes.set_bits(), [&](unsigned axis) {
    return d.components[axis].isSplit() &&
           d.components[axis] != e.components[axis];
  });
}

/// Returns the constraint that `use` keeps the splits along `axes`, over the
/// variables of producer and reader. A producer state that no signature of the
/// reader can keep is not constrained. Nothing for operands without a choice.
std::optional<SplitConstraint>
SelectorBuilder::constrainSplits(OpOperand &use, const BitVector &axes) {
  const SelectionGraph::OpNode *reader = graph.getOp(use.getOwner());
  std::optional<Port> from = graph.getProducer(use.get());
  if (!reader || !from)
    return std::nullopt;
  SplitConstraint constraint;
  for (StateTable::Id produced : states.stateLists.get(from->stateList)) {
    auto undoes = [&](const auto &operands) {
      return undoesSplit(produced, operands[use.getOperandNumber()], axes);
    };
    bool canKeep = !all_of(reader->set->operands, undoes);
    for (const auto &operands : reader->set->operands)
      constraint.costs.push_back(canKeep && undoes(operands) ? kInfiniteCost
                                                             : 0);
    constraint.costs.push_back(0); // off
  }
  if (from->variable)
    constraint.variables.push_back(*from->variable);
  constraint.variables.push_back(reader->variable);
  return constraint;
}

/// Returns true if all constraints are compatible while these ops run.
bool SelectorBuilder::isSatisfiable(ArrayRef<SplitConstraint> constraints,
                                    ArrayRef<unsigned> running) {
  TablePool tables;
  CostNetwork part(tables);
  llvm::DenseMap<unsigned, unsigned> numbers;
  auto add = [&](ArrayRef<unsigned> variables, Costs costs) {
    SmallVector<unsigned, 2> scope;
    for (unsigned variable : variables) {
      auto [it, isNew] = numbers.try_emplace(variable, 0);
      if (isNew)
        it->second = part.addVariable(network.getDomain(variable));
      scope.push_back(it->second);
    }
    part.addTerm(scope, std::move(costs));
  };
  for (const SplitConstraint &constraint : constraints)
    add(constraint.variables, constraint.costs);
  for (unsigned variable : running) {
    Costs costs(network.getDomain(variable), 0);
    costs.back() = kInfiniteCost; // off
    add(variable, std::move(costs));
  }
  return solve(part).cost != kInfiniteCost;
}

/// If users split a value that the op requires whole, forces another form, none
/// of whose ops may gather. Splits of two operands may contradict each other
/// (query and key of attention along one axis); then only the costs decide.
void SelectorBuilder::keepUserSplits(const Alternatives::Choice &choice,
                                     unsigned selector) {
  BitVector axes = getKeptAxes(choice.op);
  if (axes.none())
    return;
  std::vector<SplitConstraint> constraints;
  SmallVector<unsigned> running;
  for (const auto &form : choice.forms)
    for (Operation *op : form.ops) {
      if (const SelectionGraph::OpNode *node = graph.getOp(op))
        running.push_back(node->variable);
      for (OpOperand &use : op->getOpOperands())
        if (isa<RankedTensorType>(use.get().getType()))
          if (std::optional<SplitConstraint> constraint =
                  constrainSplits(use, axes))
            constraints.push_back(std::move(*constraint));
    }
  if (!isSatisfiable(constraints, running))
    return;
  Costs forms(choice.forms.size() + 1, 0);
  forms.front() = kInfiniteCost;
  network.addTerm({selector}, std::move(forms));
  for (SplitConstraint &constraint : constraints)
    network.addTerm(constraint.variables, std::move(constraint.costs));
}

unsigned SelectorBuilder::add(const Alternatives::Choice &choice) {
  unsigned count = choice.forms.size() + 1;
  unsigned selector = network.addVariable(count);
  auto tie = [&](Operation *op, unsigned form) {
    const SelectionGraph::OpNode *node = graph.getOp(op);
    if (!node)
      return;
    unsigned domain = network.getDomain(node->variable);
    Costs entries;
    for (unsigned chosen = 0; chosen < count; ++chosen)
      for (unsigned state = 0; state < domain; ++state)
        entries.push_back(
            (chosen == form) == (state + 1 < domain) ? 0 : kInfiniteCost);
    network.addTerm({selector, node->variable}, std::move(entries));
  };
  tie(choice.op, 0);
  for (auto [i, form] : enumerate(choice.forms))
    for (Operation *op : form.ops)
      tie(op, i + 1);
  if (choice.kind == ChoiceKind::Decomposed)
    keepUserSplits(choice, selector);
  return selector;
}

/// Equal pairs of choices share one table.
void SelectorBuilder::addExclusions(ArrayRef<unsigned> selectors) {
  llvm::MapVector<std::pair<unsigned, unsigned>, Costs> excluded;
  for (const auto &[first, second] : graph.getAlternatives().getExclusions()) {
    unsigned rows = network.getDomain(selectors[first.choice]),
             columns = network.getDomain(selectors[second.choice]);
    auto [it, isNew] = excluded.try_emplace({first.choice, second.choice});
    if (isNew)
      it->second.assign(size_t(rows) * columns, 0);
    it->second[first.form * columns + second.form] = kInfiniteCost;
  }
  for (auto &[pair, costs] : excluded)
    network.addTerm({selectors[pair.first], selectors[pair.second]},
                    std::move(costs));
}

SmallVector<unsigned> addSelectors(const SelectionGraph &graph,
                                   CostNetwork &network) {
  SelectorBuilder builder(graph, network);
  SmallVector<unsigned> selectors;
  for (const auto &choice : graph.getAlternatives().getChoices())
    selectors.push_back(builder.add(choice));
  builder.addExclusions(selectors);
  return selectors;
}

} // namespace sbp
