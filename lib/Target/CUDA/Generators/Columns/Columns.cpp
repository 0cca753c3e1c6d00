// Columns.cpp: reductions over the outer loops (column sums)
//
// The result is contiguous along a parallel loop that inputs are contiguous
// along as well. A block is a grid of `lanes` x `threadRows` threads. A lane
// owns a vector of neighbouring results; thread row r accumulates terms r, r +
// threadRows, and so on, several of them in flight. The partial sums of the
// thread rows are then combined by a tree in shared memory (Harris, "Optimizing
// Parallel Reduction in CUDA", 2007), in the same order for every launch. Where
// the results alone give too few blocks, terms are split over blocks as well,
// and a second kernel combines the blocks' sums in order. For example, sums of
// 1000 x 64 floats over rows are 16 lanes of 4 columns and 16 thread rows, in 7
// blocks of 143 rows.
#include "KernelBuilder.h"
#include "Prediction.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "sbp/Target/Region/Steps.h"

using namespace mlir;
using namespace sbp::cuda;

static constexpr int64_t kThreads = 256, kMaxLanes = 32;
/// Terms that a thread loads before it adds them.
static constexpr int64_t kInFlight = 8;
/// The sums of a block cost as much traffic as two terms: at least so many
/// terms belong to a block, and a second kernel combines at most so many sums.
static constexpr int64_t kMinTermsPerBlock = 128, kMaxSplits = 64;
/// Bytes per second that the loads in flight of one block amount to.
static constexpr double kBlockRate = 4e10;
/// With fewer terms one thread computes a sum faster than a tree.
static constexpr int64_t kMinTerms = 16;

