// ColumnSums.cpp: the common parts of all kernels of column sums
#include "ColumnSums.h"
#include "Choice/Prediction.h"
#include "Generators/Rows/RowGroup.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "sbp/Target/Region/Steps.h"

using namespace mlir;
using namespace sbp::cuda;

static constexpr int64_t kMaxLanes = 32;
/// With fewer terms one thread computes a sum faster than a tree.
static constexpr int64_t kMinTerms = 16;

static int64_t getBytes(Value tensor) {
  return getElementBytes(getElementTypeOrSelf(tensor.getType()));
}

ColumnSums::ColumnSums(linalg::GenericOp op)
    : op(op), extents(op.getStaticLoopRanges()), combiner(getCombiner(op)) {}

LogicalResult ColumnSums::analyse() {
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
  int64_t widest = getBytes(op->getResult(0));
  bool isAlong = false;
  for (OpOperand *input : op.getDpsInputOperands()) {
    auto access =
        getAccess(op.getMatchingIndexingMap(input), op.getShape(input));
    if (!access)
      return failure();
    isAlong |= access->coefficients[inner] == 1;
    widest = std::max(widest, getBytes(input->get()));
  }
  int64_t width = std::max<int64_t>(1, 16 / widest);
  while (extents[inner] % width)
    width /= 2;
  arrange(width);
  termsPerBlock = terms;
  return success(isAlong);
}

void ColumnSums::arrange(int64_t width) {
  vectorWidth = width;
  resultExtents[inner] = extents[inner] / width;
  numVectors = 1;
  for (int64_t extent : resultExtents)
    numVectors *= extent;
  lanes = std::min<int64_t>(kMaxLanes, llvm::PowerOf2Ceil(numVectors));
  threadRows = kThreads / lanes;
  columnBlocks = llvm::divideCeil(numVectors, lanes);
}

bool ColumnSums::split() {
  int64_t most = std::max<int64_t>(1, terms / getLeastTerms());
  termsPerBlock = llvm::divideCeil(terms, std::min(getMostSplits(), most));
  splits = llvm::divideCeil(terms, termsPerBlock);
  return splits > 1;
}

double ColumnSums::countInputBytes() {
  // Every iteration loads its terms: unlike a product, nothing is reused.
  double bytes = 0;
  for (OpOperand *input : op.getDpsInputOperands())
    if (isRead(op, *input))
      bytes += countIterations(op) * double(getBytes(input->get()));
  return bytes;
}

double ColumnSums::countResultBytes() {
  return countIterations(op) / double(terms) *
         double(getBytes(op->getResult(0)));
}

double ColumnSums::predictTotal(const Chip &chip) {
  if (splits == 1)
    return 0;
  return chip.launchSeconds +
         2 * double(splits) * countResultBytes() / chip.copyRate;
}

Value ColumnSums::combine(Value x, Value y) {
  IRMapping map;
  map.map(combiner->getOperand(0), x);
  map.map(combiner->getOperand(1), y);
  return kernel->builder.clone(*combiner, map)->getResult(0);
}

ColumnSums::Values ColumnSums::getNeutral(int64_t count) {
  Value neutral = arith::ConstantOp::create(
      kernel->builder, *arith::getNeutralElement(combiner));
  return Values(size_t(count), neutral);
}

ColumnSums::Values ColumnSums::getLoops(Value index) {
  Values loops(first);
  for (auto [i, value] :
       llvm::zip_equal(reduced, kernel->delinearise(index, reducedExtents)))
    loops[i] = value;
  return loops;
}

