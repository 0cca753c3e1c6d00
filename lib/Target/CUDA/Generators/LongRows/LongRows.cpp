// LongRows.cpp: rows that do not fit into registers
//
// One block of 1024 threads per row, which it traverses in tiles of 1024
// vectors. Ops are assigned to passes: a reduction that depends on another one
// belongs to a later pass. Inputs that several passes read are kept on chip by
// the first: a thread keeps its part of the first tiles in registers and of the
// next ones in shared memory, which no other thread accesses, so no barrier is
// needed. Tiles beyond that are read again by every pass. A softmax has three
// passes (maximum, sum, quotient) and reads a row of 32768 floats once. The
// online softmax of Milakov and Gimelshein (2018) would merge its first two
// passes.
#include "Generators/Rows/RowKernel.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/SmallSet.h"

using namespace mlir;
using namespace sbp::cuda;

static constexpr int64_t kThreads = 1024;
/// Shared memory of the partial sums of a block, and bytes of a row that a
/// thread keeps in registers.
static constexpr int64_t kSumBytes = 1024, kMaxKeptBytes = 32;

namespace {
class LongRowsBuilder : RowKernel {
public:
  LongRowsBuilder(LaunchPlan &plan, const RowGroup &group)
      : RowKernel(plan, group) {}
  LogicalResult build();

private:
  /// An input of the row in memory.
  struct Source {
    Key key;
    int64_t bytes;                       ///< of one element
    llvm::SmallSetVector<int, 4> passes; ///< the passes that read it
    int64_t sharedOffset = 0;            ///< in shared memory
    SmallVector<Values> kept = {};       ///< by tile in registers
    bool isKept() const { return passes.size() > 1; }
  };
  /// The memory that holds a tile between passes.
  enum class Residence { Registers, Shared, Memory };
  struct Tile {
    Residence residence = Residence::Memory;
    int64_t index = 0; ///< among the tiles in registers
    Value number;
    Value column, isInside;
    llvm::DenseMap<Value, Values> made; ///< results of members
    std::map<Key, Values> fetched;      ///< inputs
  };

  int getPass(linalg::GenericOp op);
  void findPasses();
  void addSources(linalg::GenericOp op, int pass);
  Source *findSource(const Key &key);
  bool hasPassOfSeveralReductions();
  void chooseTiles();
  Values fetch(linalg::GenericOp op, OpOperand &operand, Tile &tile, int pass);
  Values fetchSource(linalg::GenericOp op, OpOperand &operand, Source &source,
                     Tile &tile, int pass);
  Values computeVector(linalg::GenericOp op, Tile &tile, int pass);
  SmallVector<Values> getInputs(linalg::GenericOp op, Tile &tile, int pass);
  void evaluateScalars(int level);
  void loadScalars();
  Values processTile(Tile tile, int pass, Values sums);
  Tile makeTile(Residence residence, Value number, int64_t index);
  Values processTiles(Residence residence, int64_t first, int64_t end, int pass,
                      Values sums);
  void buildPass(int pass);

  llvm::DenseMap<Operation *, int> passOf;
  SmallVector<Source> sources;
  int passes = 1;
  int64_t tiles = 0, inRegisters = 0, inShared = 0;
  bool isRagged = false;
  Value storage;
  llvm::DenseMap<Value, Value> rowScalars; ///< values of the row, by tensor
  std::map<Key, Value> loaded;
};
} // namespace

/// Returns the first pass in which all sums that `op` depends on are complete.
int LongRowsBuilder::getPass(linalg::GenericOp op) {
  if (auto known = passOf.find(op); known != passOf.end())
    return known->second;
  int level = 0;
  for (OpOperand *input : op.getDpsInputOperands())
    if (Operation *producer = input->get().getDefiningOp();
        isRead(op, *input) && group.contains(producer)) {
      auto made = cast<linalg::GenericOp>(producer);
      level = std::max(level,
                       getPass(made) + (made.getNumReductionLoops() ? 1 : 0));
    }
  return passOf[op] = level;
}

/// Adds the inputs that `op` depends on, through other members, to `pass`.
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

/// Only reductions and stored results cause reads; other members are recomputed
/// where they are read.
void LongRowsBuilder::findPasses() {
  for (linalg::GenericOp op : group.members) {
    bool isDone =
        op.getNumReductionLoops() ||
        (!isScalar(op) && llvm::is_contained(written, op->getResult(0)));
    if (!isDone)
      continue;
    passes = std::max(passes, getPass(op) + 1);
    addSources(op, getPass(op));
  }
}

/// Returns whether a pass has several reductions: their accumulators occupy the
/// registers that would keep tiles.
bool LongRowsBuilder::hasPassOfSeveralReductions() {
  llvm::SmallSet<int, 4> seen;
  return llvm::any_of(group.members, [&](linalg::GenericOp op) {
    return op.getNumReductionLoops() && !seen.insert(getPass(op)).second;
  });
}

