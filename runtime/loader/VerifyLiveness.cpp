// VerifyLiveness.cpp: verification (6) of order and progress
#include "AbstractRun.h"
#include "PlanVerifier.h"
#include <map>

using namespace sbp;
using namespace sbp::plan;

namespace {
/// Prepares and executes the abstract run of one entry.
class LivenessVerifier {
public:
  LivenessVerifier(const Program &program, uint32_t entry)
      : program(program), plan(program.plan), entry(entry) {}
  Status run();

private:
  Status checkOrder();
  const RunGraph &getGraph(uint32_t templateIndex);
  void addMember(uint32_t rank);

  const Program &program;
  const PlanT &plan;
  uint32_t entry;
  std::map<uint32_t, RunGraph> graphs;       ///< by template index
  std::map<uint32_t, Components> components; ///< by movement index
  /// The number of each rendezvous, by communication and component of its
  /// movement. Ranks without transfers have a rendezvous of their own.
  std::map<std::pair<uint32_t, uint64_t>, uint32_t> rendezvous;
  std::vector<RunMember> members;
  std::vector<uint32_t> ranks; ///< world rank of each member
};
} // namespace

/// Checks that every stream issues its communications in the entry's order:
/// this excludes cycles between ranks for any communicator that executes them
/// in order.
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

/// Returns the abstract graph of a template, which all of its ranks share.
const RunGraph &LivenessVerifier::getGraph(uint32_t templateIndex) {
  if (auto known = graphs.find(templateIndex); known != graphs.end())
    return known->second;
  const TemplateT &graph = *plan.templates[templateIndex];
  RunGraph run{TaskGraph(graph).events, getStreams(graph)};
  std::map<uint32_t, uint32_t> taskOf; // task of each communication
  int32_t numCommunications = 0;
  for (uint32_t t = 0; t < graph.tasks.size(); ++t) {
    bool communicates = graph.tasks[t]->kind == TaskKind::communicate;
    run.communications.push_back(communicates ? numCommunications++ : -1);
    if (communicates)
      taskOf[graph.tasks[t]->communication] = t;
  }
  // A GPU issues its communications in the entry's order, whatever streams they
  // are on.
  for (const LaunchEntry &launch : plan.entries[entry]->order)
    if (auto task = taskOf.find(launch.task()); task != taskOf.end())
      run.order.push_back({task->second, launch.micro_batch()});
  return graphs.emplace(templateIndex, std::move(run)).first->second;
}

/// Adds a rank to the run, with the rendezvous of its communications.
void LivenessVerifier::addMember(uint32_t rank) {
  int32_t index = plan.bindings[rank]->entries[entry]->template_index;
  if (index < 0)
    return;
  RunMember &member = members.emplace_back(RunMember{&getGraph(index)});
  ranks.push_back(rank);
  for (const auto &task : plan.templates[index]->tasks) {
    if (task->kind != TaskKind::communicate)
      continue;
    uint32_t communication = task->communication;
    uint32_t movement = plan.communications[communication]->movement;
    int32_t component =
        components.try_emplace(movement, *plan.movements[movement])
            .first->second.of(rank);
    uint64_t number = component >= 0 ? component : (1ull << 32) + rank;
    member.rendezvous.push_back(
        rendezvous.try_emplace({communication, number}, rendezvous.size())
            .first->second);
  }
}

Status LivenessVerifier::run() {
  SBP_RETURN_IF_FAILED(checkOrder());
  for (uint32_t rank = 0; rank < plan.ranks; ++rank)
    addMember(rank);
  std::optional<Blocked> blocked = AbstractRun(members).run();
  if (!blocked)
    return {};
  uint32_t rank = ranks[blocked->member];
  uint32_t index = plan.bindings[rank]->entries[entry]->template_index;
  return userError("plan: entry '", plan.entries[entry]->name,
                   "' deadlocks: rank ", rank, " waits forever at ",
                   program.nameTask(index, blocked->launch.task),
                   ", micro-batch ", blocked->launch.microBatch);
}

Status sbp::verifyLiveness(const Program &program) {
  for (uint32_t e = 0; e < program.plan.entries.size(); ++e)
    SBP_RETURN_IF_FAILED(LivenessVerifier(program, e).run());
  return {};
}
