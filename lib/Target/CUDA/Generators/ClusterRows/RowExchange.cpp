// RowExchange.cpp: the exchange of partial results between the blocks of a row
//
// Thread r of a block stores its values to slot `rank` of block r, by st.async:
// the store itself completes a part of the phase of the receiver's mbarrier,
// and no fence is needed. Every block receives its own values, too, so that all
// read the same slots in the same order. Example of 2 blocks, exchange 0:
//
//   block 0: expect 16; a -> slot 0 of blocks 0, 1; wait; read a, b
//   block 1: expect 16; b -> slot 1 of blocks 0, 1; wait; read a, b
#include "RowExchange.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace sbp::cuda;

static constexpr int64_t kValueBytes = 8;

RowExchange::RowExchange(KernelBuilder &kernel, HopperBuilder &cluster,
                         int64_t size, int64_t values)
    : kernel(kernel), cluster(cluster), size(size),
      slotBytes(kValueBytes * (values > 1 ? llvm::alignTo(values, 2) : 1)) {
  Type word = kernel.builder.getI32Type();
  slots = kernel.allocateShared(2 * size * slotBytes, 16);
  slotsAddress = LLVM::PtrToIntOp::create(kernel.builder, word, slots);
  barriers = LLVM::PtrToIntOp::create(
      kernel.builder, word,
      kernel.allocateShared(2 * kBarrierBytes, kBarrierBytes));
}

void RowExchange::initialise() {
  for (int64_t i = 0; i < 2; ++i)
    cluster.initialiseBarrier(cluster.add(barriers, i * kBarrierBytes), 1);
}

Value RowExchange::toBits(Value value) {
  auto &builder = kernel.builder;
  Type type = value.getType(), wide = builder.getI64Type();
  Type integer = builder.getIntegerType(type.getIntOrFloatBitWidth());
  Value bits = type.isInteger()
                   ? value
                   : arith::BitcastOp::create(builder, integer, value);
  return integer == wide ? bits : arith::ExtUIOp::create(builder, wide, bits);
}

Value RowExchange::fromBits(Value bits, Type type) {
  auto &builder = kernel.builder;
  Type integer = builder.getIntegerType(type.getIntOrFloatBitWidth());
  if (integer != bits.getType())
    bits = arith::TruncIOp::create(builder, integer, bits);
  return type.isInteger() ? bits
                          : arith::BitcastOp::create(builder, type, bits);
}

SmallVector<SmallVector<Value>> RowExchange::exchange(ArrayRef<Value> values,
                                                      Value number,
                                                      Value thread,
                                                      Value rank) {
  auto &builder = kernel.builder;
  HopperBuilder &c = cluster;
  Value buffer = c.rem(number, 2), phase = c.rem(c.div(number, 2), 2);
  Value offset = c.mul(buffer, size * slotBytes);
  Value barrier = c.add(barriers, c.mul(buffer, kBarrierBytes));
  SmallVector<Value> bits =
      llvm::map_to_vector(values, [&](Value value) { return toBits(value); });
  auto isBelow = [&](int64_t end) {
    return arith::CmpIOp::create(builder, arith::CmpIPredicate::ult, thread,
                                 c.constant(end));
  };
  kernel.ifThen(isBelow(1), [&] {
    c.arriveExpecting(barrier,
                      c.constant(size * kValueBytes * int64_t(values.size())));
  });
  kernel.ifThen(isBelow(size), [&] {
    Value to = c.getRemote(
        c.add(c.add(slotsAddress, offset), c.mul(rank, slotBytes)), thread);
    Value counter = c.getRemote(barrier, thread);
    for (size_t i = 0; i < bits.size(); i += 2)
      c.storeRemote(
          c.add(to, int64_t(i) * kValueBytes),
          ArrayRef(bits).slice(i, std::min<size_t>(2, bits.size() - i)),
          counter);
  });
  c.wait(barrier, phase);
  SmallVector<SmallVector<Value>> received(static_cast<size_t>(size));
  for (int64_t r = 0; r < size; ++r)
    for (size_t i = 0; i < values.size(); ++i) {
      Value at = c.add(offset, r * slotBytes + int64_t(i) * kValueBytes);
      Value place =
          LLVM::GEPOp::create(builder, slots.getType(), builder.getI8Type(),
                              slots, ArrayRef<LLVM::GEPArg>{at});
      Value loaded = LLVM::LoadOp::create(builder, builder.getI64Type(), place,
                                          /*alignment=*/unsigned(kValueBytes));
      received[size_t(r)].push_back(fromBits(loaded, values[i].getType()));
    }
  return received;
}
