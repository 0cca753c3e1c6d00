// TensorProductBuilder.cpp: the kernel of one product of warps
#include "TensorProductBuilder.h"
#include "Choice/Prediction.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace sbp::cuda;

OpOperand &TensorProductBuilder::getOperand(unsigned number) {
  return number == 2 ? partner->getOpOperand(1) : op->getOpOperand(number);
}

LogicalResult TensorProductBuilder::analyseFactor(unsigned number) {
  Factor &factor = factors[number];
  const Nest &outer = number == 0 ? m : n;
  const Access &own = number == 2 ? partnerAccess : access[number];
  int64_t rows = number == 0 ? schedule.tileM : getColumns();
  factor.source.tensors = {getOperand(number).get()};
  if (auto layout = FactorLayout::find(own, outer, k, batch)) {
    factor.tile = StagedTile::find(*layout, rows, schedule.getElementBytes());
    if (factor.tile && schedule.countParts() == 1)
      return success();
  }
  auto &packing = factor.source.packing.emplace(
      own, outer, k, batch, schedule.float32, schedule.getElementBytes());
  factor.tile =
      StagedTile::find(packing.getLayout(), rows, schedule.getElementBytes());
  return success(factor.tile.has_value());
}

LogicalResult TensorProductBuilder::analyse() {
  if (failed(schedule.isInteger
                 ? analyseForIntegers()
                 : analyseForTensorCores(schedule.float32 != Float32::Exact)))
    return failure();
  // Rows, columns, k and tiles are counted in 32 bits, and a warp loads the
  // fragments of 16 columns at a time.
  if (std::max({m.size, n.size, k.size, batch.size}) > INT32_MAX / 2 ||
      getWarpColumns() % 16 != 0 ||
      (schedule.splits > 1 && countPartSlices() < schedule.stages))
    return failure();
  for (unsigned number = 0; number < getFactors().size(); ++number)
    if (failed(analyseFactor(number)))
      return failure();
  return success();
}

double TensorProductBuilder::predictSeconds(const Chip &chip) {
  ProductSize size{m.size, n.size, k.size, batch.size};
  size.bytes = countBytes();
  size.isPair = partner != nullptr;
  if (epilogue)
    size.epilogueSteps = countEpilogueSteps(epilogue);
  double seconds = schedule.predictSeconds(size, chip);
  for (const Factor &factor : getFactors())
    seconds += factor.source.predictSeconds(chip);
  return seconds;
}

int64_t TensorProductBuilder::countFixedBytes() {
  int64_t bytes = 0;
  for (const Factor &factor : getFactors())
    bytes += factor.source.countFixedBytes();
  return bytes;
}

LogicalResult TensorProductBuilder::prepare(LaunchPlan &plan) {
  for (auto [number, factor] : llvm::enumerate(getFactors()))
    if (failed(factor.source.prepare(plan, getOperand(unsigned(number)))))
      return failure();
  return success();
}

int64_t TensorProductBuilder::getLargestOffset() {
  int64_t slices = countSlices() + schedule.stages;
  int64_t largest = std::max((m.size + schedule.tileM) *
                                 (n.size + schedule.tileN) * batch.size,
                             slices * schedule.getSliceK());
  for (const Factor &factor : getFactors())
    largest = std::max(largest, factor.tile->getLastElement(slices));
  return largest;
}

SmallVector<Value> TensorProductBuilder::getSums(ValueRange sums, int64_t group,
                                                 int64_t first,
                                                 int64_t count) const {
  int64_t rows = schedule.getWarpM() / 16, columns = getWarpColumns() / 8;
  SmallVector<Value> values;
  for (int64_t product = 0; product < countProducts(); ++product) {
    int64_t begin = 4 * (product * rows + group) * columns;
    llvm::append_range(values,
                       sums.slice(size_t(begin + first), size_t(count)));
  }
  return values;
}

SmallVector<Value> TensorProductBuilder::multiplyTile(const WarpPlace &warp) {
  TensorCoreBuilder &builder = *core;
  SmallVector<TileFactor> tiles;
  for (auto [number, factor] : llvm::enumerate(getFactors()))
    tiles.push_back({*factor.tile, factor.source.tensors, product,
                     number ? firstColumn : firstRow});
  int64_t partK = countPartSlices() * schedule.getSliceK();
  Value firstK = builder.mul(part, partK),
        end = builder.constant(countSlices() * schedule.getSliceK());
  if (schedule.splits > 1)
    end = arith::MinUIOp::create(kernel->builder, builder.add(firstK, partK),
                                 end);
  return SliceLoop(*kernel, builder, schedule, tiles,
                   getElementTypeOrSelf(op->getOperand(0)), base, thread)
      .multiply(warp, firstK, end, isUnrolled());
}

void TensorProductBuilder::storeTile(ValueRange sums, const WarpPlace &warp) {
  TensorCoreBuilder &builder = *core;
  bool isWhole = m.size % schedule.tileM == 0 && n.size % getColumns() == 0;
  Value row = builder.add(builder.add(firstRow, warp.row),
                          builder.div(warp.lane, 4)),
        column = builder.add(builder.add(firstColumn, warp.column),
                             builder.mul(builder.rem(warp.lane, 4), 2));
  for (int64_t i = 0; i < schedule.getWarpM() / 16; ++i)
    storeFragments(builder.add(row, 16 * i), column, getWarpColumns() / 8,
                   isWhole, [&](int64_t first, int64_t count) {
                     return getSums(sums, i, first, count);
                   });
}

void TensorProductBuilder::build(LaunchPlan &plan) {
  SmallVector<Value> tensors;
  for (const Factor &factor : getFactors())
    llvm::append_range(tensors, factor.source.tensors);
  if (schedule.splits > 1) {
    parts = plan.buffers.createTemporary(
        op.getLoc(), RankedTensorType::get({schedule.splits, countProducts(),
                                            batch.size, m.size, n.size},
                                           Float32Type::get(op.getContext())));
    tensors.push_back(parts);
  } else {
    llvm::append_range(tensors, getEpilogueTensors());
  }
  kernel.emplace(plan, op.getLoc(), "tensor_product", tensors,
                 schedule.countThreads(), getLargestOffset());
  kernel->isApproximate =
      hidesApproximations() && schedule.float32 == Float32::Exact;
  core.emplace(kernel->builder);
  TensorCoreBuilder &builder = *core;
  Type word = kernel->builder.getI32Type();
  base = kernel->allocateDynamicShared(SliceLoop::getRingBytes(
      schedule, llvm::map_to_vector(getFactors(), [](const Factor &factor) {
        return &*factor.tile;
      })));
  thread = NVVM::ThreadIdXOp::create(kernel->builder, word);
  int64_t tilesM = llvm::divideCeil(m.size, schedule.tileM),
          tilesN = llvm::divideCeil(n.size, getColumns());
  SmallVector<Value> tile = kernel->delinearise(
      kernel->blockId(), {batch.size, tilesM, tilesN, schedule.splits});
  batchId = tile[0];
  product = kernel->toWord(tile[0]);
  firstRow = builder.mul(kernel->toWord(tile[1]), schedule.tileM);
  firstColumn = builder.mul(kernel->toWord(tile[2]), getColumns());
  part = kernel->toWord(tile[3]);
  WarpPlace warp =
      SliceLoop::locate(builder, schedule, thread, countProducts());
  SmallVector<Value> sums = multiplyTile(warp);
  if (parts)
    storeParts(sums, warp);
  else
    storeTile(sums, warp);
  kernel->finish({batch.size * tilesM * tilesN * schedule.splits, 1, 1});
  if (parts)
    joinParts(plan);
}
