// Columns.cpp: reductions over the outer loops (column sums)
//
// The result is contiguous along a parallel loop that inputs are contiguous
// along as well. A block is a grid of `lanes` x `threadRows` threads. A lane
// owns a vector of neighbouring results; thread row r accumulates terms r, r +
// threadRows, and so on. The partial sums of the thread rows are then combined
// by a tree in shared memory (Harris, "Optimizing Parallel Reduction in CUDA",
// 2007), in the same order for every launch. For example, 256 threads that sum
// 1000 x 64 floats over rows are 16 lanes of 4 columns and 16 thread rows of 62
// or 63 terms.
#include "KernelBuilder.h"
#include "Prediction.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "sbp/Target/Region/Steps.h"

using namespace mlir;
using namespace sbp::cuda;

static constexpr int64_t kThreads = 256, kMaxLanes = 32;
/// With fewer terms one thread computes a sum faster than a tree.
static constexpr int64_t kMinTerms = 16;

namespace {
class ColumnsBuilder {
public:
  ColumnsBuilder(linalg::GenericOp op)
      : op(op), extents(op.getStaticLoopRanges()), combiner(getCombiner(op)) {}
  /// Finds the loops; fails if the op is not of this form.
  LogicalResult analyse();
  std::string getSchedule() const {
    return llvm::formatv("{0} columns a thread", vectorWidth);
  }
  /// Builds the kernel, after analyse().
  LogicalResult build(LaunchPlan &plan);

private:
  /// Applies the combiner of the reduction.
  Value combine(Value x, Value y);
  /// Loads the elements of an operand for a vector of results.
  SmallVector<Value> fetch(OpOperand &operand, ArrayRef<Value> loops);
  SmallVector<Value> accumulateTerms(Value threadRow, SmallVector<Value> sums);
  SmallVector<Value> reduceThreadRows(Value threadRow, Value lane,
                                      SmallVector<Value> sums);

  linalg::GenericOp op;
  SmallVector<int64_t> extents;
  Operation *combiner;
  SmallVector<unsigned> reduced;
  SmallVector<int64_t> resultExtents,
      reducedExtents; ///< of the parallel and of the reduction loops
  unsigned inner = 0;
  int64_t vectorWidth = 1, lanes = 1, threadRows = 1, numVectors = 1, terms = 1;
  std::optional<KernelBuilder> kernel;
  SmallVector<Value> first; ///< loop indices of the thread's first result
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
  resultExtents = extents;
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
    reducedExtents.push_back(extents[i]);
    terms *= extents[i];
    resultExtents[i] = 1;
  }
  // Without a contiguous loop neighbouring threads would not access
  // neighbouring memory.
  if (!unit || terms < kMinTerms)
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
  vectorWidth = std::max<int64_t>(1, 16 / widest);
  while (extents[inner] % vectorWidth)
    vectorWidth /= 2;
  return success(isAlong);
}

Value ColumnsBuilder::combine(Value x, Value y) {
  IRMapping map;
  map.map(combiner->getOperand(0), x);
  map.map(combiner->getOperand(1), y);
  return kernel->builder.clone(*combiner, map)->getResult(0);
}

SmallVector<Value> ColumnsBuilder::fetch(OpOperand &operand,
                                         ArrayRef<Value> loops) {
  KernelBuilder &b = *kernel;
  if (!isRead(op, operand))
    return SmallVector<Value>(vectorWidth);
  AffineMap map = op.getMatchingIndexingMap(&operand);
  auto access = getAccess(map, op.getShape(&operand));
  SmallVector<Value> at(loops);
  auto offset = [&] { return b.offset(map, op.getShape(&operand), at); };
  if (access->coefficients[inner] == 0)
    return SmallVector<Value>(vectorWidth, b.load(operand.get(), offset()));
  if (isContiguous(access, inner, vectorWidth))
    return b.loadVector(operand.get(), offset(), vectorWidth,
                        /*isAligned=*/true);
  SmallVector<Value> values;
  for (int64_t i = 0; i < vectorWidth; ++i) {
    at[inner] = i ? b.add(loops[inner], b.constant(i)) : loops[inner];
    values.push_back(b.load(operand.get(), offset()));
  }
  return values;
}

/// Accumulates the terms of this thread row.
SmallVector<Value> ColumnsBuilder::accumulateTerms(Value threadRow,
                                                   SmallVector<Value> sums) {
  KernelBuilder &b = *kernel;
  auto loop = scf::ForOp::create(b.builder, threadRow, b.constant(terms),
                                 b.constant(threadRows), sums);
  b.builder.setInsertionPointToStart(loop.getBody());
  SmallVector<Value> loops(first);
  for (auto [i, value] : llvm::zip_equal(
           reduced, b.delinearise(loop.getInductionVar(), reducedExtents)))
    loops[i] = value;
  SmallVector<SmallVector<Value>> at(vectorWidth, loops),
      arguments(vectorWidth);
  for (int64_t i = 1; i < vectorWidth; ++i)
    at[i][inner] = b.add(loops[inner], b.constant(i));
  for (OpOperand *input : op.getDpsInputOperands())
    for (auto [given, value] : llvm::zip_equal(arguments, fetch(*input, loops)))
      given.push_back(value);
  for (auto [given, sum] : llvm::zip_equal(arguments, loop.getRegionIterArgs()))
    given.push_back(sum);
  SmallVector<Value> next;
  for (const auto &result : b.inlineBodies(op, arguments, at, inner))
    next.push_back(result[0]);
  scf::YieldOp::create(b.builder, next);
  b.builder.setInsertionPointAfter(loop);
  return SmallVector<Value>(loop->result_begin(), loop->result_end());
}

