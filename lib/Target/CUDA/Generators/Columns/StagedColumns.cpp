// StagedColumns.cpp: column sums over rows that begin at any byte
#include "StagedColumns.h"
#include "Choice/Prediction.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace sbp::cuda;

/// The columns of a block are at least so many bytes of a row, if the row has
/// them: a row costs one sector more than it fills.
static constexpr int64_t kPanelBytes = 2048;
/// Bytes that a block loads while it sums as many others; twice as many where
/// there are fewer blocks than multiprocessors.
static constexpr int64_t kChunkBytes = 40960;
/// Shared memory in addition to the chunks: sums of thread rows, starts of
/// ranges.
static constexpr int64_t kOtherBytes = 8192;
/// The most bytes that edges and parts may add, over those of inputs and
/// results.
static constexpr double kMostWaste = 0.04;
/// Share of the rate of a copy: what passes shared memory waits for barriers.
static constexpr double kShare = 0.95;

LogicalResult StagedColumns::analyse() {
  if (failed(ColumnSums::analyse()))
    return failure();
  arrange(1);
  int64_t narrowest = 0;
  bool isShifted = false;
  for (OpOperand *input : op.getDpsInputOperands()) {
    auto found = StagedSource::find(op, *input, inner, reduced);
    if (!found)
      return failure();
    const StagedSource &source = sources.emplace_back(std::move(*found));
    if (source.way != Way::Rows)
      continue;
    narrowest = narrowest ? std::min(narrowest, source.bytes) : source.bytes;
    isShifted |= !beginsAtSectors(source);
  }
  if (!isShifted)
    return failure();
  int64_t columns = extents[inner];
  outer = numVectors / columns;
  panels = std::max<int64_t>(1, columns * std::max<int64_t>(2, narrowest) /
                                    kPanelBytes);
  panelColumns = int64_t(llvm::alignTo(llvm::divideCeil(columns, panels), 8));
  panelColumns = std::min(panelColumns, columns);
  panels = llvm::divideCeil(columns, panelColumns);
  perThread = llvm::divideCeil(panelColumns, kThreads);
  int64_t rowBytes = 0;
  for (StagedSource &source : sources) {
    if (source.way == Way::Rows)
      source.width = panelColumns;
    Access access = source.getSourceAccess(op);
    bool isPart = source.way == Way::Rows && panels > 1;
    if ((source.way == Way::Rows || source.way == Way::Column) && !isPart &&
        isRange(access, source.width))
      source.way = Way::Range;
    rowBytes += source.width * source.bytes;
  }
  return success(rowBytes <= kChunkBytes / 2);
}

bool StagedColumns::beginsAtSectors(const StagedSource &source) {
  Access access = source.getSourceAccess(op);
  bool begins = access.constant * source.bytes % kSectorBytes == 0;
  for (auto [loop, step] : llvm::enumerate(access.coefficients))
    begins &= loop == inner || extents[loop] == 1 ||
              step * source.bytes % kSectorBytes == 0;
  return begins;
}

bool StagedColumns::isRange(const Access &access, int64_t width) const {
  int64_t step = width;
  for (size_t i = reduced.size(); i-- > 0;) {
    if (reducedExtents[i] > 1 && access.coefficients[reduced[i]] != step)
      return false;
    step *= reducedExtents[i];
  }
  return true;
}

/// Returns the number of terms of a block that makes its sums, which are
/// stored and loaded, cost what the edges of rows leave of kMostWaste.
int64_t StagedColumns::getLeastTerms() const {
  // Bytes of a term and of a block for each of its columns; a range or a row of
  // parts touches up to one sector more than it fills.
  double sector = double(kSectorBytes) / double(panelColumns), edges = 0;
  double perTerm = 0, perBlock = sector;
  perBlock += 2 * double(getElementBytes(combiner->getResult(0).getType()));
  for (const StagedSource &source : sources) {
    if (source.way == Way::Once)
      perBlock += double(source.bytes);
    else if (source.width > 1)
      perTerm += double(source.bytes);
    if (source.way == Way::Rows || source.way == Way::Column)
      edges += sector;
    else if (source.way == Way::Range)
      perBlock += sector;
  }
  double share = std::max(kMostWaste - edges / perTerm, kMostWaste / 3);
  return int64_t(std::ceil(perBlock / (perTerm * share)));
}

