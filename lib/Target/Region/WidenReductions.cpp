// WidenReductions.cpp: reduces bf16 and f16 in f32
#include "sbp/Interfaces/WideAccumulation.h"
#include "sbp/Target/Region/Steps.h"

using namespace mlir;

LogicalResult sbp::region::widenReductions(func::FuncOp region) {
  SmallVector<linalg::GenericOp> ops;
  region.walk([&](linalg::GenericOp op) { ops.push_back(op); });
  IRRewriter rewriter(region.getContext());
  for (linalg::GenericOp op : ops)
    if (auto wide = findWideAccumulation(op))
      widenAccumulation(rewriter, op, *wide);
  return success();
}
