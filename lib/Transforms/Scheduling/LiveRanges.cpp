//===- LiveRanges.cpp - when registers are live ---------------------------===//

#include "LiveRanges.h"
#include "sbp/Target/Target.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace sbp;

int64_t sbp::getStride(task::RegisterOp op) {
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
