// ClusterRowsBuilder.cpp: the passes of rows over the memory of a cluster
//
// Block r of a cluster has a part of each row of the cluster. After each pass
// that reduces, the blocks exchange their partial results and combine them in
// the order of their ranks, so all of them have the same sums, and results do
// not depend on the order in which blocks run. Softmax exchanges its maximum,
// then its sum; layer norm its sum, then the sum of squares of differences from
// the mean, which is exact for any offset.
//
// Inputs that several passes read come by bulk copies into a ring of slots, one
// for each of the next rows; a slot is filled again when its row is done. Rows
// that begin at any element are copied without their edges (RowShift.h). What
// comes by no bulk copy is stored to shared memory by the threads that read it.
// Inputs that are equal in all rows stay there from the first row on. Example:
// of a row of 131072 floats each of 8 blocks has 64 KB in one of two slots.
#include "ClusterRowsBuilder.h"
#include "Choice/Prediction.h"
#include "Kernel/AlignedAccess.h"

using namespace mlir;
using namespace sbp::cuda;

/// Bytes of one bulk copy; a warp issues those of a row.
static constexpr int64_t kPieceBytes = 16384;

/// Places the kept sources in slots, and the held ones after all slots.
void ClusterRowsBuilder::choosePlaces() {
  threadsPerRow = threads = kThreads;
  shift = RowShift::find(plan, group, passes.getSources());
  vectorWidth = shift ? getFullVectorWidth(group) : chooseVectorWidth(group);
  partColumns = schedule.columns;
  // Slices may be shifted though the lengths of rows require no shift.
  schedule.holdsInvariants &= !shift || schedule.isShifted;
  schedule.applyTo(passes);
  int64_t padded = schedule.countHeldColumns(getTileColumns());
  auto isHeld = [](const RowSource &one) { return one.isHeld; };
  int64_t budget = plan.chip.maxSharedBytes - kExchangeBytes -
                   padded * passes.countBytes(isHeld);
  chooseTiles(schedule.columns, budget / schedule.slots, kMaxKeptBytes);
  isRagged |= shift || schedule.columns * schedule.size != group.columns;
  slotBytes = getKeptBytes();
  storageBytes = schedule.slots * slotBytes;
  int64_t next = 0;
  for (const RowSource &source : passes.getSources()) {
    places.push_back(source.isHeld ? storageBytes : next);
    if (source.isHeld)
      storageBytes += padded * source.bytes;
    else if (source.isKept())
      next += inShared * getTileColumns() * source.bytes;
  }
  for (int pass = 0; pass < passes.size(); ++pass)
    numExchanges += !passes.getReductions(pass).empty();
}

/// Returns whether a source can come by bulk copies, whose addresses and sizes
/// are multiples of 16 bytes.
bool ClusterRowsBuilder::canCopy(const RowSource &source) const {
  if (!source.isKept() || source.isResult() || !inShared)
    return false;
  Value tensor = source.operand->get();
  if (shift)
    return shift->isAligned(plan, group,
                            cast<linalg::GenericOp>(source.operand->getOwner()),
                            *source.operand, tensor);
  BufferRef buffer = plan.buffers.lookup(tensor);
  return source.isAligned() && group.columns * source.bytes % 16 == 0 &&
         buffer.offset % 16 == 0;
}

