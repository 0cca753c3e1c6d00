// ScatterLowering.cpp: nn.scatter_add and nn.scatter as loops
//
// linalg cannot write to computed positions, so this is a nest of scf loops:
// over the positions of the indices in row-major order, inside over the
// elements of one slice. One thread, one order: the same bits on every run.
// Elements narrower than their sums are summed row by row, so that only rows
// that an index names are read and written.

#include "Indexing/Gather.h"
#include "Sums.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"
#include "sbp/Dialect/NN/IR/Order/Runs.h"

using namespace llvm;
using namespace mlir;
using namespace sbp;
using namespace sbp::nn;

namespace {

/// Loops that write the updates of either op.
class ScatterBuilder : public SumBuilder {
public:
  template <typename Op>
  ScatterBuilder(Op op, OpBuilder &builder)
      : SumBuilder(builder, op.getLoc(), op.getInit().getType()),
        init(op.getInit()), indices(op.getIndices()), updates(op.getUpdates()),
        type(cast<RankedTensorType>(init.getType())), axis(op.getAxis()),
        batchDims(op.getBatchDims()),
        indexDims(cast<RankedTensorType>(indices.getType()).getRank() -
                  batchDims),
        bound(op.getIndexedPositions().front().bound),
        replaces(std::is_same_v<Op, ScatterOp>) {}

  Value build() {
    if (cast<RankedTensorType>(updates.getType()).getNumElements() == 0)
      return init;
    if (replaces || type.getElementType() == getType())
      return writeSlices(init);
    return addRuns();
  }

private:
  using Body = llvm::function_ref<Value(OpBuilder &, ValueRange, Value)>;

  /// A nest over `bounds` (extents, or index values) that carries `table`.
  Value loop(OpBuilder &builder, ArrayRef<OpFoldResult> bounds, Value table,
             Body body);
  Value writeSlices(Value table);
  Value writeSlice(OpBuilder &builder, ValueRange outer, Value table);
  /// Returns 0 <= row < extent by one unsigned comparison.
  Value isInside(OpBuilder &builder, Value row) {
    Value rows =
        arith::ConstantIndexOp::create(builder, loc, type.getDimSize(axis));
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, row,
                                 rows);
  }
  /// Over `shape` (one element where it has no dims), not at all unless
  /// `condition`.
  Value loopIf(OpBuilder &builder, Value condition, ArrayRef<int64_t> shape,
               Value carried, Body body);
  Value readRow(OpBuilder &builder, ValueRange at);
  Value addRuns();
  Value addRunsOfBatch(OpBuilder &builder, ValueRange batch, Value table);

  Value init, indices, updates;
  RankedTensorType type;
  int64_t axis, batchDims, indexDims;
  std::optional<int64_t> bound; ///< of the indices; none where any are allowed
  bool replaces;
};

} // namespace

Value ScatterBuilder::loop(OpBuilder &builder, ArrayRef<OpFoldResult> bounds,
                           Value table, Body body) {
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  SmallVector<Value> lower(bounds.size(), zero), step(bounds.size(), one);
  SmallVector<Value> upper =
      getValueOrCreateConstantIndexOp(builder, loc, bounds);
  return scf::buildLoopNest(builder, loc, lower, upper, step, table,
                            [&](OpBuilder &inner, Location, ValueRange loops,
                                ValueRange carried) {
                              return scf::ValueVector{
                                  body(inner, loops, carried[0])};
                            })
      .results[0];
}

/// Over the dims before `axis` and those of the indices.
Value ScatterBuilder::writeSlices(Value table) {
  ArrayRef<int64_t> shape =
      cast<RankedTensorType>(updates.getType()).getShape();
  SmallVector<OpFoldResult> bounds = getAsIndexOpFoldResult(
      builder.getContext(), shape.take_front(axis + indexDims));
  return loop(builder, bounds, table,
              [&](OpBuilder &builder, ValueRange outer, Value carried) {
                return writeSlice(builder, outer, carried);
              });
}

Value ScatterBuilder::loopIf(OpBuilder &builder, Value condition,
                             ArrayRef<int64_t> shape, Value carried,
                             Body body) {
  SmallVector<OpFoldResult> bounds =
      getAsIndexOpFoldResult(builder.getContext(), shape);
  bool isElement = bounds.empty();
  if (isElement)
    bounds.push_back(builder.getIndexAttr(1));
  Value nothing = arith::ConstantIndexOp::create(builder, loc, 0);
  Value extent = getValueOrCreateConstantIndexOp(builder, loc, bounds.front());
  bounds.front() =
      arith::SelectOp::create(builder, loc, condition, extent, nothing)
          .getResult();
  return loop(builder, bounds, carried,
              [&](OpBuilder &inner, ValueRange loops, Value now) {
                return body(inner, isElement ? ValueRange() : loops, now);
              });
}

/// The row that the index at a position of `indices` names.
Value ScatterBuilder::readRow(OpBuilder &builder, ValueRange at) {
  Value index = tensor::ExtractOp::create(builder, loc, indices, at);
  // Outside is the nearest row; with drop_outside, and of no rows, it is none.
  if (bound && *bound > 0)
    return getRow(builder, loc, index, *bound);
  return arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                    index);
}

