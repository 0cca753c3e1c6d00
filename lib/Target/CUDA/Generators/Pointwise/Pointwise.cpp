// Pointwise.cpp: elementwise ops, one patch of elements per thread
//
// A thread computes up to 16 bytes along the innermost loop; neighbouring
// threads compute neighbouring vectors. If an operand is invariant along one of
// the two innermost loops (a bias, a scale per row, the row index of a lookup),
// a thread of a large kernel computes several rows and loads that operand once.
// For example, f32[4096, 1024] + bias[1024] is 131072 threads of 8 rows x 4
// columns.
#include "Choice/Prediction.h"
#include "Kernel/KernelBuilder.h"
#include "Plan/OpGenerator.h"

using namespace mlir;
using namespace sbp::cuda;

static constexpr int64_t kThreads = 256;
/// Elements of one operand that a thread holds; rows of a thread; threads that
/// keep a device busy.
static constexpr int64_t kMaxValues = 32, kMaxRows = 8, kMinThreads = 65536;

namespace {
class PointwiseBuilder {
public:
  PointwiseBuilder(linalg::GenericOp op)
      : op(op), extents(op.getStaticLoopRanges()) {
    analyse();
  }
  std::string getSchedule() const;
  double predictSeconds(const Chip &chip) const;
  LogicalResult build(LaunchPlan &plan);

private:
  /// Elements of a patch, row by row.
  using Values = SmallVector<Value>; ///< row by row
  void analyse();
  int64_t getCoefficient(OpOperand &operand, unsigned loop) const {
    const auto &access = accesses[operand.getOperandNumber()];
    return access && loop < extents.size() ? access->coefficients[loop] : 0;
  }
  void chooseVectorWidth();
  void chooseRows();
  Value getOffset(OpOperand &operand, int64_t row, int64_t i);
  bool isAligned(OpOperand &operand) const {
    return inner < extents.size() &&
           isContiguous(accesses[operand.getOperandNumber()], inner,
                        vectorWidth);
  }
  Values fetch(OpOperand &operand);
  void buildPatch();

