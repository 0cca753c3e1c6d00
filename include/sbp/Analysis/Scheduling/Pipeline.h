// Pipeline.h: stages, their work per micro-batch, and its order on every rank
//
// A pipeline is a graph of stages, each of which works once per micro-batch:
// forward, backward and, where it is split off, the gradients of weights. The
// work of one kind, chunk and micro-batch is a group: it runs without
// interruption. Times are in units of the caller.
#ifndef SBP_ANALYSIS_SCHEDULING_PIPELINE_H
#define SBP_ANALYSIS_SCHEDULING_PIPELINE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sbp {

/// The kinds of work of a stage. Weight work is what no other stage waits for.
enum class WorkKind : uint8_t { Forward, Backward, Weight };
inline constexpr WorkKind kWorkKinds[] = {WorkKind::Forward, WorkKind::Backward,
                                          WorkKind::Weight};
/// Returns the letter of a kind: F, B or W.
char getLetter(WorkKind kind);

/// A stage. Several stages of one rank are its chunks.
struct PipelineStage {
  unsigned rank = 0;
  unsigned chunk = 0; ///< index of the stage among those of its rank
  /// Duration of forward, backward and weight work for one micro-batch, at
  /// least 1. The last is 0 where backward is not split.
  std::array<int64_t, 3> durations = {1, 1, 0};

  int64_t getDuration(WorkKind kind) const { return durations[size_t(kind)]; }
  /// Returns the kind of work after which a micro-batch is no longer in flight.
  WorkKind getLastKind() const {
    return durations[2] > 0 ? WorkKind::Weight : WorkKind::Backward;
  }
};

/// Forward of stage `to` reads a result of forward of stage `from`, and
/// backward of `from` one of backward of `to`, `latency` after it was made.
struct PipelineEdge {
  unsigned from, to; ///< indices of stages
  int64_t latency = 0;
};

/// The stages of all ranks and the data that flows between them. The chunks of
/// a rank are numbered from 0 without gaps.
struct Pipeline {
  unsigned ranks = 0;
  int64_t microBatches = 0;
  std::vector<PipelineStage> stages; ///< in program order
  std::vector<PipelineEdge> edges;   ///< from earlier stages to later ones

  /// Makes a chain of `ranks` * `chunks` equal stages; stage s is chunk s /
  /// ranks of rank s mod ranks. Edges inside of a rank have no latency.
  static Pipeline makeChain(unsigned ranks, unsigned chunks,
                            int64_t microBatches,
                            std::array<int64_t, 3> durations, int64_t latency);

  /// Returns for each rank the indices of its stages by chunk.
  std::vector<std::vector<unsigned>> getStagesOfRanks() const;
  /// Returns the work of the busiest rank: no schedule is shorter. 0 without
  /// ranks.
  int64_t getIdealMakespan() const;
};

/// The work of one kind, chunk and micro-batch.
struct WorkGroup {
  WorkKind kind = WorkKind::Forward;
  unsigned chunk = 0;
  int64_t microBatch = 0;
  bool operator==(const WorkGroup &other) const = default;
};
/// The groups of each rank in the order in which they run, indexed by rank.
using WorkOrder = std::vector<std::vector<WorkGroup>>;

/// The order of all groups and their times. Ranks start a group once they are
/// idle and its inputs have arrived.
struct PipelineSchedule {
  WorkOrder order;
  std::vector<std::vector<int64_t>> starts; ///< one per group of `order`
  int64_t makespan = 0; ///< end of the last group; the first starts at 0
};

/// Simulates a given order. Fails where it has another number of lists than
/// ranks, where it lacks or repeats groups or has some that the pipeline lacks,
/// where micro-batches of one kind and chunk are not ascending from 0, or where
/// a rank waits for ever: names the first such group.
llvm::Expected<PipelineSchedule> simulateOrder(const Pipeline &pipeline,
                                               const WorkOrder &order);

/// Simulates the rule "backward first": an idle rank starts the backward of the
/// oldest micro-batch, else the next forward of a stage that has fewer than
/// `credits[stage]` (at least 1) micro-batches in flight. Equal micro-batches:
/// backward of later stages and forward of earlier stages first. Backward must
/// not be split (asserted). Returns nullopt if the makespan exceeds `deadline`,
/// as soon as that is certain.
std::optional<PipelineSchedule> simulateCredits(const Pipeline &pipeline,
                                                llvm::ArrayRef<int64_t> credits,
                                                int64_t deadline = INT64_MAX);

/// Returns the greatest number of micro-batches in flight at once for each
/// stage: forward has started and the last backward or weight work has not
/// ended. `order` must be one that simulateOrder accepts.
std::vector<int64_t> countInFlight(const Pipeline &pipeline,
                                   const WorkOrder &order);
/// Returns the same per rank, the sum over its chunks at each moment.
std::vector<int64_t> countInFlightOfRanks(const Pipeline &pipeline,
                                          const WorkOrder &order);

} // namespace sbp

#endif // SBP_ANALYSIS_SCHEDULING_PIPELINE_H
