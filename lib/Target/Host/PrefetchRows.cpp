// PrefetchRows.cpp: rows that a loop is going to read are asked for early
//
// Rows that are chosen by numbers out of memory lie anywhere: no processor
// guesses the next one. The loop knows it a few rounds ahead, and what it asks
// for then is there when it comes to it.

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

/// Rows that are under way at a time, at least, and bytes of each: the
/// processor follows along a row by itself. Of narrow rows so many are that as
/// many bytes are on their way as memory gives while one is.
static constexpr int64_t kRowsAhead = 4, kLine = 64, kBytesOfRow = 1024,
                         kBytesAhead = 4096, kMostRowsAhead = 16;
/// Smaller tables stay in the second-level cache.
static constexpr int64_t kSmallTable = 1 << 20;

/// Temporaries are views of one scratch buffer; two that a loop uses are alive
/// together and do not overlap.
static Value getBase(Value buffer) {
  while (auto view = buffer.getDefiningOp<ViewLikeOpInterface>()) {
    if (isa<memref::ViewOp>(view))
      break;
    buffer = view.getViewSource();
  }
  return buffer;
}

namespace {
/// The rows that one loop chooses by numbers out of memory.
class RowChooser {
public:
  explicit RowChooser(scf::ForOp loop) : loop(loop) {}

  void findRows();
  void prefetch();

private:
  /// Table and number; whether it is written.
  using Row = std::pair<std::pair<Value, Value>, bool>;

  void addRow(Value buffer, ValueRange at, bool isWritten);
  bool findSlice(Value number, llvm::SetVector<Operation *> &slice);
  bool addToSlice(Operation *op, llvm::SetVector<Operation *> &slice,
                  bool &reads);
  void prefetch(OpBuilder &builder, const Row &row, Value round,
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

void RowChooser::addRow(Value buffer, ValueRange at, bool isWritten) {
  auto type = cast<MemRefType>(buffer.getType());
  Operation *chooser = at.empty() ? nullptr : at.front().getDefiningOp();
  if (type.getRank() < 2 || !type.hasStaticShape() || !chooser ||
      chooser->getBlock() != loop.getBody() ||
      !loop.isDefinedOutsideOfLoop(buffer) || getRowBytes(type) < kLine ||
      getRowBytes(type) * type.getDimSize(0) < kSmallTable)
    return;
  rows[{buffer, at.front()}] |= isWritten;
}

/// Accesses of the loops inside; nothing if it is not clear what they write.
void RowChooser::findRows() {
  bool isClear = true;
  loop.getBody()->walk([&](Operation *op) {
    bool isInside = op->getBlock() != loop.getBody();
    if (auto load = dyn_cast<memref::LoadOp>(op)) {
      if (isInside)
        addRow(load.getMemRef(), load.getIndices(), false);
    } else if (auto store = dyn_cast<memref::StoreOp>(op)) {
      written.insert(getBase(store.getMemRef()).getAsOpaquePointer());
      if (isInside)
        addRow(store.getMemRef(), store.getIndices(), true);
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

bool RowChooser::addToSlice(Operation *op, llvm::SetVector<Operation *> &slice,
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

/// What finds `number`, in order, if another round's can be found now: it
/// reads what the loop leaves as it is, and depends on no earlier round.
bool RowChooser::findSlice(Value number, llvm::SetVector<Operation *> &slice) {
  bool reads = false;
  return addToSlice(number.getDefiningOp(), slice, reads) && reads;
}

static Value makeIndex(OpBuilder &builder, Location loc, int64_t value) {
  return arith::ConstantIndexOp::create(builder, loc, value);
}

/// Every line of the front of a row.
static void prefetchRow(OpBuilder &builder, Location loc, Value table,
                        Value number, bool isWritten) {
  auto type = cast<MemRefType>(table.getType());
  ArrayRef<int64_t> columns = type.getShape().drop_front();
  // A row of another rank's shard is not taken: what lies where it would be is
  // not brought here either.
  Value last = makeIndex(builder, loc, type.getDimSize(0) - 1);
  number = arith::MinUIOp::create(builder, loc, number, last);
  SmallVector<int64_t> steps = computeStrides(columns);
  int64_t bytes = std::min(getRowBytes(type), kBytesOfRow);
  for (int64_t byte = 0; byte < bytes; byte += kLine) {
    SmallVector<Value> at{number};
    int64_t element = byte * 8 / type.getElementTypeBitWidth();
    for (int64_t position : delinearize(element, steps))
      at.push_back(makeIndex(builder, loc, position));
    memref::PrefetchOp::create(builder, loc, table, at, isWritten,
                               /*localityHint=*/3, /*isDataCache=*/true);
  }
}

/// Finds by `slice` which row round `round` takes, and asks for it.
void RowChooser::prefetch(OpBuilder &builder, const Row &row, Value round,
                          const llvm::SetVector<Operation *> &slice) {
  IRMapping mapping;
  mapping.map(loop.getInductionVar(), round);
  for (Operation *op : slice)
    builder.clone(*op, mapping);
  auto [table, number] = row.first;
  prefetchRow(builder, loop.getLoc(), table, mapping.lookup(number),
              row.second);
}

/// The rows of the first rounds together, before the loop.
void RowChooser::prefetchFirst(const Row &row, int64_t ahead,
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

void RowChooser::prefetch() {
  if (!matchPattern(loop.getStep(), m_One()))
    return;
  llvm::MapVector<Value, int64_t> numRows; ///< of a table, in one round
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
    int64_t ahead = std::clamp(kBytesAhead / bytes, kRowsAhead, kMostRowsAhead);
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
    RowChooser chooser(loop);
    chooser.findRows();
    chooser.prefetch();
  }
  return success();
}