ColumnSums::Values ColumnSums::addTerms(Value start, Value end, int64_t step,
                                        int64_t count, Values sums,
                                        AddTerm addTerm) {
  KernelBuilder &builder = *kernel;
  auto accumulate = [&](Value first, Value last, int64_t unroll) {
    sums = builder.forLoop(
        first, last, step * unroll, sums, [&](Value index, ValueRange now) {
          bool isGroup = unroll > 1;
          Values next = isGroup ? getNeutral(int64_t(now.size())) : Values(now);
          for (int64_t i = 0; i < unroll; ++i)
            next = addTerm(i ? builder.add(index, builder.constant(i * step))
                             : index,
                           std::move(next));
          // Sums of groups have shorter chains of roundings than one of all.
          for (auto [sum, before] : llvm::zip_equal(next, now))
            sum = isGroup ? combine(before, sum) : sum;
          return next;
        });
  };
  if (count > 1) {
    // The groups of terms that lie before `end` as a whole, then the rest.
    int64_t group = step * count;
    Value last = arith::SubIOp::create(builder.builder, end,
                                       builder.constant(group - step));
    Value whole = arith::MaxSIOp::create(builder.builder, last, start);
    Value groups = builder.div(
        builder.add(arith::SubIOp::create(builder.builder, whole, start),
                    builder.constant(group - 1)),
        group);
    accumulate(start, whole, count);
    start = builder.add(start, builder.mul(groups, group));
  }
  accumulate(start, end, 1);
  return sums;
}

ColumnSums::Values ColumnSums::reduceThreadRows(Values sums) {
  KernelBuilder &builder = *kernel;
  if (threadRows == 1)
    return sums;
  Type type = sums[0].getType();
  Value parts = builder.allocateShared(
      kThreads * vectorWidth * getElementBytes(type), 16);
  auto slotIndex = [&](Value at) {
    return builder.mul(builder.add(builder.mul(at, lanes), lane), vectorWidth);
  };
  for (int64_t half = int64_t(llvm::PowerOf2Ceil(threadRows)) / 2; half;
       half /= 2) {
    // Thread rows from `half` on hand their sums to the first rows.
    int64_t handed = std::min(half, threadRows - half);
    Value isUpper = arith::AndIOp::create(
        builder.builder, builder.isLess(threadRow, half + handed),
        arith::CmpIOp::create(builder.builder, arith::CmpIPredicate::uge,
                              threadRow, builder.constant(half)));
    builder.ifThen(isUpper, [&] {
      builder.storeShared(sums, parts, slotIndex(threadRow));
    });
    builder.barrier();
    sums = builder.ifElse(builder.isLess(threadRow, handed), sums, [&] {
      Values other = builder.loadShared(
          parts, type,
          slotIndex(builder.add(threadRow, builder.constant(half))),
          vectorWidth);
      for (auto [value, sum] : llvm::zip_equal(other, sums))
        value = combine(sum, value);
      return other;
    });
  }
  return sums;
}

SmallVector<Value> ColumnSums::getInputs() {
  SmallVector<Value> tensors = getGatheredTensors(op);
  for (OpOperand *input : op.getDpsInputOperands())
    if (isRead(op, *input))
      tensors.push_back(input->get());
  return tensors;
}

int64_t ColumnSums::getLargestOffset() const {
  int64_t results = 1;
  for (int64_t extent : resultExtents)
    results *= extent;
  results *= vectorWidth;
  return terms + kThreads * (kInFlight + 1) +
         results / extents[inner] * getPartColumns() * (splits + 1);
}

void ColumnSums::openKernel(LaunchPlan &plan, ArrayRef<Value> tensors,
                            int64_t blocks) {
  kernel.emplace(plan, op.getLoc(), "columns", tensors, kThreads,
                 getLargestOffset());
  KernelBuilder &builder = *kernel;
  lane = builder.rem(builder.threadId(), lanes);
  threadRow = builder.div(builder.threadId(), lanes);
  block = blocks > columnBlocks ? builder.div(builder.blockId(), columnBlocks)
                                : builder.constant(0);
  Value column = blocks > columnBlocks
                     ? builder.rem(builder.blockId(), columnBlocks)
                     : builder.blockId();
  Value own = builder.add(builder.mul(column, lanes), lane);
  isActive = builder.isLess(own, numVectors);
  // Lanes without a vector compute the last one again: all threads must reach
  // the barriers.
  Value vector = arith::MinUIOp::create(builder.builder, own,
                                        builder.constant(numVectors - 1));
  first = builder.delinearise(vector, resultExtents);
  first[inner] = builder.mul(first[inner], vectorWidth);
}

