//===- Columns.cpp - sums down the columns --------------------------------===//
//
// Reductions whose result lies along what stays of the innermost loop: lanes of
// a warp take runs of neighbouring elements of the result, the rows of a block
// take turns at the loops that are reduced. Their parts are joined in shared
// memory, halves by halves: the same order for every launch.
//
//===----------------------------------------------------------------------===//
#include "KernelBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "sbp/Target/Region/Steps.h"

using namespace mlir;
using namespace sbp::cuda;

static constexpr int64_t kThreads = 256, kMostLanes = 32;
/// Of fewer terms one thread makes the sum.
static constexpr int64_t kFewTerms = 16;

namespace {
class ColumnsBuilder {
public:
  ColumnsBuilder(LaunchPlan &plan, linalg::GenericOp op)
      : plan(plan), op(op), extents(op.getStaticLoopRanges()),
        combiner(getCombiner(op)) {}
  LogicalResult build();

private:
  LogicalResult analyse();
  Value fold(Value x, Value y);
  SmallVector<Value> fetch(OpOperand &operand, ArrayRef<Value> loops);
  SmallVector<Value> addTerms(Value slot, SmallVector<Value> sums);
  SmallVector<Value> join(Value slot, Value lane, SmallVector<Value> sums);

  LaunchPlan &plan;
  linalg::GenericOp op;
  SmallVector<int64_t> extents;
  Operation *combiner;
  SmallVector<unsigned> reduced;
  SmallVector<int64_t> kept, turns; ///< extents of the loops of either kind
  unsigned inner = 0;
  int64_t length = 1, lanes = 1, slots = 1, runs = 1, terms = 1;
  std::optional<KernelBuilder> kernel;
  SmallVector<Value> first; ///< loops of the thread's run
};
} // namespace

LogicalResult ColumnsBuilder::analyse() {
  OpOperand &init = op.getDpsInitsMutable()[0];
  if (op->getNumResults() != 1 || !combiner ||
      !sbp::region::isFill(init.get().getDefiningOp()))
    return failure();
  auto written =
      getAccess(op.getMatchingIndexingMap(&init), op.getShape(&init));
  if (!written)
    return failure();
  kept = extents;
  std::optional<unsigned> unit;
  for (auto [i, kind] : llvm::enumerate(op.getIteratorTypesArray())) {
    if (kind == utils::IteratorType::parallel) {
      if (written->coefficients[i] == 1 && extents[i] > 1)
        unit = unsigned(i);
      continue;
    }
    if (written->coefficients[i] != 0)
      return failure(); // written as it grows
    reduced.push_back(unsigned(i));
    turns.push_back(extents[i]);
    terms *= extents[i];
    kept[i] = 1;
  }
  if (!unit || terms < kFewTerms)
    return failure();
  inner = *unit;
  int64_t widest =
      getElementBytes(getElementTypeOrSelf(op->getResult(0).getType()));
  bool isAlong = false;
  for (OpOperand *input : op.getDpsInputOperands()) {
    auto access =
        getAccess(op.getMatchingIndexingMap(input), op.getShape(input));
    if (!access)
      return failure();
    isAlong |= access->coefficients[inner] == 1;
    widest =
        std::max(widest, getElementBytes(getElementTypeOrSelf(input->get())));
  }
  length = std::max<int64_t>(1, 16 / widest);
  while (extents[inner] % length)
    length /= 2;
  return success(isAlong);
}

Value ColumnsBuilder::fold(Value x, Value y) {
  IRMapping map;
  map.map(combiner->getOperand(0), x);
  map.map(combiner->getOperand(1), y);
  return kernel->b.clone(*combiner, map)->getResult(0);
}

SmallVector<Value> ColumnsBuilder::fetch(OpOperand &operand,
                                         ArrayRef<Value> loops) {
  KernelBuilder &b = *kernel;
  if (!isRead(op, operand))
    return SmallVector<Value>(length);
  AffineMap map = op.getMatchingIndexingMap(&operand);
  auto access = getAccess(map, op.getShape(&operand));
  SmallVector<Value> at(loops);
  auto offset = [&] { return b.offset(map, op.getShape(&operand), at); };
  if (access->coefficients[inner] == 0)
    return SmallVector<Value>(length, b.load(operand.get(), offset()));
  if (isRun(access, inner, length))
    return b.loadRun(operand.get(), offset(), length, /*isWhole=*/true);
  SmallVector<Value> values;
  for (int64_t i = 0; i < length; ++i) {
    at[inner] = i ? b.add(loops[inner], b.number(i)) : loops[inner];
    values.push_back(b.load(operand.get(), offset()));
  }
  return values;
}

