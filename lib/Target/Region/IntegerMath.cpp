// IntegerMath.cpp: defined results for integer ops where the hardware has none
//
// Division by zero and of the smallest value by -1 trap, and shifts by the
// width or more are undefined. A model may compute them and discard the results
// in a select, so they have the values of XLA and of the interpreter: x / 0 =
// -1 (all bits), x mod 0 = x, smallest / -1 wraps, a shift by too much shifts
// out all bits. A float beyond the integers of the type becomes the nearest
// one, and NaN becomes 0. The offset of a slice that would exceed its tensor is
// clamped. For i8: 7 / 0 = -1, -128 / -1 = -128, 1 << 9 = 0, fptosi(300.0) =
// 127.
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "sbp/Target/Region/Steps.h"
#include <cmath>

using namespace mlir;
using namespace sbp::region;

namespace {
/// Builds scalars next to an op, of the op's result type.
struct ScalarBuilder {
  ScalarBuilder(Operation *op)
      : builder(op), loc(op->getLoc()), type(op->getResult(0).getType()) {}
  Value constant(int64_t value) {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getIntegerAttr(type, value));
  }
  Value compare(arith::CmpIPredicate predicate, Value a, Value b) {
    return arith::CmpIOp::create(builder, loc, predicate, a, b);
  }
  Value select(Value condition, Value yes, Value no) {
    return arith::SelectOp::create(builder, loc, condition, yes, no);
  }

  OpBuilder builder;
  Location loc;
  Type type;
};
} // namespace

static bool isDivision(Operation *op) {
  return isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp,
             arith::FloorDivSIOp, arith::CeilDivSIOp, arith::CeilDivUIOp>(op);
}

static bool isRemainder(Operation *op) {
  return isa<arith::RemSIOp, arith::RemUIOp>(op);
}

static bool isSigned(Operation *op) {
  return isa<arith::DivSIOp, arith::RemSIOp, arith::FloorDivSIOp,
             arith::CeilDivSIOp>(op);
}

static bool isShift(Operation *op) {
  return isa<arith::ShLIOp, arith::ShRSIOp, arith::ShRUIOp>(op);
}

/// Computes a division or shift of i1 in i8: the only signed values of an i1
/// are 0 and -1, and a shift by 1 exceeds its width.
static Operation *widenBits(Operation *op) {
  OpBuilder builder(op);
  Location loc = op->getLoc();
  Type byte = builder.getI8Type(), bit = op->getResult(0).getType();
  auto widen = [&](Value value, bool isSigned) -> Value {
    if (isSigned)
      return arith::ExtSIOp::create(builder, loc, byte, value);
    return arith::ExtUIOp::create(builder, loc, byte, value);
  };
  bool asSigned = isSigned(op) || isa<arith::ShRSIOp>(op);
  Operation *wide = builder.clone(*op);
  builder.setInsertionPoint(wide);
  wide->setOperands({widen(op->getOperand(0), asSigned),
                     widen(op->getOperand(1), asSigned && !isShift(op))});
  wide->getResult(0).setType(byte);
  builder.setInsertionPointAfter(wide);
  op->getResult(0).replaceAllUsesWith(
      arith::TruncIOp::create(builder, loc, bit, wide->getResult(0)));
  op->erase();
  return wide;
}

