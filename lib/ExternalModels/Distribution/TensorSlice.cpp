// TensorSlice.cpp: SBPOpInterface for extract_slice, insert_slice
//
// A dim that is taken whole is split as it is. Where it is cut, the pieces of
// the slice are windows of one element of the large tensor, and pieces of the
// large tensor are such windows of what is inserted: only what lies elsewhere
// travels. Slices of equal size that overlap may share windows that hold all of
// them, so that one exchange of halos serves all.
//
// Where the position is computed, or one element is taken, no static window
// exists. Ranks then keep their pieces of the large tensor: each writes what
// falls into its own (the slice is whole), or reads what it holds (the result
// is a partial sum). PartialSlices.h builds the local code.

#include "../Lowering/PartialSlices.h"
#include "Models.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sbp/Dialect/SBP/IR/Identity.h"
#include "sbp/Interfaces/RuleBuilding.h"

using namespace llvm;
using namespace mlir;

namespace sbp {

/// Whether dim `dim` of a tensor of `shape` is taken whole by the slice. A
/// computed position of that many elements can only be 0.
template <typename Op>
static bool isWhole(Op slice, ArrayRef<int64_t> shape, unsigned dim) {
  int64_t offset = slice.getStaticOffsets()[dim];
  return (offset == 0 || ShapedType::isDynamic(offset)) &&
         slice.getStaticSizes()[dim] == shape[dim] &&
         slice.getStaticStrides()[dim] == 1;
}

template <typename Op> static bool hasDynamicSizes(Op slice) {
  return !slice.getSizes().empty() || !slice.getStrides().empty();
}

/// The pieces of a sliced dim that may be split: their number, and the windows
/// of the small or large tensor that they read.
struct Cut {
  int64_t extent;
  Windows windows;
  /// The windows of the result's pieces, if those are windows themselves.
  std::optional<Windows> result = std::nullopt;
};

/// The ways to split one dim of the large tensor, given its number there and in
/// the small tensor.
struct DimRules {
  /// Sets the dims of a factor that splits large and small tensor alike.
  llvm::function_ref<void(Factor &, int64_t, int64_t)> mapBoth;
  /// Returns windows of operand #0 that split a cut dim; its position is known.
  llvm::function_ref<SmallVector<Cut>(int64_t, int64_t)> findCuts;
  /// Completes a factor that splits a cut dim of the large tensor alone.
  llvm::function_ref<void(Factor &, int64_t)> mapLarge;
  /// Whether windows, where there are several, leave no use for that factor.
  bool prefersWindows;
};

/// Adds the factors of a dim of which the slice takes a part.
template <typename Op>
static void addCutDim(Rule &rule, Op slice, int64_t dim, int64_t small,
                      int64_t extent, bool isDropped, const DimRules &rules) {
  bool isKnown = !ShapedType::isDynamic(slice.getStaticOffsets()[dim]);
  unsigned first = rule.factors.size();
  if (isKnown && !isDropped)
    for (const Cut &cut : rules.findCuts(dim, small)) {
      Factor factor = makeFactor(slice, cut.extent);
      rules.mapBoth(factor, dim, small);
      factor.operandWindows.resize(slice->getNumOperands());
      factor.operandWindows[0] = cut.windows;
      factor.resultWindows.push_back(cut.result);
      rule.factors.push_back(std::move(factor));
    }
  unsigned last = rule.factors.size();
  if (rules.prefersWindows && first != last && slice.getStaticSizes()[dim] != 1)
    return;
  Factor part = makeFactor(slice, extent);
  part.needsOffset = true;
  rules.mapLarge(part, dim);
  // Axes that cut windows and axes that cut the large tensor do not nest.
  for (unsigned i = first; i < last; ++i) {
    part.before.push_back(i);
    rule.factors[i].before.push_back(last);
  }
  rule.factors.push_back(std::move(part));
}

/// Dims of the large tensor that the slice takes whole are factors of both
/// tensors; the others have the factors of `addCutDim`.
template <typename Op>
static Rule getSliceRule(Op slice, ArrayRef<int64_t> large,
                         ArrayRef<unsigned> moved, const DimRules &rules) {
  Rule rule;
  if (hasDynamicSizes(slice)) {
    rule.error = "has a dynamic size or stride; give every dimension a size";
    return rule;
  }
  llvm::SmallBitVector dropped = slice.getDroppedDims();
  int64_t small = 0;
  for (unsigned dim = 0; dim < large.size(); ++dim) {
    if (!dropped.test(dim) && isWhole(slice, large, dim)) {
      Factor factor = makeFactor(slice, large[dim]);
      rules.mapBoth(factor, dim, small);
      rule.factors.push_back(std::move(factor));
    } else {
      addCutDim(rule, slice, dim, small, large[dim], dropped.test(dim), rules);
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
static std::optional<Windows>
findSlicedWindows(const Distribution &distribution, int64_t dim) {
  for (const Component &component : distribution.components)
    if (component.isSplit(dim) && component.windows)
      return *component.windows;
  return std::nullopt;
}

/// The slice on one rank whose piece of the large tensor is `local`, if every
/// dim that it cuts is there as a whole. `locals` are the op's operands.
template <typename Op>
static SmallVector<SlicedDim>
getSlicedDims(Op slice, ArrayRef<int64_t> global, RankedTensorType local,
              ValueRange locals, OpBuilder &builder) {
  unsigned first = slice.getOffsetSizeAndStrideStartOperandIndex();
  SmallVector<OpFoldResult> offsets =
      getMixedValues(slice.getStaticOffsets(),
                     locals.slice(first, slice.getOffsets().size()), builder);
  llvm::SmallBitVector dropped = slice.getDroppedDims();
  SmallVector<SlicedDim> dims;
  for (auto [number, offset] : enumerate(offsets)) {
    SlicedDim &dim = dims.emplace_back();
    dim.held = local.getDimSize(number);
    dim.isDropped = dropped.test(number);
    dim.start = offset;
    dim.size = slice.getStaticSizes()[number];
    dim.stride = slice.getStaticStrides()[number];
    if (!dim.isDropped && isWhole(slice, global, number)) {
      dim.start = builder.getIndexAttr(0);
      dim.size = dim.held;
    }
  }
  return dims;
}

/// Turns the dims of `parts` into parts seen from the rank's piece of the large
/// tensor, which is of type `global` and distributed as `distribution`.
/// Computed positions are clamped in the whole tensor.
template <typename Op>
static void makeParts(Op slice, const llvm::SmallBitVector &parts,
                      MutableArrayRef<SlicedDim> dims, RankedTensorType global,
                      const Distribution &distribution, OpBuilder &builder,
                      ShardContext &context) {
  Location loc = slice.getLoc();
  for (auto [number, dim] : enumerate(dims)) {
    if (slice.isDynamicOffset(number) && isa<Value>(dim.start))
      dim.start = clampPosition(builder, loc, cast<Value>(dim.start),
                                global.getDimSize(number) - 1 -
                                    (dim.size - 1) * dim.stride);
    if (!parts.test(number))
      continue;
    Value start = getValueOrCreateConstantIndexOp(builder, loc, dim.start);
    Value offset =
        context.getOffset(builder, loc, global, distribution, number);
    dim.start = arith::SubIOp::create(builder, loc, start, offset).getResult();
    dim.isPart = true;
  }
}

/// Dims of the large tensor that `distribution` splits although the slice cuts
/// them, other than in windows of it or of the small tensor, whose distribution
/// is `ofSmall`.
template <typename Op>
static llvm::SmallBitVector findParts(Op slice, ArrayRef<int64_t> global,
                                      const Distribution &distribution,
                                      const Distribution &ofSmall) {
  llvm::SmallBitVector dropped = slice.getDroppedDims(), parts(global.size());
  for (int64_t dim = 0, small = 0, rank = global.size(); dim < rank; ++dim) {
    bool isSplit =
        any_of(distribution.components, [&](const Component &component) {
          return component.isSplit(dim) && !component.windows;
        });
    if (isSplit && !(!dropped.test(dim) && isWhole(slice, global, dim)) &&
        (dropped.test(dim) || !findSlicedWindows(ofSmall, small)))
      parts.set(dim);
    small += !dropped.test(dim);
  }
  return parts;
}

/// The slice as the builders of upstream's ops take it.
struct MixedSlice {
  SmallVector<OpFoldResult> offsets, sizes, strides;

  MixedSlice(ArrayRef<SlicedDim> dims, Builder builder) {
    for (const SlicedDim &dim : dims) {
      offsets.push_back(dim.start);
      sizes.push_back(builder.getIndexAttr(dim.size));
      strides.push_back(builder.getIndexAttr(dim.stride));
    }
  }
};

namespace {

struct ExtractSliceModel
    : SBPOpInterface::ExternalModel<ExtractSliceModel, tensor::ExtractSliceOp> {
  OpWork getWork(Operation *op) const { return makeViewWork(op); }
  /// Combines an element with the neutral ones of ranks that do not hold it.
  static Combiner getCombiner(tensor::ExtractSliceOp slice) {
    return slice.getType().getElementType().isInteger(1) ? Combiner::Or
                                                         : Combiner::Sum;
  }
  Rule getRule(Operation *op) const {
    auto slice = cast<tensor::ExtractSliceOp>(op);
    bool isCut = false;
    auto mapBoth = [](Factor &factor, int64_t large, int64_t small) {
      factor.operandDims[0] = large;
      factor.resultDims[0] = small;
    };
    auto findCuts = [&](int64_t dim, int64_t small) {
      isCut = true;
      return findSourceCuts(slice, dim, small);
    };
    auto mapLarge = [&](Factor &factor, int64_t large) {
      factor.operandDims[0] = large;
      factor.kind = Factor::Kind::Reduction;
      factor.combiners = {getCombiner(slice)};
    };
    Rule rule =
        getSliceRule(slice, slice.getSourceType().getShape(), {0},
                     {mapBoth, findCuts, mapLarge, /*prefersWindows=*/true});
    rule.dependsOnReaders = isCut;
    return rule;
  }
  FailureOr<SmallVector<Value>> buildLocal(Operation *op, OpBuilder &builder,
                                           const Signature &signature,
                                           ValueRange locals,
                                           ShardContext &context) const {
    auto slice = cast<tensor::ExtractSliceOp>(op);
    Location loc = op->getLoc();
    RankedTensorType global = slice.getSourceType();
    RankedTensorType source =
        context.getLocalType(global, signature.operands[0]);
    RankedTensorType result =
        context.getLocalType(slice.getType(), signature.results[0]);
    // An offset of 0 into an empty dim is out of bounds to the verifier.
    if (result.getNumElements() == 0)
      return SmallVector<Value>{tensor::EmptyOp::create(
          builder, loc, result.getShape(), result.getElementType())};
    SmallVector<SlicedDim> dims =
        getSlicedDims(slice, global.getShape(), source, locals, builder);
    int64_t small = 0;
    for (auto [number, dim] : enumerate(dims)) {
      if (auto windows = findSlicedWindows(signature.operands[0], number)) {
        auto ofResult = findSlicedWindows(signature.results[0], small);
        int64_t first = ofResult ? ofResult->first : 0;
        dim.start = builder.getIndexAttr(slice.getStaticOffsets()[number] +
                                         first * dim.stride - windows->first);
        dim.size = result.getDimSize(small);
      }
      small += !dim.isDropped;
    }
    llvm::SmallBitVector parts = findParts(
        slice, global.getShape(), signature.operands[0], signature.results[0]);
    if (parts.any()) {
      makeParts(slice, parts, dims, global, signature.operands[0], builder,
                context);
      TypedAttr identity =
          getIdentityAttr(getCombiner(slice), result.getElementType());
      return SmallVector<Value>{PartialSliceBuilder(builder, loc, dims)
                                    .extract(locals[0], result, identity)};
    }
    MixedSlice mixed(dims, builder);
    return SmallVector<Value>{tensor::ExtractSliceOp::create(
        builder, loc, result, locals[0], mixed.offsets, mixed.sizes,
        mixed.strides)};
  }
};

struct InsertSliceModel
    : SBPOpInterface::ExternalModel<InsertSliceModel, tensor::InsertSliceOp> {
  OpWork getWork(Operation *op) const { return makeViewWork(op); }
  Rule getRule(Operation *op) const {
    auto slice = cast<tensor::InsertSliceOp>(op);
    ArrayRef<int64_t> large = slice.getDestType().getShape();
    auto mapLarge = [](Factor &factor, int64_t large) {
      factor.operandDims[1] = large;
      factor.resultDims[0] = large;
    };
    auto mapBoth = [&](Factor &factor, int64_t large, int64_t small) {
      factor.operandDims[0] = small;
      mapLarge(factor, large);
    };
    auto findCuts = [&](int64_t dim, int64_t) {
      SmallVector<Cut> cuts;
      if (slice.getStaticStrides()[dim] == 1)
        cuts.push_back(
            {large[dim], {large[dim], 1, 1, -slice.getStaticOffsets()[dim]}});
      return cuts;
    };
    return getSliceRule(
        slice, large, {0, 1},
        {mapBoth, findCuts, mapLarge, /*prefersWindows=*/false});
  }
  FailureOr<SmallVector<Value>> buildLocal(Operation *op, OpBuilder &builder,
                                           const Signature &signature,
                                           ValueRange locals,
                                           ShardContext &context) const {
    auto slice = cast<tensor::InsertSliceOp>(op);
    Location loc = op->getLoc();
    RankedTensorType global = slice.getDestType();
    RankedTensorType destination =
        context.getLocalType(global, signature.operands[1]);
    RankedTensorType source =
        context.getLocalType(slice.getSourceType(), signature.operands[0]);
    if (destination.getNumElements() == 0 || source.getNumElements() == 0)
      return SmallVector<Value>{locals[1]};
    SmallVector<SlicedDim> dims =
        getSlicedDims(slice, global.getShape(), destination, locals, builder);
    llvm::SmallBitVector parts = findParts(
        slice, global.getShape(), signature.operands[1], signature.operands[0]);
    int64_t small = 0;
    for (auto [number, dim] : enumerate(dims)) {
      if (!dim.isDropped && findSlicedWindows(signature.operands[0], small)) {
        dim.start = getPlace(slice, number, small, builder, signature, context);
        dim.size = source.getDimSize(small);
      }
      small += !dim.isDropped;
    }
    if (parts.any()) {
      makeParts(slice, parts, dims, global, signature.operands[1], builder,
                context);
      return SmallVector<Value>{
          PartialSliceBuilder(builder, loc, dims).insert(locals[0], locals[1])};
    }
    MixedSlice mixed(dims, builder);
    return SmallVector<Value>{tensor::InsertSliceOp::create(
        builder, loc, locals[0], locals[1], mixed.offsets, mixed.sizes,
        mixed.strides)};
  }

  /// Returns the offset of the source's piece in the result's piece.
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
