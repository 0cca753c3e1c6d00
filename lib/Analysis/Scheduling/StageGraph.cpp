// StageGraph.cpp: stages, their edges and weight work, from tasks
//
// A stage's forward sends to another stage where a communication (or a register
// of a rank with several stages) leads from its forward tasks to those of the
// other stage, also by way of further communications. Stages are sorted
// topologically (Kahn, 1962), ties by number. Weight work is found by a
// backward search from what leaves a stage. Example: two classes with a forward
// task each and a transfer between them are stages 0 and 1 with one edge whose
// latency is the duration of the transfer.

#include "sbp/Analysis/Scheduling/StageGraph.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <map>
#include <set>

using namespace llvm;
using namespace sbp;

static Error refuseGraph(const Twine &message) {
  return createStringError(inconvertibleErrorCode(), message);
}

bool StageGraph::isChain() const {
  std::vector<unsigned> out(pipeline.stages.size()), in(pipeline.stages.size());
  for (PipelineEdge edge : pipeline.edges)
    if (++out[edge.from] > 1 || ++in[edge.to] > 1)
      return false;
  return true;
}

namespace {

/// Collects the stages of a system.
class StageReader {
public:
  explicit StageReader(const ScheduledSystem &system) : system(system) {}
  Expected<StageGraph> read();

private:
  /// A stage on one rank of the pipeline.
  using Node = std::pair<int64_t, int64_t>; ///< stage, rank
  /// A task of a graph with a stage.
  struct End {
    unsigned graph, task;
  };

  /// Tasks with a stage that write what a communication sends and that read
  /// what it delivers, and communications that deliver what it sends.
  struct Ends {
    SmallVector<End> from, to;
    std::set<int64_t> sources;
    int64_t duration = 0;
  };

  Error countMicroBatches();
  void findRanks();
  void findUses();
  void findEnds();
  void findEdges();
  void addEdgesBetween(int64_t source, const Ends &target, int64_t latency,
                       std::map<int64_t, int64_t> &seen);
  void addEdges(ArrayRef<End> from, ArrayRef<End> to, int64_t latency);
  void findKinds();
  Error sortStages();
  void addStages();
  bool isStaged(const ScheduledTask &task) const {
    return task.stage >= 0 && task.communication < 0;
  }
  const ScheduledTask &getTask(End end) const {
    return system.graphs[end.graph].tasks[end.task];
  }
  Node getNode(End end) const {
    return {getTask(end).stage, result.ranks[end.graph]};
  }
  bool isReady(Node node, const std::set<Node> &sorted) const;

  const ScheduledSystem &system;
  StageGraph result;
  bool hasBackward = false;
  /// Tasks that write or read each register, per graph and register.
  std::vector<std::vector<SmallVector<unsigned>>> writers, readers;
  std::map<int64_t, Ends> communications;
  std::map<std::pair<Node, Node>, int64_t> edges; ///< latencies
  SmallVector<End> senders; ///< backward tasks that another stage waits for
  std::vector<Node> order;
};

} // namespace

/// All tasks of stages fire once per micro-batch.
Error StageReader::countMicroBatches() {
  int64_t &count = result.pipeline.microBatches;
  for (auto [g, graph] : enumerate(system.graphs))
    for (auto [t, task] : enumerate(graph.tasks)) {
      if (!isStaged(task))
        continue;
      hasBackward |= task.isBackward;
      if (count == 0)
        count = task.firings;
      if (task.firings != count)
        return refuseGraph("task #" + Twine(t) + " of class " + Twine(g) +
                           " fires " + Twine(task.firings) +
                           " times in a step of " + Twine(count) +
                           " micro-batches");
    }
  return Error::success();
}

/// Classes with the same stages form a rank; ranks are numbered by their first
/// stages.
void StageReader::findRanks() {
  std::map<std::set<int64_t>, int64_t> numbers;
  std::vector<std::set<int64_t>> stages;
  for (const ScheduledGraph &graph : system.graphs) {
    std::set<int64_t> &own = stages.emplace_back();
    for (const ScheduledTask &task : graph.tasks)
      if (isStaged(task))
        own.insert(task.stage);
    if (!own.empty())
      numbers.try_emplace(own);
  }
  for (auto &[key, number] : numbers)
    number = result.pipeline.ranks++;
  for (const std::set<int64_t> &own : stages)
    result.ranks.push_back(own.empty() ? -1 : numbers.at(own));
}

void StageReader::findUses() {
  for (const ScheduledGraph &graph : system.graphs) {
    auto &written = writers.emplace_back(graph.registers.size());
    auto &read = readers.emplace_back(graph.registers.size());
    for (auto [index, task] : enumerate(graph.tasks)) {
      for (unsigned output : task.outputs)
        written[output].push_back(index);
      for (unsigned input : task.inputs)
        read[input].push_back(index);
    }
  }
}

