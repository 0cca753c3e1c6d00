// TrilinearLoops.cpp: bag, row_dot and add_outer as loops
//
// The three derivatives of one trilinear form,
//
//   sum over t, j, w of scores[t, j] z[t, w] table[rows[t, j], w],
//
// as scf loops: bag is its derivative with respect to z, row_dot to the scores,
// add_outer to the table. Example of bag with one token, two slots, width 1:
//
//   table = [[10], [20], [30]], rows = [2, 0], scores = [0.5, 1]
//   result = 0.5 * 30 + 1 * 10 = 25
//
// Sums are f32 (f64 where an operand is) in row-major order of tokens and
// slots, and rounded once.

#include "TrilinearLoops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sbp/Interfaces/StructuredBuilding.h"
#include "sbp/Interfaces/TensorTypes.h"

using namespace llvm;
using namespace mlir;
using namespace sbp;
using namespace sbp::memory_layer;

static Value makeIndex(OpBuilder &builder, Location loc, int64_t number) {
  return arith::ConstantIndexOp::create(builder, loc, number);
}

ArrayRef<int64_t> TrilinearLoops::getTokens() {
  return getTensorType(form.getRows())
      .getShape()
      .take_front(form.getNumTokenDims());
}

ArrayRef<int64_t> TrilinearLoops::getSlots() {
  return getTensorType(form.getRows())
      .getShape()
      .drop_front(form.getNumTokenDims());
}

ArrayRef<int64_t> TrilinearLoops::getColumns() {
  return getTensorType(form.getTable()).getShape().drop_front();
}

SmallVector<Value>
sbp::memory_layer::buildCarryingNest(OpBuilder &builder, Location loc,
                                     ArrayRef<OpFoldResult> bounds,
                                     ValueRange carried, NestBody body) {
  SmallVector<Value> lower(bounds.size(), makeIndex(builder, loc, 0)),
      step(bounds.size(), makeIndex(builder, loc, 1));
  SmallVector<Value> upper =
      getValueOrCreateConstantIndexOp(builder, loc, bounds);
  scf::LoopNest nest =
      scf::buildLoopNest(builder, loc, lower, upper, step, carried,
                         [&](OpBuilder &inner, Location, ValueRange loops,
                             ValueRange now) -> scf::ValueVector {
                           SmallVector<Value> next = body(inner, loops, now);
                           return {next.begin(), next.end()};
                         });
  return nest.results;
}

SmallVector<Value> TrilinearLoops::loopAllIf(OpBuilder &builder,
                                             Value condition,
                                             ArrayRef<int64_t> shape,
                                             ValueRange carried,
                                             NestBody body) {
  SmallVector<OpFoldResult> bounds =
      getAsIndexOpFoldResult(builder.getContext(), shape);
  Value extent = getValueOrCreateConstantIndexOp(builder, loc, bounds.front());
  bounds.front() = arith::SelectOp::create(builder, loc, condition, extent,
                                           makeIndex(builder, loc, 0))
                       .getResult();
  return buildCarryingNest(builder, loc, bounds, carried, body);
}

Value TrilinearLoops::loop(OpBuilder &builder, ArrayRef<OpFoldResult> bounds,
                           Value carried, Body body) {
  return buildCarryingNest(builder, loc, bounds, carried,
                           [&](OpBuilder &inner, ValueRange loops,
                               ValueRange now) -> SmallVector<Value> {
                             return {body(inner, loops, now[0])};
                           })
      .front();
}

Value TrilinearLoops::loopIf(OpBuilder &builder, Value condition,
                             ArrayRef<int64_t> shape, Value carried,
                             Body body) {
  return loopAllIf(builder, condition, shape, carried,
                   [&](OpBuilder &inner, ValueRange loops,
                       ValueRange now) -> SmallVector<Value> {
                     return {body(inner, loops, now[0])};
                   })
      .front();
}

bool TrilinearLoops::isEmpty() {
  return any_of(
      ArrayRef<Value>{form.getTable(), form.getRows(), form.getScores(),
                      form.getOutside()},
      [](Value value) { return getTensorType(value).getNumElements() == 0; });
}

Value TrilinearLoops::fillZero(RankedTensorType type) {
  return StructuredBuilder(builder, loc)
      .fill(type, builder.getZeroAttr(type.getElementType()));
}

//===----------------------------------------------------------------------===//
// Slots and elements
//===----------------------------------------------------------------------===//

