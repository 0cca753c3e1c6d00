// VerifyLiveness.cpp: (6) one order, and every list comes to its end
//
// A plan is a marked graph: whether it comes to its end does not depend on the
// order of firings. So one abstract run of a step, with every communication as
// one node of all its members, is a proof.
#include "PlanVerifier.h"
#include <deque>
#include <map>

using namespace sbp;
using namespace sbp::plan;

namespace {
/// The abstract run of one entry.
class LivenessVerifier {
public:
  LivenessVerifier(const Program &program, uint32_t entry)
      : program(program), plan(program.plan), entry(entry) {}
  Status run();

private:
  struct Rank {
    int32_t templateIndex = -1;
    std::vector<size_t> head;  ///< by stream
    std::vector<bool> arrived; ///< by stream: at the communication at its head
    std::vector<uint32_t> fired; ///< by task
    /// Its communications in the entry's order: a device issues them in it,
    /// whatever streams they are on.
    std::vector<std::pair<uint32_t, uint32_t>> turns;
    size_t turn = 0;
  };
  struct Instance {
    uint32_t members = 0, arrived = 0;
    uint64_t completed = 0; ///< executions
    std::vector<uint32_t> ranks;
  };

  Status checkOrder();
  Status prepare();
  void addTurns();
  void advance(uint32_t rank);
  bool advanceStream(Rank &state, uint32_t rank, size_t stream);
  Instance &instanceOf(uint32_t communication, uint32_t rank);
  Status reportBlocked() const;

  const Program &program;
  const PlanT &plan;
  uint32_t entry;
  std::vector<Rank> ranks;
  std::vector<TaskGraph> graphs;             ///< by template (of any entry)
  std::map<uint32_t, Components> components; ///< by movement
  std::map<std::pair<uint32_t, uint64_t>, Instance> instances;
  std::deque<uint32_t> work;
};
} // namespace

LivenessVerifier::Instance &LivenessVerifier::instanceOf(uint32_t communication,
                                                         uint32_t rank) {
  uint32_t movement = plan.communications[communication]->movement;
  int32_t component = components.at(movement).of(rank);
  uint64_t number = component >= 0 ? component : (1ull << 32) + rank;
  return instances[{communication, number}];
}

/// Every stream issues a projection of the entry's order.
Status LivenessVerifier::checkOrder() {
  std::map<std::pair<uint32_t, uint32_t>, size_t> position;
  const EntryT &e = *plan.entries[entry];
  for (size_t i = 0; i < e.order.size(); ++i) {
    uint32_t c = e.order[i].task();
    if (c >= plan.communications.size() ||
        plan.communications[c]->entry != entry ||
        e.order[i].micro_batch() >= plan.communications[c]->firings ||
        !position.insert({{c, e.order[i].micro_batch()}, i}).second)
      return userError("plan: the order of communications of entry '", e.name,
                       "' names an instance that does not exist, or twice");
  }
  for (uint32_t rank = 0; rank < plan.ranks; ++rank) {
    int32_t index = plan.bindings[rank]->entries[entry]->template_index;
    if (index < 0)
      continue;
    const TemplateT &graph = *plan.templates[index];
    for (const auto &stream : graph.streams) {
      const LaunchEntry *previous = nullptr;
      size_t last = 0;
      for (const LaunchEntry &launch : stream->entries) {
        const TaskT &task = *graph.tasks[launch.task()];
        if (task.kind != TaskKind::communicate)
          continue;
        auto found = position.find({task.communication, launch.micro_batch()});
        if (found == position.end())
          return userError(
              "plan: ", program.nameCommunication(task.communication),
              ", micro-batch ", launch.micro_batch(),
              ", has no place in the order of entry '", e.name, "'");
        if (previous && found->second < last)
          return userError("plan: rank ", rank, " issues ",
                           program.nameCommunication(
                               graph.tasks[previous->task()]->communication),
                           " before ",
                           program.nameCommunication(task.communication),
                           ", against the order of all ranks");
        last = found->second;
        previous = &launch;
      }
    }
  }
  return {};
}

