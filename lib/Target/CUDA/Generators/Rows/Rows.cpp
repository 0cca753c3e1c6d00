// Rows.cpp: a row in the registers of a warp or of a block
//
// A row of up to 1024 columns is computed by up to 32 threads, with several
// rows per block; a longer one by up to a block (a quarter of the columns for
// 8-byte elements). Thread t of a row holds columns (c * threadsPerRow + t) * V
// to ... + V - 1 of chunk c, so that neighbouring threads access neighbouring
// vectors. Inputs that are equal for all rows, such as the gains of a norm, are
// staged in shared memory once by blocks that process many rows. For example,
// layer norm of f32[8192, 768] has 32 threads per row, 6 chunks of 4 columns
// each.
#include "Choice/Prediction.h"
#include "RegisterRows.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "sbp/Target/Region/Steps.h"

using namespace mlir;
using namespace sbp::cuda;

/// Bytes of a row in registers: of a warp and of a thread at most.
static constexpr int64_t kMaxWarpBytes = 4096, kThreadBytes = 64,
                         kMaxThreadsPerRow = kMaxRowBytes / kThreadBytes;
/// Rows that share staged inputs; blocks that keep a device busy; bytes that a
/// block may stage.
static constexpr int64_t kMaxRowsPerBlock = 64, kMinBlocks = 128,
                         kMaxStagedBytes = 40960;

namespace {
class RowsBuilder : RegisterRows {
public:
  RowsBuilder(LaunchPlan &plan, const RowGroup &group)
      : RegisterRows(plan, group) {}
  LogicalResult build();

private:
  /// An input in shared memory.
  struct Staged {
    OpOperand *operand;
    Value buffer = {};
  };
  void chooseThreads();
  void chooseStaged();
  void stage(Staged &staged);
  /// Returns a vector of a staged input, or loads one.
  Values loadInput(linalg::GenericOp op, OpOperand &operand, const Key &key,
                   Value column) override;
  void buildRow(Value row);

  int64_t rowsPerBlock = 1, rounds = 1;
  SmallVector<std::pair<Key, Staged>> staged;
};
} // namespace

/// Chooses threads per row, chunks and rows per block.
void RowsBuilder::chooseThreads() {
  vectorWidth = chooseVectorWidth(group);
  int64_t bytes = getRegisterBytesPerColumn(group);
  bool fitsWarp = group.columns * bytes <= kMaxWarpBytes;
  int64_t perLane = fitsWarp ? vectorWidth : kThreadBytes / bytes;
  int64_t most = fitsWarp ? 32 : kMaxThreadsPerRow;
  threadsPerRow = std::min<int64_t>(
      most, llvm::PowerOf2Ceil(llvm::divideCeil(group.columns, perLane)));
  threads = std::max<int64_t>(threadsPerRow, 128);
  chunks = llvm::divideCeil(group.columns, threadsPerRow * vectorWidth);
  isRagged = group.columns % (threadsPerRow * vectorWidth) != 0;
  chooseStaged();
  rowsPerBlock = threads / threadsPerRow;
}

/// Selects the inputs that are equal for all rows, if each block processes
/// enough rows to amortise the copies.
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
  int64_t wide = std::max<int64_t>(threadsPerRow, 256),
          side = wide / threadsPerRow;
  rounds = std::min(std::max<int64_t>(1, kMaxRowsPerBlock / side),
                    rowCount / (side * kMinBlocks));
  if (staged.empty() || bytes > kMaxStagedBytes || rounds < 2) {
    staged.clear();
    rounds = 1;
    return;
  }
  threads = wide;
}

/// Copies a staged input to shared memory, by all threads of the block.
void RowsBuilder::stage(Staged &staged) {
  KernelBuilder &builder = *kernel;
  auto op = cast<linalg::GenericOp>(staged.operand->getOwner());
  Type element = getElementTypeOrSelf(staged.operand->get().getType());
  int64_t numVectors = group.columns / vectorWidth;
  staged.buffer =
      builder.allocateShared(group.columns * getElementBytes(element), 16);
  for (int64_t i = 0; i < numVectors; i += threads) {
    Value vector = builder.add(thread, builder.constant(i)),
          column = builder.mul(vector, vectorWidth);
    auto move = [&] {
      builder.storeShared(load(op, *staged.operand, column), staged.buffer,
                          column);
    };
    if (i + threads <= numVectors)
      move();
    else
      builder.ifThen(builder.isLess(vector, numVectors), move);
  }
}

