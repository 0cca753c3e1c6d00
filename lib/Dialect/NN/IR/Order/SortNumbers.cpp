// SortNumbers.cpp: numbers sorted digit by digit, the lowest first

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sbp/Dialect/NN/IR/Order/Rows.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace mlir;
using namespace sbp::nn;

/// Counts of digits of 11 bits fill a third of a first-level cache.
static constexpr int64_t kMostBits = 11, kFewestBits = 4;

using LoopBody = llvm::function_ref<SmallVector<Value>(
    OpBuilder &, Value number, ValueRange carried)>;

static SmallVector<Value> loopOver(OpBuilder &builder, Location loc,
                                   int64_t count, ValueRange carried,
                                   LoopBody body) {
  auto index = [&](int64_t number) {
    return arith::ConstantIndexOp::create(builder, loc, number);
  };
  auto loop = scf::ForOp::create(
      builder, loc, index(0), index(count), index(1), carried,
      [&](OpBuilder &builder, Location, Value number, ValueRange now) {
        scf::YieldOp::create(builder, loc, body(builder, number, now));
      });
  return SmallVector<Value>(loop.getResults());
}

Value RowBuilder::getDigit(Value number, int64_t shift, int64_t bits) {
  auto literal = [&](int64_t value) -> Value {
    return arith::ConstantIntOp::create(builder, loc, number.getType(), value);
  };
  Value moved = arith::ShRUIOp::create(builder, loc, number, literal(shift));
  Value digit = arith::AndIOp::create(builder, loc, moved,
                                      literal((int64_t(1) << bits) - 1));
  return arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                    digit);
}

Value RowBuilder::countDigits(Value row, int64_t shift, int64_t bits) {
  Value counts = fill(int64_t(1) << bits, builder.getI64IntegerAttr(0));
  return loopOver(builder, loc, getSize(row), counts,
                  [&](OpBuilder &builder, Value at,
                      ValueRange now) -> SmallVector<Value> {
                    RowBuilder inner(builder, loc);
                    Value digit =
                        inner.getDigit(inner.load(row, at), shift, bits);
                    Value one = arith::ConstantIntOp::create(
                        builder, loc, builder.getI64Type(), 1);
                    Value next = arith::AddIOp::create(
                        builder, loc, inner.load(now[0], digit), one);
                    return {inner.store(next, now[0], digit)};
                  })
      .front();
}

/// Returns the exclusive prefix sums of the counts of digits.
Value RowBuilder::sumInFront(Value counts) {
  Value zero =
      arith::ConstantIntOp::create(builder, loc, builder.getI64Type(), 0);
  return loopOver(builder, loc, getSize(counts), {counts, zero},
                  [&](OpBuilder &builder, Value at,
                      ValueRange now) -> SmallVector<Value> {
                    RowBuilder inner(builder, loc);
                    Value count = inner.load(now[0], at);
                    return {inner.store(now[1], now[0], at),
                            arith::AddIOp::create(builder, loc, now[1], count)};
                  })
      .front();
}

Ranking RowBuilder::sortByDigit(Ranking row, int64_t shift, int64_t bits) {
  int64_t count = getSize(row.values);
  Value places = sumInFront(countDigits(row.values, shift, bits));
  Value values = empty(count, getElementTypeOrSelf(row.values)),
        indices = empty(count, getElementTypeOrSelf(row.indices));
  SmallVector<Value> sorted = loopOver(
      builder, loc, count, {places, values, indices},
      [&](OpBuilder &builder, Value at, ValueRange now) -> SmallVector<Value> {
        RowBuilder inner(builder, loc);
        Value number = inner.load(row.values, at);
        Value digit = inner.getDigit(number, shift, bits);
        Value place = inner.load(now[0], digit);
        Value one =
            arith::ConstantIntOp::create(builder, loc, builder.getI64Type(), 1);
        Value next = arith::AddIOp::create(builder, loc, place, one);
        Value to = arith::IndexCastOp::create(builder, loc,
                                              builder.getIndexType(), place);
        return {inner.store(next, now[0], digit),
                inner.store(number, now[1], to),
                inner.store(inner.load(row.indices, at), now[2], to)};
      });
  return {sorted[1], sorted[2]};
}

Ranking RowBuilder::sortNumbers(Ranking row, int64_t end) {
  int64_t bits = std::max<int64_t>(1, Log2_64_Ceil(end));
  int64_t most = std::clamp<int64_t>(Log2_64_Ceil(getSize(row.values)),
                                     kFewestBits, kMostBits);
  int64_t passes = divideCeil(bits, most), each = divideCeil(bits, passes);
  for (int64_t pass = 0; pass < passes; ++pass)
    row = sortByDigit(row, pass * each, each);
  return row;
}
