//===- CheckPositions.cpp - constants that are no positions ---------------===//

#include "CheckPositions.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;

/// The constants among `firsts` begin `sizes` elements, `strides` apart, that a
/// tensor of `shape` has.
static LogicalResult check(Operation *op, ArrayRef<OpFoldResult> firsts,
                           ArrayRef<int64_t> sizes, ArrayRef<int64_t> strides,
                           ArrayRef<int64_t> shape) {
  for (auto [dim, extent] : llvm::enumerate(shape)) {
    std::optional<int64_t> first = getConstantIntValue(firsts[dim]);
    if (!first || sizes[dim] <= 0 || ShapedType::isDynamic(strides[dim]) ||
        ShapedType::isDynamic(extent))
      continue;
    int64_t last = *first + (sizes[dim] - 1) * strides[dim];
    if (*first >= 0 && last < extent)
      continue;
    InFlightDiagnostic error = op->emitOpError() << "takes element ";
    error << *first;
    if (last != *first)
      error << " to " << last;
    return error << " of dimension " << dim << ", which has " << extent;
  }
  return success();
}

static LogicalResult checkElement(Operation *op, ValueRange indices,
                                  ArrayRef<int64_t> shape) {
  SmallVector<int64_t> ones(shape.size(), 1);
  return check(op, getAsOpFoldResult(indices), ones, ones, shape);
}

static LogicalResult checkSlice(OffsetSizeAndStrideOpInterface slice,
                                ArrayRef<int64_t> shape) {
  return check(slice, slice.getMixedOffsets(), slice.getStaticSizes(),
               slice.getStaticStrides(), shape);
}

LogicalResult sbp::checkPositions(Operation *op) {
  if (auto extract = dyn_cast<tensor::ExtractOp>(op))
    return checkElement(op, extract.getIndices(),
                        extract.getTensor().getType().getShape());
  if (auto insert = dyn_cast<tensor::InsertOp>(op))
    return checkElement(op, insert.getIndices(),
                        insert.getDest().getType().getShape());
  if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op))
    return checkSlice(slice, slice.getSourceType().getShape());
  if (auto slice = dyn_cast<tensor::InsertSliceOp>(op))
    return checkSlice(slice, slice.getDestType().getShape());
  return success();
}
