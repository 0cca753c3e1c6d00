//===- Trace.cpp - Chrome's trace format
//------------------------------------===//
//
// One process line per rank, one thread line per stream, all on one clock.
//
//===----------------------------------------------------------------------===//
#include "Runner.h"
#include <algorithm>
#include <nlohmann/json.hpp>

using namespace sbp;
using namespace sbp::plan;
using namespace sbp::run;
using Json = nlohmann::ordered_json;

static Json describe(const Session &session, uint32_t entry, uint32_t rank,
                     const TraceEvent &event, int64_t origin) {
  const LaunchEntry &launch =
      session.getLaunch(entry, rank, event.stream, event.launch);
  const PlanT &plan = session.getPlan();
  uint32_t index = plan.bindings[rank]->entries[entry]->template_index;
  const TaskT &task = *plan.templates[index]->tasks[launch.task()];
  return {
      {"name", session.nameLaunch(entry, rank, event.stream, event.launch)},
      {"cat", EnumNameTaskKind(task.kind)},
      {"ph", "X"},
      {"pid", rank},
      {"tid", event.stream},
      {"ts", (event.begin - origin) / 1000.0},
      {"dur", (event.end - event.begin) / 1000.0},
      {"args", {{"step", event.step}, {"micro_batch", launch.micro_batch()}}}};
}

std::string
run::formatTrace(const Session &session, uint32_t entry,
                 const std::vector<std::vector<TraceEvent>> &events) {
  int64_t origin = INT64_MAX;
  for (const auto &list : events)
    for (const TraceEvent &event : list)
      origin = std::min(origin, event.begin);
  Json list = Json::array();
  for (uint32_t rank = 0; rank < events.size(); ++rank) {
    list.push_back({{"name", "process_name"},
                    {"ph", "M"},
                    {"pid", rank},
                    {"args", {{"name", textOf("rank ", rank)}}}});
    for (const TraceEvent &event : events[rank])
      list.push_back(describe(session, entry, rank, event, origin));
  }
  Json document = {{"displayTimeUnit", "ms"}, {"traceEvents", std::move(list)}};
  return document.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}
