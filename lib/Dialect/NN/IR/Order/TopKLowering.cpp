// TopKLowering.cpp: nn.top_k in loops

#include "sbp/Dialect/NN/IR/NNDialect.h"
#include "sbp/Dialect/NN/IR/Order/Order.h"
#include "sbp/Dialect/NN/IR/Order/Rows.h"

using namespace llvm;
using namespace mlir;
using namespace sbp;
using namespace sbp::nn;

/// Up to here each new element is put among the best by comparing it with all
/// of them; beyond, sorting the row is cheaper than the worst case of that.
static constexpr int64_t kMaxInsertions = 128;

/// The greatest of one block of the row at `position`: tensors of k elements.
static Ranking buildBlock(TopKOp op, RowBuilder &rows, ArrayRef<Value> position,
                          Interval block) {
  Location loc = op.getLoc();
  auto before = [&](OpBuilder &builder, Value x, Value ix, Value y, Value iy) {
    return buildIsGreaterOrEarlier(builder, loc, x, ix, y, iy);
  };
  int64_t k = op.getK(), size = block.size();
  Type indexType = getElementTypeOrSelf(op.getIndices());
  Ranking best{rows.fill(k, getLowest(getElementTypeOrSelf(op.getInput()))),
               rows.fill(k, getLastIndex(indexType))};
  if (size == 0)
    return best;
  Ranking row{rows.readRow(op.getInput(), position, block.begin, size), {}};
  if (op.getPositions())
    row.indices = rows.readRow(op.getPositions(), position, block.begin, size);
  if (k <= kMaxInsertions)
    return rows.choose(row, block.begin, best, before);
  // Counted indices rise already: merging keeps equal elements in their order.
  auto greater = [&](OpBuilder &builder, Value x, Value, Value y, Value) {
    return buildIsGreater(builder, loc, x, y);
  };
  bool isCounted = !row.indices;
  if (isCounted)
    row.indices = rows.count(size, block.begin, indexType);
  Ranking sorted = rows.sort(row, isCounted ? Precedence(greater) : before);
  int64_t taken = std::min(k, size);
  auto take = [&](Value from, Value to) {
    return rows.writeRow(rows.readRow(from, {Value()}, 0, taken), to, {Value()},
                         0);
  };
  return {take(sorted.values, best.values), take(sorted.indices, best.indices)};
}

SmallVector<Value> TopKOp::lowerToLinalg(OpBuilder &builder) {
  RowBuilder rows(builder, getLoc());
  auto values = cast<RankedTensorType>(getValues().getType());
  auto indices = cast<RankedTensorType>(getIndices().getType());
  Ranking results{rows.empty(values.getShape(), values.getElementType()),
                  rows.empty(indices.getShape(), indices.getElementType())};
  if (values.getNumElements() == 0)
    return {results.values, results.indices};
  results = rows.forEachRow(
      values.getShape(), getAxis(), results,
      [&](RowBuilder &inner, ArrayRef<Value> position, Ranking written) {
        for (auto [number, block] : llvm::enumerate(getBlockIntervals())) {
          Ranking best = buildBlock(*this, inner, position, block);
          int64_t begin = number * getK();
          written = {
              inner.writeRow(best.values, written.values, position, begin),
              inner.writeRow(best.indices, written.indices, position, begin)};
        }
        return written;
      });
  return {results.values, results.indices};
}
