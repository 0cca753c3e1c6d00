// ProductConsumer.cpp: the products of a warpgroup
#include "ProductConsumer.h"
#include "SumExchange.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace sbp::cuda;

Registers ProductConsumer::multiplySlice(Slot slot, ValueRange sums,
                                         Value keepsSum) {
  const TileLoads &a = factors.getLoads(0), &b = factors.getLoads(1);
  block.ring.awaitFull(slot);
  Value tiles = block.ring.getTile(slot.number);
  Value rows = tiles;
  if (!schedule.isPingPong)
    rows = h.add(tiles, h.mul(number, block.tiling.countRowBlocks() *
                                          TileLoads::kBlockBytes));
  Value tileA = h.describeTile(rows, a.order, TileLoads::kBlockBytes);
  Value tileB = h.describeTile(h.add(tiles, factors.getOffset(1)), b.order,
                               TileLoads::kBlockBytes);
  h.fenceProducts();
  linalg::GenericOp op = block.tiling.form.op;
  Type element = getElementTypeOrSelf(op->getOperand(0));
  Registers results(sums);
  auto multiply = [&](int64_t partA, int64_t partB, int64_t i) {
    int64_t offset = factors.getTileBytes() / 16;
    bool isFirst = i == 0 && partA + 1 == schedule.countParts();
    for (auto [rowBlock, sum] : llvm::enumerate(results))
      sum = static_cast<HopperBuilder &>(h).multiply(
          sum,
          h.step(tileA, partA * offset + i * a.getStep() +
                            int64_t(rowBlock) * TileLoads::kBlockBytes / 16),
          a.order, h.step(tileB, partB * offset + i * b.getStep()), b.order,
          isFirst ? keepsSum : h.constant(1), element);
  };
  for (int64_t i = 0; i < kSliceBytes / 32; ++i) {
    // The product of both rests is below the error of the others.
    if (schedule.countParts() > 1) {
      multiply(1, 0, i);
      multiply(0, 1, i);
    }
    multiply(0, 0, i);
  }
  h.commitProducts();
  return results;
}

/// Releases a slot to the producers that load it, by one thread each: a wait
/// for products ends for the four warps of a consumer together.
void ProductConsumer::release(Value slot) {
  if (schedule.clusterSize == 1) {
    block.ring.release(kernel, slot, h.isEqual(thread, 0));
    return;
  }
  Value isFirst =
      arith::CmpIOp::create(kernel.builder, arith::CmpIPredicate::ult, thread,
                            h.constant(schedule.clusterSize));
  kernel.ifThen(isFirst,
                [&] { h.arriveAt(block.ring.getEmpty(slot), thread); });
}

/// Lets the other consumer issue its products. Its warps meet before, since
/// otherwise a turn could pass twice while a slow warp waits for its own.
void ProductConsumer::passTurn() {
  h.synchronize(h.add(number, 1), 128);
  kernel.ifThen(h.isEqual(thread, 0),
                [&] { h.arrive(block.getTurn(h.sub(h.constant(1), number))); });
}

Registers ProductConsumer::multiplySlices(Slot &slot, Value first, Value end) {
  ImplicitLocOpBuilder &builder = kernel.builder;
  auto sumType = LLVM::LLVMStructType::getLiteral(
      builder.getContext(),
      SmallVector<Type>(size_t(schedule.tileN / 2), builder.getF32Type()));
  Registers carried{slot.number, slot.parity, h.constant(0)};
  carried.append(size_t(block.tiling.countRowBlocks()),
                 LLVM::UndefOp::create(builder, sumType));
  // Carried: slot, parity, previous slot, sums.
  auto computeSlice = [&](Value slice, ValueRange state) {
    Slot current{state[0], state[1]};
    Value isLater =
        arith::CmpIOp::create(builder, arith::CmpIPredicate::ne, slice, first);
    Value keepsSum =
        arith::ExtUIOp::create(builder, builder.getI32Type(), isLater);
    Registers sums = multiplySlice(current, state.drop_front(3), keepsSum);
    h.waitForProducts(1);
    kernel.ifThen(isLater, [&] { release(state[2]); });
    Slot next = block.ring.advance(current);
    Registers results{next.number, next.parity, current.number};
    llvm::append_range(results, sums);
    return results;
  };
  Registers state = h.forEach(first, end, 1, carried, computeSlice);
  if (schedule.isPingPong)
    passTurn();
  Registers sums;
  for (Value part : ArrayRef<Value>(state).drop_front(3))
    llvm::append_range(sums, h.finishProducts(part));
  release(state[2]);
  slot = {state[0], state[1]};
  return sums;
}

/// The partial sums of each kPartialK of a split product are added to sums that
/// begin as zeros.
Registers ProductConsumer::multiplyTile(Slot &slot) {
  ImplicitLocOpBuilder &builder = kernel.builder;
  Value zero = h.constant(0), end = block.getSliceCount();
  if (schedule.countParts() == 1)
    return multiplySlices(slot, zero, end);
  int64_t step = kPartialK / schedule.getSliceK();
  Registers carried{slot.number, slot.parity};
  carried.append(size_t(block.tiling.countRowBlocks() * schedule.tileN / 2),
                 kernel.zero(builder.getF32Type()));
  auto addPartialSums = [&](Value first, ValueRange state) {
    Slot current{state[0], state[1]};
    Value last = arith::MinUIOp::create(builder, h.add(first, step), end);
    Registers partial = multiplySlices(current, first, last);
    Registers results{current.number, current.parity};
    for (auto [sum, added] : llvm::zip_equal(state.drop_front(2), partial))
      results.push_back(arith::AddFOp::create(builder, sum, added));
    return results;
  };
  Registers state = h.forEach(zero, end, step, carried, addPartialSums);
  slot = {state[0], state[1]};
  return Registers(ArrayRef<Value>(state).drop_front(2));
}

/// Consumer c of two that have their own tiles takes every second one from
/// number c on; the slots between belong to the other one.
void ProductConsumer::run(
    llvm::function_ref<void(Value, ArrayRef<Value>)> store) {
  int64_t slices = block.tiling.countSlices(), step = block.numClusters;
  Value zero = h.constant(0), first = block.cluster, turn = zero;
  Slot start{zero, zero};
  if (schedule.isPingPong) {
    first = h.add(first, h.mul(number, block.numClusters));
    step *= 2;
    start = block.ring.skip(start, h.mul(number, slices));
    // The phase before the first one counts as complete: consumer 0 begins.
    turn = h.sub(h.constant(1), number);
  }
  auto computeTile = [&](Value tile, ValueRange state) -> Registers {
    Slot slot{state[0], state[1]};
    if (schedule.isPingPong)
      h.wait(block.getTurn(number), state[2]);
    Registers sums = multiplyTile(slot);
    if (schedule.splits > 1)
      sums = exchangeSums(block, sums, number, thread);
    store(tile, sums);
    if (schedule.isPingPong)
      slot = block.ring.skip(slot, h.constant(slices));
    return {slot.number, slot.parity, h.sub(h.constant(1), state[2])};
  };
  block.forEachTile(first, step, {start.number, start.parity, turn},
                    computeTile);
}