std::string StagedColumns::getSchedule() const {
  return llvm::formatv("{0} columns a block by shared memory, terms over {1} "
                       "blocks",
                       panelColumns, splits);
}

double StagedColumns::predictSeconds(const Chip &chip) {
  double bytes = countInputBytes() + countResultBytes();
  double inFlight =
      std::min(double(getChunkBytes(chip)), bytes / double(countBlocks()));
  double rate =
      std::min(kShare * chip.copyRate,
               double(countBlocks()) * inFlight / kChunkBytes * kBlockRate);
  return chip.launchSeconds + bytes / rate + predictTotal(chip);
}

int64_t StagedColumns::getChunkBytes(const Chip &chip) const {
  if (countBlocks() >= chip.multiprocessors)
    return kChunkBytes;
  return std::min(2 * kChunkBytes, (chip.maxSharedBytes - kOtherBytes) / 2);
}

void StagedColumns::openSums(LaunchPlan &plan, Value parts) {
  SmallVector<Value> tensors = getInputs();
  if (parts)
    tensors.push_back(parts);
  else {
    llvm::append_range(tensors, getGatheredTensors(op));
    tensors.push_back(op->getResult(0));
  }
  kernel.emplace(plan, op.getLoc(), "columns", tensors, kThreads,
                 getLargestOffset() + sizes.rows * panelColumns +
                     2 * sizes.bufferBytes);
  KernelBuilder &builder = *kernel;
  lanes = llvm::divideCeil(panelColumns, perThread);
  threadRows = kThreads / lanes;
  lane = builder.rem(builder.threadId(), lanes);
  threadRow = builder.div(builder.threadId(), lanes);
  Value unit = builder.rem(builder.blockId(), outer * panels);
  block = builder.div(builder.blockId(), outer * panels);
  SmallVector<int64_t> around(resultExtents);
  around[inner] = 1;
  first = builder.delinearise(builder.div(unit, panels), around);
  firstColumn = builder.mul(builder.rem(unit, panels), panelColumns);
  first[inner] = firstColumn;
  ownColumns = arith::MinUIOp::create(
      builder.builder,
      arith::SubIOp::create(builder.builder, builder.constant(extents[inner]),
                            firstColumn),
      builder.constant(panelColumns));
  storage = builder.allocateDynamicShared(
      (termsPerBlock <= sizes.rows ? 1 : 2) * sizes.bufferBytes);
  chunks.emplace(builder, op, sources, sizes, kThreads, storage, ownColumns,
                 [this](Value term) { return getLoops(term); });
}

/// Loads the elements of each column that are equal for all terms.
void StagedColumns::loadOnce() {
  KernelBuilder &builder = *kernel;
  for (StagedSource &source : sources) {
    source.once.clear();
    if (source.way != Way::Once)
      continue;
    Values loops(first);
    for (unsigned loop : reduced)
      loops[loop] = builder.constant(0);
    for (int64_t i = 0; i < perThread; ++i) {
      loops[inner] = getColumn(i);
      source.once.push_back(
          builder.load(source.operand->get(),
                       builder.offset(op.getMatchingIndexingMap(source.operand),
                                      op.getShape(source.operand), loops)));
    }
  }
}

Value StagedColumns::getColumn(int64_t i) {
  KernelBuilder &builder = *kernel;
  return builder.add(firstColumn, getLocalColumn(i));
}

/// Lanes without a column compute the last one again.
Value StagedColumns::getLocalColumn(int64_t i) {
  KernelBuilder &builder = *kernel;
  return arith::MinUIOp::create(
      builder.builder, builder.add(lane, builder.constant(i * lanes)),
      arith::SubIOp::create(builder.builder, ownColumns, builder.constant(1)));
}

