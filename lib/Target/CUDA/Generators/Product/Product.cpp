// Product.cpp: tiled matrix products on CUDA cores
//
// A block of 256 threads computes a 64 x 64 tile of C, each thread 4 x 4
// elements in registers (the blocking of Goto and van de Geijn, "Anatomy of
// High-Performance Matrix Multiplication", 2008, with shared memory as the
// cache). k advances in slices of 16, which are staged in shared memory.
// Products are accumulated by fused multiply-adds in the order of k, as the
// host's gemm does. Narrow floats are widened on their way into shared memory.
// An epilogue is applied in registers before the tile is stored: relu(x w + b)
// is one kernel.
#include "MatmulKernel.h"
#include "Prediction.h"
#include "ProductGenerator.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "sbp/Target/Region/Steps.h"

using namespace mlir;
using namespace sbp::cuda;

/// The pitch of a tile's rows in shared memory is padded by 4: stores down a
/// column then hit different banks.
static constexpr int64_t kTile = 64, kPitch = kTile + 4, kBlockK = 16,
                         kThreads = 256;
static constexpr int64_t kThreadTile = MatmulForm::kVectorWidth;

namespace {
class ProductBuilder : MatmulKernel {
public:
  /// The epilogue may be null.
  ProductBuilder(linalg::GenericOp op, linalg::GenericOp epilogue)
      : MatmulKernel(op, epilogue) {}
  using MatmulForm::analyse;
  double predictSeconds(const Chip &chip) const;
  /// Builds the kernel, after analyse().
  LogicalResult build(LaunchPlan &plan);

private:
  Type getTileType(unsigned operand) const;
  void loadTileToShared(unsigned operand, const Nest &outer, Value first,
                        Value firstK, Value into);
  void copyVectorToShared(unsigned operand, const Nest &outer, Value rowIndex,
                          Value kIndex, int64_t width,
                          llvm::function_ref<void(ArrayRef<Value>)> store);
  SmallVector<Value> accumulateKSlice(Value tileA, Value tileB, Value row,
                                      Value column, SmallVector<Value> sums);
  void storeTile(ValueRange sums, Value firstM, Value firstN);
};
} // namespace

/// Returns the element type of a tile in shared memory: that of the accumulator
/// for floats, that of the operand for integers.
Type ProductBuilder::getTileType(unsigned operand) const {
  return isMarked ? type : getElementTypeOrSelf(op->getOperand(operand));
}

/// Loads a vector of an operand, or zeros beyond its edges, and passes it to
/// `store`.
void ProductBuilder::copyVectorToShared(
    unsigned operand, const Nest &outer, Value rowIndex, Value kIndex,
    int64_t width, llvm::function_ref<void(ArrayRef<Value>)> store) {
  KernelBuilder &b = *kernel;
  Type tile = getTileType(operand);
  Value inside = arith::AndIOp::create(
      b.builder, b.isLess(rowIndex, outer.size), b.isLess(kIndex, k.size));
  auto branch = scf::IfOp::create(b.builder, SmallVector<Type>(width, tile),
                                  inside, /*withElseRegion=*/true);
  b.builder.setInsertionPointToStart(branch.thenBlock());
  SmallVector<Value> values = b.loadVector(
      op->getOperand(operand),
      offset(access[operand],
             {{&outer, rowIndex}, {&k, kIndex}, {&batch, batchId}}),
      width,
      /*isAligned=*/true);
  for (Value &value : values)
    if (value.getType() != tile)
      value = arith::ExtFOp::create(b.builder, tile, value);
  scf::YieldOp::create(b.builder, values);
  b.builder.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(b.builder, SmallVector<Value>(width, b.zero(tile)));
  b.builder.setInsertionPointAfter(branch);
  store(SmallVector<Value>(branch->result_begin(), branch->result_end()));
}

