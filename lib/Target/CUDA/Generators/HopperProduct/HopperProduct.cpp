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
// are copied to rows of multiples of 16 bytes before. Two products of one A
// whose results one elementwise op reads share the tiles of A: each has a half
// of the columns of a tile (CUTLASS' dual product).
//
// Factors of f32 are multiplied as TF32 where the compilation requests it
// (Float32.h). 3xTF32 splits a factor into two, x = big + small, and adds
// the products small * big, big * small and big * big; sums move to f32
// registers after each 128 k.
#include "Generators/Product/PairedProductGenerator.h"
#include "HopperProductBuilder.h"

using namespace mlir;
using namespace sbp::cuda;

namespace {
class HopperProduct : public PairedProductGenerator {
public:
  StringRef getName() const override { return "hopper_product"; }
  LogicalResult emit(const Candidate &candidate, Window ops,
                     LaunchPlan &plan) const override;

protected:
  bool hasProducts(const Chip &chip) const override {
    return chip.hasWarpgroupProducts;
  }
  void matchOps(Window ops, StringRef suffix, const Chip &chip,
                SmallVectorImpl<Candidate> &candidates) const override;

private:
  /// Returns the builder of one or of three ops.
  static HopperProductBuilder getBuilder(Window ops, const Schedule &schedule);
};
} // namespace

HopperProductBuilder HopperProduct::getBuilder(Window ops,
                                               const Schedule &schedule) {
  if (ops.size() == 3)
    return {*findPair(ops.front()), schedule};
  return {cast<linalg::GenericOp>(ops.front()), getEpilogue(ops), schedule};
}

void HopperProduct::matchOps(Window ops, StringRef suffix, const Chip &chip,
                             SmallVectorImpl<Candidate> &candidates) const {
  SmallVector<std::pair<double, Candidate>> made;
  for (auto [variant, schedule] :
       llvm::enumerate(getSchedules(getFloat32(ops.front())))) {
    HopperProductBuilder builder = getBuilder(ops, schedule);
    auto one = describe(builder, schedule, variant, unsigned(ops.size()), chip);
    if (!one)
      continue;
    one->schedule += suffix;
    made.push_back({builder.predictTileSeconds(chip), std::move(*one)});
  }
  // Work decides among schedules that memory bounds.
  llvm::stable_sort(made, llvm::less_first());
  for (auto &[seconds, one] : made)
    candidates.push_back(std::move(one));
}

LogicalResult HopperProduct::emit(const Candidate &candidate, Window ops,
                                  LaunchPlan &plan) const {
  return buildKernel(
      getBuilder(ops, getSchedules(getFloat32(ops.front()))[candidate.variant]),
      plan);
}

namespace sbp::cuda {
void registerHopperProduct(GeneratorList &generators) {
  generators.push_back(std::make_unique<HopperProduct>());
}
} // namespace sbp::cuda
