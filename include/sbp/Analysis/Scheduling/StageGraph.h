// StageGraph.h: the pipeline that the tasks of an entry form
#ifndef SBP_ANALYSIS_SCHEDULING_STAGEGRAPH_H
#define SBP_ANALYSIS_SCHEDULING_STAGEGRAPH_H

#include "sbp/Analysis/Scheduling/PipelineKinds.h"
#include "sbp/Analysis/Scheduling/Schedule.h"

namespace sbp {

/// The stages of a system, whose graphs are its classes. Classes that hold the
/// same stages are one rank of the pipeline.
struct StageGraph {
  Pipeline pipeline;
  std::vector<int64_t> ranks;  ///< rank of the pipeline per graph, -1 for none
  std::vector<int64_t> stages; ///< numbers of the stages, in pipeline order
  /// The kind of work of each task of each graph; meaningless for tasks without
  /// a stage.
  std::vector<std::vector<WorkKind>> kinds;
  const PipelineKind *kind = nullptr; ///< static; set by orderByStages

  /// Returns whether every stage has at most one predecessor and one successor.
  bool isChain() const;
};

/// Returns the stages of the tasks of a system, with the durations of their
/// tasks on the busiest class and, as latencies, those of the communications
/// between them. Backward tasks that no task of another stage depends on are
/// weight work. Empty for a system without backward tasks. Errors: stages that
/// form a cycle, and staged tasks with different numbers of firings.
llvm::Expected<StageGraph> getStageGraph(const ScheduledSystem &system);

/// Orders the groups of all graphs by a schedule of the stages. Registers of
/// several tokens get a copy per token: the launch lists determine how many
/// they need. With `kind` null, chains are scheduled as 1f1b and other graphs
/// as greedy. Sets the kind and the durations of `stages`, which getStageGraph
/// returned for `system` with a pipeline that is not empty. Credits are one per
/// rank, or empty to choose them. `order` is that of a user, whose kind is
/// `kind`, else null. Returns the schedule of the stages, or, with
/// `system` unchanged but not `stages`, an error of schedulePipeline.
llvm::Expected<PipelineSchedule>
orderByStages(ScheduledSystem &system, StageGraph &stages,
              const PipelineKind *kind, llvm::ArrayRef<int64_t> credits,
              const WorkOrder *order = nullptr);

} // namespace sbp

#endif // SBP_ANALYSIS_SCHEDULING_STAGEGRAPH_H
