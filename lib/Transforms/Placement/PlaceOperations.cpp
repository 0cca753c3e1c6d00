// PlaceOperations.cpp: assigns a placement to every op
//
// Passes over each function, each filling in what is still open:
//   1. updates of a state run where the state lives;
//   2. forwards: an op runs on the placement of its operands, the one declared
//      last if there are several, so values move from stage to stage;
//   3. a backward pass that came with the model runs where the fewest bytes
//      cross between stages (PlaceBackward.h);
//   4. backwards: an op without placed operands runs where it is used.
// Forward ops take no part in 3: the fewest bytes would undo a stage whose
// weights are smaller than its activations.
// Example: placements @a, @b; y = f(x @a); z = g(y, w @b): f runs on @a, g on
// @b.

#include "PlaceBackward.h"
#include "sbp/Analysis/Selection/Graph/PlacedOps.h"
#include "sbp/Interfaces/RuleMemo.h"
#include "sbp/Transforms/Passes.h"
#include "sbp/Transforms/Phases.h"
#include "sbp/Transforms/Placement.h"

namespace sbp {
#define GEN_PASS_DEF_PLACEOPERATIONSPASS
#include "sbp/Transforms/Passes.h.inc"
} // namespace sbp

using namespace llvm;
using namespace mlir;
using namespace sbp;

namespace {

/// Assigns the placements of one function.
class Placer {
public:
  Placer(func::FuncOp function, ArrayRef<PlacementOp> placements)
      : function(function) {
    for (PlacementOp placement : placements)
      order.push_back(FlatSymbolRefAttr::get(placement.getSymNameAttr()));
  }
  /// Gives every op a placement. `cuts`: a backward pass without derived
  /// placements runs where the fewest bytes cross.
  void placeOps(bool cuts);
  /// Copies ops that make numbers to every placement that reads them.
  void placeNumbers();

private:
  void placeUpdates();
  void placeImportedBackward();
  void placeForwards(Operation *op);
  void placeBackwards(Operation *op);
  void placeNumbers(Operation *op);
  FlatSymbolRefAttr getLatest(Operation *op, bool ofTensors);
  void place(Operation *op, FlatSymbolRefAttr placement) {
    op->setAttr(SBPDialect::kPlacementAttr, placement);
  }
  FlatSymbolRefAttr getPlaced(Value value);
  FlatSymbolRefAttr getAnnotationOf(Operation *op);
  FlatSymbolRefAttr getUserPlacement(Operation *op);

  func::FuncOp function;
  SmallVector<FlatSymbolRefAttr> order; ///< in order of declaration
};

/// Returns the placement of a value; null if it is not known yet.
FlatSymbolRefAttr Placer::getPlaced(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    auto annotation = function.getArgAttrOfType<DistributionAttr>(
        argument.getArgNumber(), SBPDialect::kDistributionAttr);
    return annotation ? annotation.getPlacement() : FlatSymbolRefAttr();
  }
  Operation *op = value.getDefiningOp();
  if (auto constrain = dyn_cast<ConstrainOp>(op))
    return constrain.getDistribution().getPlacement();
  return getPlacementOf(op);
}

/// Returns the placement that a constrain or an annotated result of `op`
/// requests; null without one.
FlatSymbolRefAttr Placer::getAnnotationOf(Operation *op) {
  for (OpOperand &use : op->getUses()) {
    if (auto constrain = dyn_cast<ConstrainOp>(use.getOwner()))
      return constrain.getDistribution().getPlacement();
    if (!isa<func::ReturnOp>(use.getOwner()))
      continue;
    if (auto annotation = function.getResultAttrOfType<DistributionAttr>(
            use.getOperandNumber(), SBPDialect::kDistributionAttr))
      return annotation.getPlacement();
  }
  return {};
}

/// Returns the requested placement, else that of the first placed user.
FlatSymbolRefAttr Placer::getUserPlacement(Operation *op) {
  if (FlatSymbolRefAttr annotation = getAnnotationOf(op))
    return annotation;
  Operation *first = nullptr;
  for (Operation *user : op->getUsers()) {
    Operation *top = function.front().findAncestorOpInBlock(*user);
    if (getPlacementOf(top) && (!first || top->isBeforeInBlock(first)))
      first = top;
  }
  return first ? getPlacementOf(first) : FlatSymbolRefAttr();
}

