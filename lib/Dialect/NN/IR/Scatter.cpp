//===- Scatter.cpp - nn.scatter_add ---------------------------------------===//

#include "Gather.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"
#include "sbp/Interfaces/Misfit.h"
#include "sbp/Interfaces/RuleBuilding.h"
#include "sbp/Interfaces/StructuredBuilding.h"

using namespace llvm;
using namespace mlir;
using namespace sbp;
using namespace sbp::nn;

static RankedTensorType getTensorType(Value value) {
  return cast<RankedTensorType>(value.getType());
}

LogicalResult ScatterAddOp::verify() {
  RankedTensorType init = getTensorType(getInit()),
                   updates = getTensorType(getUpdates());
  RankedTensorType indices = getTensorType(getIndices());
  if (failed(
          verifyIndexedDims(*this, init, indices, getAxis(), getBatchDims())))
    return failure();
  if (updates.getElementType() != init.getElementType())
    return emitMisfit(*this, {getInit(), getUpdates()})
           << "updates have elements of " << updates.getElementType()
           << " but init of " << init.getElementType();
  auto expected = RankedTensorType::get(
      GatherOp::getResultShape(init.getShape(), indices.getShape(), getAxis(),
                               getBatchDims()),
      init.getElementType());
  if (updates != expected)
    return emitMisfit(*this, {getInit(), getIndices(), getUpdates()})
           << "updates must be " << expected << ", found " << updates;
  if (getResult().getType() != init)
    return emitMisfit(*this, {getInit()})
           << "result must be " << init << ", found " << getResult().getType();
  return success();
}

SmallVector<IndexedPositions> ScatterAddOp::getIndexedPositions() {
  std::optional<int64_t> bound;
  if (!getDropOutside())
    bound = getTensorType(getInit()).getDimSize(getAxis());
  return {{getIndices(), bound}};
}

Rule ScatterAddOp::getRule() {
  enum { Init, Indices, Updates };
  Rule rule;
  RankedTensorType init = getTensorType(getInit()),
                   indices = getTensorType(getIndices());
  int64_t axis = getAxis(), batchDims = getBatchDims();
  int64_t indexDims = indices.getRank() - batchDims;
  for (auto [i, extent] : llvm::enumerate(init.getShape())) {
    Factor factor = makeFactor(*this, extent);
    auto dim = static_cast<int64_t>(i);
    factor.operandDims[Init] = factor.resultDims[0] = dim;
    if (dim < batchDims)
      factor.operandDims[Indices] = dim;
    if (dim == axis)
      factor.needsOffset = true;
    else
      factor.operandDims[Updates] = dim > axis ? dim - 1 + indexDims : dim;
    rule.factors.push_back(std::move(factor));
  }
  for (int64_t dim = batchDims; dim < indices.getRank(); ++dim) {
    Factor factor = makeFactor(*this, indices.getDimSize(dim));
    factor.kind = Factor::Kind::Reduction;
    factor.combiners = {Combiner::Sum};
    factor.operandCombiners.resize(getNumOperands());
    factor.operandCombiners[Init] = Combiner::Sum;
    factor.operandDims[Indices] = dim;
    factor.operandDims[Updates] = axis + dim - batchDims;
    rule.factors.push_back(std::move(factor));
  }
  addLinearity(rule, *this, {Init, Updates});
  return rule;
}

/// `indices` as rows of a shard that begins at `offset`; with `rows`, outside
/// of which is the nearest one. In i64, where nothing that is outside of the
/// shard wraps into it.
static Value shiftIndices(OpBuilder &builder, Location loc, Value indices,
                          Value offset, std::optional<int64_t> rows) {
  auto type = RankedTensorType::get(getTensorType(indices).getShape(),
                                    builder.getI64Type());
  StructuredBuilder structured(builder, loc);
  return structured.map(
      type, indices, {structured.identity(type.getRank())},
      [&](OpBuilder &b, ValueRange arguments) -> Value {
        Value index = rows ? getRow(b, loc, arguments[0], *rows)
                           : arith::IndexCastOp::create(
                                 b, loc, b.getIndexType(), arguments[0])
                                 .getResult();
        Value row = arith::SubIOp::create(b, loc, index, offset);
        return arith::IndexCastOp::create(b, loc, type.getElementType(), row);
      });
}

FailureOr<SmallVector<Value>>
ScatterAddOp::buildLocal(OpBuilder &builder, const Signature &signature,
                         ValueRange locals, ShardContext &context) {
  int64_t axis = getAxis();
  auto rowsAreSplit = [&](const Component &c) { return c.isSplit(axis); };
  if (llvm::none_of(signature.operands[0].components, rowsAreSplit))
    return buildLocalByCloning(*this, builder, signature, locals, context);
  Value offset = context.getOffset(builder, getLoc(), getTensorType(getInit()),
                                   signature.operands[0], axis);
  Value indices = shiftIndices(builder, getLoc(), locals[1], offset,
                               getIndexedPositions().front().bound);
  return SmallVector<Value>{ScatterAddOp::create(
      builder, getLoc(), locals[0].getType(), locals[0], indices, locals[2],
      getAxisAttr(), getBatchDimsAttr(), builder.getUnitAttr())};
}