/// Loads a tile of kBlockK x 64 elements. Vectors are along k or along the
/// rows, whichever is contiguous in memory; in shared memory k is always the
/// slow dim.
void ProductBuilder::loadTileToShared(unsigned operand, const Nest &outer,
                                      Value first, Value firstK, Value into) {
  KernelBuilder &b = *kernel;
  bool isAlongK =
      !isInnermost(access[operand], outer) && isInnermost(access[operand], k);
  int64_t width = getVectorWidth(access[operand], isAlongK ? k : outer);
  int64_t rowWidth = isAlongK ? 1 : width, kWidth = isAlongK ? width : 1;
  Value thread = b.threadId();
  for (int64_t i = 0; i < kTile * kBlockK / (kThreads * width); ++i) {
    Value index = b.add(thread, b.constant(i * kThreads));
    Value row =
        isAlongK ? b.div(index, kBlockK / width) : b.rem(index, kTile / width);
    Value kIndex =
        isAlongK ? b.rem(index, kBlockK / width) : b.div(index, kTile / width);
    row = b.mul(row, rowWidth);
    kIndex = b.mul(kIndex, kWidth);
    auto store = [&](ArrayRef<Value> values) {
      Value slot = b.add(b.mul(kIndex, kPitch), row);
      if (!isAlongK)
        return b.storeShared(values, into, slot);
      for (auto [j, value] : llvm::enumerate(values))
        b.storeShared(value, into,
                      b.add(slot, b.constant(int64_t(j) * kPitch)));
    };
    copyVectorToShared(operand, outer, b.add(first, row), b.add(firstK, kIndex),
                       width, store);
  }
}

/// Adds the products of one k-slice to the thread's 4 x 4 accumulators.
SmallVector<Value> ProductBuilder::accumulateKSlice(Value tileA, Value tileB,
                                                    Value row, Value column,
                                                    SmallVector<Value> sums) {
  KernelBuilder &b = *kernel;
  auto load = [&](Value tile, unsigned operand, Value index) {
    return b.loadShared(tile, getTileType(operand), index, kThreadTile);
  };
  for (int64_t kIndex = 0; kIndex < kBlockK; ++kIndex) {
    Value shift = b.constant(kIndex * kPitch);
    SmallVector<Value> left = load(tileA, 0, b.add(shift, row)),
                       right = load(tileB, 1, b.add(shift, column));
    for (int64_t i = 0; i < kThreadTile * kThreadTile; ++i) {
      Value x = left[i / kThreadTile], y = right[i % kThreadTile];
      sums[i] = isMarked
                    ? math::FmaOp::create(b.builder, x, y, sums[i]).getResult()
                    : b.inlineBody(op, {x, y, sums[i]}, {})[0];
    }
  }
  return sums;
}

/// Adds the initial values, applies the epilogue and stores the thread's
/// elements.
void ProductBuilder::storeTile(ValueRange sums, Value firstM, Value firstN) {
  KernelBuilder &b = *kernel;
  int64_t width = getVectorWidth(getTarget(), n);
  for (int64_t i = 0; i < kThreadTile * kThreadTile; i += width) {
    Value atM = b.add(firstM, b.constant(i / kThreadTile)),
          atN = b.add(firstN, b.constant(i % kThreadTile));
    Value inside = arith::AndIOp::create(b.builder, b.isLess(atM, m.size),
                                         b.isLess(atN, n.size));
    b.ifThen(inside, [&] {
      storeResults(
          SmallVector<Value>(sums.begin() + i, sums.begin() + i + width), atM,
          atN);
    });
  }
}

