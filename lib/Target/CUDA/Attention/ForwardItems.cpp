// ForwardItems.cpp: the items of the kernel of nn.attention
//
// An item is a block of queries of one head and the tiles of keys that they
// see, or a part of these. For example, causal attention of 300 queries in
// blocks of 128 has three items a head, of 3, 2 and 1 tiles of 128 keys.
#include "ForwardItems.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace sbp::cuda;

std::string ForwardSchedule::print() const {
  std::string name = llvm::formatv("{0} queries, tiles of {1} keys, {2} slots",
                                   getBlockQueries(), tileKeys, stages);
  if (splits > 1)
    name += llvm::formatv(", keys split {0} ways", splits);
  return name;
}

RowBlocks ForwardItems::getBlocks() const {
  return RowBlocks(form, schedule.getBlockQueries(), form.batch * form.heads);
}

/// Items of a few heads follow each other, the last queries first: with causal
/// attention they see the most keys.
ForwardItem ForwardItems::locate(KernelBuilder &kernel, FragmentBuilder &h,
                                 ScoreMask &mask, Value number) const {
  auto &builder = kernel.builder;
  RowBlocks blocks = getBlocks();
  ForwardItem item;
  item.number = number;
  Value split = h.rem(number, schedule.splits);
  number = h.div(number, schedule.splits);
  RowBlocks::Place place = blocks.locate(h, number);
  item.sequence = place.sequence;
  item.firstQuery = h.mul(h.sub(h.constant(blocks.blocks - 1), place.block),
                          schedule.getBlockQueries());
  item.batch = h.div(item.sequence, form.heads);
  item.head = h.rem(item.sequence, form.heads);
  Value head = item.head;
  if (form.firstHead)
    head =
        h.add(head, arith::IndexCastOp::create(builder, builder.getI32Type(),
                                               kernel.scalar(form.firstHead)));
  head = arith::MinUIOp::create(builder, h.div(head, form.sharedHeads),
                                h.constant(form.groups - 1));
  item.keySequence = h.add(h.mul(item.batch, form.groups), head);
  // Tiles between the first key of the first query and the last key of the last
  // one; at least one, where the block sees none.
  Value lastQuery = arith::MinUIOp::create(
      builder, h.add(item.firstQuery, schedule.getBlockQueries() - 1),
      h.constant(form.queries - 1));
  auto [begin, end] =
      findTiles(h, mask, item.firstQuery, lastQuery, schedule.tileKeys);
  int64_t tiles = llvm::divideCeil(form.keys, schedule.tileKeys);
  begin = arith::MinUIOp::create(builder, begin, h.constant(tiles - 1));
  end = arith::MaxUIOp::create(builder, end, h.add(begin, 1));
  if (schedule.splits > 1) {
    Value count = h.sub(end, begin);
    auto cut = [&](Value number) {
      Value product = arith::MulIOp::create(builder, count, number);
      return h.add(begin, h.div(product, schedule.splits));
    };
    Value from = cut(split), to = cut(h.add(split, 1));
    item.isEmpty =
        arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, from, to);
    begin = arith::MinUIOp::create(builder, from, h.sub(end, h.constant(1)));
    end = arith::MaxUIOp::create(builder, to, h.add(begin, 1));
  }
  item.lastTile = h.sub(end, h.constant(1));
  item.numTiles = h.sub(end, begin);
  return item;
}

/// Duration of the tiles of a band in units of those that only the last key
/// limits: 192 us for a window of 1024 keys on an H100.
static constexpr double kBandCost = 1.5;

double ForwardItems::predictSeconds(const Chip &chip) const {
  double tileSeconds = schedule.tileSeconds +
                       schedule.columnSeconds * double(form.countWidthBlocks() +
                                                       form.countValueBlocks());
  if (form.window)
    tileSeconds *= schedule.windowCost *
                   (form.window->back < nn::kUnboundedReach ? kBandCost : 1);
  SmallVector<int64_t> tiles =
      countTiles(form, schedule.getBlockQueries(), schedule.tileKeys);
  double bytes = 2 * double(form.keys) * double(form.batch * form.groups) *
                 double(form.width + form.valueWidth);
  double read = chip.launchSeconds + bytes / chip.copyRate;
  if (schedule.splits > 1) {
    double part =
        double(llvm::divideCeil(*llvm::max_element(tiles), schedule.splits));
    return chip.launchSeconds +
           std::max(read, part * tileSeconds + schedule.blockSeconds);
  }
  double compute = predictBlocks(form, chip, tiles, form.batch * form.heads,
                                 tileSeconds, schedule.blockSeconds);
  return std::max(read, chip.launchSeconds + compute);
}
