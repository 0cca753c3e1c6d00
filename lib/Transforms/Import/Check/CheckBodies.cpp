// CheckBodies.cpp: checks that the bodies of named ops match their names

#include "CheckBodies.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;

/// Builds the body that a named op has without an explicit one.
static void buildBody(linalg::LinalgOp op, Region &region) {
  ImplicitLocOpBuilder builder(op.getLoc(), op.getContext());
  Block *block = builder.createBlock(&region);
  for (BlockArgument argument : op.getBlock()->getArguments())
    block->addArgument(argument.getType(), argument.getLoc());
  builder.setInsertionPointToStart(block);
  op.getRegionBuilder()(builder, *block, op->getAttrs(),
                        [&] { return op->emitOpError(); });
}

LogicalResult sbp::checkBody(Operation *op) {
  auto named = dyn_cast<linalg::LinalgOp>(op);
  if (!named || !named.getRegionBuilder())
    return success();
  Region expected;
  buildBody(named, expected);
  if (OperationEquivalence::isRegionEquivalentTo(
          &op->getRegion(0), &expected, OperationEquivalence::IgnoreLocations))
    return success();
  return op->emitOpError() << "has a body that is not the one of its name; "
                              "write linalg.generic";
}
