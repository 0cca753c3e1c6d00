// GroupedRoles.cpp: loads, products and stores of nn.grouped_product
#include "GroupedKernel.h"
#include "SwizzledBlock.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace sbp::cuda;

static constexpr int64_t kWarpgroup = 128, kSliceK = kSliceBytes / 2;

Value GroupedKernel::getThread() {
  return hopper->rem(hopper->readThread(), kWarpgroup);
}

void GroupedKernel::produce() {
  FragmentBuilder &h = *hopper;
  Value maps[] = {kernel->getTensorMap(0), kernel->getTensorMap(1)};
  forEachTile([&](const Tile &tile, Slot start) {
    auto loadSlice = [&](Value slice, ValueRange ring) -> Registers {
      Slot slot{ring[0], ring[1]};
      Value full = getFull(slot.number);
      h.wait(getEmpty(slot.number), h.sub(h.constant(1), slot.parity));
      h.arriveExpecting(full, getSlotBytes());
      Value to = h.add(base, h.mul(slot.number, getSlotBytes())),
            firstK = h.mul(slice, kSliceK), zero = h.constant(0);
      factors[0].loads.emit(h, maps[0], to, tile.rows.row, firstK, zero, full,
                            zero);
      factors[1].loads.emit(h, maps[1],
                            h.add(to, factors[0].loads.getTileBytes()),
                            tile.column, firstK, tile.rows.group, full, zero);
      Slot next = h.advance(slot, schedule.stages);
      return {next.number, next.parity};
    };
    Registers end = forEach(h.constant(countSlices()),
                            {start.number, start.parity}, loadSlice);
    return Slot{end[0], end[1]};
  });
}

void GroupedKernel::release(Value slot) {
  kernel->ifThen(hopper->isEqual(getThread(), 0),
                 [&] { hopper->arrive(getEmpty(slot)); });
}

Registers GroupedKernel::multiplySlice(Slot slot, ValueRange sums,
                                       Value keepsSum) {
  FragmentBuilder &h = *hopper;
  const TileLoads &a = factors[0].loads, &b = factors[1].loads;
  constexpr int64_t kBlockBytes = TileLoads::kBlockBytes;
  h.wait(getFull(slot.number), slot.parity);
  Value tiles = h.add(base, h.mul(slot.number, getSlotBytes()));
  Value rows = h.add(tiles, h.mul(consumer, countRowBlocks() * kBlockBytes));
  Value tileA = h.describeTile(rows, a.order, kBlockBytes),
        tileB = h.describeTile(h.add(tiles, a.getTileBytes()), b.order,
                               kBlockBytes);
  h.fenceProducts();
  Registers results(sums);
  for (int64_t i = 0; i < kSliceBytes / 32; ++i)
    for (auto [rowBlock, sum] : llvm::enumerate(results)) {
      Value rowsOfBlock =
          h.step(tileA, i * a.getStep() + int64_t(rowBlock) * kBlockBytes / 16);
      sum = static_cast<HopperBuilder &>(h).multiply(
          sum, rowsOfBlock, a.order, h.step(tileB, i * b.getStep()), b.order,
          i == 0 ? keepsSum : h.constant(1), element);
    }
  h.commitProducts();
  return results;
}

/// A slot is released when the products of the next one are issued and its own
/// are done.
Registers GroupedKernel::multiplyTile(Slot &slot) {
  FragmentBuilder &h = *hopper;
  ImplicitLocOpBuilder &builder = kernel->builder;
  auto sumType = LLVM::LLVMStructType::getLiteral(
      builder.getContext(),
      SmallVector<Type>(size_t(schedule.tileN / 2), builder.getF32Type()));
  // State: the slot and its parity, the slot to release next, sums.
  Registers carried{slot.number, slot.parity, h.constant(0)};
  carried.append(size_t(countRowBlocks()),
                 LLVM::UndefOp::create(builder, sumType));
  auto computeSlice = [&](Value slice, ValueRange state) -> Registers {
    Slot current{state[0], state[1]};
    Value isLater = arith::CmpIOp::create(builder, arith::CmpIPredicate::ne,
                                          slice, h.constant(0));
    Value keepsSum =
        arith::ExtUIOp::create(builder, builder.getI32Type(), isLater);
    Registers sums = multiplySlice(current, state.drop_front(3), keepsSum);
    h.waitForProducts(1);
    kernel->ifThen(isLater, [&] { release(state[2]); });
    Slot next = h.advance(current, schedule.stages);
    Registers results{next.number, next.parity, current.number};
    llvm::append_range(results, sums);
    return results;
  };
  Registers state = forEach(h.constant(countSlices()), carried, computeSlice);
  Registers sums;
  for (Value part : ArrayRef<Value>(state).drop_front(3))
    llvm::append_range(sums, h.finishProducts(part));
  release(state[2]);
  slot = {state[0], state[1]};
  return sums;
}

