//===- Rows.cpp - a row in the registers of a warp or a block -------------===//
//
// Rows of up to 1024 columns take up to 32 lanes, several rows a block; longer
// ones up to a block (a quarter as many columns of 8 bytes). Of these, lane l
// holds (c * lanes + l) * V + 0..V-1 for every c. What is the same for every
// row (the gains of a norm) is read once by a block that goes over many rows,
// and stays in shared memory.
//
//===----------------------------------------------------------------------===//
#include "RowKernel.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace sbp::cuda;

/// Of a row, in the registers of a lane: what a warp and a block take at most,
/// what a lane of a block should.
static constexpr int64_t kMostWarpBytes = 4096, kLaneBytes = 64,
                         kMostLanes = kMostRowBytes / kLaneBytes;
/// Rows that share what a block has staged; blocks that a device wants; bytes
/// that a block may stage.
static constexpr int64_t kRowsOfBlock = 64, kFewBlocks = 128,
                         kMostStaged = 40960;

namespace {
class RowsBuilder : RowKernel {
public:
  RowsBuilder(LaunchPlan &plan, const RowGroup &group)
      : RowKernel(plan, group) {}
  LogicalResult build();

private:
  using Chunks = SmallVector<Values>; ///< one: the same in all of them
  struct Staged {
    OpOperand *operand;
    Value place = {};
  };
  void chooseLanes();
  void chooseStaged();
  void stage(Staged &staged);
  Chunks fetch(linalg::GenericOp op, OpOperand &operand);
  SmallVector<Values> getInputs(ArrayRef<Chunks> inputs, int64_t chunk) const;
  void evaluateOp(linalg::GenericOp op);
  void buildRow(Value row);
  void writeAll();

  int64_t chunks = 1, rowsPerBlock = 1, rounds = 1;
  bool isRagged = false;
  SmallVector<Value> columns, isInside; ///< by chunk
  llvm::DenseMap<Value, Chunks> made;
  std::map<Key, Chunks> loaded;
  SmallVector<std::pair<Key, Staged>> staged;
};
} // namespace

/// What a column takes of registers: arithmetic on 8 bytes takes as many again.
static int64_t getBytesOfColumn(const RowGroup &group) {
  int64_t widest = getWidestBytes(group);
  return widest == 8 ? 16 : widest;
}

void RowsBuilder::chooseLanes() {
  length = chooseLength();
  int64_t bytes = getBytesOfColumn(group);
  bool fitsWarp = group.columns * bytes <= kMostWarpBytes;
  int64_t perLane = fitsWarp ? length : kLaneBytes / bytes;
  int64_t most = fitsWarp ? 32 : kMostLanes;
  lanes = std::min<int64_t>(
      most, llvm::PowerOf2Ceil(llvm::divideCeil(group.columns, perLane)));
  threads = std::max<int64_t>(lanes, 128);
  chunks = llvm::divideCeil(group.columns, lanes * length);
  isRagged = group.columns % (lanes * length) != 0;
  chooseStaged();
  rowsPerBlock = threads / lanes;
}

/// Operands that are the same in every row, if blocks go over enough of them.
void RowsBuilder::chooseStaged() {
  size_t last = group.rows.size();
  int64_t bytes = 0;
  for (linalg::GenericOp op : group.members)
    for (OpOperand *input : op.getDpsInputOperands()) {
      if (!isRead(op, *input) || group.contains(input->get().getDefiningOp()))
        continue;
      Key key = getKey(op, *input);
      if (key.second[last] != 1 ||
          llvm::any_of(ArrayRef(key.second).take_front(last),
                       [](int64_t stride) { return stride != 0; }))
        continue;
      if (llvm::is_contained(llvm::make_first_range(staged), key))
        continue;
      staged.push_back({key, Staged{input}});
      bytes += group.columns *
               getElementBytes(getElementTypeOrSelf(input->get().getType()));
    }
  int64_t wide = std::max<int64_t>(lanes, 256), side = wide / lanes;
  rounds = std::min(std::max<int64_t>(1, kRowsOfBlock / side),
                    rowCount / (side * kFewBlocks));
  if (staged.empty() || bytes > kMostStaged || rounds < 2) {
    staged.clear();
    rounds = 1;
    return;
  }
  threads = wide;
}

/// All threads read the columns once.
void RowsBuilder::stage(Staged &staged) {
  KernelBuilder &b = *kernel;
  auto op = cast<linalg::GenericOp>(staged.operand->getOwner());
  Type element = getElementTypeOrSelf(staged.operand->get().getType());
  int64_t runs = group.columns / length;
  staged.place = b.shared(group.columns * getElementBytes(element), 16);
  for (int64_t i = 0; i < runs; i += threads) {
    Value run = b.add(thread, b.number(i)), column = b.mul(run, length);
    auto move = [&] {
      b.storeShared(load(op, *staged.operand, column), staged.place, column);
    };
    if (i + threads <= runs)
      move();
    else
      b.when(b.isLess(run, runs), move);
  }
}

