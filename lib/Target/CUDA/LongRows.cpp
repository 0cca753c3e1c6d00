//===- LongRows.cpp - rows that do not fit into registers -----------------===//
//
// A block goes over its row in tiles, once for each reduction that waits for
// another and once for what follows from all of them. What several of these
// passes read is read from memory by the first: a thread keeps its part of the
// first tiles in registers, of the others in shared memory, where no one else
// looks. Tiles that do not fit are read again by every pass.
//
//===----------------------------------------------------------------------===//
#include "RowKernel.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/SmallSet.h"

using namespace mlir;
using namespace sbp::cuda;

static constexpr int64_t kThreads = 1024;
/// Bytes that a block may use beside its sums, and a thread keep in registers.
static constexpr int64_t kMostShared = 232448 - 1024, kMostKept = 32;

namespace {
class LongRowsBuilder : RowKernel {
public:
  LongRowsBuilder(LaunchPlan &plan, const RowGroup &group)
      : RowKernel(plan, group) {}
  LogicalResult build();

private:
  /// What members read of the row from memory.
  struct Source {
    Key key;
    int64_t bytes;                       ///< of an element
    llvm::SmallSetVector<int, 4> passes; ///< that read it
    int64_t place = 0;                   ///< in shared memory
    SmallVector<Values> kept = {};       ///< of the first tiles
    bool isKept() const { return passes.size() > 1; }
  };
  enum class Where { Registers, Shared, Memory };
  struct Tile {
    Where where = Where::Memory;
    int64_t index = 0; ///< among those in registers
    Value number;
    Value column, isInside;
    llvm::DenseMap<Value, Values> made; ///< by members
    std::map<Key, Values> fetched;      ///< from where sources are
  };

  int getLevel(linalg::GenericOp op);
  void findPasses();
  void addSources(linalg::GenericOp op, int pass);
  Source *findSource(const Key &key);
  bool addsSeveral();
  void chooseTiles();
  Values fetch(linalg::GenericOp op, OpOperand &operand, Tile &tile, int pass);
  Values fetchSource(linalg::GenericOp op, OpOperand &operand, Source &source,
                     Tile &tile, int pass);
  Values getRun(linalg::GenericOp op, Tile &tile, int pass);
  SmallVector<Values> getInputs(linalg::GenericOp op, Tile &tile, int pass);
  void evaluateScalars(int level);
  void loadScalars();
  Values doTile(Tile tile, int pass, Values sums);
  Tile makeTile(Where where, Value number, int64_t index);
  Values doTiles(Where where, int64_t first, int64_t end, int pass,
                 Values sums);
  void doPass(int pass);

  llvm::DenseMap<Operation *, int> levels;
  SmallVector<Source> sources;
  int passes = 1;
  int64_t tiles = 0, inRegisters = 0, inShared = 0;
  bool isRagged = false;
  Value storage;
  llvm::DenseMap<Value, Value> ofRow; ///< values of the row, by their tensors
  std::map<Key, Value> loaded;
};
} // namespace

/// The pass that can compute the op: after those whose sums it needs.
int LongRowsBuilder::getLevel(linalg::GenericOp op) {
  if (auto known = levels.find(op); known != levels.end())
    return known->second;
  int level = 0;
  for (OpOperand *input : op.getDpsInputOperands())
    if (Operation *producer = input->get().getDefiningOp();
        isRead(op, *input) && group.contains(producer)) {
      auto made = cast<linalg::GenericOp>(producer);
      level = std::max(level,
                       getLevel(made) + (made.getNumReductionLoops() ? 1 : 0));
    }
  return levels[op] = level;
}

void LongRowsBuilder::addSources(linalg::GenericOp op, int pass) {
  for (OpOperand *input : op.getDpsInputOperands()) {
    if (!isRead(op, *input) || isScalar(op, *input))
      continue;
    if (Operation *producer = input->get().getDefiningOp();
        group.contains(producer)) {
      addSources(cast<linalg::GenericOp>(producer), pass);
      continue;
    }
    Key key = getKey(op, *input);
    Source *source = findSource(key);
    if (!source) {
      sources.push_back(
          {key,
           getElementBytes(getElementTypeOrSelf(input->get().getType())),
           {}});
      source = &sources.back();
    }
    source->passes.insert(pass);
  }
}

LongRowsBuilder::Source *LongRowsBuilder::findSource(const Key &key) {
  auto *found = llvm::find_if(
      sources, [&](const Source &source) { return source.key == key; });
  return found == sources.end() ? nullptr : found;
}

void LongRowsBuilder::findPasses() {
  for (linalg::GenericOp op : group.members) {
    bool isDone =
        op.getNumReductionLoops() ||
        (!isScalar(op) && llvm::is_contained(written, op->getResult(0)));
    if (!isDone)
      continue;
    passes = std::max(passes, getLevel(op) + 1);
    addSources(op, getLevel(op));
  }
}

