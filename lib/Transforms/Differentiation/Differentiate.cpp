// Differentiate.cpp: nn.gradient becomes the ops that compute it

#include "Gradient.h"
#include "Normalisation.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sbp/Analysis/Selection/Graph/PlacedOps.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"
#include "sbp/Dialect/SBP/IR/TrainingPorts.h"
#include "sbp/Transforms/Passes.h"
#include "sbp/Transforms/Placement.h"

namespace sbp {
#define GEN_PASS_DEF_DIFFERENTIATEPASS
#include "sbp/Transforms/Passes.h.inc"
} // namespace sbp

using namespace mlir;
using namespace sbp;

namespace {

struct Differentiate : sbp::impl::DifferentiatePassBase<Differentiate> {
  void runOnOperation() override;
  LogicalResult differentiate(func::FuncOp function,
                              ArrayRef<PlacementOp> placements);
};

} // namespace

/// Warns of parameters with `sbp.accumulate` by which nothing is
/// differentiated.
static void warnOfUnused(func::FuncOp function) {
  llvm::SmallDenseSet<Value> differentiated;
  function.walk([&](nn::GradientOp op) {
    differentiated.insert(op.getWrt().begin(), op.getWrt().end());
  });
  for (BlockArgument argument : function.getArguments())
    if (function.getArgAttr(argument.getArgNumber(), kAccumulateAttr) &&
        !differentiated.contains(argument))
      emitWarning(argument.getLoc())
          << kAccumulateAttr << " of " << describe(argument)
          << " has no effect: no nn.gradient is taken by it";
}

/// Gradients stand in program order, so the inner one of two that are nested is
/// expanded before the outer one differentiates what it computes.
LogicalResult Differentiate::differentiate(func::FuncOp function,
                                           ArrayRef<PlacementOp> placements) {
  if (!function.isDeclaration())
    warnOfUnused(function);
  SmallVector<nn::GradientOp> gradients;
  function.walk([&](nn::GradientOp op) { gradients.push_back(op); });
  if (!gradients.empty()) {
    // With one placement every op runs there, whatever it is the adjoint of.
    ForwardPlacements forward;
    if (placements.size() > 1)
      forward = findPlacements(function, placements);
    for (nn::GradientOp gradient : gradients)
      if (failed(Gradient(gradient, forward).build()))
        return failure();
  }
  bool changed = !gradients.empty();
  function.walk([&](Operation *op) {
    if (!isa<nn::StopGradientOp, nn::VariableOp>(op))
      return;
    op->getResult(0).replaceAllUsesWith(op->getOperand(0));
    op->erase();
    changed = true;
  });
  if (!changed)
    return success();
  OpPassManager manager(func::FuncOp::getOperationName());
  addNormalisation(manager);
  return runPipeline(manager, function);
}

void Differentiate::runOnOperation() {
  auto placements = llvm::to_vector(getOperation().getOps<PlacementOp>());
  for (auto function : getOperation().getOps<func::FuncOp>())
    if (failed(differentiate(function, placements)))
      return signalPassFailure();
}