void ClusterRowsBuilder::openKernel() {
  int64_t covered = schedule.size * schedule.columns + getTileColumns();
  int64_t rows = rowCount + schedule.slots * schedule.clusters + 1;
  kernel.emplace(plan, linalg::GenericOp(group.members[0]).getLoc(),
                 "cluster_rows", getTensors(), threads, rows * covered);
  KernelBuilder &builder = *kernel;
  // Two blocks of a multiprocessor have 64 registers a thread.
  if ((schedule.rounds > 1 && schedule.blocks == 1) || inRegisters)
    builder.setSingleBlock();
  cluster.emplace(builder.builder);
  cluster->setClusterSize(schedule.size);
  size_t values = 1;
  for (int pass = 0; pass < passes.size(); ++pass)
    values = std::max(values, passes.getReductions(pass).size());
  exchange.emplace(builder, *cluster, schedule.size, int64_t(values));
  warpPartials = builder.allocateShared(32 * 8, 8);
  Type i32 = builder.builder.getI32Type();
  barriers = LLVM::PtrToIntOp::create(
      builder.builder, i32,
      builder.allocateShared(schedule.slots * kBarrierBytes, kBarrierBytes));
  if (storageBytes)
    storage = builder.allocateDynamicShared(storageBytes);
  thread = builder.threadId();
  word = builder.toWord(thread);
  Value block = NVVM::BlockIdXOp::create(builder.builder, i32);
  rank = cluster->rem(block, schedule.size);
  first = builder.toOffset(cluster->div(block, schedule.size));
  // One thread of one block stores the values of a row.
  threadInRow =
      builder.add(thread, builder.mul(builder.toOffset(rank), threads));
  isActive = arith::ConstantIntOp::create(builder.builder, 1, 1);
  hasEdges = cluster->isEqual(rank, 0);
  firstColumn = partBegin =
      builder.mul(builder.toOffset(rank), schedule.columns);
  Value rest = arith::SubIOp::create(
      builder.builder, builder.constant(group.columns), partBegin);
  numColumns = arith::MinUIOp::create(builder.builder, rest,
                                      builder.constant(schedule.columns));
  for (const RowSource &source : passes.getSources())
    isCopied.push_back(canCopy(source));
}

/// Initialises the mbarriers, waits for the other blocks of the cluster, and
/// begins to load the first rows.
void ClusterRowsBuilder::initialise() {
  KernelBuilder &builder = *kernel;
  builder.ifThen(cluster->isEqual(word, 0), [&] {
    exchange->initialise();
    for (int64_t i = 0; i < schedule.slots; ++i)
      cluster->initialiseBarrier(cluster->add(barriers, i * kBarrierBytes), 1);
    cluster->fenceBarriers();
  });
  builder.barrier();
  cluster->awaitCluster();
  for (int64_t i = 0; i < schedule.slots; ++i)
    issueCopies(builder.add(first, builder.constant(i * schedule.clusters)),
                cluster->constant(i));
}

Value ClusterRowsBuilder::getBarrier(Value slot) {
  return cluster->add(barriers, cluster->mul(slot, kBarrierBytes));
}

/// Begins to copy a part of a row by the lanes of a warp, a piece each.
void ClusterRowsBuilder::issueCopy(const RowSource &source,
                                   ArrayRef<Value> loops, Value column,
                                   Value to, Value bytes, Value barrier) {
  KernelBuilder &builder = *kernel;
  auto op = cast<linalg::GenericOp>(source.operand->getOwner());
  SmallVector<Value> at(loops);
  at.push_back(column);
  Type byte = builder.builder.getI8Type();
  Value from =
      getAddress(builder, source.operand->get(),
                 builder.offset(op.getMatchingIndexingMap(source.operand),
                                op.getShape(source.operand), at));
  Value begin = cluster->mul(word, kPieceBytes);
  builder.ifThen(
      arith::CmpIOp::create(builder.builder, arith::CmpIPredicate::ult, begin,
                            bytes),
      [&] {
        Value count =
            arith::MinUIOp::create(builder.builder, cluster->sub(bytes, begin),
                                   cluster->constant(kPieceBytes));
        Value piece = LLVM::GEPOp::create(builder.builder, from.getType(), byte,
                                          from, ArrayRef<LLVM::GEPArg>{begin});
        cluster->copyBytes(cluster->add(to, begin), piece, count, barrier);
      });
}

