// PipelineJson.cpp: schedules of pipelines as JSON

#include "sbp/Analysis/Scheduling/PipelineJson.h"

#include "sbp/Analysis/Scheduling/WorkOrders.h"

using namespace llvm;
using namespace sbp;

// Written member by member: json::Object would sort the keys.
void sbp::writeSchedule(json::OStream &stream, StringRef kind,
                        const Pipeline &pipeline,
                        const PipelineSchedule &schedule) {
  unsigned chunks = 0;
  for (const PipelineStage &stage : pipeline.stages)
    chunks = std::max(chunks, stage.chunk + 1);
  int64_t ideal = pipeline.getIdealMakespan();
  stream.attribute("kind", kind);
  stream.attribute("micro_batches", pipeline.microBatches);
  stream.attribute("ranks", pipeline.ranks);
  stream.attribute("chunks", chunks);
  stream.attribute("makespan_units", schedule.makespan);
  stream.attribute("ideal_units", ideal);
  stream.attribute("bubble_over_ideal",
                   double(schedule.makespan - ideal) / double(ideal));
  stream.attribute("in_flight",
                   json::Array(countInFlightOfRanks(pipeline, schedule.order)));
  stream.attributeArray("order", [&] {
    for (const auto &groups : schedule.order)
      stream.array([&] {
        for (WorkGroup group : groups)
          stream.value(toText(group, chunks > 1));
      });
  });
  stream.attributeArray("start_units", [&] {
    for (const auto &starts : schedule.starts)
      stream.value(json::Array(starts));
  });
}
