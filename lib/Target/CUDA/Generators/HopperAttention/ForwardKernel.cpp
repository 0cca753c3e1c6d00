// ForwardKernel.cpp: the kernel of nn.attention
//
// FlashAttention-3 (Shah et al. 2024): one thread loads the queries of an item
// (64 rows a warpgroup of one head) and tiles of keys and values, from the last
// to the first, into two rings; each warpgroup keeps the scores of a tile, and
// its outputs, in registers. The product of keys of a tile is issued before the
// product of values of the tile before, under which the softmax runs:
//
//   scores 2 | scores 1, outputs 2 | scores 0, outputs 1 | outputs 0
//            | softmax 2           | softmax 1           | softmax 0
//
// Named barriers let the warpgroups issue their products in turns, so that one
// multiplies while another computes exponentials. Weights are rounded to the
// type of the values; their sums are of f32, and not rounded before.
#include "ForwardKernel.h"
#include "Attention/Roles.h"
#include "TensorMaps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace sbp::cuda;

static constexpr int64_t kWarpgroup = 128, kBarrierBytes = 8, kRowBytes = 128,
                         kGroupBytes = kGroupRows * kRowBytes;

ForwardKernel::ForwardKernel(nn::AttentionOp op, const AttentionForm &form,
                             const ForwardSchedule &schedule)
    : op(op), form(form), schedule(schedule),
      storesLogarithm(!op.getLogSumExp().use_empty()) {}

int64_t ForwardKernel::getTileBytes(Ring ring) const {
  return schedule.tileKeys * kRowBytes *
         (ring == Keys ? form.countWidthBlocks() : form.countValueBlocks());
}

int64_t ForwardKernel::getSharedBytes() const {
  int64_t barriers = 4 * schedule.stages + 2;
  return schedule.consumers * form.countWidthBlocks() * kGroupBytes +
         schedule.stages * (getTileBytes(Keys) + getTileBytes(Values)) +
         barriers * kBarrierBytes;
}

Value ForwardKernel::getTile(Ring ring, Value slot) {
  int64_t begin = schedule.consumers * form.countWidthBlocks() * kGroupBytes;
  if (ring == Values)
    begin += schedule.stages * getTileBytes(Keys);
  return fragments->add(
      fragments->add(base, fragments->mul(slot, getTileBytes(ring))), begin);
}

/// The barriers of a ring are those of its full slots, then of its empty ones;
/// two of the queries come first.
Value ForwardKernel::getFull(Ring ring, Value slot) {
  int64_t first = getSharedBytes() - 4 * schedule.stages * kBarrierBytes;
  if (ring == Values)
    first += 2 * schedule.stages * kBarrierBytes;
  return fragments->add(
      fragments->add(base, fragments->mul(slot, kBarrierBytes)), first);
}
Value ForwardKernel::getEmpty(Ring ring, Value slot) {
  return fragments->add(getFull(ring, slot), schedule.stages * kBarrierBytes);
}
Value ForwardKernel::getFullQueries() {
  return fragments->add(base, getSharedBytes() -
                                  (4 * schedule.stages + 2) * kBarrierBytes);
}
Value ForwardKernel::getEmptyQueries() {
  return fragments->add(getFullQueries(), kBarrierBytes);
}

void ForwardKernel::release(Value barrier) {
  kernel->ifThen(fragments->isEqual(thread, 0),
                 [&] { fragments->arrive(barrier); });
}

void ForwardKernel::initialise(Value thread) {
  FragmentBuilder &h = *fragments;
  kernel->ifThen(h.isEqual(thread, 0), [&] {
    for (int64_t stage = 0; stage < schedule.stages; ++stage)
      for (Ring ring : {Keys, Values}) {
        h.initialiseBarrier(getFull(ring, h.constant(stage)), 1);
        h.initialiseBarrier(getEmpty(ring, h.constant(stage)),
                            schedule.consumers);
      }
    h.initialiseBarrier(getFullQueries(), 1);
    h.initialiseBarrier(getEmptyQueries(), schedule.consumers);
    h.fenceBarriers();
  });
  kernel->barrier();
}

void ForwardKernel::loadQueries(const Item &item) {
  FragmentBuilder &h = *fragments;
  int64_t blocks = form.countWidthBlocks();
  h.arriveExpecting(getFullQueries(),
                    schedule.consumers * blocks * kGroupBytes);
  for (int64_t i = 0; i < schedule.consumers; ++i)
    for (int64_t j = 0; j < blocks; ++j)
      h.loadTile(h.add(base, (i * blocks + j) * kGroupBytes),
                 kernel->getTensorMap(0),
                 {h.constant(j * kBlockColumns),
                  h.add(item.firstQuery, i * kGroupRows), item.sequence},
                 getFullQueries());
}