/// One slice; none of it where the index is outside.
Value ScatterBuilder::writeSlice(OpBuilder &builder, ValueRange outer,
                                 Value table) {
  SmallVector<Value> at(outer.take_front(batchDims));
  llvm::append_range(at, outer.take_back(indexDims));
  Value row = readRow(builder, at);
  return loopIf(
      builder, isInside(builder, row), type.getShape().drop_front(axis + 1),
      table, [&](OpBuilder &inner, ValueRange loops, Value carried) -> Value {
        SmallVector<Value> to(outer.take_front(axis)), from(outer);
        to.push_back(row);
        llvm::append_range(to, loops);
        llvm::append_range(from, loops);
        Value old;
        if (!replaces)
          old = tensor::ExtractOp::create(inner, loc, carried, to);
        Value written = tensor::ExtractOp::create(inner, loc, updates, from);
        if (old)
          written = add(inner, old, written);
        return tensor::InsertOp::create(inner, loc, written, carried, to);
      });
}

Value ScatterBuilder::addRuns() {
  SmallVector<OpFoldResult> bounds = getAsIndexOpFoldResult(
      builder.getContext(), type.getShape().take_front(batchDims));
  return loop(builder, bounds, init,
              [&](OpBuilder &builder, ValueRange batch, Value table) {
                return addRunsOfBatch(builder, batch, table);
              });
}

/// The dims of a row are those between batch and `axis` and those after.
Value ScatterBuilder::addRunsOfBatch(OpBuilder &builder, ValueRange batch,
                                     Value table) {
  ArrayRef<int64_t> shape = type.getShape();
  int64_t front = axis - batchDims;
  SmallVector<int64_t> columns(shape.slice(batchDims, front));
  llvm::append_range(columns, shape.drop_front(axis + 1));
  ArrayRef<int64_t> slots = cast<RankedTensorType>(indices.getType())
                                .getShape()
                                .drop_front(batchDims);
  auto join = [](ValueRange first, ValueRange second) {
    SmallVector<Value> joined(first);
    llvm::append_range(joined, second);
    return joined;
  };
  auto readSlot = [&](OpBuilder &builder, ValueRange at) {
    return readRow(builder, join(batch, at));
  };
  auto getKey = [&](OpBuilder &builder, ValueRange at) -> Value {
    return arith::IndexCastOp::create(builder, loc, builder.getI64Type(),
                                      readSlot(builder, at));
  };
  auto addSlot = [&](OpBuilder &builder, const RunBuilder::Slot &slot,
                     ValueRange carried) -> SmallVector<Value> {
    Value row = readSlot(builder, slot.at), inside = isInside(builder, row);
    auto place = [&](ValueRange loops) {
      SmallVector<Value> at = join(batch, loops.take_front(front));
      at.push_back(row);
      return join(at, loops.drop_front(front));
    };
    auto when = [&](Value condition) -> Value {
      return arith::AndIOp::create(builder, loc, inside, condition);
    };
    Value sums =
        loopIf(builder, when(slot.isFirst), columns, carried[1],
               [&](OpBuilder &builder, ValueRange loops, Value now) -> Value {
                 Value old = tensor::ExtractOp::create(builder, loc, carried[0],
                                                       place(loops));
                 return tensor::InsertOp::create(
                     builder, loc, widen(builder, old), now, loops);
               });
    sums = loopIf(
        builder, inside, columns, sums,
        [&](OpBuilder &builder, ValueRange loops, Value now) -> Value {
          SmallVector<Value> from =
              join(join(join(batch, loops.take_front(front)), slot.at),
                   loops.drop_front(front));
          Value term = tensor::ExtractOp::create(builder, loc, updates, from);
          Value old = tensor::ExtractOp::create(builder, loc, now, loops);
          return tensor::InsertOp::create(
              builder, loc, add(builder, old, widen(builder, term)), now,
              loops);
        });
    Value next =
        loopIf(builder, when(slot.isLast), columns, carried[0],
               [&](OpBuilder &builder, ValueRange loops, Value now) -> Value {
                 Value sum =
                     tensor::ExtractOp::create(builder, loc, sums, loops);
                 return tensor::InsertOp::create(
                     builder, loc, narrow(builder, sum, type.getElementType()),
                     now, place(loops));
               });
    return {next, sums};
  };
  Value sums = tensor::EmptyOp::create(builder, loc, columns, getType());
  return RunBuilder(builder, loc)
      .forEach(slots, type.getDimSize(axis), getKey, {table, sums}, addSlot)
      .front();
}

SmallVector<Value> ScatterAddOp::lowerToLinalg(OpBuilder &builder) {
  return {ScatterBuilder(*this, builder).build()};
}

SmallVector<Value> ScatterOp::lowerToLinalg(OpBuilder &builder) {
  return {ScatterBuilder(*this, builder).build()};
}
