// ElementwiseView.cpp: the scalar expression that several elementwise ops
// compute

#include "ElementwiseView.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace sbp;

bool sbp::isElementwiseGeneric(linalg::GenericOp op) {
  return op->getNumResults() == 1 && op.hasPureTensorSemantics() &&
         op.getNumReductionLoops() == 0 &&
         op.getIndexingMapsArray().back().isIdentity() &&
         op.getRegionOutputArgs().front().use_empty();
}

/// Returns the operand that an argument of a body stands for; null for another
/// block argument.
static OpOperand *getOperand(BlockArgument argument) {
  auto op = dyn_cast<linalg::LinalgOp>(argument.getOwner()->getParentOp());
  return op && argument.getArgNumber() < op->getNumOperands()
             ? &op->getOpOperand(argument.getArgNumber())
             : nullptr;
}

linalg::GenericOp sbp::getProducer(BlockArgument argument) {
  OpOperand *operand = getOperand(argument);
  if (!operand)
    return {};
  auto op = cast<linalg::LinalgOp>(operand->getOwner());
  auto producer = operand->get().getDefiningOp<linalg::GenericOp>();
  return producer && op.isDpsInput(operand) &&
                 op.getMatchingIndexingMap(operand).isIdentity() &&
                 isElementwiseGeneric(producer)
             ? producer
             : linalg::GenericOp();
}

/// Returns the number that all elements have that `argument` reads, or itself.
static Value getFilled(BlockArgument argument) {
  OpOperand *operand = getOperand(argument);
  bool isInput =
      operand &&
      cast<linalg::LinalgOp>(operand->getOwner()).isDpsInput(operand);
  auto fill = isInput ? operand->get().getDefiningOp<linalg::FillOp>()
                      : linalg::FillOp();
  return fill ? fill.value() : Value(argument);
}

Value sbp::lookThrough(Value value) {
  while (auto argument = dyn_cast<BlockArgument>(value)) {
    linalg::GenericOp producer = getProducer(argument);
    if (!producer)
      return getFilled(argument);
    value = producer.getBody()->getTerminator()->getOperand(0);
  }
  return value;
}

Value sbp::getLeaf(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  OpOperand *operand = argument ? getOperand(argument) : nullptr;
  return operand ? operand->get() : value;
}

namespace {

/// The body of an op with those of its producers in front.
class Fusion {
public:
  using Rewrite = llvm::function_ref<Value(Operation *, Operation *)>;
  Fusion(const llvm::SetVector<Operation *> &producers, Rewrite rewrite)
      : producers(producers), rewrite(rewrite) {}

  /// Adds the inputs of `op` that no producer computes.
  void collect(linalg::GenericOp op);
  /// Clones the body of `op` to the insertion point; returns what it yields.
  Value emit(OpBuilder &builder, linalg::GenericOp op, ValueRange arguments);

  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps;

private:
  /// Returns the producer of an input that is fused; null otherwise.
  linalg::GenericOp getFused(linalg::GenericOp op, OpOperand &operand);

  const llvm::SetVector<Operation *> &producers;
  Rewrite rewrite;
  llvm::DenseMap<std::pair<Value, AffineMap>, unsigned> numbers;
  llvm::DenseSet<Operation *> collected;
  llvm::DenseMap<Operation *, Value> emitted;
};

} // namespace

linalg::GenericOp Fusion::getFused(linalg::GenericOp op, OpOperand &operand) {
  linalg::GenericOp producer =
      getProducer(op.getBody()->getArgument(operand.getOperandNumber()));
  return producer && producers.contains(producer) ? producer
                                                  : linalg::GenericOp();
}

void Fusion::collect(linalg::GenericOp op) {
  if (!collected.insert(op).second)
    return;
  for (OpOperand *operand : op.getDpsInputOperands()) {
    if (linalg::GenericOp producer = getFused(op, *operand)) {
      collect(producer);
      continue;
    }
    AffineMap map = op.getMatchingIndexingMap(operand);
    if (numbers.try_emplace({operand->get(), map}, inputs.size()).second) {
      inputs.push_back(operand->get());
      maps.push_back(map);
    }
  }
}

Value Fusion::emit(OpBuilder &builder, linalg::GenericOp op,
                   ValueRange arguments) {
  if (Value known = emitted.lookup(op))
    return known;
  IRMapping mapping;
  for (OpOperand *operand : op.getDpsInputOperands()) {
    linalg::GenericOp producer = getFused(op, *operand);
    AffineMap map = op.getMatchingIndexingMap(operand);
    mapping.map(op.getBody()->getArgument(operand->getOperandNumber()),
                producer ? emit(builder, producer, arguments)
                         : arguments[numbers.at({operand->get(), map})]);
  }
  for (Operation &inner : op.getBody()->without_terminator()) {
    Operation *clone = builder.clone(inner, mapping);
    if (clone->getNumResults() > 0)
      mapping.map(inner.getResult(0), rewrite(&inner, clone));
  }
  return emitted[op] = mapping.lookupOrDefault(
             op.getBody()->getTerminator()->getOperand(0));
}

linalg::GenericOp sbp::fuseProducers(
    OpBuilder &builder, linalg::GenericOp op,
    const llvm::SetVector<Operation *> &producers,
    llvm::function_ref<Value(Operation *, Operation *)> rewrite) {
  Fusion fusion(producers, rewrite);
  fusion.collect(op);
  SmallVector<AffineMap> maps = fusion.maps;
  maps.push_back(op.getIndexingMapsArray().back());
  auto fused = linalg::GenericOp::create(
      builder, op.getLoc(), op.getResultTypes(), fusion.inputs, op.getOutputs(),
      maps, op.getIteratorTypesArray(),
      [&](OpBuilder &builder, Location loc, ValueRange arguments) {
        linalg::YieldOp::create(builder, loc,
                                fusion.emit(builder, op, arguments));
      });
  fused->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  op.replaceAllUsesWith(fused);
  op->erase();
  return fused;
}
