// KernelWarp.cpp: control flow of a kernel, and exchanges within a warp
//
// Shuffles move 32 bits: narrower values are extended, wider ones are split.
// All 32 lanes must execute an exchange together.
#include "KernelBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace sbp::cuda;

Value KernelBuilder::shuffle(Value x, Value lane, NVVM::ShflKind kind) {
  Type type = x.getType(), word = builder.getI32Type();
  unsigned width = type.getIntOrFloatBitWidth();
  Type integer = builder.getIntegerType(width);
  auto number = [&](int64_t value) -> Value {
    return arith::ConstantIntOp::create(builder, value, 32);
  };
  // Lanes before the first one clamp at lane 0, others at lane 31.
  int64_t clamp = kind == NVVM::ShflKind::up ? 0 : 31;
  auto shuffleWord = [&](Value value) -> Value {
    return NVVM::ShflOp::create(builder, word, number(-1), value, lane,
                                number(clamp), kind, UnitAttr());
  };
  Value bits =
      type.isInteger() ? x : arith::BitcastOp::create(builder, integer, x);
  if (width < 32)
    bits = arith::TruncIOp::create(
        builder, integer,
        shuffleWord(arith::ExtUIOp::create(builder, word, bits)));
  else if (width == 32)
    bits = shuffleWord(bits);
  else {
    Value shift = arith::ConstantIntOp::create(builder, 32, 64);
    Value high = shuffleWord(arith::TruncIOp::create(
        builder, word, arith::ShRUIOp::create(builder, bits, shift)));
    Value low = shuffleWord(arith::TruncIOp::create(builder, word, bits));
    Value upper = arith::ShLIOp::create(
        builder, arith::ExtUIOp::create(builder, integer, high), shift);
    bits = arith::OrIOp::create(builder, upper,
                                arith::ExtUIOp::create(builder, integer, low));
  }
  return type.isInteger() ? bits
                          : arith::BitcastOp::create(builder, type, bits);
}

Value KernelBuilder::shuffleAcross(Value x, int64_t distance) {
  return shuffle(x, arith::ConstantIntOp::create(builder, distance, 32),
                 NVVM::ShflKind::bfly);
}

Value KernelBuilder::readLane(Value x, Value lane) {
  return shuffle(x, lane, NVVM::ShflKind::idx);
}

Value KernelBuilder::shuffleUp(Value x, int64_t distance) {
  return shuffle(x, arith::ConstantIntOp::create(builder, distance, 32),
                 NVVM::ShflKind::up);
}

Value KernelBuilder::vote(Value condition) {
  return NVVM::VoteSyncOp::create(builder, builder.getI32Type(),
                                  arith::ConstantIntOp::create(builder, -1, 32),
                                  condition, NVVM::VoteSyncKind::ballot);
}

void KernelBuilder::synchronizeWarp() {
  NVVM::SyncWarpOp::create(builder,
                           arith::ConstantIntOp::create(builder, -1, 32));
}

Value KernelBuilder::toOffset(Value word) {
  return word.getType() == offsetType
             ? word
             : arith::ExtUIOp::create(builder, offsetType, word).getResult();
}

Value KernelBuilder::toWord(Value offset) {
  Type word = builder.getI32Type();
  return offset.getType() == word
             ? offset
             : arith::TruncIOp::create(builder, word, offset).getResult();
}

SmallVector<Value>
KernelBuilder::ifElse(Value condition, ArrayRef<Value> otherwise,
                      llvm::function_ref<SmallVector<Value>()> body) {
  SmallVector<Type> types = llvm::map_to_vector(
      otherwise, [](Value value) { return value.getType(); });
  auto branch =
      scf::IfOp::create(builder, types, condition, /*withElseRegion=*/true);
  builder.setInsertionPointToStart(branch.thenBlock());
  scf::YieldOp::create(builder, body());
  builder.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(builder, otherwise);
  builder.setInsertionPointAfter(branch);
  return SmallVector<Value>(branch->result_begin(), branch->result_end());
}

SmallVector<Value> KernelBuilder::forLoop(
    Value first, Value end, int64_t step, ArrayRef<Value> carried,
    llvm::function_ref<SmallVector<Value>(Value, ValueRange)> body) {
  auto loop = scf::ForOp::create(builder, first, end, constant(step), carried);
  builder.setInsertionPointToStart(loop.getBody());
  SmallVector<Value> next =
      body(loop.getInductionVar(), loop.getRegionIterArgs());
  if (!carried.empty())
    scf::YieldOp::create(builder, next);
  builder.setInsertionPointAfter(loop);
  return SmallVector<Value>(loop->result_begin(), loop->result_end());
}