/// Bound by arithmetic or by memory, whichever takes longer. A multiprocessor
/// computes whole tiles, at its share of the chip's rate.
double ProductBuilder::predictSeconds(const Chip &chip) const {
  int64_t tiles = llvm::divideCeil(m.size, kTile) *
                  llvm::divideCeil(n.size, kTile) * batch.size;
  double waves = double(llvm::divideCeil(tiles, chip.multiprocessors));
  double tileFlops = 2.0 * kTile * kTile * double(k.size);
  double bytes = getAccessedBytes(op);
  if (epilogue)
    for (OpOperand &operand : epilogue->getOpOperands())
      if (operand.get() != op->getResult(0))
        bytes += getAccessedBytes(epilogue, operand);
  return std::max(chip.launchSeconds + waves * tileFlops *
                                           double(chip.multiprocessors) /
                                           chip.floatRate,
                  getCopySeconds(chip, bytes, /*share=*/1.0));
}

LogicalResult ProductBuilder::build(LaunchPlan &plan) {
  int64_t tilesM = llvm::divideCeil(m.size, kTile),
          tilesN = llvm::divideCeil(n.size, kTile);
  int64_t work = m.size * n.size * batch.size;
  kernel.emplace(plan, op.getLoc(), "product", getTensors(), kThreads,
                 std::max(work, k.size + kTile));
  KernelBuilder &b = *kernel;
  auto makeTile = [&](unsigned operand) {
    return b.allocateShared(
        kPitch * kBlockK * getElementBytes(getTileType(operand)), 16);
  };
  Value tileA = makeTile(0), tileB = makeTile(1);
  SmallVector<Value> tile =
      b.delinearise(b.blockId(), {batch.size, tilesM, tilesN});
  batchId = tile[0];
  Value firstM = b.mul(tile[1], kTile), firstN = b.mul(tile[2], kTile);
  Value thread = b.threadId();
  Value row = b.mul(b.div(thread, kTile / kThreadTile), kThreadTile);
  Value column = b.mul(b.rem(thread, kTile / kThreadTile), kThreadTile);

  SmallVector<Value> sums(kThreadTile * kThreadTile, b.zero(type));
  auto kLoop = scf::ForOp::create(b.builder, b.constant(0), b.constant(k.size),
                                  b.constant(kBlockK), sums);
  b.builder.setInsertionPointToStart(kLoop.getBody());
  // The second barrier keeps the next slice from overwriting this one.
  loadTileToShared(0, m, firstM, kLoop.getInductionVar(), tileA);
  loadTileToShared(1, n, firstN, kLoop.getInductionVar(), tileB);
  b.barrier();
  sums.assign(kLoop.getRegionIterArgs().begin(),
              kLoop.getRegionIterArgs().end());
  sums = accumulateKSlice(tileA, tileB, row, column, std::move(sums));
  b.barrier();
  scf::YieldOp::create(b.builder, sums);
  b.builder.setInsertionPointAfter(kLoop);
  storeTile(kLoop.getResults(), b.add(firstM, row), b.add(firstN, column));
  b.finish({batch.size * tilesM * tilesN, 1, 1});
  return success();
}

namespace {
class Product : public ProductGenerator {
public:
  StringRef getName() const override { return "product"; }
  void match(Window window, const Chip &chip,
             SmallVectorImpl<Candidate> &candidates) const override {
    auto op = dyn_cast<linalg::GenericOp>(window.front());
    if (!op || !(sbp::region::isContraction(op) || isIntegerProduct(op)))
      return;
    auto epilogue = getEpilogue(window);
    ProductBuilder builder(op, epilogue);
    if (succeeded(builder.analyse()))
      candidates.push_back(
          candidate(llvm::formatv("tiles of {0} x {0} x {1}", kTile, kBlockK),
                    builder.predictSeconds(chip), /*numOps=*/epilogue ? 2 : 1));
  }
  LogicalResult emit(const Candidate &, Window ops,
                     LaunchPlan &plan) const override {
    ProductBuilder builder(cast<linalg::GenericOp>(ops.front()),
                           getEpilogue(ops));
    if (failed(builder.analyse()))
      return failure();
    return builder.build(plan);
  }
};
} // namespace

namespace sbp::cuda {
void registerProduct(GeneratorList &generators) {
  generators.push_back(std::make_unique<Product>());
}
} // namespace sbp::cuda
