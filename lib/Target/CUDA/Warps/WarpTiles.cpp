// WarpTiles.cpp: tiles of rows in shared memory, and the products of warps
//
// Example: 64 keys of 128 columns are two blocks of 64 rows of 128 bytes. 128
// threads copy 16 rows of a block at a time: thread t has chunk t % 8 of rows
// t / 8, 16 + t / 8 and so on, whose places differ by constants. A load of four
// matrices has 16 rows of 16 columns, two chunks.
#include "WarpTiles.h"
#include "Kernel/AlignedAccess.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace sbp::cuda;

/// Columns and bytes of a row of a block; elements and bytes of a chunk.
static constexpr int64_t kBlockColumns = 64, kRowBytes = 128, kChunk = 8,
                         kChunkBytes = 16, kChunksOfRow = 8;
/// The k of an instruction, and the columns of a load of its operand B.
static constexpr int64_t kStep = 16, kPair = 16;

static int64_t countBlocks(int64_t width) {
  return llvm::divideCeil(width, kBlockColumns);
}
static int64_t countSteps(int64_t width) {
  return llvm::divideCeil(width, kStep);
}

SlotRing::Places SlotRing::begin(FragmentBuilder &h) const {
  return {h.constant(0), h.constant(countAhead() * slotBytes)};
}

SlotRing::Places SlotRing::advance(FragmentBuilder &h,
                                   const Places &places) const {
  auto getNext = [&](Value place) {
    Value next = h.add(place, slotBytes);
    return h.select(h.isEqual(next, getBytes()), h.constant(0), next);
  };
  return {getNext(places.read), getNext(places.filled)};
}

int64_t WarpTiles::getBytes(int64_t rows, int64_t width) {
  return countBlocks(width) * rows * kRowBytes;
}
int64_t WarpTiles::countColumns(int64_t width) {
  return countSteps(width) * kPair;
}

WarpTiles::WarpTiles(KernelBuilder &kernel, FragmentBuilder &h,
                     TensorCoreBuilder &core, Type element, Value thread,
                     int64_t threads)
    : kernel(kernel), h(h), core(core), element(element), threads(threads) {
  copyRow = h.div(thread, kChunksOfRow);
  copyChunk = h.rem(thread, kChunksOfRow);
  copyPlace =
      h.add(h.mul(copyRow, kRowBytes),
            h.mul(h.exclusiveOr(copyChunk, h.rem(copyRow, 8)), kChunkBytes));
  // Lane 8 t + r gives row r of matrix t: two rows of matrices by two chunks.
  Value lane = h.rem(thread, 32), within = h.rem(lane, 8),
        low = h.rem(h.div(lane, 8), 2), high = h.div(lane, 16);
  auto getRow = [&](Value number) {
    return h.add(h.mul(number, kChunk), within);
  };
  left = findPlaces(getRow(low), high);
  columns = findPlaces(getRow(high), low);
}

WarpTiles::Places WarpTiles::findPlaces(Value row, Value chunk) {
  Value first = h.add(h.mul(row, kRowBytes),
                      h.mul(h.exclusiveOr(chunk, h.rem(row, 8)), kChunkBytes));
  Places places;
  for (int64_t pair = 0; pair < kChunksOfRow / 2; ++pair)
    places.push_back(h.exclusiveOr(first, h.constant(pair * 2 * kChunkBytes)));
  return places;
}

Value WarpTiles::advance(Value pointer, int64_t bytes) {
  return bytes == 0 ? pointer
                    : core.advance(pointer, bytes, kernel.builder.getI8Type());
}