/// Loads the tiles of an item and returns the slot of the next one.
Slot ForwardKernel::loadTiles(const Item &item, Slot slot) {
  FragmentBuilder &h = *fragments;
  Registers ring = h.forEach(
      h.constant(0), item.numTiles, 1, {slot.number, slot.parity},
      [&](Value tile, ValueRange state) -> Registers {
        Slot now{state[0], state[1]};
        Value firstKey = h.mul(h.sub(item.lastTile, tile), schedule.tileKeys);
        for (Ring ring : {Keys, Values}) {
          Value full = getFull(ring, now.number);
          h.wait(getEmpty(ring, now.number), h.sub(h.constant(1), now.parity));
          h.arriveExpecting(full, getTileBytes(ring));
          int64_t bytes = schedule.tileKeys * kRowBytes;
          for (int64_t j = 0; j < getTileBytes(ring) / bytes; ++j)
            h.loadTile(
                h.add(getTile(ring, now.number), j * bytes),
                kernel->getTensorMap(ring == Keys ? 1 : 2),
                {h.constant(j * kBlockColumns), firstKey, item.keySequence},
                full);
        }
        Slot next = h.advance(now, schedule.stages);
        return {next.number, next.parity};
      });
  return {ring[0], ring[1]};
}

/// Emits all loads of the block, by one thread.
void ForwardKernel::produce() {
  FragmentBuilder &h = *fragments;
  Value zero = h.constant(0);
  forEachItem({zero, zero, zero}, [&](Item item, ValueRange state) {
    Value parity = h.sub(h.constant(1), state[2]);
    h.wait(getEmptyQueries(), parity);
    loadQueries(item);
    Slot next = loadTiles(item, {state[0], state[1]});
    return Registers{next.number, next.parity, parity};
  });
}

Registers ForwardKernel::flatten(const State &state) const {
  Registers values;
  for (const Registers *part :
       {&state.outputs, &state.weights, &state.maxima, &state.sums})
    llvm::append_range(values, *part);
  values.append({state.key.number, state.key.parity, state.value.number,
                 state.value.parity});
  return values;
}

ForwardKernel::State ForwardKernel::unflatten(ValueRange values) const {
  State state;
  auto take = [&](int64_t count) {
    Registers part(values.take_front(size_t(count)));
    values = values.drop_front(size_t(count));
    return part;
  };
  state.outputs = take(form.countValueBlocks() * kBlockColumns / 2);
  state.weights = take(schedule.tileKeys / 4);
  state.maxima = take(2);
  state.sums = take(2);
  state.key = {values[0], values[1]};
  state.value = {values[2], values[3]};
  return state;
}

/// Issues the scores of the warpgroup's queries and the keys of a slot.
Registers ForwardKernel::multiplyKeys(Value slot) {
  FragmentBuilder &h = *fragments;
  int64_t blocks = form.countWidthBlocks();
  Value queries = h.add(base, h.mul(group, blocks * kGroupBytes));
  return h.multiplyRows(queries, getTile(Keys, slot), schedule.tileKeys, blocks,
                        form.element);
}

/// Computes the weights of the first tile.
ForwardKernel::State ForwardKernel::beginItem(const Item &item,
                                              const ScoreMask::Rows &rows,
                                              Slot slot) {
  FragmentBuilder &h = *fragments;
  h.wait(getFull(Keys, slot.number), slot.parity);
  h.fenceProducts();
  Registers scores = h.waitFor(0, multiplyKeys(slot.number));
  release(getEmpty(Keys, slot.number));
  scores = mask->apply(scores, rows, h.mul(item.lastTile, schedule.tileKeys),
                       column, schedule.tileKeys);
  OnlineSoftmax::Tile tile = softmax->add(scores, {}, {});
  int64_t outputs = form.countValueBlocks() * kBlockColumns / 2;
  return {Registers(size_t(outputs), h.constantFloat(0)),
          h.packPairs(tile.weights, form.element),
          tile.maxima,
          tile.sums,
          h.advance(slot, schedule.stages),
          slot};
}

Registers ForwardKernel::addWeighted(const State &state) {
  FragmentBuilder &h = *fragments;
  h.wait(getFull(Values, state.value.number), state.value.parity);
  Registers fenced = state.outputs;
  llvm::append_range(fenced, state.weights);
  fenced = h.fence(fenced);
  ArrayRef<Value> tied(fenced);
  size_t numOutputs = state.outputs.size();
  return h.addProduct(
      Registers(tied.take_front(numOutputs)), tied.drop_front(numOutputs),
      getTile(Values, state.value.number), schedule.tileKeys, form.element);
}

