// Elements.cpp: scalars of elementwise ops, followed through several of them

#include "Elements.h"
#include "RowProducts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace sbp;

/// Returns true for an op whose only result has its loops as dimensions.
static bool isElementwise(linalg::LinalgOp op) {
  return op && op->getNumResults() == 1 && op.hasPureTensorSemantics() &&
         op.getNumParallelLoops() == op.getNumLoops() &&
         op.getMatchingIndexingMap(op.getDpsInitOperand(0)).isIdentity() &&
         !op.payloadUsesValueFromOperand(op.getDpsInitOperand(0));
}

Element sbp::step(const Element &element) {
  if (element.isRead()) {
    auto maker = element.tensor.getDefiningOp<linalg::LinalgOp>();
    if (!element.map.isIdentity() || !isElementwise(maker))
      return element;
    return {maker, maker.getBlock()->getTerminator()->getOperand(0), {}, {}};
  }
  linalg::LinalgOp op = element.op;
  auto argument = dyn_cast<BlockArgument>(element.scalar);
  if (!argument || argument.getOwner() != op.getBlock() ||
      argument.getArgNumber() >= op.getNumDpsInputs())
    return element;
  OpOperand *input = op.getDpsInputOperand(argument.getArgNumber());
  auto [tensor, map] =
      dropUnitDims(input->get(), op.getMatchingIndexingMap(input));
  return {{}, {}, tensor, map};
}

Element sbp::resolve(Element element) {
  while (true) {
    if (Operation *maker = element.getMaker();
        maker && isa<arith::ExtFOp, arith::TruncFOp>(maker)) {
      element = element.getOperand(0);
      continue;
    }
    Element next = step(element);
    if (next == element)
      return element;
    element = next;
  }
}

Element sbp::enterTensor(Value tensor) {
  auto type = cast<RankedTensorType>(tensor.getType());
  return resolve(
      {{},
       {},
       tensor,
       AffineMap::getMultiDimIdentityMap(type.getRank(), tensor.getContext())});
}