void WarpTiles::copy(const RowSource &source, Value sequence, Value first,
                     Value to, int64_t rows) {
  int64_t atOnce = threads / kChunksOfRow;
  Value position = h.add(first, copyRow);
  Value offset =
      kernel.add(kernel.mul(kernel.add(kernel.mul(kernel.toOffset(sequence),
                                                  source.positions),
                                       kernel.toOffset(position)),
                            source.width),
                 kernel.mul(kernel.toOffset(copyChunk), kChunk));
  Value from = getAddress(kernel, source.tensor, offset);
  Value place = core.advance(to, copyPlace);
  Value all = h.constant(kChunkBytes), none = h.constant(0);
  for (int64_t i = 0; i * atOnce < rows; ++i) {
    // A tensor whose positions are whole tiles has a row for each.
    Value bytes = all;
    if (source.positions % rows != 0)
      bytes =
          h.select(core.isLess(h.add(position, i * atOnce), source.positions),
                   all, none);
    auto copyRows = [&] {
      for (int64_t block = 0; block < countBlocks(source.width); ++block) {
        int64_t end = source.width - block * kBlockColumns;
        Value own = bytes;
        if (end < kBlockColumns)
          own = h.select(core.isLess(copyChunk, end / kChunk), bytes, none);
        core.copyChunk(
            advance(place, (block * rows + i * atOnce) * kRowBytes),
            core.advance(from,
                         i * atOnce * source.width + block * kBlockColumns,
                         element),
            own);
      }
    };
    if ((i + 1) * atOnce <= rows)
      copyRows();
    else
      kernel.ifThen(core.isLess(copyRow, rows - i * atOnce), copyRows);
  }
}

SmallVector<Value> WarpTiles::load(Value tile, const Places &places,
                                   int64_t step, int64_t rows, int64_t firstRow,
                                   bool isTransposed) {
  int64_t block = step * kStep / kBlockColumns,
          inBlock = step % (kBlockColumns / kStep);
  Value at = core.advance(tile, places[size_t(inBlock)]);
  return core.loadMatrices(advance(at, (block * rows + firstRow) * kRowBytes),
                           isTransposed);
}

Registers WarpTiles::loadRows(const TileRows &rows, int64_t width) {
  Value tile = core.advance(rows.tile, h.mul(rows.firstRow, kRowBytes));
  Registers words;
  for (int64_t step = 0; step < countSteps(width); ++step)
    llvm::append_range(words, load(tile, left, step, rows.rows, 0,
                                   /*isTransposed=*/false));
  return words;
}

void WarpTiles::addStep(Registers &sums, ValueRange a, Value b, int64_t columns,
                        int64_t step) {
  for (int64_t first = 0; first < columns; first += kPair) {
    SmallVector<Value> words = load(b, this->columns, step, columns, first,
                                    /*isTransposed=*/false);
    addPair(sums, a, words, first);
  }
}

void WarpTiles::addPair(Registers &sums, ValueRange a, ArrayRef<Value> words,
                        int64_t firstColumn) {
  for (int64_t half = 0; half < 2; ++half) {
    auto own = MutableArrayRef<Value>(sums).slice(
        size_t(firstColumn / 2 + 4 * half), 4);
    llvm::copy(core.multiply(a, words.slice(size_t(2 * half), 2),
                             ValueRange(ArrayRef<Value>(own)), element),
               own.begin());
  }
}

Registers WarpTiles::multiplyRows(ArrayRef<Value> a, Value b, int64_t columns,
                                  int64_t width) {
  Registers sums(size_t(columns / 2), h.constantFloat(0));
  for (int64_t step = 0; step < countSteps(width); ++step)
    addStep(sums, a.slice(size_t(4 * step), 4), b, columns, step);
  return sums;
}

Registers WarpTiles::multiplyRows(const TileRows &a, Value b, int64_t columns,
                                  int64_t width) {
  Value tile = core.advance(a.tile, h.mul(a.firstRow, kRowBytes));
  Registers sums(size_t(columns / 2), h.constantFloat(0));
  for (int64_t step = 0; step < countSteps(width); ++step)
    addStep(sums, load(tile, left, step, a.rows, 0, /*isTransposed=*/false), b,
            columns, step);
  return sums;
}

Registers WarpTiles::addProduct(const Registers &sums, ArrayRef<Value> a,
                                Value b, int64_t rows) {
  Registers next = sums;
  int64_t pairs = int64_t(sums.size()) * 2 / kPair;
  for (int64_t k = 0; k < rows / kStep; ++k)
    for (int64_t pair = 0; pair < pairs; ++pair)
      addPair(next, a.slice(size_t(4 * k), 4),
              load(b, left, pair, rows, k * kStep, /*isTransposed=*/true),
              pair * kPair);
  return next;
}
