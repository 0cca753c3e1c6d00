// TaskSystem.h: task graphs as the simulation sees them
#ifndef SBP_LIB_TRANSFORMS_SCHEDULING_TASKSYSTEM_H
#define SBP_LIB_TRANSFORMS_SCHEDULING_TASKSYSTEM_H

#include "sbp/Analysis/Scheduling/Schedule.h"
#include "sbp/Dialect/Task/IR/TaskDialect.h"

namespace sbp {

/// The graphs of one entry, together.
struct TaskSystem {
  llvm::SmallVector<task::GraphOp> graphs;
  /// Names of communications; the system's numbers are positions here.
  llvm::SmallVector<mlir::FlatSymbolRefAttr> communications;
  ScheduledSystem system;
};

/// The graphs of `entry` in module order. Views are the registers they show.
TaskSystem getTaskSystem(mlir::ModuleOp module, mlir::FlatSymbolRefAttr entry);

/// Entries that have graphs, in the order of their first one.
llvm::SmallVector<mlir::FlatSymbolRefAttr> getEntries(mlir::ModuleOp module);

/// One graph by itself; communications have numbers of their own.
ScheduledGraph getScheduledGraph(task::GraphOp graph);

/// The launch lists that a graph carries, by stream.
LaunchLists getStreams(task::GraphOp graph);

/// The register whose tokens `value` shows: itself, or what it is a view of.
mlir::Value getTokens(mlir::Value value);

} // namespace sbp

#endif // SBP_LIB_TRANSFORMS_SCHEDULING_TASKSYSTEM_H
