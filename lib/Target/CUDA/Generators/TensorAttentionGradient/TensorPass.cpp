// TensorPass.cpp: one pass of the gradient of attention by products of warps
//
// FlashAttention-2's backward pass (Dao 2023, algorithm 2), as two kernels
// without atomics, as on Hopper (GradientPass.cpp). Scores and their gradients
// are computed again from tiles and stay in registers, where they are the
// operands A of the next products. Operands A of the rows of a block are loaded
// from shared memory for each tile: their registers hold gradients.
#include "TensorPass.h"
#include "Kernel/AlignedAccess.h"
#include "Math/InlinePtx.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace sbp;
using namespace sbp::cuda;

/// Statistics of a query, and bytes of one.
static constexpr int64_t kStatistics = 2, kStatisticBytes = sizeof(float);
/// Bytes of a copy, and statistics that it moves.
static constexpr int64_t kCopyBytes = 16,
                         kCopied = kCopyBytes / kStatisticBytes;

TensorPass::TensorPass(nn::AttentionGradientOp op, const AttentionForm &form,
                       bool ownsKeys, const PassSchedule &schedule)
    : op(op), ownsKeys(ownsKeys), form(ownsKeys ? form.transpose() : form),
      schedule(schedule), items(op, this->form, this->schedule, ownsKeys) {}

int64_t TensorPass::getRowBytes(unsigned number) const {
  return WarpTiles::getBytes(schedule.getBlockRows(), getWidth(number));
}
int64_t TensorPass::getTileBytes(unsigned number) const {
  return WarpTiles::getBytes(schedule.tileColumns, getWidth(number));
}
SlotRing TensorPass::getRing() const {
  int64_t statistics =
      ownsKeys ? kStatistics * schedule.tileColumns * kStatisticBytes : 0;
  return {schedule.stages, getTileBytes(0) + getTileBytes(1) + statistics};
}
int64_t TensorPass::getSharedBytes() const {
  return getAllRowBytes() + getRing().getBytes();
}

size_t TensorPass::countSums(unsigned number) const {
  if (number == 1 && !ownsKeys)
    return 0;
  return size_t(WarpTiles::countColumns(getWidth(number)) / 2);
}

/// A thread has its part of the gradients, of the scores of a tile and of their
/// gradients in f32, and a quarter of a tile as pairs. A window or mask has
/// registers of its own.
bool TensorPass::fitsRegisters() const {
  constexpr int64_t kMost = 255;
  int64_t held =
      int64_t(countSums(0) + countSums(1)) + schedule.tileColumns * 5 / 4;
  int64_t rest = form.mask || form.window ? 48 : 40;
  return held + rest <= kMost;
}

int64_t TensorPass::getLargestOffset() const {
  int64_t heads = std::max(form.heads, form.groups) * form.batch;
  int64_t positions = std::max(form.queries + schedule.getBlockRows(),
                               form.keys + schedule.tileColumns);
  return heads * positions *
         (std::max(form.width, form.valueWidth) + kBlockColumns);
}

Value TensorPass::advance(Value pointer, int64_t bytes) {
  return core->advance(pointer, bytes, kernel->builder.getI8Type());
}

Value TensorPass::getTile(unsigned number, Value place) {
  Value slot = core->advance(advance(shared, getAllRowBytes()), place);
  return number ? advance(slot, getTileBytes(0)) : slot;
}

void TensorPass::copyRows(const PassItem &item) {
  for (unsigned number : {0u, 1u})
    tiles->copy({items.getTensor(number, /*isOwned=*/true),
                 countPositions(/*isOwned=*/true), getWidth(number)},
                item.sequence, item.firstRow,
                advance(shared, number ? getRowBytes(0) : 0),
                schedule.getBlockRows());
}

void TensorPass::copyStep(const PassItem &item, Value index, Value place) {
  FragmentBuilder &h = *fragments;
  Value isStep = arith::CmpIOp::create(
      kernel->builder, arith::CmpIPredicate::ult, index, item.numSteps);
  kernel->ifThen(isStep, [&] {
    PassStep step = items.locateStep(h, item, index);
    for (unsigned number : {0u, 1u})
      tiles->copy({items.getTensor(number, /*isOwned=*/false),
                   countPositions(/*isOwned=*/false), getWidth(number)},
                  step.sequence, step.firstColumn, getTile(number, place),
                  schedule.tileColumns);
    if (!ownsKeys)
      return;
    int64_t copies = schedule.tileColumns / kCopied;
    kernel->ifThen(core->isLess(thread, kStatistics * copies), [&] {
      Value which = h.div(thread, copies),
            first = h.mul(h.rem(thread, copies), kCopied);
      Value at = getRowOffset(
          *kernel, h.add(h.mul(step.sequence, kStatistics), which), padded,
          h.add(step.firstColumn, first), 1, h.constant(0));
      Value to = core->advance(advance(getTile(1, place), getTileBytes(1)),
                               h.mul(thread, kCopyBytes));
      core->copyChunk(to, getAddress(*kernel, statistics, at),
                      h.constant(kCopyBytes));
    });
  });
  core->commitCopies();
}

Registers TensorPass::multiply(unsigned number, Value place) {
  FragmentBuilder &h = *fragments;
  TileRows rows{advance(shared, number ? getRowBytes(0) : 0), h.mul(warp, 16),
                schedule.getBlockRows()};
  return tiles->multiplyRows(rows, getTile(number, place), schedule.tileColumns,
                             getWidth(number));
}

