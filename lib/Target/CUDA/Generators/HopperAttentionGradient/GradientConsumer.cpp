// GradientConsumer.cpp: the work of the warpgroups that multiply
#include "GradientPass.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

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

Registers GradientPass::State::flatten() const {
  Registers values = gradients[0];
  llvm::append_range(values, gradients[1]);
  values.append({slot.number, slot.parity});
  return values;
}

GradientPass::State GradientPass::State::read(ValueRange values,
                                              const PassLayout &layout) {
  State state;
  for (unsigned number : {0u, 1u}) {
    if (number == 1 && !layout.ownsKeys)
      continue;
    size_t count = size_t(layout.countBlocks(number) * kBlockColumns / 2);
    state.gradients[number] = Registers(values.take_front(count));
    values = values.drop_front(count);
  }
  state.slot = {values[0], values[1]};
  return state;
}

void GradientPass::releaseBefore(Value slot, Value index) {
  FragmentBuilder &h = *fragments;
  auto &builder = kernel->builder;
  Value isLater = arith::CmpIOp::create(builder, arith::CmpIPredicate::ne,
                                        index, h.constant(0));
  Value isReleasing =
      arith::AndIOp::create(builder, isLater, h.isEqual(thread, 0));
  kernel->ifThen(isReleasing, [&] {
    Value before = h.select(h.isEqual(slot, 0), h.constant(schedule.stages - 1),
                            h.sub(slot, h.constant(1)));
    h.arrive(ring->getEmpty(before));
  });
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

GradientPass::State
GradientPass::addStep(const State &state, const Item &item,
                      const ScoreMask::Rows &rows,
                      const PassWeights::RowConstants &constants, Value index) {
  FragmentBuilder &h = *fragments;
  int64_t columns = schedule.tileColumns;
  Value slot = state.slot.number;
  State next = state;
  ring->awaitFull(state.slot);
  h.fenceProducts();
  Registers products[2];
  for (unsigned tensor : {0u, 1u})
    products[tensor] =
        h.multiplyRows(getRows(tensor, group), getTile(tensor, slot), columns,
                       layout.countBlocks(tensor), form.element);
  // With the scores all products of the tile before are there, too.
  Registers scores = h.waitFor(1, products[0]);
  releaseBefore(slot, index);
  Step step = items.locateStep(h, item, index);
  ScoreMask::Rows seen = rows;
  items.setHead(h, seen, item, step);
  auto hide = [&](const Registers &values) {
    return mask->hide(values, seen, step.firstColumn, column, columns, 0);
  };
  scores = mask->scale(scores, seen, step.firstColumn, column, columns);
  Value place =
      h.mul(slot, layout.getRing().slotBytes / int64_t(sizeof(float)));
  Registers weighed = weights->weigh(scores, constants, place);
  if (ownsKeys) {
    weighed = hide(weighed);
    next.gradients[1] = addTo(state, 1, weighed);
  }
  Registers slopes = h.waitFor(ownsKeys ? 1 : 0, products[1]);
  // A hidden value may be an infinity, and 0 times an infinity is NaN.
  Registers gradients =
      hide(weights->differentiate(weighed, slopes, constants, place));
  next.gradients[0] = addTo(state, 0, gradients);
  // Its weights are registers that the next scores need.
  if (ownsKeys)
    next.gradients[1] = h.waitFor(1, next.gradients[1]);
  next.slot = ring->advance(state.slot);
  return next;
}

void GradientPass::consume() {
  FragmentBuilder &h = *fragments;
  Value lane = h.rem(thread, 32), warp = h.div(thread, 32),
        zero = h.constant(0);
  column = h.mul(h.rem(lane, 4), 2);
  Value row = h.add(h.mul(warp, 16), h.div(lane, 4));
  Item item = items.locate(*kernel, h, *mask, block);
  ScoreMask::Rows rows = mask->getRows(
      h.add(item.firstRow, h.mul(group, kGroupRows)), row, zero, zero);
  PassStatistics numbers{shared,
                         layout.getRing().tiles + layout.getTileBytes(0) +
                             layout.getTileBytes(1),
                         statistics, padded};
  weights.emplace(*kernel, h, form, ownsKeys, schedule.tileColumns, numbers,
                  column);
  PassWeights::RowConstants constants =
      weights->loadConstants(item.sequence, rows);
  State first;
  for (unsigned number : {0u, 1u})
    if (number == 0 || ownsKeys)
      first.gradients[number] =
          Registers(size_t(layout.countBlocks(number) * kBlockColumns / 2),
                    h.constantFloat(0));
  first.slot = {zero, zero};
  rowRing->awaitFull({zero, zero});
  auto read = [&](ValueRange values) { return State::read(values, layout); };
  State last = read(repeat(
      h, item.numSteps, first.flatten(), [&](Value index, ValueRange values) {
        return addStep(read(values), item, rows, constants, index).flatten();
      }));
  Registers sums = last.gradients[0];
  llvm::append_range(sums, last.gradients[1]);
  sums = h.waitFor(0, sums);
  size_t count = last.gradients[0].size();
  ArrayRef<Value> all(sums);
  items.store(*kernel, h, Registers(all.take_front(count)), 0, item, rows,
              column);
  if (ownsKeys)
    items.store(*kernel, h, Registers(all.drop_front(count)), 1, item, rows,
                column);
}
