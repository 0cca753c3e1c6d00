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
#include "Hopper/Roles.h"
#include "Plan/TensorMaps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace sbp::cuda;

static constexpr int64_t kWarpgroup = 128, kRowBytes = 128,
                         kGroupBytes = kGroupRows * kRowBytes;

ForwardKernel::ForwardKernel(nn::AttentionOp op, const AttentionForm &form,
                             const ForwardSchedule &schedule)
    : op(op), form(form), schedule(schedule), items(this->form, this->schedule),
      parts{op, this->form, this->schedule, "hopper_attention", nullptr} {}

ForwardKernel::Layout ForwardKernel::getLayout() const {
  Layout layout;
  layout.queries.slotBytes =
      schedule.consumers * form.countWidthBlocks() * kGroupBytes;
  layout.keys.slots = layout.values.slots = schedule.stages;
  int64_t blockBytes = schedule.tileKeys * kRowBytes;
  layout.keys.slotBytes = blockBytes * form.countWidthBlocks();
  layout.values.slotBytes = blockBytes * form.countValueBlocks();
  layout.keys.tiles = layout.queries.getTilesEnd();
  layout.values.tiles = layout.keys.getTilesEnd();
  layout.queries.barriers = layout.values.getTilesEnd();
  layout.keys.barriers = layout.queries.getBarriersEnd();
  layout.values.barriers = layout.keys.getBarriersEnd();
  return layout;
}

void ForwardKernel::release(TileRing &ring, Value slot) {
  ring.release(*kernel, slot, fragments->isEqual(thread, 0));
}

void ForwardKernel::initialise(Value thread) {
  FragmentBuilder &h = *fragments;
  kernel->ifThen(h.isEqual(thread, 0), [&] {
    for (int64_t stage = 0; stage < schedule.stages; ++stage) {
      keys->initialiseSlot(stage, schedule.consumers);
      values->initialiseSlot(stage, schedule.consumers);
    }
    queries->initialise(schedule.consumers);
    h.fenceBarriers();
  });
  kernel->barrier();
}

void ForwardKernel::loadQueries(const Item &item, Slot slot) {
  FragmentBuilder &h = *fragments;
  int64_t blocks = form.countWidthBlocks();
  Value full = queries->fill(slot, getLayout().queries.slotBytes);
  for (int64_t i = 0; i < schedule.consumers; ++i)
    for (int64_t j = 0; j < blocks; ++j)
      h.loadTile(
          h.add(queries->getTile(slot.number), (i * blocks + j) * kGroupBytes),
          kernel->getTensorMap(0),
          {h.constant(j * kBlockColumns),
           h.add(item.firstQuery, i * kGroupRows), item.sequence},
          full);
}

/// Loads the tiles of an item and returns the slot of the next one.
Slot ForwardKernel::loadTiles(const Item &item, Slot slot) {
  FragmentBuilder &h = *fragments;
  int64_t blockBytes = schedule.tileKeys * kRowBytes;
  auto load = [&](TileRing &ring, Slot now, int64_t map, int64_t blocks,
                  Value firstKey) {
    Value full = ring.fill(now, blocks * blockBytes);
    for (int64_t j = 0; j < blocks; ++j)
      h.loadTile(h.add(ring.getTile(now.number), j * blockBytes),
                 kernel->getTensorMap(unsigned(map)),
                 {h.constant(j * kBlockColumns), firstKey, item.keySequence},
                 full);
  };
  Registers end =
      h.forEach(h.constant(0), item.numTiles, 1, {slot.number, slot.parity},
                [&](Value tile, ValueRange state) -> Registers {
                  Slot now{state[0], state[1]};
                  Value firstKey =
                      h.mul(h.sub(item.lastTile, tile), schedule.tileKeys);
                  load(*keys, now, 1, form.countWidthBlocks(), firstKey);
                  load(*values, now, 2, form.countValueBlocks(), firstKey);
                  Slot next = keys->advance(now);
                  return {next.number, next.parity};
                });
  return {end[0], end[1]};
}

void ForwardKernel::forEachItem(
    ArrayRef<Value> carried,
    llvm::function_ref<Registers(Item, ValueRange)> body) {
  FragmentBuilder &h = *fragments;
  h.forEach(block, h.constant(items.count()), numBlocks, carried,
            [&](Value number, ValueRange state) {
              return body(items.locate(*kernel, h, *mask, number), state);
            });
}

/// Emits all loads of the block, by one thread.
void ForwardKernel::produce() {
  FragmentBuilder &h = *fragments;
  Value zero = h.constant(0);
  forEachItem({zero, zero, zero}, [&](Item item, ValueRange state) {
    loadQueries(item, {zero, state[2]});
    Slot next = loadTiles(item, {state[0], state[1]});
    return Registers{next.number, next.parity, h.sub(h.constant(1), state[2])};
  });
}

Registers ForwardKernel::State::flatten() const {
  Registers all;
  for (const Registers *part : {&outputs, &weights, &maxima, &sums})
    llvm::append_range(all, *part);
  all.append({key.number, key.parity, value.number, value.parity});
  return all;
}

ForwardKernel::State
ForwardKernel::State::read(ValueRange values, const AttentionForm &form,
                           const ForwardSchedule &schedule) {
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
  Value rows = h.add(queries->getTile(h.constant(0)),
                     h.mul(group, blocks * kGroupBytes));
  return h.multiplyRows(rows, keys->getTile(slot), schedule.tileKeys, blocks,
                        form.element);
}