/// Adds the outputs of the tile before, and computes the weights of this one.
ForwardKernel::State ForwardKernel::addTile(const State &state,
                                            const ScoreMask::Rows &rows,
                                            Value firstKey) {
  FragmentBuilder &h = *fragments;
  h.wait(getFull(Keys, state.key.number), state.key.parity);
  bool takesTurns = schedule.consumers > 1;
  int64_t threads = 2 * kWarpgroup;
  if (takesTurns)
    h.synchronize(h.add(group, 1), threads);
  h.fenceProducts();
  Registers scores = multiplyKeys(state.key.number);
  Registers outputs = addWeighted(state);
  if (takesTurns)
    h.arriveNamed(h.add(h.rem(h.add(group, 1), schedule.consumers), 1),
                  threads);
  scores = h.waitFor(1, scores);
  release(getEmpty(Keys, state.key.number));
  scores = mask->apply(scores, rows, firstKey, column, schedule.tileKeys);
  OnlineSoftmax::Tile tile = softmax->add(scores, state.maxima, state.sums);
  outputs = h.waitFor(0, outputs);
  release(getEmpty(Values, state.value.number));
  for (auto [i, output] : llvm::enumerate(outputs))
    output =
        arith::MulFOp::create(kernel->builder, output, tile.factors[i / 2 % 2]);
  return {outputs,
          h.packPairs(tile.weights, form.element),
          tile.maxima,
          tile.sums,
          h.advance(state.key, schedule.stages),
          h.advance(state.value, schedule.stages)};
}

/// Emits the work of a warpgroup on all items of the block.
void ForwardKernel::consume() {
  FragmentBuilder &h = *fragments;
  if (schedule.consumers > 1)
    kernel->ifThen(h.isEqual(group, schedule.consumers - 1),
                   [&] { h.arriveNamed(h.constant(1), 2 * kWarpgroup); });
  Value lane = h.rem(thread, 32), warp = h.div(thread, 32);
  column = h.mul(h.rem(lane, 4), 2);
  Value row = h.add(h.mul(warp, 16), h.div(lane, 4));
  Value zero = h.constant(0);
  forEachItem({zero, zero, zero}, [&](Item item, ValueRange ring) {
    ScoreMask::Rows rows =
        mask->getRows(h.add(item.firstQuery, h.mul(group, kGroupRows)), row,
                      item.batch, item.head);
    if (item.isEmpty)
      mask->hideAll(rows, item.isEmpty);
    h.wait(getFullQueries(), ring[2]);
    State first = beginItem(item, rows, {ring[0], ring[1]});
    Registers last =
        h.forEach(h.constant(1), item.numTiles, 1, flatten(first),
                  [&](Value tile, ValueRange values) {
                    Value firstKey =
                        h.mul(h.sub(item.lastTile, tile), schedule.tileKeys);
                    return flatten(addTile(unflatten(values), rows, firstKey));
                  });
    State state = unflatten(last);
    release(getEmptyQueries());
    finishItem(state, item, rows);
    return Registers{state.key.number, state.key.parity,
                     h.sub(h.constant(1), ring[2])};
  });
}

void ForwardKernel::build(LaunchPlan &plan) {
  int64_t items = countItems();
  numBlocks = form.window ? items : std::min(items, plan.chip.multiprocessors);
  int64_t rows = schedule.tileKeys;
  std::pair<Value, TensorMapShape> maps[] = {
      {op.getQuery(),
       AttentionForm::getMap({form.batch, form.heads, form.queries, form.width},
                             kGroupRows)},
      {op.getKey(),
       AttentionForm::getMap(op.getKey().getType().getShape(), rows)},
      {op.getValue(),
       AttentionForm::getMap(op.getValue().getType().getShape(), rows)}};
  SmallVector<Value> tensors{op.getResult()};
  if (storesLogarithm)
    tensors.push_back(op.getLogSumExp());
  if (schedule.splits > 1) {
    parts = plan.buffers.createTemporary(
        op.getLoc(),
        RankedTensorType::get({items, form.queries, form.valueWidth + 2},
                              Float32Type::get(op.getContext())));
    tensors = {parts};
  }
  if (form.mask)
    tensors.push_back(form.mask);
  if (form.skipsHidden)
    tensors.append({op.getQuery(), op.getKey(), op.getValue()});
  kernel.emplace(plan, op.getLoc(), "hopper_attention", tensors,
                 countThreads(schedule.consumers),
                 (form.queries + schedule.getBlockQueries()) * form.valueWidth *
                     form.batch * form.heads,
                 maps);
  kernel->setSingleBlock();
  fragments.emplace(kernel->builder);
  FragmentBuilder &h = *fragments;
  ImplicitLocOpBuilder &builder = kernel->builder;
  Type word = builder.getI32Type();
  base = LLVM::PtrToIntOp::create(
      builder, word, kernel->allocateDynamicShared(getSharedBytes()));
  block = NVVM::BlockIdXOp::create(builder, word);
  Value threadInBlock = NVVM::ThreadIdXOp::create(builder, word);
  mask.emplace(*kernel, h, form, /*hidesAll=*/schedule.splits > 1);
  softmax.emplace(*kernel, h, form);
  initialise(threadInBlock);
  emitRoles(
      *kernel, h, threadInBlock, schedule.consumers, [&] { produce(); },
      [&](Value number, Value threadInGroup) {
        group = number;
        thread = threadInGroup;
        consume();
      });
  kernel->finish({numBlocks, 1, 1});
  if (schedule.splits > 1)
    joinParts(plan);
}
