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

/// Returns the tokens of the storage of a register; 1 for storage of the
/// runtime.
static int64_t countTokens(Value value) {
  auto op = task::getStorage(value).getDefiningOp<task::RegisterOp>();
  return op ? op.getTokens() : 1;
}

void LiveRanges::touch(Value value, int64_t token, int64_t count, int64_t begin,
                       int64_t end) {
  auto op = task::getStorage(value).getDefiningOp<task::RegisterOp>();
  if (!op)
    return; // Storage of the runtime: inputs, states, constants.
  std::vector<LaunchInterval> &intervals = tokens[op];
  intervals.resize(count, {INT64_MAX, -1});
  LaunchInterval &interval = intervals[token];
  interval.begin = std::min(interval.begin, begin);
  interval.end = std::max(interval.end, end);
}

// All copies of a register are one buffer: it is live while any token is.
void LiveRanges::join() {
  for (auto &[op, intervals] : tokens) {
    LiveRange range;
    range.bytes = getStride(op) * op.getCopies();
    llvm::sort(intervals, [](LaunchInterval a, LaunchInterval b) {
      return a.begin < b.begin;
    });
    for (LaunchInterval interval : intervals)
      if (interval.end < 0)
        continue; // Nothing uses this token.
      else if (!range.parts.empty() &&
               interval.begin <= range.parts.back().end + 1)
        range.parts.back().end = std::max(range.parts.back().end, interval.end);
      else
        range.parts.push_back(interval);
    range.begin = range.parts.front().begin;
    range.end = range.parts.back().end;
    if (range.parts.size() == 1)
      range.parts.clear();
    ranges.push_back({op, std::move(range)});
  }
}

/// A launch after position `reach` of all users of a register comes after them
/// on every stream, so storage may be reused from there on.
LiveRanges::LiveRanges(task::GraphOp graph) {
  SmallVector<task::TaskOpInterface> tasks = graph.getTasks();
  MergedOrder order = mergeStreams(getScheduledGraph(graph), getStreams(graph));
  for (auto [position, launch, reach] :
       llvm::enumerate(order.launches, order.reach)) {
    task::TaskOpInterface op = tasks[launch.task];
    int64_t firing = launch.microBatch, firings = op.getFirings();
    auto use = [&](Value value) {
      int64_t count = countTokens(value);
      touch(value, firing * count / firings, count, position, reach);
    };
    llvm::for_each(op.getInputs(), use);
    llvm::for_each(op.getOutputs(), use);
    // Scratch is live during each firing only.
    if (Value scratch = op.getScratchOrNull())
      touch(scratch, firing, firings, position, reach);
  }
  // Outputs are read after the step.
  int64_t end = order.launches.size();
  for (auto output : graph.getBody().getOps<task::OutputOp>()) {
    int64_t count = countTokens(output.getInput());
    for (int64_t token = 0; token < count; ++token)
      touch(output.getInput(), token, count, end, end);
  }
  join();
}
