// GroupTable.cpp: the tiles of groups of rows, found on the device
//
// A warp computes the table by scans over 32 groups at a time (Hillis and
// Steele, "Data parallel algorithms", 1986): a running maximum of the bounds,
// then a running sum of the tiles of each group. Bounds 70, 70, 60, 200 of 150
// rows, tiles of 64 rows:
//
//   first rows   0   70  70  70  150
//   tiles        0   2   2   2   4
//
// Tile 2 is found by the last group whose number of tiles in front is at most
// 2: group 3, from row 70 on. Groups 1 and 2 are empty.
#include "GroupTable.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace sbp::cuda;

static constexpr int64_t kLanes = 32, kWordBytes = sizeof(int32_t);

Value GroupTable::getPlace(Value number, int64_t array) {
  Value place = h.add(h.add(base, h.mul(number, kWordBytes)),
                      array * (sizes.groups + 1) * kWordBytes);
  auto pointer = LLVM::LLVMPointerType::get(kernel.builder.getContext(),
                                            /*addressSpace=*/3);
  return LLVM::IntToPtrOp::create(kernel.builder, pointer, place);
}

Value GroupTable::load(Value number, int64_t array) {
  return LLVM::LoadOp::create(kernel.builder, kernel.builder.getI32Type(),
                              getPlace(number, array));
}

void GroupTable::store(Value value, Value number, int64_t array) {
  LLVM::StoreOp::create(kernel.builder, value, getPlace(number, array));
}

Value sbp::cuda::loadGroupBound(KernelBuilder &kernel, Value bounds,
                                Value number, int64_t rows) {
  ImplicitLocOpBuilder &builder = kernel.builder;
  Value bound = kernel.load(bounds, kernel.toOffset(number));
  auto literal = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(
        builder, builder.getIntegerAttr(bound.getType(), value));
  };
  Value clamped = arith::MaxSIOp::create(builder, bound, literal(0));
  clamped = arith::MinSIOp::create(builder, clamped, literal(rows));
  Type word = builder.getI32Type();
  return clamped.getType() == word
             ? clamped
             : arith::TruncIOp::create(builder, word, clamped).getResult();
}

Value GroupTable::scan(Value value, Value lane,
                       llvm::function_ref<Value(Value, Value)> combine) {
  for (int64_t distance = 1; distance < kLanes; distance *= 2) {
    Value other = kernel.shuffleUp(value, distance);
    Value hasOther = arith::CmpIOp::create(
        kernel.builder, arith::CmpIPredicate::uge, lane, h.constant(distance));
    value = h.select(hasOther, combine(value, other), value);
  }
  return value;
}

void GroupTable::fill(Value bounds, Value lane) {
  ImplicitLocOpBuilder &builder = kernel.builder;
  Value zero = h.constant(0), last = h.constant(kLanes - 1);
  Value begin =
      sizes.leading ? loadGroupBound(kernel, bounds, zero, sizes.rows) : zero;
  kernel.ifThen(h.isEqual(lane, 0), [&] {
    store(begin, zero, 0);
    store(zero, zero, 1);
  });
  // Carried: the end of the groups before, and the number of their tiles.
  auto fillGroups = [&](Value first, ValueRange state) -> Registers {
    Value group = h.add(lane, first);
    Value safe =
        arith::MinUIOp::create(builder, group, h.constant(sizes.groups - 1));
    Value bound =
        loadGroupBound(kernel, bounds, h.add(safe, sizes.leading), sizes.rows);
    Value end = scan(bound, lane, [&](Value x, Value y) -> Value {
      return arith::MaxSIOp::create(builder, x, y);
    });
    end = arith::MaxSIOp::create(builder, end, state[0]);
    Value before =
        h.select(h.isEqual(lane, 0), state[0], kernel.shuffleUp(end, 1));
    Value tiles =
        h.div(h.add(h.sub(end, before), sizes.tileRows - 1), sizes.tileRows);
    tiles = scan(tiles, lane, [&](Value x, Value y) { return h.add(x, y); });
    tiles = h.add(tiles, state[1]);
    Value isGroup = arith::CmpIOp::create(builder, arith::CmpIPredicate::ult,
                                          group, h.constant(sizes.groups));
    kernel.ifThen(isGroup, [&] {
      store(end, h.add(group, 1), 0);
      store(tiles, h.add(group, 1), 1);
    });
    return {kernel.readLane(end, last), kernel.readLane(tiles, last)};
  };
  h.forEach(zero, h.constant(sizes.groups), kLanes, {begin, zero}, fillGroups);
}

Value GroupTable::countTiles() { return load(h.constant(sizes.groups), 1); }

GroupTable::Rows GroupTable::findRows(Value number) {
  ImplicitLocOpBuilder &builder = kernel.builder;
  Value group = h.constant(0);
  // The last group with at most `number` tiles in front.
  for (int64_t step = int64_t(llvm::PowerOf2Ceil(uint64_t(sizes.groups))) / 2;
       step > 0; step /= 2) {
    Value next = h.add(group, step);
    Value safe =
        arith::MinUIOp::create(builder, next, h.constant(sizes.groups));
    Value isBehind = arith::CmpIOp::create(builder, arith::CmpIPredicate::ule,
                                           load(safe, 1), number);
    group = h.select(isBehind, safe, group);
  }
  Value inGroup = h.sub(number, load(group, 1));
  return {group, h.add(getFirstRow(group), h.mul(inGroup, sizes.tileRows)),
          getFirstRow(h.add(group, 1))};
}
