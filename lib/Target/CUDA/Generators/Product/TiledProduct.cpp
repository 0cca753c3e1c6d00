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
  KernelBuilder &b = *kernel;
  Value thread = b.threadId();
  return {b.mul(b.div(thread, kTile / kThreadTile), kThreadTile),
          b.mul(b.rem(thread, kTile / kThreadTile), kThreadTile)};
}

Value TiledProduct::allocateSlice(unsigned operand) {
  return kernel->allocateShared(
      kPitch * kBlockK * getElementBytes(getTileType(operand)), 16);
}

/// Returns the element type of a tile in shared memory: that of the accumulator
/// for floats, that of the operand for integers.
Type TiledProduct::getTileType(unsigned operand) const {
  return isMarked ? type : getElementTypeOrSelf(op->getOperand(operand));
}

/// Loads a vector of an operand, or zeros beyond its edges, and passes it to
/// `store`.
void TiledProduct::copyVectorToShared(
    unsigned operand, const Nest &outer, Value rowIndex, Value kIndex,
    int64_t width, llvm::function_ref<void(ArrayRef<Value>)> store) {
  KernelBuilder &b = *kernel;
  Type tile = getTileType(operand);
  Value inside = arith::AndIOp::create(
      b.builder, b.isLess(rowIndex, outer.size), b.isLess(kIndex, k.size));
  auto branch = scf::IfOp::create(b.builder, SmallVector<Type>(width, tile),
                                  inside, /*withElseRegion=*/true);
  b.builder.setInsertionPointToStart(branch.thenBlock());
  SmallVector<Value> values = b.loadVector(
      op->getOperand(operand),
      offset(access[operand],
             {{&outer, rowIndex}, {&k, kIndex}, {&batch, batchId}}),
      width,
      /*isAligned=*/true);
  for (Value &value : values)
    if (value.getType() != tile)
      value = arith::ExtFOp::create(b.builder, tile, value);
  scf::YieldOp::create(b.builder, values);
  b.builder.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(b.builder, SmallVector<Value>(width, b.zero(tile)));
  b.builder.setInsertionPointAfter(branch);
  store(SmallVector<Value>(branch->result_begin(), branch->result_end()));
}

/// Loads a tile of kBlockK x 64 elements. Vectors are along k or along the
/// rows, whichever is contiguous in memory; in shared memory k is always the
/// slow dim.
void TiledProduct::loadTileToShared(unsigned operand, const Nest &outer,
                                    Value first, Value firstK, Value into) {
  KernelBuilder &b = *kernel;
  bool isAlongK =
      !isInnermost(access[operand], outer) && isInnermost(access[operand], k);
  int64_t width = getVectorWidth(access[operand], isAlongK ? k : outer);
  int64_t rowWidth = isAlongK ? 1 : width, kWidth = isAlongK ? width : 1;
  Value thread = b.threadId();
  for (int64_t i = 0; i < kTile * kBlockK / (kThreads * width); ++i) {
    Value index = b.add(thread, b.constant(i * kThreads));
    Value row =
        isAlongK ? b.div(index, kBlockK / width) : b.rem(index, kTile / width);
    Value kIndex =
        isAlongK ? b.rem(index, kBlockK / width) : b.div(index, kTile / width);
    row = b.mul(row, rowWidth);
    kIndex = b.mul(kIndex, kWidth);
    auto store = [&](ArrayRef<Value> values) {
      Value slot = b.add(b.mul(kIndex, kPitch), row);
      if (!isAlongK)
        return b.storeShared(values, into, slot);
      for (auto [j, value] : llvm::enumerate(values))
        b.storeShared(value, into,
                      b.add(slot, b.constant(int64_t(j) * kPitch)));
    };
    copyVectorToShared(operand, outer, b.add(first, row), b.add(firstK, kIndex),
                       width, store);
  }
}

/// Adds the products of one k-slice to the thread's 4 x 4 accumulators.
SmallVector<Value> TiledProduct::accumulateKSlice(Value tileA, Value tileB,
                                                  Value row, Value column,
                                                  SmallVector<Value> sums) {
  KernelBuilder &b = *kernel;
  auto load = [&](Value tile, unsigned operand, Value index) {
    return b.loadShared(tile, getTileType(operand), index, kThreadTile);
  };
  for (int64_t kIndex = 0; kIndex < kBlockK; ++kIndex) {
    Value shift = b.constant(kIndex * kPitch);
    SmallVector<Value> left = load(tileA, 0, b.add(shift, row)),
                       right = load(tileB, 1, b.add(shift, column));
    for (int64_t i = 0; i < kThreadTile * kThreadTile; ++i) {
      Value x = left[i / kThreadTile], y = right[i % kThreadTile];
      sums[i] = isMarked
                    ? math::FmaOp::create(b.builder, x, y, sums[i]).getResult()
                    : b.inlineBody(op, {x, y, sums[i]}, {})[0];
    }
  }
  return sums;
}

/// Adds the initial values, applies the epilogue and stores the thread's
/// elements.
void TiledProduct::storeTile(ValueRange sums, Value firstM, Value firstN) {
  KernelBuilder &b = *kernel;
  int64_t width = getVectorWidth(getTarget(), n);
  for (int64_t i = 0; i < kThreadTile * kThreadTile; i += width) {
    Value atM = b.add(firstM, b.constant(i / kThreadTile)),
          atN = b.add(firstN, b.constant(i % kThreadTile));
    Value inside = arith::AndIOp::create(b.builder, b.isLess(atM, m.size),
                                         b.isLess(atN, n.size));
    b.ifThen(inside, [&] {
      storeResults(
          SmallVector<Value>(sums.begin() + i, sums.begin() + i + width), atM,
          atN);
    });
  }
}

SmallVector<Value> TiledProduct::accumulateTile(Value firstM, Value firstN,
                                                const Place &place, Value tileA,
                                                Value tileB) {
  KernelBuilder &b = *kernel;
  SmallVector<Value> sums(kThreadTile * kThreadTile, b.zero(type));
  return b.forLoop(b.constant(0), b.constant(k.size), kBlockK, sums,
                   [&](Value firstK, ValueRange carried) {
                     // The second barrier keeps the next slice from
                     // overwriting this one.
                     loadTileToShared(0, m, firstM, firstK, tileA);
                     loadTileToShared(1, n, firstN, firstK, tileB);
                     b.barrier();
                     SmallVector<Value> next =
                         accumulateKSlice(tileA, tileB, place.row, place.column,
                                          SmallVector<Value>(carried));
                     b.barrier();
                     return next;
                   });
}
