// ScheduleTasks.cpp: writes the launch lists and the order of communications

#include "TaskSystem.h"
#include "sbp/Transforms/Passes.h"

namespace sbp {
#define GEN_PASS_DEF_SCHEDULETASKSPASS
#include "sbp/Transforms/Passes.h.inc"
} // namespace sbp

using namespace mlir;
using namespace sbp;

namespace {

struct ScheduleTasksPass : sbp::impl::ScheduleTasksPassBase<ScheduleTasksPass> {
  using ScheduleTasksPassBase::ScheduleTasksPassBase;
  void runOnOperation() override;
  LogicalResult schedule(FlatSymbolRefAttr entry);
};

} // namespace

/// Returns the preferred stream of a task; stream 0 if there are fewer streams.
static unsigned getStream(task::TaskOpInterface op, unsigned streams) {
  unsigned preferred = op.getPreferredStream();
  return preferred < streams ? preferred : 0;
}

/// Splits the simulated order into streams. Each stream issues a subsequence,
/// so all of them terminate together.
static void writeLaunchLists(task::GraphOp graph, ArrayRef<Firing> list,
                             unsigned streams) {
  for (auto old :
       llvm::make_early_inc_range(graph.getBody().getOps<task::LaunchOp>()))
    old.erase();
  SmallVector<task::TaskOpInterface> ops = graph.getTasks();
  SmallVector<SmallVector<int64_t>> tasks(streams), microBatches(streams);
  for (Firing launch : list) {
    unsigned stream = getStream(ops[launch.task], streams);
    tasks[stream].push_back(launch.task);
    microBatches[stream].push_back(launch.microBatch);
  }
  OpBuilder builder = OpBuilder::atBlockEnd(&graph.getBody().front());
  // Stream 0 exists even if it is empty, so that every graph has a list.
  for (unsigned stream = 0; stream < streams; ++stream)
    if (stream == 0 || !tasks[stream].empty())
      task::LaunchOp::create(builder, graph.getLoc(), stream, tasks[stream],
                             microBatches[stream]);
}

LogicalResult ScheduleTasksPass::schedule(FlatSymbolRefAttr entry) {
  TaskSystem tasks = getTaskSystem(getOperation(), entry);
  std::string error;
  std::optional<Schedule> schedule = simulate(tasks.system, error);
  if (!schedule)
    return tasks.graphs.front().emitOpError() << "deadlocks: " << error;
  for (auto [graph, list] : llvm::zip_equal(tasks.graphs, schedule->lists))
    writeLaunchLists(graph, list, streams);
  Builder builder(&getContext());
  // The entry stores the order of communications for the verifier and runtime.
  SmallVector<Attribute> order;
  for (Firing instance : schedule->communications)
    order.push_back(
        builder.getArrayAttr({tasks.communications[instance.task],
                              builder.getI64IntegerAttr(instance.microBatch)}));
  SymbolTable::lookupNearestSymbolFrom(getOperation(), entry)
      ->setAttr(task::kOrderAttr, builder.getArrayAttr(order));
  return success();
}

void ScheduleTasksPass::runOnOperation() {
  for (FlatSymbolRefAttr entry : getEntries(getOperation()))
    if (failed(schedule(entry)))
      return signalPassFailure();
}
