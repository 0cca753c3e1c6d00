//===- ScheduleTasks.cpp - write the launch lists -------------------------===//

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
  void runOnOperation() override;
  LogicalResult schedule(FlatSymbolRefAttr entry);
};

} // namespace

static void writeLaunchList(task::GraphOp graph, ArrayRef<Launch> list) {
  for (auto old :
       llvm::make_early_inc_range(graph.getBody().getOps<task::LaunchOp>()))
    old.erase();
  SmallVector<int64_t> tasks, microBatches;
  for (Launch launch : list) {
    tasks.push_back(launch.task);
    microBatches.push_back(launch.microBatch);
  }
  OpBuilder builder = OpBuilder::atBlockEnd(&graph.getBody().front());
  task::LaunchOp::create(builder, graph.getLoc(), /*stream=*/0, tasks,
                         microBatches);
}

LogicalResult ScheduleTasksPass::schedule(FlatSymbolRefAttr entry) {
  TaskSystem tasks = getTaskSystem(getOperation(), entry);
  std::string error;
  std::optional<Schedule> schedule = simulate(tasks.system, error);
  if (!schedule)
    return tasks.graphs.front().emitOpError() << "deadlocks: " << error;
  for (auto [graph, list] : llvm::zip_equal(tasks.graphs, schedule->lists))
    writeLaunchList(graph, list);
  Builder builder(&getContext());
  SmallVector<Attribute> order;
  for (Launch instance : schedule->communications)
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
