// StagedChunks.cpp: chunks of rows on their way to shared memory
#include "Generators/Rows/AlignedAccess.h"
#include "StagedColumns.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace sbp::cuda;

Value StagedColumns::getOffset(const Source &source, Value term) {
  return kernel->offset(op.getMatchingIndexingMap(source.operand),
                        op.getShape(source.operand), getLoops(term));
}

Value StagedColumns::getResidue(const Source &source, Value offset,
                                int64_t step) {
  KernelBuilder &b = *kernel;
  Value address =
      LLVM::PtrToIntOp::create(b.builder, b.builder.getI32Type(),
                               getAddress(b, source.operand->get(), offset));
  return b.rem(b.toOffset(address), step);
}

Value StagedColumns::countRows(Value begin, Value end) {
  KernelBuilder &b = *kernel;
  Value last = arith::MinUIOp::create(b.builder, begin, end);
  return arith::MinUIOp::create(b.builder,
                                arith::SubIOp::create(b.builder, end, last),
                                b.constant(chunkRows));
}

/// Loads the whole sectors of a range by vectors, its edges by elements.
void StagedColumns::loadRange(const Source &source, Value offset, Value count,
                              int64_t most, Value place, const Team &team,
                              SmallVectorImpl<Piece> &pieces) {
  KernelBuilder &b = *kernel;
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

SmallVector<StagedColumns::Piece> StagedColumns::loadChunk(Value begin,
                                                           Value rows) {
  KernelBuilder &b = *kernel;
  Value thread = b.threadId();
  SmallVector<Piece> pieces;
  for (const Source &source : sources) {
    Value place = b.constant(source.place);
    if (source.way == Way::Range) {
      loadRange(source, getOffset(source, begin), b.mul(rows, source.width),
                chunkRows * source.width, place, {thread, kThreads}, pieces);
    } else if (source.way == Way::Rows) {
      Team team{b.rem(thread, kThreads / chunkRows), kThreads / chunkRows};
      Value row = b.div(thread, team.size);
      Value isRow = arith::CmpIOp::create(b.builder, arith::CmpIPredicate::ult,
                                          row, rows);
      Value count =
          arith::SelectOp::create(b.builder, isRow, ownColumns, b.constant(0));
      loadRange(source, getOffset(source, b.add(begin, row)), count,
                panelColumns, b.add(place, b.mul(row, source.rowBytes)), team,
                pieces);
    } else if (source.way == Way::Column) {
      loadColumn(source, begin, rows, pieces);
    }
  }
  return pieces;
}

/// Loads an element of each row of a chunk.
void StagedColumns::loadColumn(const Source &source, Value begin, Value rows,
                               SmallVectorImpl<Piece> &pieces) {
  KernelBuilder &b = *kernel;
  Value tensor = source.operand->get();
  SmallVector<Value> zero{b.zero(getElementTypeOrSelf(tensor.getType()))};
  for (int64_t i = 0; i < chunkRows; i += kThreads) {
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

void StagedColumns::storeChunk(ArrayRef<Piece> pieces, Value buffer) {
  KernelBuilder &b = *kernel;
  Value base = b.mul(buffer, bufferBytes);
  for (const Piece &piece : pieces)
    b.ifThen(piece.isLoaded, [&] {
      int64_t bytes = piece.values.size() == 1 ? piece.bytes : 4;
      b.storeShared(piece.values, storage, b.div(b.add(base, piece.to), bytes));
    });
}

Value StagedColumns::getIndex(const Source &source, Value begin, Value row,
                              Value buffer) {
  KernelBuilder &b = *kernel;
  Value start = b.add(b.mul(buffer, bufferBytes), b.constant(source.place));
  if (source.way == Way::Column)
    return b.add(b.div(start, source.bytes), row);
  bool isRange = source.way == Way::Range;
  Value term = isRange ? begin : b.add(begin, row);
  start =
      b.add(start, getResidue(source, getOffset(source, term), kVectorBytes));
  start = b.add(start, b.mul(row, isRange ? source.width * source.bytes
                                          : source.rowBytes));
  return b.div(start, source.bytes);
}
