// ExpandOptimizers.cpp: optimizers become elementwise ops where their states
// are

#include "Normalisation.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"
#include "sbp/Dialect/SBP/IR/StepPhases.h"
#include "sbp/Interfaces/OptimizerInterface.h"
#include "sbp/Transforms/Placement.h"

namespace sbp {
#define GEN_PASS_DEF_EXPANDOPTIMIZERSPASS
#include "sbp/Transforms/Passes.h.inc"
} // namespace sbp

using namespace mlir;
using namespace sbp;

namespace {

/// The optimizers of one function.
class Expansion {
public:
  /// `placements` are those of the module; in a module of one, ops get none.
  Expansion(func::FuncOp function, ArrayRef<PlacementOp> placements)
      : function(function) {
    if (placements.size() > 1)
      places = findPlacements(function, placements);
  }
  /// Reports an error and fails where a state of the optimizer has no first
  /// value.
  LogicalResult checkFirstValues(OptimizerOpInterface optimizer);
  void expand(OptimizerOpInterface optimizer);

private:
  DistributionAttr getStored(Value value);
  FlatSymbolRefAttr getPlace(Value value);
  DistributionAttr getStorage(OptimizerOpInterface optimizer);
  DistributionAttr getStorageOfReader(Value gradient);
  void constrain(OptimizerOpInterface optimizer, unsigned operand,
                 DistributionAttr distribution);
  void constrainOperands(OptimizerOpInterface optimizer);

  func::FuncOp function;
  llvm::DenseMap<Operation *, FlatSymbolRefAttr> places;
};

struct ExpandOptimizers
    : sbp::impl::ExpandOptimizersPassBase<ExpandOptimizers> {
  void runOnOperation() override;
};

} // namespace

/// How an argument is stored; null where it has no annotation, or `value` is no
/// argument.
DistributionAttr Expansion::getStored(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  return argument ? function.getArgAttrOfType<DistributionAttr>(
                        argument.getArgNumber(), SBPDialect::kDistributionAttr)
                  : DistributionAttr();
}

LogicalResult Expansion::checkFirstValues(OptimizerOpInterface optimizer) {
  for (unsigned number : optimizer.getStateOperands()) {
    auto argument = dyn_cast<BlockArgument>(optimizer->getOperand(number));
    if (!argument)
      continue;
    unsigned index = argument.getArgNumber();
    auto state =
        function.getArgAttrOfType<StringAttr>(index, SBPDialect::kStateAttr);
    if (!state || function.getArgAttr(index, SBPDialect::kInitAttr))
      continue;
    InFlightDiagnostic error = emitError(argument.getLoc());
    error << "state '" << state.getValue()
          << "' of an optimizer has no first value; give the argument sbp.init "
             "= dense<0.0> : "
          << argument.getType() << ", which --weights and checkpoints replace";
    error.attachNote(optimizer.getLoc())
        << "'" << optimizer->getName() << "' reads it here";
    return error;
  }
  return success();
}

FlatSymbolRefAttr Expansion::getPlace(Value value) {
  if (DistributionAttr stored = getStored(value))
    return stored.getPlacement();
  Operation *op = value.getDefiningOp();
  if (auto constrain = dyn_cast_or_null<ConstrainOp>(op))
    return constrain.getDistribution().getPlacement();
  return op ? places.lookup(op) : FlatSymbolRefAttr();
}

/// Splits `weight` over each axis that splits a state, in the dimension that
/// the state has there.
static void splitLikeState(Distribution &weight, const Distribution &state,
                           ArrayRef<int64_t> dims) {
  for (auto [axis, component] : llvm::enumerate(state.components))
    if (component.isSplit())
      weight.components[axis] = Component::split(dims[component.dim]);
  if (weight.order.empty())
    weight.order = state.order;
}

