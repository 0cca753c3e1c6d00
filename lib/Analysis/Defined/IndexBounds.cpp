//===- IndexBounds.cpp - inputs that are positions in a table -------------===//

#include "sbp/Analysis/Defined/IndexBounds.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"
#include "sbp/Interfaces/TensorInterfaces.h"

using namespace mlir;
using namespace sbp;

/// Whether `cast` leaves numbers as they are. Booleans are 0 and -1 to an
/// index_cast and 0 and 1 to extui; an i8 below 0 is another position to extui
/// (a wider one is beyond all tables either way).
static bool keepsNumbers(Operation *cast) {
  Type type = getElementTypeOrSelf(cast->getOperand(0));
  unsigned width = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
  return isa<arith::ExtUIOp>(cast)
             ? width >= 32
             : isa<arith::ExtSIOp, arith::IndexCastOp>(cast) && width > 1;
}

/// An elementwise op that copies its one input, or widens it.
static bool isWidening(linalg::LinalgOp op) {
  Block &body = *op.getBlock();
  if (op.getNumDpsInputs() != 1 || op->getNumResults() != 1)
    return false;
  Value yielded = body.getTerminator()->getOperand(0);
  if (Operation *cast = yielded.getDefiningOp();
      isa_and_nonnull<arith::ExtSIOp, arith::ExtUIOp, arith::IndexCastOp>(
          cast) &&
      keepsNumbers(cast))
    yielded = cast->getOperand(0);
  return yielded == body.getArgument(0);
}

/// What `value` has the same elements as, followed back to its origin.
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

/// The argument whose only element `index` is; null: it is something else.
static BlockArgument getOnlyElement(Value index) {
  for (auto cast = index.getDefiningOp<arith::IndexCastOp>();
       cast && keepsNumbers(cast);
       cast = index.getDefiningOp<arith::IndexCastOp>())
    index = cast.getIn();
  auto extract = index.getDefiningOp<tensor::ExtractOp>();
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
  for (auto op : entry.getBody().getOps<nn::IndexingOpInterface>())
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
