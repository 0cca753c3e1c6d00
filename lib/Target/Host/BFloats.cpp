// BFloats.cpp: bf16 as 16-bit integers
//
// LLVM has no rule for vectors of bf16 of every length: on processors without
// AVX512_BF16 it converts lanes by calls of `__truncsfbf2`. So no bf16 reaches
// LLVM: conversions become integer arithmetic, which rounds alike on every
// processor, and everything that only moves a bf16 moves an i16.
//
//   truncf f32 -> bf16    (bits + 0x7fff + bit 16 of bits) >> 16; NaN: 0x7fc0
//   extf bf16 -> f32      bits << 16
//   extf bf16 -> f64      through f32, which holds every bf16
//
#include "Steps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/AttrTypeSubElements.h"

using namespace mlir;
using namespace sbp::host;

static Value createInteger(OpBuilder &builder, Location loc, int64_t value) {
  return arith::ConstantIntOp::create(builder, loc, value, 32);
}

/// Returns the i16 bits of `value`, an f32, rounded to the nearest bf16, ties
/// to even. Every NaN becomes the same quiet NaN.
static Value roundToBits(OpBuilder &builder, Location loc, Value value) {
  Value sixteen = createInteger(builder, loc, 16);
  Value bits =
      arith::BitcastOp::create(builder, loc, builder.getI32Type(), value);
  Value upper = arith::ShRUIOp::create(builder, loc, bits, sixteen);
  Value odd = arith::AndIOp::create(builder, loc, upper,
                                    createInteger(builder, loc, 1));
  Value half = arith::AddIOp::create(builder, loc, odd,
                                     createInteger(builder, loc, 0x7fff));
  Value sum = arith::AddIOp::create(builder, loc, bits, half);
  Value rounded = arith::ShRUIOp::create(builder, loc, sum, sixteen);
  Value isNaN = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::UNO,
                                      value, value);
  Value chosen = arith::SelectOp::create(
      builder, loc, isNaN, createInteger(builder, loc, 0x7fc0), rounded);
  return arith::TruncIOp::create(builder, loc, builder.getI16Type(), chosen);
}

static void expandTruncation(arith::TruncFOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  assert(op.getIn().getType().isF32() && "f64 is rounded to odd f32 before");
  Value bits = roundToBits(builder, loc, op.getIn());
  op.getResult().replaceAllUsesWith(
      arith::BitcastOp::create(builder, loc, op.getType(), bits));
  op.erase();
}

static void expandExtension(arith::ExtFOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Value bits =
      arith::BitcastOp::create(builder, loc, builder.getI16Type(), op.getIn());
  Value wide = arith::ExtUIOp::create(builder, loc, builder.getI32Type(), bits);
  Value shifted = arith::ShLIOp::create(builder, loc, wide,
                                        createInteger(builder, loc, 16));
  Value value =
      arith::BitcastOp::create(builder, loc, builder.getF32Type(), shifted);
  if (op.getType() != value.getType())
    value = arith::ExtFOp::create(builder, loc, op.getType(), value);
  op.getResult().replaceAllUsesWith(value);
  op.erase();
}

LogicalResult sbp::host::expandBFloats(ModuleOp module) {
  for (Operation *op : collect(module, llvm::IsaPred<arith::TruncFOp>))
    if (op->getResult(0).getType().isBF16())
      expandTruncation(cast<arith::TruncFOp>(op));
  for (Operation *op : collect(module, llvm::IsaPred<arith::ExtFOp>))
    if (op->getOperand(0).getType().isBF16())
      expandExtension(cast<arith::ExtFOp>(op));
  return success();
}

LogicalResult sbp::host::storeBFloats(ModuleOp module) {
  Type bits = IntegerType::get(module.getContext(), 16);
  AttrTypeReplacer replacer;
  replacer.addReplacement(
      [=](BFloat16Type) -> std::optional<Type> { return bits; });
  using Replaced = std::optional<std::pair<Attribute, WalkResult>>;
  replacer.addReplacement([=](FloatAttr number) -> Replaced {
    if (!number.getType().isBF16())
      return std::nullopt;
    return std::pair(IntegerAttr::get(bits, number.getValue().bitcastToAPInt()),
                     WalkResult::skip());
  });
  replacer.addReplacement([=](DenseFPElementsAttr numbers) -> Replaced {
    if (!numbers.getElementType().isBF16())
      return std::nullopt;
    return std::pair(numbers.bitcast(bits), WalkResult::skip());
  });
  replacer.recursivelyReplaceElementsIn(module, /*replaceAttrs=*/true,
                                        /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
  return success();
}