namespace {
class ColumnsBuilder {
public:
  ColumnsBuilder(linalg::GenericOp op)
      : op(op), extents(op.getStaticLoopRanges()), combiner(getCombiner(op)) {}
  /// Finds the loops; fails if the op is not of this form.
  LogicalResult analyse();
  /// Splits the terms over blocks, after analyse(). Returns false if there are
  /// too few. The number of blocks depends on the terms alone, so that sums of
  /// a part of the columns have the bits of the whole.
  bool split();
  std::string getSchedule() const {
    return llvm::formatv("{0} columns a thread, terms over {1} blocks",
                         vectorWidth, splits);
  }
  double predictSeconds(const Chip &chip);
  /// Builds the kernels, after analyse().
  LogicalResult build(LaunchPlan &plan);

private:
  using Values = SmallVector<Value>;
  /// Adds term `index` to the sums.
  using AddTerm = llvm::function_ref<Values(Value index, Values sums)>;
  /// Begins a kernel and finds the vector that this thread owns.
  void begin(LaunchPlan &plan, ArrayRef<Value> tensors, int64_t blocks);
  /// Accumulates terms `begin` to `end` over the block; thread row 0 receives
  /// the sums.
  Values sumTerms(Value begin, Value end, AddTerm addTerm);
  void buildWhole(LaunchPlan &plan);
  void buildParts(LaunchPlan &plan, Value parts);
  void buildTotal(LaunchPlan &plan, Value parts);
  Values addTerm(Value index, Values sums);
  /// Returns the offset of the thread's vector in part `index`.
  Value getPartOffset(Value index);
  void storeResult(Values sums);
  SmallVector<Value> getInputs();
  /// Applies the combiner of the reduction.
  Value combine(Value x, Value y);
  /// Loads the elements of an operand for a vector of results.
  SmallVector<Value> fetch(OpOperand &operand, ArrayRef<Value> loops);
  Values accumulate(Value first, Value end, int64_t step, int64_t count,
                    AddTerm addTerm, Values sums);
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
  int64_t columnBlocks = 1, splits = 1, termsPerBlock = 1;
  std::optional<KernelBuilder> kernel;
  Value lane, threadRow, vector, isActive, block;
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
  resultExtents[inner] /= vectorWidth;
  for (int64_t extent : resultExtents)
    numVectors *= extent;
  lanes = std::min<int64_t>(kMaxLanes, llvm::PowerOf2Ceil(numVectors));
  threadRows = kThreads / lanes;
  columnBlocks = llvm::divideCeil(numVectors, lanes);
  termsPerBlock = terms;
  return success(isAlong);
}

bool ColumnsBuilder::split() {
  termsPerBlock = llvm::divideCeil(
      terms,
      std::min(kMaxSplits, std::max<int64_t>(1, terms / kMinTermsPerBlock)));
  splits = llvm::divideCeil(terms, termsPerBlock);
  return splits > 1;
}

double ColumnsBuilder::predictSeconds(const Chip &chip) {
  double rate =
      std::min(chip.copyRate, double(columnBlocks * splits) * kBlockRate);
  double sums =
      double(numVectors * vectorWidth) *
      double(getElementBytes(getElementTypeOrSelf(op->getResult(0).getType())));
  // Every iteration loads its terms: unlike a product, nothing is reused.
  double bytes = sums;
  for (OpOperand *input : op.getDpsInputOperands())
    if (isRead(op, *input))
      bytes += countIterations(op) *
               double(getElementBytes(getElementTypeOrSelf(input->get())));
  double seconds = chip.launchSeconds + bytes / rate;
  if (splits > 1)
    seconds += chip.launchSeconds + 2 * double(splits) * sums / chip.copyRate;
  return seconds;
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

ColumnsBuilder::Values ColumnsBuilder::addTerm(Value index, Values sums) {
  KernelBuilder &b = *kernel;
  SmallVector<Value> loops(first);
  for (auto [i, value] :
       llvm::zip_equal(reduced, b.delinearise(index, reducedExtents)))
    loops[i] = value;
  SmallVector<SmallVector<Value>> at(vectorWidth, loops),
      arguments(vectorWidth);
  for (int64_t i = 1; i < vectorWidth; ++i)
    at[i][inner] = b.add(loops[inner], b.constant(i));
  for (OpOperand *input : op.getDpsInputOperands())
    for (auto [given, value] : llvm::zip_equal(arguments, fetch(*input, loops)))
      given.push_back(value);
  for (auto [given, sum] : llvm::zip_equal(arguments, sums))
    given.push_back(sum);
  Values next;
  for (const auto &result : b.inlineBodies(op, arguments, at, inner))
    next.push_back(result[0]);
  return next;
}

/// Adds the terms first, first + step, ... below `end`, `count` at a time.
ColumnsBuilder::Values ColumnsBuilder::accumulate(Value first, Value end,
                                                  int64_t step, int64_t count,
                                                  AddTerm addTerm,
                                                  Values sums) {
  KernelBuilder &b = *kernel;
  return b.forLoop(
      first, end, step * count, sums, [&](Value index, ValueRange now) {
        Values next(now);
        for (int64_t i = 0; i < count; ++i)
          next = addTerm(i ? b.add(index, b.constant(i * step)) : index,
                         std::move(next));
        return next;
      });
}

ColumnsBuilder::Values ColumnsBuilder::sumTerms(Value begin, Value end,
                                                AddTerm addTerm) {
  KernelBuilder &b = *kernel;
  Value neutral =
      arith::ConstantOp::create(b.builder, *arith::getNeutralElement(combiner));
  Values sums(vectorWidth, neutral);
  Value start = b.add(begin, threadRow);
  int64_t group = threadRows * kInFlight;
  // The groups of terms that lie in front of `end` as a whole, then the rest.
  Value last =
      arith::SubIOp::create(b.builder, end, b.constant(group - threadRows));
  Value whole = arith::MaxSIOp::create(b.builder, last, start);
  Value groups = b.div(b.add(arith::SubIOp::create(b.builder, whole, start),
                             b.constant(group - 1)),
                       group);
  sums = accumulate(start, whole, threadRows, kInFlight, addTerm, sums);
  sums = accumulate(b.add(start, b.mul(groups, group)), end, threadRows, 1,
                    addTerm, sums);
  return reduceThreadRows(threadRow, lane, std::move(sums));
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

SmallVector<Value> ColumnsBuilder::getInputs() {
  SmallVector<Value> tensors = getGatheredTensors(op);
  for (OpOperand *input : op.getDpsInputOperands())
    if (isRead(op, *input))
      tensors.push_back(input->get());
  return tensors;
}

void ColumnsBuilder::begin(LaunchPlan &plan, ArrayRef<Value> tensors,
                           int64_t blocks) {
  kernel.emplace(plan, op.getLoc(), "columns", tensors, kThreads,
                 terms + kThreads * (kInFlight + 1) +
                     numVectors * vectorWidth * (splits + 1));
  KernelBuilder &b = *kernel;
  lane = b.rem(b.threadId(), lanes);
  threadRow = b.div(b.threadId(), lanes);
  block =
      blocks > columnBlocks ? b.div(b.blockId(), columnBlocks) : b.constant(0);
  Value column =
      blocks > columnBlocks ? b.rem(b.blockId(), columnBlocks) : b.blockId();
  Value own = b.add(b.mul(column, lanes), lane);
  isActive = b.isLess(own, numVectors);
  // Lanes without a vector compute the last one again: all threads must reach
  // the barriers.
  vector = arith::MinUIOp::create(b.builder, own, b.constant(numVectors - 1));
  first = b.delinearise(vector, resultExtents);
  first[inner] = b.mul(first[inner], vectorWidth);
}

void ColumnsBuilder::storeResult(Values sums) {
  KernelBuilder &b = *kernel;
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
}

Value ColumnsBuilder::getPartOffset(Value index) {
  KernelBuilder &b = *kernel;
  return b.mul(b.add(b.mul(index, numVectors), vector), vectorWidth);
}

void ColumnsBuilder::buildWhole(LaunchPlan &plan) {
  SmallVector<Value> tensors = getInputs();
  tensors.push_back(op->getResult(0));
  begin(plan, tensors, columnBlocks);
  storeResult(sumTerms(kernel->constant(0), kernel->constant(terms),
                       [&](Value index, Values sums) {
                         return addTerm(index, std::move(sums));
                       }));
  kernel->finish({columnBlocks, 1, 1});
}

void ColumnsBuilder::buildParts(LaunchPlan &plan, Value parts) {
  SmallVector<Value> tensors = getInputs();
  tensors.push_back(parts);
  begin(plan, tensors, columnBlocks * splits);
  KernelBuilder &b = *kernel;
  Value firstTerm = b.mul(block, termsPerBlock);
  Value end = arith::MinUIOp::create(
      b.builder, b.add(firstTerm, b.constant(termsPerBlock)),
      b.constant(terms));
  Values sums = sumTerms(firstTerm, end, [&](Value index, Values sums) {
    return addTerm(index, std::move(sums));
  });
  Value isFirst =
      arith::AndIOp::create(b.builder, isActive, b.isLess(threadRow, 1));
  b.ifThen(isFirst, [&] {
    b.storeVector(sums, parts, getPartOffset(block), /*isAligned=*/true);
  });
  b.finish({columnBlocks * splits, 1, 1});
}

void ColumnsBuilder::buildTotal(LaunchPlan &plan, Value parts) {
  SmallVector<Value> tensors = getGatheredTensors(op); // of the start value
  tensors.push_back(parts);
  tensors.push_back(op->getResult(0));
  begin(plan, tensors, columnBlocks);
  KernelBuilder &b = *kernel;
  storeResult(sumTerms(
      b.constant(0), b.constant(splits), [&](Value index, Values sums) {
        Values part = b.loadVector(parts, getPartOffset(index), vectorWidth,
                                   /*isAligned=*/true);
        for (auto [sum, value] : llvm::zip_equal(sums, part))
          sum = combine(sum, value);
        return sums;
      }));
  b.finish({columnBlocks, 1, 1});
}

LogicalResult ColumnsBuilder::build(LaunchPlan &plan) {
  if (splits == 1) {
    buildWhole(plan);
    return success();
  }
  auto type =
      RankedTensorType::get(splits * numVectors * vectorWidth,
                            getElementTypeOrSelf(op->getResult(0).getType()));
  Value parts = plan.buffers.createTemporary(op.getLoc(), type);
  buildParts(plan, parts);
  buildTotal(plan, parts);
  return success();
}

namespace {
class Columns : public Generator {
public:
  StringRef getName() const override { return "columns"; }
  void match(Window window, const Chip &chip,
             SmallVectorImpl<Candidate> &candidates) const override {
    auto op = dyn_cast<linalg::GenericOp>(window.front());
    // The prediction does not hold for products, whose factors are read again
    // for every result.
    if (!op || !op.getNumReductionLoops() || isIntegerProduct(op))
      return;
    ColumnsBuilder builder(op);
    if (failed(builder.analyse()))
      return;
    candidates.push_back(
        candidate(builder.getSchedule(), builder.predictSeconds(chip)));
    if (!builder.split())
      return;
    candidates.push_back(
        candidate(builder.getSchedule(), builder.predictSeconds(chip)));
    candidates.back().variant = kSplit;
  }
  LogicalResult emit(const Candidate &chosen, Window ops,
                     LaunchPlan &plan) const override {
    ColumnsBuilder builder(cast<linalg::GenericOp>(ops.front()));
    if (failed(builder.analyse()))
      return failure();
    if (chosen.variant == kSplit)
      builder.split();
    return builder.build(plan);
  }

private:
  static constexpr unsigned kSplit = 1; ///< the variant of two kernels
};
} // namespace

namespace sbp::cuda {
void registerColumns(GeneratorList &generators) {
  generators.push_back(std::make_unique<Columns>());
}
} // namespace sbp::cuda
