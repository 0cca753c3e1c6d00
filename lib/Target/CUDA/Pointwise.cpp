//===- Pointwise.cpp - one thread, a patch of the two innermost loops -----===//
//
// A thread handles up to 16 bytes along the innermost loop, its neighbours the
// next. Where an operand is the same along one of the two innermost loops (a
// bias, a factor of each row, the number of a row that is looked up), a thread
// of a large kernel handles several rows and reads that operand once.
//
//===----------------------------------------------------------------------===//
#include "KernelBuilder.h"

using namespace mlir;
using namespace sbp::cuda;

static constexpr int64_t kThreads = 256;
/// What a thread holds of one operand at most; threads that a device wants.
static constexpr int64_t kMostValues = 32, kMostRows = 8, kFewThreads = 65536;

namespace {
class PointwiseBuilder {
public:
  PointwiseBuilder(LaunchPlan &plan, linalg::GenericOp op)
      : plan(plan), op(op), extents(op.getStaticLoopRanges()) {}
  LogicalResult build();

private:
  using Values = SmallVector<Value>; ///< row by row
  void analyse();
  int64_t getCoefficient(OpOperand &operand, unsigned loop) const {
    const auto &access = accesses[operand.getOperandNumber()];
    return access && loop < extents.size() ? access->coefficients[loop] : 0;
  }
  void chooseLength();
  void chooseRows();
  Value offsetOf(OpOperand &operand, int64_t row, int64_t i);
  bool isWhole(OpOperand &operand) const {
    return inner < extents.size() &&
           isRun(accesses[operand.getOperandNumber()], inner, length);
  }
  Values fetch(OpOperand &operand);
  void buildPatch();

  LaunchPlan &plan;
  linalg::GenericOp op;
  SmallVector<int64_t> extents;
  SmallVector<std::optional<Access>> accesses;
  unsigned inner = 0, outer = 0; ///< loops; beyond the last: none
  int64_t length = 1, rows = 1, total = 1;
  std::optional<KernelBuilder> kernel;
  SmallVector<SmallVector<Value>> at; ///< loops of each element, row by row
};
} // namespace

void PointwiseBuilder::analyse() {
  for (OpOperand &operand : op->getOpOperands())
    accesses.push_back(
        getAccess(op.getMatchingIndexingMap(&operand), op.getShape(&operand)));
  for (int64_t extent : extents)
    total *= extent;
  inner = outer = unsigned(extents.size());
  for (unsigned i = 0; i < extents.size(); ++i)
    if (extents[i] > 1) {
      outer = inner;
      inner = i;
    }
  chooseLength();
  chooseRows();
}

/// As many elements as make 16 bytes of the widest tensor that is streamed.
void PointwiseBuilder::chooseLength() {
  if (inner == extents.size())
    return;
  int64_t widest = 1;
  for (OpOperand &operand : op->getOpOperands())
    if (getCoefficient(operand, inner) != 0)
      widest = std::max(widest, getElementBytes(getElementTypeOrSelf(
                                    operand.get().getType())));
  length = std::max<int64_t>(1, 16 / widest);
  while (extents[inner] % length)
    length /= 2;
}

/// One row unless some of what is read is the same for several: an operand that
/// does not move along one of the loops, and does along the other.
void PointwiseBuilder::chooseRows() {
  if (outer == extents.size())
    return;
  bool isShared = llvm::any_of(op->getOpOperands(), [&](OpOperand &operand) {
    return isRead(op, operand) && (getCoefficient(operand, inner) != 0) !=
                                      (getCoefficient(operand, outer) != 0);
  });
  for (int64_t count = kMostRows; isShared && rows == 1 && count > 1;
       count /= 2)
    if (extents[outer] % count == 0 && count * length <= kMostValues &&
        total / (count * length) >= kFewThreads)
      rows = count;
}

Value PointwiseBuilder::offsetOf(OpOperand &operand, int64_t row, int64_t i) {
  return kernel->offset(op.getMatchingIndexingMap(&operand),
                        op.getShape(&operand), at[row * length + i]);
}

