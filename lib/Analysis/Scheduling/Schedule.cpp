// Schedule.cpp: simulation, launch lists, liveness
//
// Event-driven list scheduling of a marked graph (timed Petri net without
// choice). Each firing counts the waits that do not hold yet; the end of a
// firing decrements the counts of its readers, so every wait of every firing is
// handled once. Ties are broken by micro-batch, program order and graph, which
// makes the result deterministic. Example: tasks a -> b with one register of
// one copy and two micro-batches give the list a0 b0 a1 b1; with two copies a0
// a1 may precede b0.

#include "sbp/Analysis/Scheduling/Schedule.h"
#include "AbstractRun.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include <map>
#include <set>

using namespace llvm;
using namespace sbp;

EventGraph ScheduledGraph::getEvents() const {
  std::vector<uint32_t> firings;
  for (const ScheduledTask &task : tasks)
    firings.push_back(task.firings);
  EventGraph events(std::move(firings));
  std::vector<SmallVector<unsigned>> producers(registers.size());
  for (auto [index, task] : enumerate(tasks))
    for (unsigned output : task.outputs)
      producers[output].push_back(index);
  for (auto [index, task] : enumerate(tasks)) {
    for (unsigned input : task.inputs)
      for (unsigned producer : producers[input])
        events.addRegister(producer, index, registers[input].tokens,
                           registers[input].copies);
    for (EarlierReader reader : task.after)
      events.addAfter(index, reader.task, reader.tokens);
  }
  return events;
}

namespace {

/// The finished firings of a system.
class Progress {
public:
  explicit Progress(const ScheduledSystem &system) : system(system) {
    for (auto [g, graph] : enumerate(system.graphs)) {
      events.push_back(graph.getEvents());
      done.emplace_back(graph.tasks.size(), 0);
      for (auto [t, task] : enumerate(graph.tasks))
        if (task.communication >= 0)
          members[task.communication].push_back({unsigned(g), unsigned(t)});
    }
  }

  const std::vector<Wait> &getWaits(unsigned graph, unsigned task) const {
    return events[graph].getWaits(task);
  }
  const ScheduledTask &getTask(unsigned graph, unsigned task) const {
    return system.graphs[graph].tasks[task];
  }

  using Member = std::pair<unsigned, unsigned>; ///< graph, task
  const ScheduledSystem &system;
  std::vector<EventGraph> events;         ///< one per graph
  std::vector<std::vector<int64_t>> done; ///< finished firings per task
  std::map<int64_t, SmallVector<Member>> members;
};

/// The position of a graph in its order of groups.
class OrderCursor {
public:
  explicit OrderCursor(const ScheduledGraph &graph) : order(graph.order) {
    int64_t groups = 0;
    for (GroupFiring entry : graph.order)
      groups = std::max(groups, entry.group + 1);
    tasks.resize(groups);
    for (auto [index, task] : enumerate(graph.tasks))
      if (isOrdered(task))
        tasks[task.group].push_back(index);
    skipEmptyGroups();
  }
  /// Returns whether the order determines when a task starts.
  static bool isOrdered(const ScheduledTask &task) {
    return task.group >= 0 && task.communication < 0;
  }
  /// Returns the firing that comes next, or nullopt after the last one.
  std::optional<Firing> getNext() const {
    if (head == order.size())
      return std::nullopt;
    return Firing{tasks[order[head].group][position],
                  unsigned(order[head].microBatch)};
  }
  void advance() {
    if (++position < tasks[order[head].group].size())
      return;
    position = 0;
    ++head;
    skipEmptyGroups();
  }

private:
  void skipEmptyGroups() {
    while (head < order.size() && tasks[order[head].group].empty())
      ++head;
  }

  ArrayRef<GroupFiring> order;
  std::vector<std::vector<unsigned>> tasks; ///< by group, in program order
  size_t head = 0;                          ///< position in `order`
  size_t position = 0; ///< position among the tasks of the group
};

/// The simulation of one step. Only the waits that an event changes are
/// visited.
class Simulation {
public:
  explicit Simulation(const ScheduledSystem &system) : progress(system) {}
  Expected<Schedule> run();

private:
  /// A firing that could start now. Ordered by whether it is eager,
  /// micro-batch, then program order.
  struct Candidate {
    bool isEager;
    int64_t microBatch;
    unsigned task, graph;
    bool operator<(const Candidate &other) const {
      return std::tie(other.isEager, microBatch, task, graph) <
             std::tie(isEager, other.microBatch, other.task, other.graph);
    }
  };
  /// The next firing of a task.
  struct Next {
    int64_t firing = 0;
    unsigned missing = 0; ///< number of waits that do not hold yet
  };
  /// A wait of another task for the end of this one.
  struct Reader {
    unsigned task, wait;
  };

