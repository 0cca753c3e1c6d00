// LaunchSlices.cpp: pieces of tensors, as views where they are dense
#include "KernelBuilder.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace sbp;
using namespace sbp::cuda;

bool sbp::cuda::isReplaced(Value tensor) {
  Operation *producer = tensor.getDefiningOp();
  return producer && tensor.hasOneUse() && !isReshape(producer) &&
         !isa<tensor::ExtractSliceOp, bufferization::ToTensorOp>(producer);
}

/// A dense part of a dense tensor: its offset in elements.
static std::optional<int64_t> findDensePart(tensor::ExtractSliceOp op) {
  ArrayRef<int64_t> shape = op.getSourceType().getShape();
  int64_t offset = 0;
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
  SmallVector<Value> gathered = getGathered(op);
  if (failed(read(slice.getSource())) || failed(readAll(gathered)))
    return failure();
  Value result = slice.getResult();
  if (std::optional<int64_t> offset = findDensePart(slice);
      offset && !wanted(result)) {
    Place place = places.lookup(slice.getSource());
    place.offset += *offset * getElementBytes(slice.getType().getElementType());
    places[result] = place;
    return success();
  }
  place(result);
  auto sizes = getConstants(slice.getMixedSizes()),
       steps = getConstants(slice.getMixedStrides());
  if (!sizes || !steps)
    return op->emitOpError("has a size that is not known");
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
  SmallVector<Value> gathered = getGathered(op);
  if (failed(read(insert.getSource())) || failed(readAll(gathered)))
    return failure();
  Place destination = places.lookup(insert.getDest());
  bool isOurs = places.contains(insert.getDest()) &&
                (destination.kind == Place::Kind::Temporary ||
                 destination.kind == Place::Kind::Output);
  if (isOurs && isReplaced(insert.getDest())) {
    places[insert.getResult()] = destination;
  } else {
    place(insert.getResult());
    if (failed(begin(insert.getDest(), insert.getResult())))
      return failure();
  }
  if (isEmpty(insert.getSource()))
    return success();
  auto sizes = getConstants(insert.getMixedSizes()),
       steps = getConstants(insert.getMixedStrides());
  if (!sizes || !steps)
    return op->emitOpError("has a size that is not known");
  Builder builder(op->getContext());
  SmallVector<OpFoldResult> zeros(sizes->size(), builder.getIndexAttr(0));
  SmallVector<int64_t> ones(sizes->size(), 1);
  return buildSliceCopy(*this, op->getLoc(), gathered, insert.getSource(),
                        insert.getResult(), *sizes, zeros, ones,
                        insert.getMixedOffsets(), *steps);
}
