//===- PlanMemory.cpp - give every register its place in the arena --------===//

#include "TaskSystem.h"
#include "sbp/Analysis/Scheduling/Arena.h"
#include "sbp/Target/Target.h"
#include "sbp/Transforms/Passes.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"

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

/// When the registers of one graph are live, in positions of its launch list.
class LiveRanges {
public:
  explicit LiveRanges(task::GraphOp graph);
  ArrayRef<std::pair<task::RegisterOp, LiveRange>> get() const {
    return ranges.getArrayRef();
  }

private:
  /// Storage that `value` uses is needed at `position`.
  void touch(Value value, int64_t position);

  llvm::MapVector<task::RegisterOp, LiveRange> ranges;
};

} // namespace

static int64_t getStride(task::RegisterOp op) {
  return llvm::alignTo(task::getRegisterBytes(op), kRegisterAlignment);
}

void LiveRanges::touch(Value value, int64_t position) {
  auto op = task::getStorage(value).getDefiningOp<task::RegisterOp>();
  if (!op)
    return; // provided by the runtime
  int64_t bytes = getStride(op) * op.getCopies();
  auto [it, isNew] = ranges.insert({op, {position, position, bytes}});
  it->second.begin = std::min(it->second.begin, position);
  it->second.end = std::max(it->second.end, position);
}

LiveRanges::LiveRanges(task::GraphOp graph) {
  SmallVector<task::TaskOpInterface> tasks = graph.getTasks();
  int64_t position = 0;
  for (auto launch : graph.getBody().getOps<task::LaunchOp>())
    for (int64_t number : launch.getTasks()) {
      task::TaskOpInterface op = tasks[number];
      for (Value value : op.getInputs())
        touch(value, position);
      for (Value value : op.getOutputs())
        touch(value, position);
      if (Value scratch = op.getScratchOrNull())
        touch(scratch, position);
      ++position;
    }
  // Outputs are fetched when the step is over.
  for (auto output : graph.getBody().getOps<task::OutputOp>())
    touch(output.getInput(), position);
}

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
