// SliceLoop.cpp: the loop over k of a tile of a product of warps
#include "SliceLoop.h"
#include "Math/InlinePtx.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace sbp::cuda;

int64_t SliceLoop::getRingBytes(const WarpSchedule &schedule,
                                ArrayRef<const StagedTile *> tiles) {
  int64_t bytes = 0;
  for (const StagedTile *tile : tiles)
    bytes += tile->getBytes();
  return schedule.stages * schedule.countParts() * bytes;
}

SliceLoop::SliceLoop(KernelBuilder &kernel, TensorCoreBuilder &core,
                     const WarpSchedule &schedule, ArrayRef<TileFactor> factors,
                     Type element, Value base, Value thread)
    : kernel(kernel), core(core), schedule(schedule), factors(factors),
      element(element), base(base), thread(thread) {
  auto tiles = llvm::map_to_vector(
      factors, [](const TileFactor &factor) { return &factor.tile; });
  stageBytes = getRingBytes(schedule, tiles) / schedule.stages;
  tileBytes = stageBytes / schedule.countParts();
}

WarpPlace SliceLoop::locate(TensorCoreBuilder &core,
                            const WarpSchedule &schedule, Value thread,
                            int64_t products) {
  Value number = core.div(thread, 32);
  return {core.mul(core.div(number, schedule.warpsN), schedule.getWarpM()),
          core.mul(core.rem(number, schedule.warpsN),
                   schedule.getWarpN() / products),
          core.rem(thread, 32)};
}

void SliceLoop::copySlice(Value firstK, Value stage,
                          MutableArrayRef<Value> from) {
  for (auto [i, own] : llvm::enumerate(from)) {
    size_t number = i % factors.size();
    const StagedTile &tile = factors[number].tile;
    tile.emitCopies(kernel, core, places[number].copies, own, firstK, stage,
                    thread, schedule.countThreads(), element);
    own = tile.advance(core, own, element);
    stage = core.advance(stage, tile.getBytes(), kernel.builder.getI8Type());
  }
  core.commitCopies();
}

SmallVector<SliceLoop::Fragments>
SliceLoop::loadFragments(Value stage, size_t number, int64_t firstGroup,
                         int64_t groups, int64_t step) {
  SmallVector<Fragments> parts;
  int64_t before = 0;
  for (const TileFactor &other : factors.take_front(number))
    before += other.tile.getBytes();
  for (int64_t part = 0; part < int64_t(schedule.countParts()); ++part) {
    int64_t place = part * tileBytes + before;
    Value tile = stage;
    if (place != 0)
      tile = core.advance(stage, place, kernel.builder.getI8Type());
    Fragments &fragments = parts.emplace_back();
    for (int64_t group = firstGroup; group < firstGroup + groups; ++group)
      fragments.push_back(factors[number].tile.loadFragments(
          core, tile, places[number].fragments, group, step));
  }
  return parts;
}

/// The product of both rests is left out: it is less than the rounding of the
/// sum. The product of both rounded parts, the greatest, comes last.
void SliceLoop::multiplySlice(Value stage, MutableArrayRef<Value> sums) {
  static constexpr std::pair<size_t, size_t> kProducts[] = {
      {1, 0}, {0, 1}, {0, 0}};
  ArrayRef<std::pair<size_t, size_t>> products(kProducts);
  if (schedule.countParts() == 1)
    products = products.take_back(1);
  int64_t rows = schedule.getWarpM() / 16, columns = getWarpColumns() / 8;
  for (int64_t step = 0; step < kSliceBytesOfK / kStepBytesOfK; ++step) {
    SmallVector<SmallVector<Fragments>> right;
    for (size_t number = 1; number < factors.size(); ++number)
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
          llvm::copy(core.multiply(left[a].front(), words,
                                   ValueRange(ArrayRef<Value>(own)), element),
                     own.begin());
        }
      }
    }
  }
}

void SliceLoop::computeSlice(Value stage, Value to, Value firstK,
                             MutableArrayRef<Value> state) {
  core.waitForCopies(schedule.stages - 2);
  kernel.barrier();
  size_t pointers = state.size() - countSums();
  copySlice(firstK, to, state.take_front(pointers));
  multiplySlice(stage, state.drop_front(pointers));
}