Value TrilinearLoops::findPosition(OpBuilder &builder, Value positions,
                                   ValueRange at, int64_t extent,
                                   Value &isInside) {
  Value position = arith::IndexCastOp::create(
      builder, loc, builder.getIndexType(),
      tensor::ExtractOp::create(builder, loc, positions, at).getResult());
  Value end = makeIndex(builder, loc, extent);
  // Unsigned: a negative position is outside too.
  if (form.dropsOutside() || extent == 0) {
    Value inside = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::ult, position, end);
    isInside =
        isInside
            ? arith::AndIOp::create(builder, loc, isInside, inside).getResult()
            : inside;
  }
  Value above = arith::MaxSIOp::create(builder, loc, position,
                                       makeIndex(builder, loc, 0));
  return arith::MinSIOp::create(
      builder, loc, above,
      makeIndex(builder, loc, std::max<int64_t>(0, extent - 1)));
}

TrilinearLoops::Slot TrilinearLoops::findSlot(OpBuilder &builder,
                                              ValueRange at) {
  Slot slot;
  slot.at.assign(at.begin(), at.end());
  slot.row = findPosition(builder, form.getRows(), at, form.getNumRows(),
                          slot.isInside);
  if (form.hasSegments())
    slot.segment = findPosition(builder, form.getSegment(), at,
                                form.getNumSegments(), slot.isInside);
  if (!slot.isInside)
    slot.isInside = arith::ConstantIntOp::create(builder, loc, 1, 1);
  return slot;
}

Value TrilinearLoops::read(OpBuilder &builder, Value tensor, ValueRange at) {
  Value element = tensor::ExtractOp::create(builder, loc, tensor, at);
  if (element.getType() != sumType && isa<IntegerType>(element.getType()))
    return arith::SIToFPOp::create(builder, loc, sumType, element);
  return widenFloat(builder, loc, element, sumType);
}

Value TrilinearLoops::narrow(OpBuilder &builder, Value sum, Type type) {
  return narrowFloat(builder, loc, sum, type);
}

Value TrilinearLoops::readTable(OpBuilder &builder, const Slot &slot,
                                ValueRange columns) {
  SmallVector<Value> at{slot.row};
  append_range(at, columns);
  return read(builder, form.getTable(), at);
}

Value TrilinearLoops::readScore(OpBuilder &builder, const Slot &slot,
                                ValueRange columns) {
  SmallVector<Value> at(slot.at);
  if (form.hasCores())
    at.push_back(columns.front());
  return read(builder, form.getScores(), at);
}

SmallVector<Value> TrilinearLoops::getOutsidePlace(const Slot &slot,
                                                   ValueRange columns,
                                                   bool withTokens) {
  SmallVector<Value> at;
  if (withTokens)
    append_range(at, ArrayRef(slot.at).take_front(form.getNumTokenDims()));
  if (form.hasSegments())
    at.push_back(slot.segment);
  append_range(at, columns);
  return at;
}

Value TrilinearLoops::readOutside(OpBuilder &builder, const Slot &slot,
                                  ValueRange columns) {
  return read(builder, form.getOutside(),
              getOutsidePlace(slot, columns, /*withTokens=*/true));
}

//===----------------------------------------------------------------------===//
// The three ops
//===----------------------------------------------------------------------===//

/// Adds the rows of all `slots`, which belong to one segment.
Value TrilinearLoops::addRows(OpBuilder &builder, ArrayRef<Slot> slots,
                              Value sums) {
  return loopIf(
      builder, slots.front().isInside, getColumns(), sums,
      [&](OpBuilder &builder, ValueRange columns, Value now) -> Value {
        auto place =
            getOutsidePlace(slots.front(), columns, /*withTokens=*/false);
        Value sum = tensor::ExtractOp::create(builder, loc, now, place);
        for (const Slot &slot : slots) {
          Value term = arith::MulFOp::create(builder, loc,
                                             readScore(builder, slot, columns),
                                             readTable(builder, slot, columns));
          sum = arith::AddFOp::create(builder, loc, sum, term);
        }
        return tensor::InsertOp::create(builder, loc, sum, now, place);
      });
}

/// `count` times `group` slots from `first` of the last dim of slots.
Value TrilinearLoops::addSlots(OpBuilder &builder, ArrayRef<Value> front,
                               int64_t first, int64_t count, int64_t group,
                               Value sums) {
  if (count == 0)
    return sums;
  return loop(builder, {builder.getIndexAttr(count)}, sums,
              [&](OpBuilder &builder, ValueRange number, Value now) {
                Value start = arith::AddIOp::create(
                    builder, loc,
                    arith::MulIOp::create(builder, loc, number[0],
                                          makeIndex(builder, loc, group)),
                    makeIndex(builder, loc, first));
                SmallVector<Slot> slots;
                for (int64_t i = 0; i < group; ++i) {
                  SmallVector<Value> at(front);
                  at.push_back(arith::AddIOp::create(
                      builder, loc, start, makeIndex(builder, loc, i)));
                  slots.push_back(findSlot(builder, at));
                }
                return addRows(builder, slots, now);
              });
}

