// LiveRanges.cpp: live ranges of registers over the launches of a graph
//
// The launch lists of all streams are merged into one order. A register is live
// from its first use to the position from which all streams have passed its
// last use. Example with one stream: a register written by launch 2 and read by
// launches 3 and 5 is live from 2 to 5.

#include "LiveRanges.h"
#include "TaskSystem.h"
#include "sbp/Target/Target.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace sbp;

int64_t sbp::getStride(task::RegisterOp op) {
  return llvm::alignTo(task::getRegisterBytes(op), kRegisterAlignment);
}

void LiveRanges::touch(Value value, int64_t begin, int64_t end) {
  auto op = task::getStorage(value).getDefiningOp<task::RegisterOp>();
  if (!op)
    return; // Storage of the runtime: inputs, states, constants.
  int64_t bytes = getStride(op) * op.getCopies();
  auto [it, isNew] = ranges.insert({op, {begin, end, bytes}});
  it->second.begin = std::min(it->second.begin, begin);
  it->second.end = std::max(it->second.end, end);
}

/// A launch after position `reach` of all users of a register comes after them
/// on every stream, so storage may be reused from there on.
LiveRanges::LiveRanges(task::GraphOp graph) {
  SmallVector<task::TaskOpInterface> tasks = graph.getTasks();
  MergedOrder order = mergeStreams(getScheduledGraph(graph), getStreams(graph));
  for (auto [position, launch, reach] :
       llvm::enumerate(order.launches, order.reach)) {
    task::TaskOpInterface op = tasks[launch.task];
    for (Value value : op.getInputs())
      touch(value, position, reach);
    for (Value value : op.getOutputs())
      touch(value, position, reach);
    if (Value scratch = op.getScratchOrNull())
      touch(scratch, position, reach);
  }
  // Outputs are read after the step.
  int64_t end = order.launches.size();
  for (auto output : graph.getBody().getOps<task::OutputOp>())
    touch(output.getInput(), end, end);
}
