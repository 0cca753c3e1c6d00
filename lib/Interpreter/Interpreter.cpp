// Interpreter.cpp: the reference interpreter of level 0
//
// Ops are evaluated one after another in program order, each by the first that
// applies: the generic loop nest of structured ops, a function of the op table,
// the scalar function on every element, the op's own lowering to linalg.

#include "sbp/Interpreter/Interpreter.h"
#include "MicroBatchRun.h"
#include "OpTable.h"
#include "ScalarProgram.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"
#include "sbp/Dialect/SBP/IR/TimeAxis.h"
#include "sbp/Interfaces/ElementTypes.h"

using namespace mlir;

namespace sbp {

/// Depth limit of calls: recursion is not part of the input language.
static constexpr unsigned kMaxCallDepth = 64;

// Frames nest like regions: a body finds values of the ops around it.
const RuntimeValue *Frame::find(Value value) const {
  auto entry = values.find(value);
  if (entry != values.end())
    return &entry->second;
  return outer ? outer->find(value) : nullptr;
}

const RuntimeValue &Frame::get(Value value) const {
  const RuntimeValue *runtime = find(value);
  assert(runtime && "value is used before it is computed");
  return *runtime;
}

RuntimeValues Frame::get(ValueRange range) const {
  RuntimeValues result;
  for (Value value : range)
    result.push_back(get(value));
  return result;
}

// The table is built once, on first use, and shared by all threads.
static const OpTable &getOpTable() {
  static const OpTable table = [] {
    OpTable result;
    addTensorShapeOps(result);
    addTensorIndexOps(result);
    addOtherOps(result);
    addGroupedOps(result);
    addSumOps(result);
    addOrderOps(result);
    addMemoryLayerOps(result);
    addRandomOps(result);
    return result;
  }();
  return table;
}

static bool isElementwise(Operation *op) {
  return op->getNumRegions() == 0 &&
         getScalarTable().contains(op->getName().getStringRef());
}

/// Evaluates a scalar op on scalars or, element by element, on tensors.
static OpResult evaluateElementwise(Operation *op,
                                    ArrayRef<RuntimeValue> operands,
                                    Frame &frame) {
  FailureOr<ScalarProgram> program =
      ScalarProgram::buildElementwise(op, frame.getOptions().float64);
  if (failed(program))
    return failure();
  // One scalar program serves all elements; only its arguments are exchanged.
  auto compute = [&](int64_t position) {
    for (auto [i, operand] : llvm::enumerate(operands))
      program->setArgument(i, operand.tensor ? (*operand)[position]
                                             : operand.scalar);
    return program->run();
  };
  RuntimeValues results;
  auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  if (!type) {
    if (failed(compute(0)))
      return failure();
    for (unsigned i = 0; i < op->getNumResults(); ++i)
      results.push_back(program->getYield(i));
    return results;
  }
  std::vector<TensorValue> tensors;
  for (Type resultType : op->getResultTypes())
    tensors.emplace_back(type.getShape(), getElementTypeOrSelf(resultType));
  count(frame, program->getNumOperations() * type.getNumElements());
  for (int64_t position = 0; position < type.getNumElements(); ++position) {
    if (failed(compute(position)))
      return failure();
    for (auto [i, tensor] : llvm::enumerate(tensors))
      tensor[position] = program->getYield(i);
  }
  for (TensorValue &tensor : tensors)
    results.push_back(std::move(tensor));
  return results;
}

FailureOr<RuntimeValues>
evaluateOp(Operation *op, ArrayRef<RuntimeValue> operands, Frame &frame) {
  // Structured ops share one loop nest; named ones need no entry.
  if (isa<linalg::LinalgOp>(op))
    return evaluateStructured(op, operands, frame);
  auto entry = getOpTable().find(op->getName().getStringRef());
  if (entry != getOpTable().end())
    return entry->second(op, operands, frame);
  if (isElementwise(op))
    return evaluateElementwise(op, operands, frame);
  if (isa<LoweringOpInterface>(op))
    return evaluateLowered(op, operands, frame);
  return op->emitOpError("is unknown to the interpreter");
}

/// Checks for static shapes and element types that the interpreter supports.
static LogicalResult checkTypes(Operation *op) {
  for (Type type : op->getResultTypes()) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (isa<ShapedType>(type) && (!tensor || !tensor.hasStaticShape()))
      return op->emitOpError("has a result of type ")
             << type << "; only tensors of static shape are supported";
    if (!isSupportedElementType(getElementTypeOrSelf(type)))
      return op->emitOpError("has a result of type ")
             << type << "; element types are " << ElementType::list(", ", ", ");
    if (auto fault = tensor ? describeTooLarge(tensor) : std::nullopt)
      return op->emitOpError() << "gives " << type << ", which " << *fault;
  }
  return success();
}

LogicalResult evaluateInto(Operation *op, Frame &frame) {
  if (failed(checkTypes(op)))
    return failure();
  OpResult results = evaluateOp(op, frame.get(op->getOperands()), frame);
  if (failed(results))
    return failure();
  // A wrong result type would fail far from here, in a later op.
  for (auto [value, runtime] : llvm::zip_equal(op->getResults(), *results)) {
    assert((!runtime.tensor || runtime->getType() == value.getType()) &&
           "an op computed a tensor of another type than its result's");
    frame.set(value, runtime);
  }
  return success();
}

FailureOr<RuntimeValues> evaluateBlock(Block &block, Frame &frame) {
  for (Operation &op : block.without_terminator())
    if (failed(evaluateInto(&op, frame)))
      return failure();
  return frame.get(block.getTerminator()->getOperands());
}

FailureOr<RuntimeValues> evaluateFunction(func::FuncOp function,
                                          ArrayRef<RuntimeValue> arguments,
                                          InterpreterOptions options,
                                          unsigned depth) {
  if (function.isDeclaration())
    return function.emitOpError("has no body to interpret");
  if (!function.getBody().hasOneBlock())
    return function.emitOpError("has branches; models are straight-line");
  if (depth > kMaxCallDepth)
    return function.emitOpError("is called recursively");
  if (getMicroBatches(function) > 1)
    return evaluateMicroBatches(function, arguments, options, depth);
  Frame frame(options, depth);
  for (auto [argument, value] :
       llvm::zip_equal(function.getArguments(), arguments))
    frame.set(argument, value);
  return evaluateBlock(function.getBody().front(), frame);
}

} // namespace sbp