  linalg::GenericOp op;
  SmallVector<int64_t> extents;
  SmallVector<std::optional<Access>> accesses;
  unsigned inner = 0,
           outer = 0; ///< loop indices; the number of loops stands for none
  int64_t vectorWidth = 1, rows = 1, total = 1;
  std::optional<KernelBuilder> kernel;
  SmallVector<SmallVector<Value>>
      iterations; ///< loop indices of each element, row by row
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
  chooseVectorWidth();
  chooseRows();
}

/// As many elements as fill 16 bytes of the widest tensor that is indexed by
/// the innermost loop.
void PointwiseBuilder::chooseVectorWidth() {
  if (inner == extents.size())
    return;
  int64_t widest = 1;
  for (OpOperand &operand : op->getOpOperands())
    if (getCoefficient(operand, inner) != 0)
      widest = std::max(widest, getElementBytes(getElementTypeOrSelf(
                                    operand.get().getType())));
  vectorWidth = std::max<int64_t>(1, 16 / widest);
  while (extents[inner] % vectorWidth)
    vectorWidth /= 2;
}

/// One row, unless an operand is indexed by one of the two innermost loops
/// only, so that rows or columns share its elements.
void PointwiseBuilder::chooseRows() {
  if (outer == extents.size())
    return;
  bool isShared = llvm::any_of(op->getOpOperands(), [&](OpOperand &operand) {
    return isRead(op, operand) && (getCoefficient(operand, inner) != 0) !=
                                      (getCoefficient(operand, outer) != 0);
  });
  for (int64_t count = kMaxRows; isShared && rows == 1 && count > 1; count /= 2)
    if (extents[outer] % count == 0 && count * vectorWidth <= kMaxValues &&
        total / (count * vectorWidth) >= kMinThreads)
      rows = count;
}

Value PointwiseBuilder::getOffset(OpOperand &operand, int64_t row, int64_t i) {
  return kernel->offset(op.getMatchingIndexingMap(&operand),
                        op.getShape(&operand),
                        iterations[row * vectorWidth + i]);
}

PointwiseBuilder::Values PointwiseBuilder::fetch(OpOperand &operand) {
  KernelBuilder &builder = *kernel;
  Values values(rows * vectorWidth);
  if (!isRead(op, operand))
    return values;
  const auto &access = accesses[operand.getOperandNumber()];
  bool isColumn = access && getCoefficient(operand, inner) == 0;
  bool isRow = access && getCoefficient(operand, outer) == 0;
  // An operand without the inner loop has one element per row.
  Values column;
  if (isColumn && rows > 1 && isContiguous(access, outer, rows))
    column = builder.loadVector(operand.get(), getOffset(operand, 0, 0), rows,
                                /*isAligned=*/true);
  for (int64_t row = 0; row < rows; ++row) {
    Values vector;
    if (!column.empty())
      vector.push_back(column[row]);
    else if (row && isRow)
      vector.assign(values.begin(), values.begin() + vectorWidth);
    else if (isColumn)
      vector.push_back(builder.load(operand.get(), getOffset(operand, row, 0)));
    else if (isAligned(operand))
      vector = builder.loadVector(operand.get(), getOffset(operand, row, 0),
                                  vectorWidth,
                                  /*isAligned=*/true);
    else
      for (int64_t i = 0; i < vectorWidth; ++i)
        vector.push_back(
            builder.load(operand.get(), getOffset(operand, row, i)));
    for (int64_t i = 0; i < vectorWidth; ++i)
      values[row * vectorWidth + i] =
          vector.size() == 1 ? vector[0] : vector[i];
  }
  return values;
}

void PointwiseBuilder::buildPatch() {
  KernelBuilder &builder = *kernel;
  SmallVector<SmallVector<Value>> arguments(rows * vectorWidth), results;
  for (OpOperand &operand : op->getOpOperands())
    for (auto [given, value] : llvm::zip_equal(arguments, fetch(operand)))
      given.push_back(value);
  for (int64_t row = 0; row < rows; ++row)
    llvm::append_range(
        results,
        builder.inlineBodies(
            op, ArrayRef(arguments).slice(row * vectorWidth, vectorWidth),
            ArrayRef(iterations).slice(row * vectorWidth, vectorWidth), inner));
  for (auto [number, init] : llvm::enumerate(op.getDpsInitsMutable()))
    for (int64_t row = 0; row < rows; ++row) {
      Values values;
      for (int64_t i = 0; i < vectorWidth; ++i)
        values.push_back(results[row * vectorWidth + i][number]);
      if (isAligned(init))
        builder.storeVector(values, op->getResult(number),
                            getOffset(init, row, 0),
                            /*isAligned=*/true);
      else
        for (int64_t i = 0; i < vectorWidth; ++i)
          builder.store(values[i], op->getResult(number),
                        getOffset(init, row, i));
    }
}

std::string PointwiseBuilder::getSchedule() const {
  return llvm::formatv("{0} x {1} elements a thread", rows, vectorWidth);
}

/// An operand that the innermost loop strides over costs a sector of 32 bytes
/// an access.
double PointwiseBuilder::predictSeconds(const Chip &chip) const {
  double bytes = 0;
  for (OpOperand &operand : op->getOpOperands()) {
    int64_t stride = getCoefficient(operand, inner);
    double accessed = getAccessedBytes(op, operand);
    bytes +=
        stride == 0 || stride == 1 || accessed == 0 ? accessed : 32.0 * total;
  }
  return getCopySeconds(chip, bytes, /*share=*/1.0);
}

LogicalResult PointwiseBuilder::build(LaunchPlan &plan) {
  SmallVector<Value> tensors = getGatheredTensors(op);
  for (OpOperand &operand : op->getOpOperands())
    if (isRead(op, operand))
      tensors.push_back(operand.get());
  llvm::append_range(tensors, op->getResults());
  int64_t count = total / (vectorWidth * rows);
  kernel.emplace(plan, op.getLoc(), "pointwise", tensors, kThreads, total);
  KernelBuilder &builder = *kernel;
  Value id =
      builder.add(builder.mul(builder.blockId(), kThreads), builder.threadId());
  builder.ifThen(builder.isLess(id, count), [&] {
    SmallVector<int64_t> counts(extents);
    if (inner < counts.size())
      counts[inner] /= vectorWidth;
    if (outer < counts.size())
      counts[outer] /= rows;
    SmallVector<Value> loops = builder.delinearise(id, counts);
    if (inner < counts.size())
      loops[inner] = builder.mul(loops[inner], vectorWidth);
    if (outer < counts.size())
      loops[outer] = builder.mul(loops[outer], rows);
    iterations.assign(rows * vectorWidth, loops);
    for (int64_t i = 0; i < rows * vectorWidth; ++i) {
      if (i % vectorWidth)
        iterations[i][inner] =
            builder.add(loops[inner], builder.constant(i % vectorWidth));
      if (i / vectorWidth)
        iterations[i][outer] =
            builder.add(loops[outer], builder.constant(i / vectorWidth));
    }
    buildPatch();
  });
  builder.finish(
      {std::max<int64_t>(1, llvm::divideCeil(count, kThreads)), 1, 1});
  return success();
}

namespace {
class Pointwise : public SingleOpGenerator {
public:
  StringRef getName() const override { return "pointwise"; }
  void match(Window window, const Chip &chip,
             SmallVectorImpl<Candidate> &candidates) const override {
    auto op = dyn_cast<linalg::GenericOp>(window.front());
    if (!op || op.getNumReductionLoops())
      return;
    PointwiseBuilder builder(op);
    candidates.push_back(
        candidate(builder.getSchedule(), builder.predictSeconds(chip)));
  }
  LogicalResult emit(const Candidate &, Window ops,
                     LaunchPlan &plan) const override {
    return PointwiseBuilder(cast<linalg::GenericOp>(ops.front())).build(plan);
  }
};
} // namespace

namespace sbp::cuda {
void registerPointwise(GeneratorList &generators) {
  generators.push_back(std::make_unique<Pointwise>());
}
} // namespace sbp::cuda
