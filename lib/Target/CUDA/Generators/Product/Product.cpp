// Product.cpp: tiled matrix products on CUDA cores
//
// A block of 256 threads computes a 64 x 64 tile of C, each thread 4 x 4
// elements in registers (the blocking of Goto and van de Geijn, "Anatomy of
// High-Performance Matrix Multiplication", 2008, with shared memory as the
// cache). k advances in slices of 16, which are staged in shared memory while
// the next ones are loaded into registers. Where there are few tiles, blocks of
// 64 threads have tiles of 32 x 32 and slices of 64: 256 x 384 results are 24
// tiles of 64 and 96 of 32, on 132 multiprocessors, and k = 384 is 24 slices or
// 6, each of which takes the latency of memory. Products are accumulated by
// fused multiply-adds in the order of k, as the host's gemm does. Narrow floats
// are widened on their way into shared memory.
// An epilogue is applied in registers before the tile is stored: relu(x w + b)
// is one kernel.
#include "Choice/Prediction.h"
#include "ProductGenerator.h"
#include "TiledProduct.h"
#include "sbp/Target/Region/Steps.h"

using namespace mlir;
using namespace sbp::cuda;

namespace {
/// A tile with the constants of its duration.
struct Schedule {
  TileShape shape;
  double share;        ///< of the chip's rate, of many tiles
  double sliceSeconds; ///< of a slice of a block alone

  std::string print() const {
    return llvm::formatv("tiles of {0} x {0} x {1}", shape.tile, shape.blockK);
  }
};
} // namespace

/// Measured on an H100: 256 x 384 x 384 take 16.8 and 9.7 us, 256 x 384 x 1536
/// 89.7 and 32.9 us.
static constexpr Schedule kSchedules[] = {{{64, 16}, 1.0, 0.65e-6},
                                          {{32, 64}, 0.6, 1.29e-6}};

namespace {
class ProductBuilder : TiledProduct {
public:
  /// The epilogue may be null.
  ProductBuilder(linalg::GenericOp op, linalg::GenericOp epilogue,
                 const Schedule &schedule)
      : TiledProduct(op, epilogue, schedule.shape), schedule(schedule) {}
  using MatmulForm::analyse;
  double predictSeconds(const Chip &chip) const;
  /// Builds the kernel, after analyse().
  LogicalResult build(LaunchPlan &plan);

private:
  Schedule schedule;
};
} // namespace

/// Bound by arithmetic, by the slices of a tile or by memory, whichever takes
/// longer. A multiprocessor computes whole tiles, at its share of the chip's
/// rate.
double ProductBuilder::predictSeconds(const Chip &chip) const {
  int64_t tiles = llvm::divideCeil(m.size, shape.tile) *
                  llvm::divideCeil(n.size, shape.tile) * batch.size;
  double waves = double(llvm::divideCeil(tiles, chip.multiprocessors));
  double tileFlops = 2.0 * double(shape.tile * shape.tile * k.size);
  double bytes = getAccessedBytes(op);
  if (epilogue)
    for (OpOperand &operand : epilogue->getOpOperands())
      if (operand.get() != op->getResult(0))
        bytes += getAccessedBytes(epilogue, operand);
  double work = std::max(waves * tileFlops * double(chip.multiprocessors) /
                             (chip.floatRate * schedule.share),
                         double(llvm::divideCeil(k.size, shape.blockK)) *
                             schedule.sliceSeconds);
  // Functions of an epilogue are exact, and take twice as long.
  if (epilogue)
    work += waves * 2 * countEpilogueSteps(epilogue) * kEpilogueStepSeconds *
            double(shape.tile * shape.tile);
  return std::max(chip.launchSeconds + work,
                  getCopySeconds(chip, bytes, /*share=*/1.0));
}

LogicalResult ProductBuilder::build(LaunchPlan &plan) {
  int64_t tilesM = llvm::divideCeil(m.size, shape.tile),
          tilesN = llvm::divideCeil(n.size, shape.tile);
  int64_t work = m.size * n.size * batch.size;
  // The slice after the last one is not loaded, but its k is compared.
  kernel.emplace(plan, op.getLoc(), "product", getTensors(),
                 shape.countThreads(),
                 std::max(work, k.size + 2 * shape.blockK));
  KernelBuilder &builder = *kernel;
  Value tileA = allocateSlice(0), tileB = allocateSlice(1);
  SmallVector<Value> tile =
      builder.delinearise(builder.blockId(), {batch.size, tilesM, tilesN});
  batchId = tile[0];
  Value firstM = builder.mul(tile[1], shape.tile),
        firstN = builder.mul(tile[2], shape.tile);
  Place place = getPlace();
  SmallVector<Value> sums =
      accumulateTile(firstM, firstN, place, tileA, tileB, /*isOnly=*/true);
  storeTile(sums, builder.add(firstM, place.row),
            builder.add(firstN, place.column));
  builder.finish({batch.size * tilesM * tilesN, 1, 1});
  return success();
}

namespace {
class Product : public ProductGenerator {
public:
  StringRef getName() const override { return "product"; }
  bool extend(SmallVectorImpl<Operation *> &window,
              const LaunchPlan &plan) const override {
    if (window.size() != 1 || !isDeferred(window.front()))
      return false;
    window.push_back(findEpilogue(cast<linalg::GenericOp>(window.front())));
    return true;
  }
  bool isDeferred(Operation *op) const override {
    auto product = dyn_cast<linalg::GenericOp>(op);
    return product && isDeferredToEpilogue(product);
  }
  /// Returns the factors of a product with or without an epilogue.
  SmallVector<Value> getSharedInputs(Window ops) const override {
    auto product = dyn_cast<linalg::GenericOp>(ops.front());
    if (ops.size() > 2 || !product || !isProduct(product))
      return {};
    return SmallVector<Value>(product.getDpsInputs());
  }
  void match(Window window, const Chip &chip,
             SmallVectorImpl<Candidate> &candidates) const override {
    auto op = dyn_cast<linalg::GenericOp>(window.front());
    if (!op || !isProduct(op))
      return;
    auto epilogue = getEpilogue(window);
    // Tensor cores multiply narrow floats in the time of few tiles, too.
    Type element = getElementTypeOrSelf(op->getOperand(0));
    bool hasTensorCores =
        chip.hasWarpgroupProducts && (element.isBF16() || element.isF16());
    for (auto [variant, schedule] : llvm::enumerate(kSchedules)) {
      if (hasTensorCores && schedule.shape.tile < TileShape().tile)
        continue;
      ProductBuilder builder(op, epilogue, schedule);
      if (failed(builder.analyse()))
        return;
      candidates.push_back(candidate(schedule.print(),
                                     builder.predictSeconds(chip),
                                     /*numOps=*/epilogue ? 2 : 1));
      candidates.back().variant = unsigned(variant);
    }
  }
  LogicalResult emit(const Candidate &candidate, Window ops,
                     LaunchPlan &plan) const override {
    ProductBuilder builder(cast<linalg::GenericOp>(ops.front()),
                           getEpilogue(ops), kSchedules[candidate.variant]);
    if (failed(builder.analyse()))
      return failure();
    return builder.build(plan);
  }

private:
  static bool isProduct(linalg::GenericOp op) {
    return sbp::region::isContraction(op) || isIntegerProduct(op);
  }
};
} // namespace

namespace sbp::cuda {
void registerProduct(GeneratorList &generators) {
  generators.push_back(std::make_unique<Product>());
}
} // namespace sbp::cuda