  void addReaders();
  Candidate getCandidate(Progress::Member member) const;
  /// Counts the waits of a task's next firing that do not hold yet.
  void prepare(Progress::Member member);
  std::optional<Firing> getHold(Progress::Member member) const;
  void becomeReady(Progress::Member member);
  /// Returns the firing that an idle graph starts now.
  std::optional<Candidate> select(unsigned graph) const;
  void startReady();
  void start(Progress::Member member);
  void finish(Progress::Member member);
  bool finishNext();

  Progress progress;
  int64_t now = 0;
  std::vector<std::vector<Next>> next;
  std::vector<std::vector<SmallVector<Reader>>> readers;
  /// Per graph and task, the tasks of which a firing is held until it ends.
  std::vector<std::vector<SmallVector<unsigned>>> held;
  std::vector<int64_t> idleFrom;
  std::vector<OrderCursor> cursors; ///< one per graph
  /// Local tasks that no order determines, one set per graph.
  std::vector<std::set<Candidate>> ready;
  std::set<unsigned> changed; ///< graphs that became idle or got a candidate
  std::map<int64_t, size_t> readyMembers; ///< per communication
  std::vector<int64_t> readyCommunications;
  /// Running firings by the time at which they end.
  std::multimap<int64_t, Progress::Member> running;
  Schedule schedule;
};

} // namespace

void Simulation::addReaders() {
  for (const EventGraph &graph : progress.events) {
    auto &list = readers.emplace_back(graph.size());
    for (unsigned task = 0; task < graph.size(); ++task)
      for (auto [number, wait] : enumerate(graph.getWaits(task)))
        list[wait.task].push_back({task, unsigned(number)});
  }
  for (const ScheduledGraph &graph : progress.system.graphs) {
    auto &list = held.emplace_back(graph.tasks.size());
    for (auto [index, task] : enumerate(graph.tasks))
      for (const std::optional<Firing> &until : task.heldUntil)
        if (until && !is_contained(list[until->task], index))
          list[until->task].push_back(index);
  }
}

/// Returns the firing until whose end the next firing of a task is held.
std::optional<Firing> Simulation::getHold(Progress::Member member) const {
  auto [graph, task] = member;
  const auto &holds = progress.getTask(graph, task).heldUntil;
  size_t firing = next[graph][task].firing;
  return firing < holds.size() ? holds[firing] : std::nullopt;
}

Simulation::Candidate Simulation::getCandidate(Progress::Member member) const {
  auto [graph, task] = member;
  // A task that fires once per step belongs to no micro-batch and goes last.
  const ScheduledTask &info = progress.getTask(graph, task);
  return {info.isEager,
          info.firings == 1 ? INT64_MAX : next[graph][task].firing, task,
          graph};
}

void Simulation::prepare(Progress::Member member) {
  auto [graph, task] = member;
  Next &firing = next[graph][task];
  if (firing.firing == progress.getTask(graph, task).firings)
    return;
  firing.missing = count_if(
      progress.getWaits(graph, task), [&, g = graph](const Wait &wait) {
        return wait.needed(firing.firing) > progress.done[g][wait.task];
      });
  if (std::optional<Firing> until = getHold(member))
    firing.missing += progress.done[graph][until->task] <= until->microBatch;
  if (firing.missing == 0)
    becomeReady(member);
}

void Simulation::becomeReady(Progress::Member member) {
  const ScheduledTask &task = progress.getTask(member.first, member.second);
  int64_t communication = task.communication;
  if (communication < 0) {
    if (!OrderCursor::isOrdered(task))
      ready[member.first].insert(getCandidate(member));
    changed.insert(member.first);
  } else if (++readyMembers[communication] ==
             progress.members[communication].size()) {
    readyCommunications.push_back(communication);
  }
}

void Simulation::start(Progress::Member member) {
  auto [graph, task] = member;
  const ScheduledTask &info = progress.getTask(graph, task);
  schedule.lists[graph].push_back({task, unsigned(next[graph][task].firing)});
  // Communication overlaps with computation. Lists are ordered by start, and
  // everything a firing needs has ended before, so they are live on one stream
  // too.
  if (info.communication < 0) {
    idleFrom[graph] = now + info.duration;
    if (OrderCursor::isOrdered(info))
      cursors[graph].advance();
    else
      ready[graph].erase(getCandidate(member));
  }
  running.emplace(now + info.duration, member);
  ++next[graph][task].firing;
  prepare(member);
}

std::optional<Simulation::Candidate> Simulation::select(unsigned graph) const {
  if (std::optional<Firing> head = cursors[graph].getNext()) {
    const Next &firing = next[graph][head->task];
    if (firing.firing == head->microBatch && firing.missing == 0)
      return getCandidate({graph, head->task});
  }
  if (ready[graph].empty())
    return std::nullopt;
  return *ready[graph].begin();
}

