//===- SessionStep.cpp - running, and saying what runs
//----------------------===//
#include "Session.h"

using namespace sbp;
using namespace sbp::plan;

Status Session::advance(uint32_t rank, bool &finished) {
  EntryState *state = current.load(std::memory_order_relaxed);
  finished = false;
  Actor *actor = state->actors[rank].get();
  return actor ? actor->advance(finished) : Status();
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
  return status;
}

uint64_t Session::countLaunches() const {
  uint64_t total = 0;
  if (EntryState *state = current.load(std::memory_order_acquire))
    for (uint32_t rank : state->ranks)
      total += state->actors[rank]->getRecorder().recorded();
  return total;
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
    uint32_t index =
        program.plan.bindings[rank]->entries[entry]->template_index;
    const TemplateT &graph = *program.plan.templates[index];
    for (size_t s = 0; s < graph.streams.size(); ++s) {
      const StreamPosition &position = state->actors[rank]->getPosition(s);
      uint32_t head = position.launch.load(std::memory_order_relaxed);
      const auto &list = graph.streams[s]->entries;
      if (head >= list.size())
        continue;
      if (listed == limit) {
        ++more;
        continue;
      }
      const TaskT &task = *graph.tasks[list[head].task()];
      bool communicates = task.kind == TaskKind::communicate;
      bool inside = position.arrived.load(std::memory_order_relaxed) ||
                    position.running.load(std::memory_order_relaxed);
      text +=
          textOf(listed++ ? ", " : ": ", "rank ", rank,
                 !inside        ? " never started "
                 : communicates ? " waits in "
                                : " runs ",
                 communicates ? program.nameCommunication(task.communication)
                              : program.nameTask(index, list[head].task()),
                 ", micro-batch ", list[head].micro_batch());
    }
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