/// Computes the weights of the first tile.
ForwardKernel::State ForwardKernel::beginItem(const Item &item,
                                              const ScoreMask::Rows &rows,
                                              Slot slot) {
  FragmentBuilder &h = *fragments;
  keys->awaitFull(slot);
  h.fenceProducts();
  Registers scores = h.waitFor(0, multiplyKeys(slot.number));
  release(*keys, slot.number);
  scores = mask->apply(scores, rows, h.mul(item.lastTile, schedule.tileKeys),
                       column, schedule.tileKeys);
  OnlineSoftmax::Tile tile = softmax->add(scores, {}, {});
  int64_t outputs = form.countValueBlocks() * kBlockColumns / 2;
  return {Registers(size_t(outputs), h.constantFloat(0)),
          h.packPairs(tile.weights, form.element),
          tile.maxima,
          tile.sums,
          keys->advance(slot),
          slot};
}

Registers ForwardKernel::addWeighted(const State &state) {
  FragmentBuilder &h = *fragments;
  values->awaitFull(state.value);
  Registers fenced = state.outputs;
  llvm::append_range(fenced, state.weights);
  fenced = h.fence(fenced);
  ArrayRef<Value> tied(fenced);
  size_t numOutputs = state.outputs.size();
  return h.addProduct(
      Registers(tied.take_front(numOutputs)), tied.drop_front(numOutputs),
      values->getTile(state.value.number), schedule.tileKeys, form.element);
}

/// Adds the outputs of the tile before, and computes the weights of this one.
ForwardKernel::State ForwardKernel::addTile(const State &state,
                                            const ScoreMask::Rows &rows,
                                            Value firstKey) {
  FragmentBuilder &h = *fragments;
  keys->awaitFull(state.key);
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
  release(*keys, state.key.number);
  scores = mask->apply(scores, rows, firstKey, column, schedule.tileKeys);
  OnlineSoftmax::Tile tile = softmax->add(scores, state.maxima, state.sums);
  outputs = h.waitFor(0, outputs);
  release(*values, state.value.number);
  for (auto [i, output] : llvm::enumerate(outputs))
    output =
        arith::MulFOp::create(kernel->builder, output, tile.factors[i / 2 % 2]);
  return {outputs,
          h.packPairs(tile.weights, form.element),
          tile.maxima,
          tile.sums,
          keys->advance(state.key),
          values->advance(state.value)};
}

/// Adds the outputs of the last tile, and stores those of the item.
void ForwardKernel::finishItem(const State &state, const Item &item,
                               const ScoreMask::Rows &rows) {
  FragmentBuilder &h = *fragments;
  Registers outputs = h.waitFor(0, addWeighted(state));
  release(*values, state.value.number);
  ForwardResults results(*kernel, h, parts, *mask, *softmax, column);
  for (size_t half = 0; half < 2; ++half)
    results.store(outputs, half, softmax->joinLanes(state.sums[half]),
                  state.maxima[half], item, rows);
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
  auto read = [&](ValueRange values) {
    return State::read(values, form, schedule);
  };
  forEachItem({zero, zero, zero}, [&](Item item, ValueRange ring) {
    ScoreMask::Rows rows =
        mask->getRows(h.add(item.firstQuery, h.mul(group, kGroupRows)), row,
                      item.batch, item.head);
    if (item.isEmpty)
      mask->hideAll(rows, item.isEmpty);
    queries->awaitFull({zero, ring[2]});
    State first = beginItem(item, rows, {ring[0], ring[1]});
    Registers last =
        h.forEach(h.constant(1), item.numTiles, 1, first.flatten(),
                  [&](Value tile, ValueRange values) {
                    Value firstKey =
                        h.mul(h.sub(item.lastTile, tile), schedule.tileKeys);
                    return addTile(read(values), rows, firstKey).flatten();
                  });
    State state = read(last);
    release(*queries, zero);
    finishItem(state, item, rows);
    return Registers{state.key.number, state.key.parity,
                     h.sub(h.constant(1), ring[2])};
  });
}

void ForwardKernel::build(LaunchPlan &plan) {
  numBlocks = form.window ? items.count()
                          : std::min(items.count(), plan.chip.multiprocessors);
  int64_t rows = schedule.tileKeys;
  std::pair<Value, TensorMapShape> maps[] = {
      {op.getQuery(),
       AttentionForm::getMap({form.batch, form.heads, form.queries, form.width},
                             kGroupRows)},
      {op.getKey(),
       AttentionForm::getMap(op.getKey().getType().getShape(), rows)},
      {op.getValue(),
       AttentionForm::getMap(op.getValue().getType().getShape(), rows)}};
  SmallVector<Value> tensors = parts.createResults(plan, items.count());
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
  Value base = LLVM::PtrToIntOp::create(
      builder, word, kernel->allocateDynamicShared(getSharedBytes()));
  block = NVVM::BlockIdXOp::create(builder, word);
  Value threadInBlock = NVVM::ThreadIdXOp::create(builder, word);
  mask.emplace(*kernel, h, form, /*hidesAll=*/schedule.splits > 1);
  softmax.emplace(*kernel, h, form);
  Layout layout = getLayout();
  queries.emplace(h, base, layout.queries);
  keys.emplace(h, base, layout.keys);
  values.emplace(h, base, layout.values);
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
    parts.join(plan);
}
