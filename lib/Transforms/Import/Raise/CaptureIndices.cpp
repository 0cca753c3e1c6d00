// CaptureIndices.cpp: the indices at which a captured tensor is read

#include "CaptureIndices.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Analysis/TopologicalSortUtils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace sbp;

/// The ops of the body that compute `value`, in order; fails at ops with
/// regions or other reads of captured tensors.
static FailureOr<SetVector<Operation *>> getScalarSlice(linalg::GenericOp op,
                                                        Value value) {
  SetVector<Operation *> slice;
  BackwardSliceOptions options;
  options.inclusive = true;
  options.omitBlockArguments = true;
  options.filter = [&](Operation *def) {
    return def->getBlock() == op.getBody();
  };
  if (failed(getBackwardSlice(value, &slice, options)))
    return failure();
  for (Operation *def : slice)
    if (def->getNumRegions() || !isMemoryEffectFree(def) ||
        isa<tensor::ExtractOp>(def))
      return failure();
  return topologicalSort(slice);
}

/// An index that is an input's element, cast: the input itself.
static std::optional<IndexTensor> getPlainIndices(linalg::GenericOp op,
                                                  Value index) {
  auto cast = index.getDefiningOp<arith::IndexCastOp>();
  auto argument =
      cast ? dyn_cast<BlockArgument>(cast.getIn()) : BlockArgument();
  if (!argument || argument.getOwner() != op.getBody() ||
      argument.getArgNumber() >= op.getNumDpsInputs())
    return std::nullopt;
  OpOperand *operand = op.getMatchingOpOperand(argument);
  AffineMap map = op.getMatchingIndexingMap(operand);
  if (!map.isProjectedPermutation(/*allowZeroInResults=*/true) ||
      argument.getType().isInteger(8) || argument.getType().isInteger(1))
    return std::nullopt;
  return IndexTensor{operand->get(), SmallVector<AffineExpr>(map.getResults())};
}

/// Any other computation of an index becomes an elementwise op of its own over
/// the loops it mentions.
static FailureOr<IndexTensor>
computeIndices(OpBuilder &builder, linalg::GenericOp op, Value index) {
  auto slice = getScalarSlice(op, index);
  if (failed(slice))
    return failure();
  llvm::SmallDenseSet<unsigned> loops;
  SmallVector<OpOperand *> inputs;
  for (Operation *def : *slice) {
    if (auto loop = dyn_cast<linalg::IndexOp>(def))
      loops.insert(loop.getDim());
    for (Value value : def->getOperands()) {
      auto argument = dyn_cast<BlockArgument>(value);
      if (!argument || argument.getOwner() != op.getBody())
        continue;
      if (argument.getArgNumber() >= op.getNumDpsInputs())
        return failure();
      OpOperand *operand = op.getMatchingOpOperand(argument);
      if (!llvm::is_contained(inputs, operand))
        inputs.push_back(operand);
    }
  }
  for (OpOperand *input : inputs)
    for (AffineExpr expr : op.getMatchingIndexingMap(input).getResults())
      expr.walk([&](AffineExpr inner) {
        if (auto dim = dyn_cast<AffineDimExpr>(inner))
          loops.insert(dim.getPosition());
      });
  SmallVector<unsigned> order(loops.begin(), loops.end());
  llvm::sort(order);

  // Loops of the new op: those of `order`, renumbered.
  MLIRContext *context = builder.getContext();
  SmallVector<int64_t> ranges = op.getStaticLoopRanges(), shape;
  SmallVector<AffineExpr> renumbered(op.getNumLoops(),
                                     getAffineConstantExpr(0, context));
  IndexTensor result;
  for (auto [i, loop] : llvm::enumerate(order)) {
    renumbered[loop] = getAffineDimExpr(i, context);
    shape.push_back(ranges[loop]);
    result.dims.push_back(getAffineDimExpr(loop, context));
  }
  SmallVector<AffineMap> maps;
  SmallVector<Value> operands;
  for (OpOperand *input : inputs) {
    maps.push_back(op.getMatchingIndexingMap(input).replaceDimsAndSymbols(
        renumbered, {}, order.size(), 0));
    operands.push_back(input->get());
  }
  maps.push_back(AffineMap::getMultiDimIdentityMap(order.size(), context));
  Type element = builder.getI64Type();
  Value empty = tensor::EmptyOp::create(builder, op.getLoc(), shape, element);
  SmallVector<utils::IteratorType> kinds(order.size(),
                                         utils::IteratorType::parallel);
  auto body = [&](OpBuilder &inner, Location loc, ValueRange arguments) {
    IRMapping mapping;
    for (auto [input, argument] : llvm::zip(inputs, arguments))
      mapping.map(op.getMatchingBlockArgument(input), argument);
    for (Operation *def : *slice) {
      if (auto loop = dyn_cast<linalg::IndexOp>(def))
        mapping.map(
            loop.getResult(),
            linalg::IndexOp::create(
                inner, loc,
                cast<AffineDimExpr>(renumbered[loop.getDim()]).getPosition())
                .getResult());
      else
        inner.clone(*def, mapping);
    }
    // An index that was computed outside of the body is read as it is.
    Value computed = mapping.lookupOrDefault(index);
    linalg::YieldOp::create(
        inner, loc,
        arith::IndexCastOp::create(inner, loc, element, computed).getResult());
  };
  result.value =
      linalg::GenericOp::create(builder, op.getLoc(), empty.getType(), operands,
                                empty, maps, kinds, body)
          .getResult(0);
  return result;
}

FailureOr<IndexTensor> sbp::getIndices(OpBuilder &builder, linalg::GenericOp op,
                                       Value index) {
  if (auto plain = getPlainIndices(op, index))
    return *plain;
  return computeIndices(builder, op, index);
}

/// `index`, moved inside of a dim of `size`.
static Value clamp(OpBuilder &builder, Location loc, Value index,
                   int64_t size) {
  Value first = arith::ConstantIndexOp::create(builder, loc, 0);
  Value last = arith::ConstantIndexOp::create(builder, loc, size - 1);
  Value above = arith::MaxSIOp::create(builder, loc, index, first);
  return arith::MinSIOp::create(builder, loc, above, last);
}

Value sbp::flattenIndices(tensor::ExtractOp extract, ArrayRef<int64_t> shape,
                          int64_t axis, int64_t count) {
  OpBuilder builder(extract);
  Location loc = extract.getLoc();
  Value flat;
  for (int64_t dim = axis; dim < axis + count; ++dim) {
    // Each in its own dim: one too far must not be in the next row.
    Value index = clamp(builder, loc, extract.getIndices()[dim], shape[dim]);
    Value size = arith::ConstantIndexOp::create(builder, loc, shape[dim]);
    if (flat)
      index = arith::AddIOp::create(
          builder, loc, arith::MulIOp::create(builder, loc, flat, size), index);
    flat = index;
  }
  return flat;
}
