// LongRows.cpp: rows that do not fit into registers
//
// One block of 1024 threads per row. A thread keeps its part of the first tiles
// in registers and of the next ones in shared memory, which no other thread
// accesses, so no barrier is needed. A softmax reads a row of 49152 floats
// once, and the rest of a longer one three times.
#include "Choice/Prediction.h"
#include "Generators/Rows/PassRows.h"

using namespace mlir;
using namespace sbp::cuda;

static constexpr int64_t kThreads = 1024;
/// Shared memory of the partial sums of a block, and bytes of a row that a
/// thread keeps in registers.
static constexpr int64_t kSumBytes = 1024, kMaxKeptBytes = 32;

namespace {
class LongRowsBuilder : PassRows {
public:
  LongRowsBuilder(LaunchPlan &plan, const RowGroup &group)
      : PassRows(plan, group) {}
  LogicalResult build();

private:
  Values loadSource(linalg::GenericOp op, OpOperand &operand, size_t index,
                    Tile &tile, int pass) override;
  Value getPlace(size_t index) override {
    return kernel->constant(offsets[index] / passes.getSources()[index].bytes);
  }

  SmallVector<int64_t> offsets; ///< of sources in `storage`, in bytes
};
} // namespace

/// The first pass loads and keeps a tile; later ones reuse it.
RowKernel::Values LongRowsBuilder::loadSource(linalg::GenericOp op,
                                              OpOperand &operand, size_t index,
                                              Tile &tile, int pass) {
  const RowSource &source = passes.getSources()[index];
  if (!source.isKept() || tile.residence != Residence::Shared)
    return loadUnshared(op, operand, index, tile, pass);
  KernelBuilder &builder = *kernel;
  Type element = getElementTypeOrSelf(operand.get().getType());
  Value own = builder.add(getOwnIndex(tile), getPlace(index));
  if (source.passes[0] != pass)
    return builder.loadShared(storage, element, own, vectorWidth);
  Values values = load(op, operand, tile.column);
  builder.storeShared(values, storage, own);
  return values;
}

LogicalResult LongRowsBuilder::build() {
  shift = RowShift::find(plan, group, passes.getSources());
  vectorWidth = shift ? getFullVectorWidth(group) : chooseVectorWidth(group);
  partColumns = group.columns;
  threadsPerRow = threads = kThreads;
  // Accumulators of several reductions occupy the registers that would keep
  // tiles.
  chooseTiles(group.columns, plan.chip.maxSharedBytes - kSumBytes,
              passes.hasPassOfSeveralReductions() ? 0 : kMaxKeptBytes);
  isRagged |= shift.has_value();
  int64_t next = 0;
  for (const RowSource &source : passes.getSources()) {
    offsets.push_back(next);
    if (source.isKept())
      next += inShared * getTileColumns() * source.bytes;
  }
  int64_t covered = tiles * getTileColumns();
  kernel.emplace(plan, linalg::GenericOp(group.members[0]).getLoc(),
                 "long_rows", getTensors(), kThreads, (rowCount + 1) * covered);
  KernelBuilder &builder = *kernel;
  threadInRow = thread = builder.threadId();
  warpPartials = builder.allocateShared(32 * 8, 8);
  if (next)
    storage = builder.allocateDynamicShared(next);
  numColumns = builder.constant(group.columns);
  isActive = builder.isLess(builder.blockId(), rowCount);
  rowLoops = builder.delinearise(builder.blockId(), group.rows);
  buildRow();
  builder.finish({rowCount, 1, 1});
  return success();
}

namespace {
class LongRows : public RowsGenerator {
public:
  StringRef getName() const override { return "long_rows"; }

private:
  std::string getSchedule(const RowGroup &group, const Chip &) const override {
    return llvm::formatv("rows of {0} in tiles of {1} vectors", group.columns,
                         kThreads);
  }
  bool accepts(const RowGroup &group, const Chip &) const override {
    return !fitsRegisters(group);
  }
  double predictSeconds(const RowGroup &group, const Chip &chip,
                        double bytes) const override;
  LogicalResult build(LaunchPlan &plan, const RowGroup &group) const override {
    return LongRowsBuilder(plan, group).build();
  }
};
} // namespace

/// Each pass reads again the part of a row that does not fit on chip. The share
/// of a copy was measured for rows that fit.
double LongRows::predictSeconds(const RowGroup &group, const Chip &chip,
                                double bytes) const {
  int64_t capacity = chip.maxSharedBytes + kThreads * kMaxKeptBytes;
  bytes += RowPasses(group).countRepeatedBytes(capacity);
  return getCopySeconds(chip, bytes, 0.82);
}

namespace sbp::cuda {
void registerLongRows(GeneratorList &generators) {
  generators.push_back(std::make_unique<LongRows>());
}
} // namespace sbp::cuda
