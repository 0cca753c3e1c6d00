// GroupedKernel.cpp: the frame of the kernel of nn.grouped_product
//
// The persistent, warp-specialised product of HopperProduct, whose tiles do not
// cross the ends of groups. Each block computes the tiles of all groups from
// the bounds first, and finds the rows of its next tile by a search. With
// bounds 70, 70, 60, 200 of 150 rows and tiles of 64 x 128, of two columns of
// tiles:
//
//   tile      0        1         2         3         4         5   ...
//   rows      0 to 63  64 to 69  70 to 133 134-149   0 to 63   64 to 69
//   group     0        0         3         3         0         0
//   columns   from 0   from 0    from 0    from 0    from 128  from 128
//
// 8 rows of tiles share columns of the weights in the L2 cache as long as they
// belong to one group. Rows of x beyond the end of a group are loaded and
// multiplied, but not stored.
#include "GroupedKernel.h"
#include "Choice/Prediction.h"
#include "Hopper/Roles.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "sbp/Interfaces/TensorTypes.h"

using namespace mlir;
using namespace sbp;
using namespace sbp::cuda;

static constexpr int64_t kRasterRows = 8, kElementBytes = 2;
/// Highest rate at which factors are read, in bytes per second.
static constexpr double kReadRate = 2.8e12;

std::string GroupedSchedule::print() const {
  return llvm::formatv("tiles of {0} x {1} x {2}, {3} slots", tileM, tileN,
                       kSliceK, stages);
}

GroupedKernel::GroupedKernel(nn::GroupedProductOp op,
                             const GroupedSchedule &schedule)
    : GroupedForm(op), schedule(schedule) {}

//===----------------------------------------------------------------------===//
// Analysis
//===----------------------------------------------------------------------===//

bool GroupedKernel::analyseFactor(unsigned number) {
  Factor &factor = factors[number];
  return findFactor(number, factor, [&](const FactorLayout &layout) {
    auto loads =
        TileLoads::find(layout, number ? schedule.tileN : schedule.tileM,
                        /*parts=*/1, kElementBytes);
    if (loads)
      factor.loads = *loads;
    return loads.has_value();
  });
}

bool GroupedKernel::isSupported(const Chip &chip) {
  if (!GroupedForm::isSupported() || !analyseFactor(0) || !analyseFactor(1))
    return false;
  GroupTable::Sizes sizes = getSizes(schedule.tileM);
  int64_t staged = schedule.consumers * kResultBlockBytes;
  return sizes.getMostTiles() * countColumnTiles() <= INT32_MAX / 4 &&
         getRing().getBarriersEnd() + staged + sizes.getBytes() <=
             chip.maxSharedBytes;
}

/// A group of r rows has r / tileM whole tiles and half of one on average.
double GroupedKernel::predictSeconds(const Chip &chip) const {
  double tiles = double(countColumnTiles()) *
                 (double(rows) / double(schedule.tileM) + double(groups) / 2);
  double waves = std::max(1.0, tiles / double(chip.multiprocessors));
  double seconds = waves * (double(countSlices()) * schedule.sliceSeconds +
                            schedule.tileSeconds);
  seconds =
      std::max(seconds, countBytes() / kReadRate) + schedule.kernelSeconds;
  for (const Factor &factor : factors)
    if (factor.source.packing)
      seconds += factor.source.packing->predictSeconds(chip);
  return seconds;
}

int64_t GroupedKernel::countColumnTiles() const {
  return llvm::divideCeil(columns, schedule.tileN);
}
int64_t GroupedKernel::countSlices() const {
  return llvm::divideCeil(inner, kSliceK);
}

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

TileRing::Layout GroupedKernel::getRing() const {
  TileRing::Layout layout;
  layout.slots = schedule.stages;
  layout.slotBytes = (schedule.tileM + schedule.tileN) * kSliceBytes;
  layout.barriers = layout.getTilesEnd() +
                    (staging ? staging->getBytes(schedule.consumers) : 0);
  return layout;
}