void StageReader::addEdges(ArrayRef<End> from, ArrayRef<End> to,
                           int64_t latency) {
  for (End source : from)
    for (End target : to) {
      const ScheduledTask &a = getTask(source), &b = getTask(target);
      if (a.stage == b.stage)
        continue;
      if (a.isBackward)
        senders.push_back(source);
      if (a.isBackward || b.isBackward)
        continue;
      int64_t &known = edges[{getNode(source), getNode(target)}];
      known = std::max(known, latency);
    }
}

/// Collects the ends of all communications that run once per micro-batch.
void StageReader::findEnds() {
  auto collect = [&](unsigned g, ArrayRef<unsigned> tasks, Ends &ends,
                     SmallVectorImpl<End> &side) {
    for (unsigned index : tasks) {
      const ScheduledTask &task = system.graphs[g].tasks[index];
      if (isStaged(task))
        side.push_back({g, index});
      else if (&side == &ends.from && task.communication >= 0)
        ends.sources.insert(task.communication);
    }
  };
  for (auto [g, graph] : enumerate(system.graphs))
    for (const ScheduledTask &task : graph.tasks) {
      if (task.communication < 0 ||
          task.firings != result.pipeline.microBatches)
        continue;
      Ends &ends = communications[task.communication];
      ends.duration = std::max(ends.duration, task.duration);
      for (unsigned input : task.inputs)
        collect(g, writers[g][input], ends, ends.from);
      for (unsigned output : task.outputs)
        collect(g, readers[g][output], ends, ends.to);
    }
}

/// Adds edges from the tasks that send through the communication `source` to
/// the readers of `target`, which it reaches after `latency` by way of others.
void StageReader::addEdgesBetween(int64_t source, const Ends &target,
                                  int64_t latency,
                                  std::map<int64_t, int64_t> &seen) {
  auto ends = communications.find(source);
  if (ends == communications.end())
    return; // Once a step.
  latency += ends->second.duration;
  auto [known, isNew] = seen.try_emplace(source, latency);
  if (!isNew && known->second >= latency)
    return;
  known->second = latency;
  addEdges(ends->second.from, target.to, latency);
  for (int64_t next : ends->second.sources)
    addEdgesBetween(next, target, latency, seen);
}

void StageReader::findEdges() {
  // Chunks of one rank share registers.
  for (auto [g, graph] : enumerate(system.graphs))
    for (unsigned reg = 0; reg < graph.registers.size(); ++reg) {
      SmallVector<End> from, to;
      for (auto [tasks, ends] :
           {std::pair(&writers, &from), std::pair(&readers, &to)})
        for (unsigned index : (*tasks)[g][reg])
          if (isStaged(graph.tasks[index]))
            ends->push_back({unsigned(g), index});
      addEdges(from, to, 0);
    }
  // A stage may receive a value and redistribute it before a task reads it.
  findEnds();
  for (auto &[number, ends] : communications) {
    std::map<int64_t, int64_t> seen;
    if (!ends.to.empty())
      addEdgesBetween(number, ends, 0, seen);
  }
}

/// Backward tasks from which a sender can be reached stay backward; others are
/// weight work.
void StageReader::findKinds() {
  std::map<int64_t, SmallVector<End>> members;
  for (auto [g, graph] : enumerate(system.graphs)) {
    std::vector<WorkKind> &kinds = result.kinds.emplace_back();
    for (auto [t, task] : enumerate(graph.tasks)) {
      kinds.push_back(task.isBackward ? WorkKind::Weight : WorkKind::Forward);
      if (task.communication >= 0)
        members[task.communication].push_back({unsigned(g), unsigned(t)});
    }
  }
  std::set<std::pair<unsigned, unsigned>> seen;
  while (!senders.empty()) {
    End end = senders.pop_back_val();
    if (!seen.insert({end.graph, end.task}).second)
      continue;
    const ScheduledTask &task = getTask(end);
    if (task.isBackward)
      result.kinds[end.graph][end.task] = WorkKind::Backward;
    if (task.communication >= 0)
      llvm::append_range(senders, members[task.communication]);
    for (unsigned input : task.inputs)
      for (unsigned writer : writers[end.graph][input]) {
        const ScheduledTask &source = system.graphs[end.graph].tasks[writer];
        if (source.isBackward || source.communication >= 0)
          senders.push_back({end.graph, writer});
      }
  }
}

bool StageReader::isReady(Node node, const std::set<Node> &sorted) const {
  return all_of(edges, [&](const auto &edge) {
    return edge.first.second != node || sorted.contains(edge.first.first);
  });
}

