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
  auto number = [&](OpBuilder &builder, double value) -> Value {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getFloatAttr(wide, value));
  };
  Value first = arith::ConstantIndexOp::create(builder, loc, 0),
        end = arith::ConstantIndexOp::create(builder, loc, 63),
        step = arith::ConstantIndexOp::create(builder, loc, 1);
  auto loop = scf::ForOp::create(
      builder, loc, first, end, step,
      ValueRange{number(builder, 1.0), number(builder, base), exponent},
      [&](OpBuilder &builder, Location, Value, ValueRange now) {
        Value one = arith::ConstantIntOp::create(builder, loc, integer, 1);
        Value isSet =
            arith::TruncIOp::create(builder, loc, builder.getI1Type(), now[2]);
        Value product = arith::MulFOp::create(builder, loc, now[0], now[1]);
        scf::YieldOp::create(
            builder, loc,
            ValueRange{
                arith::SelectOp::create(builder, loc, isSet, product, now[0]),
                arith::MulFOp::create(builder, loc, now[1], now[1]),
                arith::ShRUIOp::create(builder, loc, now[2], one)});
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

Value UpdateLoops::store(OpBuilder &builder, Value sum, Value tensor,
                         ValueRange at) {
  return tensor::InsertOp::create(
      builder, loc, narrow(builder, sum, getElementTypeOrSelf(tensor)), tensor,
      at);
}

SmallVector<Value> UpdateLoops::applyAdam(OpBuilder &builder, const Slot &slot,
                                          Value isLast, Value rate,
                                          Value gradient, ValueRange tensors) {
  auto beta = [](std::optional<APFloat> given, double usual) {
    return given ? given->convertToDouble() : usual;
  };
  return loopAllIf(
      builder, isLast, getColumns(), tensors,
      [&](OpBuilder &builder, ValueRange columns,
          ValueRange now) -> SmallVector<Value> {
        SmallVector<Value> at{slot.row};
        append_range(at, columns);
        auto sub = [&](Value x, Value y) -> Value {
          return arith::SubFOp::create(builder, loc, x, y);
        };
        auto mul = [&](Value x, Value y) -> Value {
          return arith::MulFOp::create(builder, loc, x, y);
        };
        auto moveTo = [&](Value old, Value target, double share) -> Value {
          return arith::AddFOp::create(
              builder, loc, old,
              mul(sub(target, old), literal(builder, share)));
        };
        Value g = tensor::ExtractOp::create(builder, loc, gradient, columns);
        Value m =
            moveTo(read(builder, now[1], at), g, 1 - beta(op.getBeta1(), 0.9));
        Value v = moveTo(read(builder, now[2], at), mul(g, g),
                         1 - beta(op.getBeta2(), 0.999));
        Value scale = arith::AddFOp::create(
            builder, loc, math::SqrtOp::create(builder, loc, v),
            literal(builder, op.getEpsilon().convertToDouble()));
        Value change = mul(
            rate, arith::DivFOp::create(builder, loc, m, scale).getResult());
        Value row = sub(read(builder, now[0], at), change);
        return {store(builder, row, now[0], at), store(builder, m, now[1], at),
                store(builder, v, now[2], at)};
      });
}

Value UpdateLoops::meanOfSquares(OpBuilder &builder, Value gradient) {
  ArrayRef<int64_t> shape = getColumns();
  StructuredBuilder structured(builder, loc);
  Value sum = structured.reduce(
      RankedTensorType::get({}, sumType), structured.select(shape.size(), {}),
      builder.getFloatAttr(sumType, 0.0), gradient,
      {structured.identity(shape.size())},
      [&](OpBuilder &builder, ValueRange arguments) -> Value {
        Value square =
            arith::MulFOp::create(builder, loc, arguments[0], arguments[0]);
        return arith::AddFOp::create(builder, loc, arguments[1], square);
      });
  return arith::DivFOp::create(
      builder, loc, tensor::ExtractOp::create(builder, loc, sum, ValueRange()),
      literal(builder, ShapedType::getNumElements(shape)));
}

/// The mean is taken at every slot, of what is summed by then; only that of the
/// last one counts.
SmallVector<Value> UpdateLoops::applyAdagrad(OpBuilder &builder,
                                             const Slot &slot, Value isLast,
                                             Value rate, Value gradient,
                                             ValueRange tensors) {
  Value old = read(builder, tensors[1], slot.row);
  Value state = arith::AddFOp::create(builder, loc, old,
                                      meanOfSquares(builder, gradient));
  state = arith::SelectOp::create(builder, loc, isLast, state, old);
  Value states = loopIf(builder, isLast, {1}, tensors[1],
                        [&](OpBuilder &builder, ValueRange, Value now) {
                          return store(builder, state, now, slot.row);
                        });
  Value scale = arith::AddFOp::create(
      builder, loc, math::SqrtOp::create(builder, loc, state),
      literal(builder, op.getEpsilon().convertToDouble()));
  Value factor = arith::DivFOp::create(builder, loc, rate, scale);
  Value table = loopIf(
      builder, isLast, getColumns(), tensors[0],
      [&](OpBuilder &builder, ValueRange columns, Value now) {
        SmallVector<Value> at{slot.row};
        append_range(at, columns);
        Value g = tensor::ExtractOp::create(builder, loc, gradient, columns);
        Value change = arith::MulFOp::create(builder, loc, factor, g);
        return store(
            builder,
            arith::SubFOp::create(builder, loc, read(builder, now, at), change),
            now, at);
      });
  return {table, states};
}

//===----------------------------------------------------------------------===//
// Slots
//===----------------------------------------------------------------------===//

SmallVector<Value> UpdateLoops::addSlot(OpBuilder &builder, const Slot &slot,
                                        const nn::RunBuilder::Slot &sorted,
                                        Value rate, ValueRange carried) {
  auto when = [&](Value condition) -> Value {
    return arith::AndIOp::create(builder, loc, slot.isInside, condition);
  };
  Value gradient = carried.back();
  gradient =
      loopIf(builder, when(sorted.isFirst), getColumns(), gradient,
             [&](OpBuilder &builder, ValueRange columns, Value now) -> Value {
               return tensor::InsertOp::create(
                   builder, loc, literal(builder, 0.0), now, columns);
             });
  gradient =
      loopIf(builder, slot.isInside, getColumns(), gradient,
             [&](OpBuilder &builder, ValueRange columns, Value now) -> Value {
               Value old =
                   tensor::ExtractOp::create(builder, loc, now, columns);
               return tensor::InsertOp::create(
                   builder, loc,
                   arith::AddFOp::create(builder, loc, old,
                                         getOuter(builder, slot, columns)),
                   now, columns);
             });
  ValueRange tensors = carried.drop_back();
  SmallVector<Value> next =
      op.getOptimizer() == Optimizer::LazyAdam
          ? applyAdam(builder, slot, when(sorted.isLast), rate, gradient,
                      tensors)
          : applyAdagrad(builder, slot, when(sorted.isLast), rate, gradient,
                         tensors);
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
  carried = nn::RunBuilder(builder, loc)
                .forEach(
                    getTensorType(form.getRows()).getShape(), form.getNumRows(),
                    [&](OpBuilder &builder, ValueRange at) {
                      return findRow(builder, at);
                    },
                    carried,
                    [&](OpBuilder &builder, const nn::RunBuilder::Slot &sorted,
                        ValueRange now) {
                      return addSlot(builder, findSlot(builder, sorted.at),
                                     sorted, rate, now);
                    });
  carried.pop_back();
  return carried;
}
