// FoldReshapes.cpp: merged dimensions are split again
//
// A merged dimension hides a split, such as heads over "tp" inside of
// batch x heads. A reshape that merges parallel dimensions moves below the
// linalg op that reads it, where it meets the reshape that splits them again:
//
//   collapse [4, 8, 5] -> [32, 5]; generic over (32, 5); expand -> [4, 8, 5]
//   becomes a generic over (4, 8, 5)
//
// Dimensions that a contraction sums over are not split, nor those of weights.

#include "ImportPatterns.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"

using namespace mlir;

/// The sizes of a group that are not 1; a dimension of size 1 hides nothing.
static SmallVector<int64_t> dropUnits(ArrayRef<int64_t> sizes) {
  SmallVector<int64_t> kept;
  llvm::copy_if(sizes, std::back_inserter(kept),
                [](int64_t size) { return size != 1; });
  return kept;
}

static SmallVector<int64_t> sizesOf(ArrayRef<int64_t> shape,
                                    ArrayRef<int64_t> dims) {
  return llvm::map_to_vector(dims, [&](int64_t dim) { return shape[dim]; });
}

/// The dims of `group` (sizes in `shape`) in chunks with one size other than 1
/// each; units go with their neighbour. Where all are 1: one chunk.
static void appendChunks(ArrayRef<int64_t> shape, ArrayRef<int64_t> group,
                         SmallVectorImpl<ReassociationIndices> &chunks) {
  ReassociationIndices current;
  bool hasSize = false;
  for (int64_t dim : group) {
    if (shape[dim] != 1 && hasSize) {
      chunks.push_back(current);
      current.clear();
    }
    hasSize |= shape[dim] != 1;
    current.push_back(dim);
  }
  chunks.push_back(current);
}

static SmallVector<int64_t>
collapsedShape(ArrayRef<int64_t> shape, ArrayRef<ReassociationIndices> groups) {
  return llvm::map_to_vector(groups, [&](const ReassociationIndices &group) {
    int64_t size = 1;
    for (int64_t dim : group)
      size *= shape[dim];
    return size;
  });
}

static Value collapse(OpBuilder &builder, Location loc, Value value,
                      ArrayRef<ReassociationIndices> groups) {
  auto type = cast<RankedTensorType>(value.getType());
  if (groups.size() == static_cast<size_t>(type.getRank()))
    return value;
  auto result = RankedTensorType::get(collapsedShape(type.getShape(), groups),
                                      type.getElementType());
  return tensor::CollapseShapeOp::create(builder, loc, result, value, groups);
}

static Value expand(OpBuilder &builder, Location loc, Value value,
                    ArrayRef<int64_t> shape,
                    ArrayRef<ReassociationIndices> groups) {
  auto type = cast<RankedTensorType>(value.getType());
  if (shape.size() == static_cast<size_t>(type.getRank()))
    return value;
  auto result = RankedTensorType::get(shape, type.getElementType());
  return tensor::ExpandShapeOp::create(builder, loc, result, value, groups);
}

//===----------------------------------------------------------------------===//
// A reader takes the merged dimension apart
//===----------------------------------------------------------------------===//

namespace {
/// The sizes that each loop splits into; empty for loops that stay.
struct LoopSplit {
  SmallVector<SmallVector<int64_t>> sizes;
  /// Per old loop the first new one.
  SmallVector<unsigned> first;
  unsigned count = 0;

  explicit LoopSplit(unsigned loops) : sizes(loops), first(loops) {}