Status LivenessVerifier::prepare() {
  for (const auto &communication : plan.communications)
    if (uint32_t m = communication->movement;
        communication->entry == entry && !components.count(m))
      components.emplace(m, Components(*plan.movements[m]));
  for (const auto &graph : plan.templates)
    graphs.emplace_back(*graph);
  ranks.resize(plan.ranks);
  for (uint32_t r = 0; r < plan.ranks; ++r) {
    Rank &rank = ranks[r];
    rank.templateIndex = plan.bindings[r]->entries[entry]->template_index;
    if (rank.templateIndex < 0)
      continue;
    const TemplateT &graph = *plan.templates[rank.templateIndex];
    rank.head.resize(graph.streams.size());
    rank.arrived.resize(graph.streams.size());
    rank.fired.resize(graph.tasks.size());
    for (const auto &task : graph.tasks)
      if (task->kind == TaskKind::communicate) {
        Instance &instance = instanceOf(task->communication, r);
        ++instance.members;
        instance.ranks.push_back(r);
      }
    work.push_back(r);
  }
  addTurns();
  return {};
}

bool LivenessVerifier::advanceStream(Rank &state, uint32_t rank,
                                     size_t stream) {
  const TemplateT &graph = *plan.templates[state.templateIndex];
  const auto &entries = graph.streams[stream]->entries;
  if (state.head[stream] == entries.size())
    return false;
  const LaunchEntry &launch = entries[state.head[stream]];
  for (const Wait &wait : graphs[state.templateIndex].waits[launch.task()])
    if (wait.needed(launch.micro_batch()) > int64_t(state.fired[wait.task]))
      return false;
  const TaskT &task = *graph.tasks[launch.task()];
  if (task.kind == TaskKind::communicate) {
    Instance &instance = instanceOf(task.communication, rank);
    if (!state.arrived[stream]) {
      if (state.turn == state.turns.size() ||
          state.turns[state.turn] !=
              std::pair(uint32_t(task.communication), launch.micro_batch()))
        return false;
      state.arrived[stream] = true;
      if (++instance.arrived < instance.members)
        return false;
      instance.arrived = 0;
      ++instance.completed;
      for (uint32_t member : instance.ranks)
        if (member != rank)
          work.push_back(member);
    } else if (instance.completed <= launch.micro_batch()) {
      return false;
    }
    state.arrived[stream] = false;
    ++state.turn;
  }
  ++state.fired[launch.task()];
  ++state.head[stream];
  return true;
}

void LivenessVerifier::addTurns() {
  std::map<uint32_t, std::vector<uint32_t>> ranksOf; // by communication
  for (const auto &[key, instance] : instances)
    for (uint32_t rank : instance.ranks)
      ranksOf[key.first].push_back(rank);
  for (const LaunchEntry &launch : plan.entries[entry]->order)
    for (uint32_t rank : ranksOf[launch.task()])
      ranks[rank].turns.push_back({launch.task(), launch.micro_batch()});
}

void LivenessVerifier::advance(uint32_t rank) {
  Rank &state = ranks[rank];
  for (bool progress = true; progress;) {
    progress = false;
    for (size_t stream = 0; stream < state.head.size(); ++stream)
      while (advanceStream(state, rank, stream))
        progress = true;
  }
}

Status LivenessVerifier::reportBlocked() const {
  for (uint32_t r = 0; r < ranks.size(); ++r) {
    const Rank &rank = ranks[r];
    for (size_t stream = 0; stream < rank.head.size(); ++stream) {
      const TemplateT &graph = *plan.templates[rank.templateIndex];
      const auto &entries = graph.streams[stream]->entries;
      if (rank.head[stream] == entries.size())
        continue;
      const LaunchEntry &launch = entries[rank.head[stream]];
      return userError("plan: entry '", plan.entries[entry]->name,
                       "' deadlocks: rank ", r, " waits for ever at ",
                       program.nameTask(rank.templateIndex, launch.task()),
                       ", micro-batch ", launch.micro_batch());
    }
  }
  return {};
}

Status LivenessVerifier::run() {
  SBP_RETURN_IF_FAILED(checkOrder());
  SBP_RETURN_IF_FAILED(prepare());
  while (!work.empty()) {
    uint32_t rank = work.front();
    work.pop_front();
    advance(rank);
  }
  return reportBlocked();
}

Status sbp::verifyLiveness(const Program &program) {
  for (uint32_t e = 0; e < program.plan.entries.size(); ++e)
    SBP_RETURN_IF_FAILED(LivenessVerifier(program, e).run());
  return {};
}