/// Begins to load a row of the cluster, if there is one, into a slot.
void ClusterRowsBuilder::issueCopies(Value row, Value slot) {
  KernelBuilder &builder = *kernel;
  if (!llvm::is_contained(isCopied, true))
    return;
  Value isWarp = arith::CmpIOp::create(
      builder.builder, arith::CmpIPredicate::ult, word, cluster->constant(32));
  Value isIssued = arith::AndIOp::create(builder.builder, isWarp,
                                         builder.isLess(row, rowCount));
  builder.ifThen(isIssued, [&] {
    int64_t begin = inRegisters * getTileColumns(),
            most = inShared * getTileColumns();
    SmallVector<Value> loops = builder.delinearise(row, group.rows);
    Value column = partBegin, count = numColumns;
    if (shift) {
      Part next = getShiftedPart(loops);
      column = next.first;
      count = next.count;
    }
    column = builder.add(column, builder.constant(begin));
    count = arith::MinUIOp::create(
        builder.builder,
        arith::SubIOp::create(builder.builder, count, builder.constant(begin)),
        builder.constant(most));
    Value columns = builder.toWord(count), barrier = getBarrier(slot);
    Value address = LLVM::PtrToIntOp::create(
        builder.builder, builder.builder.getI32Type(), storage);
    Value to = cluster->add(address, cluster->mul(slot, slotBytes));
    int64_t perColumn = 0;
    for (auto [source, copied] : llvm::zip(passes.getSources(), isCopied))
      perColumn += copied ? source.bytes : 0;
    builder.ifThen(cluster->isEqual(word, 0), [&] {
      cluster->arriveExpecting(barrier, cluster->mul(columns, perColumn));
    });
    for (auto [i, source] : llvm::enumerate(passes.getSources()))
      if (isCopied[i])
        issueCopy(source, loops, column, cluster->add(to, places[i]),
                  cluster->mul(columns, source.bytes), barrier);
  });
}

/// Loads the part of each input that all rows share. A thread loads the vectors
/// that it reads itself, unless rows are shifted.
void ClusterRowsBuilder::loadInvariants() {
  KernelBuilder &builder = *kernel;
  rowLoops.assign(group.rows.size(), builder.constant(0));
  int64_t count =
      schedule.countHeldColumns(getTileColumns()) / getTileColumns();
  for (const RowSource &source : passes.getSources()) {
    if (!source.isHeld)
      continue;
    size_t index = size_t(&source - passes.getSources().begin());
    builder.forLoop(builder.constant(0), builder.constant(count), 1, {},
                    [&](Value number, ValueRange) -> SmallVector<Value> {
                      loadHeldVector(index, number);
                      return {};
                    });
  }
  if (shift)
    builder.barrier();
}

/// Loads the thread's vector of tile `number` of a held source.
void ClusterRowsBuilder::loadHeldVector(size_t index, Value number) {
  KernelBuilder &builder = *kernel;
  const RowSource &source = passes.getSources()[index];
  auto op = cast<linalg::GenericOp>(source.operand->getOwner());
  if (!shift) {
    Tile tile = makeTile(Residence::Shared, number, 0);
    Values values = load(op, *source.operand, tile.column);
    builder.storeShared(values, storage,
                        builder.add(getOwnIndex(tile), getPlace(index)));
    return;
  }
  Value to = builder.constant(places[index] / source.bytes);
  Value local = builder.mul(builder.add(builder.mul(number, threads), thread),
                            vectorWidth),
        column = builder.add(partBegin, local);
  // No vector of a row contains the last columns.
  Value isRead = arith::AndIOp::create(
      builder.builder, builder.isLess(local, schedule.columns + kMaxLead),
      builder.isLess(column, group.columns - vectorWidth + 1));
  builder.ifThen(isRead, [&] {
    std::optional<Values> values =
        RowKernel::loadVector(op, *source.operand, column);
    builder.storeShared(values ? *values
                               : loadElements(op, *source.operand, column),
                        storage, builder.add(local, to));
  });
}

Value ClusterRowsBuilder::getPlace(size_t index) {
  KernelBuilder &builder = *kernel;
  const RowSource &source = passes.getSources()[index];
  // Held sources have all tiles, those in registers, too.
  if (source.isHeld)
    return builder.constant(places[index] / source.bytes +
                            inRegisters * getTileColumns());
  return builder.add(
      builder.mul(builder.toOffset(slot), slotBytes / source.bytes),
      builder.constant(places[index] / source.bytes));
}

