// Guards.cpp: checks of models that the verifiers of MLIR let pass
//
// An element or a slice at a constant outside of its tensor (they see
// attributes, not constants that are operands), a reassociation of dimensions
// that do not exist, exponentials of integers.

#include "Models.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "sbp/Interfaces/Misfit.h"
#include "sbp/Interfaces/TensorInterfaces.h"

using namespace mlir;
using namespace sbp;

static ArrayRef<int64_t> getShape(Value tensor) {
  return cast<RankedTensorType>(tensor.getType()).getShape();
}

/// The constants among `firsts` begin `sizes` elements, `strides` apart, that
/// `tensor` has.
static LogicalResult check(Operation *op, ArrayRef<OpFoldResult> firsts,
                           ArrayRef<int64_t> sizes, ArrayRef<int64_t> strides,
                           Value tensor) {
  for (auto [dim, extent] : llvm::enumerate(getShape(tensor))) {
    std::optional<int64_t> first = getConstantIntValue(firsts[dim]);
    if (sizes[dim] <= 0 || ShapedType::isDynamic(strides[dim]) ||
        ShapedType::isDynamic(extent))
      continue;
    auto span = static_cast<__int128>(sizes[dim] - 1) * strides[dim];
    if (!first && span >= extent)
      return emitMisfit(op, {tensor})
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
    InFlightDiagnostic error = emitMisfit(op, {tensor}) << "takes element ";
    error << *first;
    if (last != *first)
      error << " to " << last;
    return error << " of dimension " << dim << ", which has " << extent;
  }
  return success();
}

/// Computed indices into tensors without elements are accepted: the access may
/// be in a branch that is never taken.
static LogicalResult checkElement(Operation *op, ValueRange indices,
                                  Value tensor) {
  if (llvm::is_contained(getShape(tensor), 0) &&
      llvm::none_of(indices, [](Value i) { return getConstantIntValue(i); }))
    return success();
  SmallVector<int64_t> ones(indices.size(), 1);
  return check(op, getAsOpFoldResult(indices), ones, ones, tensor);
}

/// Steps of 0 would write one element more than once, steps back read what
/// windows and bounds of positions do not have.
static LogicalResult checkSlice(OffsetSizeAndStrideOpInterface slice,
                                Value tensor) {
  for (auto [dim, stride] : llvm::enumerate(slice.getStaticStrides()))
    if (!ShapedType::isDynamic(stride) && stride < 1)
      return slice->emitOpError()
             << "has stride " << stride << " in dimension " << dim
             << "; strides are 1 or more: linalg.generic repeats, and "
                "nn.gather reads in any order";
  return check(slice, slice.getMixedOffsets(), slice.getStaticSizes(),
               slice.getStaticStrides(), tensor);
}

static LogicalResult verifyModelOp(linalg::SoftmaxOp op) {
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

static LogicalResult verifyModelOp(tensor::ExpandShapeOp op) {
  return checkReassociation(op, op.getReassociation(),
                            op.getResultType().getRank());
}

static LogicalResult verifyModelOp(tensor::CollapseShapeOp op) {
  return checkReassociation(op, op.getReassociation(),
                            op.getSrcType().getRank());
}

static LogicalResult verifyModelOp(tensor::ExtractOp op) {
  return checkElement(op, op.getIndices(), op.getTensor());
}

static LogicalResult verifyModelOp(tensor::InsertOp op) {
  return checkElement(op, op.getIndices(), op.getDest());
}

static LogicalResult verifyModelOp(tensor::ExtractSliceOp op) {
  return checkSlice(op, op.getSource());
}

static LogicalResult verifyModelOp(tensor::InsertSliceOp op) {
  return checkSlice(op, op.getDest());
}

namespace {
template <typename Op>
struct GuardModel : GuardedOpInterface::ExternalModel<GuardModel<Op>, Op> {
  LogicalResult verifyInModel(Operation *op) const {
    return verifyModelOp(cast<Op>(op));
  }
};

/// Dimensions count from the first; MLIR's verifier counts others from the end.
struct ConcatGuard
    : GuardedOpInterface::ExternalModel<ConcatGuard, tensor::ConcatOp> {
  LogicalResult verifyInModel(Operation *) const { return success(); }
  LogicalResult verifyAttributesInModel(Operation *op) const {
    auto dim = op->getAttrOfType<IntegerAttr>("dim");
    if (!dim || dim.getInt() >= 0)
      return success();
    return op->emitOpError()
           << "joins along dimension " << dim.getInt() << "; the first is 0";
  }
};
} // namespace

template <typename... Ops> static void attachGuards(MLIRContext *context) {
  (Ops::template attachInterface<GuardModel<Ops>>(*context), ...);
}

void sbp::attachTensorGuards(MLIRContext *context) {
  attachGuards<tensor::ExpandShapeOp, tensor::CollapseShapeOp,
               tensor::ExtractOp, tensor::InsertOp, tensor::ExtractSliceOp,
               tensor::InsertSliceOp>(context);
  tensor::ConcatOp::attachInterface<ConcatGuard>(*context);
}

void sbp::attachLinalgGuards(MLIRContext *context) {
  attachGuards<linalg::SoftmaxOp>(context);
}