/// Whether a pass has several reductions: their sums take the registers in
/// which threads would keep something.
bool LongRowsBuilder::addsSeveral() {
  llvm::SmallSet<int, 4> seen;
  return llvm::any_of(group.members, [&](linalg::GenericOp op) {
    return op.getNumReductionLoops() && !seen.insert(getLevel(op)).second;
  });
}

void LongRowsBuilder::chooseTiles() {
  length = chooseLength();
  lanes = threads = kThreads;
  int64_t columns = kThreads * length;
  tiles = llvm::divideCeil(group.columns, columns);
  isRagged = group.columns % columns != 0;
  findPasses();
  int64_t bytes = 0, count = 0;
  for (const Source &source : sources)
    if (source.isKept()) {
      bytes += columns * source.bytes;
      ++count;
    }
  inShared = bytes ? std::min(tiles, kMostShared / bytes) : 0;
  if (count && !addsSeveral())
    inRegisters = std::min(
        tiles - inShared, kMostKept / (length * count * getWidestBytes(group)));
  if (count && inShared + inRegisters < tiles)
    emitRemark(linalg::GenericOp(group.members[0]).getLoc())
        << "rows of " << group.columns << " elements are read " << passes
        << " times: a block keeps " << (inShared + inRegisters) * columns
        << " of them";
  int64_t place = 0;
  for (Source &source : sources)
    if (source.isKept()) {
      source.place = place;
      place += inShared * columns * source.bytes;
    }
}

RowKernel::Values LongRowsBuilder::fetchSource(linalg::GenericOp op,
                                               OpOperand &operand,
                                               Source &source, Tile &tile,
                                               int pass) {
  bool isFirst = source.passes[0] == pass;
  if (!source.isKept() || tile.where == Where::Memory)
    return load(op, operand, tile.column);
  if (tile.where == Where::Registers) {
    if (isFirst)
      source.kept.push_back(load(op, operand, tile.column));
    return source.kept[tile.index];
  }
  KernelBuilder &b = *kernel;
  Type element = getElementTypeOrSelf(operand.get().getType());
  Value run = b.add(b.mul(b.add(tile.number, b.number(-inRegisters)), kThreads),
                    thread);
  Value index =
      b.add(b.mul(run, length), b.number(source.place / source.bytes));
  if (!isFirst)
    return b.loadShared(storage, element, index, length);
  Values values = load(op, operand, tile.column);
  b.storeShared(values, storage, index);
  return values;
}

RowKernel::Values LongRowsBuilder::fetch(linalg::GenericOp op,
                                         OpOperand &operand, Tile &tile,
                                         int pass) {
  if (!isRead(op, operand))
    return {};
  if (Value known = ofRow.lookup(operand.get()))
    return {known};
  if (Operation *producer = operand.get().getDefiningOp();
      group.contains(producer))
    return getRun(cast<linalg::GenericOp>(producer), tile, pass);
  Key key = getKey(op, operand);
  if (auto known = loaded.find(key); known != loaded.end())
    return {known->second};
  auto [values, isNew] = tile.fetched.try_emplace(key);
  if (isNew)
    values->second = fetchSource(op, operand, *findSource(key), tile, pass);
  return values->second;
}

SmallVector<RowKernel::Values>
LongRowsBuilder::getInputs(linalg::GenericOp op, Tile &tile, int pass) {
  SmallVector<Values> inputs;
  for (OpOperand *input : op.getDpsInputOperands())
    inputs.push_back(fetch(op, *input, tile, pass));
  return inputs;
}

/// What a member is in this tile: computed where it is needed, once a pass.
RowKernel::Values LongRowsBuilder::getRun(linalg::GenericOp op, Tile &tile,
                                          int pass) {
  Value result = op->getResult(0);
  if (!tile.made.contains(result)) {
    Values values = evaluate(op, getInputs(op, tile, pass), tile.column);
    tile.made[result] = std::move(values);
  }
  return tile.made[result];
}

LongRowsBuilder::Tile LongRowsBuilder::makeTile(Where where, Value number,
                                                int64_t index) {
  KernelBuilder &b = *kernel;
  Tile tile;
  tile.where = where;
  tile.index = index;
  tile.number = number;
  tile.column = b.mul(b.add(b.mul(number, kThreads), thread), length);
  tile.isInside = isLive;
  if (isRagged) {
    tile.isInside = b.isLess(tile.column, group.columns);
    tile.column =
        arith::SelectOp::create(b.b, tile.isInside, tile.column, b.number(0));
  }
  return tile;
}

