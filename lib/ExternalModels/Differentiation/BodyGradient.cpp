// BodyGradient.cpp: reverse-mode differentiation of the scalar body of an op

#include "BodyGradient.h"
#include "SmoothForms.h"
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

/// Returns the values of the body that depend on the arguments `targets` as
/// numbers. An op with a derivative and no float result, a comparison, ends the
/// path.
static DenseSet<Value> findActive(linalg::LinalgOp op,
                                  ArrayRef<unsigned> targets) {
  DenseSet<Value> active;
  for (unsigned target : targets)
    active.insert(op.getBlock()->getArgument(target));
  for (Operation &inner : op.getBlock()->without_terminator()) {
    if (isa<ScalarDerivativeInterface>(inner) &&
        llvm::none_of(inner.getResults(), hasFloats))
      continue;
    WalkResult found = inner.walk([&](Operation *nested) {
      return llvm::any_of(
                 nested->getOperands(),
                 [&](Value operand) { return active.contains(operand); })
                 ? WalkResult::interrupt()
                 : WalkResult::advance();
    });
    if (found.wasInterrupted())
      active.insert_range(inner.getResults());
  }
  return active;
}

bool BodyGradient::isReached(linalg::LinalgOp op, unsigned argument,
                             unsigned result) {
  return findActive(op, argument)
      .contains(op.getBlock()->getTerminator()->getOperand(result));
}

bool BodyGradient::sweepThroughForm(Operation &inner) {
  std::optional<SmoothForm> form = matchSmoothForm(&inner);
  if (!form || llvm::any_of(form->parts, [&](Operation *part) {
        return part->getBlock() != inner.getBlock();
      }))
    return false;
  Value cotangent = cotangents.lookup(inner.getResult(0));
  if (!cotangent)
    return true;
  ScalarBuilder s(builder, mapping.lookup(&inner)->getLoc());
  Value y = getClone(inner.getResult(0));
  Value denominator = form->numerator ? getClone(inner.getOperand(1)) : Value();
  if (active.contains(form->exponent))
    addCotangent(form->exponent,
                 guards.mask(builder,
                             form->buildByExponent(s, cotangent, y,
                                                   getClone(form->exponent),
                                                   denominator),
                             cotangent));
  if (form->numerator && active.contains(form->numerator))
    addCotangent(
        form->numerator,
        guards.mask(builder, s.div(cotangent, denominator), cotangent));
  return true;
}

/// Adds the cotangents of the operands of one op of the original body.
LogicalResult BodyGradient::sweepThrough(Operation &inner) {
  if (sweepThroughForm(inner))
    return success();
  Operation *clone = mapping.lookup(&inner);
  auto derivative = dyn_cast<ScalarDerivativeInterface>(clone);
  for (OpResult result : inner.getResults()) {
    Value cotangent = cotangents.lookup(result);
    if (!cotangent)
      continue;
    if (!derivative && active.contains(result))
      return inner.emitError()
             << "'" << inner.getName()
             << "' has no derivative; pass its operand through "
                "nn.stop_gradient if it is a constant";
    for (OpOperand &operand : inner.getOpOperands()) {
      if (!active.contains(operand.get()) || !hasFloats(operand.get()))
        continue;
      if (Value partial =
              derivative.buildPartial(builder, operand.getOperandNumber(),
                                      result.getResultNumber(), cotangent))
        addCotangent(operand.get(), guards.mask(builder, partial, cotangent));
    }
  }
  return success();
}

LogicalResult BodyGradient::sweep(ArrayRef<unsigned> targets) {
  active = findActive(op, targets);
  for (Operation &inner : llvm::reverse(op.getBlock()->without_terminator()))
    if (failed(sweepThrough(inner)))
      return failure();
  return success();
}
