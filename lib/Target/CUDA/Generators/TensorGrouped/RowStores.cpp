// RowStores.cpp: the results of grouped products by warps, stored by rows
#include "RowStores.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace sbp::cuda;

void RowStores::emit(ValueRange sums, const WarpPlace &warp, Value firstRow,
                     Value end, Value firstColumn) const {
  Type element = getElementTypeOrSelf(result);
  Value row = h.add(h.add(firstRow, warp.row), h.div(warp.lane, 4));
  Value column =
      h.add(h.add(firstColumn, warp.column), h.mul(h.rem(warp.lane, 4), 2));
  int64_t groupsOfColumns = schedule.getWarpN() / 8,
          width = columns % 2 ? 1 : 2;
  auto isBelow = [&](Value x, Value limit) -> Value {
    return arith::CmpIOp::create(kernel.builder, arith::CmpIPredicate::ult, x,
                                 limit);
  };
  auto storeRow = [&](int64_t first, Value own) {
    Value begin = kernel.mul(kernel.toOffset(own), columns);
    for (int64_t j = 0; j < groupsOfColumns; ++j)
      for (int64_t e = 0; e < 2; e += width) {
        Value at = h.add(column, 8 * j + e);
        SmallVector<Value> values;
        for (Value sum : sums.slice(size_t(first + 4 * j + e), size_t(width)))
          values.push_back(
              arith::TruncFOp::create(kernel.builder, element, sum));
        kernel.ifThen(isBelow(at, h.constant(columns)), [&] {
          kernel.storeVector(values, result,
                             kernel.add(begin, kernel.toOffset(at)),
                             /*isAligned=*/true);
        });
      }
  };
  for (int64_t i = 0; i < schedule.getWarpM() / 16; ++i)
    for (int64_t half = 0; half < 2; ++half) {
      Value own = h.add(row, 16 * i + 8 * half);
      kernel.ifThen(isBelow(own, end),
                    [&] { storeRow(4 * i * groupsOfColumns + 2 * half, own); });
    }
}