/// The terms that are this thread's turn, one after the other.
SmallVector<Value> ColumnsBuilder::addTerms(Value slot,
                                            SmallVector<Value> sums) {
  KernelBuilder &b = *kernel;
  auto loop =
      scf::ForOp::create(b.b, slot, b.number(terms), b.number(slots), sums);
  b.b.setInsertionPointToStart(loop.getBody());
  SmallVector<Value> loops(first);
  for (auto [i, value] :
       llvm::zip_equal(reduced, b.delinearise(loop.getInductionVar(), turns)))
    loops[i] = value;
  SmallVector<SmallVector<Value>> at(length, loops), arguments(length);
  for (int64_t i = 1; i < length; ++i)
    at[i][inner] = b.add(loops[inner], b.number(i));
  for (OpOperand *input : op.getDpsInputOperands())
    for (auto [given, value] : llvm::zip_equal(arguments, fetch(*input, loops)))
      given.push_back(value);
  for (auto [given, sum] : llvm::zip_equal(arguments, loop.getRegionIterArgs()))
    given.push_back(sum);
  SmallVector<Value> next;
  for (const auto &result : b.inlineRun(op, arguments, at, inner))
    next.push_back(result[0]);
  scf::YieldOp::create(b.b, next);
  b.b.setInsertionPointAfter(loop);
  return SmallVector<Value>(loop->result_begin(), loop->result_end());
}

/// The sums of all slots, in slot 0.
SmallVector<Value> ColumnsBuilder::join(Value slot, Value lane,
                                        SmallVector<Value> sums) {
  KernelBuilder &b = *kernel;
  Type type = sums[0].getType();
  Value parts = b.shared(kThreads * length * getElementBytes(type), 16);
  auto place = [&](Value at) {
    return b.mul(b.add(b.mul(at, lanes), lane), length);
  };
  for (int64_t half = slots / 2; half; half /= 2) {
    Value isUpper = arith::AndIOp::create(
        b.b, b.isLess(slot, 2 * half),
        arith::CmpIOp::create(b.b, arith::CmpIPredicate::uge, slot,
                              b.number(half)));
    b.when(isUpper, [&] { b.storeShared(sums, parts, place(slot)); });
    b.barrier();
    auto lower = scf::IfOp::create(b.b, SmallVector<Type>(length, type),
                                   b.isLess(slot, half), true);
    b.b.setInsertionPointToStart(lower.thenBlock());
    SmallVector<Value> other =
        b.loadShared(parts, type, place(b.add(slot, b.number(half))), length);
    for (auto [value, sum] : llvm::zip_equal(other, sums))
      value = fold(sum, value);
    scf::YieldOp::create(b.b, other);
    b.b.setInsertionPointToStart(lower.elseBlock());
    scf::YieldOp::create(b.b, sums);
    b.b.setInsertionPointAfter(lower);
    sums.assign(lower->result_begin(), lower->result_end());
  }
  return sums;
}

LogicalResult ColumnsBuilder::build() {
  if (failed(analyse()))
    return failure();
  SmallVector<Value> tensors = getGathered(op);
  for (OpOperand *input : op.getDpsInputOperands())
    if (isRead(op, *input))
      tensors.push_back(input->get());
  tensors.push_back(op->getResult(0));
  kept[inner] /= length;
  for (int64_t extent : kept)
    runs *= extent;
  lanes = std::min<int64_t>(kMostLanes, llvm::PowerOf2Ceil(runs));
  slots = kThreads / lanes;
  kernel.emplace(plan, op.getLoc(), "columns", tensors, kThreads,
                 terms + kThreads + runs * length * 2);
  KernelBuilder &b = *kernel;
  Value lane = b.rem(b.threadId(), lanes), slot = b.div(b.threadId(), lanes);
  Value run = b.add(b.mul(b.blockId(), lanes), lane);
  Value isLive = b.isLess(run, runs);
  // Lanes without a run read the last one: all of them meet at the barriers.
  first =
      b.delinearise(arith::MinUIOp::create(b.b, run, b.number(runs - 1)), kept);
  first[inner] = b.mul(first[inner], length);
  Value neutral =
      arith::ConstantOp::create(b.b, *arith::getNeutralElement(combiner));
  SmallVector<Value> sums = addTerms(slot, SmallVector<Value>(length, neutral));
  sums = join(slot, lane, std::move(sums));
  OpOperand &init = op.getDpsInitsMutable()[0];
  auto fill = init.get().getDefiningOp<linalg::GenericOp>();
  Value start = b.inlineBody(fill, {Value()}, {})[0];
  AffineMap map = op.getMatchingIndexingMap(&init);
  Value isFirst = arith::AndIOp::create(b.b, isLive, b.isLess(slot, 1));
  b.when(isFirst, [&] {
    for (Value &sum : sums)
      sum = fold(start, sum);
    ArrayRef<int64_t> shape = op.getShape(&init);
    b.storeRun(sums, op->getResult(0), b.offset(map, shape, first),
               isRun(getAccess(map, shape), inner, length));
  });
  b.finish({int64_t(llvm::divideCeil(runs, lanes)), 1, 1});
  return success();
}

LogicalResult sbp::cuda::buildColumns(LaunchPlan &plan, linalg::GenericOp op) {
  return ColumnsBuilder(plan, op).build();
}
