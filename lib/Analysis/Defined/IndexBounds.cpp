// IndexBounds.cpp: bounds of inputs that are used as positions

#include "sbp/Analysis/Defined/IndexBounds.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sbp/Interfaces/TensorInterfaces.h"

using namespace mlir;
using namespace sbp;

/// Returns the origin of `value`, before casts that keep positions.
static Value skipCasts(Value value) {
  for (auto cast = value.getDefiningOp<NumberCastOpInterface>();
       cast && cast.keepsPositions();
       cast = value.getDefiningOp<NumberCastOpInterface>())
    value = cast->getOperand(0);
  return value;
}

/// Returns true for an elementwise op that copies or widens its one input.
static bool isWidening(linalg::LinalgOp op) {
  Block &body = *op.getBlock();
  return op.getNumDpsInputs() == 1 && op->getNumResults() == 1 &&
         skipCasts(body.getTerminator()->getOperand(0)) == body.getArgument(0);
}

/// Returns the value from which `value` takes its elements unchanged.
static Value getOrigin(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    auto structured = dyn_cast<linalg::LinalgOp>(op);
    auto moving = dyn_cast<MovingOpInterface>(op);
    if (!(moving && moving.keepsElements()) &&
        !(structured && isWidening(structured)))
      break;
    value = op->getOperand(0);
  }
  return value;
}

/// Returns the argument whose only element `index` is; null for anything else.
static BlockArgument getOnlyElement(Value index) {
  auto extract = skipCasts(index).getDefiningOp<tensor::ExtractOp>();
  if (!extract)
    return {};
  auto argument = dyn_cast<BlockArgument>(getOrigin(extract.getTensor()));
  return argument && cast<ShapedType>(argument.getType()).getNumElements() == 1
             ? argument
             : BlockArgument();
}

void sbp::forEachPosition(
    func::FuncOp entry,
    llvm::function_ref<void(Operation *op, Value position, int64_t bound)>
        visit) {
  for (auto op : entry.getBody().getOps<IndexingOpInterface>())
    for (auto [positions, bound] : op.getIndexedPositions())
      if (bound)
        visit(op, positions, *bound);
}

SmallVector<int64_t> sbp::getIndexBounds(func::FuncOp entry) {
  SmallVector<int64_t> bounds(entry.getNumArguments(), -1);
  forEachPosition(entry, [&](Operation *, Value position, int64_t limit) {
    BlockArgument argument = isa<RankedTensorType>(position.getType())
                                 ? dyn_cast<BlockArgument>(getOrigin(position))
                                 : getOnlyElement(position);
    if (!argument)
      return;
    int64_t &bound = bounds[argument.getArgNumber()];
    bound = bound < 0 ? limit : std::min(bound, limit);
  });
  return bounds;
}