/// Divides by 1 instead where the op would trap, and selects the defined
/// result.
static void guardDivision(Operation *op) {
  APInt divisor;
  if (matchPattern(op->getOperand(1), m_ConstantInt(&divisor)) &&
      !divisor.isZero() && !divisor.isAllOnes())
    return;
  ScalarBuilder builder(op);
  Value left = op->getOperand(0), right = op->getOperand(1);
  Value zero = builder.constant(0), minusOne = builder.constant(-1);
  Value byZero = builder.compare(arith::CmpIPredicate::eq, right, zero);
  Value unsafe = byZero, byMinusOne;
  if (isSigned(op)) {
    byMinusOne = builder.compare(arith::CmpIPredicate::eq, right, minusOne);
    unsafe =
        arith::OrIOp::create(builder.builder, builder.loc, byZero, byMinusOne);
  }
  op->setOperand(1, builder.select(unsafe, builder.constant(1), right));
  builder.builder.setInsertionPointAfter(op);
  Value result = op->getResult(0), value = result;
  llvm::SmallPtrSet<Operation *, 4> own;
  if (byMinusOne) {
    Value negated =
        arith::SubIOp::create(builder.builder, builder.loc, zero, left);
    value = builder.select(byMinusOne, isRemainder(op) ? zero : negated, value);
    own.insert(value.getDefiningOp());
  }
  value = builder.select(byZero, isRemainder(op) ? left : minusOne, value);
  own.insert(value.getDefiningOp());
  result.replaceAllUsesExcept(value, own);
}

/// Limits the amount to the width less one; logical shifts by more give 0.
static void guardShift(Operation *op) {
  auto type = dyn_cast<IntegerType>(op->getResult(0).getType());
  APInt amount;
  if (!type || (matchPattern(op->getOperand(1), m_ConstantInt(&amount)) &&
                amount.ult(type.getWidth())))
    return;
  ScalarBuilder builder(op);
  Value right = op->getOperand(1), last = builder.constant(type.getWidth() - 1);
  Value tooMuch = builder.compare(arith::CmpIPredicate::ugt, right, last);
  op->setOperand(1, builder.select(tooMuch, last, right));
  if (isa<arith::ShRSIOp>(op))
    return; // the sign everywhere
  builder.builder.setInsertionPointAfter(op);
  Value result = op->getResult(0);
  Value value = builder.select(tooMuch, builder.constant(0), result);
  result.replaceAllUsesExcept(value, value.getDefiningOp());
}

/// Converts 0 instead of values outside of the integers' range, and selects the
/// nearest integer for them.
static void guardConversion(Operation *op) {
  ScalarBuilder builder(op);
  bool isUnsigned = isa<arith::FPToUIOp>(op);
  unsigned width = builder.type.getIntOrFloatBitWidth();
  unsigned bits = isUnsigned ? width : width - 1;
  Value from = op->getOperand(0);
  auto number = [&](double value) -> Value {
    return arith::ConstantOp::create(
        builder.builder, builder.loc,
        builder.builder.getFloatAttr(from.getType(), value));
  };
  auto compare = [&](arith::CmpFPredicate predicate, double bound) -> Value {
    return arith::CmpFOp::create(builder.builder, builder.loc, predicate, from,
                                 number(bound));
  };
  auto bound = [&](const APInt &value) -> Value {
    return arith::ConstantOp::create(
        builder.builder, builder.loc,
        builder.builder.getIntegerAttr(builder.type, value));
  };
  Value isHigh = compare(arith::CmpFPredicate::OGE, std::ldexp(1.0, bits));
  Value isLow = compare(arith::CmpFPredicate::OLT,
                        isUnsigned ? 0.0 : -std::ldexp(1.0, bits));
  Value isNaN = arith::CmpFOp::create(builder.builder, builder.loc,
                                      arith::CmpFPredicate::UNO, from, from);
  Value outside = arith::OrIOp::create(
      builder.builder, builder.loc, isNaN,
      arith::OrIOp::create(builder.builder, builder.loc, isHigh, isLow));
  op->setOperand(0, builder.select(outside, number(0), from));
  builder.builder.setInsertionPointAfter(op);
  Value result = op->getResult(0);
  Value high = bound(isUnsigned ? APInt::getMaxValue(width)
                                : APInt::getSignedMaxValue(width));
  Value low = bound(isUnsigned ? APInt::getZero(width)
                               : APInt::getSignedMinValue(width));
  Value upper = builder.select(isHigh, high, result);
  Value value = builder.select(isLow, low, upper);
  result.replaceAllUsesExcept(value, upper.getDefiningOp());
}

