// GroupedRoles.cpp: loads, products and stores of nn.grouped_product
#include "GroupedKernel.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace sbp::cuda;

void GroupedKernel::produce() {
  FragmentBuilder &h = *hopper;
  Value maps[] = {kernel->getTensorMap(0), kernel->getTensorMap(1)};
  forEachTile([&](const GroupedTile &tile, Slot start) {
    auto loadSlice = [&](Value slice, ValueRange position) -> Registers {
      Slot slot{position[0], position[1]};
      Value full = ring->fill(slot, getRing().slotBytes);
      Value to = ring->getTile(slot.number), firstK = h.mul(slice, kSliceK),
            zero = h.constant(0);
      factors[0].loads.emit(h, maps[0], to, tile.rows.row, firstK, zero, full,
                            zero);
      factors[1].loads.emit(h, maps[1],
                            h.add(to, factors[0].loads.getTileBytes()),
                            tile.column, firstK, tile.rows.group, full, zero);
      Slot next = ring->advance(slot);
      return {next.number, next.parity};
    };
    Registers end = h.forEach(h.constant(0), h.constant(countSlices()), 1,
                              {start.number, start.parity}, loadSlice);
    return Slot{end[0], end[1]};
  });
}

Registers GroupedKernel::multiplySlice(Slot slot, ValueRange sums,
                                       Value keepsSum) {
  FragmentBuilder &h = *hopper;
  const TileLoads &a = factors[0].loads, &b = factors[1].loads;
  constexpr int64_t kBlockBytes = TileLoads::kBlockBytes;
  ring->awaitFull(slot);
  Value tiles = ring->getTile(slot.number);
  Value rows =
      h.add(tiles, h.mul(consumer, schedule.countRowBlocks() * kBlockBytes));
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
  carried.append(size_t(schedule.countRowBlocks()),
                 LLVM::UndefOp::create(builder, sumType));
  auto release = [&](Value slot) {
    ring->release(*kernel, slot, h.isEqual(h.readThreadInGroup(), 0));
  };
  auto computeSlice = [&](Value slice, ValueRange state) -> Registers {
    Slot current{state[0], state[1]};
    Value isLater = arith::CmpIOp::create(builder, arith::CmpIPredicate::ne,
                                          slice, h.constant(0));
    Value keepsSum =
        arith::ExtUIOp::create(builder, builder.getI32Type(), isLater);
    Registers sums = multiplySlice(current, state.drop_front(3), keepsSum);
    h.waitForProducts(1);
    kernel->ifThen(isLater, [&] { release(state[2]); });
    Slot next = ring->advance(current);
    Registers results{next.number, next.parity, current.number};
    llvm::append_range(results, sums);
    return results;
  };
  Registers state = h.forEach(h.constant(0), h.constant(countSlices()), 1,
                              carried, computeSlice);
  Registers sums;
  for (Value part : ArrayRef<Value>(state).drop_front(3))
    llvm::append_range(sums, h.finishProducts(part));
  release(state[2]);
  slot = {state[0], state[1]};
  return sums;
}

void GroupedKernel::consume() {
  FragmentBuilder &h = *hopper;
  GroupedResults results(*kernel, h, op, schedule,
                         staging ? &*staging : nullptr, base,
                         getRing().getTilesEnd(), consumer);
  forEachTile([&](const GroupedTile &tile, Slot slot) {
    Registers sums = multiplyTile(slot);
    results.storeTile(sums, tile);
    return slot;
  });
  if (staging)
    kernel->ifThen(h.isEqual(h.readThreadInGroup(), 0),
                   [&] { h.waitForStores(0); });
}
