// TensorGroupedOuterBuilder.cpp: the kernel of nn.grouped_outer by warps
//
// The loop over k of a tile goes over the rows of one group, from its first row
// on. Slices have 32 rows; those after the end of the group are copied as
// zeros, so they add nothing, whatever they hold. For example, groups of 70, 0
// and 80 rows have 3, 0 and 3 slices a tile, and the tiles of the second group
// are stored as zeros.
#include "TensorGroupedOuterBuilder.h"
#include "Generators/HopperGrouped/GroupTable.h"
#include "Generators/TensorGrouped/RowStores.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "sbp/Interfaces/TensorTypes.h"

using namespace mlir;
using namespace sbp;
using namespace sbp::cuda;

static constexpr int64_t kFactorBytes = 2, kLanes = 32;

TensorGroupedOuterBuilder::TensorGroupedOuterBuilder(
    nn::GroupedOuterOp op, const WarpSchedule &schedule)
    : op(op), schedule(schedule), element(getElementTypeOrSelf(op.getX())),
      rows(getTensorType(op.getX()).getDimSize(0)),
      groups(getTensorType(op.getResult()).getDimSize(0)),
      extents{getTensorType(op.getX()).getDimSize(1),
              getTensorType(op.getY()).getDimSize(1)} {}

bool TensorGroupedOuterBuilder::analyseFactor(unsigned number) {
  Factor &factor = factors[number];
  Nest batch, outer, k;
  batch.add(0, 1);
  outer.add(1, extents[number]);
  k.add(2, rows);
  factor.access.coefficients = {0, 1, extents[number]};
  auto take = [&](const FactorLayout &layout) {
    factor.tile =
        StagedTile::find(layout, number ? schedule.tileN : schedule.tileM,
                         schedule.getElementBytes());
    return factor.tile.has_value();
  };
  auto layout = FactorLayout::find(factor.access, outer, k, batch);
  if (layout && take(*layout))
    return true;
  return take(factor.source.packing
                  .emplace(factor.access, outer, k, batch, Float32::Exact)
                  .getLayout());
}

bool TensorGroupedOuterBuilder::isSupported(const Chip &chip) {
  auto isCounted = [](int64_t extent) {
    return extent > 0 && extent <= INT32_MAX / 4;
  };
  // A single column is contiguous along k, where groups begin anywhere.
  if ((!element.isBF16() && !element.isF16()) || schedule.splits != 1 ||
      std::min(extents[0], extents[1]) < 2 ||
      !llvm::all_of(std::array{rows, groups, extents[0], extents[1]},
                    isCounted) ||
      !isCounted(groups * extents[0]) ||
      groups > INT32_MAX / (countTiles(0) * countTiles(1)))
    return false;
  return analyseFactor(0) && analyseFactor(1) &&
         getRingBytes() <= chip.maxSharedBytes;
}

/// On average half of the last slice of a group has rows.
double TensorGroupedOuterBuilder::predictSeconds(const Chip &chip) const {
  ProductSize size{extents[0], extents[1],
                   rows / groups + schedule.getSliceK() / 2, groups};
  size.bytes =
      kFactorBytes * (double(rows) * double(extents[0] + extents[1]) +
                      double(groups) * double(extents[0] * extents[1]));
  double seconds = schedule.predictSeconds(size, chip);
  for (const Factor &factor : factors)
    if (factor.source.packing)
      seconds += factor.source.packing->predictSeconds(chip);
  return seconds;
}

int64_t TensorGroupedOuterBuilder::getRingBytes() const {
  return SliceLoop::getRingBytes(schedule,
                                 {&*factors[0].tile, &*factors[1].tile});
}

int64_t TensorGroupedOuterBuilder::getLargestOffset() const {
  int64_t slices =
      llvm::divideCeil(rows, schedule.getSliceK()) + schedule.stages + 1;
  return std::max(
      {factors[0].tile->getLastElement(slices),
       factors[1].tile->getLastElement(slices),
       (groups * extents[0] + schedule.tileM) * (extents[1] + schedule.tileN)});
}

TensorGroupedOuterBuilder::Range
TensorGroupedOuterBuilder::findRange(Value group, Value lane) {
  FragmentBuilder &h = *fragments;
  ImplicitLocOpBuilder &builder = kernel->builder;
  auto max = [&](Value x, Value y) -> Value {
    return arith::MaxSIOp::create(builder, x, y);
  };
  Value bounds = op.getBounds();
  // The bound that ends the group.
  Value own = h.add(group, getTensorType(bounds).getDimSize(0) - groups);
  Value last = h.sub(own, h.constant(1));
  Value first = h.forEach(
      h.constant(0), own, kLanes, {h.constant(0)},
      [&](Value begin, ValueRange before) -> Registers {
        Value number =
            arith::MinSIOp::create(builder, h.add(lane, begin), last);
        return {max(before[0], loadGroupBound(*kernel, bounds, number, rows))};
      })[0];
  for (int64_t distance = kLanes / 2; distance > 0; distance /= 2)
    first = max(first, kernel->shuffleAcross(first, distance));
  return {first, max(first, loadGroupBound(*kernel, bounds, own, rows))};
}

void TensorGroupedOuterBuilder::computeTile(Value group, Value firstRow,
                                            Value firstColumn) {
  FragmentBuilder &h = *fragments;
  WarpPlace warp = SliceLoop::locate(*core, schedule, thread, /*products=*/1);
  Range range = findRange(group, warp.lane);
  TileFactor tiles[] = {
      {*factors[0].tile, factors[0].source.tensors, h.constant(0), firstRow},
      {*factors[1].tile, factors[1].source.tensors, h.constant(0),
       firstColumn}};
  for (TileFactor &factor : tiles)
    factor.endOfK = range.end;
  SliceLoop loop(*kernel, *core, schedule, tiles, element, base, thread);
  SmallVector<Value> sums =
      loop.multiply(warp, range.first, range.end, /*isUnrolled=*/false);
  // The results of all groups are rows of one matrix.
  Value begin = h.mul(group, extents[0]);
  RowStores stores{*kernel, h, schedule, op.getResult(), extents[1]};
  stores.emit(sums, warp, h.add(begin, firstRow), h.add(begin, extents[0]),
              firstColumn);
}

LogicalResult TensorGroupedOuterBuilder::build(LaunchPlan &plan) {
  for (unsigned number : {0u, 1u})
    if (failed(factors[number].source.prepare(plan, op->getOpOperand(number))))
      return failure();
  SmallVector<Value> tensors{op.getBounds(), op.getResult()};
  for (const Factor &factor : factors)
    llvm::append_range(tensors, factor.source.tensors);
  kernel.emplace(plan, op.getLoc(), "tensor_grouped_outer", tensors,
                 schedule.countThreads(), getLargestOffset());
  fragments.emplace(kernel->builder);
  core.emplace(kernel->builder);
  base = kernel->allocateDynamicShared(getRingBytes());
  thread =
      NVVM::ThreadIdXOp::create(kernel->builder, kernel->builder.getI32Type());
  SmallVector<Value> tile = kernel->delinearise(
      kernel->blockId(), {groups, countTiles(0), countTiles(1)});
  for (Value &index : tile)
    index = kernel->toWord(index);
  computeTile(tile[0], fragments->mul(tile[1], schedule.tileM),
              fragments->mul(tile[2], schedule.tileN));
  kernel->finish({groups * countTiles(0) * countTiles(1), 1, 1});
  return success();
}
