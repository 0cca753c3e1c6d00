// TensorProduct.cpp: products of bf16, f16 and TF32 on tensor cores of warps
//
// The tensor cores of every GPU from sm_80 on (the multi-stage design of
// CUTLASS' SM80 kernels). A block has one tile of the result. All of its
// threads copy slices of A and B to a ring of stages by asynchronous copies of
// 16 bytes, several slices ahead; its warps load fragments from there and
// multiply them by mma.sync with f32 sums in registers. Elements beyond the
// edges are copied as zeros. Factors whose strides are no multiples of 16 bytes
// are copied before. An epilogue is applied in registers. Factors of f32 are
// multiplied as TF32 where the compilation requests it, as on Hopper
// (HopperProduct.cpp). Factors of i8 have sums of i32, which wrap.
#include "Generators/Product/PairedProductGenerator.h"
#include "TensorProductBuilder.h"

using namespace mlir;
using namespace sbp::cuda;

namespace {
class TensorProduct : public PairedProductGenerator {
public:
  StringRef getName() const override { return "tensor_product"; }
  void match(Window window, const Chip &chip,
             SmallVectorImpl<Candidate> &candidates) const override;
  LogicalResult emit(const Candidate &candidate, Window ops,
                     LaunchPlan &plan) const override;

protected:
  bool hasProducts(const Chip &chip) const override {
    return chip.usesWarpProducts();
  }
  void matchOps(Window ops, StringRef suffix, const Chip &chip,
                SmallVectorImpl<Candidate> &candidates) const override;

private:
  /// Returns the builder of a product with its epilogue, or of a pair.
  static TensorProductBuilder getBuilder(Window ops,
                                         const WarpSchedule &schedule);
};
} // namespace

/// Returns the schedules for a product.
static ArrayRef<WarpSchedule> listSchedules(Operation *product) {
  return isIntegerProduct(cast<linalg::GenericOp>(product))
             ? getIntegerSchedules()
             : getWarpSchedules(getFloat32(product));
}

void TensorProduct::match(Window window, const Chip &chip,
                          SmallVectorImpl<Candidate> &candidates) const {
  auto op = dyn_cast<linalg::GenericOp>(window.front());
  if (!op || !isIntegerProduct(op))
    return PairedProductGenerator::match(window, chip, candidates);
  if (hasProducts(chip))
    matchOps(window.take_front(getEpilogue(window) ? 2 : 1), "", chip,
             candidates);
}

TensorProductBuilder TensorProduct::getBuilder(Window ops,
                                               const WarpSchedule &schedule) {
  if (ops.size() == 3)
    return {*findPair(ops.front()), schedule};
  return {cast<linalg::GenericOp>(ops.front()), getEpilogue(ops), schedule};
}

void TensorProduct::matchOps(Window ops, StringRef suffix, const Chip &chip,
                             SmallVectorImpl<Candidate> &candidates) const {
  for (auto [variant, schedule] : llvm::enumerate(listSchedules(ops.front()))) {
    TensorProductBuilder builder = getBuilder(ops, schedule);
    auto made =
        describe(builder, schedule, variant, unsigned(ops.size()), chip);
    if (!made)
      continue;
    made->schedule += suffix;
    candidates.push_back(std::move(*made));
  }
}

LogicalResult TensorProduct::emit(const Candidate &candidate, Window ops,
                                  LaunchPlan &plan) const {
  return buildKernel(
      getBuilder(ops, listSchedules(ops.front())[candidate.variant]), plan);
}

namespace sbp::cuda {
void registerTensorProduct(GeneratorList &generators) {
  generators.push_back(std::make_unique<TensorProduct>());
}
} // namespace sbp::cuda
