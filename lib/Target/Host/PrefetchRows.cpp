// PrefetchRows.cpp: software prefetches for rows selected by index
//
// Hardware prefetchers cannot predict rows that are selected by indices from
// memory. The loop can compute the index of a later iteration a few iterations
// ahead (Mowry, Lam and Gupta, "Design and Evaluation of a Compiler Algorithm
// for Prefetching", 1992). In an embedding bag over rows of 512 bytes,
// iteration i prefetches the row of iteration i + 8; a short loop in front
// prefetches rows 0 to 7.

#include "Steps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "sbp/Interfaces/ElementBytes.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace sbp::host;

/// Rows in flight, bytes of a cache line, and bytes that are prefetched per
/// row: beyond them the hardware continues. Narrow rows are prefetched further
/// ahead, so that kBytesAhead are in flight.
static constexpr int64_t kMinRowsAhead = 4, kLine = 64, kMaxRowBytes = 1024,
                         kBytesAhead = 4096, kMaxRowsAhead = 16;
/// Smaller tables stay in the second-level cache.
static constexpr int64_t kMinTableBytes = 1 << 20;

/// Returns the buffer after views. Temporaries are views of the scratch, but
/// two that a loop uses at the same time do not overlap, so a temporary counts
/// as a base.
static Value getBase(Value buffer) {
  while (auto view = buffer.getDefiningOp<ViewLikeOpInterface>()) {
    if (isa<memref::ViewOp>(view))
      break;
    buffer = view.getViewSource();
  }
  return buffer;
}

namespace {
/// Prefetches the rows that one loop selects by indices from memory.
class RowPrefetcher {
public:
  explicit RowPrefetcher(scf::ForOp loop) : loop(loop) {}

  void findRows();
  void prefetch();

private:
  /// ((table, index), whether the row is written).
  using Row = std::pair<std::pair<Value, Value>, bool>;

  void addRow(Value buffer, ValueRange at, bool isWritten);
  bool findSlice(Value number, llvm::SetVector<Operation *> &slice);
  bool addToSlice(Operation *op, llvm::SetVector<Operation *> &slice,
                  bool &reads);
  void prefetch(OpBuilder &builder, const Row &row, Value iteration,
                const llvm::SetVector<Operation *> &slice);
  void prefetchFirst(const Row &row, int64_t ahead,
                     const llvm::SetVector<Operation *> &slice);

  scf::ForOp loop;
  llvm::SmallPtrSet<void *, 8> written; ///< buffers the loop stores to
  llvm::MapVector<std::pair<Value, Value>, bool> rows; ///< of `Row`
};
} // namespace

static int64_t getRowBytes(MemRefType type) {
  return ShapedType::getNumElements(type.getShape().drop_front()) *
         sbp::getElementBytes(type);
}

void RowPrefetcher::addRow(Value buffer, ValueRange at, bool isWritten) {
  auto type = cast<MemRefType>(buffer.getType());
  Operation *prefetcher = at.empty() ? nullptr : at.front().getDefiningOp();
  if (type.getRank() < 2 || !type.hasStaticShape() || !prefetcher ||
      prefetcher->getBlock() != loop.getBody() ||
      !loop.isDefinedOutsideOfLoop(buffer) || getRowBytes(type) < kLine ||
      getRowBytes(type) * type.getDimSize(0) < kMinTableBytes)
    return;
  rows[{buffer, at.front()}] |= isWritten;
}

/// Collects the accesses of inner loops. Collects none if an op may write to
/// unknown buffers.
void RowPrefetcher::findRows() {
  bool isClear = true;
  loop.getBody()->walk([&](Operation *op) {
    bool isInside = op->getBlock() != loop.getBody();
    if (auto load = dyn_cast<memref::LoadOp>(op)) {
      if (isInside)
        addRow(load.getMemRef(), load.getIndices(), /*isWritten=*/false);
    } else if (auto store = dyn_cast<memref::StoreOp>(op)) {
      written.insert(getBase(store.getMemRef()).getAsOpaquePointer());
      if (isInside)
        addRow(store.getMemRef(), store.getIndices(), /*isWritten=*/true);
    } else if (!isa<RegionBranchOpInterface>(op) && !isMemoryEffectFree(op)) {
      for (Value operand : op->getOperands())
        if (isa<MemRefType>(operand.getType()))
          written.insert(getBase(operand).getAsOpaquePointer());
      isClear &= isa<linalg::LinalgOp, memref::CopyOp>(op);
    }
  });
  if (!isClear)
    rows.clear();
}

/// Adds `op` and its producers in the loop to the slice. Returns false if they
/// cannot be executed early.
bool RowPrefetcher::addToSlice(Operation *op,
                               llvm::SetVector<Operation *> &slice,
                               bool &reads) {
  if (!op || op->getBlock() != loop.getBody() || slice.contains(op))
    return true;
  if (auto load = dyn_cast<memref::LoadOp>(op)) {
    reads = true;
    if (written.contains(getBase(load.getMemRef()).getAsOpaquePointer()))
      return false;
  } else if (op->getNumRegions() || !isMemoryEffectFree(op)) {
    return false;
  }
  for (Value operand : op->getOperands())
    if (!addToSlice(operand.getDefiningOp(), slice, reads) ||
        llvm::is_contained(loop.getRegionIterArgs(), operand))
      return false;
  slice.insert(op);
  return true;
}

