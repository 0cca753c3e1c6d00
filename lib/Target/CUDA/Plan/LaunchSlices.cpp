// LaunchSlices.cpp: slices of tensors, as views if they are contiguous
#include "Kernel/KernelBuilder.h"
#include "LaunchPlan.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace sbp;
using namespace sbp::cuda;

/// Returns the offset in elements of a slice that is contiguous in its source,
/// or nothing. From the inside out: whole dims, one cut dim, then dims of one
/// element. Rows 2..5 of a 10 x 8 tensor are at offset 16.
static std::optional<int64_t> findDensePart(tensor::ExtractSliceOp op) {
  ArrayRef<int64_t> shape = op.getSourceType().getShape();
  int64_t offset = 0;
  // Once a dim is cut, all outer dims must have one element.
  bool isCut = false; // from here on, dims must have one element
  for (size_t d = shape.size(); d-- > 0;) {
    std::optional<int64_t> size = getConstantIntValue(op.getMixedSizes()[d]),
                           step = getConstantIntValue(op.getMixedStrides()[d]),
                           begin = getConstantIntValue(op.getMixedOffsets()[d]);
    if (!size || !step || !begin || (*step != 1 && *size != 1))
      return std::nullopt;
    if (isCut && *size != 1)
      return std::nullopt;
    isCut |= *size != shape[d];
    int64_t stride = 1;
    for (size_t inner = d + 1; inner < shape.size(); ++inner)
      stride *= shape[inner];
    offset += *begin * stride;
  }
  return offset;
}

/// Returns the values as constants, or nothing if one is dynamic.
static std::optional<SmallVector<int64_t>>
getConstants(ArrayRef<OpFoldResult> values) {
  SmallVector<int64_t> constants;
  for (OpFoldResult value : values) {
    std::optional<int64_t> constant = getConstantIntValue(value);
    if (!constant)
      return std::nullopt;
    constants.push_back(*constant);
  }
  return constants;
}

LogicalResult LaunchPlan::handleExtract(Operation *op) {
  auto slice = cast<tensor::ExtractSliceOp>(op);
  SmallVector<Value> gathered = getGatheredTensors(op);
  if (failed(read(slice.getSource())) || failed(readAll(gathered)))
    return failure();
  Value result = slice.getResult();
  if (std::optional<int64_t> offset = findDensePart(slice);
      offset && !buffers.getDestination(result)) {
    BufferRef buffer = buffers.lookup(slice.getSource());
    buffer.offset +=
        *offset * getElementBytes(slice.getType().getElementType());
    buffers.set(result, buffer);
    return success();
  }
  buffers.assign(result);
  auto sizes = getConstants(slice.getMixedSizes()),
       steps = getConstants(slice.getMixedStrides());
  if (!sizes || !steps)
    return op->emitOpError(
        "has a dynamic size or step; slices of a region must be static");
  if (isEmpty(result))
    return success();
  // The result is dense over the slice's dims, dropped ones included.
  Builder builder(op->getContext());
  SmallVector<OpFoldResult> zeros(sizes->size(), builder.getIndexAttr(0));
  SmallVector<int64_t> ones(sizes->size(), 1);
  return buildSliceCopy(*this, op->getLoc(), gathered, slice.getSource(),
                        result, *sizes, slice.getMixedOffsets(), *steps, zeros,
                        ones);
}

LogicalResult LaunchPlan::handleInsert(Operation *op) {
  auto insert = cast<tensor::InsertSliceOp>(op);
  SmallVector<Value> gathered = getGatheredTensors(op);
  if (failed(read(insert.getSource())) || failed(readAll(gathered)))
    return failure();
  BufferRef destination = buffers.lookup(insert.getDest());
  bool isOurs = buffers.contains(insert.getDest()) &&
                (destination.kind == BufferRef::Kind::Temporary ||
                 destination.kind == BufferRef::Kind::Output);
  if (isOurs && isReplaced(insert.getDest())) {
    buffers.set(insert.getResult(), destination);
  } else {
    buffers.assign(insert.getResult());
    if (failed(initialiseFrom(insert.getDest(), insert.getResult())))
      return failure();
  }
  if (isEmpty(insert.getSource()))
    return success();
  auto sizes = getConstants(insert.getMixedSizes()),
       steps = getConstants(insert.getMixedStrides());
  if (!sizes || !steps)
    return op->emitOpError(
        "has a dynamic size or step; slices of a region must be static");
  Builder builder(op->getContext());
  SmallVector<OpFoldResult> zeros(sizes->size(), builder.getIndexAttr(0));
  SmallVector<int64_t> ones(sizes->size(), 1);
  return buildSliceCopy(*this, op->getLoc(), gathered, insert.getSource(),
                        insert.getResult(), *sizes, zeros, ones,
                        insert.getMixedOffsets(), *steps);
}
