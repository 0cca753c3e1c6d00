// HopperPipeline.cpp: loads and products of the kernel of a product
#include "HopperProductBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace sbp::cuda;

/// Emits the loads of all tiles of the block, by one thread.
void HopperProductBuilder::produce() {
  HopperBuilder &h = *hopper;
  SmallVector<Value> maps;
  for (unsigned i = 0; i < countLoadMaps(); ++i)
    maps.push_back(kernel->getTensorMap(i));
  Value count = getSliceCount();
  auto loadTiles = [&](Value number, ValueRange outer) -> SmallVector<Value> {
    Tile tile = locate(number);
    auto loadSlice = [&](Value slice, ValueRange ring) -> SmallVector<Value> {
      Slot slot{ring[0], ring[1]};
      Value full = getFull(slot.number);
      h.wait(getEmpty(slot.number), h.sub(h.constant(1), slot.parity));
      h.arriveExpecting(full, getSlotBytes());
      Value to = h.add(base, h.mul(slot.number, getSlotBytes()));
      if (schedule.splits > 1)
        slice = h.add(slice, getFirstSlice(part));
      Value firstK = h.mul(slice, schedule.getSliceK());
      for (auto [i, map] : llvm::enumerate(maps)) {
        unsigned number = unsigned(i) % countFactors();
        if (i != 0 && number == 0)
          to = h.add(to, getTileBytes());
        bool isRows = isWeight(number) == schedule.isTransposed;
        factors[number].loads.emit(h, map, h.add(to, getFactorOffset(number)),
                                   isRows ? tile.row : tile.column, firstK,
                                   tile.batch, full, rank);
      }
      Slot next = advance(slot);
      return {next.number, next.parity};
    };
    return forEach(h.constant(0), count, 1, SmallVector<Value>(outer),
                   loadSlice);
  };
  forEach(cluster, h.constant(countClusterTiles()), numClusters,
          {h.constant(0), h.constant(0)}, loadTiles);
}

