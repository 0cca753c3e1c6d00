//===- SliceModels.cpp - SBPOpInterface for extract_slice, insert_slice ---===//

#include "Models.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sbp/Interfaces/RuleBuilding.h"

using namespace llvm;
using namespace mlir;

namespace sbp {

/// Whether dim `dim` of a tensor of `shape` is taken whole by the slice.
template <typename Op>
static bool isWhole(Op slice, ArrayRef<int64_t> shape, unsigned dim) {
  return slice.getStaticOffsets()[dim] == 0 &&
         slice.getStaticSizes()[dim] == shape[dim] &&
         slice.getStaticStrides()[dim] == 1;
}

template <typename Op> static bool hasDynamicSizes(Op slice) {
  return !slice.getSizes().empty() || !slice.getStrides().empty();
}

static std::string describeCut(unsigned dim) {
  return "dimension " + std::to_string(dim) + " is not taken whole";
}

/// Dims of the large tensor that the slice takes whole are factors: `mapDims`
/// says where such a dim stands in operands and results, given its number in
/// the large and in the small tensor. The others are blocked.
template <typename Op>
static Rule
getSliceRule(Op slice, ArrayRef<int64_t> large, ArrayRef<unsigned> moved,
             llvm::function_ref<void(Factor &, int64_t, int64_t)> mapDims) {
  Rule rule;
  if (hasDynamicSizes(slice)) {
    rule.error = "has a dynamic size or stride; give every dimension a size";
    return rule;
  }
  llvm::SmallBitVector dropped = slice.getDroppedDims();
  int64_t small = 0;
  for (unsigned dim = 0; dim < large.size(); ++dim) {
    bool isFactor = !dropped.test(dim) && isWhole(slice, large, dim);
    rule.factors.push_back(
        isFactor ? makeFactor(slice, large[dim])
                 : makeBlockedFactor(slice, large[dim], describeCut(dim)));
    if (isFactor)
      mapDims(rule.factors.back(), dim, small);
    small += !dropped.test(dim);
  }
  addMovement(rule, slice, moved);
  return rule;
}

/// Sizes of the slice on a shard: those of `local`, where a dim is whole.
template <typename Op>
static SmallVector<OpFoldResult>
getLocalSizes(Op slice, ArrayRef<int64_t> global, RankedTensorType local,
              OpBuilder &builder) {
  SmallVector<OpFoldResult> sizes = slice.getMixedSizes();
  for (unsigned dim = 0; dim < sizes.size(); ++dim)
    if (isWhole(slice, global, dim))
      sizes[dim] = builder.getIndexAttr(local.getDimSize(dim));
  return sizes;
}

/// The offsets of `slice`, dynamic ones taken from `locals`.
template <typename Op>
static SmallVector<OpFoldResult> getLocalOffsets(Op slice, ValueRange locals,
                                                 OpBuilder &builder) {
  unsigned first = slice.getOffsetSizeAndStrideStartOperandIndex();
  return getMixedValues(slice.getStaticOffsets(),
                        locals.slice(first, slice.getOffsets().size()),
                        builder);
}

namespace {

struct ExtractSliceModel
    : SBPOpInterface::ExternalModel<ExtractSliceModel, tensor::ExtractSliceOp> {
  OpWork getWork(Operation *op) const { return makeViewWork(op); }
  Rule getRule(Operation *op) const {
    auto slice = cast<tensor::ExtractSliceOp>(op);
    return getSliceRule(slice, slice.getSourceType().getShape(), {0},
                        [](Factor &factor, int64_t large, int64_t small) {
                          factor.operandDims[0] = large;
                          factor.resultDims[0] = small;
                        });
  }
  FailureOr<SmallVector<Value>> buildLocal(Operation *op, OpBuilder &builder,
                                           const Signature &signature,
                                           ValueRange locals,
                                           ShardContext &context) const {
    auto slice = cast<tensor::ExtractSliceOp>(op);
    RankedTensorType source =
        context.getLocalType(slice.getSourceType(), signature.operands[0]);
    RankedTensorType result =
        context.getLocalType(slice.getType(), signature.results[0]);
    // An offset of 0 into an empty dim is out of bounds to the verifier.
    if (result.getNumElements() == 0)
      return SmallVector<Value>{tensor::EmptyOp::create(
          builder, op->getLoc(), result.getShape(), result.getElementType())};
    return SmallVector<Value>{tensor::ExtractSliceOp::create(
        builder, op->getLoc(), result, locals[0],
        getLocalOffsets(slice, locals, builder),
        getLocalSizes(slice, slice.getSourceType().getShape(), source, builder),
        slice.getMixedStrides())};
  }
};

struct InsertSliceModel
    : SBPOpInterface::ExternalModel<InsertSliceModel, tensor::InsertSliceOp> {
  OpWork getWork(Operation *op) const { return makeViewWork(op); }
  Rule getRule(Operation *op) const {
    auto slice = cast<tensor::InsertSliceOp>(op);
    return getSliceRule(slice, slice.getDestType().getShape(), {0, 1},
                        [](Factor &factor, int64_t large, int64_t small) {
                          factor.operandDims[0] = small;
                          factor.operandDims[1] = large;
                          factor.resultDims[0] = large;
                        });
  }
  FailureOr<SmallVector<Value>> buildLocal(Operation *op, OpBuilder &builder,
                                           const Signature &signature,
                                           ValueRange locals,
                                           ShardContext &context) const {
    auto slice = cast<tensor::InsertSliceOp>(op);
    RankedTensorType destination =
        context.getLocalType(slice.getDestType(), signature.operands[1]);
    if (destination.getNumElements() == 0)
      return SmallVector<Value>{locals[1]};
    return SmallVector<Value>{tensor::InsertSliceOp::create(
        builder, op->getLoc(), locals[0], locals[1],
        getLocalOffsets(slice, locals, builder),
        getLocalSizes(slice, slice.getDestType().getShape(), destination,
                      builder),
        slice.getMixedStrides())};
  }
};

} // namespace

void attachSliceModels(MLIRContext *context) {
  tensor::ExtractSliceOp::attachInterface<ExtractSliceModel>(*context);
  tensor::InsertSliceOp::attachInterface<InsertSliceModel>(*context);
}

} // namespace sbp
