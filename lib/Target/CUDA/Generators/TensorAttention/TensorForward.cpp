// TensorForward.cpp: the kernel of nn.attention by products of warps
//
// FlashAttention-2 (Dao 2023): a block copies its queries once, whose fragments
// stay in registers, and tiles of keys and values, from the last to the first,
// to a ring of slots; each warp keeps the scores of a tile, and its outputs, in
// registers. With two slots and three tiles:
//
//   copy queries, 2   copy 1, add 2   copy 0, add 1   add 0
//
// A slot is filled again after the barrier that follows its last read. Weights
// are rounded to the type of the values; their sums are of f32, and not rounded
// before.
#include "TensorForward.h"
#include "Math/InlinePtx.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace sbp::cuda;

/// Values of a state other than outputs: two maxima, two sums, two places.
static constexpr size_t kOthers = 6;

TensorForward::TensorForward(nn::AttentionOp op, const AttentionForm &form,
                             const ForwardSchedule &schedule)
    : op(op), form(form), schedule(schedule), items(this->form, this->schedule),
      parts{op, this->form, this->schedule, "tensor_attention", nullptr} {}

Registers TensorForward::State::flatten() const {
  Registers all = outputs;
  llvm::append_range(all, maxima);
  llvm::append_range(all, sums);
  all.append({places.read, places.filled});
  return all;
}

TensorForward::State TensorForward::State::read(ValueRange values) {
  ValueRange rest = values.take_back(kOthers);
  return {Registers(values.drop_back(kOthers)),
          {rest[0], rest[1]},
          {rest[2], rest[3]},
          {rest[4], rest[5]}};
}

int64_t TensorForward::getQueryBytes() const {
  return WarpTiles::getBytes(schedule.getBlockQueries(), form.width);
}
int64_t TensorForward::getKeyBytes() const {
  return WarpTiles::getBytes(schedule.tileKeys, form.width);
}
SlotRing TensorForward::getRing() const {
  return {schedule.stages,
          getKeyBytes() +
              WarpTiles::getBytes(schedule.tileKeys, form.valueWidth)};
}
int64_t TensorForward::getSharedBytes() const {
  return getQueryBytes() + getRing().getBytes();
}

int64_t TensorForward::getLargestOffset() const {
  int64_t width = std::max(form.width, form.valueWidth) + kBlockColumns;
  int64_t queries = form.queries + schedule.getBlockQueries(),
          keys = form.keys + schedule.tileKeys;
  return std::max(form.batch * form.heads * queries,
                  form.batch * form.groups * keys) *
         width;
}

Value TensorForward::getSlot(Value place) {
  Value first =
      core->advance(shared, getQueryBytes(), kernel->builder.getI8Type());
  return core->advance(first, place);
}

void TensorForward::copyTile(const ForwardItem &item, Value index,
                             Value place) {
  FragmentBuilder &h = *fragments;
  Value isTile = arith::CmpIOp::create(
      kernel->builder, arith::CmpIPredicate::ult, index, item.numTiles);
  kernel->ifThen(isTile, [&] {
    Value first = h.mul(h.sub(item.lastTile, index), schedule.tileKeys);
    Value slot = getSlot(place);
    tiles->copy({op.getKey(), form.keys, form.width}, item.keySequence, first,
                slot, schedule.tileKeys);
    slot = core->advance(slot, getKeyBytes(), kernel->builder.getI8Type());
    tiles->copy({op.getValue(), form.keys, form.valueWidth}, item.keySequence,
                first, slot, schedule.tileKeys);
  });
  core->commitCopies();
}

TensorForward::State TensorForward::addTile(const State &state,
                                            ArrayRef<Value> query,
                                            const ScoreMask::Rows &rows,
                                            Value firstKey) {
  FragmentBuilder &h = *fragments;
  int64_t keys = schedule.tileKeys;
  Value slot = getSlot(state.places.read);
  Registers scores = tiles->multiplyRows(query, slot, keys, form.width);
  scores = mask->apply(scores, rows, firstKey, column, keys);
  OnlineSoftmax::Tile tile = softmax->add(scores, state.maxima, state.sums);
  Registers outputs = state.outputs;
  for (auto [i, output] : llvm::enumerate(outputs))
    output =
        arith::MulFOp::create(kernel->builder, output, tile.factors[i / 2 % 2]);
  outputs = tiles->addProduct(
      outputs, h.packPairs(tile.weights, form.element),
      core->advance(slot, getKeyBytes(), kernel->builder.getI8Type()), keys);
  return {outputs, tile.maxima, tile.sums, getRing().advance(h, state.places)};
}

