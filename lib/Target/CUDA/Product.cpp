// Product.cpp: a contraction in tiles through shared memory
//
// A block of 256 threads makes 64 x 64 outputs, a thread 4 x 4 of them; k goes
// in steps of 16. Sums are in the order of k, products of floats fused. Narrow
// floats are read as they are and widened on their way into shared memory. An
// elementwise op that alone reads the result is done before it is written.
#include "ProductForm.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "sbp/Target/Region/Steps.h"

using namespace mlir;
using namespace sbp::cuda;

/// A tile's rows are longer in shared memory than they need to be: what threads
/// write down a column is spread over banks.
static constexpr int64_t kTile = 64, kPitch = kTile + 4, kDepth = 16,
                         kThreads = 256;
static constexpr int64_t kPerThread = ProductForm::kRun;

namespace {
class ProductBuilder : ProductForm {
public:
  /// `last` is done on the result, which nothing else reads; it may be null.
  ProductBuilder(LaunchPlan &plan, linalg::GenericOp op, linalg::GenericOp last)
      : ProductForm(op, last), plan(plan) {}
  LogicalResult build();

private:
  using Place = std::pair<const Nest *, Value>;
  SmallVector<Value> getTensors();
  Type getTileType(unsigned operand) const;
  Value offset(const Access &access, ArrayRef<Place> at);
  void stage(unsigned operand, const Nest &outer, Value first, Value depth,
             Value into);
  void stageRun(unsigned operand, const Nest &outer, Value place, Value deep,
                int64_t run, llvm::function_ref<void(ArrayRef<Value>)> keep);
  SmallVector<Value> addLevels(Value tileA, Value tileB, Value row,
                               Value column, SmallVector<Value> sums);
  void write(ValueRange sums, Value firstM, Value firstN);
  SmallVector<Value> finish(SmallVector<Value> values, Value atM, Value atN);

  LaunchPlan &plan;
  std::optional<KernelBuilder> kernel;
  Value batchId;
};
} // namespace

SmallVector<Value> ProductBuilder::getTensors() {
  SmallVector<Value> values(op.getDpsInputs());
  values.push_back((last ? last : op)->getResult(0));
  if (readsInit)
    values.push_back(op.getDpsInits()[0]);
  llvm::append_range(values, getGathered(op));
  if (last) {
    llvm::append_range(values, getGathered(last));
    for (OpOperand *input : last.getDpsInputOperands())
      if (isRead(last, *input) && input->get() != op->getResult(0))
        values.push_back(input->get());
  }
  return values;
}

/// What a tile holds: floats as wide as the sums, else what the operand holds.
Type ProductBuilder::getTileType(unsigned operand) const {
  return isMarked ? type : getElementTypeOrSelf(op->getOperand(operand));
}

/// Offset of an operand where these nests stand at these numbers.
Value ProductBuilder::offset(const Access &access, ArrayRef<Place> places) {
  KernelBuilder &b = *kernel;
  Value sum = b.number(access.constant);
  for (auto [nest, id] : places) {
    SmallVector<Value> loops = b.delinearise(id, nest->extents);
    for (auto [loop, value] : llvm::zip_equal(nest->loops, loops))
      if (int64_t stride = access.coefficients[loop])
        sum = b.add(sum, b.mul(value, stride));
  }
  return sum;
}

/// Neighbours of an operand, or zeros beyond its edges, are handed on.
void ProductBuilder::stageRun(unsigned operand, const Nest &outer, Value place,
                              Value deep, int64_t run,
                              llvm::function_ref<void(ArrayRef<Value>)> keep) {
  KernelBuilder &b = *kernel;
  Type tile = getTileType(operand);
  Value inside = arith::AndIOp::create(b.b, b.isLess(place, outer.size),
                                       b.isLess(deep, k.size));
  auto branch =
      scf::IfOp::create(b.b, SmallVector<Type>(run, tile), inside, true);
  b.b.setInsertionPointToStart(branch.thenBlock());
  SmallVector<Value> values = b.loadRun(
      op->getOperand(operand),
      offset(access[operand], {{&outer, place}, {&k, deep}, {&batch, batchId}}),
      run,
      /*isWhole=*/true);
  for (Value &value : values)
    if (value.getType() != tile)
      value = arith::ExtFOp::create(b.b, tile, value);
  scf::YieldOp::create(b.b, values);
  b.b.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(b.b, SmallVector<Value>(run, b.zero(tile)));
  b.b.setInsertionPointAfter(branch);
  keep(SmallVector<Value>(branch->result_begin(), branch->result_end()));
}

