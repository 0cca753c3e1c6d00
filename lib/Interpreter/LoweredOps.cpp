// LoweredOps.cpp: ops that are evaluated by their lowering

#include "OpTable.h"
#include "mlir/IR/BuiltinOps.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"

using namespace mlir;

namespace sbp {

/// Lowers a copy of the op in a temporary module and evaluates its parts.
OpResult evaluateLowered(Operation *op, ArrayRef<RuntimeValue> operands,
                         Frame &outer) {
  OwningOpRef<ModuleOp> module = ModuleOp::create(op->getLoc());
  Block &block = *module->getBody();
  Frame frame(&outer);
  SmallVector<Value> arguments;
  for (auto [operand, runtime] : llvm::zip_equal(op->getOperands(), operands)) {
    arguments.push_back(block.addArgument(operand.getType(), op->getLoc()));
    frame.set(arguments.back(), runtime);
  }
  OpBuilder builder = OpBuilder::atBlockEnd(&block);
  Operation *clone = builder.clone(*op);
  clone->setOperands(arguments);
  SmallVector<Value> results =
      cast<LoweringOpInterface>(clone).lowerToLinalg(builder);
  clone->erase();
  // Values between the parts are no traffic of the op: restore the count.
  WorkCounts *counts = outer.getOptions().counts;
  int64_t touched = counts ? counts->touchedBytes : 0;
  for (Operation &part : block) {
    OpResult values = evaluateOp(&part, frame.get(part.getOperands()), frame);
    if (failed(values))
      return failure();
    for (auto [value, runtime] : llvm::zip_equal(part.getResults(), *values))
      frame.set(value, runtime);
  }
  if (counts)
    counts->touchedBytes = touched;
  return frame.get(results);
}

} // namespace sbp