  bool isEmpty() const {
    return llvm::all_of(sizes, [](auto &list) { return list.empty(); });
  }
  void number() {
    for (auto [loop, list] : llvm::enumerate(sizes)) {
      first[loop] = count;
      count += std::max<size_t>(1, list.size());
    }
  }
  /// The new dims that take the place of `expr`.
  SmallVector<AffineExpr> translate(AffineExpr expr) const {
    auto dim = dyn_cast<AffineDimExpr>(expr);
    if (!dim)
      return {expr};
    unsigned loop = dim.getPosition();
    SmallVector<AffineExpr> dims;
    for (unsigned i = 0; i < std::max<size_t>(1, sizes[loop].size()); ++i)
      dims.push_back(getAffineDimExpr(first[loop] + i, expr.getContext()));
    return dims;
  }
  AffineMap translate(AffineMap map) const {
    SmallVector<AffineExpr> results;
    for (AffineExpr expr : map.getResults())
      llvm::append_range(results, translate(expr));
    return AffineMap::get(count, 0, results, map.getContext());
  }
  /// How the dimensions of an operand read through `map` split.
  SmallVector<ReassociationIndices> groups(AffineMap map) const {
    SmallVector<ReassociationIndices> all;
    int64_t next = 0;
    for (AffineExpr expr : map.getResults()) {
      ReassociationIndices group;
      for (size_t i = 0; i < translate(expr).size(); ++i)
        group.push_back(next++);
      all.push_back(group);
    }
    return all;
  }
  SmallVector<int64_t> shape(AffineMap map, ArrayRef<int64_t> old) const {
    SmallVector<int64_t> all;
    for (auto [expr, size] : llvm::zip_equal(map.getResults(), old)) {
      auto dim = dyn_cast<AffineDimExpr>(expr);
      if (dim && !sizes[dim.getPosition()].empty())
        llvm::append_range(all, sizes[dim.getPosition()]);
      else
        all.push_back(size);
    }
    return all;
  }
};
} // namespace

/// The loops that `reshape`, read through `map`, shows to be merged ones. Only
/// parallel loops: splitting a loop that is summed over splits weights.
static LoopSplit findSplit(linalg::LinalgOp op, tensor::CollapseShapeOp reshape,
                           AffineMap map) {
  LoopSplit split(op.getNumLoops());
  auto kinds = op.getIteratorTypesArray();
  ArrayRef<int64_t> shape = reshape.getSrcType().getShape();
  for (auto [expr, group] :
       llvm::zip_equal(map.getResults(), reshape.getReassociationIndices())) {
    auto dim = dyn_cast<AffineDimExpr>(expr);
    SmallVector<int64_t> sizes = dropUnits(sizesOf(shape, group));
    if (dim && sizes.size() > 1 &&
        kinds[dim.getPosition()] == utils::IteratorType::parallel)
      split.sizes[dim.getPosition()] = sizes;
  }
  split.number();
  return split;
}

/// `linalg.index` of a split loop, as a function of the new ones.
static void translateIndices(RewriterBase &rewriter, linalg::GenericOp op,
                             const LoopSplit &split) {
  SmallVector<linalg::IndexOp> indices(op.getBody()->getOps<linalg::IndexOp>());
  for (linalg::IndexOp index : indices) {
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPoint(index);
    Location loc = index.getLoc();
    unsigned loop = index.getDim();
    Value value =
        linalg::IndexOp::create(rewriter, loc, split.first[loop]).getResult();
    for (auto [i, size] : llvm::enumerate(split.sizes[loop])) {
      if (i == 0)
        continue;
      Value scale = arith::ConstantIndexOp::create(rewriter, loc, size);
      Value inner =
          linalg::IndexOp::create(rewriter, loc, split.first[loop] + i)
              .getResult();
      value = arith::MulIOp::create(rewriter, loc, value, scale);
      value = arith::AddIOp::create(rewriter, loc, value, inner);
    }
    rewriter.replaceOp(index, value);
  }
}

/// The operand of the split op that takes the place of `value`.
static Value splitOperand(PatternRewriter &rewriter, Location loc, Value value,
                          AffineMap map, const LoopSplit &split) {
  auto type = cast<RankedTensorType>(value.getType());
  return expand(rewriter, loc, value, split.shape(map, type.getShape()),
                split.groups(map));
}

