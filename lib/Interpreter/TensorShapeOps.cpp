// TensorShapeOps.cpp: tensor ops that copy or reorder whole elements

#include "OpTable.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace sbp {

// An uninitialised tensor is filled with a value that is visible in results.
static OpResult evaluateEmpty(Operation *op, ArrayRef<RuntimeValue>, Frame &) {
  RankedTensorType type = resultType(op);
  return RuntimeValues{
      TensorValue::poison(type.getShape(), type.getElementType())};
}

static OpResult evaluateSplat(Operation *op, ArrayRef<RuntimeValue> operands,
                              Frame &) {
  RankedTensorType type = resultType(op);
  return RuntimeValues{TensorValue::splat(
      type.getShape(), type.getElementType(), operands[0].scalar)};
}

/// Evaluates expand_shape, collapse_shape and reshape, which keep the elements
/// in row-major order.
static OpResult evaluateReshape(Operation *op, ArrayRef<RuntimeValue> operands,
                                Frame &) {
  return RuntimeValues{operands[0]->reshaped(resultType(op).getShape())};
}

/// tensor.cast between static types is an identity.
static OpResult evaluateCast(Operation *op, ArrayRef<RuntimeValue> operands,
                             Frame &) {
  return RuntimeValues{operands[0]};
}

namespace {
/// Offsets, sizes and strides of a slice, with dynamic ones resolved.
struct Slice {
  SmallVector<int64_t> offsets, sizes, strides;

  Slice(OffsetSizeAndStrideOpInterface op, Frame &frame)
      : offsets(resolve(op.getMixedOffsets(), frame)),
        sizes(resolve(op.getMixedSizes(), frame)),
        strides(resolve(op.getMixedStrides(), frame)) {}

  static SmallVector<int64_t> resolve(ArrayRef<OpFoldResult> mixed,
                                      Frame &frame) {
    SmallVector<int64_t> result;
    for (OpFoldResult entry : mixed) {
      auto attribute = dyn_cast<Attribute>(entry);
      result.push_back(attribute ? cast<IntegerAttr>(attribute).getInt()
                                 : frame.get(cast<Value>(entry)).scalar.i);
    }
    return result;
  }
  /// Moves a slice that begins outside of the tensor to the nearest legal
  /// offset.
  LogicalResult clamp(Operation *op, ArrayRef<int64_t> shape,
                      const Frame &frame) {
    for (unsigned d = 0; d < shape.size(); ++d) {
      if (sizes[d] == 0)
        continue;
      auto offset = resolvePosition(
          op, ", where the slice begins in dim " + Twine(d) + ",", offsets[d],
          shape[d] - (sizes[d] - 1) * strides[d], frame.getOptions());
      if (failed(offset))
        return failure();
      offsets[d] = *offset;
    }
    return success();
  }
  /// Returns the position in the tensor of an index in the slice.
  SmallVector<int64_t> map(ArrayRef<int64_t> index) const {
    SmallVector<int64_t> result;
    for (unsigned d = 0; d < index.size(); ++d)
      result.push_back(offsets[d] + index[d] * strides[d]);
    return result;
  }
};
} // namespace

static OpResult evaluateExtractSlice(Operation *op,
                                     ArrayRef<RuntimeValue> operands,
                                     Frame &frame) {
  Slice slice(cast<OffsetSizeAndStrideOpInterface>(op), frame);
  if (failed(slice.clamp(op, operands[0]->getShape(), frame)))
    return failure();
  RankedTensorType type = resultType(op);
  TensorValue result(type.getShape(), type.getElementType());
  int64_t position = 0; // Flat: the result may drop dimensions of size 1.
  forEachIndex(slice.sizes, [&](ArrayRef<int64_t> index) {
    result[position++] = operands[0]->at(slice.map(index));
  });
  return RuntimeValues{std::move(result)};
}

/// Evaluates insert_slice and parallel_insert_slice.
static OpResult evaluateInsertSlice(Operation *op,
                                    ArrayRef<RuntimeValue> operands,
                                    Frame &frame) {
  Slice slice(cast<OffsetSizeAndStrideOpInterface>(op), frame);
  if (failed(slice.clamp(op, operands[1]->getShape(), frame)))
    return failure();
  TensorValue result = *operands[1];
  result.markDefined();
  int64_t position = 0;
  forEachIndex(slice.sizes, [&](ArrayRef<int64_t> index) {
    result.at(slice.map(index)) = (*operands[0])[position++];
  });
  return RuntimeValues{std::move(result)};
}

static OpResult evaluateConcat(Operation *op, ArrayRef<RuntimeValue> operands,
                               Frame &) {
  RankedTensorType type = resultType(op);
  int64_t dim = cast<tensor::ConcatOp>(op).getDim();
  TensorValue result(type.getShape(), type.getElementType());
  int64_t offset = 0;
  for (const RuntimeValue &operand : operands) {
    forEachIndex(operand->getShape(), [&](ArrayRef<int64_t> index) {
      SmallVector<int64_t> target(index);
      target[dim] += offset;
      result.at(target) = operand->at(index);
    });
    offset += operand->getShape()[dim];
  }
  return RuntimeValues{std::move(result)};
}

void addTensorShapeOps(OpTable &table) {
  table["tensor.empty"] = evaluateEmpty;
  table["tensor.splat"] = evaluateSplat;
  table["tensor.expand_shape"] = evaluateReshape;
  table["tensor.collapse_shape"] = evaluateReshape;
  table["tensor.reshape"] = evaluateReshape;
  table["tensor.cast"] = evaluateCast;
  table["tensor.extract_slice"] = evaluateExtractSlice;
  table["tensor.insert_slice"] = evaluateInsertSlice;
  table["tensor.concat"] = evaluateConcat;
}

} // namespace sbp
