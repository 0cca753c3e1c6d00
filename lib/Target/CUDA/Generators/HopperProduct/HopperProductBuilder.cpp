// HopperProductBuilder.cpp: the frame of the kernel of a product
#include "HopperProductBuilder.h"
#include "Choice/Prediction.h"
#include "Hopper/Roles.h"
#include "ProductConsumer.h"

using namespace mlir;
using namespace sbp::cuda;

/// Registers of a thread: 384 x 168 at launch are 128 x 40 + 256 x 232 later.
static constexpr RoleRegisters kRegisters{40, 232};

LogicalResult HopperProductBuilder::analyse() {
  if (failed(analyseForTensorCores(schedule.float32 != Float32::Exact)))
    return failure();
  // Rows, columns and tiles are counted in 32 bits.
  if (m.size > INT32_MAX / 2 || n.size > INT32_MAX / 2 ||
      !fits(schedule, tiling.getSize()) ||
      countTiles(schedule, tiling.getSize()) > INT32_MAX / 2)
    return failure();
  return factors.analyse();
}

ProductSize HopperProductBuilder::getSize() {
  ProductSize size = tiling.getSize();
  if (partner)
    size.bytes += getAccessedBytes(partner, partner->getOpOperand(1));
  size.bytes += countBytes();
  if (epilogue)
    size.epilogueSteps = countEpilogueSteps(epilogue);
  size.bytes += factors.countSplitBytes();
  return size;
}

void HopperProductBuilder::produce() {
  FragmentBuilder &h = *hopper;
  SmallVector<Value> maps;
  for (unsigned i = 0; i < factors.countMaps(); ++i)
    maps.push_back(kernel->getTensorMap(i));
  Value count = block->getSliceCount();
  auto loadTiles = [&](Value number, ValueRange outer) -> Registers {
    Tile tile = block->locate(number);
    auto loadSlice = [&](Value slice, ValueRange position) -> Registers {
      Slot slot{position[0], position[1]};
      Value full = block->ring.fill(slot, factors.getSlotBytes());
      Value to = block->ring.getTile(slot.number);
      if (Value first = block->getFirstSlice())
        slice = h.add(slice, first);
      Value firstK = h.mul(slice, schedule.getSliceK());
      factors.load(h, maps, to, tile.row, tile.column, firstK, tile.batch, full,
                   block->rank);
      Slot next = block->ring.advance(slot);
      return {next.number, next.parity};
    };
    return h.forEach(h.constant(0), count, 1, Registers(outer), loadSlice);
  };
  block->forEachTile(block->cluster, block->numClusters,
                     {h.constant(0), h.constant(0)}, loadTiles);
}

void HopperProductBuilder::consume(Value number, Value thread) {
  FragmentBuilder &h = *hopper;
  ProductConsumer(*block, factors, number, thread)
      .run([&](Value tile, ArrayRef<Value> sums) {
        storeTile(sums, block->locate(tile), number);
      });
  if (staging)
    kernel->ifThen(h.isEqual(thread, 0), [&] { h.waitForStores(0); });
}

void HopperProductBuilder::open(LaunchPlan &plan) {
  SmallVector<std::pair<Value, sbp::TensorMapShape>> maps;
  factors.listMaps(maps);
  if (staging)
    maps.push_back({getResult(), staging->map});
  int64_t largest =
      std::max(tiling.getRows().size + schedule.tileM * schedule.clusterSize,
               tiling.getColumns().size + schedule.tileN);
  kernel.emplace(plan, op.getLoc(), "hopper_product", getEpilogueTensors(),
                 countThreads(schedule.consumers),
                 std::max(largest, m.size * n.size * batch.size), maps);
  kernel->isApproximate =
      hidesApproximations() && schedule.float32 == Float32::Exact;
  // One consumer has few sums, and the registers of the launch suffice.
  if (schedule.consumers > 1)
    kernel->setSingleBlock();
  hopper.emplace(kernel->builder);
  if (schedule.getClusterBlocks() > 1)
    hopper->setClusterSize(schedule.getClusterBlocks());
}

void HopperProductBuilder::build(LaunchPlan &plan) {
  // A block exchanges its sums once.
  int64_t numClusters = tiling.countClusterTiles();
  if (schedule.splits == 1)
    numClusters =
        std::min(numClusters, plan.chip.multiprocessors * schedule.blocks /
                                  schedule.clusterSize);
  staging = findStaging(plan);
  layout =
      ProductLayout::find(schedule, factors.getSlotBytes(),
                          staging ? staging->getBytes(schedule.consumers) : 0);
  open(plan);
  ImplicitLocOpBuilder &builder = kernel->builder;
  Type word = builder.getI32Type();
  Value base = LLVM::PtrToIntOp::create(
      builder, word, kernel->allocateDynamicShared(layout.bytes));
  block.emplace(*kernel, *hopper, tiling, layout, base, numClusters);
  Value thread = NVVM::ThreadIdXOp::create(builder, word);
  block->initialise(thread);
  emitRoles(
      *kernel, *hopper, thread, schedule.consumers, [&] { produce(); },
      [&](Value number, Value inGroup) { consume(number, inGroup); },
      kRegisters);
  // No block ends while others may still write its shared memory.
  if (schedule.getClusterBlocks() > 1)
    hopper->synchronizeCluster();
  kernel->finish({numClusters * schedule.getClusterBlocks(), 1, 1});
}