/// A tile of an operand, depth x 64. Neighbours lie along k or along the rows.
void ProductBuilder::stage(unsigned operand, const Nest &outer, Value first,
                           Value depth, Value into) {
  KernelBuilder &b = *kernel;
  bool depthFirst =
      !isInnermost(access[operand], outer) && isInnermost(access[operand], k);
  int64_t run = getRun(access[operand], depthFirst ? k : outer);
  int64_t rowRun = depthFirst ? 1 : run, depthRun = depthFirst ? run : 1;
  Value thread = b.threadId();
  for (int64_t i = 0; i < kTile * kDepth / (kThreads * run); ++i) {
    Value number = b.add(thread, b.number(i * kThreads));
    Value row =
        depthFirst ? b.div(number, kDepth / run) : b.rem(number, kTile / run);
    Value level =
        depthFirst ? b.rem(number, kDepth / run) : b.div(number, kTile / run);
    row = b.mul(row, rowRun);
    level = b.mul(level, depthRun);
    auto keep = [&](ArrayRef<Value> values) {
      Value index = b.add(b.mul(level, kPitch), row);
      if (!depthFirst)
        return b.storeShared(values, into, index);
      for (auto [j, value] : llvm::enumerate(values))
        b.storeShared(value, into, b.add(index, b.number(int64_t(j) * kPitch)));
    };
    stageRun(operand, outer, b.add(first, row), b.add(depth, level), run, keep);
  }
}

/// All levels of two tiles, added to the sums of a thread.
SmallVector<Value> ProductBuilder::addLevels(Value tileA, Value tileB,
                                             Value row, Value column,
                                             SmallVector<Value> sums) {
  KernelBuilder &b = *kernel;
  auto load = [&](Value tile, unsigned operand, Value index) {
    return b.loadShared(tile, getTileType(operand), index, kPerThread);
  };
  for (int64_t level = 0; level < kDepth; ++level) {
    Value shift = b.number(level * kPitch);
    SmallVector<Value> left = load(tileA, 0, b.add(shift, row)),
                       right = load(tileB, 1, b.add(shift, column));
    for (int64_t i = 0; i < kPerThread * kPerThread; ++i) {
      Value x = left[i / kPerThread], y = right[i % kPerThread];
      sums[i] = isMarked ? math::FmaOp::create(b.b, x, y, sums[i]).getResult()
                         : b.inlineBody(op, {x, y, sums[i]}, {})[0];
    }
  }
  return sums;
}

/// What `last` makes of a run of sums, which begins at (atM, atN).
SmallVector<Value> ProductBuilder::finish(SmallVector<Value> values, Value atM,
                                          Value atN) {
  KernelBuilder &b = *kernel;
  SmallVector<SmallVector<Value>> arguments(values.size()), loops;
  int64_t run = int64_t(values.size());
  for (int64_t i = 0; i < run; ++i) {
    SmallVector<Value> all(op.getNumLoops());
    for (auto [nest, at] : {Place{&m, atM}, Place{&n, b.add(atN, b.number(i))},
                            Place{&batch, batchId}})
      for (auto [loop, value] :
           llvm::zip_equal(nest->loops, b.delinearise(at, nest->extents)))
        all[loop] = value;
    loops.push_back(llvm::map_to_vector(
        lastLoops, [&](unsigned loop) { return all[loop]; }));
  }
  for (OpOperand &operand : last->getOpOperands()) {
    SmallVector<Value> given(run);
    const Access &place = lastAccess[operand.getOperandNumber()];
    Place atBatch{&batch, batchId};
    if (operand.get() == op->getResult(0))
      given = values;
    else if (isRead(last, operand) && getRun(place, n) == run)
      given = b.loadRun(operand.get(),
                        offset(place, {{&m, atM}, {&n, atN}, atBatch}), run,
                        /*isWhole=*/true);
    else if (isRead(last, operand))
      for (int64_t i = 0; i < run; ++i)
        given[i] = b.load(
            operand.get(),
            offset(place, {{&m, atM}, {&n, b.add(atN, b.number(i))}, atBatch}));
    for (auto [list, value] : llvm::zip_equal(arguments, given))
      list.push_back(value);
  }
  SmallVector<Value> results;
  for (int64_t i = 0; i < run; ++i)
    results.push_back(b.inlineBody(last, arguments[i], loops[i])[0]);
  return results;
}

