// Runs.cpp: loops over slots, all of a row one after the other

#include "sbp/Dialect/NN/IR/Order/Runs.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "sbp/Interfaces/StructuredBuilding.h"

using namespace llvm;
using namespace mlir;
using namespace sbp;
using namespace sbp::nn;

/// The rows of all slots in a row, i64; `numRows` for those outside.
Value RunBuilder::findKeys(ArrayRef<int64_t> shape, int64_t numRows,
                           RowOf rowOf) {
  auto type = RankedTensorType::get(shape, builder.getI64Type());
  Value keys =
      StructuredBuilder(builder, loc)
          .map(type, {}, {}, [&](OpBuilder &builder, ValueRange) -> Value {
            SmallVector<Value> at;
            for (int64_t dim = 0; dim < type.getRank(); ++dim)
              at.push_back(linalg::IndexOp::create(builder, loc, dim));
            Value end = arith::ConstantIntOp::create(
                builder, loc, builder.getI64Type(), numRows);
            // Unsigned: a negative row is outside too.
            return arith::MinUIOp::create(builder, loc, rowOf(builder, at),
                                          end);
          });
  auto flat =
      RankedTensorType::get(type.getNumElements(), type.getElementType());
  if (type.getRank() == 0)
    return tensor::ExpandShapeOp::create(builder, loc, flat, keys,
                                         ArrayRef<ReassociationIndices>());
  if (type.getRank() == 1)
    return keys;
  return tensor::CollapseShapeOp::create(
      builder, loc, flat, keys,
      ArrayRef<ReassociationIndices>(
          {to_vector<2>(seq<int64_t>(0, type.getRank()))}));
}

RunBuilder::Slot RunBuilder::getSlot(OpBuilder &builder, Ranking sorted,
                                     ArrayRef<int64_t> shape, Value number) {
  int64_t count = cast<RankedTensorType>(sorted.values.getType()).getDimSize(0);
  Value first = index(builder, 0), last = index(builder, count - 1),
        one = index(builder, 1);
  auto load = [&](Value tensor, Value at) -> Value {
    return tensor::ExtractOp::create(builder, loc, tensor, at);
  };
  Value row = load(sorted.values, number);
  auto isBorder = [&](Value neighbour, Value end) -> Value {
    Value differs =
        arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, row,
                              load(sorted.values, neighbour));
    Value isEnd = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                        number, end);
    return arith::OrIOp::create(builder, loc, differs, isEnd);
  };
  Value before = arith::MaxSIOp::create(
      builder, loc, arith::SubIOp::create(builder, loc, number, one), first);
  Value behind = arith::MinSIOp::create(
      builder, loc, arith::AddIOp::create(builder, loc, number, one), last);
  Slot slot{SmallVector<Value>(shape.size()), isBorder(before, first),
            isBorder(behind, last)};
  Value rest = arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                          load(sorted.indices, number));
  for (int64_t dim = shape.size(); dim-- > 0;) {
    Value extent = index(builder, shape[dim]);
    slot.at[dim] = arith::RemUIOp::create(builder, loc, rest, extent);
    rest = arith::DivUIOp::create(builder, loc, rest, extent);
  }
  return slot;
}

SmallVector<Value> RunBuilder::forEach(ArrayRef<int64_t> shape, int64_t numRows,
                                       RowOf rowOf, ValueRange carried,
                                       Body body) {
  int64_t count = ShapedType::getNumElements(shape);
  if (count == 0)
    return SmallVector<Value>(carried);
  RowBuilder sorter(builder, loc);
  Ranking sorted =
      sorter.sortNumbers({findKeys(shape, numRows, rowOf),
                          sorter.count(count, 0, builder.getI64Type())},
                         numRows + 1);
  auto loop = scf::ForOp::create(
      builder, loc, index(builder, 0), index(builder, count), index(builder, 1),
      carried, [&](OpBuilder &builder, Location, Value number, ValueRange now) {
        scf::YieldOp::create(
            builder, loc,
            body(builder, getSlot(builder, sorted, shape, number), now));
      });
  return SmallVector<Value>(loop.getResults());
}