/// Issues the products of one slot by a consumer and returns the sums, one
/// struct for each 64 rows.
SmallVector<Value> HopperProductBuilder::multiplySlice(Slot slot,
                                                       const Consumer &consumer,
                                                       ValueRange sums,
                                                       Value keepsSum) {
  HopperBuilder &h = *hopper;
  const TileLoads &a = factors[0].loads, &b = factors[1].loads;
  h.wait(getFull(slot.number), slot.parity);
  Value tiles = h.add(base, h.mul(slot.number, getSlotBytes()));
  Value rows = tiles;
  if (!schedule.isPingPong)
    rows = h.add(tiles, h.mul(consumer.number,
                              countRowBlocks() * TileLoads::kBlockBytes));
  Value tileA = h.describeTile(rows, a.order, TileLoads::kBlockBytes);
  Value tileB = h.describeTile(h.add(tiles, getFactorOffset(1)), b.order,
                               TileLoads::kBlockBytes);
  auto step = [&](Value tile, int64_t by) -> Value {
    return arith::AddIOp::create(
        kernel->builder, tile,
        arith::ConstantOp::create(kernel->builder,
                                  kernel->builder.getI64IntegerAttr(by)));
  };
  h.fenceProducts();
  Type element = getElementTypeOrSelf(op->getOperand(0));
  SmallVector<Value> results(sums);
  auto multiply = [&](int64_t partA, int64_t partB, int64_t i) {
    int64_t offset = getTileBytes() / 16;
    bool isFirst = i == 0 && partA + 1 == schedule.countParts();
    for (auto [block, sum] : llvm::enumerate(results))
      sum = h.multiply(
          sum,
          step(tileA, partA * offset + i * a.getStep() +
                          int64_t(block) * TileLoads::kBlockBytes / 16),
          a.order, step(tileB, partB * offset + i * b.getStep()), b.order,
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
void HopperProductBuilder::release(Value slot, const Consumer &consumer) {
  HopperBuilder &h = *hopper;
  if (schedule.clusterSize == 1) {
    kernel->ifThen(h.isEqual(consumer.thread, 0),
                   [&] { h.arrive(getEmpty(slot)); });
    return;
  }
  Value isFirst =
      arith::CmpIOp::create(kernel->builder, arith::CmpIPredicate::ult,
                            consumer.thread, h.constant(schedule.clusterSize));
  kernel->ifThen(isFirst, [&] { h.arriveAt(getEmpty(slot), consumer.thread); });
}

/// Lets the other consumer issue its products. Its warps meet before, since
/// otherwise a turn could pass twice while a slow warp waits for its own.
void HopperProductBuilder::passTurn(const Consumer &consumer) {
  HopperBuilder &h = *hopper;
  h.synchronize(h.add(consumer.number, 1), 128);
  kernel->ifThen(h.isEqual(consumer.thread, 0), [&] {
    h.arrive(getTurn(h.sub(h.constant(1), consumer.number)));
  });
}

SmallVector<Value>
HopperProductBuilder::multiplySlices(Slot &slot, const Consumer &consumer,
                                     Value first, Value end) {
  HopperBuilder &h = *hopper;
  ImplicitLocOpBuilder &builder = kernel->builder;
  auto sumType = LLVM::LLVMStructType::getLiteral(
      builder.getContext(),
      SmallVector<Type>(schedule.tileN / 2, builder.getF32Type()));
  SmallVector<Value> carried{slot.number, slot.parity, h.constant(0)};
  carried.append(countRowBlocks(), LLVM::UndefOp::create(builder, sumType));
  // Carried: slot, parity, previous slot, sums.
  auto computeSlice = [&](Value slice, ValueRange state) {
    Slot current{state[0], state[1]};
    Value isLater =
        arith::CmpIOp::create(builder, arith::CmpIPredicate::ne, slice, first);
    Value keepsSum =
        arith::ExtUIOp::create(builder, builder.getI32Type(), isLater);
    SmallVector<Value> sums =
        multiplySlice(current, consumer, state.drop_front(3), keepsSum);
    h.waitForProducts(1);
    kernel->ifThen(isLater, [&] { release(state[2], consumer); });
    Slot next = advance(current);
    SmallVector<Value> results{next.number, next.parity, current.number};
    llvm::append_range(results, sums);
    return results;
  };
  SmallVector<Value> state = forEach(first, end, 1, carried, computeSlice);
  if (schedule.isPingPong)
    passTurn(consumer);
  SmallVector<Value> sums;
  for (Value part : ArrayRef<Value>(state).drop_front(3))
    llvm::append_range(sums, h.finishProducts(part));
  release(state[2], consumer);
  slot = {state[0], state[1]};
  return sums;
}

/// The partial sums of each kPartialK of a split product are added to sums that
/// begin as zeros.
SmallVector<Value>
HopperProductBuilder::multiplyTile(Slot &slot, const Consumer &consumer) {
  HopperBuilder &h = *hopper;
  ImplicitLocOpBuilder &builder = kernel->builder;
  Value zero = h.constant(0), end = getSliceCount();
  if (schedule.countParts() == 1)
    return multiplySlices(slot, consumer, zero, end);
  int64_t step = kPartialK / schedule.getSliceK();
  SmallVector<Value> carried{slot.number, slot.parity};
  carried.append(size_t(countRowBlocks() * schedule.tileN / 2),
                 kernel->zero(builder.getF32Type()));
  auto addPartialSums = [&](Value first, ValueRange state) {
    Slot current{state[0], state[1]};
    Value last = arith::MinUIOp::create(builder, h.add(first, step), end);
    SmallVector<Value> partial = multiplySlices(current, consumer, first, last);
    SmallVector<Value> results{current.number, current.parity};
    for (auto [sum, added] : llvm::zip_equal(state.drop_front(2), partial))
      results.push_back(arith::AddFOp::create(builder, sum, added));
    return results;
  };
  SmallVector<Value> state = forEach(zero, end, step, carried, addPartialSums);
  slot = {state[0], state[1]};
  return SmallVector<Value>(ArrayRef<Value>(state).drop_front(2));
}

/// Emits the products of all tiles of a consumer. Where each has its own tiles,
/// consumer c takes every second one from number c on, and the slots between
/// belong to the other one.
void HopperProductBuilder::consume(const Consumer &consumer) {
  HopperBuilder &h = *hopper;
  Value zero = h.constant(0), first = cluster, turn = zero;
  int64_t step = numClusters;
  Slot start{zero, zero};
  if (schedule.isPingPong) {
    first = h.add(first, h.mul(consumer.number, numClusters));
    step *= 2;
    start = skip(start, h.mul(consumer.number, countSlices()));
    // The phase before the first one counts as complete: consumer 0 begins.
    turn = h.sub(h.constant(1), consumer.number);
  }
  auto computeTile = [&](Value number, ValueRange state) -> SmallVector<Value> {
    Slot slot{state[0], state[1]};
    if (schedule.isPingPong)
      h.wait(getTurn(consumer.number), state[2]);
    SmallVector<Value> sums = multiplyTile(slot, consumer);
    if (schedule.splits > 1)
      sums = exchangeSums(sums, consumer);
    storeTile(sums, locate(number), consumer.number);
    if (schedule.isPingPong)
      slot = skip(slot, h.constant(countSlices()));
    return {slot.number, slot.parity, h.sub(h.constant(1), state[2])};
  };
  forEach(first, h.constant(countClusterTiles()), step,
          {start.number, start.parity, turn}, computeTile);
  if (staging)
    kernel->ifThen(h.isEqual(consumer.thread, 0), [&] { h.waitForStores(0); });
}