SmallVector<Value> SliceLoop::multiplySlices(Value first, Value end,
                                             ValueRange state,
                                             bool isUnrolled) {
  ImplicitLocOpBuilder &builder = kernel.builder;
  int64_t stages = schedule.stages, ahead = stages - 1, bytes = stageBytes,
          sliceK = schedule.getSliceK();
  auto getStage = [&](int64_t number) {
    return core.advance(base, number % stages * bytes, builder.getI8Type());
  };
  int64_t step = (isUnrolled ? stages : 1) * sliceK;
  auto loop =
      scf::ForOp::create(builder, first, end, core.constant(step), state);
  keepRolled(loop);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  SmallVector<Value> next(loop.getRegionIterArgs());
  Value k = loop.getInductionVar();
  if (isUnrolled) {
    for (int64_t i = 0; i < stages; ++i)
      computeSlice(getStage(i), getStage(i + ahead),
                   core.add(k, (i + ahead) * sliceK), next);
  } else {
    size_t last = next.size() - 2;
    Value own = next[last], before = next[last + 1];
    computeSlice(core.advance(base, own), core.advance(base, before),
                 core.add(k, ahead * sliceK),
                 MutableArrayRef<Value>(next).take_front(last));
    Value following = core.add(own, bytes);
    next[last] = core.select(core.isEqual(following, stages * bytes),
                             core.constant(0), following);
    next[last + 1] = own;
  }
  scf::YieldOp::create(builder, next);
  return SmallVector<Value>(loop.getResults());
}

SmallVector<Value> SliceLoop::addPartialSums(Value first, Value end,
                                             ValueRange state) {
  ImplicitLocOpBuilder &builder = kernel.builder;
  size_t pointers = state.size() - 2 - countSums();
  auto loop =
      scf::ForOp::create(builder, first, end, core.constant(kPartialK), state);
  keepRolled(loop);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  ValueRange carried = loop.getRegionIterArgs();
  SmallVector<Value> inner(carried);
  for (size_t i = 0; i < countSums(); ++i)
    inner[pointers + i] = kernel.zero(builder.getF32Type());
  Value begin = loop.getInductionVar();
  Value last = arith::MinUIOp::create(builder, core.add(begin, kPartialK), end);
  SmallVector<Value> next =
      multiplySlices(begin, last, inner, /*isUnrolled=*/false);
  for (size_t i = 0; i < countSums(); ++i)
    next[pointers + i] = arith::AddFOp::create(builder, carried[pointers + i],
                                               next[pointers + i]);
  scf::YieldOp::create(builder, next);
  return SmallVector<Value>(loop.getResults());
}

SmallVector<Value> SliceLoop::multiply(const WarpPlace &warp, Value firstK,
                                       Value end, bool isUnrolled) {
  int64_t ahead = schedule.stages - 1, sliceK = schedule.getSliceK();
  SmallVector<Value> state;
  for (size_t part = 0; part < schedule.countParts(); ++part)
    for (const TileFactor &factor : factors) {
      StagedTile::Copies copies = factor.tile.prepareCopies(
          kernel, core, factor.tensors[part], factor.batch, factor.firstRow,
          firstK, thread);
      copies.endOfK = factor.endOfK;
      state.push_back(copies.from);
      if (part == 0)
        places.push_back({copies, {}});
    }
  size_t pointers = state.size();
  for (int64_t slice = 0; slice < ahead; ++slice)
    copySlice(
        core.add(firstK, slice * sliceK),
        core.advance(base, slice * stageBytes, kernel.builder.getI8Type()),
        state);
  for (auto [number, factor] : llvm::enumerate(factors)) {
    bool isA = number == 0;
    places[number].fragments = factor.tile.getPlaces(
        core, warp.lane, isA ? warp.row : warp.column, isA,
        (isA ? schedule.getWarpM() : getWarpColumns()) / 16);
  }
  Type sum = schedule.isInteger ? Type(kernel.builder.getI32Type())
                                : kernel.builder.getF32Type();
  state.append(countSums(), kernel.zero(sum));
  // The offset of the stage that is multiplied, and of the one before it.
  if (!isUnrolled)
    state.append({core.constant(0), core.constant(ahead * stageBytes)});
  SmallVector<Value> last =
      schedule.countParts() > 1
          ? addPartialSums(firstK, end, state)
          : multiplySlices(firstK, end, state, isUnrolled);
  core.waitForCopies(0);
  return SmallVector<Value>(ArrayRef(last).slice(pointers, countSums()));
}
