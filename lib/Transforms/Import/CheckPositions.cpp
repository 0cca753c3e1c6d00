//===- CheckPositions.cpp - what the verifiers of MLIR let pass -----------===//

#include "CheckPositions.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
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
    if (sizes[dim] <= 0 || ShapedType::isDynamic(strides[dim]) ||
        ShapedType::isDynamic(extent))
      continue;
    auto span = static_cast<__int128>(sizes[dim] - 1) * strides[dim];
    if (!first && (span >= extent || span <= -extent))
      return op->emitOpError()
             << "takes " << sizes[dim] << " elements of dimension " << dim
             << (strides[dim] == 1
                     ? ""
                     : ", " + std::to_string(strides[dim]) + " apart")
             << ", which has " << extent << ", wherever it begins";
    if (!first)
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

/// Where a tensor has no elements, a computed index is none of its business: it
/// may stand in a branch that is never taken.
static LogicalResult checkElement(Operation *op, ValueRange indices,
                                  ArrayRef<int64_t> shape) {
  if (llvm::is_contained(shape, 0) &&
      llvm::none_of(indices, [](Value i) { return getConstantIntValue(i); }))
    return success();
  SmallVector<int64_t> ones(shape.size(), 1);
  return check(op, getAsOpFoldResult(indices), ones, ones, shape);
}

static LogicalResult checkSlice(OffsetSizeAndStrideOpInterface slice,
                                ArrayRef<int64_t> shape) {
  return check(slice, slice.getMixedOffsets(), slice.getStaticSizes(),
               slice.getStaticStrides(), shape);
}

static LogicalResult checkSoftmax(linalg::SoftmaxOp op) {
  Type element = op.getInputOperandType().getElementType();
  return isa<FloatType>(element)
             ? success()
             : op.emitOpError() << "takes elements of " << element
                                << "; exponentials are floating-point numbers: "
                                   "convert them first (arith.sitofp)";
}

/// Numbers of dimensions; MLIR's verifier keeps 32 bits of them.
static LogicalResult checkReassociation(Operation *op, ArrayAttr groups,
                                        int64_t rank) {
  for (Attribute group : groups)
    for (Attribute dim : cast<ArrayAttr>(group))
      if (int64_t number = cast<IntegerAttr>(dim).getInt();
          number < 0 || number >= rank)
        return op->emitOpError() << "names dimension " << number
                                 << " in its reassociation; there are " << rank;
  return success();
}

LogicalResult sbp::checkPositions(Operation *op) {
  if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op))
    return checkReassociation(op, expand.getReassociation(),
                              expand.getResultType().getRank());
  if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op))
    return checkReassociation(op, collapse.getReassociation(),
                              collapse.getSrcType().getRank());
  if (auto softmax = dyn_cast<linalg::SoftmaxOp>(op))
    return checkSoftmax(softmax);
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
