// PlaceBackward.cpp: the placement of a backward pass that came with the model
//
// Example: stage @a has w1 and stage @b has w2; loss = g(f(x, w1), w2). The
// adjoint of g reads w2 and the activation, both on @b; that of f reads x and
// w1 on @a. Only the cotangent between them crosses.

#include "PlaceBackward.h"
#include "sbp/Analysis/Placement/StageCut.h"
#include "sbp/Analysis/Selection/Graph/PlacedOps.h"
#include "sbp/Interfaces/ElementBytes.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace sbp;

namespace {

/// Builds the graph of a function and writes the stages back.
class BackwardPlacer {
public:
  BackwardPlacer(func::FuncOp function, ArrayRef<FlatSymbolRefAttr> placements)
      : function(function), placements(placements) {}
  void run();

private:
  unsigned addNode(FlatSymbolRefAttr placement);
  void addArguments();
  void addResults();
  void addOps();
  void addValue(Value value, unsigned producer);
  /// Returns the node of the op or result that `use` belongs to; nullopt where
  /// it constrains nothing.
  std::optional<unsigned> getReader(OpOperand &use);
  FlatSymbolRefAttr getHome(StringAttr state);

  func::FuncOp function;
  ArrayRef<FlatSymbolRefAttr> placements; ///< in the order of declaration
  CrossingGraph graph;
  llvm::DenseMap<Operation *, unsigned> ops;
  llvm::DenseMap<Value, unsigned> arguments;
  llvm::DenseMap<unsigned, unsigned> results; ///< by number
};

} // namespace

unsigned BackwardPlacer::addNode(FlatSymbolRefAttr placement) {
  graph.stages.push_back(
      placement ? std::optional<unsigned>(llvm::find(placements, placement) -
                                          placements.begin())
                : std::nullopt);
  return graph.stages.size() - 1;
}

void BackwardPlacer::addArguments() {
  for (BlockArgument argument : function.getArguments())
    if (auto stored = function.getArgAttrOfType<DistributionAttr>(
            argument.getArgNumber(), SBPDialect::kDistributionAttr))
      arguments[argument] = addNode(stored.getPlacement());
}

/// Returns the placement on which a state is stored; null without annotation.
FlatSymbolRefAttr BackwardPlacer::getHome(StringAttr state) {
  for (BlockArgument argument : function.getArguments())
    if (function.getArgAttr(argument.getArgNumber(), SBPDialect::kStateAttr) ==
        state)
      if (auto stored = function.getArgAttrOfType<DistributionAttr>(
              argument.getArgNumber(), SBPDialect::kDistributionAttr))
        return stored.getPlacement();
  return {};
}

void BackwardPlacer::addResults() {
  for (unsigned i = 0; i < function.getNumResults(); ++i) {
    FlatSymbolRefAttr placement;
    if (auto left = function.getResultAttrOfType<DistributionAttr>(
            i, SBPDialect::kDistributionAttr))
      placement = left.getPlacement();
    else if (auto state = function.getResultAttrOfType<StringAttr>(
                 i, SBPDialect::kStateAttr))
      placement = getHome(state);
    if (placement)
      results[i] = addNode(placement);
  }
}

void BackwardPlacer::addOps() {
  for (Operation &op : function.front().without_terminator()) {
    if (auto constrain = dyn_cast<ConstrainOp>(op))
      ops[&op] = addNode(constrain.getDistribution().getPlacement());
    else if (touchesTensors(&op) && !isSource(&op))
      ops[&op] = addNode(getPlacementOf(&op));
  }
}

std::optional<unsigned> BackwardPlacer::getReader(OpOperand &use) {
  if (isa<func::ReturnOp>(use.getOwner())) {
    auto found = results.find(use.getOperandNumber());
    return found == results.end() ? std::nullopt : std::optional(found->second);
  }
  auto found =
      ops.find(function.front().findAncestorOpInBlock(*use.getOwner()));
  return found == ops.end() ? std::nullopt : std::optional(found->second);
}

void BackwardPlacer::addValue(Value value, unsigned producer) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type)
    return;
  llvm::SmallSetVector<unsigned, 4> readers;
  for (OpOperand *use : getOrderedUses(value))
    if (std::optional<unsigned> reader = getReader(*use))
      readers.insert(*reader);
  int64_t bytes = type.getNumElements() * getElementBytes(type);
  if (!readers.empty() && bytes > 0)
    graph.values.push_back({producer, bytes, {readers.begin(), readers.end()}});
}

void BackwardPlacer::run() {
  addArguments();
  addResults();
  addOps();
  for (BlockArgument argument : function.getArguments())
    if (auto node = arguments.find(argument); node != arguments.end())
      addValue(argument, node->second);
  for (Operation &op : function.front().without_terminator())
    if (auto node = ops.find(&op); node != ops.end())
      for (Value result : op.getResults())
        addValue(result, node->second);
  std::vector<unsigned> stages = assignStages(graph, placements.size());
  for (auto [op, node] : ops)
    if (!graph.stages[node])
      op->setAttr(SBPDialect::kPlacementAttr, placements[stages[node]]);
}

void sbp::placeByCut(func::FuncOp function,
                     ArrayRef<FlatSymbolRefAttr> placements) {
  BackwardPlacer(function, placements).run();
}