/// Distributes the tiles over registers, shared memory and global memory.
void LongRowsBuilder::chooseTiles() {
  vectorWidth = chooseVectorWidth();
  threadsPerRow = threads = kThreads;
  int64_t columns = kThreads * vectorWidth;
  tiles = llvm::divideCeil(group.columns, columns);
  isRagged = group.columns % columns != 0;
  findPasses();
  int64_t bytes = 0, count = 0;
  for (const Source &source : sources)
    if (source.isKept()) {
      bytes += columns * source.bytes;
      ++count;
    }
  inShared =
      bytes ? std::min(tiles, (plan.chip.maxSharedBytes - kSumBytes) / bytes)
            : 0;
  if (count && !hasPassOfSeveralReductions())
    inRegisters =
        std::min(tiles - inShared,
                 kMaxKeptBytes / (vectorWidth * count * getWidestBytes(group)));
  if (count && inShared + inRegisters < tiles)
    emitRemark(linalg::GenericOp(group.members[0]).getLoc())
        << "rows of " << group.columns << " elements are read " << passes
        << " times, because a block keeps only "
        << (inShared + inRegisters) * columns << " of them";
  int64_t sharedOffset = 0; ///< byte offset in shared memory
  for (Source &source : sources)
    if (source.isKept()) {
      source.sharedOffset = sharedOffset;
      sharedOffset += inShared * columns * source.bytes;
    }
}

RowKernel::Values LongRowsBuilder::fetchSource(linalg::GenericOp op,
                                               OpOperand &operand,
                                               Source &source, Tile &tile,
                                               int pass) {
  // The first pass loads and keeps the tile; later ones reuse it.
  bool isFirst = source.passes[0] == pass;
  if (!source.isKept() || tile.residence == Residence::Memory)
    return load(op, operand, tile.column);
  if (tile.residence == Residence::Registers) {
    if (isFirst)
      source.kept.push_back(load(op, operand, tile.column));
    return source.kept[tile.index];
  }
  KernelBuilder &b = *kernel;
  Type element = getElementTypeOrSelf(operand.get().getType());
  Value vector = b.add(
      b.mul(b.add(tile.number, b.constant(-inRegisters)), kThreads), thread);
  Value index = b.add(b.mul(vector, vectorWidth),
                      b.constant(source.sharedOffset / source.bytes));
  if (!isFirst)
    return b.loadShared(storage, element, index, vectorWidth);
  Values values = load(op, operand, tile.column);
  b.storeShared(values, storage, index);
  return values;
}

