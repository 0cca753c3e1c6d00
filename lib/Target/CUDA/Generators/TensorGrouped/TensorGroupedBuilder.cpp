// TensorGroupedBuilder.cpp: the kernel of nn.grouped_product by warps
//
// Tiles do not cross the ends of groups (GroupTable.h). Rows of x after the end
// of a group are copied and multiplied, but not stored. For example, groups of
// 70, 0 and 80 rows have two tiles of 64 rows each but the empty one; a block
// whose number is the fifth has none and writes rows of no group alone.
#include "TensorGroupedBuilder.h"
#include "RowStores.h"

using namespace mlir;
using namespace sbp;
using namespace sbp::cuda;

/// Blocks of one multiprocessor, and seconds of the table of groups.
static constexpr int64_t kResidentBlocks = 2;
static constexpr double kTableSeconds = 2e-6;

TensorGroupedBuilder::TensorGroupedBuilder(nn::GroupedProductOp op,
                                           const WarpSchedule &schedule)
    : GroupedForm(op), schedule(schedule) {}

bool TensorGroupedBuilder::analyseFactor(unsigned number) {
  Factor &factor = factors[number];
  int64_t tileRows = number ? schedule.tileN : schedule.tileM;
  return findFactor(number, factor, [&](const FactorLayout &layout) {
    factor.tile =
        StagedTile::find(layout, tileRows, schedule.getElementBytes());
    // A group of rows begins anywhere.
    if (factor.tile && number == 0)
      factor.tile->beginAnywhere();
    return factor.tile.has_value();
  });
}

bool TensorGroupedBuilder::isSupported(const Chip &chip) {
  if (!GroupedForm::isSupported() || schedule.splits != 1 ||
      !analyseFactor(0) || !analyseFactor(1))
    return false;
  GroupTable::Sizes sizes = getSizes(schedule.tileM);
  return sizes.getMostTiles() * countColumnTiles() <= INT32_MAX / 4 &&
         getRingBytes() + sizes.getBytes() <= chip.maxSharedBytes;
}

/// On average half of the last tile of a group has rows.
double TensorGroupedBuilder::predictSeconds(const Chip &chip) const {
  ProductSize size{rows + groups * schedule.tileM / 2, columns, inner};
  size.bytes = countBytes();
  double seconds = kTableSeconds + schedule.predictSeconds(size, chip);
  for (const Factor &factor : factors)
    if (factor.source.packing)
      seconds += factor.source.packing->predictSeconds(chip);
  return seconds;
}

int64_t TensorGroupedBuilder::getRingBytes() const {
  return SliceLoop::getRingBytes(schedule,
                                 {&*factors[0].tile, &*factors[1].tile});
}

int64_t TensorGroupedBuilder::getLargestOffset() const {
  int64_t slices = countSlices() + schedule.stages;
  return std::max({factors[0].tile->getLastElement(slices),
                   factors[1].tile->getLastElement(slices),
                   (rows + schedule.tileM) * (columns + schedule.tileN)});
}

void TensorGroupedBuilder::computeTile(const GroupTable::Rows &rows,
                                       Value firstColumn) {
  FragmentBuilder &h = *fragments;
  // The stages of the tile before have been read.
  kernel->barrier();
  TileFactor tiles[] = {
      {*factors[0].tile, factors[0].source.tensors, h.constant(0), rows.row},
      {*factors[1].tile, factors[1].source.tensors, rows.group, firstColumn}};
  WarpPlace warp = SliceLoop::locate(*core, schedule, thread, /*products=*/1);
  SliceLoop loop(*kernel, *core, schedule, tiles, element, base, thread);
  SmallVector<Value> sums = loop.multiply(
      warp, h.constant(0), h.constant(countSlices() * schedule.getSliceK()),
      countSlices() % schedule.stages == 0);
  RowStores stores{*kernel, h, schedule, op.getResult(), columns};
  stores.emit(sums, warp, rows.row, rows.end, firstColumn);
}

LogicalResult TensorGroupedBuilder::build(LaunchPlan &plan) {
  for (unsigned number : {0u, 1u})
    if (failed(factors[number].source.prepare(plan, op->getOpOperand(number))))
      return failure();
  GroupTable::Sizes sizes = getSizes(schedule.tileM);
  int64_t numBlocks = std::min(sizes.getMostTiles() * countColumnTiles(),
                               kResidentBlocks * plan.chip.multiprocessors);
  SmallVector<Value> tensors{op.getBounds(), op.getResult()};
  for (const Factor &factor : factors)
    llvm::append_range(tensors, factor.source.tensors);
  kernel.emplace(plan, op.getLoc(), "tensor_grouped", tensors,
                 schedule.countThreads(), getLargestOffset());
  fragments.emplace(kernel->builder);
  core.emplace(kernel->builder);
  FragmentBuilder &h = *fragments;
  ImplicitLocOpBuilder &builder = kernel->builder;
  Type word = builder.getI32Type();
  base = kernel->allocateDynamicShared(getRingBytes() + sizes.getBytes());
  thread = NVVM::ThreadIdXOp::create(builder, word);
  Value block = NVVM::BlockIdXOp::create(builder, word);
  Value address = LLVM::PtrToIntOp::create(builder, word, base);
  table.emplace(*kernel, h, sizes, h.add(address, getRingBytes()));
  kernel->ifThen(core->isLess(thread, 32),
                 [&] { table->fill(op.getBounds(), thread); });
  kernel->barrier();
  storeOtherRows(*kernel, h, *table, block, numBlocks, schedule.countThreads());
  // Neighbouring blocks have neighbouring columns of the same rows.
  Value count = h.mul(table->countTiles(), countColumnTiles());
  h.forEach(block, count, numBlocks, {}, [&](Value number, ValueRange) {
    computeTile(table->findRows(h.div(number, countColumnTiles())),
                h.mul(h.rem(number, countColumnTiles()), schedule.tileN));
    return Registers();
  });
  kernel->finish({numBlocks, 1, 1});
  return success();
}
