// BodyGradient.cpp: reverse-mode differentiation of the scalar body of an op

#include "BodyGradient.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace sbp;

BodyGradient::BodyGradient(OpBuilder &builder, linalg::LinalgOp op,
                           ArrayRef<Value> arguments)
    : builder(builder), op(op) {
  for (auto [argument, value] :
       llvm::zip_equal(op.getBlock()->getArguments(), arguments))
    mapping.map(argument, value);
  for (Operation &inner : op.getBlock()->without_terminator())
    builder.clone(inner, mapping);
}

void BodyGradient::addCotangent(Value value, Value cotangent) {
  Value &sum = cotangents[value];
  sum = sum ? arith::AddFOp::create(builder, cotangent.getLoc(), sum, cotangent)
                  .getResult()
            : cotangent;
}

void BodyGradient::findActive(ArrayRef<unsigned> targets) {
  for (unsigned target : targets)
    active.insert(op.getBlock()->getArgument(target));
  for (Operation &inner : op.getBlock()->without_terminator())
    if (llvm::any_of(inner.getOperands(),
                     [&](Value operand) { return active.contains(operand); }))
      active.insert_range(inner.getResults());
}

/// Adds the cotangents of the operands of one op of the original body.
LogicalResult BodyGradient::sweepThrough(Operation &inner) {
  if (inner.getNumResults() != 1)
    return success();
  Value cotangent = cotangents.lookup(inner.getResult(0));
  if (!cotangent)
    return success();
  auto derivative = dyn_cast<ScalarDerivativeInterface>(
      mapping.lookup(inner.getResult(0)).getDefiningOp());
  for (OpOperand &operand : inner.getOpOperands()) {
    if (!active.contains(operand.get()))
      continue;
    if (!derivative)
      return inner.emitError()
             << "'" << inner.getName()
             << "' has no derivative; pass its operand through "
                "nn.stop_gradient if it is a constant";
    if (!isa<FloatType>(operand.get().getType()))
      continue;
    if (Value partial = derivative.buildPartial(
            builder, operand.getOperandNumber(), cotangent))
      addCotangent(operand.get(), partial);
  }
  return success();
}

LogicalResult BodyGradient::sweep(ArrayRef<unsigned> targets) {
  findActive(targets);
  for (Operation &inner : llvm::reverse(op.getBlock()->without_terminator()))
    if (failed(sweepThrough(inner)))
      return failure();
  return success();
}
