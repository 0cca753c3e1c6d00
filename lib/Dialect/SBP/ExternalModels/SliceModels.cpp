// SliceModels.cpp: SBPOpInterface for extract_slice, insert_slice
//
// A dim that is taken whole is split as it is. Where it is cut, the pieces of
// the slice are windows of one element of the large tensor, and pieces of the
// large tensor are such windows of what is inserted: only what lies elsewhere
// travels. Slices of equal size that overlap may share windows that hold all of
// them, so that one exchange of halos serves all.

#include "Models.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
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

/// What the pieces of a cut dim are, if it may be split: how many there are,
/// and the windows of the small or large tensor that they read.
struct Cut {
  int64_t extent;
  Windows windows;
  /// What the pieces of the result are, where they are windows themselves.
  std::optional<Windows> result = std::nullopt;
};

/// Dims of the large tensor that the slice takes whole are factors: `mapDims`
/// says where such a dim stands in operands and results, given its number in
/// the large and in the small tensor. So are the others, in windows of operand
/// #0, as far as `findCuts` knows any.
template <typename Op>
static Rule
getSliceRule(Op slice, ArrayRef<int64_t> large, ArrayRef<unsigned> moved,
             llvm::function_ref<void(Factor &, int64_t, int64_t)> mapDims,
             llvm::function_ref<SmallVector<Cut>(int64_t, int64_t)> findCuts) {
  Rule rule;
  if (hasDynamicSizes(slice)) {
    rule.error = "has a dynamic size or stride; give every dimension a size";
    return rule;
  }
  llvm::SmallBitVector dropped = slice.getDroppedDims();
  int64_t small = 0;
  auto add = [&](Factor factor, int64_t dim) -> Factor & {
    mapDims(factor, dim, small);
    rule.factors.push_back(std::move(factor));
    return rule.factors.back();
  };
  for (unsigned dim = 0; dim < large.size(); ++dim) {
    bool isStatic = !ShapedType::isDynamic(slice.getStaticOffsets()[dim]);
    if (!dropped.test(dim) && isWhole(slice, large, dim)) {
      add(makeFactor(slice, large[dim]), dim);
    } else if (dropped.test(dim) || !isStatic) {
      rule.factors.push_back(
          makeBlockedFactor(slice, large[dim], describeCut(dim)));
    } else {
      for (const Cut &cut : findCuts(dim, small)) {
        Factor &factor = add(makeFactor(slice, cut.extent), dim);
        factor.operandWindows.resize(slice->getNumOperands());
        factor.operandWindows[0] = cut.windows;
        factor.resultWindows.push_back(cut.result);
      }
    }
    small += !dropped.test(dim);
  }
  addMovement(rule, slice, moved);
  return rule;
}

/// The windows of the source that the slices of it have in common: of as many
/// elements in equal steps, so near each other that most is read more than
/// once.
static std::optional<Windows> findCommonWindows(tensor::ExtractSliceOp slice,
                                                int64_t dim) {
  int64_t size = slice.getStaticSizes()[dim];
  int64_t step = slice.getStaticStrides()[dim];
  int64_t first = slice.getStaticOffsets()[dim], last = first;
  for (Operation *user : slice.getSource().getUsers()) {
    auto other = dyn_cast<tensor::ExtractSliceOp>(user);
    if (!other || other.getStaticSizes()[dim] != size ||
        other.getStaticStrides()[dim] != step ||
        ShapedType::isDynamic(other.getStaticOffsets()[dim]))
      continue;
    first = std::min(first, other.getStaticOffsets()[dim]);
    last = std::max(last, other.getStaticOffsets()[dim]);
  }
  if (first == last || last - first >= size)
    return std::nullopt;
  return Windows{size, last - first + 1, step, first};
}

/// Windows of the slice as windows of its source; none where they would reach
/// beyond the slice into what the source has there.
static std::optional<Windows> findSourceWindows(tensor::ExtractSliceOp slice,
                                                int64_t dim,
                                                const Windows &windows) {
  int64_t offset = slice.getStaticOffsets()[dim];
  int64_t size = slice.getStaticSizes()[dim];
  int64_t step = slice.getStaticStrides()[dim];
  int64_t end =
      windows.first + (windows.count - 1) * windows.step + windows.size;
  bool isFirst = offset == 0;
  bool isLast =
      offset + (size - 1) * step + 1 == slice.getSourceType().getDimSize(dim);
  if ((windows.first < 0 && !isFirst) || (end > size && !isLast) ||
      (step != 1 && (windows.first < 0 || end > size)))
    return std::nullopt;
  return Windows{windows.count, (windows.size - 1) * step + 1,
                 windows.step * step, offset + windows.first * step};
}

/// All ways to split a dim that the slice cuts.
static SmallVector<Cut> findSourceCuts(tensor::ExtractSliceOp slice,
                                       int64_t dim, int64_t resultDim) {
  int64_t size = slice.getStaticSizes()[dim];
  SmallVector<Cut> cuts = {{size,
                            {size, 1, slice.getStaticStrides()[dim],
                             slice.getStaticOffsets()[dim]}}};
  if (std::optional<Windows> common = findCommonWindows(slice, dim))
    cuts.push_back({size, *common});
  for (const Windows &windows :
       getWindowsOfReaders(slice.getResult(), resultDim))
    if (auto source = findSourceWindows(slice, dim, windows))
      cuts.push_back({windows.count, *source, windows});
  return cuts;
}

