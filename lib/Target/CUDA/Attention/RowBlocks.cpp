// RowBlocks.cpp: the blocks of rows of scores that blocks of threads compute
//
// For example, causal attention of 300 queries in blocks of 128 has three
// blocks a head, of 1, 2 and 3 tiles of 128 keys.
#include "RowBlocks.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace sbp;
using namespace sbp::cuda;

/// Most heads whose blocks follow each other.
static constexpr int64_t kHeadsOfWindow = 4;

RowBlocks::RowBlocks(const AttentionForm &form, int64_t rows, int64_t sequences)
    : sequences(sequences), blocks(llvm::divideCeil(form.queries, rows)),
      together(form.window ? std::min(sequences, kHeadsOfWindow) : 1) {}

RowBlocks::Place RowBlocks::locate(FragmentBuilder &h, Value number) const {
  ImplicitLocOpBuilder &builder = h.getBuilder();
  Value first = h.mul(h.div(number, together * blocks), together);
  Value rest = h.rem(number, together * blocks);
  Value count = arith::MinUIOp::create(builder, h.constant(together),
                                       h.sub(h.constant(sequences), first));
  Value block = arith::DivUIOp::create(builder, rest, count);
  return {h.add(first, arith::RemUIOp::create(builder, rest, count)), block};
}

TileRange cuda::findTiles(FragmentBuilder &h, ScoreMask &mask, Value first,
                          Value last, int64_t tileColumns) {
  Value begin = h.div(mask.getBegin(first), tileColumns);
  Value end = h.div(h.add(mask.getEnd(last), tileColumns - 1), tileColumns);
  return {begin, end};
}

SmallVector<int64_t> cuda::countTiles(const AttentionForm &form, int64_t rows,
                                      int64_t tileColumns) {
  int64_t usual = form.isPacked ? form.keys - 1 : form.keys - form.queries,
          offset = form.offset.value_or(usual);
  SmallVector<int64_t> counts;
  for (int64_t first = 0; first < form.queries; first += rows) {
    int64_t last = std::min(form.queries, first + rows) - 1;
    int64_t begin = 0, end = form.keys;
    if (form.window) {
      begin = form.window->getKeys(first, offset, form.keys).begin;
      end = form.window->getKeys(last, offset, form.keys).end;
    }
    int64_t count = llvm::divideCeil(end, tileColumns) - begin / tileColumns;
    counts.push_back(std::max<int64_t>(1, count));
  }
  return counts;
}

double cuda::predictBlocks(const AttentionForm &form, const Chip &chip,
                           ArrayRef<int64_t> tiles, int64_t sequences,
                           double tile, double block) {
  double multiprocessors = double(chip.multiprocessors), all = 0;
  for (int64_t count : tiles)
    all += double(count) * tile + block;
  double longest = double(*llvm::max_element(tiles)) * tile + block;
  if (form.window)
    return std::max(double(sequences) * all / multiprocessors, longest);
  double blocks = double(sequences) * double(tiles.size());
  return std::ceil(blocks / multiprocessors) * longest;
}

Value cuda::getRowOffset(KernelBuilder &kernel, Value sequence,
                         int64_t positions, Value position, int64_t width,
                         Value column) {
  Value row = kernel.add(kernel.mul(kernel.toOffset(sequence), positions),
                         kernel.toOffset(position));
  return kernel.add(kernel.mul(row, width), kernel.toOffset(column));
}