void GroupedKernel::consume() {
  FragmentBuilder &h = *hopper;
  forEachTile([&](const Tile &tile, Slot slot) {
    Registers sums = multiplyTile(slot);
    storeTile(sums, tile);
    return slot;
  });
  if (staging)
    kernel->ifThen(h.isEqual(getThread(), 0), [&] { h.waitForStores(0); });
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

void GroupedKernel::storeTile(ArrayRef<Value> sums, const Tile &tile) {
  FragmentBuilder &h = *hopper;
  ImplicitLocOpBuilder &builder = kernel->builder;
  Value first = h.add(tile.rows.row, h.mul(consumer, getConsumerRows()));
  size_t registers = size_t(schedule.tileN / 2);
  for (int64_t i = 0; i < countRowBlocks(); ++i) {
    ArrayRef<Value> part = sums.slice(size_t(i) * registers, registers);
    Value row = h.add(first, i * kResultRows);
    if (!staging) {
      storeRows(part, row, tile);
      continue;
    }
    Value isWhole =
        arith::CmpIOp::create(builder, arith::CmpIPredicate::ule,
                              h.add(row, kResultRows), tile.rows.end);
    auto branch = scf::IfOp::create(builder, isWhole, /*withElseRegion=*/true);
    builder.setInsertionPointToStart(branch.thenBlock());
    stageRows(part, row, tile);
    builder.setInsertionPointToStart(branch.elseBlock());
    storeRows(part, row, tile);
    builder.setInsertionPointAfter(branch);
  }
}

void GroupedKernel::storeRows(ArrayRef<Value> sums, Value firstRow,
                              const Tile &tile) {
  FragmentBuilder &h = *hopper;
  KernelBuilder &kb = *kernel;
  auto isBelow = [&](Value x, Value end) -> Value {
    return arith::CmpIOp::create(kb.builder, arith::CmpIPredicate::ult, x, end);
  };
  Value thread = getThread(), lane = h.rem(thread, 32),
        warp = h.div(thread, 32);
  Value row = h.add(firstRow, h.add(h.mul(warp, 16), h.div(lane, 4)));
  Value column = h.add(tile.column, h.mul(h.rem(lane, 4), 2));
  int64_t width = columns % 2 ? 1 : 2;
  for (int64_t half = 0; half < 2; ++half) {
    Value own = h.add(row, 8 * half);
    kb.ifThen(isBelow(own, tile.rows.end), [&] {
      Value begin = kb.mul(kb.toOffset(own), columns);
      for (int64_t j = 0; j < schedule.tileN / 8; ++j)
        for (int64_t e = 0; e < 2; e += width) {
          Value at = h.add(column, 8 * j + e);
          SmallVector<Value> values;
          for (Value sum :
               sums.slice(size_t(4 * j + 2 * half + e), size_t(width)))
            values.push_back(arith::TruncFOp::create(kb.builder, element, sum));
          auto store = [&] {
            kb.storeVector(values, op.getResult(),
                           kb.add(begin, kb.toOffset(at)), /*isAligned=*/true);
          };
          if (columns % schedule.tileN == 0)
            store();
          else
            kb.ifThen(isBelow(at, h.constant(columns)), store);
        }
    });
  }
}

void GroupedKernel::stageRows(ArrayRef<Value> sums, Value firstRow,
                              const Tile &tile) {
  FragmentBuilder &h = *hopper;
  int64_t perRow = schedule.tileN / kResultBlock;
  Value barrier = h.add(consumer, 1), map = kernel->getTensorMap(2);
  for (int64_t i = 0; i < perRow; ++i) {
    int64_t number = i % staging->blocks;
    Value to = h.add(h.add(base, schedule.stages * getSlotBytes() +
                                     number * kResultBlockBytes),
                     h.mul(consumer, staging->blocks * kResultBlockBytes));
    // Values that depend on the thread are not kept beside the sums.
    Value thread = getThread(), isFirst = h.isEqual(thread, 0);
    kernel->ifThen(isFirst, [&] { h.waitForStores(staging->blocks - 1); });
    h.synchronize(barrier, kWarpgroup);
    ArrayRef<Value> part =
        sums.slice(size_t(i * kResultBlock / 2), size_t(kResultBlock / 2));
    writeResultBlock(h, thread, to, [&](int64_t j, int64_t half) {
      size_t at = size_t(4 * j + 2 * half);
      return h.packPair(part[at], part[at + 1], element);
    });
    h.fenceTensorCopies();
    h.synchronize(barrier, kWarpgroup);
    kernel->ifThen(isFirst, [&] {
      h.storeTile(map, {h.add(tile.column, i * kResultBlock), firstRow}, to);
      h.commitStores();
    });
  }
}
