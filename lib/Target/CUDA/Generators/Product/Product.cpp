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
#include "Prediction.h"
#include "ProductGenerator.h"
#include "TiledProduct.h"
#include "sbp/Target/Region/Steps.h"

using namespace mlir;
using namespace sbp::cuda;

namespace {
class ProductBuilder : TiledProduct {
public:
  /// The epilogue may be null.
  ProductBuilder(linalg::GenericOp op, linalg::GenericOp epilogue)
      : TiledProduct(op, epilogue) {}
  using MatmulForm::analyse;
  using TiledProduct::kBlockK, TiledProduct::kTile;
  double predictSeconds(const Chip &chip) const;
  /// Builds the kernel, after analyse().
  LogicalResult build(LaunchPlan &plan);
};
} // namespace

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
  Value tileA = allocateSlice(0), tileB = allocateSlice(1);
  SmallVector<Value> tile =
      b.delinearise(b.blockId(), {batch.size, tilesM, tilesN});
  batchId = tile[0];
  Value firstM = b.mul(tile[1], kTile), firstN = b.mul(tile[2], kTile);
  Place place = getPlace();
  SmallVector<Value> sums = accumulateTile(firstM, firstN, place, tileA, tileB);
  storeTile(sums, b.add(firstM, place.row), b.add(firstN, place.column));
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
          candidate(llvm::formatv("tiles of {0} x {0} x {1}",
                                  TiledProduct::kTile, TiledProduct::kBlockK),
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