/// Returns whether `index` is computed from elements of tensors.
static bool dependsOnData(Value index) {
  SmallVector<Value> worklist = {index};
  llvm::SmallPtrSet<Operation *, 8> visited;
  while (!worklist.empty()) {
    Operation *op = worklist.pop_back_val().getDefiningOp();
    if (!op || !visited.insert(op).second)
      continue;
    if (isa<tensor::ExtractOp>(op))
      return true;
    llvm::append_range(worklist, op->getOperands());
  }
  return false;
}

/// Indices from parameters and loops are in range by construction.
static bool mayBeOutside(Value index) {
  return dependsOnData(index) || getConstantIntValue(index);
}

/// Clamps `index` to [0, last].
static Value clampIndex(OpBuilder &builder, Location loc, Value index,
                        int64_t last) {
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value limit = arith::ConstantIndexOp::create(builder, loc, last);
  Value above = arith::MaxSIOp::create(builder, loc, index, zero);
  return arith::MinSIOp::create(builder, loc, above, limit);
}

/// Clamps the dynamic offsets of a slice of a tensor of `shape`.
static void guardSlice(OffsetSizeAndStrideOpInterface op,
                       ArrayRef<int64_t> shape) {
  OpBuilder builder(op);
  unsigned operand = op.getOffsetSizeAndStrideStartOperandIndex();
  for (auto [dim, size] : llvm::enumerate(shape)) {
    if (!op.isDynamicOffset(dim))
      continue;
    OpOperand &offset = op->getOpOperand(operand++);
    int64_t taken = op.getStaticSizes()[dim], step = op.getStaticStrides()[dim];
    if (!mayBeOutside(offset.get()) || ShapedType::isDynamic(taken) ||
        ShapedType::isDynamic(step))
      continue;
    int64_t last = size - 1 - std::max<int64_t>(taken - 1, 0) * step;
    offset.set(clampIndex(builder, op.getLoc(), offset.get(),
                          std::max<int64_t>(last, 0)));
  }
}

/// Clamps the indices of an element of a tensor of `shape`.
static void guardElement(Operation *op, MutableOperandRange indices,
                         ArrayRef<int64_t> shape) {
  OpBuilder builder(op);
  for (auto [index, size] : llvm::zip_equal(indices, shape))
    if (mayBeOutside(index.get()))
      index.set(clampIndex(builder, op->getLoc(), index.get(), size - 1));
}

/// Guards the accesses at the top level of the region; loops index in range.
static void guardAccesses(func::FuncOp region) {
  SmallVector<Operation *> accesses;
  for (Operation &op : region.getBody().front())
    accesses.push_back(&op);
  for (Operation *op : accesses) {
    if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op))
      guardSlice(slice, slice.getSourceType().getShape());
    else if (auto slice = dyn_cast<tensor::InsertSliceOp>(op))
      guardSlice(slice, slice.getDestType().getShape());
    else if (auto extract = dyn_cast<tensor::ExtractOp>(op))
      guardElement(op, extract.getIndicesMutable(),
                   extract.getTensor().getType().getShape());
    else if (auto insert = dyn_cast<tensor::InsertOp>(op))
      guardElement(op, insert.getIndicesMutable(),
                   insert.getDest().getType().getShape());
  }
}

LogicalResult sbp::region::defineIntegerMath(func::FuncOp region) {
  SmallVector<Operation *> bits, divisions, shifts, conversions;
  region.walk([&](Operation *op) {
    if ((isDivision(op) || isShift(op)) &&
        op->getResult(0).getType().isInteger(1))
      bits.push_back(op);
  });
  llvm::for_each(bits, widenBits);
  region.walk([&](Operation *op) {
    if (isa<arith::FPToSIOp, arith::FPToUIOp>(op))
      conversions.push_back(op);
    if (isDivision(op))
      divisions.push_back(op);
    if (isShift(op))
      shifts.push_back(op);
  });
  guardAccesses(region);
  llvm::for_each(divisions, guardDivision);
  llvm::for_each(shifts, guardShift);
  llvm::for_each(conversions, guardConversion);
  return success();
}