/// Returns the distribution of weights in which the states of an optimizer are
/// stored; of one without states, that of the weight. Null without annotations.
DistributionAttr Expansion::getStorage(OptimizerOpInterface optimizer) {
  SmallVector<unsigned> update = optimizer.getUpdateOperands();
  if (update.empty())
    return {};
  Value weight = optimizer->getOperand(update.front());
  int64_t rank = cast<RankedTensorType>(weight.getType()).getRank();
  // Reduced states lack dimensions of the weight; together they have all that
  // it is split in.
  std::optional<Distribution> split;
  FlatSymbolRefAttr placement;
  for (unsigned number : optimizer.getStateOperands()) {
    DistributionAttr stored = getStored(optimizer->getOperand(number));
    if (!stored)
      continue;
    SmallVector<int64_t> dims = optimizer.getStateDims(number);
    if (static_cast<int64_t>(dims.size()) == rank)
      return stored;
    if (!split) {
      split = Distribution::broadcast(stored.getDistribution().getNumAxes());
      placement = stored.getPlacement();
    }
    if (stored.getPlacement() == placement)
      splitLikeState(*split, stored.getDistribution(), dims);
  }
  if (!split)
    return getStored(weight);
  return DistributionAttr::get(placement, *split);
}

/// Returns the storage of the first optimizer that updates by `gradient`, or by
/// a multiple of it.
DistributionAttr Expansion::getStorageOfReader(Value gradient) {
  for (OpOperand &use : gradient.getUses()) {
    auto reader = dyn_cast<OptimizerOpInterface>(use.getOwner());
    if (!reader)
      continue;
    if (llvm::is_contained(reader.getUpdateOperands(), use.getOperandNumber()))
      return getStorage(reader);
    for (OpResult result : reader->getResults())
      if (reader.getScaledOperand(result.getResultNumber()) ==
          use.getOperandNumber())
        if (DistributionAttr stored = getStorageOfReader(result))
          return stored;
  }
  return {};
}

void Expansion::constrain(OptimizerOpInterface optimizer, unsigned number,
                          DistributionAttr distribution) {
  Value operand = optimizer->getOperand(number);
  if (!distribution || getStored(operand) == distribution)
    return;
  OpBuilder builder(optimizer);
  optimizer->setOperand(number, ConstrainOp::create(builder, optimizer.getLoc(),
                                                    operand.getType(), operand,
                                                    distribution));
}

/// Weight and gradient are read as the states of the optimizer are stored: a
/// partial gradient is reduced into the pieces of the states (ZeRO), before it
/// is scaled.
void Expansion::constrainOperands(OptimizerOpInterface optimizer) {
  DistributionAttr stored = getStorage(optimizer);
  for (unsigned number : optimizer.getUpdateOperands())
    constrain(optimizer, number, stored);
  for (OpResult result : optimizer->getResults())
    if (std::optional<unsigned> scaled =
            optimizer.getScaledOperand(result.getResultNumber()))
      constrain(optimizer, *scaled, getStorageOfReader(result));
  if (optimizer.readsLikeUpdates())
    for (OpOperand &operand : optimizer->getOpOperands())
      constrain(optimizer, operand.getOperandNumber(),
                getStorageOfReader(operand.get()));
}

void Expansion::expand(OptimizerOpInterface optimizer) {
  Operation *last = optimizer->getPrevNode();
  constrainOperands(optimizer);
  OpBuilder builder(optimizer);
  SmallVector<Value> results =
      optimizer.expand(builder, [&](Operation *built, unsigned operand) {
        FlatSymbolRefAttr place = getPlace(optimizer->getOperand(operand));
        if (!place || places.empty())
          return;
        built->setAttr(SBPDialect::kPlacementAttr, place);
        places[built] = place;
      });
  Block::iterator first =
      last ? std::next(Block::iterator(last)) : optimizer->getBlock()->begin();
  for (Operation &built : llvm::make_range(first, optimizer->getIterator()))
    setPhase(&built, StepPhase::Update);
  optimizer->replaceAllUsesWith(results);
  optimizer->erase();
}

void ExpandOptimizers::runOnOperation() {
  auto placements = llvm::to_vector(getOperation().getOps<PlacementOp>());
  for (auto function : getOperation().getOps<func::FuncOp>()) {
    SmallVector<OptimizerOpInterface> optimizers;
    function.walk([&](OptimizerOpInterface op) { optimizers.push_back(op); });
    if (optimizers.empty())
      continue;
    Expansion expansion(function, placements);
    for (OptimizerOpInterface optimizer : optimizers)
      if (failed(expansion.checkFirstValues(optimizer)))
        return signalPassFailure();
    for (OptimizerOpInterface optimizer : optimizers)
      expansion.expand(optimizer);
    OpPassManager manager(func::FuncOp::getOperationName());
    addNormalisation(manager);
    if (failed(runPipeline(manager, function)))
      return signalPassFailure();
  }
}