/// A token's sums stand in a buffer of their own, which is written once. Where
/// no slot is skipped and there is one segment, several slots are added to a
/// sum while it is at hand; the order of terms stays.
Value TrilinearLoops::buildBag() {
  RankedTensorType type = getTensorType(form.getOutside());
  int64_t tokenDims = form.getNumTokenDims();
  SmallVector<int64_t> sumShape(type.getShape().drop_front(tokenDims));
  auto sums = RankedTensorType::get(sumShape, sumType);
  Value empty = tensor::EmptyOp::create(builder, loc, type.getShape(),
                                        type.getElementType());
  if (isEmpty())
    return fillZero(type);
  bool takesAll = !form.dropsOutside() && !form.hasSegments();
  ArrayRef<int64_t> slotDims = getSlots();
  int64_t last = slotDims.empty() ? 1 : slotDims.back();
  int64_t group = takesAll ? 4 : 1;
  auto addAll = [&](OpBuilder &builder, ValueRange token, Value sum) {
    if (slotDims.empty())
      return addRows(builder, {findSlot(builder, token)}, sum);
    return loop(
        builder,
        getAsIndexOpFoldResult(builder.getContext(), slotDims.drop_back()), sum,
        [&](OpBuilder &builder, ValueRange slots, Value now) {
          SmallVector<Value> front(token);
          append_range(front, slots);
          now = addSlots(builder, front, 0, last / group, group, now);
          return addSlots(builder, front, last / group * group, last % group, 1,
                          now);
        });
  };
  return loop(
      builder, getAsIndexOpFoldResult(builder.getContext(), getTokens()), empty,
      [&](OpBuilder &builder, ValueRange token, Value result) {
        Value sum = StructuredBuilder(builder, loc)
                        .fill(sums, builder.getFloatAttr(sumType, 0.0));
        sum = addAll(builder, token, sum);
        return loop(
            builder, getAsIndexOpFoldResult(builder.getContext(), sumShape),
            result,
            [&](OpBuilder &builder, ValueRange columns, Value now) -> Value {
              SmallVector<Value> at(token);
              append_range(at, columns);
              Value element =
                  narrow(builder,
                         tensor::ExtractOp::create(builder, loc, sum, columns)
                             .getResult(),
                         type.getElementType());
              return tensor::InsertOp::create(builder, loc, element, now, at);
            });
      });
}

/// Sums over the columns in several lanes, which stand for a vector: one sum
/// alone would be a chain of additions.
Value TrilinearLoops::buildRowDot() {
  constexpr int64_t lanes = 16;
  RankedTensorType type = getTensorType(form.getScores());
  Value empty = tensor::EmptyOp::create(builder, loc, type.getShape(),
                                        type.getElementType());
  if (isEmpty())
    return fillZero(type);
  SmallVector<int64_t> loops(getTensorType(form.getRows()).getShape());
  if (form.hasCores())
    loops.push_back(getColumns().front());
  int64_t width = getColumns().back(), whole = width / lanes * lanes;
  auto sums = RankedTensorType::get(lanes, sumType);
  return loop(
      builder, getAsIndexOpFoldResult(builder.getContext(), loops), empty,
      [&](OpBuilder &builder, ValueRange at, Value result) -> Value {
        ValueRange core = form.hasCores() ? at.take_back(1) : ValueRange();
        Slot slot = findSlot(builder, at.drop_back(core.size()));
        Value sum = StructuredBuilder(builder, loc)
                        .fill(sums, builder.getFloatAttr(sumType, 0.0));
        auto add = [&](OpBuilder &builder, Value lane, Value column,
                       Value now) -> Value {
          SmallVector<Value> columns(core);
          columns.push_back(column);
          Value term = arith::MulFOp::create(
              builder, loc, readOutside(builder, slot, columns),
              readTable(builder, slot, columns));
          Value old = tensor::ExtractOp::create(builder, loc, now, lane);
          return tensor::InsertOp::create(
              builder, loc, arith::AddFOp::create(builder, loc, old, term), now,
              lane);
        };
        sum = loopIf(builder, slot.isInside, {whole / lanes, lanes}, sum,
                     [&](OpBuilder &builder, ValueRange block, Value now) {
                       Value first = arith::MulIOp::create(
                           builder, loc, block[0],
                           makeIndex(builder, loc, lanes));
                       Value column =
                           arith::AddIOp::create(builder, loc, first, block[1]);
                       return add(builder, block[1], column, now);
                     });
        sum =
            loopIf(builder, slot.isInside, {width - whole}, sum,
                   [&](OpBuilder &builder, ValueRange lane, Value now) {
                     Value column = arith::AddIOp::create(
                         builder, loc, lane[0], makeIndex(builder, loc, whole));
                     return add(builder, lane[0], column, now);
                   });
        Value total = tensor::ExtractOp::create(builder, loc, sum,
                                                makeIndex(builder, loc, 0));
        for (int64_t lane = 1;
             lane < std::min(lanes, std::max<int64_t>(1, width)); ++lane)
          total = arith::AddFOp::create(
              builder, loc, total,
              tensor::ExtractOp::create(builder, loc, sum,
                                        makeIndex(builder, loc, lane)));
        return tensor::InsertOp::create(
            builder, loc, narrow(builder, total, type.getElementType()), result,
            at);
      });
}

