// Optimizers.cpp: constraints and expansion of nn.sgd, nn.adam and clipping
//
// An update is one generic with a result per state, so that a kernel reads and
// writes every state once, in place. Example: nn.adam becomes a generic without
// loops for the two bias corrections, in f64, and one over the elements of the
// weight with three results.

#include "Parts.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"
#include "sbp/Interfaces/Misfit.h"
#include "sbp/Interfaces/TensorTypes.h"

using namespace llvm;
using namespace mlir;
using namespace sbp;
using namespace sbp::nn;

//===----------------------------------------------------------------------===//
// Constraints
//===----------------------------------------------------------------------===//

/// Operand `value`, called `name`, has the shape of the weight.
static LogicalResult verifyShape(Operation *op, Value weight, Value value,
                                 StringRef name) {
  if (getTensorType(value).getShape() == getTensorType(weight).getShape())
    return success();
  return emitMisfit(op, {weight, value})
         << name << " is " << value.getType() << " for a weight of "
         << weight.getType() << "; expected the same shape";
}

static LogicalResult verifyScalar(Operation *op, Value value, StringRef name) {
  if (getTensorType(value).getRank() == 0)
    return success();
  return emitMisfit(op, {value}) << name << " is " << value.getType()
                                 << ", expected a tensor without dimensions";
}

static LogicalResult verifyResults(Operation *op, ValueRange states) {
  if (op->getNumResults() != states.size())
    return op->emitOpError() << "has " << op->getNumResults()
                             << " results, expected " << states.size();
  for (auto [number, state, type] :
       llvm::enumerate(states, op->getResultTypes()))
    if (state.getType() != type)
      return emitMisfit(op, {state}) << "result #" << number << " is " << type
                                     << ", expected " << state.getType();
  return success();
}

LogicalResult SGDOp::verify() {
  if (failed(verifyShape(*this, getWeight(), getGradient(), "gradient")) ||
      failed(verifyScalar(*this, getRate(), "rate")))
    return failure();
  SmallVector<Value> states = {getWeight()};
  if (Value velocity = getVelocity()) {
    if (failed(verifyShape(*this, getWeight(), velocity, "velocity")))
      return failure();
    states.push_back(velocity);
  } else if (getNesterov() || !getMomentum().isZero()) {
    return emitOpError() << "has momentum but no velocity; write `momentum %m`";
  }
  return verifyResults(*this, states);
}

LogicalResult AdamOp::verify() {
  for (auto [value, name] :
       {std::pair(getGradient(), "gradient"), std::pair(getMean(), "mean"),
        std::pair(getSquare(), "square")})
    if (failed(verifyShape(*this, getWeight(), value, name)))
      return failure();
  if (failed(verifyScalar(*this, getStep(), "step")) ||
      failed(verifyScalar(*this, getRate(), "rate")))
    return failure();
  for (auto [value, name] :
       {std::pair(getBeta1(), "beta1"), std::pair(getBeta2(), "beta2")})
    if (!(value.convertToDouble() >= 0 && value.convertToDouble() < 1))
      return emitOpError() << name << " is " << value.convertToDouble()
                           << ", expected a number from 0 to below 1";
  if (!(getEpsilon().convertToDouble() >= 0))
    return emitOpError() << "epsilon is " << getEpsilon().convertToDouble()
                         << ", expected at least 0";
  return verifyResults(*this, {getWeight(), getMean(), getSquare()});
}

/// The type that an update is computed in: f32, or f64 where an operand is.
static FloatType getUpdateType(Operation *op) {
  for (Value operand : op->getOperands())
    if (getElementTypeOrSelf(operand.getType()).isF64())
      return Float64Type::get(op->getContext());
  return Float32Type::get(op->getContext());
}

LogicalResult ClipByGlobalNormOp::verify() {
  if (getGradients().empty())
    return emitOpError() << "has no operands, expected at least one gradient";
  if (!(getMaxNorm().convertToDouble() > 0))
    return emitOpError() << "max_norm is " << getMaxNorm().convertToDouble()
                         << ", expected a number above 0";
  auto norm = RankedTensorType::get({}, getUpdateType(*this));
  if (getNorm().getType() != norm)
    return emitOpError() << "norm is " << getNorm().getType() << ", expected "
                         << norm;
  if (getClipped().size() != getGradients().size())
    return emitOpError() << "has " << getClipped().size() + 1
                         << " results, expected " << getGradients().size() + 1;
  for (auto [number, gradient, clipped] :
       llvm::enumerate(getGradients(), getClipped()))
    if (gradient.getType() != clipped.getType())
      return emitMisfit(*this, {gradient})
             << "result #" << number << " is " << clipped.getType()
             << ", expected " << gradient.getType();
  return success();
}

//===----------------------------------------------------------------------===//
// Expansion
//===----------------------------------------------------------------------===//

namespace {

/// Builds the generics of an update.
class UpdateBuilder : public PartsBuilder {
public:
  using RunWhere = llvm::function_ref<void(Operation *, unsigned)>;
  using Results =
      llvm::function_ref<SmallVector<Value>(OpBuilder &, ValueRange)>;

