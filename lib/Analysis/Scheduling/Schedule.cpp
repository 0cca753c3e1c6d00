//===- Schedule.cpp - simulation, launch lists, liveness ------------------===//

#include "sbp/Analysis/Scheduling/Schedule.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include <map>

using namespace llvm;
using namespace sbp;

namespace {

/// `task` must have fired ((firing * tokens / ownFirings) + 1 - credits)
/// * firings / tokens times: a data edge (credits 0), or the reuse of a
/// register with that many copies.
struct Wait {
  unsigned task;
  int64_t ownFirings, firings, tokens, credits;

  int64_t needed(int64_t firing) const {
    int64_t token = firing * tokens / ownFirings + 1 - credits;
    return token <= 0 ? 0 : token * (firings / tokens);
  }
};

/// What each task of a graph waits for.
std::vector<SmallVector<Wait>> getWaits(const ScheduledGraph &graph) {
  std::vector<SmallVector<unsigned>> producers(graph.registers.size());
  std::vector<SmallVector<unsigned>> consumers(graph.registers.size());
  for (auto [index, task] : enumerate(graph.tasks)) {
    for (unsigned output : task.outputs)
      producers[output].push_back(index);
    for (unsigned input : task.inputs)
      consumers[input].push_back(index);
  }
  std::vector<SmallVector<Wait>> waits(graph.tasks.size());
  for (auto [index, task] : enumerate(graph.tasks)) {
    auto add = [&, i = index, &task = task](unsigned other, int64_t tokens,
                                            int64_t credits) {
      waits[i].push_back(
          {other, task.firings, graph.tasks[other].firings, tokens, credits});
    };
    for (unsigned input : task.inputs)
      for (unsigned producer : producers[input])
        add(producer, graph.registers[input].tokens, 0);
    for (unsigned output : task.outputs)
      for (unsigned consumer : consumers[output])
        if (consumer != index)
          add(consumer, graph.registers[output].tokens,
              graph.registers[output].copies);
    for (unsigned other : task.after)
      add(other, 1, 0);
  }
  return waits;
}

/// A system in motion: what has fired.
class State {
public:
  explicit State(const ScheduledSystem &system) : system(system) {
    for (auto [g, graph] : enumerate(system.graphs)) {
      waits.push_back(getWaits(graph));
      done.emplace_back(graph.tasks.size(), 0);
      for (auto [t, task] : enumerate(graph.tasks))
        if (task.communication >= 0)
          members[task.communication].push_back({unsigned(g), unsigned(t)});
    }
  }

  bool isReady(unsigned graph, unsigned task, int64_t firing) const {
    return all_of(waits[graph][task], [&](const Wait &wait) {
      return wait.needed(firing) <= done[graph][wait.task];
    });
  }
  const ScheduledTask &getTask(unsigned graph, unsigned task) const {
    return system.graphs[graph].tasks[task];
  }

  using Member = std::pair<unsigned, unsigned>; ///< graph, task
  const ScheduledSystem &system;
  std::vector<std::vector<SmallVector<Wait>>> waits;
  std::vector<std::vector<int64_t>> done; ///< finished firings
  std::map<int64_t, SmallVector<Member>> members;
};

class Simulation {
public:
  explicit Simulation(const ScheduledSystem &system) : state(system) {}
  std::optional<Schedule> run(std::string &error);

private:
  /// A firing that could start now; ordered by micro-batch, then program order.
  struct Candidate {
    int64_t microBatch;
    unsigned task, graph;
    int64_t firing;
    bool operator<(const Candidate &other) const {
      return std::tie(microBatch, task, graph) <
             std::tie(other.microBatch, other.task, other.graph);
    }
  };

  std::vector<Candidate> getCandidates() const;
  void startReady();
  void start(unsigned graph, unsigned task);
  bool finishNext();

  State state;
  int64_t now = 0;
  std::vector<std::vector<int64_t>> started;
  std::vector<int64_t> idleFrom;
  /// (time, graph, task) of firings under way.
  std::multimap<int64_t, State::Member> running;
  Schedule schedule;
};

} // namespace

std::vector<Simulation::Candidate> Simulation::getCandidates() const {
  std::vector<Candidate> candidates;
  for (auto [g, graph] : enumerate(state.system.graphs)) {
    for (auto [t, task] : enumerate(graph.tasks)) {
      int64_t next = started[g][t];
      bool busy = task.communication < 0 && idleFrom[g] > now;
      if (busy || next == task.firings || !state.isReady(g, t, next))
        continue;
      // A task that fires once a step belongs to no micro-batch: to the last.
      candidates.push_back({task.firings == 1 ? INT64_MAX : next, unsigned(t),
                            unsigned(g), next});
    }
  }
  llvm::sort(candidates);
  return candidates;
}

