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

/// Rows that are under way at a time, and bytes of each: the processor follows
/// along a row by itself.
static constexpr int64_t kRowsAhead = 4, kLine = 64, kBytesOfRow = 1024;
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
  void addRow(Value buffer, ValueRange at, bool isWritten);
  bool findSlice(Value number, llvm::SetVector<Operation *> &slice);
  bool addToSlice(Operation *op, llvm::SetVector<Operation *> &slice,
                  bool &reads);

  scf::ForOp loop;
  llvm::SmallPtrSet<void *, 8> written; ///< buffers the loop stores to
  /// Table and number of the row; whether it is written.
  llvm::MapVector<std::pair<Value, Value>, bool> rows;
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

/// Every line of the front of a row.
static void prefetchRow(OpBuilder &builder, Location loc, Value table,
                        Value number, bool isWritten) {
  auto type = cast<MemRefType>(table.getType());
  ArrayRef<int64_t> columns = type.getShape().drop_front();
  SmallVector<int64_t> steps = computeStrides(columns);
  int64_t bytes = std::min(getRowBytes(type), kBytesOfRow);
  for (int64_t byte = 0; byte < bytes; byte += kLine) {
    SmallVector<Value> at{number};
    int64_t element = byte * 8 / type.getElementTypeBitWidth();
    for (int64_t position : delinearize(element, steps))
      at.push_back(arith::ConstantIndexOp::create(builder, loc, position));
    memref::PrefetchOp::create(builder, loc, table, at, isWritten,
                               /*localityHint=*/3, /*isDataCache=*/true);
  }
}

void RowChooser::prefetch() {
  if (!matchPattern(loop.getStep(), m_One()))
    return;
  llvm::MapVector<Value, int64_t> numRows; ///< of a table, in one round
  for (auto &[row, isWritten] : rows)
    ++numRows[row.first];
  OpBuilder builder = OpBuilder::atBlockBegin(loop.getBody());
  Location loc = loop.getLoc();
  for (auto &[row, isWritten] : rows) {
    llvm::SetVector<Operation *> slice;
    if (!findSlice(row.second, slice))
      continue;
    auto number = [&](int64_t value) -> Value {
      return arith::ConstantIndexOp::create(builder, loc, value);
    };
    int64_t ahead = std::max<int64_t>(1, kRowsAhead / numRows[row.first]);
    Value last =
        arith::SubIOp::create(builder, loc, loop.getUpperBound(), number(1));
    Value later = arith::AddIOp::create(builder, loc, loop.getInductionVar(),
                                        number(ahead));
    IRMapping mapping;
    mapping.map(loop.getInductionVar(),
                arith::MinSIOp::create(builder, loc, later, last).getResult());
    for (Operation *op : slice)
      builder.clone(*op, mapping);
    prefetchRow(builder, loc, row.first, mapping.lookup(row.second), isWritten);
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
