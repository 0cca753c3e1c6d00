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
// (HopperProduct.cpp).
#include "Generators/Product/PairedProductGenerator.h"
#include "TensorProductBuilder.h"

using namespace mlir;
using namespace sbp::cuda;

namespace {
class TensorProduct : public PairedProductGenerator {
public:
  StringRef getName() const override { return "tensor_product"; }
  LogicalResult emit(const Candidate &candidate, Window ops,
                     LaunchPlan &plan) const override;

protected:
  bool hasProducts(const Chip &chip) const override {
    return chip.hasWarpProducts && chip.hasAsyncCopies &&
           chip.warpProductRate > 0;
  }
  void matchOps(Window ops, StringRef suffix, const Chip &chip,
                SmallVectorImpl<Candidate> &candidates) const override;

private:
  /// Returns the builder of a product with its epilogue, or of a pair.
  static TensorProductBuilder getBuilder(Window ops,
                                         const WarpSchedule &schedule);
};
} // namespace

TensorProductBuilder TensorProduct::getBuilder(Window ops,
                                               const WarpSchedule &schedule) {
  if (ops.size() == 3)
    return {*findPair(ops.front()), schedule};
  return {cast<linalg::GenericOp>(ops.front()), getEpilogue(ops), schedule};
}

void TensorProduct::matchOps(Window ops, StringRef suffix, const Chip &chip,
                             SmallVectorImpl<Candidate> &candidates) const {
  for (auto [variant, schedule] :
       llvm::enumerate(getWarpSchedules(getFloat32(ops.front())))) {
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
  Float32 float32 = getFloat32(ops.front());
  return buildKernel(
      getBuilder(ops, getWarpSchedules(float32)[candidate.variant]), plan);
}

namespace sbp::cuda {
void registerTensorProduct(GeneratorList &generators) {
  generators.push_back(std::make_unique<TensorProduct>());
}
} // namespace sbp::cuda
