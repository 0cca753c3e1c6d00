// ReadViews.cpp: ops that read through slices and transposes
//
// x[:, 32:] of a tensor of rows of 64 is no contiguous part, so a kernel would
// copy it. An op that reads it may read x instead: x as rows of [2, 32], at [1,
// i]. Likewise it may read the source of a transposed tensor whose rows are the
// same, such as the heads of [tokens, heads, 64] put in front.
#include "ReadViews.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sbp/Target/Region/ContractionBody.h"

using namespace mlir;
using namespace sbp::cuda;

bool sbp::cuda::isParallel(Operation *op) {
  auto generic = dyn_cast<linalg::GenericOp>(op);
  return generic && generic.hasPureTensorSemantics() &&
         generic.getNumParallelLoops() == generic.getNumLoops();
}

/// Moves `read` from a slice to its source. Returns whether it could.
static bool readSource(Read &read, tensor::ExtractSliceOp slice) {
  if (ShapedType::isDynamicShape(slice.getStaticOffsets()) ||
      ShapedType::isDynamicShape(slice.getStaticSizes()) ||
      !slice.hasUnitStride())
    return false;
  MLIRContext *context = slice.getContext();
  llvm::SmallBitVector dropped = slice.getDroppedDims();
  SmallVector<AffineExpr> exprs;
  unsigned next = 0;
  for (auto [dim, offset] : llvm::enumerate(slice.getStaticOffsets())) {
    AffineExpr begin = getAffineConstantExpr(offset, context);
    exprs.push_back(dropped.test(dim) ? begin
                                      : read.map.getResult(next++) + begin);
  }
  read = {slice.getSource(),
          AffineMap::get(read.map.getNumDims(), 0, exprs, context)};
  return true;
}

/// Returns the last dim of more than one element, -1 if there is none.
static int64_t getInnermostDim(RankedTensorType type) {
  int64_t dim = type.getRank() - 1;
  while (dim >= 0 && type.getDimSize(dim) == 1)
    --dim;
  return dim;
}

/// Moves `read` from a transposed tensor to its source if rows are the same in
/// both. Returns whether it could.
static bool readTransposed(Read &read) {
  auto move = sbp::region::matchMove(read.tensor);
  if (!move || !move->second.isPermutation())
    return false;
  int64_t inner =
              getInnermostDim(cast<RankedTensorType>(move->first.getType())),
          outer = getInnermostDim(read.getType());
  if (inner < 0 || !move->second.getResult(inner).isFunctionOfDim(outer))
    return false;
  read = {move->first, move->second.compose(read.map)};
  return true;
}

/// Moves `read` through slices and transposes.
static Read skipViews(Read read) {
  while (Operation *producer = read.tensor.getDefiningOp()) {
    if (auto slice = dyn_cast<tensor::ExtractSliceOp>(producer);
        slice && readSource(read, slice))
      continue;
    if (!readTransposed(read))
      break;
  }
  return read;
}

std::optional<ReadBuilder::SplitDim>
ReadBuilder::splitDim(AffineExpr expr, int64_t size,
                      std::optional<unsigned> pieces) {
  MLIRContext *context = builder.getContext();
  if (pieces) {
    AffineExpr piece = getAffineDimExpr(*pieces, context),
               inside = getAffineDimExpr(*pieces + 1, context);
    int64_t count = extents[*pieces], length = extents[*pieces + 1];
    if (expr == piece * length + inside && size == count * length)
      return SplitDim{{count, length}, {piece, inside}};
  }
  auto loop = dyn_cast<AffineDimExpr>(expr);
  int64_t part = 0;
  // A loop plus a multiple of its extent runs over another of the equal parts.
  if (auto sum = dyn_cast<AffineBinaryOpExpr>(expr);
      sum && sum.getKind() == AffineExprKind::Add) {
    auto begin = dyn_cast<AffineConstantExpr>(sum.getRHS());
    auto inner = dyn_cast<AffineDimExpr>(sum.getLHS());
    int64_t length = inner ? extents[inner.getPosition()] : 0;
    if (begin && length > 0 && begin.getValue() % length == 0 &&
        size % length == 0) {
      part = begin.getValue() / length;
      loop = inner;
    }
  }
  int64_t length = loop ? extents[loop.getPosition()] : size;
  if (length == size)
    return SplitDim{{size}, {expr}};
  if (length == 0 || size % length)
    return std::nullopt;
  return SplitDim{{size / length, length},
                  {getAffineConstantExpr(part, context), loop}};
}

std::optional<Read> ReadBuilder::build(Read read,
                                       std::optional<unsigned> pieces) {
  SmallVector<int64_t> shape;
  SmallVector<AffineExpr> exprs;
  SmallVector<ReassociationIndices> groups;
  for (auto [expr, size] :
       llvm::zip_equal(read.map.getResults(), read.getType().getShape())) {
    std::optional<SplitDim> split = splitDim(expr, size, pieces);
    if (!split)
      return std::nullopt;
    auto first = static_cast<int64_t>(shape.size());
    llvm::append_range(shape, split->sizes);
    llvm::append_range(exprs, split->exprs);
    groups.push_back(llvm::to_vector<2>(
        llvm::seq(first, static_cast<int64_t>(shape.size()))));
  }
  Value tensor = read.tensor;
  if (static_cast<int64_t>(shape.size()) != read.getType().getRank())
    tensor = tensor::ExpandShapeOp::create(
        builder, loc,
        RankedTensorType::get(shape, read.getType().getElementType()), tensor,
        groups);
  return Read{tensor, AffineMap::get(read.map.getNumDims(), 0, exprs,
                                     builder.getContext())};
}

std::optional<Read> ReadBuilder::followViews(Read read,
                                             std::optional<unsigned> pieces) {
  if (std::optional<Read> built = build(skipViews(read), pieces))
    return built;
  return build(read, pieces);
}

/// Lets the inputs of `op` be read through views.
static void readThroughViews(linalg::GenericOp op, IRRewriter &rewriter) {
  rewriter.setInsertionPoint(op);
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  ReadBuilder reads(rewriter, op.getLoc(), extents);
  for (OpOperand *input : op.getDpsInputOperands()) {
    AffineMap &map = maps[input->getOperandNumber()];
    if (std::optional<Read> read = reads.followViews({input->get(), map})) {
      rewriter.modifyOpInPlace(op, [&] { input->set(read->tensor); });
      map = read->map;
    }
  }
  rewriter.modifyOpInPlace(op, [&] {
    op.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(maps));
  });
}

void sbp::cuda::readThroughViews(ArrayRef<Value> values, IRRewriter &rewriter) {
  SmallVector<Value> pending(values);
  while (!pending.empty()) {
    Value value = pending.pop_back_val();
    Operation *producer = value.getDefiningOp();
    if (!producer || !isParallel(producer) || !value.hasOneUse() ||
        producer->getNumResults() != 1)
      continue;
    auto op = cast<linalg::GenericOp>(producer);
    ::readThroughViews(op, rewriter);
    llvm::append_range(pending, op.getDpsInputs());
  }
}
