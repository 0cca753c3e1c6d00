// StagedTile.cpp: tiles of a factor in shared memory, for products of warps
//
// A row of shared memory holds C chunks of 16 bytes. 8 / C rows are one line of
// all banks, at least one; chunk c of row r lies at chunk c ^ (r / (8 / C)) of
// its row (modulo C, at most 8). Example of C = 4: rows 0 to 3 of chunk 0 are
// at chunks 0, 4, 1 and 5 of lines 0 and 1, so eight rows of a chunk, which are
// loaded together, are in different banks.
#include "StagedTile.h"
#include "Kernel/AlignedAccess.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include <algorithm>

using namespace mlir;
using namespace sbp::cuda;

/// Rows that a load of matrices has of the outer dimension of a tile, or of its
/// k where that is the outer one.
static constexpr int64_t kLoadedRows = 16;

std::optional<StagedTile> StagedTile::find(const FactorLayout &layout,
                                           int64_t rows, int64_t elementBytes) {
  StagedTile tile;
  tile.layout = layout;
  tile.rows = rows;
  tile.elementBytes = elementBytes;
  tile.isKMajor = layout.kStride == 1;
  if (!tile.isKMajor && (layout.outerStride != 1 || elementBytes != 2))
    return std::nullopt;
  int64_t stride = tile.isKMajor ? layout.outerStride : layout.kStride,
          extent = tile.isKMajor ? layout.outer : layout.k;
  if ((extent > 1 && stride % tile.getChunk()) ||
      (layout.batch > 1 && layout.batchStride % tile.getChunk()))
    return std::nullopt;
  // The stride of one row is not used, and may be none that chunks have.
  if (extent == 1)
    (tile.isKMajor ? tile.layout.outerStride : tile.layout.kStride) = 0;
  return tile;
}

int64_t StagedTile::getLastElement(int64_t slices) const {
  return layout.batch * layout.batchStride +
         (layout.outer + rows) * layout.outerStride +
         slices * getSliceK() * layout.kStride;
}

Value StagedTile::swizzle(TensorCoreBuilder &builder, Value row,
                          Value chunk) const {
  int64_t count = countChunks(), perLine = std::max<int64_t>(1, 8 / count);
  Value line =
      builder.rem(builder.div(row, perLine), std::min<int64_t>(8, count));
  return builder.add(builder.mul(row, getPitch()),
                     builder.mul(builder.exclusiveOr(chunk, line), 16));
}

StagedTile::Copies StagedTile::prepareCopies(KernelBuilder &kernel,
                                             TensorCoreBuilder &builder,
                                             Value factor, Value batch,
                                             Value firstRow, Value firstK,
                                             Value thread) const {
  int64_t perRow = countChunks();
  Value line = builder.div(thread, perRow), chunk = builder.rem(thread, perRow);
  Value along = builder.mul(chunk, getChunk());
  Copies copies;
  copies.row = builder.add(firstRow, isKMajor ? line : along);
  copies.k = isKMajor ? along : line;
  copies.place = swizzle(builder, line, chunk);
  auto term = [&](Value index, int64_t stride) {
    return kernel.mul(kernel.toOffset(index), stride);
  };
  Value offset =
      kernel.add(kernel.add(term(batch, layout.batchStride),
                            term(copies.row, layout.outerStride)),
                 term(builder.add(copies.k, firstK), layout.kStride));
  copies.from = getAddress(kernel, factor, offset);
  return copies;
}

Value StagedTile::advance(TensorCoreBuilder &builder, Value from,
                          Type element) const {
  return builder.advance(from, getSliceK() * layout.kStride, element);
}

Value StagedTile::countBytes(TensorCoreBuilder &builder, const Copies &copies,
                             Value firstK) const {
  Value index = isKMajor ? builder.add(firstK, copies.k) : copies.row;
  int64_t end = isKMajor ? layout.k : layout.outer;
  if (!isKMajor && end % rows == 0)
    return builder.constant(16);
  if (end % getChunk() == 0)
    return builder.select(builder.isLess(index, end), builder.constant(16),
                          builder.constant(0));
  Value rest = builder.clampToZero(builder.sub(builder.constant(end), index));
  return builder.mul(builder.min(rest, getChunk()), elementBytes);
}