  UpdateBuilder(Operation *op, OpBuilder &builder, RunWhere runWhere)
      : PartsBuilder(builder, op->getLoc(), getUpdateType(op)),
        builder(builder), runWhere(runWhere) {}

  /// One elementwise op with a result of each of `types`; operands without
  /// dimensions are read as scalars. The body works on wide values.
  SmallVector<Value> map(ArrayRef<Type> types, ValueRange operands,
                         Results body) {
    auto shape = cast<RankedTensorType>(types.front()).getShape();
    SmallVector<Value> inits;
    SmallVector<AffineMap> maps;
    for (Value operand : operands)
      maps.push_back(getTensorType(operand).getRank() == 0
                         ? select(shape.size(), {})
                         : identity(shape.size()));
    for (Type type : types) {
      inits.push_back(tensor::EmptyOp::create(builder, getLoc(), shape,
                                              getElementTypeOrSelf(type)));
      maps.push_back(identity(shape.size()));
    }
    SmallVector<utils::IteratorType> iterators(shape.size(),
                                               utils::IteratorType::parallel);
    auto generic = linalg::GenericOp::create(
        builder, getLoc(), types, operands, inits, maps, iterators,
        [&](OpBuilder &b, Location, ValueRange arguments) {
          SmallVector<Value> wide;
          for (Value argument : arguments.take_front(operands.size()))
            wide.push_back(isa<FloatType>(argument.getType())
                               ? widen(b, argument)
                               : argument);
          SmallVector<Value> yielded;
          for (auto [value, type] : llvm::zip_equal(body(b, wide), types))
            yielded.push_back(narrow(b, value, getElementTypeOrSelf(type)));
          linalg::YieldOp::create(b, getLoc(), yielded);
        });
    runWhere(generic, place);
    return generic.getResults();
  }
  /// Ops that follow run where operand `number` is.
  void setPlace(unsigned number) { place = number; }
  void run(Operation *built) { runWhere(built, place); }

private:
  OpBuilder &builder;
  RunWhere runWhere;
  unsigned place = 0;
};

} // namespace

SmallVector<unsigned> SGDOp::getStateOperands() {
  return getVelocity() ? SmallVector<unsigned>{3} : SmallVector<unsigned>{};
}
SmallVector<unsigned> SGDOp::getUpdateOperands() { return {0, 1}; }

SmallVector<Value>
SGDOp::expand(OpBuilder &builder,
              llvm::function_ref<void(Operation *, unsigned)> runWhere) {
  UpdateBuilder update(*this, builder, runWhere);
  SmallVector<Value> operands = {getWeight(), getGradient(), getRate()};
  SmallVector<Type> types = {getWeight().getType()};
  if (Value velocity = getVelocity()) {
    operands.push_back(velocity);
    types.push_back(velocity.getType());
  }
  double momentum = getMomentum().convertToDouble();
  double decay = getWeightDecay().convertToDouble();
  return update.map(types, operands, [&](OpBuilder &b, ValueRange e) {
    Value slope = e[1];
    if (decay != 0)
      slope =
          update.add(b, slope, update.mul(b, e[0], update.literal(b, decay)));
    SmallVector<Value> next;
    if (getVelocity()) {
      Value kept = update.mul(b, e[3], update.literal(b, momentum));
      Value velocity = update.add(b, kept, slope);
      next.push_back(velocity);
      slope =
          getNesterov()
              ? update.add(b, slope,
                           update.mul(b, velocity, update.literal(b, momentum)))
              : velocity;
    }
    next.insert(next.begin(), update.sub(b, e[0], update.mul(b, slope, e[2])));
    return next;
  });
}

SmallVector<unsigned> AdamOp::getStateOperands() { return {2, 3}; }
SmallVector<unsigned> AdamOp::getUpdateOperands() { return {0, 1}; }

/// rate / (1 - beta1^step) and 1 / sqrt(1 - beta2^step). In f64, as
/// torch.optim.Adam has them: 1 - 0.999 has three digits less than its terms.
static SmallVector<Value> buildCorrections(AdamOp op, OpBuilder &builder,
                                           UpdateBuilder &update,
                                           FloatType type) {
  auto number = RankedTensorType::get({}, type);
  Location loc = op.getLoc();
  auto wide = builder.getF64Type();
  SmallVector<Value> inits(
      2, tensor::EmptyOp::create(builder, loc, ArrayRef<int64_t>(), type));
  SmallVector<AffineMap> maps(4, update.identity(0));
  auto generic = linalg::GenericOp::create(
      builder, loc, TypeRange{number, number},
      ValueRange{op.getStep(), op.getRate()}, inits, maps,
      ArrayRef<utils::IteratorType>(),
      [&](OpBuilder &b, Location, ValueRange e) {
        auto literal = [&](double value) -> Value {
          return arith::ConstantOp::create(b, loc, b.getFloatAttr(wide, value));
        };
        Value step = arith::SIToFPOp::create(b, loc, wide, e[0]);
        auto correction = [&](double beta) -> Value {
          Value power = math::PowFOp::create(b, loc, literal(beta), step);
          return arith::SubFOp::create(b, loc, literal(1.0), power);
        };
        Value rate = widenFloat(b, loc, e[1], wide);
        Value size = arith::DivFOp::create(
            b, loc, rate, correction(op.getBeta1().convertToDouble()));
        Value root = math::SqrtOp::create(
            b, loc, correction(op.getBeta2().convertToDouble()));
        Value inverse = arith::DivFOp::create(b, loc, literal(1.0), root);
        linalg::YieldOp::create(b, loc,
                                ValueRange{update.narrow(b, size, type),
                                           update.narrow(b, inverse, type)});
      });
  update.run(generic);
  return generic.getResults();
}

