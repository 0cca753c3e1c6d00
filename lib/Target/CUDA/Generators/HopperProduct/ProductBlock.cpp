// ProductBlock.cpp: a block of the kernel of a product
#include "ProductBlock.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace sbp::cuda;

/// Rows of tiles that share columns.
static constexpr int64_t kGroupRows = 8;

ProductLayout ProductLayout::find(const Schedule &schedule, int64_t slotBytes,
                                  int64_t stagedBytes) {
  ProductLayout layout;
  layout.ring.slots = schedule.stages;
  layout.ring.slotBytes = slotBytes;
  layout.exchange = layout.ring.getTilesEnd() + stagedBytes;
  layout.ring.barriers = layout.exchange + schedule.getExchangeBytes();
  int64_t others = (schedule.isPingPong ? schedule.consumers : 0) +
                   (schedule.splits > 1 ? 1 : 0);
  layout.bytes =
      layout.ring.getBarriersEnd() + others * TileRing::kBarrierBytes;
  return layout;
}

ProductBlock::ProductBlock(KernelBuilder &kernel, FragmentBuilder &hopper,
                           const ProductTiling &tiling,
                           const ProductLayout &layout, Value base,
                           int64_t numClusters)
    : kernel(kernel), hopper(hopper), tiling(tiling), schedule(tiling.schedule),
      layout(layout), base(base), numClusters(numClusters),
      ring(hopper, base, layout.ring) {
  cluster =
      NVVM::BlockIdXOp::create(kernel.builder, kernel.builder.getI32Type());
  rank = part = hopper.constant(0);
  if (int64_t blocks = schedule.getClusterBlocks(); blocks > 1) {
    Value &number = schedule.splits > 1 ? part : rank;
    number = hopper.rem(cluster, blocks);
    cluster = hopper.div(cluster, blocks);
  }
}

/// The mbarriers of turns follow those of the ring.
Value ProductBlock::getTurn(Value consumer) {
  return hopper.add(ring.getFull(consumer),
                    2 * schedule.stages * TileRing::kBarrierBytes);
}
/// No schedule has both turns and an exchange.
Value ProductBlock::getExchanged() { return getTurn(hopper.constant(0)); }

/// Initialises the barriers of the ring, and those of turns. A slot is empty
/// when all consumers that read it, in all blocks that receive its loads, have
/// arrived.
void ProductBlock::initialise(Value thread) {
  int64_t readers =
      (schedule.isPingPong ? 1 : schedule.consumers) * schedule.clusterSize;
  kernel.ifThen(hopper.isEqual(thread, 0), [&] {
    ring.initialise(readers);
    for (int64_t i = 0; schedule.isPingPong && i < schedule.consumers; ++i)
      hopper.initialiseBarrier(getTurn(hopper.constant(i)), 1);
    if (schedule.splits > 1)
      hopper.initialiseBarrier(getExchanged(), 1);
    hopper.fenceBarriers();
    // Partial sums cannot come before the barrier of the cluster.
    if (schedule.splits > 1)
      hopper.arriveExpecting(getExchanged(), schedule.getExchangeBytes());
  });
  if (schedule.getClusterBlocks() > 1)
    hopper.synchronizeCluster();
  else
    kernel.barrier();
}

void ProductBlock::forEachTile(
    Value first, int64_t step, const Registers &carried,
    llvm::function_ref<Registers(Value, ValueRange)> body) {
  hopper.forEach(first, hopper.constant(tiling.countClusterTiles()), step,
                 carried, body);
}

/// Returns the position of the block's part of tile `tile` of its cluster:
/// batches one after the other, in each groups of kGroupRows rows of such
/// tiles, in each column by column.
ProductBlock::Tile ProductBlock::locate(Value tile) {
  HopperBuilder &h = hopper;
  int64_t columns = llvm::divideCeil(tiling.getColumns().size,
                                     tiling.getResultColumns()),
          rows =
              tiling.countClusterTiles() / (columns * tiling.form.batch.size);
  Value number = h.div(tile, rows * columns);
  Value rest = h.rem(tile, rows * columns);
  Value first = h.mul(h.div(rest, kGroupRows * columns), kGroupRows);
  rest = h.rem(rest, kGroupRows * columns);
  Value inGroup = arith::MinUIOp::create(kernel.builder, h.constant(kGroupRows),
                                         h.sub(h.constant(rows), first));
  Value column = arith::DivUIOp::create(kernel.builder, rest, inGroup);
  Value row =
      h.add(first, arith::RemUIOp::create(kernel.builder, rest, inGroup));
  if (schedule.clusterSize > 1)
    row = h.add(h.mul(row, schedule.clusterSize), rank);
  return {h.mul(row, tiling.getResultRows()),
          h.mul(column, tiling.getResultColumns()), number};
}

/// For 5 slices, two blocks have those from 0 and from 2 on.
Value ProductBlock::getFirstSliceOf(Value part) {
  return hopper.div(hopper.mul(part, tiling.countSlices()), schedule.splits);
}

Value ProductBlock::getFirstSlice() {
  return schedule.splits > 1 ? getFirstSliceOf(part) : Value();
}

Value ProductBlock::getSliceCount() {
  if (schedule.splits == 1)
    return hopper.constant(tiling.countSlices());
  return hopper.sub(getFirstSliceOf(hopper.add(part, 1)),
                    getFirstSliceOf(part));
}