RowKernel::Values LongRowsBuilder::fetch(linalg::GenericOp op,
                                         OpOperand &operand, Tile &tile,
                                         int pass) {
  if (!isRead(op, operand))
    return {};
  if (Value known = rowScalars.lookup(operand.get()))
    return {known};
  if (Operation *producer = operand.get().getDefiningOp();
      group.contains(producer))
    return computeVector(cast<linalg::GenericOp>(producer), tile, pass);
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

/// Returns the vector of a member in this tile. It is computed on demand, once
/// per pass.
RowKernel::Values LongRowsBuilder::computeVector(linalg::GenericOp op,
                                                 Tile &tile, int pass) {
  Value result = op->getResult(0);
  if (!tile.made.contains(result)) {
    Values values = evaluate(op, getInputs(op, tile, pass), tile.column);
    tile.made[result] = std::move(values);
  }
  return tile.made[result];
}

LongRowsBuilder::Tile LongRowsBuilder::makeTile(Residence residence,
                                                Value number, int64_t index) {
  KernelBuilder &b = *kernel;
  Tile tile;
  tile.residence = residence;
  tile.index = index;
  tile.number = number;
  tile.column = b.mul(b.add(b.mul(number, kThreads), thread), vectorWidth);
  tile.isInside = isActive;
  if (isRagged) {
    tile.isInside = b.isLess(tile.column, group.columns);
    tile.column = arith::SelectOp::create(b.builder, tile.isInside, tile.column,
                                          b.constant(0));
  }
  return tile;
}

/// Emits one pass over one tile: adds to the accumulators, which are stored one
/// reduction after the other, and stores the results of this pass.
RowKernel::Values LongRowsBuilder::processTile(Tile tile, int pass,
                                               Values sums) {
  KernelBuilder &b = *kernel;
  MutableArrayRef<Value> rest = sums;
  for (linalg::GenericOp op : group.members) {
    if (op.getNumReductionLoops() && getPass(op) == pass) {
      Values next = evaluate(op, getInputs(op, tile, pass), tile.column,
                             rest.take_front(vectorWidth));
      for (int64_t i = 0; i < vectorWidth; ++i)
        rest[i] = isRagged ? arith::SelectOp::create(b.builder, tile.isInside,
                                                     next[i], rest[i])
                                 .getResult()
                           : next[i];
      rest = rest.drop_front(vectorWidth);
    } else if (!isScalar(op) && getPass(op) == pass &&
               llvm::is_contained(written, op->getResult(0))) {
      Values values = computeVector(op, tile, pass);
      b.ifThen(tile.isInside, [&] { writeVector(op, values, tile.column); });
    }
  }
  return sums;
}

RowKernel::Values LongRowsBuilder::processTiles(Residence residence,
                                                int64_t first, int64_t end,
                                                int pass, Values sums) {
  KernelBuilder &b = *kernel;
  if (first >= end)
    return sums;
  // Registers cannot be indexed dynamically: the loop over these tiles is
  // unrolled.
  if (residence == Residence::Registers || end - first == 1) {
    for (int64_t i = first; i < end; ++i)
      sums = processTile(makeTile(residence, b.constant(i), i), pass,
                         std::move(sums));
    return sums;
  }
  auto loop = scf::ForOp::create(b.builder, b.constant(first), b.constant(end),
                                 b.constant(1), sums);
  b.builder.setInsertionPointToStart(loop.getBody());
  Values grown(loop.getRegionIterArgs());
  grown =
      processTile(makeTile(residence, loop.getInductionVar(), 0), pass, grown);
  if (!grown.empty())
    scf::YieldOp::create(b.builder, grown);
  b.builder.setInsertionPointAfter(loop);
  return Values(loop.getResults());
}

/// Evaluates the row scalars that depend on the sums of earlier passes.
void LongRowsBuilder::evaluateScalars(int level) {
  for (linalg::GenericOp op : group.members) {
    if (!isScalar(op) || op.getNumReductionLoops() || getPass(op) != level)
      continue;
    SmallVector<Values> inputs;
    for (OpOperand *input : op.getDpsInputOperands()) {
      Values values;
      if (isRead(op, *input)) {
        Value known = rowScalars.lookup(input->get());
        values.push_back(known ? known : loaded.at(getKey(op, *input)));
      }
      inputs.push_back(std::move(values));
    }
    rowScalars[op->getResult(0)] = evaluateScalar(op, inputs);
  }
}

/// Loads the inputs that have one value per row.
void LongRowsBuilder::loadScalars() {
  for (linalg::GenericOp op : group.members)
    for (OpOperand *input : op.getDpsInputOperands()) {
      if (!isRead(op, *input) || !isScalar(op, *input) ||
          group.contains(input->get().getDefiningOp()))
        continue;
      auto [place, isNew] = loaded.try_emplace(getKey(op, *input));
      if (isNew)
        place->second = load(op, *input, kernel->constant(0))[0];
    }
}

void LongRowsBuilder::buildPass(int pass) {
  evaluateScalars(pass);
  Values sums;
  SmallVector<linalg::GenericOp> reductions;
  for (linalg::GenericOp op : group.members)
    if (op.getNumReductionLoops() && getPass(op) == pass) {
      reductions.push_back(op);
      sums.append(vectorWidth, createNeutral(op));
    }
  int64_t end = inRegisters + inShared;
  sums =
      processTiles(Residence::Registers, 0, inRegisters, pass, std::move(sums));
  sums =
      processTiles(Residence::Shared, inRegisters, end, pass, std::move(sums));
  sums = processTiles(Residence::Memory, end, tiles, pass, std::move(sums));
  for (auto [i, op] : llvm::enumerate(reductions))
    rowScalars[op->getResult(0)] =
        reduceLanes(op, ArrayRef(sums).slice(i * vectorWidth, vectorWidth));
}

LogicalResult LongRowsBuilder::build() {
  chooseTiles();
  int64_t covered = tiles * kThreads * vectorWidth;
  kernel.emplace(plan, linalg::GenericOp(group.members[0]).getLoc(),
                 "long_rows", getTensors(), kThreads, (rowCount + 1) * covered);
  KernelBuilder &b = *kernel;
  threadInRow = thread = b.threadId();
  warpPartials = b.allocateShared(32 * 8, 8);
  int64_t bytes = 0;
  for (const Source &source : sources)
    if (source.isKept())
      bytes += inShared * kThreads * vectorWidth * source.bytes;
  if (bytes)
    storage = b.allocateDynamicShared(bytes);
  isActive = b.isLess(b.blockId(), rowCount);
  rowLoops = b.delinearise(b.blockId(), group.rows);
  loadScalars();
  for (int pass = 0; pass < passes; ++pass)
    buildPass(pass);
  evaluateScalars(passes);
  for (linalg::GenericOp op : group.members)
    if (isScalar(op) && llvm::is_contained(written, op->getResult(0)))
      writeScalar(op, rowScalars.at(op->getResult(0)));
  b.finish({rowCount, 1, 1});
  return success();
}

namespace {
class LongRows : public RowsGenerator {
public:
  StringRef getName() const override { return "long_rows"; }

private:
  std::string getSchedule(const RowGroup &group) const override {
    return llvm::formatv("rows of {0} in tiles of {1} vectors", group.columns,
                         kThreads);
  }
  bool accepts(const RowGroup &group) const override {
    return !fitsRegisters(group);
  }
  double getShare() const override { return 0.82; } // measured
  LogicalResult build(LaunchPlan &plan, const RowGroup &group) const override {
    return LongRowsBuilder(plan, group).build();
  }
};
} // namespace

namespace sbp::cuda {
void registerLongRows(GeneratorList &generators) {
  generators.push_back(std::make_unique<LongRows>());
}
} // namespace sbp::cuda