std::optional<ResultStaging> GroupedKernel::findStaging(LaunchPlan &plan) {
  FactorLayout layout;
  layout.outer = rows;
  layout.k = columns;
  layout.outerStride = columns;
  layout.kStride = 1;
  auto map = TileLoads::find(layout, kResultBlock, /*parts=*/1, kElementBytes);
  GroupTable::Sizes sizes = getSizes(schedule.tileM);
  int64_t bytes =
      plan.chip.maxSharedBytes - getRing().getBarriersEnd() - sizes.getBytes();
  if (!map || plan.buffers.lookup(op.getResult()).offset % 16)
    return std::nullopt;
  return ResultStaging::find(map->map, schedule.tileN / kResultBlock,
                             bytes / schedule.consumers);
}

void GroupedKernel::initialise(Value thread) {
  FragmentBuilder &h = *hopper;
  kernel->ifThen(h.isEqual(thread, 0), [&] {
    ring->initialise(schedule.consumers);
    h.fenceBarriers();
  });
  Value isFirstWarp = arith::CmpIOp::create(
      kernel->builder, arith::CmpIPredicate::ult, thread, h.constant(32));
  kernel->ifThen(isFirstWarp, [&] { table->fill(op.getBounds(), thread); });
  kernel->barrier();
}

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

GroupedTile GroupedKernel::locate(Value number, Value rowTiles) {
  FragmentBuilder &h = *hopper;
  ImplicitLocOpBuilder &builder = kernel->builder;
  int64_t perRaster = kRasterRows * countColumnTiles();
  Value first = h.mul(h.div(number, perRaster), kRasterRows);
  Value rest = h.rem(number, perRaster);
  Value inRaster = arith::MinUIOp::create(builder, h.constant(kRasterRows),
                                          h.sub(rowTiles, first));
  Value column = arith::DivUIOp::create(builder, rest, inRaster);
  Value row = h.add(first, arith::RemUIOp::create(builder, rest, inRaster));
  return {table->findRows(row), h.mul(column, schedule.tileN)};
}

void GroupedKernel::forEachTile(
    llvm::function_ref<Slot(const GroupedTile &, Slot)> body) {
  FragmentBuilder &h = *hopper;
  Value rowTiles = table->countTiles(), zero = h.constant(0);
  h.forEach(block, h.mul(rowTiles, countColumnTiles()), numBlocks, {zero, zero},
            [&](Value number, ValueRange state) -> Registers {
              Slot next =
                  body(locate(number, rowTiles), Slot{state[0], state[1]});
              return {next.number, next.parity};
            });
}

//===----------------------------------------------------------------------===//
// The launch
//===----------------------------------------------------------------------===//

LogicalResult GroupedKernel::build(LaunchPlan &plan) {
  for (unsigned number : {0u, 1u})
    if (failed(factors[number].source.prepare(plan, op->getOpOperand(number))))
      return failure();
  GroupTable::Sizes sizes = getSizes(schedule.tileM);
  staging = findStaging(plan);
  SmallVector<std::pair<Value, TensorMapShape>> maps;
  for (const Factor &factor : factors)
    maps.push_back({factor.source.tensors.front(), factor.loads.map});
  if (staging)
    maps.push_back({op.getResult(), staging->map});
  numBlocks = std::min(sizes.getMostTiles() * countColumnTiles(),
                       plan.chip.multiprocessors);
  int64_t threads = countThreads(schedule.consumers);
  kernel.emplace(plan, op.getLoc(), "hopper_grouped",
                 SmallVector<Value>{op.getBounds(), op.getResult()}, threads,
                 (rows + schedule.tileM) * columns + 8 * threads, maps);
  kernel->setSingleBlock();
  hopper.emplace(kernel->builder);
  FragmentBuilder &h = *hopper;
  ImplicitLocOpBuilder &builder = kernel->builder;
  Type word = builder.getI32Type();
  base = LLVM::PtrToIntOp::create(
      builder, word,
      kernel->allocateDynamicShared(getRing().getBarriersEnd() +
                                    sizes.getBytes()));
  block = NVVM::BlockIdXOp::create(builder, word);
  ring.emplace(h, base, getRing());
  table.emplace(*kernel, h, sizes, h.add(base, getRing().getBarriersEnd()));
  Value thread = NVVM::ThreadIdXOp::create(builder, word);
  initialise(thread);
  storeOtherRows(*kernel, h, *table, block, numBlocks, threads);
  emitRoles(
      *kernel, h, thread, schedule.consumers, [&] { produce(); },
      [&](Value number, Value) {
        consumer = number;
        consume();
      });
  kernel->finish({numBlocks, 1, 1});
  return success();
}
