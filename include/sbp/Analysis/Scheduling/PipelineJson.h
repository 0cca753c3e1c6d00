// PipelineJson.h: schedules of pipelines as JSON
#ifndef SBP_ANALYSIS_SCHEDULING_PIPELINEJSON_H
#define SBP_ANALYSIS_SCHEDULING_PIPELINEJSON_H

#include "sbp/Analysis/Scheduling/Pipeline.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"

namespace sbp {

/// Writes the members of a schedule into the object that `stream` is in: kind,
/// micro_batches, ranks, chunks, makespan_units, ideal_units,
/// bubble_over_ideal, in_flight (per rank), order (per rank "F0", or "F0.c1"
/// where ranks have several chunks) and start_units (per entry of order). Units
/// are those of the durations of `pipeline`, which must have some work.
void writeSchedule(llvm::json::OStream &stream, llvm::StringRef kind,
                   const Pipeline &pipeline, const PipelineSchedule &schedule);

} // namespace sbp

#endif // SBP_ANALYSIS_SCHEDULING_PIPELINEJSON_H