RowKernel::Values RowsBuilder::loadInput(linalg::GenericOp op,
                                         OpOperand &operand, const Key &key,
                                         Value column) {
  auto *shared = llvm::find_if(
      staged, [&](const auto &known) { return known.first == key; });
  if (shared == staged.end())
    return load(op, operand, column);
  return kernel->loadShared(shared->second.buffer,
                            getElementTypeOrSelf(operand.get().getType()),
                            column, vectorWidth);
}

void RowsBuilder::buildRow(Value row) {
  KernelBuilder &builder = *kernel;
  // Threads without a row compute the last one and store nothing: shuffles need
  // all threads of the warp.
  isActive = builder.isLess(row, rowCount);
  Value safe = arith::MinUIOp::create(builder.builder, row,
                                      builder.constant(rowCount - 1));
  rowLoops = builder.delinearise(safe, group.rows);
  for (linalg::GenericOp op : group.members)
    evaluateOp(op);
  writeAll();
}

LogicalResult RowsBuilder::build() {
  chooseThreads();
  kernel.emplace(
      plan, linalg::GenericOp(group.members[0]).getLoc(), "rows", getTensors(),
      threads, rowCount * group.columns + chunks * threadsPerRow * vectorWidth);
  KernelBuilder &builder = *kernel;
  thread = builder.threadId();
  threadInRow = builder.rem(thread, threadsPerRow);
  if (threadsPerRow > 32)
    warpPartials = builder.allocateShared(32 * 8, 8);
  setColumns();
  rowLoops.assign(group.rows.size(), builder.constant(0));
  for (auto &[key, one] : staged)
    stage(one);
  if (!staged.empty())
    builder.barrier();
  Value first =
      builder.add(builder.mul(builder.blockId(), rowsPerBlock * rounds),
                  builder.div(thread, threadsPerRow));
  if (rounds == 1) {
    buildRow(first);
  } else {
    auto loop =
        scf::ForOp::create(builder.builder, builder.constant(0),
                           builder.constant(rounds), builder.constant(1));
    builder.builder.setInsertionPointToStart(loop.getBody());
    buildRow(
        builder.add(first, builder.mul(loop.getInductionVar(), rowsPerBlock)));
    builder.builder.setInsertionPointAfter(loop);
  }
  builder.finish(
      {int64_t(llvm::divideCeil(rowCount, rowsPerBlock * rounds)), 1, 1});
  return success();
}

namespace {
class Rows : public RowsGenerator {
public:
  StringRef getName() const override { return "rows"; }
  bool extend(SmallVectorImpl<Operation *> &window,
              const LaunchPlan &) const override {
    return findGroup(window).members.size() == window.size();
  }
  bool staysOpen(Window window, Operation *op) const override;

private:
  std::string getSchedule(const RowGroup &group, const Chip &) const override {
    return llvm::formatv("rows of {0} in registers", group.columns);
  }
  bool accepts(const RowGroup &group, const Chip &) const override {
    return fitsRegisters(group);
  }
  double predictSeconds(const RowGroup &, const Chip &chip,
                        double bytes) const override {
    return getCopySeconds(chip, bytes, 1.0);
  }
  LogicalResult build(LaunchPlan &plan, const RowGroup &group) const override {
    return RowsBuilder(plan, group).build();
  }
};
} // namespace

/// Views of values from outside of the group leave it open. A fill may have to
/// be written, from values that the group computes.
bool Rows::staysOpen(Window window, Operation *op) const {
  if (isa<linalg::GenericOp>(op))
    return true;
  if (isa<tensor::InsertSliceOp>(op))
    return false;
  auto isMember = [&](Value tensor) {
    return llvm::is_contained(window, tensor.getDefiningOp());
  };
  return !sbp::region::isFill(op->getOperand(0).getDefiningOp()) &&
         !isMember(op->getOperand(0)) &&
         llvm::none_of(getGatheredTensors(op), isMember);
}

namespace sbp::cuda {
void registerRows(GeneratorList &generators) {
  generators.push_back(std::make_unique<Rows>());
}
} // namespace sbp::cuda
