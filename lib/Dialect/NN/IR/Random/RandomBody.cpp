// RandomBody.cpp: one element of nn.random as scalar code
//
// Words are i64 whose upper half is zero: their product is then one multiply of
// a vector lane.

#include "Random/RandomBody.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "sbp/Calculus/RandomNumbers.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

using namespace llvm;
using namespace mlir;
using namespace sbp;
using namespace sbp::nn;

RandomBody::RandomBody(RandomOp op, OpBuilder &builder)
    : op(op), builder(builder), loc(op.getLoc()),
      type(cast<RankedTensorType>(op.getResult().getType())),
      compute(type.getElementType().isF64() ? FloatType(builder.getF64Type())
                                            : builder.getF32Type()) {}

Value RandomBody::constant(uint64_t value) {
  return arith::ConstantOp::create(
      builder, loc, builder.getI64IntegerAttr(static_cast<int64_t>(value)));
}
Value RandomBody::constant(double value) {
  return arith::ConstantOp::create(builder, loc,
                                   builder.getFloatAttr(compute, value));
}
Value RandomBody::low(Value value) {
  return make<arith::AndIOp>(value, constant(uint64_t(UINT32_MAX)));
}
Value RandomBody::high(Value value) {
  return make<arith::ShRUIOp>(value, constant(uint64_t(32)));
}

/// Row-major, in the global tensor.
Value RandomBody::buildPosition(ArrayRef<Value> offsets) {
  Value position = arith::ConstantIndexOp::create(builder, loc, 0);
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    Value index = linalg::IndexOp::create(builder, loc, dim);
    if (offsets[dim])
      index = make<arith::AddIOp>(index, offsets[dim]);
    Value extent =
        arith::ConstantIndexOp::create(builder, loc, type.getDimSize(dim));
    position =
        make<arith::AddIOp>(make<arith::MulIOp>(position, extent), index);
  }
  return make<arith::IndexCastOp>(builder.getI64Type(), position);
}

/// Philox::getBlock as ops.
RandomBody::Words RandomBody::buildBlock(Value seed, Value position) {
  auto offset = static_cast<uint64_t>(op.getOffset());
  Words counter = {low(position), high(position), constant(offset & UINT32_MAX),
                   constant(offset >> 32)};
  std::array<Value, 2> key = {low(seed), high(seed)};
  auto exclusiveOr = [&](Value x, Value y, Value z) {
    return make<arith::XOrIOp>(make<arith::XOrIOp>(x, y), z);
  };
  for (unsigned round = 0; round < Philox::rounds; ++round) {
    Value a =
        make<arith::MulIOp>(counter[0], constant(uint64_t(Philox::factors[0])));
    Value b =
        make<arith::MulIOp>(counter[2], constant(uint64_t(Philox::factors[1])));
    counter = {exclusiveOr(high(b), counter[1], key[0]), low(b),
               exclusiveOr(high(a), counter[3], key[1]), low(a)};
    for (unsigned word = 0; word < 2; ++word)
      key[word] = low(make<arith::AddIOp>(
          key[word], constant(uint64_t(Philox::increments[word]))));
  }
  return counter;
}

Value RandomBody::buildBernoulli(const Words &words) {
  double share = op.getProbability()->convertToDouble();
  auto threshold = static_cast<uint64_t>(std::ldexp(share, 32) + 0.5);
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                               words[0], constant(threshold));
}

Value RandomBody::buildUniform(Value lowWord, Value highWord,
                               FloatType result) {
  unsigned digits = APFloat::semanticsPrecision(result.getFloatSemantics());
  unsigned available = result.isF64() ? 64 : 32;
  Value word = lowWord;
  if (result.isF64())
    word = make<arith::OrIOp>(
        word, make<arith::ShLIOp>(highWord, constant(uint64_t(32))));
  word = make<arith::ShRUIOp>(word, constant(uint64_t(available - digits)));
  // Conversions from i32 are vector instructions everywhere.
  if (!result.isF64())
    word = make<arith::TruncIOp>(builder.getI32Type(), word);
  Value number = make<arith::SIToFPOp>(compute, word);
  number = make<arith::MulFOp>(
      number, constant(std::ldexp(1.0, -static_cast<int>(digits))));
  return result == compute ? number : make<arith::TruncFOp>(result, number);
}

/// Plain arithmetic, where math.cos is a call on some targets.
Value RandomBody::buildTurnCosine(Value v) {
  Value half = constant(0.5);
  Value fold = make<math::AbsFOp>(make<arith::SubFOp>(v, half));
  Value z = make<arith::SubFOp>(half, make<arith::MulFOp>(fold, constant(2.0)));
  Value square = make<arith::MulFOp>(z, z), sum;
  for (double coefficient : getCosineCoefficients(compute.isF64() ? 12 : 7)) {
    Value next = constant(coefficient);
    sum = sum ? make<arith::AddFOp>(make<arith::MulFOp>(sum, square), next)
              : next;
  }
  return make<arith::MulFOp>(z, sum);
}

Value RandomBody::buildNormal(const Words &words) {
  bool isDouble = compute.isF64();
  Value u;
  if (isDouble) {
    u = buildUniform(words[0], words[1], compute);
  } else {
    Value word = make<arith::TruncIOp>(builder.getI32Type(), words[0]);
    u = make<arith::MulFOp>(make<arith::UIToFPOp>(compute, word),
                            constant(std::ldexp(1.0, -32)));
  }
  u = make<arith::AddFOp>(u, constant(std::ldexp(1.0, isDouble ? -54 : -33)));
  Value v = isDouble ? buildUniform(words[2], words[3], compute)
                     : buildUniform(words[1], words[2], compute);
  Value radius = make<math::SqrtOp>(
      make<arith::MulFOp>(make<math::LogOp>(u), constant(-2.0)));
  Value number = make<arith::MulFOp>(radius, buildTurnCosine(v));
  auto element = cast<FloatType>(type.getElementType());
  return element == compute ? number : make<arith::TruncFOp>(element, number);
}

Value RandomBody::build(Value seed, ArrayRef<Value> offsets) {
  Words words = buildBlock(seed, buildPosition(offsets));
  switch (op.getKind()) {
  case RandomKind::Uniform:
    return buildUniform(words[0], words[1],
                        cast<FloatType>(type.getElementType()));
  case RandomKind::Normal:
    return buildNormal(words);
  case RandomKind::Bernoulli:
    return buildBernoulli(words);
  }
  llvm_unreachable("all kinds are listed");
}
