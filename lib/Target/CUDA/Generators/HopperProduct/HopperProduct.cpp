// HopperProduct.cpp: products of bf16, f16 and TF32 on Hopper's tensor cores
//
// A persistent, warp-specialised product (the designs of CUTLASS' cooperative
// and ping-pong kernels): one thread of the first warpgroup loads tiles of A
// and B by tensor copies into a ring of slots, two warpgroups multiply them by
// wgmma with f32 sums in registers, either 64 rows of a tile each or a tile
// each. Each slot has two mbarriers: full (the copies' bytes) and empty (one
// arrival a warpgroup that reads it). With two slots and three slices:
//
//   producer   wait e0  load 0  wait e1  load 1  wait e0        load 2
//   consumers           wait f0  multiply  wait f1  multiply, release 0  ...
//
// A slot is released when the products of the next one are issued and its own
// are done. Tiles are walked in groups of 8 tile rows, so that blocks that run
// at a time share tiles in the L2 cache. An epilogue is applied in registers.
// The blocks of a cluster have tiles of the same columns, load a part of each
// tile of B, and send it to all of them. Factors that tensor copies cannot read
// are copied to rows of multiples of 16 bytes before.
//
// Factors of f32 are multiplied as TF32 where the compilation requests it
// (Float32.h). 3xTF32 splits a factor into two, x = big + small, and adds
// the products small * big, big * small and big * big; sums move to f32
// registers after each 128 k.
#include "../Product/ProductGenerator.h"
#include "HopperProductBuilder.h"

using namespace mlir;
using namespace sbp::cuda;

namespace {
class HopperProduct : public ProductGenerator {
public:
  StringRef getName() const override { return "hopper_product"; }
  void match(Window window, const Chip &chip,
             SmallVectorImpl<Candidate> &candidates) const override {
    auto op = dyn_cast<linalg::GenericOp>(window.front());
    if (!op || !chip.hasWarpgroupProducts || !sbp::region::isContraction(op))
      return;
    auto epilogue = getEpilogue(window);
    SmallVector<std::pair<double, Candidate>> made;
    for (auto [variant, schedule] :
         llvm::enumerate(getSchedules(getFloat32(op)))) {
      HopperProductBuilder builder(op, epilogue, schedule);
      if (failed(builder.analyse()))
        continue;
      ProductSize size = builder.getSize();
      double seconds = predictSeconds(schedule, size, chip) +
                       builder.predictPackingSeconds(chip);
      Candidate one = candidate(schedule.print(), seconds,
                                /*numOps=*/epilogue ? 2 : 1);
      one.variant = unsigned(variant);
      made.push_back({predictTileSeconds(schedule, size, chip), one});
    }
    // Work decides among schedules that memory bounds.
    llvm::stable_sort(made, llvm::less_first());
    for (auto &[seconds, one] : made)
      candidates.push_back(std::move(one));
  }
  LogicalResult emit(const Candidate &candidate, Window ops,
                     LaunchPlan &plan) const override {
    auto op = cast<linalg::GenericOp>(ops.front());
    HopperProductBuilder builder(
        op, getEpilogue(ops), getSchedules(getFloat32(op))[candidate.variant]);
    if (failed(builder.analyse()) || failed(builder.prepare(plan)))
      return failure();
    builder.build(plan);
    return success();
  }
};
} // namespace

namespace sbp::cuda {
void registerHopperProduct(GeneratorList &generators) {
  generators.push_back(std::make_unique<HopperProduct>());
}
} // namespace sbp::cuda
