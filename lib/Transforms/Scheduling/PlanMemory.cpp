// PlanMemory.cpp: assigns every register an offset in the arena

#include "LiveRanges.h"
#include "sbp/Target/Target.h"
#include "sbp/Transforms/Passes.h"

namespace sbp {
#define GEN_PASS_DEF_PLANMEMORYPASS
#include "sbp/Transforms/Passes.h.inc"
} // namespace sbp

using namespace mlir;
using namespace sbp;

namespace {

struct PlanMemoryPass : sbp::impl::PlanMemoryPassBase<PlanMemoryPass> {
  void runOnOperation() override;
};
} // namespace

/// Packs the live ranges of a graph into one arena (planArena: offline dynamic
/// storage allocation). All copies of a register form one range, since they are
/// addressed as base + copy * stride.
static void planMemory(task::GraphOp graph) {
  LiveRanges live(graph);
  SmallVector<LiveRange> ranges;
  for (const auto &entry : live.get())
    ranges.push_back(entry.second);
  ArenaPlan plan = planArena(ranges, kRegisterAlignment);
  for (auto [entry, offset] : llvm::zip_equal(live.get(), plan.offsets)) {
    task::RegisterOp op = entry.first;
    op.setOffset(offset);
    op.setStride(op.getCopies() > 1 ? getStride(op) : 0);
  }
  graph.setArenaBytes(plan.bytes);
  graph.setArenaLowerBound(plan.lowerBound);
}

void PlanMemoryPass::runOnOperation() {
  for (auto graph : getOperation().getOps<task::GraphOp>())
    planMemory(graph);
}
