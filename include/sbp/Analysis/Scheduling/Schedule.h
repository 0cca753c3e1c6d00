// Schedule.h: simulation, launch lists, liveness
//
// Task graphs as plain values. All graphs of an entry run together, and a
// communication is one firing of all graphs that take part. The simulation
// gives each graph one list, which may be dealt out over streams.
// The rules of firing are those of the runtime (registers with `copies`
// credits, `tokens` per step), so what the simulation does the runtime can do.
#ifndef SBP_ANALYSIS_SCHEDULING_SCHEDULE_H
#define SBP_ANALYSIS_SCHEDULING_SCHEDULE_H

#include "EventGraph.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sbp {

/// An actor. Its f firings of a step are those of micro-batches 0 to f - 1.
struct ScheduledTask {
  llvm::SmallVector<unsigned, 4> inputs, outputs; ///< registers
  /// Tasks that must have fired as often before (in the same step): readers of
  /// storage that this task overwrites.
  llvm::SmallVector<unsigned, 2> after;
  int64_t communication = -1; ///< number in the system, -1: a task of its own
  int64_t firings = 1;
  int64_t duration = 1; ///< virtual time units
};

struct ScheduledRegister {
  int64_t copies = 1, tokens = 1;
};

/// What one class of ranks does.
struct ScheduledGraph {
  std::vector<ScheduledTask> tasks; ///< in program order
  std::vector<ScheduledRegister> registers;

  /// What each task waits for.
  EventGraph getEvents() const;
};

/// All classes of an entry.
struct ScheduledSystem {
  std::vector<ScheduledGraph> graphs;
};

struct Schedule {
  std::vector<LaunchList> lists; ///< by graph
  /// (communication, micro-batch) in the order in which they start.
  std::vector<Firing> communications;
  int64_t duration = 0; ///< of one step, virtual time
};

/// Runs one step in virtual time: whenever a class is idle the ready firing of
/// the oldest micro-batch starts, then the first in program order; a
/// communication starts when all its members are ready, beside whatever they
/// compute. Nothing with a message if the graphs wait for each other for ever.
/// Deterministic. Durations are at least 1.
std::optional<Schedule> simulate(const ScheduledSystem &system,
                                 std::string &error);

/// Proves that launch lists come to their end: a marked graph does so in every
/// order of firings if it does in one, so one abstract run is a proof. An error
/// names the first firing that waits for ever. `streams`: by graph, the lists
/// of its streams.
std::optional<std::string> findDeadlock(const ScheduledSystem &system,
                                        llvm::ArrayRef<LaunchLists> streams);

/// The launches of all streams of a graph in one order that they and the data
/// allow: communications of other streams as early as they can be.
struct MergedOrder {
  LaunchList launches;
  /// By position: the last one that does not have to come after it. With one
  /// stream it is the position itself.
  std::vector<int64_t> reach;
};
MergedOrder mergeStreams(const ScheduledGraph &graph,
                         const LaunchLists &streams);

} // namespace sbp

#endif // SBP_ANALYSIS_SCHEDULING_SCHEDULE_H