void TensorForward::compute() {
  FragmentBuilder &h = *fragments;
  Type word = kernel->builder.getI32Type();
  ForwardItem item = items.locate(
      *kernel, h, *mask, NVVM::BlockIdXOp::create(kernel->builder, word));
  SlotRing ring = getRing();
  int64_t ahead = ring.countAhead(), queries = schedule.getBlockQueries();
  tiles->copy({op.getQuery(), form.queries, form.width}, item.sequence,
              item.firstQuery, shared, queries);
  for (int64_t i = 0; i < ahead; ++i)
    copyTile(item, h.constant(i), h.constant(i * ring.slotBytes));
  Value warp = h.div(thread, 32), lane = h.rem(thread, 32);
  column = h.mul(h.rem(lane, 4), 2);
  Value group = h.div(warp, 4),
        row = h.add(h.mul(h.rem(warp, 4), 16), h.div(lane, 4));
  ScoreMask::Rows rows =
      mask->getRows(h.add(item.firstQuery, h.mul(group, kGroupRows)), row,
                    item.batch, item.head);
  if (item.isEmpty)
    mask->hideAll(rows, item.isEmpty);
  core->waitForCopies(ahead - 1);
  kernel->barrier();
  Registers query =
      tiles->loadRows({shared, h.mul(warp, 16), queries}, form.width);
  Value none = h.constantFloat(0), lowest = h.constantFloat(-INFINITY);
  State first{
      Registers(size_t(WarpTiles::countColumns(form.valueWidth) / 2), none),
      {lowest, lowest},
      {none, none},
      ring.begin(h)};
  Registers carried =
      h.forEach(h.constant(0), item.numTiles, 1, first.flatten(),
                [&](Value index, ValueRange values) {
                  State state = State::read(values);
                  core->waitForCopies(ahead - 1);
                  kernel->barrier();
                  copyTile(item, h.add(index, ahead), state.places.filled);
                  Value firstKey =
                      h.mul(h.sub(item.lastTile, index), schedule.tileKeys);
                  return addTile(state, query, rows, firstKey).flatten();
                });
  keepRolled(carried.front().getDefiningOp());
  State last = State::read(carried);
  core->waitForCopies(0);
  ForwardResults results(*kernel, h, parts, *mask, *softmax, column);
  for (size_t half = 0; half < 2; ++half)
    results.store(last.outputs, half, softmax->joinLanes(last.sums[half]),
                  last.maxima[half], item, rows);
}

void TensorForward::build(LaunchPlan &plan) {
  SmallVector<Value> tensors{op.getQuery(), op.getKey(), op.getValue()};
  llvm::append_range(tensors, parts.createResults(plan, items.count()));
  if (form.mask)
    tensors.push_back(form.mask);
  kernel.emplace(plan, op.getLoc(), "tensor_attention", tensors, countThreads(),
                 getLargestOffset());
  kernel->setSingleBlock();
  fragments.emplace(kernel->builder);
  core.emplace(kernel->builder);
  ImplicitLocOpBuilder &builder = kernel->builder;
  shared = kernel->allocateDynamicShared(getSharedBytes());
  thread = NVVM::ThreadIdXOp::create(builder, builder.getI32Type());
  mask.emplace(*kernel, *fragments, form, /*hidesAll=*/schedule.splits > 1);
  softmax.emplace(*kernel, *fragments, form);
  tiles.emplace(*kernel, *fragments, *core, form.element, thread,
                countThreads());
  compute();
  kernel->finish({items.count(), 1, 1});
  if (schedule.splits > 1)
    parts.join(plan);
}