/// Starts one firing per idle graph and all communications whose members are
/// ready, in order.
void Simulation::startReady() {
  std::vector<Candidate> candidates;
  for (unsigned graph : std::exchange(changed, {}))
    if (idleFrom[graph] <= now)
      if (std::optional<Candidate> candidate = select(graph))
        candidates.push_back(*candidate);
  for (int64_t communication : std::exchange(readyCommunications, {})) {
    readyMembers[communication] = 0;
    Candidate first = getCandidate(progress.members[communication].front());
    for (Progress::Member member : progress.members[communication])
      first = std::min(first, getCandidate(member));
    candidates.push_back(first);
  }
  llvm::sort(candidates);
  for (const Candidate &candidate : candidates) {
    int64_t communication =
        progress.getTask(candidate.graph, candidate.task).communication;
    if (communication < 0) {
      start({candidate.graph, candidate.task});
      continue;
    }
    schedule.communications.push_back(
        {unsigned(communication),
         unsigned(next[candidate.graph][candidate.task].firing)});
    for (Progress::Member member : progress.members[communication])
      start(member);
  }
}

void Simulation::finish(Progress::Member member) {
  auto [graph, task] = member;
  int64_t done = ++progress.done[graph][task];
  if (progress.getTask(graph, task).communication < 0)
    changed.insert(graph);
  for (Reader reader : readers[graph][task]) {
    Next &firing = next[graph][reader.task];
    // Firings wait in order: only the wait that needs exactly this count ends.
    if (firing.firing < progress.getTask(graph, reader.task).firings &&
        progress.getWaits(graph, reader.task)[reader.wait].needed(
            firing.firing) == done &&
        --firing.missing == 0)
      becomeReady({graph, reader.task});
  }
  for (unsigned other : held[graph][task]) {
    std::optional<Firing> until = getHold({graph, other});
    if (until && until->task == task && until->microBatch + 1 == done &&
        --next[graph][other].missing == 0)
      becomeReady({graph, other});
  }
}

bool Simulation::finishNext() {
  if (running.empty())
    return false;
  now = running.begin()->first;
  while (!running.empty() && running.begin()->first == now) {
    Progress::Member member = running.begin()->second;
    running.erase(running.begin());
    finish(member);
  }
  return true;
}

Expected<Schedule> Simulation::run() {
  schedule.lists.resize(progress.system.graphs.size());
  idleFrom.assign(progress.system.graphs.size(), 0);
  ready.resize(progress.system.graphs.size());
  for (const ScheduledGraph &graph : progress.system.graphs) {
    next.emplace_back(graph.tasks.size());
    cursors.emplace_back(graph);
  }
  addReaders();
  for (auto [g, graph] : enumerate(progress.system.graphs))
    for (unsigned t = 0; t < graph.tasks.size(); ++t)
      prepare({unsigned(g), t});
  do {
    startReady();
  } while (finishNext());
  schedule.duration = now;
  for (auto [g, graph] : enumerate(progress.system.graphs))
    for (auto [t, task] : enumerate(graph.tasks))
      if (progress.done[g][t] != task.firings)
        return createStringError("task #" + Twine(t) + " of class " + Twine(g) +
                                 " waits forever at micro-batch " +
                                 Twine(progress.done[g][t]));
  return std::move(schedule);
}

Expected<Schedule> sbp::simulate(const ScheduledSystem &system) {
  return Simulation(system).run();
}

//===----------------------------------------------------------------------===//
// Liveness of given launch lists
//===----------------------------------------------------------------------===//

std::optional<std::string> sbp::findDeadlock(const ScheduledSystem &system,
                                             ArrayRef<LaunchLists> streams) {
  std::vector<RunGraph> graphs;
  std::vector<RunMember> members;
  graphs.reserve(system.graphs.size()); // Members point to its elements.
  for (auto [graph, lists] : zip_equal(system.graphs, streams)) {
    RunGraph &run = graphs.emplace_back(RunGraph{graph.getEvents(), lists});
    RunMember &member = members.emplace_back(RunMember{&run});
    for (const ScheduledTask &task : graph.tasks) {
      bool meets = task.communication >= 0;
      run.communications.push_back(meets ? member.rendezvous.size() : -1);
      if (meets)
        member.rendezvous.push_back(task.communication);
    }
  }
  if (std::optional<Blocked> blocked = AbstractRun(members).run())
    return ("class " + Twine(blocked->member) + " waits forever at task #" +
            Twine(blocked->launch.task) + ", micro-batch " +
            Twine(blocked->launch.microBatch))
        .str();
  return std::nullopt;
}