RowsBuilder::Chunks RowsBuilder::fetch(linalg::GenericOp op,
                                       OpOperand &operand) {
  if (!isRead(op, operand))
    return {Values()};
  if (auto known = made.find(operand.get()); known != made.end())
    return known->second;
  Key key = getKey(op, operand);
  auto [known, isNew] = loaded.try_emplace(key, Chunks());
  Chunks &values = known->second;
  if (!isNew)
    return values;
  auto *shared = llvm::find_if(
      staged, [&](const auto &known) { return known.first == key; });
  Type element = getElementTypeOrSelf(operand.get().getType());
  for (int64_t c = 0; c < (isScalar(op, operand) ? 1 : chunks); ++c)
    values.push_back(shared == staged.end()
                         ? load(op, operand, columns[c])
                         : kernel->loadShared(shared->second.place, element,
                                              columns[c], length));
  return values;
}

SmallVector<RowKernel::Values> RowsBuilder::getInputs(ArrayRef<Chunks> inputs,
                                                      int64_t chunk) const {
  return llvm::map_to_vector(inputs, [&](const Chunks &input) {
    return input.size() == 1 ? input[0] : input[chunk];
  });
}

void RowsBuilder::evaluateOp(linalg::GenericOp op) {
  SmallVector<Chunks> inputs;
  for (OpOperand *input : op.getDpsInputOperands())
    inputs.push_back(fetch(op, *input));
  Chunks &results = made[op->getResult(0)];
  if (op.getNumReductionLoops()) {
    Values sums(length, getNeutral(op));
    for (int64_t c = 0; c < chunks; ++c) {
      Values next = evaluate(op, getInputs(inputs, c), columns[c], sums);
      for (auto [sum, value] : llvm::zip_equal(sums, next))
        sum = isRagged
                  ? arith::SelectOp::create(kernel->b, isInside[c], value, sum)
                        .getResult()
                  : value;
    }
    results.push_back({join(op, sums)});
  } else if (isScalar(op)) {
    results.push_back({evaluateScalar(op, getInputs(inputs, 0))});
  } else {
    for (int64_t c = 0; c < chunks; ++c)
      results.push_back(evaluate(op, getInputs(inputs, c), columns[c]));
  }
}

void RowsBuilder::writeAll() {
  KernelBuilder &b = *kernel;
  for (linalg::GenericOp op : group.members) {
    if (!llvm::is_contained(written, op->getResult(0)))
      continue;
    const Chunks &values = made[op->getResult(0)];
    if (isScalar(op)) {
      writeScalar(op, values[0][0]);
      continue;
    }
    for (int64_t c = 0; c < chunks; ++c) {
      Value condition = isLive;
      if (isRagged)
        condition = arith::AndIOp::create(b.b, isLive, isInside[c]);
      b.when(condition, [&] { writeRun(op, values[c], columns[c]); });
    }
  }
}

void RowsBuilder::buildRow(Value row) {
  KernelBuilder &b = *kernel;
  // Lanes without a row read the last one and write nothing: shuffles want all.
  isLive = b.isLess(row, rowCount);
  Value safe = arith::MinUIOp::create(b.b, row, b.number(rowCount - 1));
  rowLoops = b.delinearise(safe, group.rows);
  for (linalg::GenericOp op : group.members)
    evaluateOp(op);
  writeAll();
}

LogicalResult RowsBuilder::build() {
  chooseLanes();
  kernel.emplace(plan, linalg::GenericOp(group.members[0]).getLoc(), "rows",
                 getTensors(), threads,
                 rowCount * group.columns + chunks * lanes * length);
  KernelBuilder &b = *kernel;
  thread = b.threadId();
  lane = b.rem(thread, lanes);
  if (lanes > 32)
    partials = b.shared(32 * 8, 8);
  for (int64_t c = 0; c < chunks; ++c) {
    Value column = b.mul(b.add(lane, b.number(c * lanes)), length);
    isInside.push_back(b.isLess(column, group.columns));
    columns.push_back(isRagged ? arith::SelectOp::create(b.b, isInside[c],
                                                         column, b.number(0))
                                     .getResult()
                               : column);
  }
  rowLoops.assign(group.rows.size(), b.number(0));
  for (auto &[key, one] : staged)
    stage(one);
  if (!staged.empty())
    b.barrier();
  Value first =
      b.add(b.mul(b.blockId(), rowsPerBlock * rounds), b.div(thread, lanes));
  if (rounds == 1) {
    buildRow(first);
  } else {
    auto loop =
        scf::ForOp::create(b.b, b.number(0), b.number(rounds), b.number(1));
    b.b.setInsertionPointToStart(loop.getBody());
    buildRow(b.add(first, b.mul(loop.getInductionVar(), rowsPerBlock)));
    b.b.setInsertionPointAfter(loop);
  }
  b.finish({int64_t(llvm::divideCeil(rowCount, rowsPerBlock * rounds)), 1, 1});
  return success();
}

LogicalResult sbp::cuda::buildRows(LaunchPlan &plan, const RowGroup &group) {
  if (group.columns * getBytesOfColumn(group) > kMostRowBytes)
    return buildLongRows(plan, group);
  return RowsBuilder(plan, group).build();
}
