// GroupedResults.cpp: the stores of nn.grouped_product
#include "GroupedResults.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "sbp/Interfaces/TensorTypes.h"

using namespace mlir;
using namespace sbp;
using namespace sbp::cuda;

GroupedResults::GroupedResults(KernelBuilder &kernel, FragmentBuilder &h,
                               nn::GroupedProductOp op,
                               const GroupedSchedule &schedule,
                               const ResultStaging *staging, Value base,
                               int64_t begin, Value consumer)
    : kernel(kernel), h(h), op(op), schedule(schedule), staging(staging),
      base(base), begin(begin), consumer(consumer),
      element(getElementTypeOrSelf(op.getX())),
      columns(getTensorType(op.getResult()).getDimSize(1)) {}

void GroupedResults::storeTile(ArrayRef<Value> sums, const GroupedTile &tile) {
  ImplicitLocOpBuilder &builder = kernel.builder;
  Value first =
      h.add(tile.rows.row, h.mul(consumer, schedule.getConsumerRows()));
  size_t registers = size_t(schedule.tileN / 2);
  for (int64_t i = 0; i < schedule.countRowBlocks(); ++i) {
    ArrayRef<Value> part = sums.slice(size_t(i) * registers, registers);
    Value row = h.add(first, i * kResultBlock);
    if (!staging) {
      storeRows(part, row, tile);
      continue;
    }
    Value isWhole =
        arith::CmpIOp::create(builder, arith::CmpIPredicate::ule,
                              h.add(row, kResultBlock), tile.rows.end);
    auto branch = scf::IfOp::create(builder, isWhole, /*withElseRegion=*/true);
    builder.setInsertionPointToStart(branch.thenBlock());
    stageRows(part, row, tile);
    builder.setInsertionPointToStart(branch.elseBlock());
    storeRows(part, row, tile);
    builder.setInsertionPointAfter(branch);
  }
}

void GroupedResults::storeRows(ArrayRef<Value> sums, Value firstRow,
                               const GroupedTile &tile) {
  auto isBelow = [&](Value x, Value end) -> Value {
    return arith::CmpIOp::create(kernel.builder, arith::CmpIPredicate::ult, x,
                                 end);
  };
  Value thread = h.readThreadInGroup(), lane = h.rem(thread, 32),
        warp = h.div(thread, 32);
  Value row = h.add(firstRow, h.add(h.mul(warp, 16), h.div(lane, 4)));
  Value column = h.add(tile.column, h.mul(h.rem(lane, 4), 2));
  int64_t width = columns % 2 ? 1 : 2;
  for (int64_t half = 0; half < 2; ++half) {
    Value own = h.add(row, 8 * half);
    kernel.ifThen(isBelow(own, tile.rows.end), [&] {
      Value begin = kernel.mul(kernel.toOffset(own), columns);
      for (int64_t j = 0; j < schedule.tileN / 8; ++j)
        for (int64_t e = 0; e < 2; e += width) {
          Value at = h.add(column, 8 * j + e);
          SmallVector<Value> values;
          for (Value sum :
               sums.slice(size_t(4 * j + 2 * half + e), size_t(width)))
            values.push_back(
                arith::TruncFOp::create(kernel.builder, element, sum));
          auto store = [&] {
            kernel.storeVector(values, op.getResult(),
                               kernel.add(begin, kernel.toOffset(at)),
                               /*isAligned=*/true);
          };
          if (columns % schedule.tileN == 0)
            store();
          else
            kernel.ifThen(isBelow(at, h.constant(columns)), store);
        }
    });
  }
}

void GroupedResults::stageRows(ArrayRef<Value> sums, Value firstRow,
                               const GroupedTile &tile) {
  int64_t perRow = schedule.tileN / kResultBlock;
  Value map = kernel.getTensorMap(2);
  for (int64_t i = 0; i < perRow; ++i) {
    ArrayRef<Value> part =
        sums.slice(size_t(i * kResultBlock / 2), size_t(kResultBlock / 2));
    auto write = [&](Value thread, Value, Value block) {
      writeResultBlock(h, thread, block, [&](int64_t j, int64_t half) {
        size_t at = size_t(4 * j + 2 * half);
        return h.packPair(part[at], part[at + 1], element);
      });
    };
    staging->store(kernel, h, map, base, begin, i, consumer,
                   {firstRow, tile.column, Value()}, i * kResultBlock, write);
  }
}
