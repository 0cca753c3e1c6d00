// PipelineKinds.h: the schedules of pipelines by name
#ifndef SBP_ANALYSIS_SCHEDULING_PIPELINEKINDS_H
#define SBP_ANALYSIS_SCHEDULING_PIPELINEKINDS_H

#include "sbp/Analysis/Scheduling/Pipeline.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace sbp {

/// Attribute of an entry: the name of the kind of its schedule.
inline constexpr llvm::StringLiteral kScheduleAttr = "sbp.schedule";

/// A kind of schedule, such as "1f1b".
struct PipelineKind {
  llvm::StringLiteral name;
  /// Whether weight work is a group of its own. Otherwise it is the end of
  /// backward.
  bool splitsBackward;
  /// Whether credits limit the micro-batches in flight. Otherwise a table
  /// fixes the order.
  bool hasCredits;
  /// Makes the schedule. Credits are one per rank, or none to choose them. Call
  /// it by way of schedulePipeline, which checks the arguments.
  /// Null for the order of a user (WorkOrders.h).
  llvm::Expected<PipelineSchedule> (*make)(const Pipeline &pipeline,
                                           llvm::ArrayRef<int64_t> credits);
};

/// Returns all kinds, sorted by name. They are static, as are their names.
llvm::ArrayRef<PipelineKind> getPipelineKinds();
/// Returns the static kind of a name, or an error that lists the names. A file
/// is no name of a kind (isOrderFile).
llvm::Expected<const PipelineKind *> findPipelineKind(llvm::StringRef name);

/// Schedules a pipeline. Weight work becomes part of `pipeline`'s backward
/// where the kind does not split it. Without credits, the smallest ones with
/// the least makespan are chosen (1f1b), or the length of the longest chain of
/// stages from a stage to the last (greedy). Errors: credits below 1, another
/// number of credits than ranks, credits of a table, and pipelines that a table
/// does not fit. `order` is the order of a user, whose kind is `kind`; null for
/// other kinds.
llvm::Expected<PipelineSchedule>
schedulePipeline(Pipeline &pipeline, const PipelineKind &kind,
                 llvm::ArrayRef<int64_t> credits,
                 const WorkOrder *order = nullptr);

/// Returns the smallest credits per rank with the least makespan: beginning
/// with unlimited ones, they are lowered rank by rank from the last while the
/// makespan does not grow. All are at least 1. Backward must not be split.
std::vector<int64_t> chooseCredits(const Pipeline &pipeline);

} // namespace sbp

#endif // SBP_ANALYSIS_SCHEDULING_PIPELINEKINDS_H
