//===- SelectionAlternatives.cpp - decomposed forms beside the op itself --===//
//
// All forms stand in the IR while the network is built: every op of every form
// may be off, a selector says which form runs, and an end that is off boxes
// nothing.
//
//===----------------------------------------------------------------------===//

#include "SelectionProblem.h"
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
  for (Operation &op : function.front().without_terminator())
    if (auto ruled = dyn_cast<SBPOpInterface>(op);
        ruled && getPlacementOf(&op) && !ruled.getAlternatives().empty())
      candidates.push_back(&op);
  for (Operation *op : candidates) {
    Choice choice{op, {}, {}, 0};
    for (Alternative &alternative :
         cast<SBPOpInterface>(op).getAlternatives()) {
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
  }
}

} // namespace sbp
