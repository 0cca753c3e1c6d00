// TensorProductBuilder.cpp: the kernel of one product of warps
//
// The ring of three stages and five slices; a barrier follows each wait:
//
//   copy 0 1   wait 0  copy 2  multiply 0   wait 1  copy 3  multiply 1  ...
//
// A stage is filled again after the barrier that follows its products.
#include "TensorProductBuilder.h"
#include "Choice/Prediction.h"
#include "Math/InlinePtx.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace sbp::cuda;

OpOperand &TensorProductBuilder::getOperand(unsigned number) {
  return number == 2 ? partner->getOpOperand(1) : op->getOpOperand(number);
}

LogicalResult TensorProductBuilder::analyseFactor(unsigned number) {
  Factor &factor = factors[number];
  const Nest &outer = number == 0 ? m : n;
  const Access &own = number == 2 ? partnerAccess : access[number];
  int64_t rows = number == 0 ? schedule.tileM : getColumns();
  factor.source.tensors = {getOperand(number).get()};
  if (auto layout = FactorLayout::find(own, outer, k, batch)) {
    factor.tile = StagedTile::find(*layout, rows, schedule.getElementBytes());
    if (factor.tile && schedule.countParts() == 1)
      return success();
  }
  auto &packing =
      factor.source.packing.emplace(own, outer, k, batch, schedule.float32);
  factor.tile =
      StagedTile::find(packing.getLayout(), rows, schedule.getElementBytes());
  return success(factor.tile.has_value());
}

LogicalResult TensorProductBuilder::analyse() {
  if (failed(analyseForTensorCores(schedule.float32 != Float32::Exact)))
    return failure();
  // Rows, columns, k and tiles are counted in 32 bits, and a warp loads the
  // fragments of 16 columns at a time.
  if (std::max({m.size, n.size, k.size, batch.size}) > INT32_MAX / 2 ||
      getWarpColumns() % 16 != 0 ||
      (schedule.splits > 1 && countPartSlices() < schedule.stages))
    return failure();
  for (unsigned number = 0; number < getFactors().size(); ++number)
    if (failed(analyseFactor(number)))
      return failure();
  return success();
}

double TensorProductBuilder::predictSeconds(const Chip &chip) {
  ProductSize size{m.size, n.size, k.size, batch.size};
  size.bytes = countBytes();
  size.isPair = partner != nullptr;
  if (epilogue)
    size.epilogueSteps = countEpilogueSteps(epilogue);
  double seconds = schedule.predictSeconds(size, chip);
  for (const Factor &factor : getFactors())
    seconds += factor.source.predictSeconds(chip);
  return seconds;
}

int64_t TensorProductBuilder::countFixedBytes() {
  int64_t bytes = 0;
  for (const Factor &factor : getFactors())
    bytes += factor.source.countFixedBytes();
  return bytes;
}

LogicalResult TensorProductBuilder::prepare(LaunchPlan &plan) {
  for (auto [number, factor] : llvm::enumerate(getFactors()))
    if (failed(factor.source.prepare(plan, getOperand(unsigned(number)))))
      return failure();
  return success();
}

int64_t TensorProductBuilder::getTileBytes() {
  int64_t bytes = 0;
  for (const Factor &factor : getFactors())
    bytes += factor.tile->getBytes();
  return bytes;
}

int64_t TensorProductBuilder::getLargestOffset() {
  int64_t slices = countSlices() + schedule.stages;
  int64_t largest = std::max((m.size + schedule.tileM) *
                                 (n.size + schedule.tileN) * batch.size,
                             slices * schedule.getSliceK());
  for (const Factor &factor : getFactors())
    largest = std::max(largest, factor.tile->getLastElement(slices));
  return largest;
}

