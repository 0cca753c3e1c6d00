// AttentionBands.cpp: attention with a window, without the keys outside of it
//
// Queries are cut into blocks, which become sequences of a batch; each has a
// copy of the keys and values that its queries see. With 6 queries in blocks of
// 2 and a window of 1 key back:
//
//   queries  0 1 | 2 3 | 4 5
//   keys   - 0 1 | 1 2 3 | 3 4 5     (-: no key, hidden by a mask)
//
// What lies between the first key of the first query and the last key of the
// last query of a block is computed, and nothing else: queries x (block +
// window) scores instead of queries x keys.

#include "sbp/Dialect/NN/IR/Attention/AttentionBands.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sbp/Interfaces/StructuredBuilding.h"

using namespace mlir;
using namespace sbp;
using namespace sbp::nn;

static ArrayRef<int64_t> shapeOf(Value value) {
  return cast<RankedTensorType>(value.getType()).getShape();
}

/// Queries of a block: the wider the window, the more queries share a copy of
/// its keys. A multiple of the rows that kernels take at once.
static int64_t getBlockSize(const KeyWindow &window) {
  constexpr int64_t rows = 64;
  return llvm::alignTo(std::max<int64_t>(window.size() / 2, 1), rows);
}

bool sbp::nn::gainsByBands(AttentionOp op) {
  if (!op.getWindow())
    return false;
  int64_t queries = shapeOf(op.getQuery())[2], keys = shapeOf(op.getKey())[2];
  KeyWindow window = *op.getKeyWindow();
  int64_t block = getBlockSize(window);
  return queries > block && 2 * (block + window.size() - 1) <= keys;
}

namespace {
class BandBuilder : public StructuredBuilder {
public:
  BandBuilder(AttentionOp op, OpBuilder &builder)
      : StructuredBuilder(builder, op.getLoc()), op(op), builder(builder),
        loc(op.getLoc()), window(*op.getKeyWindow()),
        batch(shapeOf(op.getQuery())[0]), queries(shapeOf(op.getQuery())[2]),
        keys(shapeOf(op.getKey())[2]), block(getBlockSize(window)),
        blocks(llvm::divideCeil(queries, block)),
        span(block + window.size() - 1) {}

  SmallVector<Value> build() {
    Value query = gatherBands(op.getQuery(), block, getQueryPositions());
    Value key = gatherBands(op.getKey(), span, getKeyPositions());
    Value value = gatherBands(op.getValue(), span, getKeyPositions());
    SmallVector<Type> types;
    for (Value result : op.getResults()) {
      auto type = cast<RankedTensorType>(result.getType());
      SmallVector<int64_t> shape(type.getShape());
      shape[0] = batch * blocks;
      shape[2] = block;
      types.push_back(type.clone(shape));
    }
    // Key c of a block lies c - back behind its first query.
    auto bands = AttentionOp::create(
        builder, loc, types[0], types[1], query, key, value, gatherMask(),
        op.getFirstHead(), index(builder, 0), index(builder, -window.back),
        op.getScaleAttr(), /*causal=*/UnitAttr(), op.getSharedHeadsAttr(),
        op.getWindowAttr());
    return {restoreLayout(bands.getResult(), op.getResult()),
            restoreLayout(bands.getLogSumExp(), op.getLogSumExp())};
  }

private:
  /// Called as (builder, block, number in the block): the position in the whole
  /// tensor.
  using PositionOf = std::function<Value(OpBuilder &, Value, Value)>;

  Value index(OpBuilder &b, int64_t number) {
    return arith::ConstantIndexOp::create(b, loc, number);
  }
  Value loop(OpBuilder &b, int64_t number) {
    return linalg::IndexOp::create(b, loc, number);
  }
  Value add(OpBuilder &b, Value x, Value y) {
    return arith::AddIOp::create(b, loc, x, y);
  }
  Value compare(OpBuilder &b, arith::CmpIPredicate predicate, Value x,
                int64_t y) {
    return arith::CmpIOp::create(b, loc, predicate, x, index(b, y));
  }
  Value getBegin(OpBuilder &b, Value number) {
    return arith::MulIOp::create(b, loc, number, index(b, block));
  }
  PositionOf getQueryPositions() {
    return [this](OpBuilder &b, Value number, Value within) {
      return add(b, getBegin(b, number), within);
    };
  }
  PositionOf getKeyPositions() {
    Value first = op.getFirstQuery();
    if (!first)
      first = index(builder, op.getDefaultFirstQuery());
    if (op.getFirstKey())
      first = arith::SubIOp::create(builder, loc, first, op.getFirstKey());
    first = add(builder, first, index(builder, -window.back));
    return [this, first](OpBuilder &b, Value number, Value within) {
      return add(b, first, add(b, getBegin(b, number), within));
    };
  }

