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
#include "Generators/Product/ProductGenerator.h"
#include "TensorProductBuilder.h"

using namespace mlir;
using namespace sbp::cuda;

namespace {
class TensorProduct : public ProductGenerator {
public:
  StringRef getName() const override { return "tensor_product"; }
  void match(Window window, const Chip &chip,
             SmallVectorImpl<Candidate> &candidates) const override;
  LogicalResult emit(const Candidate &candidate, Window ops,
                     LaunchPlan &plan) const override;
};
} // namespace

void TensorProduct::match(Window window, const Chip &chip,
                          SmallVectorImpl<Candidate> &candidates) const {
  linalg::GenericOp op = getContraction(window);
  if (!op || !chip.hasWarpProducts || !chip.hasAsyncCopies ||
      chip.warpProductRate == 0)
    return;
  linalg::GenericOp epilogue = getEpilogue(window);
  for (auto [variant, schedule] :
       llvm::enumerate(getWarpSchedules(getFloat32(op)))) {
    TensorProductBuilder builder(op, epilogue, schedule);
    if (auto made = describe(builder, schedule, variant,
                             /*numOps=*/epilogue ? 2 : 1, chip))
      candidates.push_back(std::move(*made));
  }
}

LogicalResult TensorProduct::emit(const Candidate &candidate, Window ops,
                                  LaunchPlan &plan) const {
  auto op = cast<linalg::GenericOp>(ops.front());
  return buildKernel(
      TensorProductBuilder(op, getEpilogue(ops),
                           getWarpSchedules(getFloat32(op))[candidate.variant]),
      plan);
}

namespace sbp::cuda {
void registerTensorProduct(GeneratorList &generators) {
  generators.push_back(std::make_unique<TensorProduct>());
}
} // namespace sbp::cuda