void Simulation::start(unsigned graph, unsigned task) {
  const ScheduledTask &info = state.getTask(graph, task);
  unsigned firing = started[graph][task]++;
  schedule.lists[graph].push_back({task, firing});
  // Communication goes on beside computation. Lists are ordered by start, and
  // what an entry needs ended before: they are live on one stream as well.
  if (info.communication < 0)
    idleFrom[graph] = now + info.duration;
  running.emplace(now + info.duration, State::Member{graph, task});
}

void Simulation::startReady() {
  for (const Candidate &candidate : getCandidates()) {
    if (started[candidate.graph][candidate.task] != candidate.firing)
      continue; // a communication that another member has started
    const ScheduledTask &task = state.getTask(candidate.graph, candidate.task);
    if (task.communication < 0) {
      if (idleFrom[candidate.graph] <= now)
        start(candidate.graph, candidate.task);
      continue;
    }
    unsigned firing = started[candidate.graph][candidate.task];
    auto &members = state.members[task.communication];
    bool ready = all_of(members, [&](State::Member member) {
      return started[member.first][member.second] == firing &&
             state.isReady(member.first, member.second, firing);
    });
    if (!ready)
      continue;
    for (State::Member member : members)
      start(member.first, member.second);
    schedule.communications.push_back({unsigned(task.communication), firing});
  }
}

bool Simulation::finishNext() {
  if (running.empty())
    return false;
  now = running.begin()->first;
  while (!running.empty() && running.begin()->first == now) {
    auto [graph, task] = running.begin()->second;
    ++state.done[graph][task];
    running.erase(running.begin());
  }
  return true;
}

std::optional<Schedule> Simulation::run(std::string &error) {
  schedule.lists.resize(state.system.graphs.size());
  idleFrom.assign(state.system.graphs.size(), 0);
  for (const ScheduledGraph &graph : state.system.graphs)
    started.emplace_back(graph.tasks.size(), 0);
  do {
    startReady();
  } while (finishNext());
  schedule.duration = now;
  for (auto [g, graph] : enumerate(state.system.graphs))
    for (auto [t, task] : enumerate(graph.tasks))
      if (state.done[g][t] != task.firings) {
        error = ("task #" + Twine(t) + " of class " + Twine(g) +
                 " waits for ever at micro-batch " + Twine(state.done[g][t]))
                    .str();
        return std::nullopt;
      }
  return std::move(schedule);
}

std::optional<Schedule> sbp::simulate(const ScheduledSystem &system,
                                      std::string &error) {
  return Simulation(system).run(error);
}

//===----------------------------------------------------------------------===//
// Liveness of given launch lists
//===----------------------------------------------------------------------===//

std::optional<std::string> sbp::findDeadlock(const ScheduledSystem &system,
                                             const LaunchLists &lists) {
  State state(system);
  std::vector<size_t> head(lists.size(), 0);
  auto isAtHead = [&](State::Member member, int64_t firing) {
    auto [graph, task] = member;
    return head[graph] < lists[graph].size() &&
           lists[graph][head[graph]] == Launch{task, unsigned(firing)} &&
           state.isReady(graph, task, firing);
  };
  auto fire = [&](State::Member member) {
    ++state.done[member.first][member.second];
    ++head[member.first];
  };
  for (bool progress = true; progress;) {
    progress = false;
    for (unsigned graph = 0; graph < lists.size(); ++graph) {
      while (head[graph] < lists[graph].size()) {
        Launch launch = lists[graph][head[graph]];
        int64_t communication = state.getTask(graph, launch.task).communication;
        SmallVector<State::Member> members = {{graph, launch.task}};
        if (communication >= 0)
          members = state.members[communication];
        if (!all_of(members, [&](State::Member member) {
              return isAtHead(member, launch.microBatch);
            }))
          break;
        for_each(members, fire);
        progress = true;
      }
    }
  }
  for (unsigned graph = 0; graph < lists.size(); ++graph)
    if (head[graph] < lists[graph].size())
      return ("class " + Twine(graph) + " waits for ever at task #" +
              Twine(lists[graph][head[graph]].task) + ", micro-batch " +
              Twine(lists[graph][head[graph]].microBatch))
          .str();
  return std::nullopt;
}