SmallVector<Value>
AdamOp::expand(OpBuilder &builder,
               llvm::function_ref<void(Operation *, unsigned)> runWhere) {
  UpdateBuilder update(*this, builder, runWhere);
  update.setPlace(2);
  SmallVector<Value> corrections =
      buildCorrections(*this, builder, update, getUpdateType(*this));
  double beta1 = getBeta1().convertToDouble();
  double beta2 = getBeta2().convertToDouble();
  double decay = getWeightDecay().convertToDouble();
  double epsilon = getEpsilon().convertToDouble();
  return update.map(
      {getWeight().getType(), getMean().getType(), getSquare().getType()},
      {getWeight(), getGradient(), getMean(), getSquare(), corrections[0],
       corrections[1], getRate()},
      [&](OpBuilder &b, ValueRange e) -> SmallVector<Value> {
        auto scale = [&](Value value, double factor) {
          return update.mul(b, value, update.literal(b, factor));
        };
        Value weight = e[0], slope = e[1];
        if (decay != 0 && getDecoupled())
          weight =
              update.sub(b, weight, update.mul(b, scale(e[6], decay), weight));
        else if (decay != 0)
          slope = update.add(b, slope, scale(weight, decay));
        Value mean =
            update.add(b, e[2], scale(update.sub(b, slope, e[2]), 1.0 - beta1));
        Value square =
            update.add(b, scale(e[3], beta2),
                       scale(update.mul(b, slope, slope), 1.0 - beta2));
        Value root = update.mul(b, update.make<math::SqrtOp>(b, square), e[5]);
        Value size = update.div(
            b, mean, update.add(b, root, update.literal(b, epsilon)));
        Value next = update.sub(b, weight, update.mul(b, e[4], size));
        return {next, mean, square};
      });
}

SmallVector<unsigned> ClipByGlobalNormOp::getStateOperands() { return {}; }
SmallVector<unsigned> ClipByGlobalNormOp::getUpdateOperands() { return {}; }
std::optional<unsigned> ClipByGlobalNormOp::getScaledOperand(unsigned result) {
  return result < getGradients().size() ? std::optional(result) : std::nullopt;
}

SmallVector<Value> ClipByGlobalNormOp::expand(
    OpBuilder &builder,
    llvm::function_ref<void(Operation *, unsigned)> runWhere) {
  UpdateBuilder update(*this, builder, runWhere);
  FloatType type = getUpdateType(*this);
  auto number = RankedTensorType::get({}, type);
  SmallVector<Value> squares;
  for (auto [index, gradient] : llvm::enumerate(getGradients())) {
    int64_t rank = getTensorType(gradient).getRank();
    Value sum = update.reduce(
        number, update.select(rank, {}), update.getLiteral(0.0), gradient,
        update.identity(rank), [&](OpBuilder &b, ValueRange e) {
          Value wide = update.widen(b, e[0]);
          return update.add(b, e[1], update.mul(b, wide, wide));
        });
    runWhere(sum.getDefiningOp(), index);
    squares.push_back(sum);
  }
  double bound = getMaxNorm().convertToDouble();
  // The last gradient's place has the norm; every other reads one number of it.
  update.setPlace(getGradients().size() - 1);
  SmallVector<Value> common =
      update.map({number, number}, squares, [&](OpBuilder &b, ValueRange e) {
        Value total = e[0];
        for (Value square : e.drop_front())
          total = update.add(b, total, square);
        Value norm = update.make<math::SqrtOp>(b, total);
        Value factor = update.div(b, update.literal(b, bound),
                                  update.add(b, norm, update.literal(b, 1e-6)));
        Value least =
            update.make<arith::MinimumFOp>(b, factor, update.literal(b, 1.0));
        return SmallVector<Value>{norm, least};
      });
  SmallVector<Value> results;
  for (auto [index, gradient] : llvm::enumerate(getGradients())) {
    update.setPlace(index);
    results.push_back(update
                          .map(gradient.getType(), {gradient, common[1]},
                               [&](OpBuilder &b, ValueRange e) {
                                 return SmallVector<Value>{
                                     update.mul(b, e[0], e[1])};
                               })
                          .front());
  }
  results.push_back(common[0]);
  return results;
}
