// WidenFloats.cpp: converts a model to double precision

#include "FloatReplacement.h"
#include "sbp/Transforms/Passes.h"

namespace sbp {
#define GEN_PASS_DEF_WIDENFLOATSPASS
#include "sbp/Transforms/Passes.h.inc"
} // namespace sbp

using namespace mlir;
using namespace sbp;

namespace {
struct WidenFloatsPass : sbp::impl::WidenFloatsPassBase<WidenFloatsPass> {
  void runOnOperation() override {
    auto f64 = Float64Type::get(&getContext());
    replaceFloats(getOperation(), [&](FloatType) { return f64; });
  }
};
} // namespace
