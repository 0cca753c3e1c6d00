// StagedChunks.cpp: chunks of rows on their way to shared memory
#include "StagedChunks.h"
#include "Generators/Rows/AlignedAccess.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace sbp::cuda;

/// Rows of a chunk that are ranges of their own, so that 4 threads copy one.
static constexpr int64_t kMaxRanges = 64;

Access StagedSource::getSourceAccess(linalg::GenericOp op) const {
  return *getAccess(op.getMatchingIndexingMap(operand), op.getShape(operand));
}

std::optional<StagedSource> StagedSource::find(linalg::GenericOp op,
                                               OpOperand &input, unsigned inner,
                                               ArrayRef<unsigned> reduced) {
  StagedSource source;
  source.operand = &input;
  source.bytes = getElementBytes(getElementTypeOrSelf(input.get().getType()));
  Access access = source.getSourceAccess(op);
  int64_t along = access.coefficients[inner];
  bool isFixed = llvm::all_of(
      reduced, [&](unsigned loop) { return !access.coefficients[loop]; });
  if (!isRead(op, input))
    source.way = SourceWay::Never;
  else if (isFixed)
    source.way = SourceWay::Once;
  else if (along == 0)
    source.way = SourceWay::Column;
  else if (along == 1)
    source.way = SourceWay::Rows;
  else
    return std::nullopt;
  return source;
}

StagedChunks::Sizes StagedChunks::place(MutableArrayRef<StagedSource> sources,
                                        int64_t columns, int64_t bytes,
                                        int64_t terms) {
  Sizes sizes;
  sizes.columns = columns;
  int64_t rowBytes = 0, most = int64_t(llvm::PowerOf2Ceil(uint64_t(terms)));
  for (StagedSource &source : sources) {
    rowBytes += source.width * source.bytes;
    if (source.way != SourceWay::Rows)
      continue;
    most = std::min(most, kMaxRanges);
    // A range begins as far behind a multiple of a vector as in memory.
    source.rowBytes = int64_t(llvm::alignTo(
        source.width * source.bytes + kVectorBytes, kVectorBytes));
    rowBytes += source.rowBytes - source.width * source.bytes;
  }
  sizes.rows =
      std::min(most, int64_t(llvm::bit_floor(uint64_t(bytes / rowBytes))));
  for (StagedSource &source : sources) {
    source.place = sizes.bufferBytes;
    int64_t taken = 0;
    if (source.way == SourceWay::Rows)
      taken = sizes.rows * source.rowBytes;
    else if (source.isShared())
      taken = sizes.rows * source.width * source.bytes + kVectorBytes;
    sizes.bufferBytes += int64_t(llvm::alignTo(taken, kVectorBytes));
  }
  return sizes;
}

Value StagedChunks::getOffset(const StagedSource &source, Value term) {
  return kernel.offset(op.getMatchingIndexingMap(source.operand),
                       op.getShape(source.operand), getLoops(term));
}

Value StagedChunks::getResidue(const StagedSource &source, Value offset,
                               int64_t step) {
  KernelBuilder &b = kernel;
  Value address =
      LLVM::PtrToIntOp::create(b.builder, b.builder.getI32Type(),
                               getAddress(b, source.operand->get(), offset));
  return b.rem(b.toOffset(address), step);
}

Value StagedChunks::countRows(Value begin, Value end) {
  KernelBuilder &b = kernel;
  Value last = arith::MinUIOp::create(b.builder, begin, end);
  return arith::MinUIOp::create(b.builder,
                                arith::SubIOp::create(b.builder, end, last),
                                b.constant(sizes.rows));
}

