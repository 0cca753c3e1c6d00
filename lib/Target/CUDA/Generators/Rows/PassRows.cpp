// PassRows.cpp: rows that a kernel goes over in several passes
//
// A pass evaluates its reductions and stores tile by tile; other members are
// computed where they are read, once per tile and pass. A softmax of three
// passes (maximum, sum, quotient) reads a row once, if registers and shared
// memory hold it: the first pass loads and keeps the tiles. The online softmax
// of Milakov and Gimelshein (2018) would merge its first two passes.
#include "PassRows.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace sbp::cuda;

/// Shared memory of an input that has one value per row.
static constexpr int64_t kScalarBytes = 8;

/// Distributes the tiles over registers, shared memory and global memory.
void PassRows::chooseTiles(int64_t columns, int64_t sharedBytes,
                           int64_t threadBytes) {
  int64_t tileColumns = getTileColumns();
  tiles = llvm::divideCeil(columns, tileColumns);
  isRagged = columns % tileColumns != 0;
  int64_t bytes = 0, count = 0;
  for (const RowSource &source : passes.getSources())
    if (source.isKept()) {
      bytes += tileColumns * source.bytes;
      ++count;
    }
  inShared = bytes ? std::min(tiles, sharedBytes / bytes) : 0;
  if (count)
    inRegisters =
        std::min(tiles - inShared,
                 threadBytes / (vectorWidth * count * getWidestBytes(group)));
  if (count && inShared + inRegisters < tiles)
    emitRemark(linalg::GenericOp(group.members[0]).getLoc())
        << "rows of " << group.columns << " elements are read " << passes.size()
        << " times, because a block keeps only "
        << (inShared + inRegisters) * tileColumns << " of them";
}

int64_t PassRows::getKeptBytes() const {
  return inShared * getTileColumns() *
         passes.countBytes([](const RowSource &one) { return one.isKept(); });
}

RowKernel::Values PassRows::loadUnshared(linalg::GenericOp op,
                                         OpOperand &operand, size_t index,
                                         Tile &tile, int pass) {
  const RowSource &source = passes.getSources()[index];
  if (!source.isKept() || tile.residence == Residence::Memory)
    return load(op, operand, tile.column);
  assert(tile.residence == Residence::Registers);
  kept.resize(passes.getSources().size());
  if (source.passes[0] == pass)
    kept[index].push_back(load(op, operand, tile.column));
  return kept[index][tile.index];
}

Value PassRows::getOwnIndex(const Tile &tile) {
  KernelBuilder &builder = *kernel;
  Value vector = builder.add(
      builder.mul(builder.add(tile.number, builder.constant(-inRegisters)),
                  threads),
      thread);
  return builder.mul(vector, vectorWidth);
}

RowKernel::Values PassRows::fetch(linalg::GenericOp op, OpOperand &operand,
                                  Tile &tile, int pass) {
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
    values->second =
        loadSource(op, operand, passes.findSource(key), tile, pass);
  return values->second;
}

SmallVector<RowKernel::Values> PassRows::getInputs(linalg::GenericOp op,
                                                   Tile &tile, int pass) {
  SmallVector<Values> inputs;
  for (OpOperand *input : op.getDpsInputOperands())
    inputs.push_back(fetch(op, *input, tile, pass));
  return inputs;
}

/// Keeps the thread's vector of a result for later passes.
void PassRows::keep(size_t index, Tile &tile, ArrayRef<Value> values) {
  KernelBuilder &builder = *kernel;
  if (tile.residence == Residence::Shared) {
    builder.storeShared(values, storage,
                        builder.add(getOwnIndex(tile), getPlace(index)));
    return;
  }
  kept.resize(passes.getSources().size());
  kept[index].push_back(Values(values));
}

RowKernel::Values PassRows::getKept(size_t index, Type element, Tile &tile) {
  KernelBuilder &builder = *kernel;
  if (tile.residence == Residence::Shared)
    return builder.loadShared(storage, element,
                              builder.add(getOwnIndex(tile), getPlace(index)),
                              vectorWidth);
  return kept[index][size_t(tile.index)];
}

