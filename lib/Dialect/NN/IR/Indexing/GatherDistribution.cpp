// GatherDistribution.cpp: nn.gather on shards

#include "Indexing/Gather.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"
#include "sbp/Interfaces/LocalBuild.h"
#include "sbp/Interfaces/RuleBuilding.h"
#include "sbp/Interfaces/StructuredBuilding.h"

using namespace llvm;
using namespace mlir;
using namespace sbp;
using namespace sbp::nn;

Rule GatherOp::getRule() {
  Rule rule;
  auto data = cast<RankedTensorType>(getData().getType());
  auto indices = cast<RankedTensorType>(getIndices().getType());
  int64_t axis = getAxis(), batchDims = getBatchDims();
  for (auto [i, extent] : llvm::enumerate(data.getShape())) {
    Factor factor = makeFactor(*this, extent);
    auto dim = static_cast<int64_t>(i);
    factor.operandDims[0] = dim;
    if (dim < batchDims)
      factor.operandDims[1] = dim;
    if (dim == axis) {
      factor.kind = Factor::Kind::Reduction;
      factor.combiners = {data.getElementType().isInteger(1) ? Combiner::Or
                                                             : Combiner::Sum};
      factor.needsOffset = true;
    } else {
      factor.resultDims[0] = dim > axis ? dim - 1 + getNumIndexDims() : dim;
    }
    rule.factors.push_back(std::move(factor));
  }
  for (int64_t dim = batchDims; dim < indices.getRank(); ++dim) {
    Factor factor = makeFactor(*this, indices.getDimSize(dim));
    factor.operandDims[1] = dim;
    factor.resultDims[0] = axis + dim - batchDims;
    rule.factors.push_back(std::move(factor));
  }
  addMovement(rule, *this, {0});
  return rule;
}

namespace {

/// A gather from the rows `[offset, offset + held)` of a table: indices that
/// lie outside give the identity of the combiner.
class MaskedGather {
public:
  MaskedGather(GatherOp op, OpBuilder &builder, RankedTensorType type,
               Value offset, Value data, Value indices)
      : op(op), builder(builder), loc(op.getLoc()), type(type),
        axis(op.getAxis()),
        rows(cast<RankedTensorType>(op.getData().getType()).getDimSize(axis)),
        held(cast<RankedTensorType>(data.getType()).getDimSize(axis)),
        offset(offset), data(data), indices(indices),
        indicesType(cast<RankedTensorType>(indices.getType())) {}

  Value build() {
    StructuredBuilder structured(builder, loc);
    if (held == 0)
      return structured.fill(type, getIdentity());
    Value neutral = arith::ConstantOp::create(builder, loc, getIdentity());
    Value gathered = GatherOp::create(builder, loc, data, clampIndices(), axis,
                                      op.getBatchDims())
                         .getResult();
    AffineMap whole = builder.getMultiDimIdentityMap(type.getRank());
    return structured.map(
        type, {gathered, indices}, {whole, op.getIndicesMap()},
        [&](OpBuilder &builder, ValueRange arguments) -> Value {
          auto [row, isHeld] = locate(builder, arguments[1]);
          return arith::SelectOp::create(builder, loc, isHeld, arguments[0],
                                         neutral);
        });
  }

private:
  /// The float identity is -0.0: +0.0 would turn a gathered -0.0 into +0.0.
  TypedAttr getIdentity() {
    if (auto number = dyn_cast<FloatType>(type.getElementType()))
      return builder.getFloatAttr(
          number,
          APFloat::getZero(number.getFloatSemantics(), /*Negative=*/true));
    return builder.getZeroAttr(type.getElementType());
  }

  /// The row of this shard that `index` names, and whether it has it.
  std::pair<Value, Value> locate(OpBuilder &builder, Value index) {
    Value row = arith::SubIOp::create(
        builder, loc, getRow(builder, loc, index, rows), offset);
    Value count = arith::ConstantIndexOp::create(builder, loc, held);
    // Unsigned: rows before the shard are negative.
    Value isHeld = arith::CmpIOp::create(builder, loc,
                                         arith::CmpIPredicate::ult, row, count);
    return {row, isHeld};
  }

  Value clampIndices() {
    AffineMap whole = builder.getMultiDimIdentityMap(indicesType.getRank());
    return StructuredBuilder(builder, loc)
        .map(indicesType, indices, {whole},
             [&](OpBuilder &builder, ValueRange arguments) -> Value {
               auto [row, isHeld] = locate(builder, arguments[0]);
               Value first = arith::ConstantIndexOp::create(builder, loc, 0);
               Value safe =
                   arith::SelectOp::create(builder, loc, isHeld, row, first);
               return arith::IndexCastOp::create(
                   builder, loc, indicesType.getElementType(), safe);
             });
  }

  GatherOp op;
  OpBuilder &builder;
  Location loc;
  RankedTensorType type;
  int64_t axis, rows, held;
  Value offset, data, indices;
  RankedTensorType indicesType;
};

} // namespace

FailureOr<SmallVector<Value>> GatherOp::buildLocal(OpBuilder &builder,
                                                   const Signature &signature,
                                                   ValueRange locals,
                                                   ShardContext &context) {
  int64_t axis = getAxis();
  bool rowsAreSplit =
      llvm::any_of(signature.operands[0].components,
                   [&](const Component &c) { return c.isSplit(axis); });
  if (!rowsAreSplit)
    return buildLocalByCloning(*this, builder, signature, locals, context);
  auto data = cast<RankedTensorType>(getData().getType());
  RankedTensorType type = context.getLocalType(
      cast<RankedTensorType>(getResult().getType()), signature.results[0]);
  Value offset =
      context.getOffset(builder, getLoc(), data, signature.operands[0], axis);
  MaskedGather gather(*this, builder, type, offset, locals[0], locals[1]);
  return SmallVector<Value>{gather.build()};
}

SmallVector<Value> GatherOp::lowerToLinalg(OpBuilder &builder) {
  Location loc = getLoc();
  auto type = cast<RankedTensorType>(getResult().getType());
  auto dataType = cast<RankedTensorType>(getData().getType());
  int64_t axis = getAxis(), indexDims = getNumIndexDims();
  if (dataType.getDimSize(axis) == 0) // nothing to read, whatever is computed
    return {StructuredBuilder(builder, loc)
                .fill(type, builder.getZeroAttr(type.getElementType()))};
  return {StructuredBuilder(builder, loc)
              .map(type, getIndices(), {getIndicesMap()},
                   [&](OpBuilder &builder, ValueRange arguments) -> Value {
                     SmallVector<Value> position;
                     for (int64_t dim = 0; dim < dataType.getRank(); ++dim)
                       position.push_back(
                           dim == axis
                               ? getRow(builder, loc, arguments[0],
                                        dataType.getDimSize(axis))
                               : Value(linalg::IndexOp::create(
                                     builder, loc,
                                     dim < axis ? dim : dim - 1 + indexDims)));
                     return tensor::ExtractOp::create(builder, loc, getData(),
                                                      position);
                   })};
}
