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
static Value createComplement(KernelBuilder &b, double base, Value exponent) {
  auto &builder = b.builder;
  auto number = [&](double value) -> Value {
    return arith::ConstantOp::create(builder, builder.getF64FloatAttr(value));
  };
  SmallVector<Value> powers = b.forLoop(
      b.constant(0), b.constant(63), 1, {number(1), number(base), exponent},
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
void OptimizerBuilder::storeScalars(KernelBuilder &b) {
  UpdateOp update = getUpdate();
  FloatType wide = b.builder.getF64Type();
  Value rate = widenTo(b, b.load(update.getRate(), b.constant(0)), wide);
  if (update.getOptimizer() == Optimizer::LazyAdam) {
    Type integer = b.builder.getI64Type();
    Value step = b.load(update.getStep(), b.constant(0));
    if (step.getType() != integer)
      step = arith::ExtSIOp::create(b.builder, integer, step);
    step = arith::MaxSIOp::create(
        b.builder, step, arith::ConstantIntOp::create(b.builder, 1, 64));
    Value root = math::SqrtOp::create(
        b.builder,
        createComplement(b, getBeta(update.getBeta2(), 0.999), step));
    rate = arith::DivFOp::create(
        b.builder, arith::MulFOp::create(b.builder, rate, root),
        createComplement(b, getBeta(update.getBeta1(), 0.9), step));
  }
  b.store(narrowTo(b, rate, form.sumType), scalars, b.constant(0));
}

void OptimizerBuilder::combineLanes(ArrayRef<Value> sums) {
  if (getUpdate().getOptimizer() != Optimizer::RowAdagrad)
    return;
  KernelBuilder &b = *kernel;
  Value total = zero();
  for (int64_t i = 0; i < vectors; ++i) {
    Value exists = findColumn(i).second;
    for (Value sum : sums.slice(i * vectorWidth, vectorWidth)) {
      Value next = math::FmaOp::create(b.builder, sum, sum, total);
      total = arith::SelectOp::create(b.builder, exists, next, total);
    }
  }
  for (int64_t distance = lanes / 2; distance; distance /= 2)
    total = arith::AddFOp::create(b.builder, total,
                                  b.shuffleAcross(total, distance));
  meanOfSquares = arith::DivFOp::create(b.builder, total,
                                        literal(double(form.getColumns())));
  // The lane that writes the state reads it for all others.
  Value reads = arith::AndIOp::create(b.builder, isFirst, b.isLess(lane, 1));
  Value loaded = b.ifElse(reads, zero(), [&]() -> Values {
    return {
        widenTo(b, b.load(op->getResult(1), b.toOffset(row)), form.sumType)};
  })[0];
  Value thread = NVVM::ThreadIdXOp::create(b.builder, b.builder.getI32Type());
  Value leader = arith::AndIOp::create(
      b.builder, thread,
      arith::ConstantIntOp::create(b.builder, 32 - lanes, 32));
  oldState = b.readLane(loaded, leader);
}

void OptimizerBuilder::apply(ArrayRef<Value> sums) {
  Value rate = kernel->load(scalars, kernel->constant(0));
  if (getUpdate().getOptimizer() == Optimizer::LazyAdam)
    applyAdam(rate, sums);
  else
    applyAdagrad(rate, sums);
}

void OptimizerBuilder::applyAdam(Value rate, ArrayRef<Value> sums) {
  KernelBuilder &b = *kernel;
  UpdateOp update = getUpdate();
  Value means = op->getResult(1), squares = op->getResult(2);
  Values table = loadRow(form.table), m = loadRow(means), v = loadRow(squares);
  auto sub = [&](Value x, Value y) -> Value {
    return arith::SubFOp::create(b.builder, x, y);
  };
  auto mul = [&](Value x, Value y) -> Value {
    return arith::MulFOp::create(b.builder, x, y);
  };
  auto moveTo = [&](Value old, Value wanted, double share) -> Value {
    return math::FmaOp::create(b.builder, sub(wanted, old), literal(share),
                               old);
  };
  double share1 = 1 - getBeta(update.getBeta1(), 0.9),
         share2 = 1 - getBeta(update.getBeta2(), 0.999);
  Value epsilon = literal(update.getEpsilon().convertToDouble());
  for (auto [i, g] : llvm::enumerate(sums)) {
    m[i] = moveTo(m[i], g, share1);
    v[i] = moveTo(v[i], mul(g, g), share2);
    Value scale = arith::AddFOp::create(
        b.builder, math::SqrtOp::create(b.builder, v[i]), epsilon);
    Value change = arith::DivFOp::create(b.builder, m[i], scale);
    table[i] = sub(table[i], mul(rate, change));
  }
  storeRow(table, form.table);
  storeRow(m, means);
  storeRow(v, squares);
}

void OptimizerBuilder::applyAdagrad(Value rate, ArrayRef<Value> sums) {
  KernelBuilder &b = *kernel;
  Value state = arith::AddFOp::create(b.builder, oldState, meanOfSquares);
  Value scale = arith::AddFOp::create(
      b.builder, math::SqrtOp::create(b.builder, state),
      literal(getUpdate().getEpsilon().convertToDouble()));
  Value factor = arith::DivFOp::create(b.builder, rate, scale);
  Values table = loadRow(form.table);
  for (auto [value, g] : llvm::zip_equal(table, sums))
    value = arith::SubFOp::create(b.builder, value,
                                  arith::MulFOp::create(b.builder, factor, g));
  storeRow(table, form.table);
  Value states = op->getResult(1);
  Type element = getElementTypeOrSelf(states.getType());
  b.ifThen(b.isLess(lane, 1), [&] {
    b.store(narrowTo(b, state, element), states, b.toOffset(row));
  });
}

std::unique_ptr<RowUpdateBuilder> sbp::cuda::makeOptimizerBuilder(UpdateOp op) {
  return std::make_unique<OptimizerBuilder>(op);
}