/// Returns the vector of a member in this tile. It is computed on demand, once
/// per pass, or in the first pass alone where it is kept.
RowKernel::Values PassRows::computeVector(linalg::GenericOp op, Tile &tile,
                                          int pass) {
  Value result = op->getResult(0);
  if (auto known = tile.made.find(result); known != tile.made.end())
    return known->second;
  std::optional<size_t> index = passes.findResult(op);
  bool isKept = index && passes.getSources()[*index].isKept() &&
                tile.residence != Residence::Memory;
  Values values;
  if (isKept && passes.getSources()[*index].passes[0] != pass) {
    values = getKept(*index, getElementTypeOrSelf(result.getType()), tile);
  } else {
    values = evaluate(op, getInputs(op, tile, pass), tile.column);
    if (isKept)
      keep(*index, tile, values);
  }
  return tile.made[result] = values;
}

PassRows::Tile PassRows::makeTile(Residence residence, Value number,
                                  int64_t index) {
  KernelBuilder &builder = *kernel;
  Tile tile;
  tile.residence = residence;
  tile.index = index;
  tile.number = number;
  tile.local = builder.mul(builder.add(builder.mul(number, threads), thread),
                           vectorWidth);
  tile.isInside = isActive;
  if (isRagged) {
    tile.isInside = arith::CmpIOp::create(
        builder.builder, arith::CmpIPredicate::ult, tile.local, numColumns);
    tile.local = arith::SelectOp::create(builder.builder, tile.isInside,
                                         tile.local, builder.constant(0));
  }
  tile.column = firstColumn ? builder.add(firstColumn, tile.local) : tile.local;
  return tile;
}

/// Emits one pass over one tile: adds to the accumulators, which are stored one
/// reduction after the other, and stores the results of this pass.
RowKernel::Values PassRows::processTile(Tile tile, int pass, Values sums) {
  KernelBuilder &builder = *kernel;
  MutableArrayRef<Value> rest = sums;
  for (linalg::GenericOp op : group.members) {
    if (op.getNumReductionLoops() && passes.getPass(op) == pass) {
      Values next = evaluate(op, getInputs(op, tile, pass), tile.column,
                             rest.take_front(vectorWidth));
      for (int64_t i = 0; i < vectorWidth; ++i)
        rest[i] = isRagged
                      ? arith::SelectOp::create(builder.builder, tile.isInside,
                                                next[i], rest[i])
                            .getResult()
                      : next[i];
      rest = rest.drop_front(vectorWidth);
    } else if (!isScalar(op) && passes.getPass(op) == pass &&
               llvm::is_contained(written, op->getResult(0))) {
      Values values = computeVector(op, tile, pass);
      builder.ifThen(tile.isInside,
                     [&] { writeVector(op, values, tile.column); });
    }
  }
  return sums;
}

/// Returns the end of the tiles in which the warp has columns, at most `end`.
Value PassRows::getWarpEnd(int64_t end) {
  KernelBuilder &builder = *kernel;
  if (!isRagged)
    return builder.constant(end);
  int64_t warpColumns = 32 * vectorWidth, tileColumns = getTileColumns();
  Value begin = builder.mul(builder.div(thread, 32), warpColumns);
  Value rest = arith::SubIOp::create(
      builder.builder,
      builder.add(numColumns, builder.constant(tileColumns - 1)), begin);
  return arith::MinUIOp::create(builder.builder, builder.div(rest, tileColumns),
                                builder.constant(end));
}

RowKernel::Values PassRows::processTiles(Residence residence, int64_t first,
                                         int64_t end, int pass, Values sums) {
  KernelBuilder &builder = *kernel;
  if (first >= end)
    return sums;
  // Registers cannot be indexed dynamically: the loop over these tiles is
  // unrolled.
  if (residence == Residence::Registers || (end - first == 1 && !isRagged)) {
    for (int64_t i = first; i < end; ++i)
      sums = processTile(makeTile(residence, builder.constant(i), i), pass,
                         std::move(sums));
    return sums;
  }
  auto loop = scf::ForOp::create(builder.builder, builder.constant(first),
                                 getWarpEnd(end), builder.constant(1), sums);
  builder.builder.setInsertionPointToStart(loop.getBody());
  Values grown(loop.getRegionIterArgs());
  grown =
      processTile(makeTile(residence, loop.getInductionVar(), 0), pass, grown);
  if (!grown.empty())
    scf::YieldOp::create(builder.builder, grown);
  builder.builder.setInsertionPointAfter(loop);
  return Values(loop.getResults());
}

