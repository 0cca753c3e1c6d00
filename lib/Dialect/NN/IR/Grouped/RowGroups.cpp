// RowGroups.cpp: the group that a row belongs to
//
// Bounds 2, 5, 4, 9 of 4 groups and 8 rows: the first bound above rows 0 and 1
// is that of group 0, above rows 2 to 4 of group 1, above rows 5 to 7 of group
// 3. Group 2 is empty. A shard of groups 2 and 3 has the bounds 5, 4, 9, whose
// first one, the largest of those before group 2, begins its group 0.

#include "Grouped/Grouped.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "sbp/Interfaces/Misfit.h"
#include "sbp/Interfaces/StructuredBuilding.h"
#include "sbp/Interfaces/TensorTypes.h"

using namespace mlir;
using namespace sbp;
using namespace sbp::nn;

/// Builds an i64 constant.
static Value makeLiteral(OpBuilder &builder, Location loc, int64_t value) {
  return arith::ConstantOp::create(builder, loc,
                                   builder.getI64IntegerAttr(value));
}

/// Converts an index or an integer to i64.
static Value widen(OpBuilder &builder, Location loc, Value number) {
  Type wide = builder.getI64Type();
  if (number.getType() == wide)
    return number;
  if (isa<IndexType>(number.getType()))
    return arith::IndexCastOp::create(builder, loc, wide, number);
  return arith::ExtSIOp::create(builder, loc, wide, number);
}

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
  StructuredBuilder structured(builder, loc);
  return structured.reduce(
      RankedTensorType::get(rows, builder.getI64Type()),
      structured.select(2, {0}), builder.getI64IntegerAttr(groups), bounds,
      {structured.select(2, {1})},
      [&](OpBuilder &builder, ValueRange arguments) -> Value {
        Value bound = widen(builder, loc, arguments[0]),
              row =
                  widen(builder, loc, linalg::IndexOp::create(builder, loc, 0)),
              at =
                  widen(builder, loc, linalg::IndexOp::create(builder, loc, 1));
        Value isAbove = arith::CmpIOp::create(
            builder, loc, arith::CmpIPredicate::sgt, bound, row);
        // Group -1, before group 0, is the least of all.
        Value group = arith::SubIOp::create(
            builder, loc, at, makeLiteral(builder, loc, countLeading()));
        group = arith::SelectOp::create(builder, loc, isAbove, group,
                                        makeLiteral(builder, loc, groups));
        return arith::MinSIOp::create(builder, loc, arguments[1], group);
      });
}

Value RowGroups::buildLocalBounds(OpBuilder &builder, Value firstRow,
                                  Value firstGroup, int64_t heldGroups) const {
  Location loc = op->getLoc();
  StructuredBuilder structured(builder, loc);
  auto type = RankedTensorType::get(heldGroups + 1, builder.getI64Type());
  // Bound i is the largest of those before group firstGroup + i.
  Value largest = structured.reduce(
      type, structured.select(2, {0}), builder.getI64IntegerAttr(0), bounds,
      {structured.select(2, {1})},
      [&](OpBuilder &builder, ValueRange arguments) -> Value {
        Value end =
                  widen(builder, loc, linalg::IndexOp::create(builder, loc, 0)),
              at =
                  widen(builder, loc, linalg::IndexOp::create(builder, loc, 1));
        end = arith::AddIOp::create(builder, loc, end,
                                    makeLiteral(builder, loc, countLeading()));
        if (firstGroup)
          end = arith::AddIOp::create(builder, loc, end,
                                      widen(builder, loc, firstGroup));
        Value counts = arith::CmpIOp::create(
            builder, loc, arith::CmpIPredicate::slt, at, end);
        Value bound = arith::SelectOp::create(builder, loc, counts,
                                              widen(builder, loc, arguments[0]),
                                              makeLiteral(builder, loc, 0));
        return arith::MaxSIOp::create(builder, loc, arguments[1], bound);
      });
  if (!firstRow)
    return largest;
  return structured.map(type, largest, {structured.identity(1)},
                        [&](OpBuilder &builder, ValueRange arguments) -> Value {
                          return arith::SubIOp::create(
                              builder, loc, arguments[0],
                              widen(builder, loc, firstRow));
                        });
}
