// Trace.cpp: Chrome's trace format
//
// One process line per rank, one thread line per stream, all on the clock of
// the first process. Each process writes the lines of its ranks into one file.
#include "Trace.h"
#include "CommonFile.h"
#include "TaskNames.h"
#include "Transfers.h"
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

using namespace sbp;
using namespace sbp::plan;
using namespace sbp::run;
using Json = nlohmann::ordered_json;

static constexpr const char *kHead =
    "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n";
static constexpr const char *kTail = "\n]}\n";

/// Returns how often a task runs in a step.
static uint32_t countFirings(const PlanT &plan, const TaskT &task) {
  return task.kind == TaskKind::communicate
             ? plan.communications[task.communication]->firings
             : task.firings;
}

/// Returns the categories of an event, between commas: the kind of the task and
/// its phases, as in "compute,backward".
static std::string getCategories(const TaskT &task, const std::string &phases) {
  std::string kind = EnumNameTaskKind(task.kind);
  return phases.empty() ? kind : kind + "," + phases;
}

static Json describe(const Session &session, uint32_t entry, uint32_t rank,
                     const TraceEvent &event, int64_t origin,
                     const std::vector<uint64_t> &movedBytes,
                     const std::vector<std::string> &layers) {
  const LaunchEntry &launch =
      session.getActivity().getLaunch(entry, rank, event.stream, event.launch);
  const PlanT &plan = session.getPlan();
  uint32_t index = plan.bindings[rank]->entries[entry]->template_index;
  const TaskT &task = *plan.templates[index]->tasks[launch.task()];
  Json arguments = {{"step", event.step}};
  if (task.kind == TaskKind::communicate) {
    arguments["moved_bytes"] = movedBytes[task.communication];
    arguments["ranks"] = session.getActivity().getMembers(
        entry, rank, event.stream, event.launch);
  }
  std::string name =
      session.getActivity().nameLaunch(entry, rank, event.stream, event.launch);
  std::string phases = namePhases(session.getProgram(), index, launch.task());
  if (const std::string &layer = layers[launch.task()]; !layer.empty()) {
    name += textOf(", ", layer);
    arguments["layer"] = layer;
  }
  // An optimizer's task runs after all micro-batches and belongs to none.
  bool isCut = plan.entries[entry]->micro_batches > 1;
  if (countFirings(plan, task) > 1) {
    name += textOf(", micro-batch ", launch.micro_batch());
    arguments["micro_batch"] = launch.micro_batch();
  } else if (isCut) {
    name += ", once a step";
  }
  return {{"name", std::move(name)},
          {"cat", getCategories(task, phases)},
          {"ph", "X"},
          {"pid", rank},
          {"tid", event.stream},
          {"ts", (event.begin - origin) / 1000.0},
          {"dur", (event.end - event.begin) / 1000.0},
          {"args", std::move(arguments)}};
}

/// Lines of the ranks of this process, joined by commas; `origin` on its own
/// clock.
static std::string
formatEvents(const Session &session, uint32_t entry,
             const std::vector<std::vector<TraceEvent>> &events,
             int64_t origin) {
  std::vector<uint64_t> movedBytes = countMovedBytes(session.getProgram());
  std::map<uint32_t, std::vector<std::string>> layersOf; ///< by template
  std::string text;
  auto add = [&](const Json &line) {
    text += text.empty() ? "" : ",\n";
    text += line.dump(-1, ' ', /*ensure_ascii=*/false,
                      Json::error_handler_t::replace);
  };
  for (uint32_t rank : session.getWorld().ranks()) {
    add({{"name", "process_name"},
         {"ph", "M"},
         {"pid", rank},
         {"args", {{"name", textOf("rank ", rank)}}}});
    if (events[rank].empty())
      continue;
    uint32_t index =
        session.getPlan().bindings[rank]->entries[entry]->template_index;
    auto [layers, isNew] = layersOf.try_emplace(index);
    if (isNew)
      layers->second = nameLayers(session.getProgram(), index);
    for (const TraceEvent &event : events[rank])
      add(describe(session, entry, rank, event, origin, movedBytes,
                   layers->second));
  }
  return text;
}

/// Returns the time of the first event of any process, on the clock of this
/// process; INT64_MAX where there is no event.
static Result<int64_t>
findOrigin(const std::vector<std::vector<TraceEvent>> &events,
           Processes &processes) {
  int64_t first = INT64_MAX;
  SBP_ASSIGN_OR_RETURN(int64_t offset, processes.measureClock());
  for (const auto &list : events)
    for (const TraceEvent &event : list)
      first = std::min(first, event.begin);
  std::vector<std::string> all;
  SBP_RETURN_IF_FAILED(processes.gather(
      std::to_string(first == INT64_MAX ? first : first - offset), all));
  int64_t origin = INT64_MAX;
  for (const std::string &text : all)
    origin = std::min<int64_t>(origin, std::stoll(text));
  origin += origin == INT64_MAX ? 0 : offset;
  return origin;
}

Result<std::unique_ptr<PartsFile>>
run::writeTrace(const std::string &path, const Session &session, uint32_t entry,
                const std::vector<std::vector<TraceEvent>> &events,
                Processes &processes, OutputFiles &files) {
  SBP_ASSIGN_OR_RETURN(int64_t origin, findOrigin(events, processes));
  std::string text = formatEvents(session, entry, events, origin);
  if (!processes.isDistributed()) {
    SBP_RETURN_IF_FAILED(files.write(path, kHead + text + kTail));
    return nullptr;
  }
  uint32_t process = session.getWorld().getProcess();
  uint32_t count = session.getWorld().countProcesses();
  text = (process == 0 ? kHead : ",\n") + text +
         (process + 1 == count ? kTail : "");
  std::vector<std::string> sizes;
  SBP_RETURN_IF_FAILED(processes.gather(std::to_string(text.size()), sizes));
  uint64_t offset = 0, total = 0;
  for (uint32_t p = 0; p < count; ++p) {
    total += std::stoull(sizes[p]);
    offset += p < process ? std::stoull(sizes[p]) : 0;
  }
  SBP_ASSIGN_OR_RETURN(std::unique_ptr<PartsFile> parts,
                       openTogether(path, total, processes));
  SBP_RETURN_IF_FAILED(parts->write(offset, text.data(), text.size()));
  SBP_RETURN_IF_FAILED(parts->close());
  return parts;
}
