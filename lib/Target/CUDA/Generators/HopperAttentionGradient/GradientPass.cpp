// GradientPass.cpp: one pass of the gradient of attention
//
// FlashAttention-2's backward pass (Dao 2023, algorithm 2), as two kernels
// without atomics. Scores and their gradients are computed again from tiles and
// stay in registers, where they are the operands A of the next products. With
// rows of keys, P and dS are transposed:
//
//   S = K Q^T, P = exp(S - l)    dV += P dO
//   dP = V dO^T                  dK += dS Q, dS = P (dP - shift)
//
// and with rows of queries S = Q K^T, dP = dO V^T and dQ += dS K. A thread
// loads the rows of the block and a ring of tiles of the other side. The
// exponentials of a tile run under the product dP, and dS is computed under
// that of dV; the last product of a tile is in flight until the scores of the
// next one are there. Tiles are added from the first to the last, those of each
// head that shares the keys after those of the one before, so that results have
// the same bits in every run.
#include "GradientPass.h"
#include "Hopper/Roles.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "sbp/Interfaces/TensorTypes.h"

using namespace mlir;
using namespace sbp;
using namespace sbp::cuda;

static constexpr int64_t kGroupBytes = kGroupRows * 128;

GradientPass::GradientPass(nn::AttentionGradientOp op,
                           const AttentionForm &form, bool ownsKeys,
                           const PassSchedule &schedule)
    : op(op), ownsKeys(ownsKeys), form(ownsKeys ? form.transpose() : form),
      schedule(schedule), layout{this->form, this->schedule, ownsKeys},
      items(op, this->form, this->schedule, ownsKeys) {}

/// Gradients, scores and their gradients as f32, and one of these as pairs; the
/// rest is for addresses, statistics, positions and masks.
bool GradientPass::fitsRegisters() const {
  int64_t gradients =
              layout.countBlocks(0) + (ownsKeys ? layout.countBlocks(1) : 0),
          held = gradients * kBlockColumns / 2 + schedule.tileColumns * 5 / 4;
  bool hasTwoEnds = form.window && form.window->back < nn::kUnboundedReach &&
                    form.window->forward < nn::kUnboundedReach;
  int64_t rest = form.mask    ? schedule.tileColumns * 47 / 64
                 : hasTwoEnds ? 47
                              : 32;
  return held + rest <= getMostRegisters(schedule.consumers);
}

Value GradientPass::getRows(unsigned tensor, Value consumer) {
  FragmentBuilder &h = *fragments;
  return h.add(h.add(base, h.mul(consumer, layout.getGroupBytes(tensor))),
               tensor ? layout.getRowBytes(0) : 0);
}
Value GradientPass::getTile(unsigned tensor, Value slot) {
  Value tile = ring->getTile(slot);
  return tensor ? fragments->add(tile, layout.getTileBytes(0)) : tile;
}

void GradientPass::initialise(Value thread) {
  FragmentBuilder &h = *fragments;
  kernel->ifThen(h.isEqual(thread, 0), [&] {
    ring->initialise(schedule.consumers);
    h.initialiseBarrier(rowRing->getFull(h.constant(0)), 1);
    h.fenceBarriers();
  });
  kernel->barrier();
}

//===----------------------------------------------------------------------===//
// The producer
//===----------------------------------------------------------------------===//

void GradientPass::loadRows(const Item &item) {
  FragmentBuilder &h = *fragments;
  Value full = rowRing->expect(h.constant(0), layout.getAllRowBytes());
  for (unsigned tensor : {0u, 1u})
    for (int64_t i = 0; i < schedule.consumers; ++i)
      for (int64_t j = 0; j < layout.countBlocks(tensor); ++j)
        h.loadTile(h.add(getRows(tensor, h.constant(i)), j * kGroupBytes),
                   kernel->getTensorMap(tensor),
                   {h.constant(j * kBlockColumns),
                    h.add(item.firstRow, i * kGroupRows), item.sequence},
                   full);
}

