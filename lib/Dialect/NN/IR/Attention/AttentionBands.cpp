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
    // Key c of a block lies c - back after its first query.
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

  Value index(OpBuilder &builder, int64_t number) {
    return arith::ConstantIndexOp::create(builder, loc, number);
  }
  Value loop(OpBuilder &builder, int64_t number) {
    return linalg::IndexOp::create(builder, loc, number);
  }
  Value add(OpBuilder &builder, Value x, Value y) {
    return arith::AddIOp::create(builder, loc, x, y);
  }
  Value compare(OpBuilder &builder, arith::CmpIPredicate predicate, Value x,
                int64_t y) {
    return arith::CmpIOp::create(builder, loc, predicate, x, index(builder, y));
  }
  Value getBegin(OpBuilder &builder, Value number) {
    return arith::MulIOp::create(builder, loc, number, index(builder, block));
  }
  PositionOf getQueryPositions() {
    return [this](OpBuilder &builder, Value number, Value within) {
      return add(builder, getBegin(builder, number), within);
    };
  }
  PositionOf getKeyPositions() {
    Value first = op.getFirstQuery();
    if (!first)
      first = index(builder, op.getDefaultFirstQuery());
    if (op.getFirstKey())
      first = arith::SubIOp::create(builder, loc, first, op.getFirstKey());
    first = add(builder, first, index(builder, -window.back));
    return [this, first](OpBuilder &builder, Value number, Value within) {
      return add(builder, first,
                 add(builder, getBegin(builder, number), within));
    };
  }

  /// The nearest position that a dimension of `extent` has.
  Value clamp(OpBuilder &builder, Value position, int64_t extent) {
    Value above =
        arith::MaxSIOp::create(builder, loc, position, index(builder, 0));
    return arith::MinSIOp::create(builder, loc, above,
                                  index(builder, extent - 1));
  }
  Value isInside(OpBuilder &builder, Value position, int64_t extent) {
    Value isBehind = compare(builder, arith::CmpIPredicate::sge, position, 0);
    Value isBefore =
        compare(builder, arith::CmpIPredicate::slt, position, extent);
    return arith::AndIOp::create(builder, loc, isBehind, isBefore);
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
    return collapse(map(blocked, {}, {}, [&](OpBuilder &builder, ValueRange) {
      Value position = positionOf(builder, loop(builder, 1), loop(builder, 3));
      Value element = tensor::ExtractOp::create(
          builder, loc, tensor,
          ValueRange{loop(builder, 0), loop(builder, 2),
                     clamp(builder, position, shape[2]), loop(builder, 4)});
      Value zero = arith::ConstantOp::create(
          builder, loc, builder.getZeroAttr(type.getElementType()));
      return Value(arith::SelectOp::create(
          builder, loc, isInside(builder, position, shape[2]), element, zero));
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
    return collapse(map(blocked, {}, {}, [&](OpBuilder &builder, ValueRange) {
      Value key = getKeyPosition(builder, loop(builder, 1), loop(builder, 4));
      Value seen =
          arith::ConstantOp::create(builder, loc, builder.getZeroAttr(element));
      if (mask) {
        Value query =
            getQueryPosition(builder, loop(builder, 1), loop(builder, 3));
        Value positions[] = {loop(builder, 0), loop(builder, 2), query, key};
        for (auto [position, extent] : llvm::zip_equal(positions, shape))
          position = clamp(builder, position, extent);
        seen = tensor::ExtractOp::create(builder, loc, mask, positions);
      }
      Value hidden = arith::ConstantOp::create(
          builder, loc,
          builder.getFloatAttr(element,
                               APFloat::getInf(element.getFloatSemantics(),
                                               /*Negative=*/true)));
      return Value(arith::SelectOp::create(
          builder, loc, isInside(builder, key, keys), seen, hidden));
    }));
  }

  /// batch * blocks x heads x block x .. -> the dimensions of `result`.
  Value restoreLayout(Value bands, Value result) {
    auto type = cast<RankedTensorType>(result.getType());
    return map(type, {}, {}, [&](OpBuilder &builder, ValueRange) -> Value {
      Value query = loop(builder, 2), size = index(builder, block);
      Value number = arith::DivSIOp::create(builder, loc, query, size);
      Value sequence = arith::MulIOp::create(builder, loc, loop(builder, 0),
                                             index(builder, blocks));
      SmallVector<Value> place = {
          add(builder, sequence, number), loop(builder, 1),
          arith::RemSIOp::create(builder, loc, query, size)};
      if (type.getRank() == 4)
        place.push_back(loop(builder, 3));
      return tensor::ExtractOp::create(builder, loc, bands, place);
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
