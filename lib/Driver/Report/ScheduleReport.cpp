// ScheduleReport.cpp: the schedule of a pipeline in the report
//
// {"kind": "1f1b", ..., "entry": "train", "stages": [{"stage": 0, "rank": 0,
// "chunk": 0, "world_ranks": [0, 1], "forward_units": 10, ...}]}. A unit is 64
// operations or 16 bytes of memory traffic.

#include "Report/ScheduleReport.h"
#include "Fit/LowerCredits.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "sbp/Analysis/Scheduling/PipelineAttribute.h"
#include "sbp/Analysis/Scheduling/PipelineJson.h"
#include "sbp/Dialect/Task/IR/TaskDialect.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace sbp;
namespace json = llvm::json;

std::vector<int64_t> sbp::getRanksOfStage(ModuleOp module, StringRef entry,
                                          int64_t stage) {
  llvm::SmallSetVector<int64_t, 8> ranks;
  for (auto graph : module.getOps<task::GraphOp>())
    if (graph.getEntry() == entry &&
        llvm::any_of(graph.getTasks(), [&](task::TaskOpInterface task) {
          return task.getStage() == stage;
        }))
      ranks.insert_range(graph.getRanks());
  std::vector<int64_t> sorted(ranks.begin(), ranks.end());
  llvm::sort(sorted);
  return sorted;
}

static void addStage(json::OStream &json, const PipelineStage &stage,
                     int64_t number, json::Array worldRanks) {
  json.object([&] {
    json.attribute("stage", number);
    json.attribute("rank", stage.rank);
    json.attribute("chunk", stage.chunk);
    json.attribute("world_ranks", std::move(worldRanks));
    json.attribute("forward_units", stage.durations[0]);
    json.attribute("backward_units", stage.durations[1]);
    json.attribute("weight_units", stage.durations[2]);
  });
}

/// Writes the figures of the schedule that a memory limit has replaced.
static void addFreeSchedule(json::OStream &json, const EntrySchedule &free) {
  json.attributeObject("without_memory_limit", [&] {
    json.attribute("makespan_units", free.schedule.makespan);
    json.attribute("in_flight", json::Array(countInFlightOfRanks(
                                    free.pipeline, free.schedule.order)));
  });
}

void sbp::addSchedule(json::OStream &json, ModuleOp module) {
  for (auto entry : module.getOps<func::FuncOp>()) {
    std::optional<EntrySchedule> found =
        readSchedule(entry->getAttrOfType<DictionaryAttr>(kPipelineAttr));
    if (!found)
      continue;
    json.attributeObject("schedule", [&] {
      writeSchedule(json, found->kind, found->pipeline, found->schedule);
      json.attribute("entry", entry.getSymName());
      json.attributeArray("stages", [&] {
        for (auto [stage, number] :
             llvm::zip_equal(found->pipeline.stages, found->stages))
          addStage(
              json, stage, number,
              json::Array(getRanksOfStage(module, entry.getSymName(), number)));
      });
      if (auto free = readSchedule(
              entry->getAttrOfType<DictionaryAttr>(kFreePipelineAttr)))
        addFreeSchedule(json, *free);
    });
    return;
  }
}
