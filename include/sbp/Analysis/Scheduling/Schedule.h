// Schedule.h: simulation, launch lists, liveness
//
// Task graphs as plain values. All graphs of an entry run together; a
// communication is one firing of all graphs that take part. The simulation
// returns one launch list per graph, which may be split into streams later.
// Firing rules are those of the runtime (registers with `copies` credits and
// `tokens` per step), so the runtime can execute what the simulation does.
#ifndef SBP_ANALYSIS_SCHEDULING_SCHEDULE_H
#define SBP_ANALYSIS_SCHEDULING_SCHEDULE_H

#include "EventGraph.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sbp {

/// A reader of storage that another task overwrites. The two take turns for
/// each of `tokens` tokens of a step.
struct EarlierReader {
  unsigned task; ///< index in the same graph
  int64_t tokens;
  /// Converts from the index of a task that reads once per step.
  EarlierReader(unsigned task, int64_t tokens = 1)
      : task(task), tokens(tokens) {}
};

/// A task. Its f firings of a step belong to micro-batches 0 to f - 1.
struct ScheduledTask {
  /// Indices of registers of the graph.
  llvm::SmallVector<unsigned, 4> inputs, outputs;
  /// Readers of storage that this task overwrites.
  llvm::SmallVector<EarlierReader, 2> after;
  /// Per firing, the firing of the same graph before whose end the simulation
  /// does not start it, although its inputs are there. Firings with nullopt or
  /// without an entry are not held.
  std::vector<std::optional<Firing>> heldUntil;
  int64_t communication = -1; ///< its number in the system; -1 for local tasks
  int64_t firings = 1;        ///< per step
  int64_t duration = 1;       ///< virtual time units per firing
  /// The stage that the task works for in every micro-batch, and whether it is
  /// part of backward; -1 for tasks of no stage.
  int64_t stage = -1;
  bool isBackward = false;
  int64_t group = -1; ///< group of `ScheduledGraph::order`, -1 for none
  /// It starts before other local tasks that are ready and in no group.
  bool isEager = false;
};

/// A register with its credits (copies) and its tokens per step.
struct ScheduledRegister {
  int64_t copies = 1, tokens = 1;
  int64_t aliasOf = -1; ///< register whose storage it shares; -1: its own
};

/// A group of tasks, for one micro-batch.
struct GroupFiring {
  int64_t group, microBatch;
};

/// The task graph of one class of ranks.
struct ScheduledGraph {
  std::vector<ScheduledTask> tasks; ///< in program order
  std::vector<ScheduledRegister> registers;
  /// The order in which groups run; empty where the simulation determines it.
  /// The local tasks of a group run in program order.
  std::vector<GroupFiring> order;

  /// Returns the dependences between the firings of the tasks, which are
  /// numbered by their index in `tasks`.
  EventGraph getEvents() const;
};

/// The graphs of all classes of an entry.
struct ScheduledSystem {
  std::vector<ScheduledGraph> graphs;
};

/// The result of a simulation.
struct Schedule {
  std::vector<LaunchList> lists; ///< one per graph
  /// Pairs (communication, micro-batch) in the order in which they start.
  std::vector<Firing> communications;
  int64_t duration = 0; ///< of one step, in virtual time
};

/// Simulates one step in virtual time (list scheduling): whenever a class is
/// idle, the next task of its order starts if it is ready; else, among tasks of
/// no group, one that is eager, then the ready firing of the oldest
/// micro-batch, then the first in program order; other tasks that fire once per
/// step go last. A communication starts when all its members are ready and
/// overlaps with computation. Fails on a deadlock, with an error that names a
/// task that never finishes and its micro-batch. Deterministic. Durations must
/// be at least 1.
llvm::Expected<Schedule> simulate(const ScheduledSystem &system);

/// Returns the number of copies that each register of several tokens needs for
/// a launch list: the most tokens whose storage is in use at once. Where
/// communications overlap with computation, registers that they write or read
/// get one more, so that a rank need not wait for a transfer that is still
/// under way, but no more than tokens. One for other registers; a register with
/// an alias gets the copies of the one whose storage it shares.
std::vector<int64_t> countCopies(const ScheduledGraph &graph,
                                 const LaunchList &list, bool overlaps);

/// Proves that launch lists terminate: a marked graph terminates in every order
/// of firings if it does in one (Commoner et al. 1971), so one abstract run is
/// a proof. Returns an error that names the first firing which never starts, or
/// nullopt. `streams`: per graph, the launch lists of its streams.
std::optional<std::string> findDeadlock(const ScheduledSystem &system,
                                        llvm::ArrayRef<LaunchLists> streams);

/// The launches of all streams of a graph in one order that respects streams
/// and data, with communications of other streams as early as possible.
struct MergedOrder {
  LaunchList launches;
  /// Per position, the last position that need not come after it; the position
  /// itself if there is one stream.
  std::vector<int64_t> reach;
};
/// Merges the launch lists of a graph's streams into such an order. Launches
/// that a deadlock blocks come last.
MergedOrder mergeStreams(const ScheduledGraph &graph,
                         const LaunchLists &streams);

} // namespace sbp

#endif // SBP_ANALYSIS_SCHEDULING_SCHEDULE_H
