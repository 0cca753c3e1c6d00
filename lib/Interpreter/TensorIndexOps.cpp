// TensorIndexOps.cpp: tensor ops with indices or bodies
//
// Indices outside of a tensor are clamped to the nearest element, as compiled
// kernels do, or are errors with --check-indices.

#include "OpTable.h"
#include "ScalarProgram.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace sbp {

FailureOr<int64_t> resolvePosition(Operation *op, const Twine &which,
                                   int64_t index, int64_t extent,
                                   InterpreterOptions options) {
  if (index >= 0 && index < extent)
    return index;
  if (options.checkIndices)
    return op->emitOpError("index ")
           << index << which << " is outside of " << extent;
  return std::max<int64_t>(std::min(index, extent - 1), 0);
}

FailureOr<TensorValue> resolvePositions(Operation *op,
                                        const TensorValue &indices, int64_t dim,
                                        int64_t extent,
                                        InterpreterOptions options) {
  TensorValue result = indices;
  for (int64_t i = 0; i < indices.size(); ++i) {
    auto position = resolvePosition(
        op, " at position " + Twine(i) + ", for dim " + Twine(dim) + ",",
        indices[i].i, extent, options);
    if (failed(position))
      return failure();
    result[i].i = *position;
  }
  return result;
}

/// Returns index operands as a legal position of a tensor of `shape`.
static FailureOr<SmallVector<int64_t>>
readIndices(Operation *op, ArrayRef<RuntimeValue> indices,
            ArrayRef<int64_t> shape, const Frame &frame) {
  SmallVector<int64_t> result;
  for (auto [d, index] : llvm::enumerate(indices)) {
    auto position = resolvePosition(op, " of dim " + Twine(d), index.scalar.i,
                                    shape[d], frame.getOptions());
    if (failed(position))
      return failure();
    result.push_back(*position);
  }
  return result;
}

static OpResult evaluateExtract(Operation *op, ArrayRef<RuntimeValue> operands,
                                Frame &frame) {
  auto index =
      readIndices(op, operands.drop_front(), operands[0]->getShape(), frame);
  if (failed(index))
    return failure();
  // A clamped index of an empty tensor has no element: the result is 0.
  if (operands[0]->size() == 0)
    return RuntimeValues{Scalar(makeInteger(0))};
  return RuntimeValues{operands[0]->at(*index)};
}

static OpResult evaluateInsert(Operation *op, ArrayRef<RuntimeValue> operands,
                               Frame &frame) {
  auto index =
      readIndices(op, operands.drop_front(2), operands[1]->getShape(), frame);
  if (failed(index))
    return failure();
  // An empty tensor has no element to replace.
  if (operands[1]->size() == 0)
    return RuntimeValues{operands[1]};
  // One written element is enough for the tensor to count as initialised.
  TensorValue result = *operands[1];
  result.markDefined();
  result.at(*index) = operands[0].scalar;
  return RuntimeValues{std::move(result)};
}

static OpResult evaluateFromElements(Operation *op,
                                     ArrayRef<RuntimeValue> operands, Frame &) {
  RankedTensorType type = resultType(op);
  TensorValue result(type.getShape(), type.getElementType());
  for (auto [i, operand] : llvm::enumerate(operands))
    result[i] = operand.scalar;
  return RuntimeValues{std::move(result)};
}

static OpResult evaluateDim(Operation *op, ArrayRef<RuntimeValue> operands,
                            Frame &frame) {
  auto index =
      readIndices(op, operands.drop_front(),
                  {static_cast<int64_t>(operands[0]->getRank())}, frame);
  if (failed(index))
    return failure();
  return RuntimeValues{makeInteger(operands[0]->getShape()[index->front()])};
}

static OpResult evaluateRank(Operation *, ArrayRef<RuntimeValue> operands,
                             Frame &) {
  return RuntimeValues{
      makeInteger(static_cast<int64_t>(operands[0]->getRank()))};
}

/// Evaluates a body with index arguments for one element.
static FailureOr<Scalar> runIndexBody(ScalarProgram &program,
                                      ArrayRef<int64_t> index) {
  for (auto [d, value] : llvm::enumerate(index))
    program.setArgument(d, makeInteger(value));
  if (failed(program.run()))
    return failure();
  return program.getYield(0);
}

static OpResult evaluateGenerate(Operation *op, ArrayRef<RuntimeValue>,
                                 Frame &frame) {
  auto program = ScalarProgram::build(op->getRegion(0).front(), frame);
  if (failed(program))
    return failure();
  RankedTensorType type = resultType(op);
  TensorValue result(type.getShape(), type.getElementType());
  bool isFailed = false;
  // forEachIndex cannot be left early; a failure is reported after it.
  forEachIndex(type.getShape(), [&](ArrayRef<int64_t> index) {
    FailureOr<Scalar> value = runIndexBody(*program, index);
    isFailed |= failed(value);
    if (succeeded(value))
      result.at(index) = *value;
  });
  if (isFailed)
    return failure();
  return RuntimeValues{std::move(result)};
}

/// tensor.pad: computes the padding for every element, then copies the source.
static OpResult evaluatePad(Operation *op, ArrayRef<RuntimeValue> operands,
                            Frame &frame) {
  OpResult result = evaluateGenerate(op, {}, frame);
  if (failed(result))
    return failure();
  TensorValue padded = *result->front();
  SmallVector<int64_t> low;
  for (OpFoldResult entry : cast<tensor::PadOp>(op).getMixedLowPad()) {
    auto attribute = dyn_cast<Attribute>(entry);
    low.push_back(attribute ? cast<IntegerAttr>(attribute).getInt()
                            : frame.get(cast<Value>(entry)).scalar.i);
  }
  forEachIndex(operands[0]->getShape(), [&](ArrayRef<int64_t> index) {
    SmallVector<int64_t> target(index);
    bool isInside = true; // Negative padding cuts elements off.
    for (unsigned d = 0; d < low.size(); ++d) {
      target[d] += low[d];
      isInside &= target[d] >= 0 && target[d] < padded.getShape()[d];
    }
    if (isInside)
      padded.at(target) = operands[0]->at(index);
  });
  return RuntimeValues{std::move(padded)};
}

void addTensorIndexOps(OpTable &table) {
  table["tensor.extract"] = evaluateExtract;
  table["tensor.insert"] = evaluateInsert;
  table["tensor.from_elements"] = evaluateFromElements;
  table["tensor.dim"] = evaluateDim;
  table["tensor.rank"] = evaluateRank;
  table["tensor.generate"] = evaluateGenerate;
  table["tensor.pad"] = evaluatePad;
}

} // namespace sbp