void ProductBuilder::write(ValueRange sums, Value firstM, Value firstN) {
  KernelBuilder &b = *kernel;
  const Access &target = last ? lastAccess.back() : access[2];
  Value result = (last ? last : op)->getResult(0);
  int64_t run = getRun(target, n);
  Value start;
  if (fill)
    start = b.inlineBody(fill, {Value()}, {})[0];
  auto add = [&](Value x, Value y) -> Value {
    return isa<FloatType>(type) ? arith::AddFOp::create(b.b, x, y).getResult()
                                : arith::AddIOp::create(b.b, x, y).getResult();
  };
  for (int64_t i = 0; i < kPerThread * kPerThread; i += run) {
    Value atM = b.add(firstM, b.number(i / kPerThread)),
          atN = b.add(firstN, b.number(i % kPerThread));
    Value inside = arith::AndIOp::create(b.b, b.isLess(atM, m.size),
                                         b.isLess(atN, n.size));
    b.when(inside, [&] {
      SmallVector<Value> values(sums.begin() + i, sums.begin() + i + run);
      Place places[] = {{&m, atM}, {&n, atN}, {&batch, batchId}};
      if (readsInit)
        for (int64_t j = 0; j < run; ++j) {
          places[1].second = b.add(atN, b.number(j));
          values[j] =
              add(b.load(op.getDpsInits()[0], offset(access[2], places)),
                  values[j]);
        }
      places[1].second = atN;
      if (start)
        for (Value &value : values)
          value = add(start, value);
      if (last)
        values = finish(std::move(values), atM, atN);
      b.storeRun(values, result, offset(target, places), /*isWhole=*/true);
    });
  }
}

LogicalResult ProductBuilder::build() {
  if (failed(analyse()))
    return failure();
  int64_t tilesM = llvm::divideCeil(m.size, kTile),
          tilesN = llvm::divideCeil(n.size, kTile);
  int64_t work = m.size * n.size * batch.size;
  kernel.emplace(plan, op.getLoc(), "product", getTensors(), kThreads,
                 std::max(work, k.size + kTile));
  KernelBuilder &b = *kernel;
  auto makeTile = [&](unsigned operand) {
    return b.shared(kPitch * kDepth * getElementBytes(getTileType(operand)),
                    16);
  };
  Value tileA = makeTile(0), tileB = makeTile(1);
  SmallVector<Value> tile =
      b.delinearise(b.blockId(), {batch.size, tilesM, tilesN});
  batchId = tile[0];
  Value firstM = b.mul(tile[1], kTile), firstN = b.mul(tile[2], kTile);
  Value thread = b.threadId();
  Value row = b.mul(b.div(thread, kTile / kPerThread), kPerThread);
  Value column = b.mul(b.rem(thread, kTile / kPerThread), kPerThread);

  SmallVector<Value> sums(kPerThread * kPerThread, b.zero(type));
  auto steps = scf::ForOp::create(b.b, b.number(0), b.number(k.size),
                                  b.number(kDepth), sums);
  b.b.setInsertionPointToStart(steps.getBody());
  stage(0, m, firstM, steps.getInductionVar(), tileA);
  stage(1, n, firstN, steps.getInductionVar(), tileB);
  b.barrier();
  sums.assign(steps.getRegionIterArgs().begin(),
              steps.getRegionIterArgs().end());
  sums = addLevels(tileA, tileB, row, column, std::move(sums));
  b.barrier();
  scf::YieldOp::create(b.b, sums);
  b.b.setInsertionPointAfter(steps);
  write(steps.getResults(), b.add(firstM, row), b.add(firstN, column));
  b.finish({batch.size * tilesM * tilesN, 1, 1});
  return success();
}

LogicalResult sbp::cuda::buildProduct(LaunchPlan &plan, linalg::GenericOp op,
                                      linalg::GenericOp last) {
  return ProductBuilder(plan, op, last).build();
}

LogicalResult sbp::cuda::buildProduct(LaunchPlan &plan, linalg::GenericOp op) {
  return buildProduct(plan, op, nullptr);
}
