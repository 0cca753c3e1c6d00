// HopperResults.cpp: the stores of the kernel of a product
//
// Results of 2 bytes pass through shared memory: a warp writes its 16 rows by
// stores of matrices, and one thread of a consumer copies blocks of 64 x 64 to
// the tensor, which leaves out what is beyond its edges. Others are stored from
// registers. Register 4 j + 2 h + e of lane l of warp w is row 16 w + 8 h +
// l / 4, column 8 j + 2 (l % 4) + e.
#include "HopperProductBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace sbp::cuda;

static constexpr int64_t kBlock = kResultBlock;

std::optional<ResultStaging>
HopperProductBuilder::findStaging(LaunchPlan &plan) {
  Type element = getElementTypeOrSelf(getResult());
  if (schedule.isTransposed || (!element.isBF16() && !element.isF16()))
    return std::nullopt;
  // The result has the layout of a factor with k for n.
  auto target = FactorLayout::find(getTarget(), m, n, batch);
  BufferRef buffer = plan.buffers.lookup(getResult());
  if (!target || target->kStride != 1 || buffer.offset % 16)
    return std::nullopt;
  auto map = TileLoads::find(*target, kBlock, /*parts=*/1,
                             /*elementBytes=*/2);
  if (!map || tiling.getStoredColumns() % kBlock)
    return std::nullopt;
  // The ring, partial sums and two more mbarriers; two consumers share the
  // rest.
  int64_t bytes = plan.chip.maxSharedBytes - schedule.getExchangeBytes() -
                  schedule.stages * (factors.getSlotBytes() + 2 * 8) - 2 * 8;
  return ResultStaging::find(
      map->map, tiling.getStoredColumns() / kBlock * tiling.countRowBlocks(),
      bytes / 2);
}

HopperProductBuilder::Sums
HopperProductBuilder::Sums::slice(int64_t first, int64_t count) const {
  Sums part{own.slice(size_t(first), size_t(count)), partner};
  if (!partner.empty())
    part.partner = partner.slice(size_t(first), size_t(count));
  return part;
}

SmallVector<Value> HopperProductBuilder::Sums::concatenate() const {
  SmallVector<Value> all(own);
  llvm::append_range(all, partner);
  return all;
}

void HopperProductBuilder::storeTile(ArrayRef<Value> sums, const Tile &tile,
                                     Value consumer) {
  FragmentBuilder &h = *hopper;
  Tile own = tile;
  if (!schedule.isPingPong && schedule.consumers > 1)
    own.row = h.add(own.row, h.mul(consumer, schedule.getConsumerRows()));
  if (schedule.splits > 1)
    own.column =
        h.add(own.column, h.mul(block->part, tiling.getStoredColumns()));
  batchId = kernel->toOffset(tile.batch);
  // The sums of a pair lie side by side, in 64 columns or in 64 rows each.
  size_t registers = size_t(tiling.getStoredColumns() / 2),
         step = registers * (partner ? 2 : 1);
  for (size_t i = 0; i * step < sums.size(); ++i) {
    Sums part{sums.slice(i * step, registers), {}};
    if (partner)
      part.partner = sums.slice(i * step + registers, registers);
    Value row = h.add(own.row, int64_t(i) * kBlock);
    if (staging)
      stageRowBlock(part, int64_t(i), row, own, consumer);
    else
      storeRowBlock(part, row, own, h.readThreadInGroup());
  }
}

/// Stores 64 rows of sums from registers.
void HopperProductBuilder::storeRowBlock(const Sums &sums, Value firstRow,
                                         const Tile &tile, Value thread) {
  FragmentBuilder &h = *hopper;
  Value lane = h.rem(thread, 32), warp = h.div(thread, 32);
  Value row = h.add(firstRow, h.add(h.mul(warp, 16), h.div(lane, 4)));
  Value column = h.add(tile.column, h.mul(h.rem(lane, 4), 2));
  storeFragments(
      row, column, tiling.getStoredColumns() / 8, tiling.isWhole(),
      [&](int64_t first, int64_t count) {
        return sums.slice(first, count).concatenate();
      },
      schedule.isTransposed);
}

/// Returns the results of two sums side by side as one word. Beyond the edges,
/// an epilogue that reads tensors is left out, and they are zeros.
Value HopperProductBuilder::packResults(const Sums &sums, Value row,
                                        Value column) {
  KernelBuilder &kb = *kernel;
  ImplicitLocOpBuilder &builder = kb.builder;
  Type element = getElementTypeOrSelf(getResult());
  int64_t width = getVectorWidth(getTarget(), n, /*width=*/2);
  Value word = LLVM::PoisonOp::create(builder, VectorType::get({2}, element));
  for (int64_t e = 0; e < 2; e += width) {
    Value atM = kb.toOffset(row), atN = kb.toOffset(hopper->add(column, e));
    SmallVector<Value> values = sums.slice(e, width).concatenate();
    auto finish = [&] { return finishResults(values, atM, atN); };
    SmallVector<Value> results;
    if (tiling.isWhole() || getEpilogueTensors().size() == 1) {
      results = finish();
    } else {
      results = kb.ifElse(isInside(atM, atN),
                          SmallVector<Value>(size_t(width), kb.zero(element)),
                          finish);
    }
    for (auto [i, value] : llvm::enumerate(results))
      word = LLVM::InsertElementOp::create(builder, word, value,
                                           hopper->constant(e + int64_t(i)));
  }
  return LLVM::BitcastOp::create(builder, builder.getI32Type(), word);
}

/// Stores 64 rows of sums through shared memory.
void HopperProductBuilder::stageRowBlock(const Sums &sums, int64_t rowBlock,
                                         Value firstRow, const Tile &tile,
                                         Value consumer) {
  FragmentBuilder &h = *hopper;
  int64_t perRow = tiling.getStoredColumns() / kBlock;
  Value map = kernel->getTensorMap(factors.countMaps());
  for (int64_t i = 0; i < perRow; ++i) {
    auto write = [&](Value thread, Value column, Value to) {
      writeBlock(sums.slice(i * kBlock / 2, kBlock / 2), firstRow, column,
                 thread, to);
    };
    staging->store(*kernel, h, map, block->base, layout.ring.getTilesEnd(),
                   rowBlock * perRow + i, consumer,
                   {firstRow, tile.column, tile.batch}, i * kBlock, write);
  }
}

/// Writes 64 x 64 results to the block at an address of shared memory.
void HopperProductBuilder::writeBlock(const Sums &sums, Value firstRow,
                                      Value firstColumn, Value thread,
                                      Value block) {
  FragmentBuilder &h = *hopper;
  Value lane = h.rem(thread, 32), warp = h.div(thread, 32);
  Value row = h.add(firstRow, h.add(h.mul(warp, 16), h.div(lane, 4)));
  Value column = h.add(firstColumn, h.mul(h.rem(lane, 4), 2));
  writeResultBlock(h, thread, block, [&](int64_t j, int64_t half) {
    return packResults(sums.slice(4 * j + 2 * half, 2), h.add(row, 8 * half),
                       h.add(column, 8 * j));
  });
}
