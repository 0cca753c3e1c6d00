// StageGraph.h: the pipeline that the tasks of an entry form
#ifndef SBP_ANALYSIS_SCHEDULING_STAGEGRAPH_H
#define SBP_ANALYSIS_SCHEDULING_STAGEGRAPH_H

#include "sbp/Analysis/Scheduling/PipelineKinds.h"
#include "sbp/Analysis/Scheduling/Schedule.h"

namespace sbp {

/// The stages of a system. Classes that hold the same stages are one rank of
/// the pipeline.
struct StageGraph {
  Pipeline pipeline;
  std::vector<int64_t> ranks;  ///< rank of the pipeline per graph, -1 for none
  std::vector<int64_t> stages; ///< numbers of the stages, in pipeline order
  /// The kind of work of each task of each graph, for those with a stage.
  std::vector<std::vector<WorkKind>> kinds;
  const PipelineKind *kind = nullptr; ///< set by orderByStages

  /// Returns whether every stage has at most one predecessor and one successor.
  bool isChain() const;
};

/// Returns the stages of the tasks of a system, with the durations of their
/// tasks and, as latencies, those of the communications between them. Backward
/// tasks that no communication to another stage depends on are weight work. A
/// system without backward tasks has an empty pipeline. Errors: stages that
/// form a cycle, and other numbers of firings than that of the micro-batches.
llvm::Expected<StageGraph> getStageGraph(const ScheduledSystem &system);

/// Orders the groups of all graphs by a schedule of the stages. Registers of
/// several tokens get a copy per token: the launch lists determine how many
/// they need. Without `kind`, chains are scheduled as 1f1b and other graphs as
/// greedy. Returns the schedule of the stages.
llvm::Expected<PipelineSchedule> orderByStages(ScheduledSystem &system,
                                               StageGraph &stages,
                                               const PipelineKind *kind,
                                               llvm::ArrayRef<int64_t> credits);

} // namespace sbp

#endif // SBP_ANALYSIS_SCHEDULING_STAGEGRAPH_H
