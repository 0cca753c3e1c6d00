// Optimizers.cpp: rules by which chosen rows learn
//
// lazy_adam and row_adagrad (docs/generated/MemoryLayerOps.md) on the sum of a
// row's terms. The rate of the step is computed once, in f64, by a thread of
// the first kernel of the sort.
#include "RowUpdate.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace sbp::cuda;
using namespace sbp::memory_layer;

namespace {
/// An optimizer's update.
class OptimizerBuilder : public RowUpdateBuilder {
public:
  OptimizerBuilder(UpdateOp op) : RowUpdateBuilder(op, ChosenRows(op)) {
    form.table = op->getResult(0);
    if (op.getOptimizer() == Optimizer::RowAdagrad)
      vectors = llvm::divideCeil(numVectors, lanes);
  }

private:
  UpdateOp getUpdate() const { return cast<UpdateOp>(op); }
  Values getMoreTensors() const override;
  void computeScalars(LaunchPlan &plan) override {
    scalars = plan.buffers.createTemporary(
        op->getLoc(), RankedTensorType::get(1, form.sumType));
  }
  void storeScalars(KernelBuilder &builder) override;
  void combineLanes(ArrayRef<Value> sums) override;
  void apply(ArrayRef<Value> sums) override;
  void applyAdam(Value rate, ArrayRef<Value> sums);
  void applyAdagrad(Value rate, ArrayRef<Value> sums);

  Value meanOfSquares, oldState;
};
} // namespace

OptimizerBuilder::Values OptimizerBuilder::getMoreTensors() const {
  return Values(op->getResults().drop_front());
}

static double getBeta(std::optional<APFloat> given, double usual) {
  return given ? given->convertToDouble() : usual;
}

/// Returns 1 - base^exponent in f64, by squaring.
static Value createComplement(KernelBuilder &kernel, double base,
                              Value exponent) {
  auto &builder = kernel.builder;
  auto number = [&](double value) -> Value {
    return arith::ConstantOp::create(builder, builder.getF64FloatAttr(value));
  };
  SmallVector<Value> powers = kernel.forLoop(
      kernel.constant(0), kernel.constant(63), 1,
      {number(1), number(base), exponent},
      [&](Value, ValueRange now) -> SmallVector<Value> {
        Value isSet =
            arith::TruncIOp::create(builder, builder.getI1Type(), now[2]);
        Value product = arith::MulFOp::create(builder, now[0], now[1]);
        return {
            arith::SelectOp::create(builder, isSet, product, now[0]),
            arith::MulFOp::create(builder, now[1], now[1]),
            arith::ShRUIOp::create(
                builder, now[2], arith::ConstantIntOp::create(builder, 1, 64))};
      });
  return arith::SubFOp::create(builder, number(1), powers[0]);
}

/// Stores the rate of this step: for lazy_adam rate sqrt(1 - beta2^step) / (1 -
/// beta1^step), in f64, whose differences keep their digits.
void OptimizerBuilder::storeScalars(KernelBuilder &builder) {
  UpdateOp update = getUpdate();
  FloatType wide = builder.builder.getF64Type();
  Value rate = widenTo(
      builder, builder.load(update.getRate(), builder.constant(0)), wide);
  if (update.getOptimizer() == Optimizer::LazyAdam) {
    Type integer = builder.builder.getI64Type();
    Value step = builder.load(update.getStep(), builder.constant(0));
    if (step.getType() != integer)
      step = arith::ExtSIOp::create(builder.builder, integer, step);
    step = arith::MaxSIOp::create(
        builder.builder, step,
        arith::ConstantIntOp::create(builder.builder, 1, 64));
    Value root = math::SqrtOp::create(
        builder.builder,
        createComplement(builder, getBeta(update.getBeta2(), 0.999), step));
    rate = arith::DivFOp::create(
        builder.builder, arith::MulFOp::create(builder.builder, rate, root),
        createComplement(builder, getBeta(update.getBeta1(), 0.9), step));
  }
  builder.store(narrowTo(builder, rate, form.sumType), scalars,
                builder.constant(0));
}

