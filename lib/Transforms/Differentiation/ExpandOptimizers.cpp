// ExpandOptimizers.cpp: optimizers become elementwise ops where their states
// are

#include "Normalisation.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"
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
  void expand(OptimizerOpInterface optimizer);

private:
  DistributionAttr getStored(Value value);
  FlatSymbolRefAttr getPlace(Value value);
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

FlatSymbolRefAttr Expansion::getPlace(Value value) {
  if (DistributionAttr stored = getStored(value))
    return stored.getPlacement();
  Operation *op = value.getDefiningOp();
  if (auto constrain = dyn_cast_or_null<ConstrainOp>(op))
    return constrain.getDistribution().getPlacement();
  return op ? places.lookup(op) : FlatSymbolRefAttr();
}

/// Weight and gradient are read as the states of the optimizer are stored: a
/// partial gradient is reduced into the pieces of the states (ZeRO).
void Expansion::constrainOperands(OptimizerOpInterface optimizer) {
  DistributionAttr stored;
  for (unsigned number : optimizer.getStateOperands())
    if (!stored)
      stored = getStored(optimizer->getOperand(number));
  // Without states of its own, an optimizer updates the weight where it is.
  SmallVector<unsigned> update = optimizer.getUpdateOperands();
  if (!stored && !update.empty())
    stored = getStored(optimizer->getOperand(update.front()));
  if (!stored)
    return;
  OpBuilder builder(optimizer);
  for (unsigned number : update) {
    Value operand = optimizer->getOperand(number);
    if (getStored(operand) == stored)
      continue;
    optimizer->setOperand(
        number, ConstrainOp::create(builder, optimizer.getLoc(),
                                    operand.getType(), operand, stored));
  }
}

void Expansion::expand(OptimizerOpInterface optimizer) {
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
      expansion.expand(optimizer);
    OpPassManager manager(func::FuncOp::getOperationName());
    addNormalisation(manager);
    if (failed(runPipeline(manager, function)))
      return signalPassFailure();
  }
}
