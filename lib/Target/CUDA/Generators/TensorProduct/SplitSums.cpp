// SplitSums.cpp: products of warps whose k is split over blocks
//
// Where tiles are fewer than multiprocessors, as with few rows, each part of k
// has a block of its own, which stores its sums. A second kernel adds these in
// the order of k and applies the epilogue, so that bits depend on no timing.
#include "TensorProductBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace sbp::cuda;

static constexpr int64_t kJoinThreads = 256;

int64_t TensorProductBuilder::getPartWidth() const {
  return n.size % 2 == 0 ? getVectorWidth(getTarget(), n, /*width=*/2) : 1;
}

Value TensorProductBuilder::getPartOffset(Value part, int64_t product,
                                          Value atM, Value atN) {
  KernelBuilder &kb = *kernel;
  Value index = kb.add(kb.mul(part, countProducts()), kb.constant(product));
  index = kb.add(kb.mul(index, batch.size), batchId);
  index = kb.add(kb.mul(index, m.size), atM);
  return kb.add(kb.mul(index, n.size), atN);
}

void TensorProductBuilder::storeParts(ValueRange sums, const WarpPlace &warp) {
  KernelBuilder &kb = *kernel;
  TensorCoreBuilder &builder = *core;
  Value row = builder.add(builder.add(firstRow, warp.row),
                          builder.div(warp.lane, 4)),
        column = builder.add(builder.add(firstColumn, warp.column),
                             builder.mul(builder.rem(warp.lane, 4), 2));
  int64_t width = getPartWidth(), groups = getWarpColumns() / 8;
  for (int64_t i = 0; i < schedule.getWarpM() / 16; ++i)
    for (int64_t first = 0; first < 4 * groups; first += width) {
      int64_t j = first / 4, half = first / 2 % 2, e = first % 2;
      Value atM = kb.toOffset(builder.add(row, 16 * i + 8 * half)),
            atN = kb.toOffset(builder.add(column, 8 * j + e));
      SmallVector<Value> values = getSums(sums, i, first, width);
      kb.ifThen(isInside(atM, atN), [&] {
        for (int64_t product = 0; product < countProducts(); ++product)
          kb.storeVector(
              ArrayRef(values).slice(size_t(product * width), size_t(width)),
              parts, getPartOffset(kb.toOffset(part), product, atM, atN),
              /*isAligned=*/true);
      });
    }
}

void TensorProductBuilder::joinParts(LaunchPlan &plan) {
  int64_t width = getPartWidth(), perRow = n.size / width,
          items = batch.size * m.size * perRow;
  SmallVector<Value> tensors{parts};
  llvm::append_range(tensors, getEpilogueTensors());
  kernel.emplace(plan, op.getLoc(), "tensor_product", tensors, kJoinThreads,
                 std::max(getLargestOffset(), items + kJoinThreads));
  KernelBuilder &kb = *kernel;
  Value item = kb.add(kb.mul(kb.blockId(), kJoinThreads), kb.threadId());
  kb.ifThen(kb.isLess(item, items), [&] {
    SmallVector<Value> at = kb.delinearise(item, {batch.size, m.size, perRow});
    batchId = at[0];
    Value atM = at[1], atN = kb.mul(at[2], width);
    SmallVector<Value> sums;
    for (int64_t product = 0; product < countProducts(); ++product) {
      SmallVector<Value> own;
      for (int64_t i = 0; i < schedule.splits; ++i) {
        SmallVector<Value> next = kb.loadVector(
            parts, getPartOffset(kb.constant(i), product, atM, atN), width,
            /*isAligned=*/true);
        if (own.empty())
          own = next;
        else
          for (auto [sum, added] : llvm::zip_equal(own, next))
            sum = arith::AddFOp::create(kb.builder, sum, added);
      }
      llvm::append_range(sums, own);
    }
    storeResults(std::move(sums), atM, atN);
  });
  kb.finish({int64_t(llvm::divideCeil(items, kJoinThreads)), 1, 1});
}
