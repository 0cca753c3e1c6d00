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
//
// Rows that begin inside of a sector may be staged in shared memory instead
// (StagedColumns.h), and are where direct accesses would be wasteful.
#include "Choice/Generator.h"
#include "Choice/Prediction.h"
#include "ColumnSums.h"
#include "Generators/Product/Product.h"
#include "Plan/OpGenerator.h"
#include "StagedColumns.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include <numeric>

using namespace mlir;
using namespace sbp::cuda;

namespace {
/// Sums terms as the lanes load them.
class DirectColumns : public ColumnSums {
public:
  using ColumnSums::ColumnSums;
  std::string getSchedule() const override {
    return llvm::formatv("{0} columns a thread, terms over {1} blocks",
                         vectorWidth, splits);
  }
  bool isWasteful() override;
  double predictSeconds(const Chip &chip) override;

private:
  void buildSums(LaunchPlan &plan, Value parts) override;
  // The sums of a block cost as much traffic as two terms.
  int64_t getLeastTerms() const override { return 128; }
  int64_t getMostSplits() const override { return 64; }
  Values addTerm(Value index, Values sums);
  /// Loads the elements of an operand for a vector of results.
  Values fetch(OpOperand &operand, ArrayRef<Value> loops);
  /// Returns the sectors that an access of a warp touches over those that its
  /// bytes fill.
  double getWaste(OpOperand &input);
  /// Returns the bytes of all sectors that are read.
  double countReadBytes();
};
} // namespace

/// Rows of columns that are no multiple of a sector begin anywhere in one, so
/// an access touches a part of another one.
double DirectColumns::getWaste(OpOperand &input) {
  int64_t bytes = getElementBytes(getElementTypeOrSelf(input.get().getType()));
  int64_t row = extents[inner] * bytes;
  int64_t step = std::gcd(row, kSectorBytes);
  int64_t width = lanes == 32 ? 32 * vectorWidth * bytes : row * (32 / lanes);
  return 1 + (1 - double(step) / kSectorBytes) * kSectorBytes / double(width);
}

double DirectColumns::countReadBytes() {
  double bytes = 0;
  for (OpOperand *input : op.getDpsInputOperands())
    if (isRead(op, *input))
      bytes += countIterations(op) * getWaste(*input) *
               double(getElementBytes(getElementTypeOrSelf(input->get())));
  return bytes;
}

bool DirectColumns::isWasteful() {
  double parts = splits > 1 ? 2 * double(splits) * countResultBytes() : 0;
  return countReadBytes() + parts >
         1.05 * (countInputBytes() + countResultBytes());
}

double DirectColumns::predictSeconds(const Chip &chip) {
  // Narrow vectors keep fewer bytes in flight.
  double perLoad =
      countInputBytes() / countIterations(op) * double(vectorWidth);
  double rate =
      std::min(chip.copyRate, double(columnBlocks * splits) * kBlockRate *
                                  std::min(1.0, perLoad / 16));
  return chip.launchSeconds + (countReadBytes() + countResultBytes()) / rate +
         predictTotal(chip);
}

DirectColumns::Values DirectColumns::fetch(OpOperand &operand,
                                           ArrayRef<Value> loops) {
  KernelBuilder &builder = *kernel;
  if (!isRead(op, operand))
    return SmallVector<Value>(vectorWidth);
  AffineMap map = op.getMatchingIndexingMap(&operand);
  auto access = getAccess(map, op.getShape(&operand));
  SmallVector<Value> at(loops);
  auto offset = [&] { return builder.offset(map, op.getShape(&operand), at); };
  if (access->coefficients[inner] == 0)
    return SmallVector<Value>(vectorWidth,
                              builder.load(operand.get(), offset()));
  if (isContiguous(access, inner, vectorWidth))
    return builder.loadVector(operand.get(), offset(), vectorWidth,
                              /*isAligned=*/true);
  SmallVector<Value> values;
  for (int64_t i = 0; i < vectorWidth; ++i) {
    at[inner] =
        i ? builder.add(loops[inner], builder.constant(i)) : loops[inner];
    values.push_back(builder.load(operand.get(), offset()));
  }
  return values;
}

