//===- SelectionAlternatives.cpp - decomposed forms beside the op itself --===//
//
// All forms stand in the IR while the network is built: every op of every form
// may be off, a selector says which form runs, and an end that is off boxes
// nothing.
//
// Where users split a dimension that the op itself must have whole and another
// form can split, that form runs on the pieces: a tensor that users distributed
// is not gathered for want of a decomposition, however small it is.
//
//===----------------------------------------------------------------------===//

#include "SelectionProblem.h"
#include "sbp/Analysis/CostNetwork/Solver.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace mlir;

namespace sbp {

namespace {
/// Collects what a builder inserts.
struct Collector : OpBuilder::Listener {
  void notifyOperationInserted(Operation *op,
                               OpBuilder::InsertPoint previous) override {
    // Ops inside regions come with the op that holds them.
    if (op->getBlock() == block)
      ops.push_back(op);
  }
  Block *block = nullptr;
  std::vector<Operation *> ops;
};
} // namespace

void SelectionProblem::buildAlternatives(func::FuncOp function) {
  SmallVector<Operation *> candidates;
  auto getForms = [&](Operation *op) {
    return cast<SBPOpInterface>(op).getAlternatives(
        states.getPlacement(getPlacementIndex(getPlacementOf(op))));
  };
  for (Operation &op : function.front().without_terminator())
    if (isa<SBPOpInterface>(op) && getPlacementOf(&op) &&
        !getForms(&op).empty())
      candidates.push_back(&op);
  for (Operation *op : candidates) {
    Choice choice{op, {}, {}, 0};
    for (Alternative &alternative : getForms(op)) {
      Collector collector;
      collector.block = op->getBlock();
      OpBuilder builder(op->getContext(), &collector);
      builder.setInsertionPoint(op);
      choice.replacements.push_back(alternative.build(builder));
      choice.ops.push_back(std::move(collector.ops));
    }
    unsigned number = choices.size();
    optionOf[op] = {number, 0};
    for (auto [i, ops] : enumerate(choice.ops))
      for (Operation *inner : ops) {
        inner->setAttr(kPlacementAttr, getPlacementOf(op));
        inner->setLoc(op->getLoc());
        if (!isSource(inner) && touchesTensors(inner))
          optionOf[inner] = {number, static_cast<unsigned>(i + 1)};
      }
    choices.push_back(std::move(choice));
  }
}

/// The dims of operand `index` that no signature of `op` splits.
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

/// The axes along which users split an operand of `choice.op` in a dim that it
/// must have whole.
BitVector SelectionProblem::getKeptAxes(const Choice &choice) {
  unsigned placement = getPlacementIndex(getPlacementOf(choice.op));
  BitVector axes(states.getPlacement(placement).getNumAxes());
  for (auto [index, operand] : enumerate(choice.op->getOperands())) {
    if (!isa<RankedTensorType>(operand.getType()))
      continue;
    std::optional<Port> producer = getProducer(operand);
    if (!producer || producer->variable)
      continue;
    const auto &state = states.get(columns.get(producer->column).front());
    auto whole = getWholeDims(choice.op, index);
    if (state.placement != placement)
      continue;
    for (auto [axis, component] : enumerate(state.distribution.components))
      if (component.isSplit() && whole.contains(component.dim))
        axes.set(axis);
  }
  return axes;
}

/// `from` splits along an axis of `axes` and `to` does otherwise. What comes
/// from another placement moves anyway.
bool SelectionProblem::undoesSplit(StateTable::Id from, StateTable::Id to,
                                   const BitVector &axes) {
  if (from == offState || to == offState ||
      states.get(from).placement != states.get(to).placement)
    return false;
  const Distribution &d = states.get(from).distribution;
  const Distribution &e = states.get(to).distribution;
  return any_of(axes.set_bits(), [&](unsigned axis) {
    return d.components[axis].isSplit() &&
           d.components[axis] != e.components[axis];
  });
}

/// That `use` reads what is split along `axes` as it is, where its op can: 0 or
/// infinite.
std::optional<SelectionProblem::Wish>
SelectionProblem::wishSplitsKept(OpOperand &use, const BitVector &axes) {
  auto reader = opNodes.find(use.getOwner());
  std::optional<Port> from = getProducer(use.get());
  if (reader == opNodes.end() || !from)
    return std::nullopt;
  const SignatureSet &set = *reader->second.set;
  Wish wish;
  for (StateTable::Id produced : columns.get(from->column)) {
    auto undoes = [&](const auto &operands) {
      return undoesSplit(produced, operands[use.getOperandNumber()], axes);
    };
    bool canKeep = !all_of(set.operands, undoes);
    for (const auto &operands : set.operands)
      wish.costs.push_back(canKeep && undoes(operands) ? infiniteCost : 0);
    wish.costs.push_back(0);
  }
  wish.variables.push_back(reader->second.variable);
  if (from->variable)
    wish.variables.insert(wish.variables.begin(), *from->variable);
  return wish;
}

/// Whether all wishes can come true while the ops of these variables run.
bool SelectionProblem::canBeTrue(ArrayRef<Wish> wishes,
                                 ArrayRef<unsigned> running) {
  TablePool tables;
  CostNetwork part(tables);
  llvm::DenseMap<unsigned, unsigned> numbers;
  auto add = [&](ArrayRef<unsigned> variables, std::vector<Cost> costs) {
    SmallVector<unsigned, 2> scope;
    for (unsigned variable : variables) {
      auto [it, isNew] = numbers.try_emplace(variable, 0);
      if (isNew)
        it->second = part.addVariable(network.getDomain(variable));
      scope.push_back(it->second);
    }
    part.addTerm(scope, std::move(costs));
  };
  for (const Wish &wish : wishes)
    add(wish.variables, wish.costs);
  for (unsigned variable : running) {
    std::vector<Cost> costs(network.getDomain(variable), 0);
    costs.back() = infiniteCost; // off
    add(variable, std::move(costs));
  }
  return solve(part).cost != infiniteCost;
}

/// Where users split what the op must have whole, another form runs, and none
/// of its ops gathers. Splits of two operands may contradict each other (query
/// and key of attention along one axis, say): then the costs decide.
void SelectionProblem::keepUserSplits(const Choice &choice) {
  BitVector axes = getKeptAxes(choice);
  if (axes.none())
    return;
  std::vector<Wish> wishes;
  SmallVector<unsigned> running;
  for (const auto &ops : choice.ops)
    for (Operation *op : ops) {
      if (auto node = opNodes.find(op); node != opNodes.end())
        running.push_back(node->second.variable);
      for (OpOperand &use : op->getOpOperands())
        if (isa<RankedTensorType>(use.get().getType()))
          if (std::optional<Wish> wish = wishSplitsKept(use, axes))
            wishes.push_back(std::move(*wish));
    }
  if (!canBeTrue(wishes, running))
    return;
  std::vector<Cost> forms(choice.ops.size() + 1, 0);
  forms.front() = infiniteCost;
  network.addTerm({choice.selector}, std::move(forms));
  for (Wish &wish : wishes)
    network.addTerm(wish.variables, std::move(wish.costs));
}

void SelectionProblem::addSelectors() {
  for (Choice &choice : choices) {
    unsigned forms = choice.ops.size() + 1;
    choice.selector = network.addVariable(forms);
    auto tie = [&](Operation *op, unsigned form) {
      auto it = opNodes.find(op);
      if (it == opNodes.end())
        return;
      unsigned domain = network.getDomain(it->second.variable);
      std::vector<Cost> entries;
      for (unsigned chosen = 0; chosen < forms; ++chosen)
        for (unsigned state = 0; state < domain; ++state)
          entries.push_back(
              (chosen == form) == (state + 1 < domain) ? 0 : infiniteCost);
      network.addTerm({choice.selector, it->second.variable},
                      std::move(entries));
    };
    tie(choice.op, 0);
    for (auto [i, ops] : enumerate(choice.ops))
      for (Operation *op : ops)
        tie(op, i + 1);
    keepUserSplits(choice);
  }
}

} // namespace sbp
