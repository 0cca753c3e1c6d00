// SessionStep.cpp: running, and saying what runs
#include "Session.h"
#include <algorithm>

using namespace sbp;
using namespace sbp::plan;

static thread_local int32_t rankOfThread = -1;

int32_t Session::getRankOfThread() { return rankOfThread; }

Result<bool> Session::advance(uint32_t rank) {
  EntryState *state = current.load(std::memory_order_relaxed);
  Actor *actor = state->actors[rank].get();
  if (!actor)
    return false;
  rankOfThread = rank;
  bool isGraph = state->stepGraphs && state->stepGraphs->areReady();
  Result<bool> finished =
      isGraph ? state->stepGraphs->advance(rank) : actor->advance();
  rankOfThread = -1;
  if (!finished.failed())
    return finished;
  return isGraph ? StepGraphs::describeFailure(rank, finished.status())
                 : describeFailure(rank, *actor, finished.status());
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

/// A recorded step runs on the queue of its graph, from the recording on.
Status Session::issueOnceLaunches(EntryState &state) {
  return state.once.issue([&](uint32_t rank, uint32_t task) -> Queue & {
    return state.stepGraphs && state.run > 0
               ? state.stepGraphs->getQueue(rank)
               : state.actors[rank]->getQueue(task);
  });
}

Status Session::runActors(EntryState &state, uint32_t number) {
  for (uint32_t rank : state.ranks)
    SBP_RETURN_IF_FAILED(state.actors[rank]->beginStep(number));
  if (state.stepGraphs && state.run == 1)
    SBP_RETURN_IF_FAILED(state.stepGraphs->begin(state.actors));
  return scheduler->run(*this, state.ranks);
}

/// With graphs the first step runs (libraries make on it what they need), the
/// second is recorded and issued, as all others are.
Status Session::runStep(EntryState &state, uint32_t number) {
  StepGraphs *graphs = state.stepGraphs.get();
  SBP_RETURN_IF_FAILED(issueOnceLaunches(state));
  if (!graphs || !graphs->areReady())
    SBP_RETURN_IF_FAILED(runActors(state, number));
  if (graphs && state.run == 1)
    SBP_RETURN_IF_FAILED(graphs->end(state.actors));
  ++state.run;
  if (!graphs || !graphs->areReady())
    return {};
  graphs->beginStep();
  return scheduler->run(*this, state.ranks);
}

Status Session::step(uint32_t entry) {
  SBP_RETURN_IF_FAILED(prepare(entry));
  EntryState &state = *entries[entry];
  uint32_t number = state.steps++;
  currentEntry.store(entry, std::memory_order_relaxed);
  current.store(&state, std::memory_order_release);
  memory->noteStep();
  lastEntry.reset();
  if (watchdog)
    watchdog->beginStep();
  Status status = runStep(state, number);
  if (watchdog)
    watchdog->endStep();
  if (status.failed())
    abort(state);
  else
    lastEntry = entry;
  return status;
}

/// Otherwise peers would wait for this process's ranks on a GPU for ever. NCCL
/// keeps a communicator while a graph of any entry contains calls of it.
void Session::abort(EntryState &failed) {
  for (auto &[entry, state] : entries)
    if (state->stepGraphs)
      state->stepGraphs->drop();
  failed.communicator->abort();
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

static constexpr const char *kLateState = "waits for its device at";

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
std::string Session::describeDone(uint32_t entry, uint32_t rank,
                                  uint32_t stream,
                                  const RankRecord::Head &head) const {
  if (!head.done)
    return "";
  if (*head.done == 0)
    return "; its device has done no launch";
  return textOf("; its device has done launch ", *head.done - 1, ", ",
                nameLaunch(entry, rank, stream, *head.done - 1));
}

/// "entry 'main', step 3: rank 0 waits in all_reduce #2 ('h' at m.mlir:7:8),
/// ..."
std::string Session::describeRanks() const {
  EntryState *state = current.load(std::memory_order_acquire);
  if (!state)
    return "before the first step";
  uint32_t entry = currentEntry.load(std::memory_order_relaxed);
  std::vector<std::string> parts;
  bool isGraph = state->stepGraphs && state->stepGraphs->areReady();
  for (uint32_t rank : state->ranks) {
    if (isGraph) {
      if (!state->stepGraphs->isFinished(rank))
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

Status Session::setTrace(std::vector<std::vector<TraceEvent>> *events,
                         uint32_t entry) {
  EntryState &state = *entries.at(entry);
  if (events)
    events->resize(program.plan.ranks);
  for (uint32_t rank : state.ranks)
    SBP_RETURN_IF_FAILED(
        state.actors[rank]->setTrace(events ? &(*events)[rank] : nullptr));
  return {};
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
