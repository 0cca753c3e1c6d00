// UpdateLoops.cpp: update as loops over slots in the order of their rows

#include "UpdateLoops.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "sbp/Interfaces/StructuredBuilding.h"
#include "sbp/Interfaces/TensorTypes.h"

using namespace llvm;
using namespace mlir;
using namespace sbp;
using namespace sbp::memory_layer;

//===----------------------------------------------------------------------===//
// Rate
//===----------------------------------------------------------------------===//

Value UpdateLoops::readNumber(Value tensor) {
  Type wide = builder.getF64Type();
  Value number = tensor::ExtractOp::create(builder, loc, tensor, ValueRange());
  return widenFloat(builder, loc, number, wide);
}

/// By squaring, for exponents of 63 bits.
Value UpdateLoops::power(double base, Value exponent) {
  Type wide = builder.getF64Type(), integer = builder.getI64Type();
  auto number = [&](OpBuilder &b, double value) -> Value {
    return arith::ConstantOp::create(b, loc, b.getFloatAttr(wide, value));
  };
  Value first = arith::ConstantIndexOp::create(builder, loc, 0),
        end = arith::ConstantIndexOp::create(builder, loc, 63),
        step = arith::ConstantIndexOp::create(builder, loc, 1);
  auto loop = scf::ForOp::create(
      builder, loc, first, end, step,
      ValueRange{number(builder, 1.0), number(builder, base), exponent},
      [&](OpBuilder &b, Location, Value, ValueRange now) {
        Value one = arith::ConstantIntOp::create(b, loc, integer, 1);
        Value isSet = arith::TruncIOp::create(b, loc, b.getI1Type(), now[2]);
        Value product = arith::MulFOp::create(b, loc, now[0], now[1]);
        scf::YieldOp::create(
            b, loc,
            ValueRange{arith::SelectOp::create(b, loc, isSet, product, now[0]),
                       arith::MulFOp::create(b, loc, now[1], now[1]),
                       arith::ShRUIOp::create(b, loc, now[2], one)});
      });
  return loop.getResult(0);
}

