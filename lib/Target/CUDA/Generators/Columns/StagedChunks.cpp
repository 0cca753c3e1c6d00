// StagedChunks.cpp: chunks of rows on their way to shared memory
#include "StagedChunks.h"
#include "Kernel/AlignedAccess.h"
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
    // A range begins as far after a multiple of a vector as in memory.
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
  KernelBuilder &builder = kernel;
  Value address = LLVM::PtrToIntOp::create(
      builder.builder, builder.builder.getI32Type(),
      getAddress(builder, source.operand->get(), offset));
  return builder.rem(builder.toOffset(address), step);
}

Value StagedChunks::countRows(Value begin, Value end) {
  KernelBuilder &builder = kernel;
  Value last = arith::MinUIOp::create(builder.builder, begin, end);
  return arith::MinUIOp::create(
      builder.builder, arith::SubIOp::create(builder.builder, end, last),
      builder.constant(sizes.rows));
}

/// Loads the whole sectors of a range by vectors, its edges by elements.
void StagedChunks::loadRange(const StagedSource &source, Value offset,
                             Value count, int64_t most, Value place,
                             const Team &team, SmallVectorImpl<Piece> &pieces) {
  KernelBuilder &builder = kernel;
  int64_t bytes = source.bytes, perSector = kSectorBytes / bytes;
  Value tensor = source.operand->get();
  auto sub = [&](Value x, Value y) -> Value {
    return arith::SubIOp::create(builder.builder, x, y);
  };
  Value residue = getResidue(source, offset, kSectorBytes);
  Value lead = builder.rem(
      sub(builder.constant(perSector), builder.div(residue, bytes)), perSector);
  lead = arith::MinUIOp::create(builder.builder, lead, count);
  Value sectors = builder.div(sub(count, lead), perSector);
  // Byte 0 of the range lies at its residue.
  Value begin = builder.add(place, builder.rem(residue, kVectorBytes));
  Value aligned = builder.add(begin, builder.mul(lead, bytes));
  Type word = builder.builder.getI32Type();
  SmallVector<Value> none(4, builder.zero(word));
  int64_t vectors = most * bytes / kVectorBytes;
  for (int64_t i = 0; i < vectors; i += team.size) {
    Value own = builder.add(team.member, builder.constant(i));
    Value isLoaded =
        arith::CmpIOp::create(builder.builder, arith::CmpIPredicate::ult, own,
                              builder.mul(sectors, 2));
    SmallVector<Value> words = builder.ifElse(isLoaded, none, [&] {
      Value from = builder.add(builder.add(offset, lead),
                               builder.mul(own, perSector / 2));
      return builder.loadShared(getAddress(builder, tensor, from), word,
                                builder.constant(0), 4);
    });
    pieces.push_back({isLoaded, words,
                      builder.add(aligned, builder.mul(own, kVectorBytes)),
                      bytes});
  }
  Value behind = builder.add(lead, builder.mul(sectors, perSector));
  SmallVector<Value> zero{builder.zero(getElementTypeOrSelf(tensor.getType()))};
  for (int64_t i = 0; i < 2 * perSector; i += team.size) {
    // The first places are those before the first sector.
    Value own = builder.add(team.member, builder.constant(i));
    Value isLead = builder.isLess(own, perSector);
    Value at = arith::SelectOp::create(
        builder.builder, isLead, own,
        sub(builder.add(behind, own), builder.constant(perSector)));
    Value end = arith::SelectOp::create(builder.builder, isLead, lead, count);
    Value isLoaded = arith::CmpIOp::create(builder.builder,
                                           arith::CmpIPredicate::ult, at, end);
    if (team.size > 2 * perSector)
      isLoaded = arith::AndIOp::create(builder.builder, isLoaded,
                                       builder.isLess(own, 2 * perSector));
    SmallVector<Value> element = builder.ifElse(isLoaded, zero, [&] {
      return SmallVector<Value>{builder.load(tensor, builder.add(offset, at))};
    });
    pieces.push_back(
        {isLoaded, element, builder.add(begin, builder.mul(at, bytes)), bytes});
  }
}

SmallVector<StagedChunks::Piece> StagedChunks::load(Value begin, Value rows) {
  KernelBuilder &builder = kernel;
  Value thread = builder.threadId();
  SmallVector<Piece> pieces;
  for (const StagedSource &source : sources) {
    Value place = builder.constant(source.place);
    if (source.way == SourceWay::Range) {
      loadRange(source, getOffset(source, begin),
                builder.mul(rows, source.width), sizes.rows * source.width,
                place, {thread, threads}, pieces);
    } else if (source.way == SourceWay::Rows) {
      Team team{builder.rem(thread, threads / sizes.rows),
                threads / sizes.rows};
      Value row = builder.div(thread, team.size);
      Value isRow = arith::CmpIOp::create(builder.builder,
                                          arith::CmpIPredicate::ult, row, rows);
      Value count = arith::SelectOp::create(builder.builder, isRow, ownColumns,
                                            builder.constant(0));
      loadRange(source, getOffset(source, builder.add(begin, row)), count,
                sizes.columns,
                builder.add(place, builder.mul(row, source.rowBytes)), team,
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
  KernelBuilder &builder = kernel;
  Value tensor = source.operand->get();
  SmallVector<Value> zero{builder.zero(getElementTypeOrSelf(tensor.getType()))};
  for (int64_t i = 0; i < sizes.rows; i += threads) {
    Value row = builder.add(builder.threadId(), builder.constant(i));
    Value isLoaded = arith::CmpIOp::create(
        builder.builder, arith::CmpIPredicate::ult, row, rows);
    SmallVector<Value> element = builder.ifElse(isLoaded, zero, [&] {
      return SmallVector<Value>{
          builder.load(tensor, getOffset(source, builder.add(begin, row)))};
    });
    pieces.push_back({isLoaded, element,
                      builder.add(builder.mul(row, source.bytes),
                                  builder.constant(source.place)),
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