/// Places the ops that compute a state's next value from it where the state
/// lives: ops of its shape whose results have no other use.
void Placer::placeUpdates() {
  auto terminator = cast<func::ReturnOp>(function.front().getTerminator());
  for (BlockArgument argument : function.getArguments()) {
    auto name = function.getArgAttrOfType<StringAttr>(argument.getArgNumber(),
                                                      SBPDialect::kStateAttr);
    FlatSymbolRefAttr home = getPlaced(argument);
    if (!name || !home)
      continue;
    for (OpOperand &returned : terminator->getOpOperands()) {
      if (function.getResultAttrOfType<StringAttr>(
              returned.getOperandNumber(), SBPDialect::kStateAttr) != name)
        continue;
      SmallVector<Value> next{returned.get()};
      while (!next.empty()) {
        Value value = next.pop_back_val();
        Operation *op = value.getDefiningOp();
        if (!op || isa<ConstrainOp>(op) || !value.hasOneUse() ||
            value.getType() != argument.getType() || isSource(op))
          continue;
        place(op, home);
        append_range(next, op->getOperands());
      }
    }
  }
}

/// Returns the placement of the operands that was declared last.
FlatSymbolRefAttr Placer::getLatest(Operation *op, bool ofTensors) {
  FlatSymbolRefAttr latest;
  for (Value operand : op->getOperands()) {
    if (isa<RankedTensorType>(operand.getType()) != ofTensors)
      continue;
    if (FlatSymbolRefAttr placed = getPlaced(operand))
      if (!latest || find(order, placed) > find(order, latest))
        latest = placed;
  }
  return latest;
}

/// Places an op by its operands. Scalars follow tensors, not the reverse.
void Placer::placeForwards(Operation *op) {
  if (getPlacementOf(op) || isa<ConstrainOp>(op) || isSource(op) ||
      !touchesTensors(op))
    return;
  FlatSymbolRefAttr latest = getLatest(op, /*ofTensors=*/true);
  if (!latest)
    latest = getLatest(op, /*ofTensors=*/false);
  if (!latest)
    latest = getAnnotationOf(op);
  if (latest)
    place(op, latest);
}

/// Places an op by its users.
void Placer::placeBackwards(Operation *op) {
  if (getPlacementOf(op) || isa<ConstrainOp>(op))
    return;
  if (FlatSymbolRefAttr placement = getUserPlacement(op))
    place(op, placement);
}

/// Clones ops that return scalars only, once per placement that reads them: no
/// boxing moves a scalar, only tensors.
void Placer::placeNumbers(Operation *op) {
  if (op->use_empty() || any_of(op->getResultTypes(), [](Type type) {
        return isa<RankedTensorType>(type);
      }))
    return;
  SmallDenseMap<Attribute, Operation *> copies;
  for (OpOperand &use : make_early_inc_range(op->getUses())) {
    Operation *reader = function.front().findAncestorOpInBlock(*use.getOwner());
    FlatSymbolRefAttr placement = getPlacementOf(reader);
    Operation *&copy = copies[placement];
    if (!copy) {
      copy = copies.size() == 1 ? op : OpBuilder(op).clone(*op);
      place(copy, placement);
    }
    use.set(copy->getResult(cast<OpResult>(use.get()).getResultNumber()));
  }
}

/// Places a backward pass that came with the model, after its forward pass.
void Placer::placeImportedBackward() {
  llvm::DenseMap<Operation *, StepPhase> phases = findPhases(function);
  auto ops = function.front().without_terminator();
  // Derived adjoints are placed with the ops that they differentiate.
  if (any_of(ops,
             [](Operation &op) {
               return getPhaseOf(&op) == StepPhase::Backward;
             }) ||
      none_of(ops, [&](Operation &op) {
        return phases.lookup(&op) == StepPhase::Backward;
      }))
    return;
  for (Operation &op : ops)
    if (phases.lookup(&op) == StepPhase::Forward)
      placeForwards(&op);
  placeByCut(function, order);
}

