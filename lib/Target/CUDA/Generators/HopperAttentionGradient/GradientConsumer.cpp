// GradientConsumer.cpp: what the warpgroups that multiply do
#include "GradientPass.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace sbp::cuda;

/// Emits a loop over i32 from 0 to below `count`, which is at least 1, and
/// returns what it carries out. Carried sums may be of products in flight: a
/// loop that might have no iteration would copy them where it ends.
static Registers repeat(FragmentBuilder &h, Value count,
                        ArrayRef<Value> carried,
                        llvm::function_ref<Registers(Value, ValueRange)> body) {
  ImplicitLocOpBuilder &builder = h.getBuilder();
  Registers first(carried);
  first.push_back(h.constant(0));
  auto loop = scf::WhileOp::create(
      builder, TypeRange(ValueRange(first)), first,
      [&](OpBuilder &, Location, ValueRange state) {
        Registers next = body(state.back(), state.drop_back());
        next.push_back(h.add(state.back(), 1));
        Value isLess = arith::CmpIOp::create(builder, arith::CmpIPredicate::ult,
                                             next.back(), count);
        scf::ConditionOp::create(builder, isLess, next);
      },
      [&](OpBuilder &, Location, ValueRange state) {
        scf::YieldOp::create(builder, state);
      });
  Registers last(loop->result_begin(), loop->result_end());
  last.pop_back();
  return last;
}

Registers GradientPass::flatten(const State &state) const {
  Registers values = state.gradients[0];
  llvm::append_range(values, state.gradients[1]);
  values.append({state.slot.number, state.slot.parity});
  return values;
}

GradientPass::State GradientPass::unflatten(ValueRange values) const {
  State state;
  for (unsigned number : {0u, 1u}) {
    if (number == 1 && !ownsKeys)
      continue;
    size_t count = size_t(countBlocks(number) * kBlockColumns / 2);
    state.gradients[number] = Registers(values.take_front(count));
    values = values.drop_front(count);
  }
  state.slot = {values[0], values[1]};
  return state;
}

void GradientPass::releaseBefore(Value slot, Value index) {
  FragmentBuilder &h = *fragments;
  auto &b = kernel->builder;
  Value isLater =
      arith::CmpIOp::create(b, arith::CmpIPredicate::ne, index, h.constant(0));
  Value isReleasing = arith::AndIOp::create(b, isLater, h.isEqual(thread, 0));
  kernel->ifThen(isReleasing, [&] {
    Value before = h.select(h.isEqual(slot, 0), h.constant(schedule.stages - 1),
                            h.sub(slot, h.constant(1)));
    h.arrive(getEmpty(before));
  });
}

GradientPass::RowConstants
GradientPass::loadConstants(const Item &item, const ScoreMask::Rows &rows) {
  FragmentBuilder &h = *fragments;
  RowConstants constants;
  if (ownsKeys)
    return constants;
  for (int64_t which = 0; which < 2; ++which)
    for (Value query : rows.query) {
      Value at = getRowOffset(*kernel, h.add(h.mul(item.sequence, 2), which),
                              padded, query, 1, h.constant(0));
      (which ? constants.shift : constants.base)
          .push_back(kernel->load(statistics, at));
    }
  return constants;
}

Registers GradientPass::loadStatistics(Value slot, int64_t which) {
  FragmentBuilder &h = *fragments;
  Registers values;
  if (!ownsKeys)
    return values;
  constexpr int64_t kBytes = sizeof(float);
  int64_t first = getAllRowBytes() + getTileBytes(0) + getTileBytes(1);
  Value place = h.add(h.mul(slot, getSlotBytes() / kBytes),
                      first / kBytes + which * schedule.tileColumns);
  place = h.add(place, column);
  for (int64_t j = 0; j < schedule.tileColumns / 8; ++j)
    llvm::append_range(values,
                       kernel->loadShared(shared, kernel->builder.getF32Type(),
                                          h.add(place, 8 * j), 2));
  return values;
}

/// Element 4 j + 2 half + e of a fragment is column 2 j + e of the thread.
Value GradientPass::choose(const Registers &ofRows, const Registers &ofColumns,
                           size_t i) const {
  return ownsKeys ? ofColumns[i / 4 * 2 + i % 2] : ofRows[i / 2 % 2];
}

Registers GradientPass::weigh(const Registers &scores,
                              const RowConstants &constants, Value slot) {
  FragmentBuilder &h = *fragments;
  auto &b = kernel->builder;
  Registers ofColumns = loadStatistics(slot, 0), weights;
  for (auto [i, score] : llvm::enumerate(scores)) {
    Value base = choose(constants.base, ofColumns, i);
    Value exponent;
    if (form.scalesLate())
      exponent = math::FmaOp::create(b, score, factor, base);
    else
      exponent = arith::MulFOp::create(b, arith::SubFOp::create(b, score, base),
                                       factor);
    weights.push_back(h.exp2(exponent));
  }
  return weights;
}

Registers GradientPass::differentiate(const Registers &weights,
                                      const Registers &slopes,
                                      const RowConstants &constants,
                                      Value slot) {
  auto &b = kernel->builder;
  Registers ofColumns = loadStatistics(slot, 1), results;
  for (auto [i, weight] : llvm::enumerate(weights)) {
    Value slope = arith::SubFOp::create(b, slopes[i],
                                        choose(constants.shift, ofColumns, i));
    results.push_back(arith::MulFOp::create(b, weight, slope));
  }
  return results;
}

