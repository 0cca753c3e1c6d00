// TaskSystem.h: task graphs as input of the simulation
#ifndef SBP_LIB_TRANSFORMS_SCHEDULING_TASKSYSTEM_H
#define SBP_LIB_TRANSFORMS_SCHEDULING_TASKSYSTEM_H

#include "sbp/Analysis/Scheduling/Schedule.h"
#include "sbp/Dialect/Task/IR/TaskDialect.h"

namespace sbp {

/// The graphs of one entry together. Its values and ops live in the module.
struct TaskSystem {
  llvm::SmallVector<task::GraphOp> graphs;
  /// Registers of each graph, indexed by their numbers in the system.
  llvm::SmallVector<llvm::SmallVector<mlir::Value>> registers;
  /// Names of communications, indexed by their numbers in the system.
  llvm::SmallVector<mlir::FlatSymbolRefAttr> communications;
  ScheduledSystem system; ///< graphs parallel to `graphs`
};

/// Returns the graphs of `entry` in module order, none for an unknown entry.
/// Views that no task writes count as the registers that they alias.
TaskSystem getTaskSystem(mlir::ModuleOp module, mlir::FlatSymbolRefAttr entry);

/// Returns the entries that have graphs, in the order of their first graph.
llvm::SmallVector<mlir::FlatSymbolRefAttr> getEntries(mlir::ModuleOp module);

/// Returns one graph alone, with its own numbers of communications, from 0 in
/// the order of its tasks.
ScheduledGraph getScheduledGraph(task::GraphOp graph);

/// Returns the launch lists of a graph, indexed by stream; empty before tasks
/// are scheduled.
LaunchLists getStreams(task::GraphOp graph);

/// Returns the register whose tokens `value` shares: itself, or the register
/// that it is a view of. A view that some task writes has tokens of its own.
mlir::Value getTokens(mlir::Value value);

} // namespace sbp

#endif // SBP_LIB_TRANSFORMS_SCHEDULING_TASKSYSTEM_H