DirectColumns::Values DirectColumns::addTerm(Value index, Values sums) {
  KernelBuilder &builder = *kernel;
  Values loops = getLoops(index);
  SmallVector<SmallVector<Value>> at(vectorWidth, loops),
      arguments(vectorWidth);
  for (int64_t i = 1; i < vectorWidth; ++i)
    at[i][inner] = builder.add(loops[inner], builder.constant(i));
  for (OpOperand *input : op.getDpsInputOperands())
    for (auto [given, value] : llvm::zip_equal(arguments, fetch(*input, loops)))
      given.push_back(value);
  for (auto [given, sum] : llvm::zip_equal(arguments, sums))
    given.push_back(sum);
  Values next;
  for (const auto &result : builder.inlineBodies(op, arguments, at, inner))
    next.push_back(result[0]);
  return next;
}

void DirectColumns::buildSums(LaunchPlan &plan, Value parts) {
  SmallVector<Value> tensors = getInputs();
  tensors.push_back(parts ? parts : op->getResult(0));
  openKernel(plan, tensors, columnBlocks * splits);
  KernelBuilder &builder = *kernel;
  auto [begin, end] = getOwnTerms();
  Values sums = reduceThreadRows(
      addTerms(builder.add(begin, threadRow), end, threadRows, kInFlight,
               getNeutral(vectorWidth), [&](Value index, Values sums) {
                 return addTerm(index, std::move(sums));
               }));
  if (!parts) {
    storeResult(std::move(sums));
  } else {
    Value isFirst = arith::AndIOp::create(builder.builder, isActive,
                                          builder.isLess(threadRow, 1));
    builder.ifThen(isFirst, [&] {
      builder.storeVector(sums, parts, getPartOffset(block, first),
                          /*isAligned=*/true);
    });
  }
  builder.finish({columnBlocks * splits, 1, 1});
}

namespace {
class Columns : public SingleOpGenerator {
public:
  StringRef getName() const override { return "columns"; }
  void match(Window window, const Chip &chip,
             SmallVectorImpl<Candidate> &candidates) const override {
    auto op = dyn_cast<linalg::GenericOp>(window.front());
    // The prediction does not hold for products, whose factors are read again
    // for every result.
    if (!op || !op.getNumReductionLoops() || isIntegerProduct(op))
      return;
    std::unique_ptr<ColumnSums> staged = make(op, kStaged);
    for (unsigned variant = 0; variant < kVariants; ++variant) {
      std::unique_ptr<ColumnSums> sums = make(op, variant);
      if (!sums || (staged && sums->isWasteful()))
        continue;
      candidates.push_back(
          candidate(sums->getSchedule(), sums->predictSeconds(chip)));
      candidates.back().variant = variant;
    }
  }
  LogicalResult emit(const Candidate &chosen, Window ops,
                     LaunchPlan &plan) const override {
    std::unique_ptr<ColumnSums> sums =
        make(cast<linalg::GenericOp>(ops.front()), chosen.variant);
    if (!sums)
      return failure();
    sums->build(plan);
    return success();
  }

private:
  /// Bits of a variant: terms over several blocks; rows in shared memory.
  static constexpr unsigned kSplit = 1, kStaged = 2, kVariants = 4;
  /// Returns the kernels of a variant, null if the op does not fit it.
  static std::unique_ptr<ColumnSums> make(linalg::GenericOp op,
                                          unsigned variant) {
    std::unique_ptr<ColumnSums> sums;
    if (variant & kStaged)
      sums = std::make_unique<StagedColumns>(op);
    else
      sums = std::make_unique<DirectColumns>(op);
    if (failed(sums->analyse()) || (variant & kSplit && !sums->split()))
      return nullptr;
    return sums;
  }
};
} // namespace

namespace sbp::cuda {
void registerColumns(GeneratorList &generators) {
  generators.push_back(std::make_unique<Columns>());
}
} // namespace sbp::cuda
