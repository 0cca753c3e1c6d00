// PassItems.cpp: what the blocks of a pass of the gradient of attention compute
//
// For example, causal attention of 300 keys in blocks of 128 and tiles of 64
// queries has blocks of 5, 3 and 1 tiles.
#include "PassItems.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace sbp::cuda;

Value PassItems::getTensor(unsigned number, bool isOwned) {
  if (ownsKeys == isOwned)
    return number ? op.getValue() : op.getKey();
  return number ? op.getCotangent() : op.getQuery();
}

RowBlocks PassItems::getBlocks() const {
  int64_t heads = ownsKeys ? form.groups : form.heads;
  return RowBlocks(form, schedule.getBlockRows(), form.batch * heads);
}

int64_t PassItems::getLargestOffset() const {
  return getBlocks().count() * schedule.getBlockRows() *
         std::max(form.width, form.valueWidth);
}

/// With causal attention the first keys are seen by the most queries, and the
/// last queries see the most keys: they come first.
PassItem PassItems::locate(KernelBuilder &kernel, FragmentBuilder &h,
                           ScoreMask &mask, Value block) const {
  auto &builder = kernel.builder;
  RowBlocks blocks = getBlocks();
  RowBlocks::Place place = blocks.locate(h, block);
  if (!ownsKeys)
    place.block = h.sub(h.constant(blocks.blocks - 1), place.block);
  PassItem item;
  item.sequence = place.sequence;
  item.firstRow = h.mul(place.block, schedule.getBlockRows());
  Value lastRow = arith::MinUIOp::create(
      builder, h.add(item.firstRow, schedule.getBlockRows() - 1),
      h.constant(form.queries - 1));
  TileRange tiles =
      findTiles(h, mask, item.firstRow, lastRow, schedule.tileColumns);
  // At least one tile, where the block sees none.
  int64_t lastTile = llvm::divideCeil(form.keys, schedule.tileColumns) - 1;
  item.firstTile =
      arith::MinUIOp::create(builder, tiles.begin, h.constant(lastTile));
  item.numTiles = arith::MaxSIOp::create(
      builder, h.sub(tiles.end, item.firstTile), h.constant(1));
  item.numSteps =
      ownsKeys ? h.mul(item.numTiles, form.sharedHeads) : item.numTiles;
  return item;
}

PassStep PassItems::locateStep(FragmentBuilder &h, const PassItem &item,
                               Value index) const {
  auto &builder = h.getBuilder();
  Value sequence = item.sequence, tile = index;
  if (ownsKeys && form.sharedHeads > 1) {
    Value member = arith::DivUIOp::create(builder, index, item.numTiles);
    sequence = h.add(h.mul(sequence, form.sharedHeads), member);
    tile = h.sub(index, arith::MulIOp::create(builder, member, item.numTiles));
  } else if (form.sharedHeads > 1) {
    sequence = h.div(sequence, form.sharedHeads);
  }
  return {sequence, h.mul(h.add(item.firstTile, tile), schedule.tileColumns)};
}

void PassItems::setHead(FragmentBuilder &h, ScoreMask::Rows &rows,
                        const PassItem &item, const PassStep &step) const {
  if (!form.mask)
    return;
  Value ofQueries = ownsKeys ? step.sequence : item.sequence;
  rows.batch = h.div(ofQueries, form.heads);
  rows.head = h.rem(ofQueries, form.heads);
}

void PassItems::store(KernelBuilder &kb, FragmentBuilder &h,
                      const Registers &gradient, unsigned number,
                      const PassItem &item, const ScoreMask::Rows &rows,
                      Value column) {
  auto &builder = kb.builder;
  Value result = number     ? op.getValueGradient()
                 : ownsKeys ? op.getKeyGradient()
                            : op.getQueryGradient();
  int64_t width = number ? form.valueWidth : form.width;
  Value scale = h.constantFloat(float(number ? 1.0 : form.scale));
  for (size_t half = 0; half < 2; ++half) {
    Value isInside = kb.isLess(kb.toOffset(rows.query[half]), form.queries);
    kb.ifThen(isInside, [&] {
      Value at = getRowOffset(kb, item.sequence, form.queries, rows.query[half],
                              width, column);
      for (int64_t j = 0; j < width / 8; ++j) {
        Registers pair;
        for (size_t e = 0; e < 2; ++e) {
          Value sum = gradient[size_t(4 * j) + 2 * half + e];
          sum = arith::MulFOp::create(builder, sum, scale);
          pair.push_back(arith::TruncFOp::create(builder, form.element, sum));
        }
        kb.storeVector(pair, result, kb.add(at, kb.constant(8 * j)),
                       /*isAligned=*/true);
      }
    });
  }
}

double PassItems::predictSeconds(const Chip &chip) const {
  double tileSeconds = schedule.tileSeconds +
                       schedule.columnSeconds * double(form.countWidthBlocks() +
                                                       form.countValueBlocks());
  SmallVector<int64_t> tiles =
      countTiles(form, schedule.getBlockRows(), schedule.tileColumns);
  for (int64_t &count : tiles)
    count *= ownsKeys ? form.sharedHeads : 1;
  return chip.launchSeconds + predictBlocks(form, chip, tiles,
                                            getBlocks().sequences, tileSeconds,
                                            schedule.blockSeconds);
}