ColumnSums::Values StagedColumns::addRow(Value begin, Value row, Value buffer,
                                         Values sums) {
  KernelBuilder &builder = *kernel;
  Values loops = getLoops(builder.add(begin, row));
  SmallVector<Value> starts;
  for (const StagedSource &source : sources) {
    starts.push_back(source.isShared()
                         ? chunks->getIndex(source, begin, row, buffer)
                         : Value());
  }
  for (int64_t i = 0; i < perThread; ++i) {
    Value column = getLocalColumn(i);
    loops[inner] = builder.add(firstColumn, column);
    Values arguments;
    for (auto [source, start] : llvm::zip_equal(sources, starts)) {
      Type element = getElementTypeOrSelf(source.operand->get().getType());
      if (source.way == Way::Never)
        arguments.push_back(Value());
      else if (source.way == Way::Once)
        arguments.push_back(source.once[size_t(i)]);
      else
        arguments.push_back(builder.loadShared(
            storage, element,
            source.width > 1 ? builder.add(start, column) : start, 1)[0]);
    }
    arguments.push_back(sums[size_t(i)]);
    sums[size_t(i)] = builder.inlineBody(op, arguments, loops)[0];
  }
  return sums;
}

ColumnSums::Values StagedColumns::addChunk(Value begin, Value rows,
                                           Value buffer, Values sums) {
  int64_t group = std::clamp<int64_t>(sizes.rows / threadRows, 1, 4);
  return addTerms(threadRow, rows, threadRows, group, std::move(sums),
                  [&](Value row, Values sums) {
                    return addRow(begin, row, buffer, std::move(sums));
                  });
}

/// Adds all chunks of the block, the first of which is in buffer 0.
ColumnSums::Values StagedColumns::addChunks(Value begin, Value end,
                                            Values sums) {
  KernelBuilder &builder = *kernel;
  sums.push_back(builder.constant(0)); // the buffer of the chunk that is summed
  sums = builder.forLoop(
      begin, end, sizes.rows, sums, [&](Value chunk, ValueRange carried) {
        Value buffer = carried.back(),
              next = builder.add(chunk, builder.constant(sizes.rows));
        Value other =
            arith::SubIOp::create(builder.builder, builder.constant(1), buffer);
        auto pieces = chunks->load(next, chunks->countRows(next, end));
        Values now = addChunk(chunk, chunks->countRows(chunk, end), buffer,
                              getNeutral(perThread));
        for (auto [sum, before] : llvm::zip_equal(now, carried.drop_back()))
          sum = combine(before, sum);
        chunks->store(pieces, other);
        builder.barrier();
        now.push_back(other);
        return now;
      });
  sums.pop_back();
  return sums;
}

void StagedColumns::storeSums(Values sums, Value parts) {
  KernelBuilder &builder = *kernel;
  OpOperand &init = op.getDpsInitsMutable()[0];
  Value start = parts ? Value() : getStart();
  Value isFirst = builder.isLess(threadRow, 1);
  for (auto [i, sum] : llvm::enumerate(sums)) {
    Value isOwn = arith::CmpIOp::create(
        builder.builder, arith::CmpIPredicate::ult,
        builder.add(lane, builder.constant(int64_t(i) * lanes)), ownColumns);
    Values loops(first);
    loops[inner] = getColumn(int64_t(i));
    builder.ifThen(arith::AndIOp::create(builder.builder, isFirst, isOwn), [&] {
      if (parts)
        builder.store(sum, parts, getPartOffset(block, loops));
      else
        builder.store(combine(start, sum), op->getResult(0),
                      builder.offset(op.getMatchingIndexingMap(&init),
                                     op.getShape(&init), loops));
    });
  }
}

void StagedColumns::buildSums(LaunchPlan &plan, Value parts) {
  sizes = StagedChunks::place(sources, panelColumns, getChunkBytes(plan.chip),
                              termsPerBlock);
  openSums(plan, parts);
  KernelBuilder &builder = *kernel;
  loadOnce();
  auto [begin, end] = getOwnTerms();
  chunks->store(chunks->load(begin, chunks->countRows(begin, end)),
                builder.constant(0));
  builder.barrier();
  Values sums = getNeutral(perThread);
  if (termsPerBlock <= sizes.rows)
    sums = addChunk(begin, chunks->countRows(begin, end), builder.constant(0),
                    std::move(sums));
  else
    sums = addChunks(begin, end, std::move(sums));
  storeSums(reduceThreadRows(std::move(sums)), parts);
  builder.finish({countBlocks(), 1, 1});
}
