// ForwardItems.cpp: the items of the kernel of nn.attention
//
// An item is a block of queries of one head and the tiles of keys that they
// see, or a part of these. For example, causal attention of 300 queries in
// blocks of 128 has three items a head, of 3, 2 and 1 tiles of 128 keys.
#include "ForwardKernel.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace sbp::cuda;

/// Heads whose items follow each other: they share keys in the L2 cache.
static constexpr int64_t kHeadsOfWindow = 4;

int64_t ForwardKernel::countBlocksOfQueries() const {
  return llvm::divideCeil(form.queries, schedule.getBlockQueries());
}

int64_t ForwardKernel::countItems() const {
  return countBlocksOfQueries() * form.batch * form.heads * schedule.splits;
}

/// Items of a few heads follow each other, the last queries first: with causal
/// attention they see the most keys.
ForwardKernel::Item ForwardKernel::locate(Value number) {
  FragmentBuilder &h = *fragments;
  auto &b = kernel->builder;
  int64_t sequences = form.batch * form.heads, blocks = countBlocksOfQueries(),
          together = form.window ? std::min(sequences, kHeadsOfWindow) : 1;
  Item item;
  item.number = number;
  Value split = h.rem(number, schedule.splits);
  number = h.div(number, schedule.splits);
  Value first = h.mul(h.div(number, together * blocks), together);
  Value rest = h.rem(number, together * blocks);
  Value count = arith::MinUIOp::create(b, h.constant(together),
                                       h.sub(h.constant(sequences), first));
  Value place = arith::DivUIOp::create(b, rest, count);
  item.sequence = h.add(first, arith::RemUIOp::create(b, rest, count));
  item.firstQuery =
      h.mul(h.sub(h.constant(blocks - 1), place), schedule.getBlockQueries());
  item.batch = h.div(item.sequence, form.heads);
  item.head = h.rem(item.sequence, form.heads);
  Value head = item.head;
  if (form.firstHead)
    head = h.add(head, arith::IndexCastOp::create(
                           b, b.getI32Type(), kernel->scalar(form.firstHead)));
  head = arith::MinUIOp::create(b, h.div(head, form.sharedHeads),
                                h.constant(form.groups - 1));
  item.keySequence = h.add(h.mul(item.batch, form.groups), head);
  // Tiles between the first key of the first query and the last key of the last
  // one; at least one, where the block sees none.
  Value lastQuery = arith::MinUIOp::create(
      b, h.add(item.firstQuery, schedule.getBlockQueries() - 1),
      h.constant(form.queries - 1));
  Value begin = h.div(mask->getBegin(item.firstQuery), schedule.tileKeys);
  Value end = h.div(h.add(mask->getEnd(lastQuery), schedule.tileKeys - 1),
                    schedule.tileKeys);
  int64_t tiles = llvm::divideCeil(form.keys, schedule.tileKeys);
  begin = arith::MinUIOp::create(b, begin, h.constant(tiles - 1));
  end = arith::MaxUIOp::create(b, end, h.add(begin, 1));
  if (schedule.splits > 1) {
    Value count = h.sub(end, begin);
    auto cut = [&](Value number) {
      Value product = arith::MulIOp::create(b, count, number);
      return h.add(begin, h.div(product, schedule.splits));
    };
    Value from = cut(split), to = cut(h.add(split, 1));
    item.isEmpty = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, from, to);
    begin = arith::MinUIOp::create(b, from, h.sub(end, h.constant(1)));
    end = arith::MaxUIOp::create(b, to, h.add(begin, 1));
  }
  item.lastTile = h.sub(end, h.constant(1));
  item.numTiles = h.sub(end, begin);
  return item;
}

void ForwardKernel::forEachItem(
    ArrayRef<Value> carried,
    llvm::function_ref<Registers(Item, ValueRange)> body) {
  fragments->forEach(block, fragments->constant(countItems()), numBlocks,
                     carried, [&](Value number, ValueRange state) {
                       return body(locate(number), state);
                     });
}

double ForwardKernel::predictSeconds(const Chip &chip) const {
  double tileSeconds = schedule.tileSeconds +
                       schedule.columnSeconds * double(form.countWidthBlocks() +
                                                       form.countValueBlocks());
  int64_t offset = form.offset.value_or(form.keys -
                                        (form.isPacked ? 1 : form.queries)),
          tiles = 0, most = 0;
  for (int64_t i = 0; i < countBlocksOfQueries(); ++i) {
    int64_t first = i * schedule.getBlockQueries(),
            last = std::min(form.queries, first + schedule.getBlockQueries());
    int64_t begin = 0, end = form.keys;
    if (form.window) {
      begin = form.window->getKeys(first, offset, form.keys).begin;
      end = form.window->getKeys(last - 1, offset, form.keys).end;
    }
    int64_t seen =
        std::max<int64_t>(1, llvm::divideCeil(end, schedule.tileKeys) -
                                 begin / schedule.tileKeys);
    tiles += seen;
    most = std::max(most, seen);
  }
  double sequences = double(form.batch * form.heads);
  double bytes = 2 * double(form.keys) * double(form.batch * form.groups) *
                 double(form.width + form.valueWidth);
  double read = chip.launchSeconds + bytes / chip.copyRate;
  if (schedule.splits > 1) {
    double part = double(llvm::divideCeil(most, schedule.splits));
    return chip.launchSeconds +
           std::max(read, part * tileSeconds + schedule.blockSeconds);
  }
  double total =
      sequences * (double(tiles) * tileSeconds +
                   double(countBlocksOfQueries()) * schedule.blockSeconds);
  double longest = double(most) * tileSeconds + schedule.blockSeconds;
  double blocks = sequences * double(countBlocksOfQueries());
  // Blocks of equal length come in waves, others fill in where some end.
  double compute =
      form.window ? std::max(total / double(chip.multiprocessors), longest)
                  : std::ceil(blocks / double(chip.multiprocessors)) * longest;
  return std::max(read, chip.launchSeconds + compute);
}