void TensorProductBuilder::copySlice(Value firstK, Value stage,
                                     MutableArrayRef<Value> from) {
  TensorCoreBuilder &builder = *core;
  for (auto [i, own] : llvm::enumerate(from)) {
    const Factor &factor = factors[i % getFactors().size()];
    factor.tile->emitCopies(*kernel, builder, factor.copies, own, firstK, stage,
                            thread, schedule.countThreads(), getElement());
    own = factor.tile->advance(builder, own, getElement());
    stage = builder.advance(stage, factor.tile->getBytes(),
                            kernel->builder.getI8Type());
  }
  builder.commitCopies();
}

SmallVector<TensorProductBuilder::Fragments>
TensorProductBuilder::loadFragments(Value stage, unsigned number,
                                    int64_t firstGroup, int64_t groups,
                                    int64_t step) {
  const Factor &factor = factors[number];
  SmallVector<Fragments> parts;
  int64_t before = 0;
  for (const Factor &other : getFactors().take_front(number))
    before += other.tile->getBytes();
  for (int64_t part = 0; part < int64_t(schedule.countParts()); ++part) {
    int64_t place = part * getTileBytes() + before;
    Value tile = stage;
    if (place != 0)
      tile = core->advance(stage, place, kernel->builder.getI8Type());
    Fragments &fragments = parts.emplace_back();
    for (int64_t group = firstGroup; group < firstGroup + groups; ++group)
      fragments.push_back(factor.tile->loadFragments(
          *core, tile, factor.fragments, group, step));
  }
  return parts;
}

/// Of the products of parts that of both rests is left out, which is less than
/// the rounding of the sum. The greatest comes last.
void TensorProductBuilder::multiplySlice(Value stage,
                                         MutableArrayRef<Value> sums) {
  static constexpr std::pair<size_t, size_t> kProducts[] = {
      {1, 0}, {0, 1}, {0, 0}};
  ArrayRef<std::pair<size_t, size_t>> products(kProducts);
  if (schedule.countParts() == 1)
    products = products.take_back(1);
  int64_t rows = schedule.getWarpM() / 16, columns = getWarpColumns() / 8;
  for (int64_t step = 0; step < kSliceBytesOfK / kStepBytesOfK; ++step) {
    SmallVector<SmallVector<Fragments>> right;
    for (unsigned number = 1; number < getFactors().size(); ++number)
      right.push_back(loadFragments(stage, number, 0, columns / 2, step));
    for (int64_t row = 0; row < rows; ++row) {
      SmallVector<Fragments> left = loadFragments(stage, 0, row, 1, step);
      for (int64_t i = 0; i < countProducts() * columns; ++i) {
        int64_t product = i / columns, column = i % columns;
        MutableArrayRef<Value> own = sums.slice(
            size_t(4 * ((product * rows + row) * columns + column)), 4);
        for (auto [a, b] : products) {
          auto words = ArrayRef(right[size_t(product)][b][size_t(column / 2)])
                           .slice(size_t(column % 2) * 2, 2);
          llvm::copy(core->multiply(left[a].front(), words,
                                    ValueRange(ArrayRef<Value>(own)),
                                    getElement()),
                     own.begin());
        }
      }
    }
  }
}

void TensorProductBuilder::computeSlice(Value stage, Value to, Value firstK,
                                        MutableArrayRef<Value> state) {
  core->waitForCopies(schedule.stages - 2);
  kernel->barrier();
  size_t pointers = state.size() - countSums();
  copySlice(firstK, to, state.take_front(pointers));
  multiplySlice(stage, state.drop_front(pointers));
}