std::pair<Value, Value> ColumnSums::getOwnTerms() {
  KernelBuilder &builder = *kernel;
  Value begin = builder.mul(block, termsPerBlock);
  Value end = arith::MinUIOp::create(
      builder.builder, builder.add(begin, builder.constant(termsPerBlock)),
      builder.constant(terms));
  return {begin, end};
}

Value ColumnSums::getStart() {
  auto fill = op.getDpsInits()[0].getDefiningOp<linalg::GenericOp>();
  return kernel->inlineBody(fill, {Value()}, {})[0];
}

void ColumnSums::storeResult(Values sums) {
  KernelBuilder &builder = *kernel;
  OpOperand &init = op.getDpsInitsMutable()[0];
  Value start = getStart();
  AffineMap map = op.getMatchingIndexingMap(&init);
  Value isFirst = arith::AndIOp::create(builder.builder, isActive,
                                        builder.isLess(threadRow, 1));
  builder.ifThen(isFirst, [&] {
    for (Value &sum : sums)
      sum = combine(start, sum);
    ArrayRef<int64_t> shape = op.getShape(&init);
    builder.storeVector(
        sums, op->getResult(0), builder.offset(map, shape, first),
        isContiguous(getAccess(map, shape), inner, vectorWidth));
  });
}

int64_t ColumnSums::getPartColumns() const {
  int64_t perSector =
      kSectorBytes / getElementBytes(combiner->getResult(0).getType());
  // Lanes read several rows at once where these are short.
  if (extents[inner] <= kMaxLanes)
    return extents[inner];
  return int64_t(llvm::alignTo(extents[inner], perSector));
}

Value ColumnSums::getPartOffset(Value index, ArrayRef<Value> loops) {
  KernelBuilder &builder = *kernel;
  Value row = index;
  for (auto [i, loop] : llvm::enumerate(loops))
    if (i != inner && resultExtents[i] > 1)
      row = builder.add(builder.mul(row, resultExtents[i]), loop);
  return builder.add(builder.mul(row, getPartColumns()), loops[inner]);
}

void ColumnSums::buildTotal(LaunchPlan &plan, Value parts) {
  arrange(vectorWidth);
  SmallVector<Value> tensors = getGatheredTensors(op); // of the start value
  tensors.push_back(parts);
  tensors.push_back(op->getResult(0));
  openKernel(plan, tensors, columnBlocks);
  KernelBuilder &builder = *kernel;
  Values sums =
      addTerms(threadRow, builder.constant(splits), threadRows, kInFlight,
               getNeutral(vectorWidth), [&](Value index, Values sums) {
                 Values part =
                     builder.loadVector(parts, getPartOffset(index, first),
                                        vectorWidth, /*isAligned=*/true);
                 for (auto [sum, value] : llvm::zip_equal(sums, part))
                   sum = combine(sum, value);
                 return sums;
               });
  storeResult(reduceThreadRows(std::move(sums)));
  builder.finish({columnBlocks, 1, 1});
}

void ColumnSums::build(LaunchPlan &plan) {
  if (splits == 1) {
    buildSums(plan, Value());
    return;
  }
  int64_t rows = splits;
  for (auto [i, extent] : llvm::enumerate(resultExtents))
    rows *= i == inner ? 1 : extent;
  auto type =
      RankedTensorType::get(rows * getPartColumns(),
                            getElementTypeOrSelf(op->getResult(0).getType()));
  Value parts = plan.buffers.createTemporary(op.getLoc(), type);
  buildSums(plan, parts);
  buildTotal(plan, parts);
}
