// FusionWork.cpp: decides between recomputing a value and storing it
#include "Fusion.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "sbp/Interfaces/ElementBytes.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace sbp::region;

/// A core loads or stores a byte beyond its first-level cache in about the time
/// of one addition per vector lane (30 GB/s against 8 lanes at 3 GHz); a GPU
/// performs more additions per byte.
static constexpr int64_t kWorkPerByte = 1;
/// The cost of a byte that stays in that cache or in registers, as rows do
/// whose readers share a loop nest: one addition for a number of four bytes.
static constexpr double kWorkPerNearByte = 0.25;
/// Additions that take as long as the start of another loop nest.
static constexpr double kWorkPerLoop = 1 << 16;

/// Returns the cost of a scalar op in additions.
static int64_t getScalarWork(Operation *op) {
  static constexpr int64_t kFunction = 24;
  static const llvm::StringMap<int64_t> table = {
      {"arith.bitcast", 0}, {"arith.constant", 0}, {"arith.index_cast", 0},
      {"arith.divf", 8},    {"arith.divsi", 24},   {"arith.divui", 24},
      {"arith.remf", 32},   {"arith.remsi", 24},   {"arith.remui", 24},
      {"math.absf", 1},     {"math.absi", 1},      {"math.ceil", 1},
      {"math.copysign", 2}, {"math.floor", 1},     {"math.fma", 2},
      {"math.isfinite", 1}, {"math.isinf", 1},     {"math.isnan", 1},
      {"math.round", 4},    {"math.roundeven", 1}, {"math.rsqrt", 12},
      {"math.sqrt", 8},     {"math.trunc", 1},
  };
  auto known = table.find(op->getName().getStringRef());
  if (known != table.end())
    return known->second;
  if (isa_and_nonnull<math::MathDialect>(op->getDialect()))
    return kFunction;
  return isa_and_nonnull<arith::ArithDialect>(op->getDialect()) ? 1 : 0;
}

/// Returns whether the body of `op` does more than arithmetic on its elements:
/// it runs another loop or reads a tensor.
static bool isOpaque(linalg::GenericOp op) {
  auto isScalar = [](Value value) { return !isa<ShapedType>(value.getType()); };
  return op.getBody()
      ->walk([&](Operation *inner) {
        return inner->getNumRegions() == 0 &&
                       llvm::all_of(inner->getOperands(), isScalar)
                   ? WalkResult::advance()
                   : WalkResult::interrupt();
      })
      .wasInterrupted();
}

int64_t sbp::region::getIterationWork(linalg::GenericOp op) {
  int64_t work = 0;
  op.getBody()->walk([&](Operation *inner) { work += getScalarWork(inner); });
  return work;
}

/// Returns the product of the loop extents.
static int64_t getIterations(linalg::GenericOp op) {
  int64_t iterations = 1;
  for (int64_t extent : op.getStaticLoopRanges())
    iterations *= extent;
  return iterations;
}

static double getTensorBytes(Value tensor) {
  auto type = dyn_cast<RankedTensorType>(tensor.getType());
  return type ? double(type.getNumElements()) * sbp::getElementBytes(type) : 0;
}

bool sbp::region::isCheaperThanStoring(linalg::GenericOp op, int64_t copies) {
  if (isOpaque(op))
    return false;
  double read = 0, written = 0;
  for (OpOperand &operand : op->getOpOperands())
    if (readsOperand(op, operand))
      read += getTensorBytes(operand.get());
  for (Value result : op->getResults())
    written += getTensorBytes(result);
  // Recomputing costs (copies - 1) executions; storing costs one store and
  // `copies` loads of each result.
  double once = double(getIterationWork(op)) * double(getIterations(op)) +
                kWorkPerNearByte * read;
  return double(copies - 1) * once <
         kWorkPerNearByte * double(copies + 1) * written;
}

double sbp::region::getRepetitions(linalg::GenericOp op, AffineMap loops,
                                   ArrayRef<int64_t> extents) {
  unsigned last = extents.size();
  while (last > 0 &&
         (extents[last - 1] == 1 || !loops.isFunctionOfDim(last - 1)))
    --last;
  double computed = 1;
  for (int64_t extent : extents.take_front(last))
    computed *= double(extent);
  return computed / std::max<double>(1, double(getIterations(op)));
}

bool sbp::region::mayRepeat(linalg::GenericOp op, int64_t work,
                            double repetitions) {
  if (repetitions <= 1 || work == 0)
    return true;
  double more = (repetitions - 1) * double(getIterations(op)) * double(work);
  if (more <= kWorkPerLoop)
    return true;
  int64_t bytes = 0;
  for (Value result : op->getResults())
    bytes += getElementBytes(result.getType());
  return !isOpaque(op) && work <= kWorkPerByte * 2 * bytes;
}