SmallVector<Value> TensorProductBuilder::multiplySlices(Value first, Value end,
                                                        ValueRange state) {
  TensorCoreBuilder &tensorCore = *core;
  ImplicitLocOpBuilder &builder = kernel->builder;
  int64_t stages = schedule.stages, ahead = stages - 1, bytes = getStageBytes(),
          sliceK = schedule.getSliceK();
  auto getStage = [&](int64_t number) {
    return tensorCore.advance(base, number % stages * bytes,
                              builder.getI8Type());
  };
  int64_t step = (isUnrolled() ? stages : 1) * sliceK;
  auto loop =
      scf::ForOp::create(builder, first, end, tensorCore.constant(step), state);
  keepRolled(loop);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  SmallVector<Value> next(loop.getRegionIterArgs());
  Value k = loop.getInductionVar();
  if (isUnrolled()) {
    for (int64_t i = 0; i < stages; ++i)
      computeSlice(getStage(i), getStage(i + ahead),
                   tensorCore.add(k, (i + ahead) * sliceK), next);
  } else {
    size_t last = next.size() - 2;
    Value own = next[last], before = next[last + 1];
    computeSlice(tensorCore.advance(base, own),
                 tensorCore.advance(base, before),
                 tensorCore.add(k, ahead * sliceK),
                 MutableArrayRef<Value>(next).take_front(last));
    Value following = tensorCore.add(own, bytes);
    next[last] =
        tensorCore.select(tensorCore.isEqual(following, stages * bytes),
                          tensorCore.constant(0), following);
    next[last + 1] = own;
  }
  scf::YieldOp::create(builder, next);
  return SmallVector<Value>(loop.getResults());
}

SmallVector<Value> TensorProductBuilder::addPartialSums(Value first, Value end,
                                                        ValueRange state) {
  TensorCoreBuilder &tensorCore = *core;
  ImplicitLocOpBuilder &builder = kernel->builder;
  size_t pointers = state.size() - 2 - countSums();
  auto loop = scf::ForOp::create(builder, first, end,
                                 tensorCore.constant(kPartialK), state);
  keepRolled(loop);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  ValueRange carried = loop.getRegionIterArgs();
  SmallVector<Value> inner(carried);
  for (size_t i = 0; i < countSums(); ++i)
    inner[pointers + i] = kernel->zero(builder.getF32Type());
  Value begin = loop.getInductionVar();
  Value last =
      arith::MinUIOp::create(builder, tensorCore.add(begin, kPartialK), end);
  SmallVector<Value> next = multiplySlices(begin, last, inner);
  for (size_t i = 0; i < countSums(); ++i)
    next[pointers + i] = arith::AddFOp::create(builder, carried[pointers + i],
                                               next[pointers + i]);
  scf::YieldOp::create(builder, next);
  return SmallVector<Value>(loop.getResults());
}

SmallVector<Value> TensorProductBuilder::multiplyTile(const WarpPlace &warp) {
  TensorCoreBuilder &tensorCore = *core;
  ImplicitLocOpBuilder &builder = kernel->builder;
  int64_t ahead = schedule.stages - 1, bytes = getStageBytes(),
          sliceK = schedule.getSliceK();
  Value firstK = tensorCore.mul(part, countPartSlices() * sliceK),
        end = tensorCore.constant(countSlices() * sliceK);
  if (schedule.splits > 1)
    end = arith::MinUIOp::create(
        builder, tensorCore.add(firstK, countPartSlices() * sliceK), end);
  SmallVector<Value> state;
  for (size_t i = 0; i < schedule.countParts(); ++i)
    for (auto [number, factor] : llvm::enumerate(getFactors())) {
      factor.copies = factor.tile->prepareCopies(
          *kernel, tensorCore, factor.source.tensors[i], product,
          number ? firstColumn : firstRow, firstK, thread);
      state.push_back(factor.copies.from);
    }
  size_t pointers = state.size();
  for (int64_t slice = 0; slice < ahead; ++slice)
    copySlice(tensorCore.add(firstK, slice * sliceK),
              tensorCore.advance(base, slice * bytes, builder.getI8Type()),
              state);
  for (auto [number, factor] : llvm::enumerate(getFactors())) {
    bool isA = number == 0;
    factor.fragments = factor.tile->getPlaces(
        tensorCore, warp.lane, isA ? warp.row : warp.column, isA,
        (isA ? schedule.getWarpM() : getWarpColumns()) / 16);
  }
  state.append(countSums(), kernel->zero(builder.getF32Type()));
  // The offset of the stage that is multiplied, and of the one before it.
  if (!isUnrolled())
    state.append({tensorCore.constant(0), tensorCore.constant(ahead * bytes)});
  SmallVector<Value> last = schedule.countParts() > 1
                                ? addPartialSums(firstK, end, state)
                                : multiplySlices(firstK, end, state);
  tensorCore.waitForCopies(0);
  return SmallVector<Value>(ArrayRef(last).slice(pointers, countSums()));
}