PointwiseBuilder::Values PointwiseBuilder::fetch(OpOperand &operand) {
  KernelBuilder &b = *kernel;
  Values values(rows * length);
  if (!isRead(op, operand))
    return values;
  const auto &access = accesses[operand.getOperandNumber()];
  bool isColumn = access && getCoefficient(operand, inner) == 0;
  bool isRow = access && getCoefficient(operand, outer) == 0;
  Values column;
  if (isColumn && rows > 1 && isRun(access, outer, rows))
    column = b.loadRun(operand.get(), offsetOf(operand, 0, 0), rows,
                       /*isWhole=*/true);
  for (int64_t row = 0; row < rows; ++row) {
    Values run;
    if (!column.empty())
      run.push_back(column[row]);
    else if (row && isRow)
      run.assign(values.begin(), values.begin() + length);
    else if (isColumn)
      run.push_back(b.load(operand.get(), offsetOf(operand, row, 0)));
    else if (isWhole(operand))
      run = b.loadRun(operand.get(), offsetOf(operand, row, 0), length,
                      /*isWhole=*/true);
    else
      for (int64_t i = 0; i < length; ++i)
        run.push_back(b.load(operand.get(), offsetOf(operand, row, i)));
    for (int64_t i = 0; i < length; ++i)
      values[row * length + i] = run.size() == 1 ? run[0] : run[i];
  }
  return values;
}

void PointwiseBuilder::buildPatch() {
  KernelBuilder &b = *kernel;
  SmallVector<SmallVector<Value>> arguments(rows * length), results;
  for (OpOperand &operand : op->getOpOperands())
    for (auto [given, value] : llvm::zip_equal(arguments, fetch(operand)))
      given.push_back(value);
  for (int64_t row = 0; row < rows; ++row)
    llvm::append_range(
        results,
        b.inlineRun(op, ArrayRef(arguments).slice(row * length, length),
                    ArrayRef(at).slice(row * length, length), inner));
  for (auto [number, init] : llvm::enumerate(op.getDpsInitsMutable()))
    for (int64_t row = 0; row < rows; ++row) {
      Values values;
      for (int64_t i = 0; i < length; ++i)
        values.push_back(results[row * length + i][number]);
      if (isWhole(init))
        b.storeRun(values, op->getResult(number), offsetOf(init, row, 0),
                   /*isWhole=*/true);
      else
        for (int64_t i = 0; i < length; ++i)
          b.store(values[i], op->getResult(number), offsetOf(init, row, i));
    }
}

LogicalResult PointwiseBuilder::build() {
  analyse();
  SmallVector<Value> tensors = getGathered(op);
  for (OpOperand &operand : op->getOpOperands())
    if (isRead(op, operand))
      tensors.push_back(operand.get());
  llvm::append_range(tensors, op->getResults());
  int64_t count = total / (length * rows);
  kernel.emplace(plan, op.getLoc(), "pointwise", tensors, kThreads, total);
  KernelBuilder &b = *kernel;
  Value id = b.add(b.mul(b.blockId(), kThreads), b.threadId());
  b.when(b.isLess(id, count), [&] {
    SmallVector<int64_t> cut(extents);
    if (inner < cut.size())
      cut[inner] /= length;
    if (outer < cut.size())
      cut[outer] /= rows;
    SmallVector<Value> loops = b.delinearise(id, cut);
    if (inner < cut.size())
      loops[inner] = b.mul(loops[inner], length);
    if (outer < cut.size())
      loops[outer] = b.mul(loops[outer], rows);
    at.assign(rows * length, loops);
    for (int64_t i = 0; i < rows * length; ++i) {
      if (i % length)
        at[i][inner] = b.add(loops[inner], b.number(i % length));
      if (i / length)
        at[i][outer] = b.add(loops[outer], b.number(i / length));
    }
    buildPatch();
  });
  b.finish({std::max<int64_t>(1, llvm::divideCeil(count, kThreads)), 1, 1});
  return success();
}

LogicalResult sbp::cuda::buildPointwise(LaunchPlan &plan,
                                        linalg::GenericOp op) {
  return PointwiseBuilder(plan, op).build();
}