/// The lines of a thread differ by a multiple of the lines after which swizzles
/// repeat, so its places differ by constants.
void StagedTile::emitCopies(KernelBuilder &kernel, TensorCoreBuilder &builder,
                            const Copies &copies, Value from, Value firstK,
                            Value to, Value thread, int64_t threads,
                            Type element) const {
  int64_t total = getBytes() / 16, lines = threads / countChunks();
  int64_t stride = isKMajor ? layout.outerStride : layout.kStride;
  assert((!isKMajor || !copies.endOfK) && "an end of k cuts no chunk");
  bool isInside = isKMajor && !isAnywhere && layout.outer % rows == 0;
  Value bytes = countBytes(builder, copies, firstK), zero = builder.constant(0);
  Value place = builder.advance(to, copies.place);
  Type byte = IntegerType::get(element.getContext(), 8);
  for (int64_t i = 0; i * threads < total; ++i) {
    Value own = bytes;
    if (!isInside) {
      // One comparison decides about all k of a slice that is whole.
      bool isWhole = !isKMajor && !copies.endOfK && layout.k % getSliceK() == 0;
      Value line = isWhole ? firstK
                   : isKMajor
                       ? builder.add(copies.row, i * lines)
                       : builder.add(builder.add(firstK, copies.k), i * lines);
      Value isInLine =
          copies.endOfK
              ? arith::CmpIOp::create(kernel.builder, arith::CmpIPredicate::ult,
                                      line, copies.endOfK)
                    .getResult()
              : builder.isLess(line, isKMajor ? layout.outer : layout.k);
      own = builder.select(isInLine, bytes, zero);
    }
    auto copy = [&] {
      builder.copyChunk(builder.advance(place, i * lines * getPitch(), byte),
                        builder.advance(from, i * lines * stride, element),
                        own);
    };
    if ((i + 1) * threads <= total)
      copy();
    else
      kernel.ifThen(builder.isLess(thread, total - i * threads), copy);
  }
}

/// A step of two chunks changes bits of the place that the first row leaves 0,
/// so it is an exclusive or, before or after the swizzle.
SmallVector<Value> StagedTile::getPlaces(TensorCoreBuilder &builder, Value lane,
                                         Value firstRow, bool isA,
                                         int64_t groups) const {
  // Lane 8 t + r loads row r of matrix t: two rows of matrices by two of k.
  Value within = builder.rem(lane, 8),
        low = builder.rem(builder.div(lane, 8), 2),
        high = builder.div(lane, 16);
  Value row = isA ? low : high, k = isA ? high : low;
  Value first =
      isKMajor ? swizzle(builder,
                         builder.add(firstRow,
                                     builder.add(builder.mul(row, 8), within)),
                         k)
               : swizzle(builder, builder.add(builder.mul(k, 8), within),
                         builder.add(builder.div(firstRow, getChunk()), row));
  SmallVector<Value> places;
  for (int64_t i = 0; i < (isKMajor ? kSliceBytesOfK / kStepBytesOfK : groups);
       ++i)
    places.push_back(builder.exclusiveOr(first, builder.constant(i * 2 * 16)));
  return places;
}

SmallVector<Value> StagedTile::loadFragments(TensorCoreBuilder &builder,
                                             Value tile, ArrayRef<Value> places,
                                             int64_t group,
                                             int64_t step) const {
  int64_t along = isKMajor ? step : group, across = isKMajor ? group : step;
  Type byte = IntegerType::get(tile.getContext(), 8);
  Value row = builder.advance(builder.advance(tile, places[size_t(along)]),
                              across * kLoadedRows * getPitch(), byte);
  return builder.loadMatrices(row, /*isTransposed=*/!isKMajor);
}
