// Rows.cpp: loops over the rows of tensors

#include "sbp/Dialect/NN/IR/Order/Rows.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "sbp/Interfaces/StructuredBuilding.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace mlir;
using namespace sbp;
using namespace sbp::nn;

Value RowBuilder::empty(ArrayRef<int64_t> shape, Type elementType) {
  return tensor::EmptyOp::create(builder, loc, shape, elementType);
}

Value RowBuilder::fill(int64_t size, TypedAttr literal) {
  return StructuredBuilder(builder, loc)
      .fill(RankedTensorType::get(size, literal.getType()), literal);
}

Value RowBuilder::count(int64_t size, int64_t begin, Type elementType) {
  return StructuredBuilder(builder, loc)
      .map(RankedTensorType::get(size, elementType), {}, {},
           [&](OpBuilder &builder, ValueRange) -> Value {
             Value position = linalg::IndexOp::create(builder, loc, 0);
             Value first = arith::ConstantIndexOp::create(builder, loc, begin);
             return arith::IndexCastOp::create(
                 builder, loc, elementType,
                 arith::AddIOp::create(builder, loc, position, first));
           });
}

//===----------------------------------------------------------------------===//
// Rows of a tensor
//===----------------------------------------------------------------------===//

Ranking RowBuilder::forEachRow(ArrayRef<int64_t> shape, int64_t axis,
                               Ranking carried, RowBody body) {
  SmallVector<Value> begins, ends, steps;
  for (auto [dim, extent] : llvm::enumerate(shape)) {
    if (static_cast<int64_t>(dim) == axis)
      continue;
    begins.push_back(index(0));
    ends.push_back(index(extent));
    steps.push_back(index(1));
  }
  scf::LoopNest nest = scf::buildLoopNest(
      builder, loc, begins, ends, steps, {carried.values, carried.indices},
      [&](OpBuilder &builder, Location, ValueRange position,
          ValueRange values) -> scf::ValueVector {
        SmallVector<Value> row(position);
        row.insert(row.begin() + axis, Value());
        RowBuilder inner(builder, loc);
        Ranking written = body(inner, row, {values[0], values[1]});
        return {written.values, written.indices};
      });
  return {nest.results[0], nest.results[1]};
}

namespace {
/// Offsets, sizes and strides of a part of a row.
struct RowSlice {
  SmallVector<OpFoldResult> offsets, sizes, strides;
  RowSlice(OpBuilder &builder, ArrayRef<Value> position, int64_t begin,
           int64_t size)
      : strides(position.size(), builder.getIndexAttr(1)) {
    for (Value at : position) {
      offsets.push_back(at ? OpFoldResult(at) : builder.getIndexAttr(begin));
      sizes.push_back(builder.getIndexAttr(at ? 1 : size));
    }
  }
};
} // namespace

Value RowBuilder::readRow(Value tensor, ArrayRef<Value> position, int64_t begin,
                          int64_t size) {
  RowSlice slice(builder, position, begin, size);
  Type elementType = getElementTypeOrSelf(tensor);
  return tensor::ExtractSliceOp::create(
      builder, loc, RankedTensorType::get(size, elementType), tensor,
      slice.offsets, slice.sizes, slice.strides);
}

Value RowBuilder::writeRow(Value row, Value tensor, ArrayRef<Value> position,
                           int64_t begin) {
  RowSlice slice(builder, position, begin, getSize(row));
  return tensor::InsertSliceOp::create(builder, loc, row, tensor, slice.offsets,
                                       slice.sizes, slice.strides);
}

//===----------------------------------------------------------------------===//
// Sorting
//===----------------------------------------------------------------------===//

/// Merges the runs [begin, begin + width) and [begin + width, begin + 2 width).
Ranking RowBuilder::mergeTwo(Ranking from, Ranking to, Value begin, Value width,
                             Precedence precedes) {
  Value size = index(getSize(from.values)),
        last = index(getSize(from.values) - 1);
  auto after = [&](Value start) -> Value {
    Value end = arith::AddIOp::create(builder, loc, start, width);
    return arith::MinSIOp::create(builder, loc, end, size);
  };
  Value middle = after(begin), end = after(middle);
  auto loop = scf::ForOp::create(
      builder, loc, begin, end, index(1),
      ValueRange{to.values, to.indices, begin, middle},
      [&](OpBuilder &builder, Location, Value at, ValueRange carried) {
        RowBuilder inner(builder, loc);
        Value left = carried[2], right = carried[3];
        auto isBelow = [&](Value x, Value y) -> Value {
          return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt,
                                       x, y);
        };
        // A run that is used up is read at some place and not taken.
        auto read = [&](Value place) -> std::pair<Value, Value> {
          Value safe = arith::MinSIOp::create(builder, loc, place, last);
          return {inner.load(from.values, safe),
                  inner.load(from.indices, safe)};
        };
        auto [x, ix] = read(left);
        auto [y, iy] = read(right);
        Value rightFirst = arith::AndIOp::create(
            builder, loc, isBelow(right, end), precedes(builder, y, iy, x, ix));
        Value takeLeft = arith::AndIOp::create(
            builder, loc, isBelow(left, middle),
            arith::XOrIOp::create(
                builder, loc, rightFirst,
                arith::ConstantIntOp::create(builder, loc, 1, 1)));
        Value step = arith::IndexCastUIOp::create(
            builder, loc, builder.getIndexType(), takeLeft);
        Value nextLeft = arith::AddIOp::create(builder, loc, left, step);
        // One of the two heads moves on: at + 1 = left + right - middle.
        Value nextRight = arith::AddIOp::create(
            builder, loc, right,
            arith::SubIOp::create(builder, loc, inner.index(1), step));
        scf::YieldOp::create(
            builder, loc,
            ValueRange{
                inner.store(inner.select(takeLeft, x, y), carried[0], at),
                inner.store(inner.select(takeLeft, ix, iy), carried[1], at),
                nextLeft, nextRight});
      });
  return {loop.getResult(0), loop.getResult(1)};
}

