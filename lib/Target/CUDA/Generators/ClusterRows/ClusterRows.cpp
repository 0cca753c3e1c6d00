// ClusterRows.cpp: long rows, each in the shared memory of a cluster
//
// Block r of a cluster has a part of each row of the cluster. Behind each pass
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
#include "Choice/Prediction.h"
#include "ClusterSchedule.h"
#include "Generators/Rows/AlignedAccess.h"
#include "Generators/Rows/PassRows.h"
#include "RowExchange.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace sbp::cuda;

/// Bytes of one bulk copy; a warp issues those of a row.
static constexpr int64_t kPieceBytes = 16384, kBarrierBytes = 8;

namespace {
class ClusterRowsBuilder : PassRows {
public:
  ClusterRowsBuilder(LaunchPlan &plan, const RowGroup &group)
      : PassRows(plan, group),
        schedule(*ClusterSchedule::choose(group, passes, plan.chip)) {}
  LogicalResult build();

private:
  void choosePlaces();
  bool canCopy(const RowSource &source) const;
  void openKernel();
  void initialise();
  void loadInvariants();
  void loadHeldVector(size_t index, Value number);
  void issueCopies(Value row, Value slot);
  void issueCopy(const RowSource &source, ArrayRef<Value> loops, Value column,
                 Value to, Value bytes, Value barrier);
  void processRow(Value row, Value round);
  Value getBarrier(Value slot);
  /// Returns the offset of a source in shared memory, in its elements: in the
  /// slot of the row that is computed, or where it is held.
  Value getPlace(size_t index) override;
  /// Returns a vector of an input that all rows share, held from the first
  /// column of the part on.
  Values loadHeld(Type element, size_t index, const Tile &tile);
  Values loadSource(linalg::GenericOp op, OpOperand &operand, size_t index,
                    Tile &tile, int pass) override;
  void joinBlocks(ArrayRef<linalg::GenericOp> reductions,
                  MutableArrayRef<Value> partial) override;

  ClusterSchedule schedule;
  std::optional<HopperBuilder> cluster;
  std::optional<RowExchange> exchange;
  SmallVector<int64_t> places; ///< offsets of sources in a slot, or of held
                               ///< ones in `storage`, in bytes
  SmallVector<bool> isCopied;  ///< by source: true for bulk copies
  int64_t slotBytes = 0, storageBytes = 0;
  int64_t numExchanges = 0; ///< of a row
  int64_t nextExchange = 0; ///< of the row that is emitted
  Value barriers;           ///< address of the mbarriers, an i32
  Value word, rank, first;  ///< thread, rank and number of the cluster
  Value slot, round;        ///< of the row that is computed, i32
};
} // namespace

/// Places the kept sources in slots, and the held ones behind all slots.
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
  KernelBuilder &b = *kernel;
  // Two blocks of a multiprocessor have 64 registers a thread.
  if ((schedule.rounds > 1 && schedule.blocks == 1) || inRegisters)
    b.setSingleBlock();
  cluster.emplace(b.builder);
  cluster->setClusterSize(schedule.size);
  size_t values = 1;
  for (int pass = 0; pass < passes.size(); ++pass)
    values = std::max(values, passes.getReductions(pass).size());
  exchange.emplace(b, *cluster, schedule.size, int64_t(values));
  warpPartials = b.allocateShared(32 * 8, 8);
  Type i32 = b.builder.getI32Type();
  barriers = LLVM::PtrToIntOp::create(
      b.builder, i32,
      b.allocateShared(schedule.slots * kBarrierBytes, kBarrierBytes));
  if (storageBytes)
    storage = b.allocateDynamicShared(storageBytes);
  thread = b.threadId();
  word = b.toWord(thread);
  Value block = NVVM::BlockIdXOp::create(b.builder, i32);
  rank = cluster->rem(block, schedule.size);
  first = b.toOffset(cluster->div(block, schedule.size));
  // One thread of one block stores the values of a row.
  threadInRow = b.add(thread, b.mul(b.toOffset(rank), threads));
  isActive = arith::ConstantIntOp::create(b.builder, 1, 1);
  hasEdges = cluster->isEqual(rank, 0);
  firstColumn = partBegin = b.mul(b.toOffset(rank), schedule.columns);
  Value rest =
      arith::SubIOp::create(b.builder, b.constant(group.columns), partBegin);
  numColumns =
      arith::MinUIOp::create(b.builder, rest, b.constant(schedule.columns));
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
  KernelBuilder &b = *kernel;
  auto op = cast<linalg::GenericOp>(source.operand->getOwner());
  SmallVector<Value> at(loops);
  at.push_back(column);
  Type byte = b.builder.getI8Type();
  Value from = getAddress(b, source.operand->get(),
                          b.offset(op.getMatchingIndexingMap(source.operand),
                                   op.getShape(source.operand), at));
  Value begin = cluster->mul(word, kPieceBytes);
  b.ifThen(
      arith::CmpIOp::create(b.builder, arith::CmpIPredicate::ult, begin, bytes),
      [&] {
        Value count =
            arith::MinUIOp::create(b.builder, cluster->sub(bytes, begin),
                                   cluster->constant(kPieceBytes));
        Value piece = LLVM::GEPOp::create(b.builder, from.getType(), byte, from,
                                          ArrayRef<LLVM::GEPArg>{begin});
        cluster->copyBytes(cluster->add(to, begin), piece, count, barrier);
      });
}