Error StageReader::sortStages() {
  std::set<Node> left, sorted;
  for (auto [g, graph] : enumerate(system.graphs))
    for (auto [t, task] : enumerate(graph.tasks))
      if (isStaged(task))
        left.insert(getNode({unsigned(g), unsigned(t)}));
  while (!left.empty()) {
    auto next = find_if(left, [&](Node node) { return isReady(node, sorted); });
    if (next == left.end())
      return refuseGraph("the forward of stage " + Twine(left.begin()->first) +
                         " depends on itself: its stages form a cycle");
    order.push_back(*next);
    sorted.insert(*next);
    left.erase(next);
  }
  return Error::success();
}

void StageReader::addStages() {
  Pipeline &pipeline = result.pipeline;
  std::vector<unsigned> chunks(pipeline.ranks);
  std::map<Node, unsigned> numbers;
  for (Node node : order) {
    numbers[node] = pipeline.stages.size();
    pipeline.stages.push_back(
        {unsigned(node.second), chunks[node.second]++, {0, 0, 0}});
    result.stages.push_back(node.first);
  }
  for (auto &[edge, latency] : edges)
    pipeline.edges.push_back(
        {numbers[edge.first], numbers[edge.second],
         edge.first.second == edge.second.second ? 0 : latency});
  llvm::sort(pipeline.edges, [](PipelineEdge a, PipelineEdge b) {
    return std::tie(a.from, a.to) < std::tie(b.from, b.to);
  });
  // The busiest class of a rank determines the duration.
  for (auto [g, graph] : enumerate(system.graphs)) {
    std::map<unsigned, std::array<int64_t, 3>> own;
    for (auto [t, task] : enumerate(graph.tasks))
      if (isStaged(task))
        own[numbers[getNode({unsigned(g), unsigned(t)})]]
           [size_t(result.kinds[g][t])] += task.duration;
    for (auto &[stage, durations] : own)
      for (size_t kind = 0; kind < durations.size(); ++kind) {
        int64_t &known = pipeline.stages[stage].durations[kind];
        known = std::max(known, durations[kind]);
      }
  }
  // Stages without a kind of work still have an (empty) group of it.
  for (PipelineStage &stage : pipeline.stages)
    for (WorkKind kind : {WorkKind::Forward, WorkKind::Backward})
      stage.durations[size_t(kind)] =
          std::max<int64_t>(stage.durations[size_t(kind)], 1);
}

Expected<StageGraph> StageReader::read() {
  if (Error error = countMicroBatches())
    return std::move(error);
  if (!hasBackward)
    return StageGraph();
  findRanks();
  findUses();
  findEdges();
  findKinds();
  if (Error error = sortStages())
    return std::move(error);
  addStages();
  return std::move(result);
}

Expected<StageGraph> sbp::getStageGraph(const ScheduledSystem &system) {
  return StageReader(system).read();
}

//===----------------------------------------------------------------------===//
// Orders of groups
//===----------------------------------------------------------------------===//

static int64_t getGroup(unsigned chunk, WorkKind kind) {
  return chunk * std::size(kWorkKinds) + int64_t(kind);
}

Expected<PipelineSchedule> sbp::orderByStages(ScheduledSystem &system,
                                              StageGraph &stages,
                                              const PipelineKind *kind,
                                              ArrayRef<int64_t> credits,
                                              const WorkOrder *order) {
  Pipeline &pipeline = stages.pipeline;
  if (!kind)
    kind = cantFail(findPipelineKind(stages.isChain() ? "1f1b" : "greedy"));
  stages.kind = kind;
  // A stage without weight work has an empty group of it too.
  if (kind->splitsBackward)
    for (PipelineStage &stage : pipeline.stages)
      stage.durations[2] = std::max<int64_t>(stage.durations[2], 1);
  Expected<PipelineSchedule> schedule =
      schedulePipeline(pipeline, *kind, credits, order);
  if (!schedule)
    return schedule.takeError();
  for (auto [g, graph] : enumerate(system.graphs)) {
    for (ScheduledRegister &reg : graph.registers)
      reg.copies = reg.tokens;
    if (stages.ranks[g] < 0)
      continue;
    std::map<int64_t, unsigned> chunks; // By number of the stage.
    for (auto [stage, number] : zip_equal(pipeline.stages, stages.stages))
      if (stage.rank == stages.ranks[g])
        chunks[number] = stage.chunk;
    for (auto [t, task] : enumerate(graph.tasks)) {
      if (task.stage < 0 || task.communication >= 0)
        continue;
      WorkKind work = stages.kinds[g][t];
      if (work == WorkKind::Weight && !kind->splitsBackward)
        work = WorkKind::Backward;
      task.group = getGroup(chunks[task.stage], work);
    }
    graph.order.clear();
    for (WorkGroup group : schedule->order[stages.ranks[g]])
      graph.order.push_back(
          {getGroup(group.chunk, group.kind), group.microBatch});
  }
  return schedule;
}