RowKernel::Values ClusterRowsBuilder::loadHeld(Type element, size_t index,
                                               const Tile &tile) {
  KernelBuilder &builder = *kernel;
  if (!shift)
    return builder.loadShared(storage, element,
                              builder.add(getOwnIndex(tile), getPlace(index)),
                              vectorWidth);
  Value column = arith::SubIOp::create(builder.builder, tile.column, partBegin);
  Value own =
      builder.add(column, builder.constant(places[index] /
                                           passes.getSources()[index].bytes));
  Values values;
  for (int64_t i = 0; i < vectorWidth; ++i)
    llvm::append_range(
        values, builder.loadShared(storage, element,
                                   builder.add(own, builder.constant(i)), 1));
  return values;
}

RowKernel::Values ClusterRowsBuilder::loadSource(linalg::GenericOp op,
                                                 OpOperand &operand,
                                                 size_t index, Tile &tile,
                                                 int pass) {
  KernelBuilder &builder = *kernel;
  const RowSource &source = passes.getSources()[index];
  bool isShared = source.isKept() && tile.residence == Residence::Shared;
  Type element = getElementTypeOrSelf(operand.get().getType());
  if (source.isHeld && !tile.isEdge)
    return loadHeld(element, index, tile);
  if (!isShared)
    return loadUnshared(op, operand, index, tile, pass);
  Value own = getOwnIndex(tile);
  // Nothing was copied to places outside of the row.
  if (isCopied[index] && isRagged)
    own = arith::SelectOp::create(builder.builder, tile.isInside, own,
                                  builder.constant(0));
  own = builder.add(own, getPlace(index));
  if (isCopied[index] || source.passes[0] != pass)
    return builder.loadShared(storage, element, own, vectorWidth);
  Values values = load(op, operand, tile.column);
  builder.storeShared(values, storage, own);
  return values;
}

void ClusterRowsBuilder::joinBlocks(ArrayRef<linalg::GenericOp> reductions,
                                    MutableArrayRef<Value> partial) {
  if (reductions.empty())
    return;
  Value number = cluster->add(cluster->mul(round, numExchanges),
                              cluster->constant(nextExchange++));
  SmallVector<SmallVector<Value>> received =
      exchange->exchange(partial, number, word, rank);
  for (auto [i, op] : llvm::enumerate(reductions)) {
    partial[i] = received[0][i];
    for (size_t r = 1; r < received.size(); ++r)
      partial[i] = combine(getCombiner(op), partial[i], received[r][i]);
  }
}

/// Computes a row, the round-th one of the cluster.
void ClusterRowsBuilder::processRow(Value row, Value number) {
  KernelBuilder &builder = *kernel;
  round = number;
  slot = cluster->rem(round, schedule.slots);
  rowLoops = builder.delinearise(row, group.rows);
  bool hasCopies = llvm::is_contained(isCopied, true);
  if (hasCopies)
    cluster->wait(getBarrier(slot),
                  cluster->rem(cluster->div(round, schedule.slots), 2));
  buildRow();
  if (schedule.rounds == 1 || !hasCopies)
    return;
  builder.barrier(); // all threads have read the slot
  issueCopies(
      builder.add(row, builder.constant(schedule.slots * schedule.clusters)),
      slot);
}

LogicalResult ClusterRowsBuilder::build() {
  choosePlaces();
  openKernel();
  initialise();
  loadInvariants();
  KernelBuilder &builder = *kernel;
  if (schedule.rounds == 1)
    processRow(first, cluster->constant(0));
  else
    builder.forLoop(first, builder.constant(rowCount), schedule.clusters,
                    {cluster->constant(0)}, [&](Value row, ValueRange carried) {
                      processRow(row, carried[0]);
                      return SmallVector<Value>{cluster->add(carried[0], 1)};
                    });
  builder.finish({schedule.clusters * schedule.size, 1, 1});
  return success();
}
