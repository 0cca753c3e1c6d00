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

/// For every dim of the large tensor: `(dim in it, dim in the small one)`, the
/// latter nothing where the slice drops it. Calls `visit(dim, smallDim)`.
template <typename Op>
static void
forEachDim(Op slice, unsigned rank,
           llvm::function_ref<void(unsigned, std::optional<int64_t>)> visit) {
  llvm::SmallBitVector dropped = slice.getDroppedDims();
  int64_t small = 0;
  for (unsigned dim = 0; dim < rank; ++dim) {
    if (dropped.test(dim))
      visit(dim, std::nullopt);
    else
      visit(dim, small++);
  }
}

template <typename Op> static bool hasDynamicSizes(Op slice) {
  return !slice.getSizes().empty() || !slice.getStrides().empty();
}

static std::string describeCut(unsigned dim) {
  return "dimension " + std::to_string(dim) + " is not taken whole";
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
  Rule getRule(Operation *op) const {
    Rule rule;
    auto slice = cast<tensor::ExtractSliceOp>(op);
    if (hasDynamicSizes(slice)) {
      rule.error = "has a dynamic size or stride; give every dimension a size";
      return rule;
    }
    ArrayRef<int64_t> shape = slice.getSourceType().getShape();
    forEachDim(slice, shape.size(),
               [&](unsigned dim, std::optional<int64_t> small) {
                 if (!small || !isWhole(slice, shape, dim)) {
                   rule.factors.push_back(
                       makeBlockedFactor(op, shape[dim], describeCut(dim)));
                   return;
                 }
                 Factor factor = makeFactor(op, shape[dim]);
                 factor.operandDims[0] = dim;
                 factor.resultDims[0] = small;
                 rule.factors.push_back(std::move(factor));
               });
    addMovement(rule, op, {0});
    return rule;
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
  Rule getRule(Operation *op) const {
    Rule rule;
    auto slice = cast<tensor::InsertSliceOp>(op);
    if (hasDynamicSizes(slice)) {
      rule.error = "has a dynamic size or stride; give every dimension a size";
      return rule;
    }
    ArrayRef<int64_t> shape = slice.getDestType().getShape();
    forEachDim(slice, shape.size(),
               [&](unsigned dim, std::optional<int64_t> small) {
                 if (!small || !isWhole(slice, shape, dim)) {
                   rule.factors.push_back(
                       makeBlockedFactor(op, shape[dim], describeCut(dim)));
                   return;
                 }
                 Factor factor = makeFactor(op, shape[dim]);
                 factor.operandDims[0] = small;
                 factor.operandDims[1] = dim;
                 factor.resultDims[0] = dim;
                 rule.factors.push_back(std::move(factor));
               });
    addMovement(rule, op, {0, 1});
    return rule;
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