/// Combines the sums of all thread rows; thread row 0 receives the results.
SmallVector<Value> ColumnsBuilder::reduceThreadRows(Value threadRow, Value lane,
                                                    SmallVector<Value> sums) {
  KernelBuilder &b = *kernel;
  Type type = sums[0].getType();
  Value parts =
      b.allocateShared(kThreads * vectorWidth * getElementBytes(type), 16);
  auto slotIndex = [&](Value at) {
    return b.mul(b.add(b.mul(at, lanes), lane), vectorWidth);
  };
  for (int64_t half = threadRows / 2; half; half /= 2) {
    // Thread rows [half, 2 half) hand their sums to thread rows [0, half).
    Value isUpper = arith::AndIOp::create(
        b.builder, b.isLess(threadRow, 2 * half),
        arith::CmpIOp::create(b.builder, arith::CmpIPredicate::uge, threadRow,
                              b.constant(half)));
    b.ifThen(isUpper,
             [&] { b.storeShared(sums, parts, slotIndex(threadRow)); });
    b.barrier();
    auto lower =
        scf::IfOp::create(b.builder, SmallVector<Type>(vectorWidth, type),
                          b.isLess(threadRow, half), /*withElseRegion=*/true);
    b.builder.setInsertionPointToStart(lower.thenBlock());
    SmallVector<Value> other =
        b.loadShared(parts, type, slotIndex(b.add(threadRow, b.constant(half))),
                     vectorWidth);
    for (auto [value, sum] : llvm::zip_equal(other, sums))
      value = combine(sum, value);
    scf::YieldOp::create(b.builder, other);
    b.builder.setInsertionPointToStart(lower.elseBlock());
    scf::YieldOp::create(b.builder, sums);
    b.builder.setInsertionPointAfter(lower);
    sums.assign(lower->result_begin(), lower->result_end());
  }
  return sums;
}

LogicalResult ColumnsBuilder::build(LaunchPlan &plan) {
  SmallVector<Value> tensors = getGatheredTensors(op);
  for (OpOperand *input : op.getDpsInputOperands())
    if (isRead(op, *input))
      tensors.push_back(input->get());
  tensors.push_back(op->getResult(0));
  resultExtents[inner] /= vectorWidth;
  for (int64_t extent : resultExtents)
    numVectors *= extent;
  lanes = std::min<int64_t>(kMaxLanes, llvm::PowerOf2Ceil(numVectors));
  threadRows = kThreads / lanes;
  kernel.emplace(plan, op.getLoc(), "columns", tensors, kThreads,
                 terms + kThreads + numVectors * vectorWidth * 2);
  KernelBuilder &b = *kernel;
  Value lane = b.rem(b.threadId(), lanes),
        threadRow = b.div(b.threadId(), lanes);
  Value vector = b.add(b.mul(b.blockId(), lanes), lane);
  Value isActive = b.isLess(vector, numVectors);
  // Lanes without a vector compute the last one again: all threads must reach
  // the barriers.
  first = b.delinearise(
      arith::MinUIOp::create(b.builder, vector, b.constant(numVectors - 1)),
      resultExtents);
  first[inner] = b.mul(first[inner], vectorWidth);
  Value neutral =
      arith::ConstantOp::create(b.builder, *arith::getNeutralElement(combiner));
  SmallVector<Value> sums =
      accumulateTerms(threadRow, SmallVector<Value>(vectorWidth, neutral));
  sums = reduceThreadRows(threadRow, lane, std::move(sums));
  OpOperand &init = op.getDpsInitsMutable()[0];
  auto fill = init.get().getDefiningOp<linalg::GenericOp>();
  Value start = b.inlineBody(fill, {Value()}, {})[0];
  AffineMap map = op.getMatchingIndexingMap(&init);
  Value isFirst =
      arith::AndIOp::create(b.builder, isActive, b.isLess(threadRow, 1));
  b.ifThen(isFirst, [&] {
    for (Value &sum : sums)
      sum = combine(start, sum);
    ArrayRef<int64_t> shape = op.getShape(&init);
    b.storeVector(sums, op->getResult(0), b.offset(map, shape, first),
                  isContiguous(getAccess(map, shape), inner, vectorWidth));
  });
  b.finish({int64_t(llvm::divideCeil(numVectors, lanes)), 1, 1});
  return success();
}

namespace {
class Columns : public Generator {
public:
  StringRef getName() const override { return "columns"; }
  void match(Window window, const Chip &chip,
             SmallVectorImpl<Candidate> &candidates) const override {
    auto op = dyn_cast<linalg::GenericOp>(window.front());
    if (!op || !op.getNumReductionLoops())
      return;
    ColumnsBuilder builder(op);
    if (succeeded(builder.analyse()))
      candidates.push_back(
          candidate(builder.getSchedule(),
                    getCopySeconds(chip, getAccessedBytes(op), kShare)));
  }
  LogicalResult emit(const Candidate &, Window ops,
                     LaunchPlan &plan) const override {
    ColumnsBuilder builder(cast<linalg::GenericOp>(ops.front()));
    if (failed(builder.analyse()))
      return failure();
    return builder.build(plan);
  }

private:
  static constexpr double kShare = 0.10; ///< of a copy, measured
};
} // namespace

namespace sbp::cuda {
void registerColumns(GeneratorList &generators) {
  generators.push_back(std::make_unique<Columns>());
}
} // namespace sbp::cuda
