//===- SessionStep.cpp - running, and saying what runs
//----------------------===//
#include "Session.h"

using namespace sbp;
using namespace sbp::plan;

static thread_local int32_t rankOfThread = -1;

int32_t Session::getRankOfThread() { return rankOfThread; }

Status Session::advance(uint32_t rank, bool &finished) {
  EntryState *state = current.load(std::memory_order_relaxed);
  finished = false;
  Actor *actor = state->actors[rank].get();
  if (!actor)
    return {};
  rankOfThread = rank;
  Status status = actor->advance(finished);
  rankOfThread = -1;
  return status.failed() ? describeFailure(rank, *actor, status) : status;
}

/// Which launch of which rank failed. On a device that works late it may be one
/// before.
Status Session::describeFailure(uint32_t rank, const Actor &actor,
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

Status Session::step(uint32_t entry) {
  SBP_RETURN_IF_FAILED(prepare(entry));
  EntryState &state = *entries[entry];
  for (uint32_t rank : state.ranks)
    state.actors[rank]->beginStep(state.steps);
  ++state.steps;
  currentEntry.store(entry, std::memory_order_relaxed);
  current.store(&state, std::memory_order_release);
  if (watchdog)
    watchdog->beginStep();
  Status status = scheduler->run(*this, state.ranks);
  if (watchdog)
    watchdog->endStep();
  // Who waits for this process's ranks on a GPU would wait for ever.
  if (status.failed())
    state.communicator->abort();
  return status;
}

Status Session::beginAt(uint32_t entry, uint32_t step) {
  SBP_RETURN_IF_FAILED(prepare(entry));
  entries[entry]->steps = step;
  return {};
}

uint64_t Session::countLaunches() const {
  uint64_t total = 0;
  if (EntryState *state = current.load(std::memory_order_acquire))
    for (uint32_t rank : state->ranks)
      total += state->actors[rank]->getRecorder().recorded();
  return total;
}

int32_t Session::getCurrentEntry() const {
  return current.load(std::memory_order_acquire)
             ? int32_t(currentEntry.load(std::memory_order_relaxed))
             : -1;
}

const TemplateT &Session::getTemplate(uint32_t entry, uint32_t rank) const {
  uint32_t index = program.plan.bindings[rank]->entries[entry]->template_index;
  return *program.plan.templates[index];
}

const LaunchEntry &Session::getLaunch(uint32_t entry, uint32_t rank,
                                      uint32_t stream, uint32_t launch) const {
  return getTemplate(entry, rank).streams[stream]->entries[launch];
}

std::string Session::nameLaunch(uint32_t entry, uint32_t rank, uint32_t stream,
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

std::vector<uint32_t> Session::getMembers(uint32_t entry, uint32_t rank,
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

uint32_t Session::getCurrentStep() const {
  EntryState *state = current.load(std::memory_order_acquire);
  return state ? state->steps.load() - 1 : 0;
}

Session::RankRecord Session::readRecord(uint32_t rank) const {
  RankRecord record;
  EntryState *state = current.load(std::memory_order_acquire);
  uint32_t entry = currentEntry.load(std::memory_order_relaxed);
  const TemplateT &graph = getTemplate(entry, rank);
  const Actor &actor = *state->actors[rank];
  for (size_t s = 0; s < graph.streams.size(); ++s) {
    const StreamPosition &position = actor.getPosition(s);
    uint32_t head = position.launch.load(std::memory_order_relaxed);
    bool finished = head >= graph.streams[s]->entries.size();
    record.streams.push_back(
        {head,
         finished                                           ? "finished"
         : position.running.load(std::memory_order_relaxed) ? "runs"
         : position.arrived.load(std::memory_order_relaxed) ? "waits in"
                                                            : "never started",
         position.since.load(std::memory_order_relaxed)});
  }
  record.events = actor.getRecorder().read();
  return record;
}

/// "entry 'main', step 3: rank 0 waits in all_reduce #2 ('h' at m.mlir:7:8),
/// ..."
std::string Session::describeRanks() const {
  EntryState *state = current.load(std::memory_order_acquire);
  if (!state)
    return "before the first step";
  uint32_t entry = currentEntry.load(std::memory_order_relaxed);
  std::string text = textOf("entry '", program.plan.entries[entry]->name,
                            "', step ", state->steps.load() - 1);
  constexpr unsigned limit = 16;
  unsigned listed = 0, more = 0;
  for (uint32_t rank : state->ranks) {
    RankRecord record = readRecord(rank);
    bool isIssued = true;
    for (uint32_t s = 0; s < record.streams.size(); ++s) {
      auto [head, doing, since] = record.streams[s];
      if (head >= getTemplate(entry, rank).streams[s]->entries.size())
        continue;
      isIssued = false;
      if (listed == limit) {
        ++more;
        continue;
      }
      text += textOf(listed++ ? ", " : ": ", "rank ", rank, " ", doing, " ",
                     nameLaunch(entry, rank, s, head), ", micro-batch ",
                     getLaunch(entry, rank, s, head).micro_batch(), ", launch ",
                     head);
    }
    if (isIssued && !state->actors[rank]->isFinished() && ++listed <= limit)
      text += textOf(listed > 1 ? ", " : ": ", "rank ", rank,
                     " waits for its device, launch ",
                     record.streams.empty() ? 0 : record.streams[0].launch);
  }
  return more ? textOf(text, " and ", more, " more") : text;
}

void Session::setTrace(std::vector<std::vector<TraceEvent>> *events,
                       uint32_t entry) {
  EntryState &state = *entries.at(entry);
  if (events)
    events->resize(program.plan.ranks);
  for (uint32_t rank : state.ranks)
    state.actors[rank]->setTrace(events ? &(*events)[rank] : nullptr);
}

void Session::setTiming(uint32_t entry, bool isTimed) {
  EntryState &state = *entries.at(entry);
  for (uint32_t rank : state.ranks)
    state.actors[rank]->setTiming(isTimed);
}

int64_t Session::getBusyNanoseconds(uint32_t entry, uint32_t rank) const {
  return entries.at(entry)->actors[rank]->getBusyNanoseconds();
}

uint64_t Session::countSentBytes(uint32_t entry) const {
  return entries.at(entry)->communicator->countSentBytes();
}