/// One pass over one tile: its sums, one after the other, grow; what it can
/// write is written.
RowKernel::Values LongRowsBuilder::doTile(Tile tile, int pass, Values sums) {
  KernelBuilder &b = *kernel;
  MutableArrayRef<Value> rest = sums;
  for (linalg::GenericOp op : group.members) {
    if (op.getNumReductionLoops() && getLevel(op) == pass) {
      Values next = evaluate(op, getInputs(op, tile, pass), tile.column,
                             rest.take_front(length));
      for (int64_t i = 0; i < length; ++i)
        rest[i] = isRagged ? arith::SelectOp::create(b.b, tile.isInside,
                                                     next[i], rest[i])
                                 .getResult()
                           : next[i];
      rest = rest.drop_front(length);
    } else if (!isScalar(op) && getLevel(op) == pass &&
               llvm::is_contained(written, op->getResult(0))) {
      Values values = getRun(op, tile, pass);
      b.when(tile.isInside, [&] { writeRun(op, values, tile.column); });
    }
  }
  return sums;
}

RowKernel::Values LongRowsBuilder::doTiles(Where where, int64_t first,
                                           int64_t end, int pass, Values sums) {
  KernelBuilder &b = *kernel;
  if (first >= end)
    return sums;
  if (where == Where::Registers || end - first == 1) {
    for (int64_t i = first; i < end; ++i)
      sums = doTile(makeTile(where, b.number(i), i), pass, std::move(sums));
    return sums;
  }
  auto loop = scf::ForOp::create(b.b, b.number(first), b.number(end),
                                 b.number(1), sums);
  b.b.setInsertionPointToStart(loop.getBody());
  Values grown(loop.getRegionIterArgs());
  grown = doTile(makeTile(where, loop.getInductionVar(), 0), pass, grown);
  if (!grown.empty())
    scf::YieldOp::create(b.b, grown);
  b.b.setInsertionPointAfter(loop);
  return Values(loop.getResults());
}

/// Values of the row that follow from the sums of the passes before.
void LongRowsBuilder::evaluateScalars(int level) {
  for (linalg::GenericOp op : group.members) {
    if (!isScalar(op) || op.getNumReductionLoops() || getLevel(op) != level)
      continue;
    SmallVector<Values> inputs;
    for (OpOperand *input : op.getDpsInputOperands()) {
      Values values;
      if (isRead(op, *input)) {
        Value known = ofRow.lookup(input->get());
        values.push_back(known ? known : loaded.at(getKey(op, *input)));
      }
      inputs.push_back(std::move(values));
    }
    ofRow[op->getResult(0)] = evaluateScalar(op, inputs);
  }
}

/// What members read of memory that is one value a row.
void LongRowsBuilder::loadScalars() {
  for (linalg::GenericOp op : group.members)
    for (OpOperand *input : op.getDpsInputOperands()) {
      if (!isRead(op, *input) || !isScalar(op, *input) ||
          group.contains(input->get().getDefiningOp()))
        continue;
      auto [place, isNew] = loaded.try_emplace(getKey(op, *input));
      if (isNew)
        place->second = load(op, *input, kernel->number(0))[0];
    }
}

void LongRowsBuilder::doPass(int pass) {
  evaluateScalars(pass);
  Values sums;
  SmallVector<linalg::GenericOp> reductions;
  for (linalg::GenericOp op : group.members)
    if (op.getNumReductionLoops() && getLevel(op) == pass) {
      reductions.push_back(op);
      sums.append(length, getNeutral(op));
    }
  int64_t end = inRegisters + inShared;
  sums = doTiles(Where::Registers, 0, inRegisters, pass, std::move(sums));
  sums = doTiles(Where::Shared, inRegisters, end, pass, std::move(sums));
  sums = doTiles(Where::Memory, end, tiles, pass, std::move(sums));
  for (auto [i, op] : llvm::enumerate(reductions))
    ofRow[op->getResult(0)] =
        join(op, ArrayRef(sums).slice(i * length, length));
}

LogicalResult LongRowsBuilder::build() {
  chooseTiles();
  int64_t covered = tiles * kThreads * length;
  kernel.emplace(plan, linalg::GenericOp(group.members[0]).getLoc(),
                 "long_rows", getTensors(), kThreads, (rowCount + 1) * covered);
  KernelBuilder &b = *kernel;
  lane = thread = b.threadId();
  partials = b.shared(32 * 8, 8);
  int64_t bytes = 0;
  for (const Source &source : sources)
    if (source.isKept())
      bytes += inShared * kThreads * length * source.bytes;
  if (bytes)
    storage = b.dynamicShared(bytes);
  isLive = b.isLess(b.blockId(), rowCount);
  rowLoops = b.delinearise(b.blockId(), group.rows);
  loadScalars();
  for (int pass = 0; pass < passes; ++pass)
    doPass(pass);
  evaluateScalars(passes);
  for (linalg::GenericOp op : group.members)
    if (isScalar(op) && llvm::is_contained(written, op->getResult(0)))
      writeScalar(op, ofRow.at(op->getResult(0)));
  b.finish({rowCount, 1, 1});
  return success();
}

LogicalResult sbp::cuda::buildLongRows(LaunchPlan &plan,
                                       const RowGroup &group) {
  return LongRowsBuilder(plan, group).build();
}
