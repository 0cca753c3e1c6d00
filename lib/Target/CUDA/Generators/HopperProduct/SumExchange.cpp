// SumExchange.cpp: sums of the blocks that split the k of a tile
//
// Each block of a cluster has the sums of all columns for its part of k, and
// stores a part of the columns. It sends the others their columns (a
// reduce-scatter over distributed shared memory). For two blocks of a tile of
// columns a to d:
//
//   block 0: sends c0 d0 to block 1, receives a1 b1, stores a0 + a1, b0 + b1
//   block 1: sends a1 b1 to block 0, receives c0 d0, stores c0 + c1, d0 + d1
//
// Partial sums, the block's own among them, are added in the order of k once
// all have landed, so that the result depends on no timing. Each thread reads
// what the threads of its number have sent, and 4 sums at a time.
#include "SumExchange.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace sbp::cuda;

static constexpr int64_t kExchangeThreads = 128, kGroup = 4, kGroupBytes = 16;

/// Returns the address of 4 partial sums of a thread in the shared memory of
/// the block that stores them. `part` is the block that sends them.
static Value getPartialSums(ProductBlock &block, Value part, Value rowBlock,
                            int64_t group, Value thread) {
  const Schedule &schedule = block.schedule;
  HopperBuilder &h = block.hopper;
  int64_t groups = block.tiling.getStoredColumns() / 2 / kGroup;
  Value number = h.add(h.mul(part, schedule.tileM / 64), rowBlock);
  Value place = h.add(h.mul(number, groups * kExchangeThreads * kGroupBytes),
                      h.mul(thread, kGroupBytes));
  return h.add(h.add(block.base, place),
               block.layout.exchange + group * kExchangeThreads * kGroupBytes);
}

Registers sbp::cuda::exchangeSums(ProductBlock &block, ArrayRef<Value> sums,
                                  Value consumer, Value thread) {
  HopperBuilder &h = block.hopper;
  ImplicitLocOpBuilder &builder = block.kernel.builder;
  const Schedule &schedule = block.schedule;
  int64_t rowBlocks = block.tiling.countRowBlocks(),
          stored = block.tiling.getStoredColumns() / 2,
          perRowBlock = stored * schedule.splits;
  auto forEachGroup =
      [&](llvm::function_ref<void(Value, int64_t, int64_t)> use) {
        for (int64_t i = 0; i < rowBlocks; ++i) {
          Value rowBlock = h.add(h.mul(consumer, rowBlocks), i);
          for (int64_t group = 0; group < stored / kGroup; ++group)
            use(rowBlock, group, i);
        }
      };
  for (int64_t owner = 0; owner < schedule.splits; ++owner) {
    Value rank = h.constant(owner),
          done = h.getRemote(block.getExchanged(), rank);
    forEachGroup([&](Value rowBlock, int64_t group, int64_t i) {
      int64_t first = i * perRowBlock + owner * stored + group * kGroup;
      Value to = getPartialSums(block, block.part, rowBlock, group, thread);
      h.storeRemote(h.getRemote(to, rank), sums.slice(size_t(first), kGroup),
                    done);
    });
  }
  h.wait(block.getExchanged(), h.constant(0));
  Registers results;
  auto pointer =
      LLVM::LLVMPointerType::get(builder.getContext(), /*addressSpace=*/3);
  forEachGroup([&](Value rowBlock, int64_t group, int64_t) {
    SmallVector<Value> totals;
    for (int64_t from = 0; from < schedule.splits; ++from) {
      Value address =
          getPartialSums(block, h.constant(from), rowBlock, group, thread);
      SmallVector<Value> values = block.kernel.loadShared(
          LLVM::IntToPtrOp::create(builder, pointer, address),
          builder.getF32Type(), block.kernel.constant(0), kGroup);
      for (auto [i, value] : llvm::enumerate(values))
        if (from == 0)
          totals.push_back(value);
        else
          totals[i] = arith::AddFOp::create(builder, totals[i], value);
    }
    llvm::append_range(results, totals);
  });
  return results;
}