/// In place where nobody else reads the table: only the rows that slots name
/// are touched.
Value TrilinearLoops::buildAddOuter(Value init) {
  if (isEmpty())
    return init;
  if (getTensorType(init).getElementType() != sumType)
    return buildAddRuns(init);
  SmallVector<int64_t> slots(getTensorType(form.getRows()).getShape());
  return loop(
      builder, getAsIndexOpFoldResult(builder.getContext(), slots), init,
      [&](OpBuilder &builder, ValueRange at, Value table) {
        Slot slot = findSlot(builder, at);
        return loopIf(
            builder, slot.isInside, getColumns(), table,
            [&](OpBuilder &builder, ValueRange columns, Value now) -> Value {
              SmallVector<Value> place{slot.row};
              append_range(place, columns);
              Value old = tensor::ExtractOp::create(builder, loc, now, place);
              Value sum = arith::AddFOp::create(
                  builder, loc, old, getOuter(builder, slot, columns));
              return tensor::InsertOp::create(builder, loc, sum, now, place);
            });
      });
}

Value TrilinearLoops::getOuter(OpBuilder &builder, const Slot &slot,
                               ValueRange columns) {
  return arith::MulFOp::create(builder, loc, readScore(builder, slot, columns),
                               readOutside(builder, slot, columns));
}

Value TrilinearLoops::findRow(OpBuilder &builder, ValueRange at) {
  Type wide = builder.getI64Type();
  Slot slot = findSlot(builder, at);
  Value row = arith::IndexCastOp::create(builder, loc, wide, slot.row);
  Value none = arith::ConstantIntOp::create(builder, loc, wide, -1);
  return arith::SelectOp::create(builder, loc, slot.isInside, row, none);
}

/// Rows narrower than their sums: all slots of a row one after the other, so
/// that its sums stand in a buffer and are rounded once.
Value TrilinearLoops::buildAddRuns(Value init) {
  auto getRow = [&](OpBuilder &builder, ValueRange at) {
    return findRow(builder, at);
  };
  Value sums = tensor::EmptyOp::create(builder, loc, getColumns(), sumType);
  return nn::RunBuilder(builder, loc)
      .forEach(getTensorType(form.getRows()).getShape(), form.getNumRows(),
               getRow, {init, sums},
               [&](OpBuilder &builder, const nn::RunBuilder::Slot &sorted,
                   ValueRange carried) {
                 return addToRun(builder, findSlot(builder, sorted.at), sorted,
                                 carried[0], carried[1]);
               })
      .front();
}

/// The row is read at its first slot, summed at each, and written at the last.
SmallVector<Value> TrilinearLoops::addToRun(OpBuilder &builder,
                                            const Slot &slot,
                                            const nn::RunBuilder::Slot &sorted,
                                            Value table, Value sums) {
  auto place = [&](ValueRange columns) {
    SmallVector<Value> at{slot.row};
    append_range(at, columns);
    return at;
  };
  auto when = [&](Value condition) -> Value {
    return arith::AndIOp::create(builder, loc, slot.isInside, condition);
  };
  sums = loopIf(
      builder, when(sorted.isFirst), getColumns(), sums,
      [&](OpBuilder &builder, ValueRange columns, Value now) -> Value {
        return tensor::InsertOp::create(
            builder, loc, read(builder, table, place(columns)), now, columns);
      });
  sums = loopIf(
      builder, slot.isInside, getColumns(), sums,
      [&](OpBuilder &builder, ValueRange columns, Value now) -> Value {
        Value old = tensor::ExtractOp::create(builder, loc, now, columns);
        Value next = arith::AddFOp::create(builder, loc, old,
                                           getOuter(builder, slot, columns));
        return tensor::InsertOp::create(builder, loc, next, now, columns);
      });
  table = loopIf(
      builder, when(sorted.isLast), getColumns(), table,
      [&](OpBuilder &builder, ValueRange columns, Value now) -> Value {
        Value sum = tensor::ExtractOp::create(builder, loc, sums, columns);
        Type type = getElementTypeOrSelf(table);
        return tensor::InsertOp::create(
            builder, loc, narrow(builder, sum, type), now, place(columns));
      });
  return {table, sums};
}
