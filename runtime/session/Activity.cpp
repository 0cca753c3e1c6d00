// Activity.cpp: describes launches of ranks for reports
#include "Activity.h"
#include <algorithm>

using namespace sbp;
using namespace sbp::plan;

static thread_local int32_t rankOfThread = -1;

int32_t Activity::getRankOfThread() { return rankOfThread; }

void Activity::setRankOfThread(int32_t rank) { rankOfThread = rank; }

void Activity::begin(uint32_t entry, EntryState &state) {
  currentEntry.store(entry, std::memory_order_relaxed);
  current.store(&state, std::memory_order_release);
}

/// Which launch of which rank failed. On a device that works late it may be one
/// before.
Status Activity::describeFailure(uint32_t rank, const Actor &actor,
                                 const Status &status) const {
  uint32_t entry = currentEntry.load(std::memory_order_relaxed);
  uint32_t stream = actor.getFailedStream();
  uint32_t launch = actor.getPosition(stream).launch.load();
  bool isEnd =
      launch >= getTemplate(entry, rank).streams[stream]->entries.size();
  return Status(status.code(),
                textOf("rank ", rank, ", ",
                       isEnd ? "the end of the step"
                             : textOf(nameLaunch(entry, rank, stream, launch),
                                      ", launch ", launch),
                       ": ", status.message()));
}

uint64_t Activity::countLaunches() const {
  uint64_t total = 0;
  if (EntryState *state = current.load(std::memory_order_acquire))
    for (uint32_t rank : state->ranks)
      total += state->actors[rank]->getRecorder().recorded();
  return total;
}

int32_t Activity::getCurrentEntry() const {
  return current.load(std::memory_order_acquire)
             ? int32_t(currentEntry.load(std::memory_order_relaxed))
             : -1;
}

const TemplateT &Activity::getTemplate(uint32_t entry, uint32_t rank) const {
  uint32_t index = program.plan.bindings[rank]->entries[entry]->template_index;
  return *program.plan.templates[index];
}

const LaunchEntry &Activity::getLaunch(uint32_t entry, uint32_t rank,
                                       uint32_t stream, uint32_t launch) const {
  return getTemplate(entry, rank).streams[stream]->entries[launch];
}

std::string Activity::nameLaunch(uint32_t entry, uint32_t rank, uint32_t stream,
                                 uint32_t launch) const {
  const TemplateT &graph = getTemplate(entry, rank);
  uint32_t number = graph.streams[stream]->entries[launch].task();
  const TaskT &task = *graph.tasks[number];
  return task.kind == TaskKind::communicate
             ? program.nameCommunication(task.communication)
             : program.nameTask(
                   program.plan.bindings[rank]->entries[entry]->template_index,
                   number);
}

std::vector<uint32_t> Activity::getMembers(uint32_t entry, uint32_t rank,
                                           uint32_t stream,
                                           uint32_t launch) const {
  const TemplateT &graph = getTemplate(entry, rank);
  uint32_t number = graph.streams[stream]->entries[launch].task();
  const TaskT &task = *graph.tasks[number];
  std::vector<uint32_t> members;
  if (task.kind != TaskKind::communicate)
    return members;
  const PlanT &plan = program.plan;
  Components components(
      *plan.movements[plan.communications[task.communication]->movement]);
  for (size_t i = 0; i < components.ranks.size(); ++i)
    if (int32_t(components.component[i]) == components.of(rank))
      members.push_back(components.ranks[i]);
  return members;
}

uint32_t Activity::getCurrentStep() const {
  EntryState *state = current.load(std::memory_order_acquire);
  return state ? state->steps.load() - 1 : 0;
}

static constexpr const char *kLateState = "waits for its device at";

Activity::RankRecord Activity::readRecord(uint32_t rank) const {
  RankRecord record;
  EntryState *state = current.load(std::memory_order_acquire);
  uint32_t entry = currentEntry.load(std::memory_order_relaxed);
  const TemplateT &graph = getTemplate(entry, rank);
  const Actor &actor = *state->actors[rank];
  for (size_t s = 0; s < graph.streams.size(); ++s) {
    const StreamPosition &position = actor.getPosition(s);
    uint32_t head = position.launch.load(std::memory_order_relaxed);
    bool finished = head >= graph.streams[s]->entries.size();
    std::optional<uint32_t> done = actor.countDone(s);
    // Issued work may not be complete yet.
    bool isLate = finished && done && *done < head;
    record.streams.push_back(
        {isLate ? *done : head,
         isLate                                             ? kLateState
         : finished                                         ? "finished"
         : position.running.load(std::memory_order_relaxed) ? "runs"
         : position.arrived.load(std::memory_order_relaxed) ? "waits in"
                                                            : "never started",
         position.since.load(std::memory_order_relaxed), done});
  }
  record.events = actor.getRecorder().read();
  return record;
}

/// ", of which the device has done launch 3, task 4 (...)" where it works later
/// than the host.
std::string Activity::describeDone(uint32_t entry, uint32_t rank,
                                   uint32_t stream,
                                   const RankRecord::Head &head) const {
  if (!head.done)
    return "";
  if (*head.done == 0)
    return "; its device has done no launch";
  return textOf("; its device has done launch ", *head.done - 1, ", ",
                nameLaunch(entry, rank, stream, *head.done - 1));
}

void Activity::listRanks(uint32_t entry, EntryState &state,
                         std::vector<std::string> &parts) const {
  bool isGraph = state.stepGraphs && state.stepGraphs->areReady();
  for (uint32_t rank : state.ranks) {
    if (isGraph) {
      if (!state.stepGraphs->isFinished(rank))
        parts.push_back(textOf("rank ", rank,
                               " waits for the graph of its "
                               "step"));
      continue;
    }
    RankRecord record = readRecord(rank);
    for (uint32_t s = 0; s < record.streams.size(); ++s) {
      const RankRecord::Head &head = record.streams[s];
      if (head.launch < getTemplate(entry, rank).streams[s]->entries.size())
        parts.push_back(textOf(
            "rank ", rank, " ", head.state, " ",
            nameLaunch(entry, rank, s, head.launch), ", micro-batch ",
            getLaunch(entry, rank, s, head.launch).micro_batch(), ", launch ",
            head.launch, describeDone(entry, rank, s, head)));
    }
  }
}

/// "entry 'main', step 3: rank 0 waits in all_reduce #2 ('h' at m.mlir:7:8),
/// ..."
std::string Activity::describeRanks() const {
  EntryState *state = current.load(std::memory_order_acquire);
  if (!state)
    return "before the first step";
  uint32_t entry = currentEntry.load(std::memory_order_relaxed);
  std::vector<std::string> parts;
  listRanks(entry, *state, parts);
  if (parts.empty()) // amid the end of a step, or between two
    for (uint32_t rank : state->ranks)
      parts.push_back(textOf("rank ", rank, " has no task left"));
  std::string text = textOf("entry '", program.plan.entries[entry]->name,
                            "', step ", state->steps.load() - 1);
  constexpr size_t limit = 16;
  for (size_t i = 0; i < std::min(limit, parts.size()); ++i)
    text += (i ? ", " : ": ") + parts[i];
  return parts.size() > limit
             ? textOf(text, " and ", parts.size() - limit, " more")
             : text;
}
