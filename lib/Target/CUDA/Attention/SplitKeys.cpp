// SplitKeys.cpp: attention of few queries, whose keys are split over blocks
//
// Flash-Decoding (Dao et al. 2023): where there are fewer items than
// multiprocessors, as with one query a sequence, blocks compute the outputs of
// a part of the keys each, relative to its own maximum. A second kernel joins
// the parts in their order: with maxima m and sums s of two parts, and M the
// larger m, the output is (2^(m0 - M) o0 + 2^(m1 - M) o1) / (2^(m0 - M) s0 +
// 2^(m1 - M) s1).
#include "ForwardResults.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace sbp::cuda;

static constexpr int64_t kJoinThreads = 128;

/// Stores the outputs of row `half` one after the other, then maximum and sum.
void ForwardResults::storePart(const Registers &outputs, size_t half, Value sum,
                               Value maximum, const ForwardItem &item,
                               const ScoreMask::Rows &rows) {
  Value row = kb.add(kb.mul(kb.toOffset(item.number), form.queries),
                     kb.toOffset(rows.query[half]));
  Value at = kb.mul(row, form.valueWidth + 2);
  for (int64_t j = 0; j < form.valueWidth / 8; ++j) {
    size_t first = size_t(4 * j) + 2 * half;
    Value place = kb.add(kb.add(at, kb.toOffset(column)), kb.constant(8 * j));
    kb.storeVector({outputs[first], outputs[first + 1]}, parts.tensor, place,
                   /*isAligned=*/true);
  }
  Value exponent = softmax.toExponent(maximum);
  kb.ifThen(h.isEqual(column, 0), [&] {
    kb.storeVector({exponent, sum}, parts.tensor,
                   kb.add(at, kb.constant(form.valueWidth)),
                   /*isAligned=*/true);
  });
}

/// Appends the kernel that joins the parts, a thread an element of the result.
void ForwardParts::join(LaunchPlan &plan) {
  int64_t elements = form.batch * form.heads * form.queries * form.valueWidth;
  SmallVector<Value> tensors{tensor, op.getResult()};
  if (storesLogarithm())
    tensors.push_back(op.getLogSumExp());
  KernelBuilder kb(plan, op.getLoc(), generator, tensors, kJoinThreads,
                   elements + kJoinThreads);
  FragmentBuilder h(kb.builder);
  auto &builder = kb.builder;
  Value element = kb.add(kb.mul(kb.blockId(), kJoinThreads), kb.threadId());
  kb.ifThen(kb.isLess(element, elements), [&] {
    SmallVector<Value> at = kb.delinearise(
        element, {form.batch * form.heads, form.queries, form.valueWidth});
    auto locate = [&](Value part, Value place) {
      Value item = kb.add(kb.mul(at[0], schedule.splits), kb.toOffset(part));
      Value row = kb.add(kb.mul(item, form.queries), at[1]);
      return kb.add(kb.mul(row, form.valueWidth + 2), place);
    };
    Value first = h.constant(0), end = h.constant(schedule.splits),
          none = h.constantFloat(0), lowest = h.constantFloat(-INFINITY);
    Value maximum = h.forEach(
        first, end, 1, {lowest}, [&](Value part, ValueRange now) -> Registers {
          Value place = locate(part, kb.constant(form.valueWidth));
          return {h.maximum(now[0], kb.load(tensor, place))};
        })[0];
    Value isHidden = arith::CmpFOp::create(builder, arith::CmpFPredicate::OEQ,
                                           maximum, lowest);
    Value base = h.select(isHidden, none, maximum);
    Registers sums = h.forEach(
        first, end, 1, {none, none},
        [&](Value part, ValueRange now) -> Registers {
          auto pair = kb.loadVector(
              tensor, locate(part, kb.constant(form.valueWidth)), 2,
              /*isAligned=*/true);
          Value weight = h.exp2(arith::SubFOp::create(builder, pair[0], base));
          Value output = kb.load(tensor, locate(part, at[2]));
          return {math::FmaOp::create(builder, weight, output, now[0]),
                  math::FmaOp::create(builder, weight, pair[1], now[1])};
        });
    Value result = OnlineSoftmax::divide(h, {sums[0]}, sums[1])[0];
    kb.store(arith::TruncFOp::create(builder, form.element, result),
             op.getResult(), element);
    if (!storesLogarithm())
      return;
    Value isFirst = kb.isLess(at[2], 1);
    kb.ifThen(isFirst, [&] {
      Value exponent = arith::AddFOp::create(builder, maximum, h.log2(sums[1]));
      Value row = kb.add(kb.mul(at[0], form.queries), at[1]);
      kb.store(OnlineSoftmax::toLogarithm(h, exponent, sums[1]),
               op.getLogSumExp(), row);
    });
  });
  kb.finish({int64_t(llvm::divideCeil(elements, kJoinThreads)), 1, 1});
}
