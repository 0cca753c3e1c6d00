// Sort.cpp: nn.sort

#include "sbp/Dialect/NN/IR/NNDialect.h"
#include "sbp/Dialect/NN/IR/Order/Order.h"
#include "sbp/Dialect/NN/IR/Order/Rows.h"
#include "sbp/Interfaces/ElementBytes.h"
#include "sbp/Interfaces/LocalBuild.h"
#include "sbp/Interfaces/Misfit.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace mlir;
using namespace sbp;
using namespace sbp::nn;

LogicalResult SortOp::verify() {
  auto input = cast<RankedTensorType>(getInput().getType());
  auto indices = cast<RankedTensorType>(getIndices().getType());
  if (failed(
          verifyOrderedAxis(*this, input, getAxis(), indices.getElementType())))
    return failure();
  if (getValues().getType() != input)
    return emitMisfit(*this, {getInput()})
           << "values must be " << input << ", found " << getValues().getType();
  if (indices.getShape() != input.getShape())
    return emitMisfit(*this, {getInput()})
           << "indices must be " << input.clone(indices.getElementType())
           << ", found " << indices;
  return success();
}

Rule SortOp::getRule() {
  return getOrderRule(*this, getAxis(),
                      "every element of a row may end up in any piece of it; "
                      "split another dimension, or take nn.top_k");
}

FailureOr<SmallVector<Value>> SortOp::buildLocal(OpBuilder &builder,
                                                 const Signature &signature,
                                                 ValueRange locals,
                                                 ShardContext &context) {
  return buildLocalByCloning(*this, builder, signature, locals, context);
}

SmallVector<Value> SortOp::lowerToLinalg(OpBuilder &builder) {
  Location loc = getLoc();
  RowBuilder rows(builder, loc);
  auto type = cast<RankedTensorType>(getInput().getType());
  Type indexType = getElementTypeOrSelf(getIndices());
  Ranking results{rows.empty(type.getShape(), type.getElementType()),
                  rows.empty(type.getShape(), indexType)};
  if (type.getNumElements() == 0)
    return {results.values, results.indices};
  auto before = [&](OpBuilder &builder, Value x, Value, Value y, Value) {
    return getDescending() ? buildIsGreater(builder, loc, x, y)
                           : buildIsGreater(builder, loc, y, x);
  };
  int64_t size = type.getDimSize(getAxis());
  results = rows.forEachRow(
      type.getShape(), getAxis(), results,
      [&](RowBuilder &inner, ArrayRef<Value> position, Ranking written) {
        Ranking sorted =
            inner.sort({inner.readRow(getInput(), position, 0, size),
                        inner.count(size, 0, indexType)},
                       before);
        return Ranking{
            inner.writeRow(sorted.values, written.values, position, 0),
            inner.writeRow(sorted.indices, written.indices, position, 0)};
      });
  return {results.values, results.indices};
}

/// Merge sort: each of the log2(n) levels reads and writes values and indices.
OpWork SortOp::getWork() {
  auto input = cast<RankedTensorType>(getInput().getType());
  double levels =
      llvm::Log2_64_Ceil(std::max<int64_t>(2, input.getDimSize(getAxis())));
  OpWork work = makeStreamingWork(*this, 0, kPlaceFlops * levels);
  work.parts[0].kind = WorkClass::Order;
  // Runs go from one pair of buffers to another and back.
  work.held.emplace_back().bytes =
      input.getNumElements() * (2 * getElementBytes(getInput().getType()) +
                                getElementBytes(getIndices().getType()));
  work.parts[0].scratchBytes = 2 * levels * input.getNumElements() *
                               (getElementBytes(getInput().getType()) +
                                getElementBytes(getIndices().getType()));
  return work;
}