/// rate sqrt(1 - beta2^step) / (1 - beta1^step) in f64, whose differences keep
/// their digits.
Value UpdateLoops::findRate() {
  Value rate = readNumber(op.getRate());
  if (op.getOptimizer() == Optimizer::LazyAdam) {
    Type integer = builder.getI64Type();
    Value step =
        tensor::ExtractOp::create(builder, loc, op.getStep(), ValueRange());
    if (step.getType() != integer)
      step = arith::ExtSIOp::create(builder, loc, integer, step);
    step = arith::MaxSIOp::create(
        builder, loc, step,
        arith::ConstantIntOp::create(builder, loc, integer, 1));
    Value one = arith::ConstantOp::create(
        builder, loc, builder.getFloatAttr(builder.getF64Type(), 1.0));
    auto complement = [&](std::optional<APFloat> beta, double usual) -> Value {
      double base = beta ? beta->convertToDouble() : usual;
      return arith::SubFOp::create(builder, loc, one, power(base, step));
    };
    Value root =
        math::SqrtOp::create(builder, loc, complement(op.getBeta2(), 0.999));
    rate = arith::DivFOp::create(
        builder, loc, arith::MulFOp::create(builder, loc, rate, root),
        complement(op.getBeta1(), 0.9));
  }
  return narrowFloat(builder, loc, rate, sumType);
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

Value UpdateLoops::store(OpBuilder &b, Value sum, Value tensor, ValueRange at) {
  return tensor::InsertOp::create(
      b, loc, narrow(b, sum, getElementTypeOrSelf(tensor)), tensor, at);
}

SmallVector<Value> UpdateLoops::applyAdam(OpBuilder &b, const Slot &slot,
                                          Value isLast, Value rate,
                                          Value gradient, ValueRange tensors) {
  auto beta = [](std::optional<APFloat> given, double usual) {
    return given ? given->convertToDouble() : usual;
  };
  return loopAllIf(
      b, isLast, getColumns(), tensors,
      [&](OpBuilder &b, ValueRange columns,
          ValueRange now) -> SmallVector<Value> {
        SmallVector<Value> at{slot.row};
        append_range(at, columns);
        auto sub = [&](Value x, Value y) -> Value {
          return arith::SubFOp::create(b, loc, x, y);
        };
        auto mul = [&](Value x, Value y) -> Value {
          return arith::MulFOp::create(b, loc, x, y);
        };
        auto moveTo = [&](Value old, Value target, double share) -> Value {
          return arith::AddFOp::create(
              b, loc, old, mul(sub(target, old), literal(b, share)));
        };
        Value g = tensor::ExtractOp::create(b, loc, gradient, columns);
        Value m = moveTo(read(b, now[1], at), g, 1 - beta(op.getBeta1(), 0.9));
        Value v = moveTo(read(b, now[2], at), mul(g, g),
                         1 - beta(op.getBeta2(), 0.999));
        Value scale = arith::AddFOp::create(
            b, loc, math::SqrtOp::create(b, loc, v),
            literal(b, op.getEpsilon().convertToDouble()));
        Value change =
            mul(rate, arith::DivFOp::create(b, loc, m, scale).getResult());
        Value row = sub(read(b, now[0], at), change);
        return {store(b, row, now[0], at), store(b, m, now[1], at),
                store(b, v, now[2], at)};
      });
}

Value UpdateLoops::meanOfSquares(OpBuilder &b, Value gradient) {
  ArrayRef<int64_t> shape = getColumns();
  StructuredBuilder structured(b, loc);
  Value sum = structured.reduce(
      RankedTensorType::get({}, sumType), structured.select(shape.size(), {}),
      b.getFloatAttr(sumType, 0.0), gradient,
      {structured.identity(shape.size())},
      [&](OpBuilder &b, ValueRange arguments) -> Value {
        Value square =
            arith::MulFOp::create(b, loc, arguments[0], arguments[0]);
        return arith::AddFOp::create(b, loc, arguments[1], square);
      });
  return arith::DivFOp::create(
      b, loc, tensor::ExtractOp::create(b, loc, sum, ValueRange()),
      literal(b, ShapedType::getNumElements(shape)));
}

/// The mean is taken at every slot, of what is summed by then; only that of the
/// last one counts.
SmallVector<Value> UpdateLoops::applyAdagrad(OpBuilder &b, const Slot &slot,
                                             Value isLast, Value rate,
                                             Value gradient,
                                             ValueRange tensors) {
  Value old = read(b, tensors[1], slot.row);
  Value state = arith::AddFOp::create(b, loc, old, meanOfSquares(b, gradient));
  state = arith::SelectOp::create(b, loc, isLast, state, old);
  Value states = loopIf(b, isLast, {1}, tensors[1],
                        [&](OpBuilder &b, ValueRange, Value now) {
                          return store(b, state, now, slot.row);
                        });
  Value scale =
      arith::AddFOp::create(b, loc, math::SqrtOp::create(b, loc, state),
                            literal(b, op.getEpsilon().convertToDouble()));
  Value factor = arith::DivFOp::create(b, loc, rate, scale);
  Value table = loopIf(
      b, isLast, getColumns(), tensors[0],
      [&](OpBuilder &b, ValueRange columns, Value now) {
        SmallVector<Value> at{slot.row};
        append_range(at, columns);
        Value g = tensor::ExtractOp::create(b, loc, gradient, columns);
        Value change = arith::MulFOp::create(b, loc, factor, g);
        return store(b, arith::SubFOp::create(b, loc, read(b, now, at), change),
                     now, at);
      });
  return {table, states};
}

//===----------------------------------------------------------------------===//
// Slots
//===----------------------------------------------------------------------===//

SmallVector<Value> UpdateLoops::addSlot(OpBuilder &b, const Slot &slot,
                                        const nn::RunBuilder::Slot &sorted,
                                        Value rate, ValueRange carried) {
  auto when = [&](Value condition) -> Value {
    return arith::AndIOp::create(b, loc, slot.isInside, condition);
  };
  Value gradient = carried.back();
  gradient = loopIf(b, when(sorted.isFirst), getColumns(), gradient,
                    [&](OpBuilder &b, ValueRange columns, Value now) -> Value {
                      return tensor::InsertOp::create(b, loc, literal(b, 0.0),
                                                      now, columns);
                    });
  gradient = loopIf(
      b, slot.isInside, getColumns(), gradient,
      [&](OpBuilder &b, ValueRange columns, Value now) -> Value {
        Value old = tensor::ExtractOp::create(b, loc, now, columns);
        return tensor::InsertOp::create(
            b, loc,
            arith::AddFOp::create(b, loc, old, getOuter(b, slot, columns)), now,
            columns);
      });
  ValueRange tensors = carried.drop_back();
  SmallVector<Value> next =
      op.getOptimizer() == Optimizer::LazyAdam
          ? applyAdam(b, slot, when(sorted.isLast), rate, gradient, tensors)
          : applyAdagrad(b, slot, when(sorted.isLast), rate, gradient, tensors);
  next.push_back(gradient);
  return next;
}

SmallVector<Value> UpdateLoops::build() {
  SmallVector<Value> carried{op.getTable()};
  append_range(carried, op.getStates());
  if (isEmpty())
    return carried;
  Value rate = findRate();
  carried.push_back(StructuredBuilder(builder, loc)
                        .fill(RankedTensorType::get(getColumns(), sumType),
                              builder.getFloatAttr(sumType, 0.0)));
  carried =
      nn::RunBuilder(builder, loc)
          .forEach(
              getTensorType(form.getRows()).getShape(), form.getNumRows(),
              [&](OpBuilder &b, ValueRange at) { return findRow(b, at); },
              carried,
              [&](OpBuilder &b, const nn::RunBuilder::Slot &sorted,
                  ValueRange now) {
                return addSlot(b, findSlot(b, sorted.at), sorted, rate, now);
              });
  carried.pop_back();
  return carried;
}