void GradientPass::loadStep(const Step &step, Value slot) {
  FragmentBuilder &h = *fragments;
  Value full = ring->expect(slot, layout.getStepBytes());
  for (unsigned tensor : {0u, 1u})
    for (int64_t j = 0; j < layout.countBlocks(tensor); ++j)
      h.loadTile(
          h.add(getTile(tensor, slot), j * layout.getTileBlockBytes()),
          kernel->getTensorMap(2 + tensor),
          {h.constant(j * kBlockColumns), step.firstColumn, step.sequence},
          full);
  if (ownsKeys)
    h.loadTile(h.add(getTile(1, slot), layout.getTileBytes(1)),
               kernel->getTensorMap(4),
               {step.firstColumn, h.constant(0), step.sequence}, full);
}

void GradientPass::produce() {
  FragmentBuilder &h = *fragments;
  Item item = items.locate(*kernel, h, *mask, block);
  loadRows(item);
  Value zero = h.constant(0);
  h.forEach(zero, item.numSteps, 1, {zero, zero},
            [&](Value index, ValueRange state) -> Registers {
              Slot slot{state[0], state[1]};
              ring->awaitEmpty(slot);
              loadStep(items.locateStep(h, item, index), slot.number);
              Slot next = ring->advance(slot);
              return {next.number, next.parity};
            });
}

//===----------------------------------------------------------------------===//
// The launch
//===----------------------------------------------------------------------===//

void GradientPass::build(LaunchPlan &plan, Value statistics, int64_t padded) {
  this->statistics = statistics;
  this->padded = padded;
  SmallVector<std::pair<Value, TensorMapShape>> maps;
  auto addMap = [&](Value tensor, int64_t rows) {
    maps.push_back({tensor, AttentionForm::getMap(
                                getTensorType(tensor).getShape(), rows)});
  };
  for (unsigned number : {0u, 1u})
    addMap(items.getTensor(number, /*isOwned=*/true), kGroupRows);
  for (unsigned number : {0u, 1u})
    addMap(items.getTensor(number, /*isOwned=*/false), schedule.tileColumns);
  SmallVector<Value> tensors;
  if (ownsKeys) {
    constexpr int64_t kBytes = sizeof(float);
    TensorMapShape map;
    map.elementBytes = kBytes;
    map.extents = {padded, 2, form.batch * form.heads};
    map.strides = {padded * kBytes, 2 * padded * kBytes};
    map.box = {schedule.tileColumns, 2, 1};
    maps.push_back({statistics, map});
    tensors = {op.getKeyGradient(), op.getValueGradient()};
  } else {
    tensors = {op.getQueryGradient(), statistics};
  }
  if (form.mask)
    tensors.push_back(form.mask);
  kernel.emplace(plan, op.getLoc(), "hopper_attention_gradient", tensors,
                 countThreads(schedule.consumers), items.getLargestOffset(),
                 maps);
  kernel->setSingleBlock();
  fragments.emplace(kernel->builder);
  FragmentBuilder &h = *fragments;
  ImplicitLocOpBuilder &builder = kernel->builder;
  Type word = builder.getI32Type();
  shared = kernel->allocateDynamicShared(getSharedBytes());
  base = LLVM::PtrToIntOp::create(builder, word, shared);
  block = NVVM::BlockIdXOp::create(builder, word);
  Value threadInBlock = NVVM::ThreadIdXOp::create(builder, word);
  mask.emplace(*kernel, h, form, /*hidesAll=*/false);
  ring.emplace(h, base, layout.getRing());
  rowRing.emplace(h, base, layout.getRows());
  initialise(threadInBlock);
  emitRoles(
      *kernel, h, threadInBlock, schedule.consumers, [&] { produce(); },
      [&](Value number, Value threadInGroup) {
        group = number;
        thread = threadInGroup;
        consume();
      });
  kernel->finish({items.getBlocks().count(), 1, 1});
}
