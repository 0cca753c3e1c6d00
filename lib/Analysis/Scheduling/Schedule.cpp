//===- Schedule.cpp - simulation, launch lists, liveness ------------------===//

#include "Waits.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include <map>
#include <set>

using namespace llvm;
using namespace sbp;

std::vector<SmallVector<Wait>> sbp::getWaits(const ScheduledGraph &graph) {
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

namespace {

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

/// Looks only at what an event changes: every wait of every firing is counted
/// down once.
class Simulation {
public:
  explicit Simulation(const ScheduledSystem &system) : state(system) {}
  std::optional<Schedule> run(std::string &error);

private:
  /// A firing that could start now; ordered by micro-batch, then program order.
  struct Candidate {
    int64_t microBatch;
    unsigned task, graph;
    bool operator<(const Candidate &other) const {
      return std::tie(microBatch, task, graph) <
             std::tie(other.microBatch, other.task, other.graph);
    }
  };
  /// The next firing of a task.
  struct Next {
    int64_t firing = 0;
    unsigned missing = 0; ///< waits that do not hold yet
  };
  /// A wait, from the side of the task it is for.
  struct Reader {
    unsigned task, wait;
  };

  void addReaders();
  Candidate getCandidate(State::Member member) const;
  /// Counts what the next firing of a task waits for.
  void prepare(State::Member member);
  void becomeReady(State::Member member);
  void startReady();
  void start(State::Member member);
  void finish(State::Member member);
  bool finishNext();

  State state;
  int64_t now = 0;
  std::vector<std::vector<Next>> next;
  std::vector<std::vector<SmallVector<Reader>>> readers;
  std::vector<int64_t> idleFrom;
  std::vector<std::set<Candidate>> ready; ///< computations of each graph
  std::set<unsigned> changed; ///< graphs that became idle or got one of them
  std::map<int64_t, size_t> readyMembers; ///< of communications
  std::vector<int64_t> readyCommunications;
  /// (time, graph, task) of firings under way.
  std::multimap<int64_t, State::Member> running;
  Schedule schedule;
};

} // namespace

void Simulation::addReaders() {
  for (const auto &waits : state.waits) {
    auto &list = readers.emplace_back(waits.size());
    for (auto [task, of] : enumerate(waits))
      for (auto [number, wait] : enumerate(of))
        list[wait.task].push_back({unsigned(task), unsigned(number)});
  }
}

Simulation::Candidate Simulation::getCandidate(State::Member member) const {
  auto [graph, task] = member;
  // A task that fires once a step belongs to no micro-batch: to the last.
  bool isOnce = state.getTask(graph, task).firings == 1;
  return {isOnce ? INT64_MAX : next[graph][task].firing, task, graph};
}

void Simulation::prepare(State::Member member) {
  auto [graph, task] = member;
  Next &firing = next[graph][task];
  if (firing.firing == state.getTask(graph, task).firings)
    return;
  firing.missing =
      count_if(state.waits[graph][task], [&, g = graph](const Wait &wait) {
        return wait.needed(firing.firing) > state.done[g][wait.task];
      });
  if (firing.missing == 0)
    becomeReady(member);
}

void Simulation::becomeReady(State::Member member) {
  int64_t communication =
      state.getTask(member.first, member.second).communication;
  if (communication < 0) {
    ready[member.first].insert(getCandidate(member));
    changed.insert(member.first);
  } else if (++readyMembers[communication] ==
             state.members[communication].size()) {
    readyCommunications.push_back(communication);
  }
}

void Simulation::start(State::Member member) {
  auto [graph, task] = member;
  const ScheduledTask &info = state.getTask(graph, task);
  schedule.lists[graph].push_back({task, unsigned(next[graph][task].firing)});
  // Communication goes on beside computation. Lists are ordered by start, and
  // what an entry needs ended before: they are live on one stream as well.
  if (info.communication < 0) {
    idleFrom[graph] = now + info.duration;
    ready[graph].erase(getCandidate(member));
  }
  running.emplace(now + info.duration, member);
  ++next[graph][task].firing;
  prepare(member);
}

void Simulation::startReady() {
  std::vector<Candidate> candidates;
  for (unsigned graph : std::exchange(changed, {}))
    if (idleFrom[graph] <= now && !ready[graph].empty())
      candidates.push_back(*ready[graph].begin());
  for (int64_t communication : std::exchange(readyCommunications, {})) {
    readyMembers[communication] = 0;
    Candidate first = getCandidate(state.members[communication].front());
    for (State::Member member : state.members[communication])
      first = std::min(first, getCandidate(member));
    candidates.push_back(first);
  }
  llvm::sort(candidates);
  for (const Candidate &candidate : candidates) {
    int64_t communication =
        state.getTask(candidate.graph, candidate.task).communication;
    if (communication < 0) {
      start({candidate.graph, candidate.task});
      continue;
    }
    schedule.communications.push_back(
        {unsigned(communication),
         unsigned(next[candidate.graph][candidate.task].firing)});
    for (State::Member member : state.members[communication])
      start(member);
  }
}

void Simulation::finish(State::Member member) {
  auto [graph, task] = member;
  int64_t done = ++state.done[graph][task];
  if (state.getTask(graph, task).communication < 0)
    changed.insert(graph);
  for (Reader reader : readers[graph][task]) {
    Next &firing = next[graph][reader.task];
    if (firing.firing < state.getTask(graph, reader.task).firings &&
        state.waits[graph][reader.task][reader.wait].needed(firing.firing) ==
            done &&
        --firing.missing == 0)
      becomeReady({graph, reader.task});
  }
}

bool Simulation::finishNext() {
  if (running.empty())
    return false;
  now = running.begin()->first;
  while (!running.empty() && running.begin()->first == now) {
    State::Member member = running.begin()->second;
    running.erase(running.begin());
    finish(member);
  }
  return true;
}

std::optional<Schedule> Simulation::run(std::string &error) {
  schedule.lists.resize(state.system.graphs.size());
  idleFrom.assign(state.system.graphs.size(), 0);
  ready.resize(state.system.graphs.size());
  for (const ScheduledGraph &graph : state.system.graphs)
    next.emplace_back(graph.tasks.size());
  addReaders();
  for (auto [g, graph] : enumerate(state.system.graphs))
    for (unsigned t = 0; t < graph.tasks.size(); ++t)
      prepare({unsigned(g), t});
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
                                             ArrayRef<LaunchLists> streams) {
  State state(system);
  // By graph and stream.
  std::vector<std::vector<size_t>> head;
  for (const LaunchLists &lists : streams)
    head.emplace_back(lists.size(), 0);
  auto findHead = [&](State::Member member, int64_t firing) -> size_t * {
    auto [graph, task] = member;
    for (auto [stream, list] : enumerate(streams[graph])) {
      size_t &at = head[graph][stream];
      if (at < list.size() && list[at] == Launch{task, unsigned(firing)})
        return state.isReady(graph, task, firing) ? &at : nullptr;
    }
    return nullptr;
  };
  auto fire = [&](Launch launch, State::Member member) {
    ++*findHead(member, launch.microBatch);
    ++state.done[member.first][member.second];
  };
  auto advance = [&](unsigned graph, unsigned stream) {
    const LaunchList &list = streams[graph][stream];
    size_t begin = head[graph][stream];
    while (head[graph][stream] < list.size()) {
      Launch launch = list[head[graph][stream]];
      int64_t communication = state.getTask(graph, launch.task).communication;
      SmallVector<State::Member> one = {{graph, launch.task}};
      const auto &members =
          communication >= 0 ? state.members[communication] : one;
      if (!all_of(members, [&](State::Member member) {
            return findHead(member, launch.microBatch) != nullptr;
          }))
        break;
      for (State::Member member : members)
        fire(launch, member);
    }
    return head[graph][stream] > begin;
  };
  for (bool progress = true; progress;) {
    progress = false;
    for (unsigned graph = 0; graph < streams.size(); ++graph)
      for (unsigned stream = 0; stream < streams[graph].size(); ++stream)
        progress |= advance(graph, stream);
  }
  for (unsigned graph = 0; graph < streams.size(); ++graph)
    for (auto [stream, list] : enumerate(streams[graph]))
      if (size_t at = head[graph][stream]; at < list.size())
        return ("class " + Twine(graph) + " waits for ever at task #" +
                Twine(list[at].task) + ", micro-batch " +
                Twine(list[at].microBatch))
            .str();
  return std::nullopt;
}
