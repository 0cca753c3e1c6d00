// RowGroups.cpp: which group a row belongs to
//
// Bounds 2, 5, 4, 9 of 4 groups and 8 rows: the first bound above rows 0 and 1
// is that of group 0, above rows 2 to 4 of group 1, above rows 5 to 7 of group
// 3. Group 2 is empty. A shard of groups 2 and 3 has the bounds 5, 4, 9, whose
// first one, the largest of those in front of group 2, begins its group 0.

#include "Grouped/Grouped.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "sbp/Interfaces/Misfit.h"
#include "sbp/Interfaces/StructuredBuilding.h"
#include "sbp/Interfaces/TensorTypes.h"

using namespace mlir;
using namespace sbp;
using namespace sbp::nn;

int64_t RowGroups::countLeading() const {
  return getTensorType(bounds).getDimSize(0) - groups;
}

LogicalResult RowGroups::verify() const {
  RankedTensorType type = getTensorType(bounds);
  if (type.getRank() == 1 &&
      (type.getDimSize(0) == groups || type.getDimSize(0) == groups + 1))
    return success();
  return emitMisfit(op, {bounds})
         << "bounds must have one dimension of " << groups << " or "
         << groups + 1 << " elements, for " << groups << " groups, found "
         << type;
}

Value RowGroups::findGroups(OpBuilder &builder) const {
  Location loc = op->getLoc();
  Type number = builder.getI64Type();
  StructuredBuilder structured(builder, loc);
  auto literal = [&](OpBuilder &b, int64_t value) -> Value {
    return arith::ConstantOp::create(b, loc, b.getI64IntegerAttr(value));
  };
  return structured.reduce(
      RankedTensorType::get(rows, number), structured.select(2, {0}),
      builder.getI64IntegerAttr(groups), bounds, {structured.select(2, {1})},
      [&](OpBuilder &b, ValueRange arguments) -> Value {
        Value bound = arguments[0], row = linalg::IndexOp::create(b, loc, 0),
              at = linalg::IndexOp::create(b, loc, 1);
        if (bound.getType() != number)
          bound = arith::ExtSIOp::create(b, loc, number, bound);
        Value isAbove = arith::CmpIOp::create(
            b, loc, arith::CmpIPredicate::sgt, bound,
            arith::IndexCastOp::create(b, loc, number, row));
        // Group -1, in front of group 0, is the least of all.
        Value group = arith::SubIOp::create(
            b, loc, arith::IndexCastOp::create(b, loc, number, at),
            literal(b, countLeading()));
        Value own =
            arith::SelectOp::create(b, loc, isAbove, group, literal(b, groups));
        return arith::MinSIOp::create(b, loc, arguments[1], own);
      });
}

Value RowGroups::buildLocalBounds(OpBuilder &builder, Value firstRow,
                                  Value firstGroup, int64_t heldGroups) const {
  Location loc = op->getLoc();
  Type number = builder.getI64Type();
  StructuredBuilder structured(builder, loc);
  auto literal = [&](OpBuilder &b, int64_t value) -> Value {
    return arith::ConstantOp::create(b, loc, b.getI64IntegerAttr(value));
  };
  auto cast = [&](OpBuilder &b, Value index) -> Value {
    return index ? arith::IndexCastOp::create(b, loc, number, index).getResult()
                 : literal(b, 0);
  };
  auto type = RankedTensorType::get(heldGroups + 1, number);
  // Each bound is the largest one up to its own.
  Value largest = structured.reduce(
      type, structured.select(2, {0}), builder.getI64IntegerAttr(0), bounds,
      {structured.select(2, {1})},
      [&](OpBuilder &b, ValueRange arguments) -> Value {
        Value bound = arguments[0];
        if (bound.getType() != number)
          bound = arith::ExtSIOp::create(b, loc, number, bound);
        Value end = arith::AddIOp::create(
            b, loc,
            arith::AddIOp::create(b, loc, cast(b, firstGroup),
                                  literal(b, countLeading())),
            cast(b, linalg::IndexOp::create(b, loc, 0)));
        Value at = cast(b, linalg::IndexOp::create(b, loc, 1));
        Value counts =
            arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, at, end);
        return arith::MaxSIOp::create(
            b, loc, arguments[1],
            arith::SelectOp::create(b, loc, counts, bound, literal(b, 0)));
      });
  if (!firstRow)
    return largest;
  return structured.map(type, largest, {structured.identity(1)},
                        [&](OpBuilder &b, ValueRange arguments) -> Value {
                          return arith::SubIOp::create(b, loc, arguments[0],
                                                       cast(b, firstRow));
                        });
}