SmallVector<Value> TensorProductBuilder::getSums(ValueRange sums, int64_t group,
                                                 int64_t first,
                                                 int64_t count) const {
  int64_t rows = schedule.getWarpM() / 16, columns = getWarpColumns() / 8;
  SmallVector<Value> values;
  for (int64_t product = 0; product < countProducts(); ++product) {
    int64_t begin = 4 * (product * rows + group) * columns;
    llvm::append_range(values,
                       sums.slice(size_t(begin + first), size_t(count)));
  }
  return values;
}

void TensorProductBuilder::storeTile(ValueRange sums, const WarpPlace &warp) {
  TensorCoreBuilder &builder = *core;
  bool isWhole = m.size % schedule.tileM == 0 && n.size % getColumns() == 0;
  Value row = builder.add(builder.add(firstRow, warp.row),
                          builder.div(warp.lane, 4)),
        column = builder.add(builder.add(firstColumn, warp.column),
                             builder.mul(builder.rem(warp.lane, 4), 2));
  for (int64_t i = 0; i < schedule.getWarpM() / 16; ++i)
    storeFragments(builder.add(row, 16 * i), column, getWarpColumns() / 8,
                   isWhole, [&](int64_t first, int64_t count) {
                     return getSums(sums, i, first, count);
                   });
}

void TensorProductBuilder::build(LaunchPlan &plan) {
  SmallVector<Value> tensors;
  for (const Factor &factor : getFactors())
    llvm::append_range(tensors, factor.source.tensors);
  if (schedule.splits > 1) {
    parts = plan.buffers.createTemporary(
        op.getLoc(), RankedTensorType::get({schedule.splits, countProducts(),
                                            batch.size, m.size, n.size},
                                           Float32Type::get(op.getContext())));
    tensors.push_back(parts);
  } else {
    llvm::append_range(tensors, getEpilogueTensors());
  }
  kernel.emplace(plan, op.getLoc(), "tensor_product", tensors,
                 schedule.countThreads(), getLargestOffset());
  kernel->isApproximate =
      hidesApproximations() && schedule.float32 == Float32::Exact;
  core.emplace(kernel->builder);
  TensorCoreBuilder &builder = *core;
  Type word = kernel->builder.getI32Type();
  base = kernel->allocateDynamicShared(schedule.stages * getStageBytes());
  thread = NVVM::ThreadIdXOp::create(kernel->builder, word);
  int64_t tilesM = llvm::divideCeil(m.size, schedule.tileM),
          tilesN = llvm::divideCeil(n.size, getColumns());
  SmallVector<Value> tile = kernel->delinearise(
      kernel->blockId(), {batch.size, tilesM, tilesN, schedule.splits});
  batchId = tile[0];
  product = kernel->toWord(tile[0]);
  firstRow = builder.mul(kernel->toWord(tile[1]), schedule.tileM);
  firstColumn = builder.mul(kernel->toWord(tile[2]), getColumns());
  part = kernel->toWord(tile[3]);
  Value number = builder.div(thread, 32);
  WarpPlace warp{
      builder.mul(builder.div(number, schedule.warpsN), schedule.getWarpM()),
      builder.mul(builder.rem(number, schedule.warpsN), getWarpColumns()),
      builder.rem(thread, 32)};
  SmallVector<Value> sums = multiplyTile(warp);
  if (parts)
    storeParts(sums, warp);
  else
    storeTile(sums, warp);
  kernel->finish({batch.size * tilesM * tilesN * schedule.splits, 1, 1});
  if (parts)
    joinParts(plan);
}