/// Begins to load a row of the cluster, if there is one, into a slot.
void ClusterRowsBuilder::issueCopies(Value row, Value slot) {
  KernelBuilder &b = *kernel;
  if (!llvm::is_contained(isCopied, true))
    return;
  Value isWarp = arith::CmpIOp::create(b.builder, arith::CmpIPredicate::ult,
                                       word, cluster->constant(32));
  Value isIssued =
      arith::AndIOp::create(b.builder, isWarp, b.isLess(row, rowCount));
  b.ifThen(isIssued, [&] {
    int64_t begin = inRegisters * getTileColumns(),
            most = inShared * getTileColumns();
    SmallVector<Value> loops = b.delinearise(row, group.rows);
    Value column = partBegin, count = numColumns;
    if (shift) {
      Part next = getShiftedPart(loops);
      column = next.first;
      count = next.count;
    }
    column = b.add(column, b.constant(begin));
    count = arith::MinUIOp::create(
        b.builder, arith::SubIOp::create(b.builder, count, b.constant(begin)),
        b.constant(most));
    Value columns = b.toWord(count), barrier = getBarrier(slot);
    Value address =
        LLVM::PtrToIntOp::create(b.builder, b.builder.getI32Type(), storage);
    Value to = cluster->add(address, cluster->mul(slot, slotBytes));
    int64_t perColumn = 0;
    for (auto [source, copied] : llvm::zip(passes.getSources(), isCopied))
      perColumn += copied ? source.bytes : 0;
    b.ifThen(cluster->isEqual(word, 0), [&] {
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
  KernelBuilder &b = *kernel;
  const RowSource &source = passes.getSources()[index];
  auto op = cast<linalg::GenericOp>(source.operand->getOwner());
  if (!shift) {
    Tile tile = makeTile(Residence::Shared, number, 0);
    Values values = load(op, *source.operand, tile.column);
    b.storeShared(values, storage, b.add(getOwnIndex(tile), getPlace(index)));
    return;
  }
  Value to = b.constant(places[index] / source.bytes);
  Value local = b.mul(b.add(b.mul(number, threads), thread), vectorWidth),
        column = b.add(partBegin, local);
  // No vector of a row contains the last columns.
  Value isRead = arith::AndIOp::create(
      b.builder, b.isLess(local, schedule.columns + kMaxLead),
      b.isLess(column, group.columns - vectorWidth + 1));
  b.ifThen(isRead, [&] {
    std::optional<Values> values =
        RowKernel::loadVector(op, *source.operand, column);
    b.storeShared(values ? *values : loadElements(op, *source.operand, column),
                  storage, b.add(local, to));
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
  KernelBuilder &b = *kernel;
  if (!shift)
    return b.loadShared(storage, element,
                        b.add(getOwnIndex(tile), getPlace(index)), vectorWidth);
  Value column = arith::SubIOp::create(b.builder, tile.column, partBegin);
  Value own = b.add(
      column, b.constant(places[index] / passes.getSources()[index].bytes));
  Values values;
  for (int64_t i = 0; i < vectorWidth; ++i)
    llvm::append_range(
        values, b.loadShared(storage, element, b.add(own, b.constant(i)), 1));
  return values;
}

RowKernel::Values ClusterRowsBuilder::loadSource(linalg::GenericOp op,
                                                 OpOperand &operand,
                                                 size_t index, Tile &tile,
                                                 int pass) {
  KernelBuilder &b = *kernel;
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
    own = arith::SelectOp::create(b.builder, tile.isInside, own, b.constant(0));
  own = b.add(own, getPlace(index));
  if (isCopied[index] || source.passes[0] != pass)
    return b.loadShared(storage, element, own, vectorWidth);
  Values values = load(op, operand, tile.column);
  b.storeShared(values, storage, own);
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

namespace {
class ClusterRows : public RowsGenerator {
public:
  StringRef getName() const override { return "cluster_rows"; }

private:
  static std::optional<ClusterSchedule> choose(const RowGroup &group,
                                               const Chip &chip) {
    return ClusterSchedule::choose(group, RowPasses(group), chip);
  }
  std::string getSchedule(const RowGroup &group,
                          const Chip &chip) const override {
    return choose(group, chip)->print(group);
  }
  bool accepts(const RowGroup &group, const Chip &chip) const override {
    return choose(group, chip).has_value();
  }
  double predictSeconds(const RowGroup &group, const Chip &chip,
                        double bytes) const override;
  LogicalResult build(LaunchPlan &plan, const RowGroup &group) const override {
    return ClusterRowsBuilder(plan, group).build();
  }
};
} // namespace

/// Returns the share of the rate of a copy that was measured for kernels of the
/// same design.
static double getShare(const RowGroup &group, const RowPasses &passes,
                       const ClusterSchedule &schedule) {
  bool isWide = llvm::any_of(group.members, [&](linalg::GenericOp op) {
    return !group.isRowScalar(op) && isWritten(group, op);
  });
  bool hasInvariants =
      llvm::any_of(passes.getSources(),
                   [](const RowSource &one) { return one.isInvariant(); });
  if (!isWide)
    return 0.84; // nothing of the row's width is written
  if (!hasInvariants)
    return 0.94;
  // Gains of persistent clusters that do not fit are read for each row.
  return schedule.rounds == 1 || schedule.holdsInvariants ? 0.90 : 0.68;
}

double ClusterRows::predictSeconds(const RowGroup &group, const Chip &chip,
                                   double bytes) const {
  RowPasses passes(group);
  ClusterSchedule schedule = *ClusterSchedule::choose(group, passes, chip);
  double share = getShare(group, passes, schedule);
  schedule.applyTo(passes);
  bytes += passes.countRepeatedBytes(schedule.capacity);
  return getCopySeconds(chip, bytes, share);
}

namespace sbp::cuda {
void registerClusterRows(GeneratorList &generators) {
  generators.push_back(std::make_unique<ClusterRows>());
}
} // namespace sbp::cuda