/// Loads the whole sectors of a range by vectors, its edges by elements.
void StagedChunks::loadRange(const StagedSource &source, Value offset,
                             Value count, int64_t most, Value place,
                             const Team &team, SmallVectorImpl<Piece> &pieces) {
  KernelBuilder &b = kernel;
  int64_t bytes = source.bytes, perSector = kSectorBytes / bytes;
  Value tensor = source.operand->get();
  auto sub = [&](Value x, Value y) -> Value {
    return arith::SubIOp::create(b.builder, x, y);
  };
  Value residue = getResidue(source, offset, kSectorBytes);
  Value lead =
      b.rem(sub(b.constant(perSector), b.div(residue, bytes)), perSector);
  lead = arith::MinUIOp::create(b.builder, lead, count);
  Value sectors = b.div(sub(count, lead), perSector);
  // Byte 0 of the range lies at its residue.
  Value begin = b.add(place, b.rem(residue, kVectorBytes));
  Value aligned = b.add(begin, b.mul(lead, bytes));
  Type word = b.builder.getI32Type();
  SmallVector<Value> none(4, b.zero(word));
  int64_t vectors = most * bytes / kVectorBytes;
  for (int64_t i = 0; i < vectors; i += team.size) {
    Value own = b.add(team.member, b.constant(i));
    Value isLoaded = arith::CmpIOp::create(b.builder, arith::CmpIPredicate::ult,
                                           own, b.mul(sectors, 2));
    SmallVector<Value> words = b.ifElse(isLoaded, none, [&] {
      Value from = b.add(b.add(offset, lead), b.mul(own, perSector / 2));
      return b.loadShared(getAddress(b, tensor, from), word, b.constant(0), 4);
    });
    pieces.push_back(
        {isLoaded, words, b.add(aligned, b.mul(own, kVectorBytes)), bytes});
  }
  Value behind = b.add(lead, b.mul(sectors, perSector));
  SmallVector<Value> zero{b.zero(getElementTypeOrSelf(tensor.getType()))};
  for (int64_t i = 0; i < 2 * perSector; i += team.size) {
    // The first places are those in front of the first sector.
    Value own = b.add(team.member, b.constant(i));
    Value isLead = b.isLess(own, perSector);
    Value at = arith::SelectOp::create(
        b.builder, isLead, own, sub(b.add(behind, own), b.constant(perSector)));
    Value end = arith::SelectOp::create(b.builder, isLead, lead, count);
    Value isLoaded =
        arith::CmpIOp::create(b.builder, arith::CmpIPredicate::ult, at, end);
    if (team.size > 2 * perSector)
      isLoaded = arith::AndIOp::create(b.builder, isLoaded,
                                       b.isLess(own, 2 * perSector));
    SmallVector<Value> element = b.ifElse(isLoaded, zero, [&] {
      return SmallVector<Value>{b.load(tensor, b.add(offset, at))};
    });
    pieces.push_back(
        {isLoaded, element, b.add(begin, b.mul(at, bytes)), bytes});
  }
}

SmallVector<StagedChunks::Piece> StagedChunks::load(Value begin, Value rows) {
  KernelBuilder &b = kernel;
  Value thread = b.threadId();
  SmallVector<Piece> pieces;
  for (const StagedSource &source : sources) {
    Value place = b.constant(source.place);
    if (source.way == SourceWay::Range) {
      loadRange(source, getOffset(source, begin), b.mul(rows, source.width),
                sizes.rows * source.width, place, {thread, threads}, pieces);
    } else if (source.way == SourceWay::Rows) {
      Team team{b.rem(thread, threads / sizes.rows), threads / sizes.rows};
      Value row = b.div(thread, team.size);
      Value isRow = arith::CmpIOp::create(b.builder, arith::CmpIPredicate::ult,
                                          row, rows);
      Value count =
          arith::SelectOp::create(b.builder, isRow, ownColumns, b.constant(0));
      loadRange(source, getOffset(source, b.add(begin, row)), count,
                sizes.columns, b.add(place, b.mul(row, source.rowBytes)), team,
                pieces);
    } else if (source.way == SourceWay::Column) {
      loadColumn(source, begin, rows, pieces);
    }
  }
  return pieces;
}

/// Loads an element of each row of a chunk.
void StagedChunks::loadColumn(const StagedSource &source, Value begin,
                              Value rows, SmallVectorImpl<Piece> &pieces) {
  KernelBuilder &b = kernel;
  Value tensor = source.operand->get();
  SmallVector<Value> zero{b.zero(getElementTypeOrSelf(tensor.getType()))};
  for (int64_t i = 0; i < sizes.rows; i += threads) {
    Value row = b.add(b.threadId(), b.constant(i));
    Value isLoaded =
        arith::CmpIOp::create(b.builder, arith::CmpIPredicate::ult, row, rows);
    SmallVector<Value> element = b.ifElse(isLoaded, zero, [&] {
      return SmallVector<Value>{
          b.load(tensor, getOffset(source, b.add(begin, row)))};
    });
    pieces.push_back({isLoaded, element,
                      b.add(b.mul(row, source.bytes), b.constant(source.place)),
                      source.bytes});
  }
}

void StagedChunks::store(ArrayRef<Piece> pieces, Value buffer) {
  KernelBuilder &builder = kernel;
  Value base = builder.mul(buffer, sizes.bufferBytes);
  for (const Piece &piece : pieces)
    builder.ifThen(piece.isLoaded, [&] {
      int64_t bytes = piece.values.size() == 1 ? piece.bytes : 4;
      builder.storeShared(piece.values, storage,
                          builder.div(builder.add(base, piece.to), bytes));
    });
}

Value StagedChunks::getIndex(const StagedSource &source, Value begin, Value row,
                             Value buffer) {
  KernelBuilder &builder = kernel;
  Value start = builder.add(builder.mul(buffer, sizes.bufferBytes),
                            builder.constant(source.place));
  if (source.way == SourceWay::Column)
    return builder.add(builder.div(start, source.bytes), row);
  bool isRange = source.way == SourceWay::Range;
  Value term = isRange ? begin : builder.add(begin, row);
  start = builder.add(
      start, getResidue(source, getOffset(source, term), kVectorBytes));
  start =
      builder.add(start, builder.mul(row, isRange ? source.width * source.bytes
                                                  : source.rowBytes));
  return builder.div(start, source.bytes);
}