void OptimizerBuilder::combineLanes(ArrayRef<Value> sums) {
  if (getUpdate().getOptimizer() != Optimizer::RowAdagrad)
    return;
  KernelBuilder &builder = *kernel;
  Value total = zero();
  for (int64_t i = 0; i < vectors; ++i) {
    Value exists = findColumn(i).second;
    for (Value sum : sums.slice(i * vectorWidth, vectorWidth)) {
      Value next = math::FmaOp::create(builder.builder, sum, sum, total);
      total = arith::SelectOp::create(builder.builder, exists, next, total);
    }
  }
  for (int64_t distance = lanes / 2; distance; distance /= 2)
    total = arith::AddFOp::create(builder.builder, total,
                                  builder.shuffleAcross(total, distance));
  meanOfSquares = arith::DivFOp::create(builder.builder, total,
                                        literal(double(form.getColumns())));
  // The lane that writes the state reads it for all others.
  Value reads =
      arith::AndIOp::create(builder.builder, isFirst, builder.isLess(lane, 1));
  Value loaded = builder.ifElse(reads, zero(), [&]() -> Values {
    return {widenTo(builder,
                    builder.load(op->getResult(1), builder.toOffset(row)),
                    form.sumType)};
  })[0];
  Value thread =
      NVVM::ThreadIdXOp::create(builder.builder, builder.builder.getI32Type());
  Value leader = arith::AndIOp::create(
      builder.builder, thread,
      arith::ConstantIntOp::create(builder.builder, 32 - lanes, 32));
  oldState = builder.readLane(loaded, leader);
}

void OptimizerBuilder::apply(ArrayRef<Value> sums) {
  Value rate = kernel->load(scalars, kernel->constant(0));
  if (getUpdate().getOptimizer() == Optimizer::LazyAdam)
    applyAdam(rate, sums);
  else
    applyAdagrad(rate, sums);
}

void OptimizerBuilder::applyAdam(Value rate, ArrayRef<Value> sums) {
  KernelBuilder &builder = *kernel;
  UpdateOp update = getUpdate();
  Value means = op->getResult(1), squares = op->getResult(2);
  Values table = loadRow(form.table), m = loadRow(means), v = loadRow(squares);
  auto sub = [&](Value x, Value y) -> Value {
    return arith::SubFOp::create(builder.builder, x, y);
  };
  auto mul = [&](Value x, Value y) -> Value {
    return arith::MulFOp::create(builder.builder, x, y);
  };
  auto moveTo = [&](Value old, Value wanted, double share) -> Value {
    return math::FmaOp::create(builder.builder, sub(wanted, old),
                               literal(share), old);
  };
  double share1 = 1 - getBeta(update.getBeta1(), 0.9),
         share2 = 1 - getBeta(update.getBeta2(), 0.999);
  Value epsilon = literal(update.getEpsilon().convertToDouble());
  for (auto [i, g] : llvm::enumerate(sums)) {
    m[i] = moveTo(m[i], g, share1);
    v[i] = moveTo(v[i], mul(g, g), share2);
    Value scale = arith::AddFOp::create(
        builder.builder, math::SqrtOp::create(builder.builder, v[i]), epsilon);
    Value change = arith::DivFOp::create(builder.builder, m[i], scale);
    table[i] = sub(table[i], mul(rate, change));
  }
  storeRow(table, form.table);
  storeRow(m, means);
  storeRow(v, squares);
}

void OptimizerBuilder::applyAdagrad(Value rate, ArrayRef<Value> sums) {
  KernelBuilder &builder = *kernel;
  Value state = arith::AddFOp::create(builder.builder, oldState, meanOfSquares);
  Value scale = arith::AddFOp::create(
      builder.builder, math::SqrtOp::create(builder.builder, state),
      literal(getUpdate().getEpsilon().convertToDouble()));
  Value factor = arith::DivFOp::create(builder.builder, rate, scale);
  Values table = loadRow(form.table);
  for (auto [value, g] : llvm::zip_equal(table, sums))
    value = arith::SubFOp::create(
        builder.builder, value,
        arith::MulFOp::create(builder.builder, factor, g));
  storeRow(table, form.table);
  Value states = op->getResult(1);
  Type element = getElementTypeOrSelf(states.getType());
  builder.ifThen(builder.isLess(lane, 1), [&] {
    builder.store(narrowTo(builder, state, element), states,
                  builder.toOffset(row));
  });
}

std::unique_ptr<RowUpdateBuilder> sbp::cuda::makeOptimizerBuilder(UpdateOp op) {
  return std::make_unique<OptimizerBuilder>(op);
}
