// OnlineSoftmax.cpp: softmax over tiles of keys, one after the other
//
// With scores of two tiles (1, 3) and (5, 2), and exponentials of 2: after the
// first tile the maximum is 3 and the sum 2^-2 + 1; after the second one the
// maximum is 5, what was summed is multiplied by 2^(3 - 5), and the sum is
// 2^-2 (2^-2 + 1) + 1 + 2^-3.
#include "OnlineSoftmax.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace sbp::cuda;

static constexpr double kLog2e = 1.4426950408889634, kLn2 = 0.6931471805599453;
/// Partial results of a sum or maximum, which do not depend on each other.
static constexpr size_t kChains = 4;

OnlineSoftmax::OnlineSoftmax(KernelBuilder &kernel, FragmentBuilder &fragments,
                             const AttentionForm &form)
    : kernel(kernel), h(fragments), form(form) {
  factor =
      h.constantFloat(float(kLog2e * (form.scalesLate() ? form.scale : 1.0)));
}

/// Combines `values` in kChains chains, and these in pairs.
static Value combine(ArrayRef<Value> values,
                     llvm::function_ref<Value(Value, Value)> join) {
  Registers chains(values.take_front(kChains));
  for (size_t i = kChains; i < values.size(); ++i)
    chains[i % kChains] = join(chains[i % kChains], values[i]);
  for (size_t count = chains.size(); count > 1; count /= 2)
    for (size_t i = 0; i < count / 2; ++i)
      chains[i] = join(chains[2 * i], chains[2 * i + 1]);
  return chains[0];
}

Value OnlineSoftmax::findMaximum(ArrayRef<Value> scores) {
  auto join = [&](Value x, Value y) { return h.maximum(x, y); };
  Value maximum = combine(scores, join);
  for (int64_t distance : {1, 2})
    maximum = join(maximum, kernel.shuffleAcross(maximum, distance));
  return maximum;
}

OnlineSoftmax::Base OnlineSoftmax::getBase(Value maximum) {
  auto &builder = kernel.builder;
  // A row that sees nothing yet would have the exponent -inf - -inf, a NaN.
  Value isHidden = arith::CmpFOp::create(builder, arith::CmpFPredicate::OEQ,
                                         maximum, h.constantFloat(-INFINITY));
  Base base;
  base.maximum = h.select(isHidden, h.constantFloat(0), maximum);
  if (form.scalesLate())
    base.shift = arith::NegFOp::create(
        builder, arith::MulFOp::create(builder, base.maximum, factor));
  return base;
}

Value OnlineSoftmax::exponentiate(Value score, const Base &base) {
  auto &builder = kernel.builder;
  if (base.shift)
    return h.exp2(math::FmaOp::create(builder, score, factor, base.shift));
  // Scores may be so large that times the factor they are infinite.
  Value distance = arith::SubFOp::create(builder, score, base.maximum);
  return h.exp2(arith::MulFOp::create(builder, distance, factor));
}

OnlineSoftmax::Tile OnlineSoftmax::add(const Registers &scores,
                                       const Registers &maxima,
                                       const Registers &sums) {
  auto &builder = kernel.builder;
  Tile tile;
  tile.weights.resize(scores.size());
  for (size_t half = 0; half < 2; ++half) {
    Registers row;
    for (size_t i = 0; i < scores.size(); ++i)
      if (i / 2 % 2 == half)
        row.push_back(scores[i]);
    Value maximum = findMaximum(row);
    if (!maxima.empty())
      maximum = h.maximum(maxima[half], maximum);
    Base base = getBase(maximum);
    for (size_t i = 0, next = 0; i < scores.size(); ++i)
      if (i / 2 % 2 == half)
        tile.weights[i] = row[next++] = exponentiate(scores[i], base);
    Value sum = combine(row, [&](Value x, Value y) -> Value {
      return arith::AddFOp::create(builder, x, y);
    });
    if (!maxima.empty()) {
      tile.factors.push_back(exponentiate(maxima[half], base));
      sum = math::FmaOp::create(builder, sums[half], tile.factors[half], sum);
    }
    tile.maxima.push_back(maximum);
    tile.sums.push_back(sum);
  }
  return tile;
}

Value OnlineSoftmax::toExponent(Value maximum) {
  return arith::MulFOp::create(kernel.builder, maximum, factor);
}

Value OnlineSoftmax::toLogarithm(FragmentBuilder &h, Value exponent,
                                 Value sum) {
  ImplicitLocOpBuilder &builder = h.getBuilder();
  Value isHidden = arith::CmpFOp::create(builder, arith::CmpFPredicate::OEQ,
                                         sum, h.constantFloat(0));
  Value logarithm =
      arith::MulFOp::create(builder, exponent, h.constantFloat(float(kLn2)));
  return h.select(isHidden, h.constantFloat(-INFINITY), logarithm);
}

Registers OnlineSoftmax::divide(FragmentBuilder &h, const Registers &values,
                                Value sum) {
  ImplicitLocOpBuilder &builder = h.getBuilder();
  Value inverse = h.reciprocal(sum), none = h.constantFloat(0);
  Value isHidden =
      arith::CmpFOp::create(builder, arith::CmpFPredicate::OEQ, sum, none);
  Registers results;
  for (Value value : values)
    results.push_back(
        h.select(isHidden, none,
                 arith::MulFOp::create(builder, value, inverse).getResult()));
  return results;
}

Value OnlineSoftmax::joinLanes(Value sum) {
  for (int64_t distance : {1, 2})
    sum = arith::AddFOp::create(kernel.builder, sum,
                                kernel.shuffleAcross(sum, distance));
  return sum;
}

Value OnlineSoftmax::getLogarithm(Value maximum, Value sum) {
  auto &builder = kernel.builder;
  Value unit = h.constantFloat(form.scalesLate() ? float(form.scale) : 1.0f);
  Value logarithm =
      arith::MulFOp::create(builder, h.log2(sum), h.constantFloat(float(kLn2)));
  Value result = math::FmaOp::create(builder, maximum, unit, logarithm);
  Value isHidden = arith::CmpFOp::create(builder, arith::CmpFPredicate::OEQ,
                                         sum, h.constantFloat(0));
  return h.select(isHidden, h.constantFloat(-INFINITY), result);
}
