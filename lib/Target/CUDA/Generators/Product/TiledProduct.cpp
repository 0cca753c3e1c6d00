// TiledProduct.cpp: a block's tile of a product on CUDA cores
//
// In a slice, k is the slow dimension of both tiles, whatever their order in
// memory: a thread reads 4 rows of A and 4 columns of B for each k, and adds 16
// products by fused multiply-adds.
#include "TiledProduct.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace sbp::cuda;

TiledProduct::Place TiledProduct::getPlace() {
  KernelBuilder &builder = *kernel;
  Value thread = builder.threadId();
  int64_t perRow = shape.tile / kThreadTile;
  return {builder.mul(builder.div(thread, perRow), kThreadTile),
          builder.mul(builder.rem(thread, perRow), kThreadTile)};
}

Value TiledProduct::allocateSlice(unsigned operand) {
  return kernel->allocateShared(shape.getPitch() * shape.blockK *
                                    getElementBytes(getTileType(operand)),
                                16);
}

/// Returns the element type of a tile in shared memory: that of the accumulator
/// for floats, that of the operand for integers.
Type TiledProduct::getTileType(unsigned operand) const {
  return isMarked ? type : getElementTypeOrSelf(op->getOperand(operand));
}

TiledProduct::SliceVectors TiledProduct::getVectors(unsigned operand,
                                                    const Nest &outer) {
  bool isAlongK =
      !isInnermost(access[operand], outer) && isInnermost(access[operand], k);
  int64_t width = getVectorWidth(access[operand], isAlongK ? k : outer);
  return {isAlongK, width,
          shape.tile * shape.blockK / (shape.countThreads() * width)};
}

std::pair<Value, Value>
TiledProduct::getVectorPlace(const SliceVectors &vectors, int64_t i) {
  KernelBuilder &builder = *kernel;
  int64_t width = vectors.width;
  Value index = builder.add(builder.threadId(),
                            builder.constant(i * shape.countThreads()));
  if (vectors.isAlongK)
    return {builder.div(index, shape.blockK / width),
            builder.mul(builder.rem(index, shape.blockK / width), width)};
  return {builder.mul(builder.rem(index, shape.tile / width), width),
          builder.div(index, shape.tile / width)};
}

/// Loads a vector of an operand, or zeros beyond its edges.
SmallVector<Value> TiledProduct::loadVectorInside(unsigned operand,
                                                  const Nest &outer,
                                                  Value rowIndex, Value kIndex,
                                                  int64_t width) {
  KernelBuilder &builder = *kernel;
  Value inside = arith::AndIOp::create(builder.builder,
                                       builder.isLess(rowIndex, outer.size),
                                       builder.isLess(kIndex, k.size));
  Value zero = builder.zero(getElementTypeOrSelf(op->getOperand(operand)));
  return builder.ifElse(inside, SmallVector<Value>(size_t(width), zero), [&] {
    return builder.loadVector(
        op->getOperand(operand),
        offset(access[operand],
               {{&outer, rowIndex}, {&k, kIndex}, {&batch, batchId}}),
        width,
        /*isAligned=*/true);
  });
}

// Vectors are along k or along the rows, whichever is contiguous in memory; in
// shared memory k is always the slow dim.
SmallVector<Value> TiledProduct::loadSlice(unsigned operand, const Nest &outer,
                                           Value first, Value firstK) {
  KernelBuilder &builder = *kernel;
  SliceVectors vectors = getVectors(operand, outer);
  SmallVector<Value> values;
  for (int64_t i = 0; i < vectors.count; ++i) {
    auto [row, kIndex] = getVectorPlace(vectors, i);
    llvm::append_range(
        values, loadVectorInside(operand, outer, builder.add(first, row),
                                 builder.add(firstK, kIndex), vectors.width));
  }
  return values;
}

void TiledProduct::storeSlice(unsigned operand, const Nest &outer,
                              ValueRange values, Value into) {
  KernelBuilder &builder = *kernel;
  Type tile = getTileType(operand);
  SliceVectors vectors = getVectors(operand, outer);
  for (int64_t i = 0; i < vectors.count; ++i) {
    auto [row, kIndex] = getVectorPlace(vectors, i);
    SmallVector<Value> own(values.slice(i * vectors.width, vectors.width));
    for (Value &value : own)
      if (value.getType() != tile)
        value = arith::ExtFOp::create(builder.builder, tile, value);
    Value slot = builder.add(builder.mul(kIndex, shape.getPitch()), row);
    if (!vectors.isAlongK) {
      builder.storeShared(own, into, slot);
      continue;
    }
    for (auto [j, value] : llvm::enumerate(own))
      builder.storeShared(
          value, into,
          builder.add(slot, builder.constant(int64_t(j) * shape.getPitch())));
  }
}

