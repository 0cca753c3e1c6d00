// ForwardResults.cpp: the stores of kernels of nn.attention
//
// The value of a key outside of a window counts nothing, but a tile that the
// window cuts multiplies it by 0, which is NaN where it is not finite. So with
// a window each thread reads its results again, and computes those that are not
// finite from the keys that their query sees alone, one by one.
#include "ForwardResults.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace sbp::cuda;

SmallVector<Value> ForwardParts::createResults(LaunchPlan &plan,
                                               int64_t items) {
  if (schedule.splits > 1) {
    tensor = plan.buffers.createTemporary(
        op.getLoc(),
        RankedTensorType::get({items, form.queries, form.valueWidth + 2},
                              Float32Type::get(op.getContext())));
    return {tensor};
  }
  SmallVector<Value> results{op.getResult()};
  if (storesLogarithm())
    results.push_back(op.getLogSumExp());
  return results;
}

void ForwardResults::store(const Registers &outputs, size_t half, Value sum,
                           Value maximum, const ForwardItem &item,
                           const ScoreMask::Rows &rows) {
  Value isInside = kb.isLess(kb.toOffset(rows.query[half]), form.queries);
  kb.ifThen(isInside, [&] {
    if (parts.tensor)
      return storePart(outputs, half, sum, maximum, item, rows);
    storeRow(outputs, half, sum, maximum, item, rows);
    if (form.skipsHidden)
      repairRow(half, sum, maximum, item, rows);
  });
}

/// Stores row `half` of the outputs, and the logarithm of its sum.
void ForwardResults::storeRow(const Registers &outputs, size_t half, Value sum,
                              Value maximum, const ForwardItem &item,
                              const ScoreMask::Rows &rows) {
  Value query = rows.query[half];
  Value at = getRowOffset(kb, item.sequence, form.queries, query,
                          form.valueWidth, column);
  Registers row;
  for (size_t j = 0; j < size_t(form.valueWidth / 8); ++j)
    for (size_t e = 0; e < 2; ++e)
      row.push_back(outputs[4 * j + 2 * half + e]);
  row = OnlineSoftmax::divide(h, row, sum);
  for (Value &output : row)
    output = arith::TruncFOp::create(kb.builder, form.element, output);
  for (int64_t j = 0; j < form.valueWidth / 8; ++j)
    kb.storeVector({row[size_t(2 * j)], row[size_t(2 * j + 1)]}, op.getResult(),
                   kb.add(at, kb.constant(8 * j)), /*isAligned=*/true);
  if (!parts.storesLogarithm())
    return;
  Value logarithm = softmax.getLogarithm(maximum, sum);
  Value place =
      getRowOffset(kb, item.sequence, form.queries, query, 1, h.constant(0));
  kb.ifThen(h.isEqual(column, 0),
            [&] { kb.store(logarithm, op.getLogSumExp(), place); });
}

/// Computes the results of row `half` that are not finite again, where the
/// weights of the row are.
void ForwardResults::repairRow(size_t half, Value sum, Value maximum,
                               const ForwardItem &item,
                               const ScoreMask::Rows &rows) {
  auto &builder = kb.builder;
  auto compare = [&](arith::CmpFPredicate predicate, Value x,
                     double y) -> Value {
    return arith::CmpFOp::create(builder, predicate, x,
                                 h.constantFloat(float(y)));
  };
  Value hasWeights =
      arith::AndIOp::create(builder, compare(arith::CmpFPredicate::OGT, sum, 0),
                            compare(arith::CmpFPredicate::OLT, sum, INFINITY));
  Value at = getRowOffset(kb, item.sequence, form.queries, rows.query[half],
                          form.valueWidth, column);
  h.forEach(
      h.constant(0), h.constant(form.valueWidth / 8), 1, {},
      [&](Value j, ValueRange) -> Registers {
        for (int64_t e = 0; e < 2; ++e) {
          Value inRow = h.add(h.mul(j, 8), e);
          Value place = kb.add(at, kb.toOffset(inRow));
          Value result = arith::ExtFOp::create(builder, builder.getF32Type(),
                                               kb.load(op.getResult(), place));
          Value zero =
              arith::MulFOp::create(builder, result, h.constantFloat(0));
          Value isBroken = arith::AndIOp::create(
              builder, hasWeights, compare(arith::CmpFPredicate::UNE, zero, 0));
          kb.ifThen(isBroken, [&] {
            OnlineSoftmax::Base base = softmax.getBase(maximum);
            Value output =
                computeOutput(half, h.add(column, inRow), base, item, rows);
            kb.store(arith::TruncFOp::create(builder, form.element, output),
                     op.getResult(), place);
          });
        }
        return {};
      });
}

/// Returns the product of rows of query and key that begin at these offsets.
Value ForwardResults::computeScore(Value query, Value key) {
  auto &builder = kb.builder;
  auto load = [&](Value tensor, Value row, Value column) -> Value {
    return arith::ExtFOp::create(
        builder, builder.getF32Type(),
        kb.load(tensor, kb.add(row, kb.toOffset(column))));
  };
  return h.forEach(
      h.constant(0), h.constant(form.width), 1, {h.constantFloat(0)},
      [&](Value column, ValueRange sum) -> Registers {
        return {math::FmaOp::create(builder, load(op.getQuery(), query, column),
                                    load(op.getKey(), key, column), sum[0])};
      })[0];
}

/// Returns column `column` of row `half`, from the keys that the row sees.
Value ForwardResults::computeOutput(size_t half, Value column,
                                    const OnlineSoftmax::Base &base,
                                    const ForwardItem &item,
                                    const ScoreMask::Rows &rows) {
  auto &builder = kb.builder;
  Value zero = h.constant(0), none = h.constantFloat(0);
  Value query = getRowOffset(kb, item.sequence, form.queries, rows.query[half],
                             form.width, zero);
  Registers sums = h.forEach(
      rows.begin[half], rows.end[half], 1, {none, none},
      [&](Value key, ValueRange now) -> Registers {
        Value score =
            computeScore(query, getRowOffset(kb, item.keySequence, form.keys,
                                             key, form.width, zero));
        Value weight =
            softmax.exponentiate(mask.applyOne(score, rows, half, key), base);
        Value place = getRowOffset(kb, item.keySequence, form.keys, key,
                                   form.valueWidth, column);
        Value value = arith::ExtFOp::create(builder, builder.getF32Type(),
                                            kb.load(op.getValue(), place));
        return {math::FmaOp::create(builder, weight, value, now[0]),
                arith::AddFOp::create(builder, now[1], weight)};
      });
  return OnlineSoftmax::divide(h, {sums[0]}, sums[1])[0];
}