Registers GradientPass::addTo(const State &state, unsigned number,
                              const Registers &fragments) {
  FragmentBuilder &h = *this->fragments;
  const Registers &gradient = state.gradients[number];
  Registers fenced = gradient;
  llvm::append_range(fenced, h.packPairs(fragments, form.element));
  fenced = h.fence(fenced);
  ArrayRef<Value> tied(fenced);
  return h.addProduct(Registers(tied.take_front(gradient.size())),
                      tied.drop_front(gradient.size()),
                      getTile(number, state.slot.number), schedule.tileColumns,
                      form.element);
}

GradientPass::State GradientPass::addStep(const State &state, const Item &item,
                                          const ScoreMask::Rows &rows,
                                          const RowConstants &constants,
                                          Value index) {
  FragmentBuilder &h = *fragments;
  int64_t columns = schedule.tileColumns;
  Value slot = state.slot.number;
  State next = state;
  h.wait(getFull(slot), state.slot.parity);
  h.fenceProducts();
  Registers products[2];
  for (unsigned tensor : {0u, 1u})
    products[tensor] =
        h.multiplyRows(getRows(tensor, group), getTile(tensor, slot), columns,
                       countBlocks(tensor), form.element);
  // With the scores all products of the tile before are there, too.
  Registers scores = h.waitFor(1, products[0]);
  releaseBefore(slot, index);
  Step step = locateStep(item, index);
  ScoreMask::Rows seen = rows;
  if (form.mask) {
    Value ofQueries = ownsKeys ? step.sequence : item.sequence;
    seen.batch = h.div(ofQueries, form.heads);
    seen.head = h.rem(ofQueries, form.heads);
  }
  auto hide = [&](const Registers &values) {
    return mask->hide(values, seen, step.firstColumn, column, columns, 0);
  };
  scores = mask->scale(scores, seen, step.firstColumn, column, columns);
  Registers weights = weigh(scores, constants, slot);
  if (ownsKeys) {
    weights = hide(weights);
    next.gradients[1] = addTo(state, 1, weights);
  }
  Registers slopes = h.waitFor(ownsKeys ? 1 : 0, products[1]);
  // A hidden value may be an infinity, and 0 times an infinity is NaN.
  Registers gradients = hide(differentiate(weights, slopes, constants, slot));
  next.gradients[0] = addTo(state, 0, gradients);
  // Its weights are registers that the next scores need.
  if (ownsKeys)
    next.gradients[1] = h.waitFor(1, next.gradients[1]);
  next.slot = h.advance(state.slot, schedule.stages);
  return next;
}

void GradientPass::store(const Registers &gradient, unsigned number,
                         const Item &item, const ScoreMask::Rows &rows) {
  KernelBuilder &kb = *kernel;
  auto &b = kb.builder;
  Value result = number     ? op.getValueGradient()
                 : ownsKeys ? op.getKeyGradient()
                            : op.getQueryGradient();
  int64_t width = number ? form.valueWidth : form.width;
  Value scale = fragments->constantFloat(float(number ? 1.0 : form.scale));
  for (size_t half = 0; half < 2; ++half) {
    Value isInside = kb.isLess(kb.toOffset(rows.query[half]), form.queries);
    kb.ifThen(isInside, [&] {
      Value at = getRowOffset(kb, item.sequence, form.queries, rows.query[half],
                              width, column);
      for (int64_t j = 0; j < width / 8; ++j) {
        Registers pair;
        for (size_t e = 0; e < 2; ++e) {
          Value sum = gradient[size_t(4 * j) + 2 * half + e];
          sum = arith::MulFOp::create(b, sum, scale);
          pair.push_back(arith::TruncFOp::create(b, form.element, sum));
        }
        kb.storeVector(pair, result, kb.add(at, kb.constant(8 * j)),
                       /*isAligned=*/true);
      }
    });
  }
}

void GradientPass::consume() {
  FragmentBuilder &h = *fragments;
  Value lane = h.rem(thread, 32), warp = h.div(thread, 32),
        zero = h.constant(0);
  column = h.mul(h.rem(lane, 4), 2);
  Value row = h.add(h.mul(warp, 16), h.div(lane, 4));
  Item item = locate();
  ScoreMask::Rows rows = mask->getRows(
      h.add(item.firstRow, h.mul(group, kGroupRows)), row, zero, zero);
  RowConstants constants = loadConstants(item, rows);
  State first;
  for (unsigned number : {0u, 1u})
    if (number == 0 || ownsKeys)
      first.gradients[number] = Registers(
          size_t(countBlocks(number) * kBlockColumns / 2), h.constantFloat(0));
  first.slot = {zero, zero};
  h.wait(getFullRows(), zero);
  State last = unflatten(repeat(
      h, item.numSteps, flatten(first), [&](Value index, ValueRange values) {
        return flatten(
            addStep(unflatten(values), item, rows, constants, index));
      }));
  Registers sums = last.gradients[0];
  llvm::append_range(sums, last.gradients[1]);
  sums = h.waitFor(0, sums);
  size_t count = last.gradients[0].size();
  ArrayRef<Value> all(sums);
  store(Registers(all.take_front(count)), 0, item, rows);
  if (ownsKeys)
    store(Registers(all.drop_front(count)), 1, item, rows);
}