/// The windows of `dim` that `distribution` splits, if any.
static std::optional<Windows> findWindows(const Distribution &distribution,
                                          int64_t dim) {
  for (const Component &component : distribution.components)
    if (component.isSplit(dim) && component.windows)
      return *component.windows;
  return std::nullopt;
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
    auto mapDims = [](Factor &factor, int64_t large, int64_t small) {
      factor.operandDims[0] = large;
      factor.resultDims[0] = small;
    };
    bool isCut = false;
    auto findCuts = [&](int64_t dim, int64_t small) {
      isCut = true;
      return findSourceCuts(slice, dim, small);
    };
    Rule rule = getSliceRule(slice, slice.getSourceType().getShape(), {0},
                             mapDims, findCuts);
    rule.dependsOnReaders = isCut;
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
    SmallVector<OpFoldResult> offsets = getLocalOffsets(slice, locals, builder);
    SmallVector<OpFoldResult> sizes =
        getLocalSizes(slice, slice.getSourceType().getShape(), source, builder);
    llvm::SmallBitVector dropped = slice.getDroppedDims();
    for (int64_t dim = 0, small = 0; dim < source.getRank(); ++dim) {
      if (auto windows = findWindows(signature.operands[0], dim)) {
        auto ofResult = findWindows(signature.results[0], small);
        int64_t first = ofResult ? ofResult->first : 0;
        offsets[dim] = builder.getIndexAttr(
            slice.getStaticOffsets()[dim] +
            first * slice.getStaticStrides()[dim] - windows->first);
        sizes[dim] = builder.getIndexAttr(result.getDimSize(small));
      }
      small += !dropped.test(dim);
    }
    return SmallVector<Value>{tensor::ExtractSliceOp::create(
        builder, op->getLoc(), result, locals[0], offsets, sizes,
        slice.getMixedStrides())};
  }
};

struct InsertSliceModel
    : SBPOpInterface::ExternalModel<InsertSliceModel, tensor::InsertSliceOp> {
  OpWork getWork(Operation *op) const { return makeViewWork(op); }
  Rule getRule(Operation *op) const {
    auto slice = cast<tensor::InsertSliceOp>(op);
    ArrayRef<int64_t> large = slice.getDestType().getShape();
    auto mapDims = [](Factor &factor, int64_t large, int64_t small) {
      factor.operandDims[0] = small;
      factor.operandDims[1] = large;
      factor.resultDims[0] = large;
    };
    auto findCuts = [&](int64_t dim, int64_t) {
      SmallVector<Cut> cuts;
      if (slice.getStaticStrides()[dim] == 1)
        cuts.push_back(
            {large[dim], {large[dim], 1, 1, -slice.getStaticOffsets()[dim]}});
      return cuts;
    };
    return getSliceRule(slice, large, {0, 1}, mapDims, findCuts);
  }
  FailureOr<SmallVector<Value>> buildLocal(Operation *op, OpBuilder &builder,
                                           const Signature &signature,
                                           ValueRange locals,
                                           ShardContext &context) const {
    auto slice = cast<tensor::InsertSliceOp>(op);
    RankedTensorType destination =
        context.getLocalType(slice.getDestType(), signature.operands[1]);
    RankedTensorType source =
        context.getLocalType(slice.getSourceType(), signature.operands[0]);
    if (destination.getNumElements() == 0 || source.getNumElements() == 0)
      return SmallVector<Value>{locals[1]};
    SmallVector<OpFoldResult> offsets = getLocalOffsets(slice, locals, builder);
    SmallVector<OpFoldResult> sizes = getLocalSizes(
        slice, slice.getDestType().getShape(), destination, builder);
    llvm::SmallBitVector dropped = slice.getDroppedDims();
    for (int64_t dim = 0, small = 0; dim < destination.getRank(); ++dim) {
      if (!dropped.test(dim) && findWindows(signature.operands[0], small)) {
        offsets[dim] = getPlace(slice, dim, small, builder, signature, context);
        sizes[dim] = builder.getIndexAttr(source.getDimSize(small));
      }
      small += !dropped.test(dim);
    }
    return SmallVector<Value>{tensor::InsertSliceOp::create(
        builder, op->getLoc(), locals[0], locals[1], offsets, sizes,
        slice.getMixedStrides())};
  }

  /// Where the piece of the source lies in the piece of the result.
  static OpFoldResult getPlace(tensor::InsertSliceOp slice, int64_t large,
                               int64_t small, OpBuilder &builder,
                               const Signature &signature,
                               ShardContext &context) {
    Location loc = slice.getLoc();
    Value source = context.getOffset(builder, loc, slice.getSourceType(),
                                     signature.operands[0], small);
    Value result = context.getOffset(builder, loc, slice.getDestType(),
                                     signature.results[0], large);
    Value first = arith::ConstantIndexOp::create(
        builder, loc, slice.getStaticOffsets()[large]);
    Value shifted = arith::AddIOp::create(builder, loc, source, first);
    return arith::SubIOp::create(builder, loc, shifted, result).getResult();
  }
};

} // namespace

void attachSliceModels(MLIRContext *context) {
  tensor::ExtractSliceOp::attachInterface<ExtractSliceModel>(*context);
  tensor::InsertSliceOp::attachInterface<InsertSliceModel>(*context);
}

} // namespace sbp