/// Adds the products of kUnrolledK of a slice to the thread's 4 x 4
/// accumulators.
SmallVector<Value> TiledProduct::accumulateSteps(Value tileA, Value tileB,
                                                 Value row, Value column,
                                                 SmallVector<Value> sums) {
  KernelBuilder &builder = *kernel;
  auto load = [&](Value tile, unsigned operand, Value index) {
    return builder.loadShared(tile, getTileType(operand), index, kThreadTile);
  };
  for (int64_t kIndex = 0; kIndex < kUnrolledK; ++kIndex) {
    Value shift = builder.constant(kIndex * shape.getPitch());
    SmallVector<Value> left = load(tileA, 0, builder.add(shift, row)),
                       right = load(tileB, 1, builder.add(shift, column));
    for (int64_t i = 0; i < kThreadTile * kThreadTile; ++i) {
      Value x = left[i / kThreadTile], y = right[i % kThreadTile];
      sums[i] =
          isMarked
              ? math::FmaOp::create(builder.builder, x, y, sums[i]).getResult()
              : builder.inlineBody(op, {x, y, sums[i]}, {})[0];
    }
  }
  return sums;
}

SmallVector<Value> TiledProduct::accumulateKSlice(Value tileA, Value tileB,
                                                  Value row, Value column,
                                                  SmallVector<Value> sums) {
  if (shape.blockK == kUnrolledK)
    return accumulateSteps(tileA, tileB, row, column, std::move(sums));
  KernelBuilder &builder = *kernel;
  return builder.forLoop(
      builder.constant(0), builder.constant(shape.blockK), kUnrolledK, sums,
      [&](Value firstK, ValueRange carried) {
        Value shift = builder.mul(firstK, shape.getPitch());
        return accumulateSteps(tileA, tileB, builder.add(shift, row),
                               builder.add(shift, column),
                               SmallVector<Value>(carried));
      });
}

/// Adds the initial values, applies the epilogue and stores the thread's
/// elements.
void TiledProduct::storeTile(ValueRange sums, Value firstM, Value firstN) {
  KernelBuilder &builder = *kernel;
  int64_t width = getVectorWidth(getTarget(), n);
  for (int64_t i = 0; i < kThreadTile * kThreadTile; i += width) {
    Value atM = builder.add(firstM, builder.constant(i / kThreadTile)),
          atN = builder.add(firstN, builder.constant(i % kThreadTile));
    Value inside =
        arith::AndIOp::create(builder.builder, builder.isLess(atM, m.size),
                              builder.isLess(atN, n.size));
    builder.ifThen(inside, [&] {
      storeResults(
          SmallVector<Value>(sums.begin() + i, sums.begin() + i + width), atM,
          atN);
    });
  }
}

SmallVector<Value> TiledProduct::accumulateTile(Value firstM, Value firstN,
                                                const Place &place, Value tileA,
                                                Value tileB, bool isOnly) {
  KernelBuilder &builder = *kernel;
  constexpr size_t numSums = kThreadTile * kThreadTile;
  SmallVector<Value> carried(numSums, builder.zero(type));
  auto load = [&](Value firstK) {
    SmallVector<Value> loaded = loadSlice(0, m, firstM, firstK);
    llvm::append_range(loaded, loadSlice(1, n, firstN, firstK));
    return loaded;
  };
  llvm::append_range(carried, load(builder.constant(0)));
  size_t numLoaded = carried.size() - numSums;
  SliceVectors left = getVectors(0, m);
  auto numLeft = size_t(left.count * left.width);
  auto multiply = [&](Value firstK, ValueRange state) {
    ValueRange loaded = state.drop_front(numSums);
    storeSlice(0, m, loaded.take_front(numLeft), tileA);
    storeSlice(1, n, loaded.drop_front(numLeft), tileB);
    builder.barrier();
    SmallVector<Value> next =
        load(builder.add(firstK, builder.constant(shape.blockK)));
    SmallVector<Value> results =
        accumulateKSlice(tileA, tileB, place.row, place.column,
                         SmallVector<Value>(state.take_front(numSums)));
    // The next slice overwrites this one.
    if (!isOnly || k.size > shape.blockK)
      builder.barrier();
    llvm::append_range(results, next);
    return results;
  };
  SmallVector<Value> results =
      builder.forLoop(builder.constant(0), builder.constant(k.size),
                      shape.blockK, carried, multiply);
  results.pop_back_n(numLoaded);
  return results;
}
