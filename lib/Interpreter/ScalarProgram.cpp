// ScalarProgram.cpp: scalar bodies as straight-line programs
//
// Values get slots in one array; each op becomes a step with the slots of its
// operands and results and a function pointer. Regions of scf ops are nested
// lists of steps over the same slots.
// Example: addf(mulf(%a, %b), %c) becomes step 0: slot 3 = slot 0 * slot 1;
// step 1: slot 4 = slot 3 + slot 2.

#include "ScalarProgram.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sbp/Interfaces/HiddenTerms.h"

using namespace mlir;

namespace sbp {

const ScalarTable &getScalarTable() {
  static const ScalarTable table = [] {
    ScalarTable result;
    addIntegerScalars(result);
    addFloatScalars(result);
    addConversionScalars(result);
    addMathScalars(result);
    addControlScalars(result);
    return result;
  }();
  return table;
}

/// Reads an element of a captured tensor (tensor.extract in a body). Indices
/// are clamped, or checked on request.
static const char *extractElement(const ScalarStep &step, Scalar *slots) {
  int64_t flat = 0;
  for (auto [slot, extent] :
       llvm::zip_equal(step.operands, step.tensor->getShape())) {
    int64_t index = slots[slot].i;
    if (step.checkIndices && (index < 0 || index >= extent))
      return "reads outside of its tensor";
    flat = flat * extent + std::max<int64_t>(std::min(index, extent - 1), 0);
  }
  // A clamped index of an empty tensor has nothing to read.
  if (step.tensor->size() == 0) {
    slots[step.result] = makeInteger(0);
    return nullptr;
  }
  slots[step.result] = (*step.tensor)[flat];
  return nullptr;
}

unsigned ScalarProgram::addSlot(Scalar value) {
  slots.push_back(value);
  return slots.size() - 1;
}

/// Returns the slot of a value; values from outside get a slot with their
/// current value.
unsigned ScalarProgram::slotOf(Value value, const Frame &frame) {
  auto [entry, isNew] = slotOfValue.try_emplace(value, 0);
  if (isNew)
    entry->second = addSlot(frame.get(value).scalar);
  return entry->second;
}

/// Sets the parts of a step that depend on the op's types.
static void describeTypes(ScalarStep &step, Operation *op, bool float64) {
  step.op = op;
  if (op->getNumResults() == 0)
    return;
  Type result = getElementTypeOrSelf(op->getResult(0).getType());
  if (isa<FloatType>(result))
    step.rounding = getRounding(result, float64);
  else
    step.width = getIntegerWidth(result);
  if (op->getNumOperands())
    if (Type source = getElementTypeOrSelf(op->getOperand(0).getType());
        isa<IntegerType, IndexType>(source))
      step.sourceWidth = getIntegerWidth(source);
  if (auto predicate = op->getAttrOfType<IntegerAttr>("predicate"))
    step.predicate = predicate.getInt();
}

/// Returns true for ops that count as work (constants and indices do not).
static bool isArithmetic(Operation &op) {
  return isa<arith::ArithDialect, math::MathDialect>(op.getDialect()) &&
         op.getNumOperands() > 0 && !hidesTerm(&op);
}

// Finds the function of a scalar op, which is the step's code.
static LogicalResult lookUpScalar(Operation *op, ScalarStep &step) {
  auto entry = getScalarTable().find(op->getName().getStringRef());
  if (entry == getScalarTable().end())
    return op->emitOpError("has no meaning on scalars in the interpreter");
  step.function = entry->second;
  return success();
}

// Arguments of a region are slots that the op's function sets before it runs
// the region's steps.
LogicalResult ScalarProgram::addRegion(Region &region, const Frame &frame,
                                       const RoundingOverrides &overrides,
                                       ScalarStep &step) {
  ScalarRegion &into = step.regions.emplace_back();
  if (region.empty())
    return success();
  Block &block = region.front();
  for (BlockArgument argument : block.getArguments()) {
    into.arguments.push_back(addSlot(makeInteger(0)));
    slotOfValue[argument] = into.arguments.back();
  }
  for (Operation &inner : block.without_terminator())
    if (failed(addOp(inner, frame, overrides, into.steps)))
      return failure();
  for (Value value : block.getTerminator()->getOperands())
    into.yields.push_back(slotOf(value, frame));
  return success();
}

/// Adds a scalar constant, or a tensor constant that tensor.extract reads.
LogicalResult ScalarProgram::addConstant(arith::ConstantOp constant) {
  auto elements = dyn_cast<ElementsAttr>(constant.getValue());
  if (!elements) {
    slotOfValue[constant] = addSlot(scalarFromAttribute(constant.getValue()));
    return success();
  }
  std::optional<TensorValue> tensor = TensorValue::fromAttribute(elements);
  if (!tensor)
    return constant.emitOpError("has no data: its dense_resource is missing or "
                                "not of the size of its type");
  tensors[constant] = std::make_shared<const TensorValue>(std::move(*tensor));
  return success();
}

LogicalResult ScalarProgram::addOp(Operation &op, const Frame &frame,
                                   const RoundingOverrides &overrides,
                                   std::vector<ScalarStep> &into) {
  if (auto constant = dyn_cast<arith::ConstantOp>(op))
    return addConstant(constant);
  if (auto index = dyn_cast<linalg::IndexOp>(op)) {
    slotOfValue[index] = addSlot(makeInteger(0));
    indexSlots.emplace_back(index.getDim(), slotOfValue[index]);
    return success();
  }
  ScalarStep step;
  // tensor.extract is the only op of a body with a tensor operand; its slots
  // are the indices.
  ValueRange scalars = op.getOperands();
  if (auto extract = dyn_cast<tensor::ExtractOp>(op)) {
    step.function = extractElement;
    step.tensor = tensors.lookup(extract.getTensor());
    if (const RuntimeValue *captured = frame.find(extract.getTensor()))
      step.tensor = captured->tensor;
    if (!step.tensor)
      return op.emitOpError("reads a tensor that is not an operand of the op "
                            "around it; that has no meaning on many ranks");
    step.checkIndices = frame.getOptions().checkIndices;
    step.op = &op;
    scalars = extract.getIndices();
  } else {
    if (failed(lookUpScalar(&op, step)))
      return failure();
    describeTypes(step, &op, frame.getOptions().float64);
  }
  if (auto entry = overrides.find(&op); entry != overrides.end())
    step.rounding = entry->second;
  for (Value operand : scalars)
    step.operands.push_back(slotOf(operand, frame));
  for (Region &region : op.getRegions())
    if (failed(addRegion(region, frame, overrides, step)))
      return failure();
  operations += isArithmetic(op);
  // Results are consecutive slots; functions with two results rely on it.
  step.result = slots.size();
  for (Value result : op.getResults())
    slotOfValue[result] = addSlot(makeInteger(0));
  into.push_back(std::move(step));
  return success();
}

FailureOr<ScalarProgram>
ScalarProgram::build(Block &block, const Frame &frame,
                     const RoundingOverrides &overrides) {
  ScalarProgram program;
  for (BlockArgument argument : block.getArguments()) {
    program.arguments.push_back(program.addSlot(makeInteger(0)));
    program.slotOfValue[argument] = program.arguments.back();
  }
  for (Operation &op : block.without_terminator())
    if (failed(program.addOp(op, frame, overrides, program.steps)))
      return failure();
  for (Value value : block.getTerminator()->getOperands())
    program.yields.push_back(program.slotOf(value, frame));
  return program;
}

FailureOr<ScalarProgram> ScalarProgram::buildElementwise(Operation *op,
                                                         bool float64) {
  ScalarProgram program;
  ScalarStep step;
  program.operations = isArithmetic(*op);
  if (failed(lookUpScalar(op, step)))
    return failure();
  describeTypes(step, op, float64);
  for (unsigned i = 0; i < op->getNumOperands(); ++i) {
    program.arguments.push_back(program.addSlot(makeInteger(0)));
    step.operands.push_back(program.arguments.back());
  }
  step.result = program.slots.size();
  for (unsigned i = 0; i < op->getNumResults(); ++i)
    program.yields.push_back(program.addSlot(makeInteger(0)));
  program.steps.push_back(std::move(step));
  return program;
}

// Values of linalg.index in the body: one slot per op, set per iteration.
void ScalarProgram::setIndices(ArrayRef<int64_t> indices) {
  for (auto [loop, slot] : indexSlots)
    slots[slot].i = indices[loop];
}

LogicalResult ScalarProgram::run() {
  for (const ScalarStep &step : steps)
    if (const char *error = step.function(step, slots.data()))
      return step.op->emitOpError(error);
  return success();
}

} // namespace sbp