  /// The nearest position that a dimension of `extent` has.
  Value clamp(OpBuilder &b, Value position, int64_t extent) {
    Value above = arith::MaxSIOp::create(b, loc, position, index(b, 0));
    return arith::MinSIOp::create(b, loc, above, index(b, extent - 1));
  }
  Value isInside(OpBuilder &b, Value position, int64_t extent) {
    Value isBehind = compare(b, arith::CmpIPredicate::sge, position, 0);
    Value isBefore = compare(b, arith::CmpIPredicate::slt, position, extent);
    return arith::AndIOp::create(b, loc, isBehind, isBefore);
  }
  Value collapse(Value blocked) {
    SmallVector<ReassociationIndices> groups = {{0, 1}};
    for (int64_t dim = 2; dim < int64_t(shapeOf(blocked).size()); ++dim)
      groups.push_back({dim});
    return tensor::CollapseShapeOp::create(builder, loc, blocked, groups);
  }

  /// batch x heads x positions x width -> batch * blocks x heads x size x
  /// width, zeros where there is no such position.
  Value gatherBands(Value tensor, int64_t size, const PositionOf &positionOf) {
    auto type = cast<RankedTensorType>(tensor.getType());
    ArrayRef<int64_t> shape = type.getShape();
    auto blocked = RankedTensorType::get(
        {batch, blocks, shape[1], size, shape[3]}, type.getElementType());
    return collapse(map(blocked, {}, {}, [&](OpBuilder &b, ValueRange) {
      Value position = positionOf(b, loop(b, 1), loop(b, 3));
      Value element = tensor::ExtractOp::create(
          b, loc, tensor,
          ValueRange{loop(b, 0), loop(b, 2), clamp(b, position, shape[2]),
                     loop(b, 4)});
      Value zero = arith::ConstantOp::create(
          b, loc, b.getZeroAttr(type.getElementType()));
      return Value(arith::SelectOp::create(
          b, loc, isInside(b, position, shape[2]), element, zero));
    }));
  }

  /// The mask of the blocks; -inf where there is no key.
  Value gatherMask() {
    Value mask = op.getMask();
    auto element = cast<FloatType>(getElementTypeOrSelf(op.getQuery()));
    SmallVector<int64_t> shape(4, 1);
    if (mask)
      shape.assign(shapeOf(mask).begin(), shapeOf(mask).end());
    auto blocked = RankedTensorType::get(
        {batch, blocks, shape[1], shape[2] == 1 ? 1 : block, span}, element);
    PositionOf getQueryPosition = getQueryPositions(),
               getKeyPosition = getKeyPositions();
    return collapse(map(blocked, {}, {}, [&](OpBuilder &b, ValueRange) {
      Value key = getKeyPosition(b, loop(b, 1), loop(b, 4));
      Value seen = arith::ConstantOp::create(b, loc, b.getZeroAttr(element));
      if (mask) {
        Value query = getQueryPosition(b, loop(b, 1), loop(b, 3));
        Value positions[] = {loop(b, 0), loop(b, 2), query, key};
        for (auto [position, extent] : llvm::zip_equal(positions, shape))
          position = clamp(b, position, extent);
        seen = tensor::ExtractOp::create(b, loc, mask, positions);
      }
      Value hidden = arith::ConstantOp::create(
          b, loc,
          b.getFloatAttr(element, APFloat::getInf(element.getFloatSemantics(),
                                                  /*Negative=*/true)));
      return Value(arith::SelectOp::create(b, loc, isInside(b, key, keys), seen,
                                           hidden));
    }));
  }

  /// batch * blocks x heads x block x .. -> the dimensions of `result`.
  Value restoreLayout(Value bands, Value result) {
    auto type = cast<RankedTensorType>(result.getType());
    return map(type, {}, {}, [&](OpBuilder &b, ValueRange) -> Value {
      Value query = loop(b, 2), size = index(b, block);
      Value number = arith::DivSIOp::create(b, loc, query, size);
      Value sequence =
          arith::MulIOp::create(b, loc, loop(b, 0), index(b, blocks));
      SmallVector<Value> place = {add(b, sequence, number), loop(b, 1),
                                  arith::RemSIOp::create(b, loc, query, size)};
      if (type.getRank() == 4)
        place.push_back(loop(b, 3));
      return tensor::ExtractOp::create(b, loc, bands, place);
    });
  }

  AttentionOp op;
  OpBuilder &builder;
  Location loc;
  KeyWindow window;
  int64_t batch, queries, keys, block, blocks, span;
};
} // namespace

SmallVector<Value> sbp::nn::buildAttentionBands(AttentionOp op,
                                                OpBuilder &builder) {
  return BandBuilder(op, builder).build();
}
