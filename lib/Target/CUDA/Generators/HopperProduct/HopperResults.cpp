// HopperResults.cpp: how the kernel of a product stores its results
//
// Results of 2 bytes pass through shared memory: a warp writes its 16 rows by
// stores of matrices, and one thread of a consumer copies blocks of 64 x 64 to
// the tensor, which leaves out what is beyond its edges. Others are stored from
// registers. Register 4 j + 2 h + e of lane l of warp w is row 16 w + 8 h +
// l / 4, column 8 j + 2 (l % 4) + e.
#include "HopperProductBuilder.h"
#include "SwizzledBlock.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace sbp::cuda;

static constexpr int64_t kBlock = kResultBlock, kBlockBytes = kResultBlockBytes;

std::optional<HopperProductBuilder::ResultStaging>
HopperProductBuilder::findStaging(LaunchPlan &plan) {
  Type element = getElementTypeOrSelf(getResult());
  if (schedule.isTransposed || (!element.isBF16() && !element.isF16()))
    return std::nullopt;
  // The result has the layout of a factor with k for n.
  auto layout = FactorLayout::find(getTarget(), m, n, batch);
  BufferRef buffer = plan.buffers.lookup(getResult());
  if (!layout || layout->kStride != 1 || buffer.offset % 16)
    return std::nullopt;
  auto map = TileLoads::find(*layout, kBlock, /*parts=*/1,
                             /*elementBytes=*/2);
  int64_t bytes = plan.chip.maxSharedBytes - schedule.getExchangeBytes() -
                  schedule.stages * (getSlotBytes() + 2 * 8) - 2 * 8;
  int64_t all = getStoredColumns() / kBlock * countRowBlocks();
  int64_t blocks = std::min(all, bytes / (2 * kBlockBytes));
  if (!map || blocks < 1 || getStoredColumns() % kBlock)
    return std::nullopt;
  // Each tile begins with the same block.
  while (all % blocks)
    --blocks;
  return ResultStaging{map->map, map->isBatched, blocks};
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
  HopperBuilder &h = *hopper;
  Tile own = tile;
  if (!schedule.isPingPong && schedule.consumers > 1)
    own.row = h.add(own.row, h.mul(consumer, schedule.getConsumerRows()));
  if (schedule.splits > 1)
    own.column = h.add(own.column, h.mul(part, getStoredColumns()));
  batchId = kernel->toOffset(tile.batch);
  // The sums of a pair lie side by side, in 64 columns or in 64 rows each.
  size_t registers = size_t(getStoredColumns() / 2),
         step = registers * (partner ? 2 : 1);
  for (size_t i = 0; i * step < sums.size(); ++i) {
    Sums part{sums.slice(i * step, registers), {}};
    if (partner)
      part.partner = sums.slice(i * step + registers, registers);
    Value row = h.add(own.row, int64_t(i) * kBlock);
    if (staging)
      stageRowBlock(part, int64_t(i), row, own, consumer);
    else
      storeRowBlock(part, row, own, getThread());
  }
}

Value HopperProductBuilder::isInside(Value atM, Value atN) {
  return arith::AndIOp::create(kernel->builder, kernel->isLess(atM, m.size),
                               kernel->isLess(atN, n.size));
}

/// Stores 64 rows of sums from registers.
void HopperProductBuilder::storeRowBlock(const Sums &sums, Value firstRow,
                                         const Tile &tile, Value thread) {
  HopperBuilder &h = *hopper;
  KernelBuilder &kb = *kernel;
  Value lane = h.rem(thread, 32), warp = h.div(thread, 32);
  Value row = h.add(firstRow, h.add(h.mul(warp, 16), h.div(lane, 4)));
  Value column = h.add(tile.column, h.mul(h.rem(lane, 4), 2));
  int64_t width =
      schedule.isTransposed ? 1 : getVectorWidth(getTarget(), n, /*width=*/2);
  for (int64_t half = 0; half < 2; ++half)
    for (int64_t j = 0; j < getStoredColumns() / 8; ++j)
      for (int64_t e = 0; e < 2; e += width) {
        Value atM = kb.toOffset(h.add(row, 8 * half)),
              atN = kb.toOffset(h.add(column, 8 * j + e));
        if (schedule.isTransposed)
          std::swap(atM, atN);
        Sums values = sums.slice(4 * j + 2 * half + e, width);
        auto store = [&] { storeResults(values.concatenate(), atM, atN); };
        if (isWhole())
          store();
        else
          kb.ifThen(isInside(atM, atN), store);
      }
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
    if (isWhole() || getEpilogueTensors().size() == 1) {
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
  HopperBuilder &h = *hopper;
  int64_t perRow = getStoredColumns() / kBlock;
  Value barrier = h.add(consumer, 1),
        map = kernel->getTensorMap(countLoadMaps());
  for (int64_t i = 0; i < perRow; ++i) {
    int64_t number = (rowBlock * perRow + i) % staging->blocks;
    Value block = h.add(
        h.add(base, schedule.stages * getSlotBytes() + number * kBlockBytes),
        h.mul(consumer, staging->blocks * kBlockBytes));
    // Values of the thread are computed anew for each block: kept, they would
    // take the registers that sums need.
    Value thread = getThread(), isFirst = h.isEqual(thread, 0);
    Value column = h.add(tile.column, i * kBlock);
    kernel->ifThen(isFirst, [&] { h.waitForStores(staging->blocks - 1); });
    h.synchronize(barrier, 128);
    writeBlock(sums.slice(i * kBlock / 2, kBlock / 2), firstRow, column, thread,
               block);
    h.fenceTensorCopies();
    h.synchronize(barrier, 128);
    kernel->ifThen(isFirst, [&] {
      SmallVector<Value> at{column, firstRow};
      if (staging->isBatched)
        at.push_back(tile.batch);
      h.storeTile(map, at, block);
      h.commitStores();
    });
  }
}

/// Writes 64 x 64 results to the block at an address of shared memory.
void HopperProductBuilder::writeBlock(const Sums &sums, Value firstRow,
                                      Value firstColumn, Value thread,
                                      Value block) {
  HopperBuilder &h = *hopper;
  Value lane = h.rem(thread, 32), warp = h.div(thread, 32);
  Value row = h.add(firstRow, h.add(h.mul(warp, 16), h.div(lane, 4)));
  Value column = h.add(firstColumn, h.mul(h.rem(lane, 4), 2));
  writeResultBlock(h, thread, block, [&](int64_t j, int64_t half) {
    return packResults(sums.slice(4 * j + 2 * half, 2), h.add(row, 8 * half),
                       h.add(column, 8 * j));
  });
}