/// Returns whether the index of another iteration can be computed early: the
/// slice reads only buffers that the loop does not write, and no loop-carried
/// value. `slice` receives the ops in order.
bool RowPrefetcher::findSlice(Value number,
                              llvm::SetVector<Operation *> &slice) {
  bool reads = false;
  return addToSlice(number.getDefiningOp(), slice, reads) && reads;
}

static Value makeIndex(OpBuilder &builder, Location loc, int64_t value) {
  return arith::ConstantIndexOp::create(builder, loc, value);
}

/// Prefetches the lines at the front of a row.
static void prefetchRow(OpBuilder &builder, Location loc, Value table,
                        Value number, bool isWritten) {
  auto type = cast<MemRefType>(table.getType());
  ArrayRef<int64_t> columns = type.getShape().drop_front();
  // An index into another rank's shard is out of range here; it is clamped, and
  // the prefetch is harmless.
  Value last = makeIndex(builder, loc, type.getDimSize(0) - 1);
  number = arith::MinUIOp::create(builder, loc, number, last);
  SmallVector<int64_t> steps = computeStrides(columns);
  int64_t bytes = std::min(getRowBytes(type), kMaxRowBytes);
  for (int64_t byte = 0; byte < bytes; byte += kLine) {
    SmallVector<Value> at{number};
    int64_t element = byte * 8 / type.getElementTypeBitWidth();
    for (int64_t position : delinearize(element, steps))
      at.push_back(makeIndex(builder, loc, position));
    memref::PrefetchOp::create(builder, loc, table, at, isWritten,
                               /*localityHint=*/3, /*isDataCache=*/true);
  }
}

/// Emits the slice for `iteration` and prefetches the row that it selects.
void RowPrefetcher::prefetch(OpBuilder &builder, const Row &row,
                             Value iteration,
                             const llvm::SetVector<Operation *> &slice) {
  IRMapping mapping;
  mapping.map(loop.getInductionVar(), iteration);
  for (Operation *op : slice)
    builder.clone(*op, mapping);
  auto [table, number] = row.first;
  prefetchRow(builder, loop.getLoc(), table, mapping.lookup(number),
              row.second);
}

/// Prefetches the rows of the first iterations before the loop.
void RowPrefetcher::prefetchFirst(const Row &row, int64_t ahead,
                                  const llvm::SetVector<Operation *> &slice) {
  OpBuilder builder(loop);
  Location loc = loop.getLoc();
  Value begin = loop.getLowerBound();
  Value end = arith::AddIOp::create(builder, loc, begin,
                                    makeIndex(builder, loc, ahead));
  end = arith::MinSIOp::create(builder, loc, end, loop.getUpperBound());
  auto first = scf::ForOp::create(builder, loc, begin, end, loop.getStep());
  builder.setInsertionPointToStart(first.getBody());
  prefetch(builder, row, first.getInductionVar(), slice);
}

void RowPrefetcher::prefetch() {
  if (!matchPattern(loop.getStep(), m_One()))
    return;
  llvm::MapVector<Value, int64_t> numRows; ///< per table, in one iteration
  for (auto &[row, isWritten] : rows)
    ++numRows[row.first];
  OpBuilder builder = OpBuilder::atBlockBegin(loop.getBody());
  Location loc = loop.getLoc();
  for (const Row &row : rows) {
    auto [table, number] = row.first;
    llvm::SetVector<Operation *> slice;
    if (!findSlice(number, slice))
      continue;
    int64_t bytes = getRowBytes(cast<MemRefType>(table.getType()));
    int64_t ahead =
        std::clamp(kBytesAhead / bytes, kMinRowsAhead, kMaxRowsAhead);
    ahead = std::max<int64_t>(1, ahead / numRows[table]);
    prefetchFirst(row, ahead, slice);
    Value last = arith::SubIOp::create(builder, loc, loop.getUpperBound(),
                                       makeIndex(builder, loc, 1));
    Value later = arith::AddIOp::create(builder, loc, loop.getInductionVar(),
                                        makeIndex(builder, loc, ahead));
    later = arith::MinSIOp::create(builder, loc, later, last);
    prefetch(builder, row, later, slice);
  }
}

LogicalResult sbp::host::prefetchRows(func::FuncOp region) {
  SmallVector<scf::ForOp> loops;
  region.walk([&](scf::ForOp loop) { loops.push_back(loop); });
  for (scf::ForOp loop : loops) {
    RowPrefetcher prefetcher(loop);
    prefetcher.findRows();
    prefetcher.prefetch();
  }
  return success();
}