void Placer::placeOps(bool cuts) {
  auto ops = function.front().without_terminator();
  if (order.size() == 1) {
    for (Operation &op : ops)
      if (!isa<ConstrainOp>(op))
        place(&op, order.front());
    return;
  }
  placeUpdates();
  if (cuts)
    placeImportedBackward();
  for (Operation &op : ops)
    placeForwards(&op);
  for (Operation &op : reverse(ops))
    placeBackwards(&op);
  // Chains without any annotation start on the first placement; sources and
  // scalars are created where they are read.
  for (Operation &op : ops) {
    if (isSource(&op) || !touchesTensors(&op) || isa<ConstrainOp>(op))
      continue;
    placeForwards(&op);
    if (!getPlacementOf(&op))
      place(&op, order.front());
  }
  for (Operation &op : reverse(ops)) {
    placeBackwards(&op);
    if (!getPlacementOf(&op) && !isa<ConstrainOp>(op))
      place(&op, order.front());
  }
}

void Placer::placeNumbers() {
  if (order.size() == 1)
    return;
  auto ops = function.front().without_terminator();
  for (Operation &op : make_early_inc_range(reverse(ops)))
    placeNumbers(&op);
}

} // namespace

llvm::DenseMap<Operation *, FlatSymbolRefAttr>
sbp::findPlacements(func::FuncOp function, ArrayRef<PlacementOp> placements) {
  auto ops = function.front().without_terminator();
  llvm::DenseMap<Operation *, FlatSymbolRefAttr> given, found;
  for (Operation &op : ops)
    given[&op] = getPlacementOf(&op);
  Placer(function, placements).placeOps(/*cuts=*/false);
  for (Operation &op : ops) {
    found[&op] = getPlacementOf(&op);
    if (given[&op])
      op.setAttr(SBPDialect::kPlacementAttr, given[&op]);
    else
      op.removeAttr(SBPDialect::kPlacementAttr);
  }
  return found;
}

namespace {

struct PlaceOperationsPass
    : sbp::impl::PlaceOperationsPassBase<PlaceOperationsPass> {
  void runOnOperation() override;
  LogicalResult checkRules(func::FuncOp function);
  SmallVector<PlacementOp> getPlacements();
};

} // namespace

/// Checks that every op on tensors has a distribution rule.
LogicalResult PlaceOperationsPass::checkRules(func::FuncOp function) {
  for (Operation &op : function.front().without_terminator()) {
    if (!touchesTensors(&op) || isa<ConstrainOp>(op))
      continue;
    if (!isa<SBPOpInterface>(op))
      return op.emitError() << "'" << op.getName()
                            << "' has no distribution rule; write it with "
                               "other ops of linalg, "
                               "tensor or nn";
    auto ruled = getRuledOp(&op);
    if (!ruled->rule.error.empty())
      return op.emitError() << "'" << op.getName()
                            << "' cannot be distributed: " << ruled->rule.error;
  }
  return success();
}

/// Clones sources and scalar constants so that each has one user.
static void isolateSources(func::FuncOp function) {
  // Users first: the init of a source may be a source that gets more users.
  for (Operation &op :
       make_early_inc_range(reverse(function.front().without_terminator()))) {
    bool isScalar = op.getNumOperands() == 0 && !touchesTensors(&op) &&
                    op.getNumResults() > 0;
    if (op.getNumResults() != 1 || op.use_empty() ||
        !(isScalar || isSource(&op)))
      continue;
    for (OpOperand &use : make_early_inc_range(drop_begin(op.getUses()))) {
      // A use inside of a region is cloned before the op with the region.
      Operation *top = function.front().findAncestorOpInBlock(*use.getOwner());
      use.set(OpBuilder(top).clone(op)->getResult(0));
    }
  }
}

SmallVector<PlacementOp> PlaceOperationsPass::getPlacements() {
  ModuleOp module = getOperation();
  auto placements = to_vector(module.getOps<PlacementOp>());
  if (!placements.empty())
    return placements;
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  SymbolTable symbols(module);
  auto one = PlacementOp::create(
      builder, module.getLoc(), "one", builder.getStrArrayAttr({"rank"}),
      builder.getDenseI64ArrayAttr({1}), StringAttr(),
      builder.getDenseI64ArrayAttr({0}));
  symbols.insert(one, module.getBody()->begin());
  return {one};
}

void PlaceOperationsPass::runOnOperation() {
  SmallVector<PlacementOp> placements = getPlacements();
  for (auto function : getOperation().getOps<func::FuncOp>()) {
    if (function.isExternal()) {
      function.emitError() << "has no body; define it or remove it";
      return signalPassFailure();
    }
    if (failed(checkRules(function)))
      return signalPassFailure();
    isolateSources(function);
    Placer placer(function, placements);
    placer.placeOps(/*cuts=*/true);
    placer.placeNumbers();
  }
}
