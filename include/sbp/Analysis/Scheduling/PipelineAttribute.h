// PipelineAttribute.h: the schedule of an entry's pipeline as its attribute
#ifndef SBP_ANALYSIS_SCHEDULING_PIPELINEATTRIBUTE_H
#define SBP_ANALYSIS_SCHEDULING_PIPELINEATTRIBUTE_H

#include "mlir/IR/BuiltinAttributes.h"
#include "sbp/Analysis/Scheduling/StageGraph.h"

namespace sbp {

/// Attribute of an entry at level 3: the schedule of its pipeline
/// (toAttribute). Absent where the entry has no pipeline.
inline constexpr llvm::StringLiteral kPipelineAttr = "sbp.pipeline";

/// Attribute of an entry at level 3: the credits of the pipeline's ranks, in
/// micro-batches. Absent where the schedule chooses them.
inline constexpr llvm::StringLiteral kCreditsAttr = "sbp.credits";

/// A schedule as reports show it.
struct EntrySchedule {
  std::string kind;            ///< name of a PipelineKind
  Pipeline pipeline;           ///< without edges
  std::vector<int64_t> stages; ///< numbers of the stages of `pipeline`
  PipelineSchedule schedule;
};

/// Returns `schedule` of `stages` as an attribute. Requires that orderByStages
/// has set the kind of `stages`; edges are not stored.
mlir::DictionaryAttr toAttribute(mlir::MLIRContext *context,
                                 const StageGraph &stages,
                                 const PipelineSchedule &schedule);
/// Returns the schedule that toAttribute has written, or nullopt for null.
/// Asserts the members and their types: other dictionaries are not accepted.
std::optional<EntrySchedule> readSchedule(mlir::DictionaryAttr attribute);

} // namespace sbp

#endif // SBP_ANALYSIS_SCHEDULING_PIPELINEATTRIBUTE_H