/// Evaluates the row scalars that depend on the sums of earlier passes.
void PassRows::evaluateScalars(int level) {
  for (linalg::GenericOp op : group.members) {
    if (!isScalar(op) || op.getNumReductionLoops() ||
        passes.getPass(op) != level)
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

/// Loads the inputs that have one value per row. One thread loads them for the
/// block: loads by all warps of a cluster would be 6 % of the traffic of a row
/// of 16384 elements of 2 bytes.
void PassRows::loadScalars() {
  std::map<Key, OpOperand *> known;
  SmallVector<OpOperand *> inputs;
  for (linalg::GenericOp op : group.members)
    for (OpOperand *input : op.getDpsInputOperands())
      if (isRead(op, *input) && isScalar(op, *input) &&
          !group.contains(input->get().getDefiningOp()) &&
          known.try_emplace(getKey(op, *input), input).second)
        inputs.push_back(input);
  if (inputs.empty())
    return;
  KernelBuilder &builder = *kernel;
  Value slots =
      builder.allocateShared(int64_t(inputs.size()) * kScalarBytes, 8);
  auto getIndex = [&](size_t number, OpOperand *input) {
    Type element = getElementTypeOrSelf(input->get().getType());
    return builder.constant(int64_t(number) * kScalarBytes /
                            getElementBytes(element));
  };
  builder.ifThen(builder.isLess(thread, 1), [&] {
    for (auto [i, input] : llvm::enumerate(inputs)) {
      auto op = cast<linalg::GenericOp>(input->getOwner());
      builder.storeShared(load(op, *input, builder.constant(0)), slots,
                          getIndex(i, input));
    }
  });
  builder.barrier();
  for (auto [i, input] : llvm::enumerate(inputs)) {
    Type element = getElementTypeOrSelf(input->get().getType());
    loaded[getKey(cast<linalg::GenericOp>(input->getOwner()), *input)] =
        builder.loadShared(slots, element, getIndex(i, input), 1)[0];
  }
}

void PassRows::buildPass(int pass) {
  evaluateScalars(pass);
  Values sums, partial;
  SmallVector<linalg::GenericOp> reductions = passes.getReductions(pass);
  for (linalg::GenericOp op : reductions)
    sums.append(vectorWidth, createNeutral(op));
  int64_t end = inRegisters + inShared;
  sums =
      processTiles(Residence::Registers, 0, inRegisters, pass, std::move(sums));
  sums =
      processTiles(Residence::Shared, inRegisters, end, pass, std::move(sums));
  sums = processTiles(Residence::Memory, end, tiles, pass, std::move(sums));
  sums = processEdges(pass, std::move(sums));
  for (auto [i, op] : llvm::enumerate(reductions))
    partial.push_back(
        reduceBlock(op, ArrayRef(sums).slice(i * vectorWidth, vectorWidth)));
  joinBlocks(reductions, partial);
  for (auto [op, sum] : llvm::zip_equal(reductions, partial))
    rowScalars[op->getResult(0)] = addStart(op, sum);
}

void PassRows::buildRow() {
  if (shift) {
    part = getShiftedPart(rowLoops);
    firstColumn = part.first;
    numColumns = part.count;
  }
  loadScalars();
  for (int pass = 0; pass < passes.size(); ++pass)
    buildPass(pass);
  evaluateScalars(passes.size());
  for (linalg::GenericOp op : group.members)
    if (isScalar(op) && llvm::is_contained(written, op->getResult(0)))
      writeScalar(op, rowScalars.at(op->getResult(0)));
}