TensorPass::State
TensorPass::addStep(const State &state, const PassItem &item,
                    const ScoreMask::Rows &rows,
                    const PassWeights::RowConstants &constants, Value index) {
  FragmentBuilder &h = *fragments;
  int64_t columns = schedule.tileColumns;
  PassStep step = items.locateStep(h, item, index);
  ScoreMask::Rows seen = rows;
  items.setHead(h, seen, item, step);
  auto hide = [&](const Registers &values) {
    return mask->hide(values, seen, step.firstColumn, column, columns, 0);
  };
  auto addTo = [&](unsigned number, const Registers &values) {
    return tiles->addProduct(state.gradients[number],
                             h.packPairs(values, form.element),
                             getTile(number, state.places.read), columns);
  };
  State next{{}, getRing().advance(h, state.places)};
  Registers scores = mask->scale(multiply(0, state.places.read), seen,
                                 step.firstColumn, column, columns);
  Value place = h.div(state.places.read, kStatisticBytes);
  Registers weighed = weights->weigh(scores, constants, place);
  if (ownsKeys) {
    weighed = hide(weighed);
    next.gradients[1] = addTo(1, weighed);
  }
  // Hidden after the product: a weight of 0 times an infinite value is NaN.
  Registers gradients = hide(weights->differentiate(
      weighed, multiply(1, state.places.read), constants, place));
  next.gradients[0] = addTo(0, gradients);
  return next;
}

void TensorPass::compute() {
  FragmentBuilder &h = *fragments;
  Type word = kernel->builder.getI32Type();
  PassItem item = items.locate(*kernel, h, *mask,
                               NVVM::BlockIdXOp::create(kernel->builder, word));
  SlotRing ring = getRing();
  int64_t ahead = ring.countAhead();
  copyRows(item);
  for (int64_t i = 0; i < ahead; ++i)
    copyStep(item, h.constant(i), h.constant(i * ring.slotBytes));
  Value lane = h.rem(thread, 32), zero = h.constant(0);
  column = h.mul(h.rem(lane, 4), 2);
  Value row = h.add(h.mul(h.rem(warp, 4), 16), h.div(lane, 4));
  ScoreMask::Rows rows = mask->getRows(
      h.add(item.firstRow, h.mul(h.div(warp, 4), kGroupRows)), row, zero, zero);
  PassStatistics numbers{shared,
                         getAllRowBytes() + getTileBytes(0) + getTileBytes(1),
                         statistics, padded};
  weights.emplace(*kernel, h, form, ownsKeys, schedule.tileColumns, numbers,
                  column);
  PassWeights::RowConstants constants =
      weights->loadConstants(item.sequence, rows);
  Registers first(countSums(0) + countSums(1), h.constantFloat(0));
  SlotRing::Places places = ring.begin(h);
  first.append({places.read, places.filled});
  Registers last = h.forEach(
      zero, item.numSteps, 1, first,
      [&](Value index, ValueRange values) -> Registers {
        State state{{Registers(values.take_front(countSums(0))),
                     Registers(values.drop_front(countSums(0)).drop_back(2))},
                    {values.drop_back().back(), values.back()}};
        core->waitForCopies(ahead - 1);
        kernel->barrier();
        copyStep(item, h.add(index, ahead), state.places.filled);
        State next = addStep(state, item, rows, constants, index);
        Registers all = next.gradients[0];
        llvm::append_range(all, next.gradients[1]);
        all.append({next.places.read, next.places.filled});
        return all;
      });
  keepRolled(last.front().getDefiningOp());
  core->waitForCopies(0);
  ArrayRef<Value> sums = ArrayRef(last).drop_back(2);
  items.store(*kernel, h, Registers(sums.take_front(countSums(0))), 0, item,
              rows, column);
  if (ownsKeys)
    items.store(*kernel, h, Registers(sums.drop_front(countSums(0))), 1, item,
                rows, column);
}

void TensorPass::build(LaunchPlan &plan, Value statistics, int64_t padded) {
  this->statistics = statistics;
  this->padded = padded;
  SmallVector<Value> tensors{op.getQuery(), op.getKey(), op.getValue(),
                             op.getCotangent(), statistics};
  if (ownsKeys)
    tensors.append({op.getKeyGradient(), op.getValueGradient()});
  else
    tensors.push_back(op.getQueryGradient());
  if (form.mask)
    tensors.push_back(form.mask);
  kernel.emplace(plan, op.getLoc(), "tensor_attention_gradient", tensors,
                 countThreads(), getLargestOffset());
  kernel->setSingleBlock();
  fragments.emplace(kernel->builder);
  core.emplace(kernel->builder);
  ImplicitLocOpBuilder &builder = kernel->builder;
  shared = kernel->allocateDynamicShared(getSharedBytes());
  thread = NVVM::ThreadIdXOp::create(builder, builder.getI32Type());
  warp = fragments->div(thread, 32);
  mask.emplace(*kernel, *fragments, form, /*hidesAll=*/false);
  tiles.emplace(*kernel, *fragments, *core, form.element, thread,
                countThreads());
  compute();
  kernel->finish({items.getBlocks().count(), 1, 1});
}