static void splitLoops(PatternRewriter &rewriter, linalg::GenericOp op,
                       const LoopSplit &split) {
  Location loc = op.getLoc();
  SmallVector<AffineMap> oldMaps = op.getIndexingMapsArray();
  auto splitAll = [&](ValueRange values, ArrayRef<AffineMap> maps) {
    SmallVector<Value> all;
    for (auto [value, map] : llvm::zip_equal(values, maps))
      all.push_back(splitOperand(rewriter, loc, value, map, split));
    return all;
  };
  ArrayRef<AffineMap> all(oldMaps);
  size_t inputCount = op.getNumDpsInputs();
  SmallVector<Value> inputs =
      splitAll(op.getInputs(), all.take_front(inputCount));
  SmallVector<Value> inits =
      splitAll(op.getOutputs(), all.drop_front(inputCount));
  SmallVector<utils::IteratorType> kinds;
  for (auto [loop, kind] : llvm::enumerate(op.getIteratorTypesArray()))
    kinds.append(std::max<size_t>(1, split.sizes[loop].size()), kind);
  auto result = linalg::GenericOp::create(
      rewriter, loc, ValueRange(inits).getTypes(), inputs, inits,
      llvm::map_to_vector(oldMaps,
                          [&](AffineMap map) { return split.translate(map); }),
      kinds, /*bodyBuild=*/nullptr, linalg::getPrunedAttributeList(op));
  rewriter.inlineRegionBefore(op.getRegion(), result.getRegion(),
                              result.getRegion().begin());
  translateIndices(rewriter, result, split);
  SmallVector<Value> merged;
  for (auto [value, map] :
       llvm::zip_equal(result.getResults(), all.drop_front(inputCount)))
    merged.push_back(collapse(rewriter, loc, value, split.groups(map)));
  rewriter.replaceOp(op, merged);
}

namespace {

/// reader(collapse(x)) = collapse(reader on split loops(x)).
struct MoveMergeBelowReader : OpInterfaceRewritePattern<linalg::LinalgOp> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(linalg::LinalgOp op,
                                PatternRewriter &rewriter) const override {
    if (!llvm::all_of(op.getIndexingMapsArray(), [](AffineMap map) {
          return map.isProjectedPermutation(/*allowZeroInResults=*/true);
        }))
      return rewriter.notifyMatchFailure(op,
                                         "its maps are more than permutations");
    for (OpOperand *input : op.getDpsInputOperands()) {
      auto reshape = input->get().getDefiningOp<tensor::CollapseShapeOp>();
      if (!reshape)
        continue;
      LoopSplit split =
          findSplit(op, reshape, op.getMatchingIndexingMap(input));
      if (split.isEmpty())
        continue;
      auto generic = dyn_cast<linalg::GenericOp>(op.getOperation());
      if (!generic) {
        auto made = linalg::generalizeNamedOp(rewriter, op);
        if (failed(made))
          return rewriter.notifyMatchFailure(op, "it has no generic form");
        generic = *made;
        rewriter.setInsertionPoint(generic);
      }
      splitLoops(rewriter, generic, split);
      return success();
    }
    return rewriter.notifyMatchFailure(
        op, "no operand is merged along loops that can be split");
  }
};

/// expand(collapse(x)), dimension by dimension: where both sides agree but for
/// units, nothing is merged in between.
struct CancelMergeAndSplit : OpRewritePattern<tensor::ExpandShapeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ExpandShapeOp op,
                                PatternRewriter &rewriter) const override {
    auto merge = op.getSrc().getDefiningOp<tensor::CollapseShapeOp>();
    if (!merge)
      return rewriter.notifyMatchFailure(op, "it splits no merged tensor");
    ArrayRef<int64_t> source = merge.getSrcType().getShape();
    ArrayRef<int64_t> target = op.getResultType().getShape();
    SmallVector<ReassociationIndices> merged, split;
    for (auto [from, to] : llvm::zip_equal(merge.getReassociationIndices(),
                                           op.getReassociationIndices())) {
      bool agree =
          dropUnits(sizesOf(source, from)) == dropUnits(sizesOf(target, to));
      if (agree) {
        appendChunks(source, from, merged);
        appendChunks(target, to, split);
      } else {
        merged.push_back(from);
        split.push_back(to);
      }
    }
    // Units alone may change their place (1x4 to 4x1): nothing comes apart.
    if (merged.size() == merge.getReassociationIndices().size())
      return rewriter.notifyMatchFailure(op, "nothing comes apart");
    Value value = collapse(rewriter, op.getLoc(), merge.getSrc(), merged);
    rewriter.replaceOp(op, expand(rewriter, op.getLoc(), value, target, split));
    return success();
  }
};

} // namespace

void sbp::populateFoldReshapesPatterns(RewritePatternSet &patterns) {
  patterns.add<MoveMergeBelowReader, CancelMergeAndSplit>(
      patterns.getContext());
  tensor::ExpandShapeOp::getCanonicalizationPatterns(patterns,
                                                     patterns.getContext());
  tensor::CollapseShapeOp::getCanonicalizationPatterns(patterns,
                                                       patterns.getContext());
}