/// Merges neighbouring runs of `width` elements.
Ranking RowBuilder::merge(Ranking from, Ranking to, Value width,
                          Precedence precedes) {
  Value two = arith::AddIOp::create(builder, loc, width, width);
  auto loop = scf::ForOp::create(
      builder, loc, index(0), index(getSize(from.values)), two,
      ValueRange{to.values, to.indices},
      [&](OpBuilder &builder, Location, Value begin, ValueRange carried) {
        Ranking merged = RowBuilder(builder, loc)
                             .mergeTwo(from, {carried[0], carried[1]}, begin,
                                       width, precedes);
        scf::YieldOp::create(builder, loc,
                             ValueRange{merged.values, merged.indices});
      });
  return {loop.getResult(0), loop.getResult(1)};
}

Ranking RowBuilder::sort(Ranking row, Precedence precedes) {
  int64_t size = getSize(row.values);
  if (size < 2)
    return row;
  Value values = empty(size, getElementTypeOrSelf(row.values));
  Value indices = empty(size, getElementTypeOrSelf(row.indices));
  // Two merges each time: forth, and back to where the row was. One more than
  // needed merges a run with nothing.
  int64_t passes = llvm::divideCeil(llvm::Log2_64_Ceil(size), 2);
  auto loop = scf::ForOp::create(
      builder, loc, index(0), index(passes), index(1),
      ValueRange{index(1), row.values, row.indices, values, indices},
      [&](OpBuilder &builder, Location, Value, ValueRange carried) {
        RowBuilder inner(builder, loc);
        Value width = carried[0];
        Value wider = arith::AddIOp::create(builder, loc, width, width);
        Ranking here{carried[1], carried[2]}, there{carried[3], carried[4]};
        there = inner.merge(here, there, width, precedes);
        here = inner.merge(there, here, wider, precedes);
        scf::YieldOp::create(
            builder, loc,
            ValueRange{arith::AddIOp::create(builder, loc, wider, wider),
                       here.values, here.indices, there.values, there.indices});
      });
  return {loop.getResult(1), loop.getResult(2)};
}

//===----------------------------------------------------------------------===//
// Choosing
//===----------------------------------------------------------------------===//

/// Puts an element into its place in `best`, in as many `steps` as that has (or
/// none, and nothing happens); what it pushes out is lost. From
/// the end: every place becomes what stands before it, the element or itself,
/// and no place waits for what another has become.
Ranking RowBuilder::insert(Value value, Value number, Ranking best, Value steps,
                           Precedence precedes) {
  Value last = index(getSize(best.values) - 1), first = index(0);
  auto loop = scf::ForOp::create(
      builder, loc, first, steps, index(1),
      ValueRange{best.values, best.indices, load(best.values, last),
                 load(best.indices, last),
                 precedes(builder, value, number, load(best.values, last),
                          load(best.indices, last))},
      [&](OpBuilder &builder, Location, Value step, ValueRange carried) {
        RowBuilder inner(builder, loc);
        Value y = carried[2], iy = carried[3], precedesThis = carried[4];
        Value at = arith::SubIOp::create(builder, loc, last, step);
        Value isInside = arith::CmpIOp::create(
            builder, loc, arith::CmpIPredicate::sgt, at, first);
        Value before = arith::MaxSIOp::create(
            builder, loc,
            arith::SubIOp::create(builder, loc, at, inner.index(1)), first);
        Value z = inner.load(carried[0], before),
              iz = inner.load(carried[1], before);
        Value precedesNext = arith::AndIOp::create(
            builder, loc, isInside, precedes(builder, value, number, z, iz));
        auto choose = [&](Value shifted, Value own, Value stays) {
          return inner.select(precedesThis,
                              inner.select(precedesNext, shifted, own), stays);
        };
        scf::YieldOp::create(
            builder, loc,
            ValueRange{inner.store(choose(z, value, y), carried[0], at),
                       inner.store(choose(iz, number, iy), carried[1], at), z,
                       iz, precedesNext});
      });
  return {loop.getResult(0), loop.getResult(1)};
}

Ranking RowBuilder::choose(Ranking row, int64_t begin, Ranking best,
                           Precedence precedes) {
  Type indexType = getElementTypeOrSelf(best.indices);
  Value worst = index(getSize(best.values) - 1);
  auto loop = scf::ForOp::create(
      builder, loc, index(0), index(getSize(row.values)), index(1),
      ValueRange{best.values, best.indices},
      [&](OpBuilder &builder, Location, Value at, ValueRange carried) {
        RowBuilder inner(builder, loc);
        Value x = inner.load(row.values, at), ix;
        if (row.indices)
          ix = inner.load(row.indices, at);
        else
          ix = arith::IndexCastOp::create(
              builder, loc, indexType,
              arith::AddIOp::create(builder, loc, at, inner.index(begin)));
        Value enters = precedes(builder, x, ix, inner.load(carried[0], worst),
                                inner.load(carried[1], worst));
        // A loop without iterations in place of a branch: both results are one
        // buffer.
        Value steps = inner.select(enters, inner.index(getSize(best.values)),
                                   inner.index(0));
        Ranking inserted =
            inner.insert(x, ix, {carried[0], carried[1]}, steps, precedes);
        scf::YieldOp::create(builder, loc,
                             ValueRange{inserted.values, inserted.indices});
      });
  return {loop.getResult(0), loop.getResult(1)};
}
