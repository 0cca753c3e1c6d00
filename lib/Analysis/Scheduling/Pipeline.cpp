// Pipeline.cpp: an event-driven simulation of pipelines
//
// Discrete-event simulation (a queue of ends and arrivals) of stages whose work
// of each kind proceeds in the order of micro-batches: a node is the work of
// one kind of a stage, an arc carries one token per micro-batch from node to
// node. At each point in time all events are handled first, then every idle
// rank starts at most one group, which a policy selects: the head of a given
// list, or the rule "backward first" within credits. Example: two stages, two
// micro-batches, forward 1, backward 2 and credits 2, 1 give F0 F1 B0 B1 and F0
// B0 F1 B1 with a makespan of 9.

#include "sbp/Analysis/Scheduling/Pipeline.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"
#include <queue>

using namespace llvm;
using namespace sbp;

char sbp::getLetter(WorkKind kind) { return "FBW"[size_t(kind)]; }

Pipeline Pipeline::makeChain(unsigned ranks, unsigned chunks,
                             int64_t microBatches,
                             std::array<int64_t, 3> durations,
                             int64_t latency) {
  Pipeline result;
  result.ranks = ranks;
  result.microBatches = microBatches;
  for (unsigned s = 0; s < ranks * chunks; ++s) {
    result.stages.push_back({s % ranks, s / ranks, durations});
    if (s > 0)
      result.edges.push_back({s - 1, s, ranks > 1 ? latency : 0});
  }
  return result;
}

std::vector<std::vector<unsigned>> Pipeline::getStagesOfRanks() const {
  std::vector<std::vector<unsigned>> result(ranks);
  for (auto [index, stage] : enumerate(stages)) {
    auto &own = result[stage.rank];
    own.resize(std::max<size_t>(own.size(), stage.chunk + 1));
    own[stage.chunk] = index;
  }
  return result;
}

int64_t Pipeline::getIdealMakespan() const {
  std::vector<int64_t> work(ranks);
  for (const PipelineStage &stage : stages)
    for (int64_t duration : stage.durations)
      work[stage.rank] += duration * microBatches;
  return work.empty() ? 0 : *max_element(work);
}

namespace {

/// The state of a simulation and the policies that drive it.
class PipelineRun {
public:
  explicit PipelineRun(const Pipeline &pipeline);

  /// Returns the node that an idle rank starts next, or nullopt to wait.
  using Policy = function_ref<std::optional<unsigned>(unsigned rank)>;
  /// Runs until no rank can start anything. Returns false once the makespan is
  /// certain to exceed `deadline`.
  bool run(Policy policy, int64_t deadline);

  static unsigned getNode(unsigned stage, WorkKind kind) {
    return stage * std::size(kWorkKinds) + unsigned(kind);
  }
  unsigned getNode(unsigned rank, WorkGroup group) const {
    return getNode(stagesOfRanks[rank][group.chunk], group.kind);
  }
  /// Returns whether the inputs of the node's next micro-batch are there.
  bool isReady(unsigned node) const;
  int64_t getNext(unsigned node) const { return nodes[node].started; }
  int64_t countInFlight(unsigned stage) const;

  std::vector<std::vector<unsigned>> stagesOfRanks;
  PipelineSchedule schedule;

private:
  struct Arc {
    unsigned to;
    int64_t latency, arrived = 0;
  };
  struct Node {
    int64_t started = 0, ended = 0;
    SmallVector<unsigned, 2> inputs, outputs; ///< arcs
  };
  /// The end of a node's group, or the arrival of a token at the end of an arc.
  struct Event {
    int64_t time;
    unsigned index;
    bool isArrival;
    bool operator>(const Event &other) const { return time > other.time; }
  };

  void addArc(unsigned from, unsigned to, int64_t latency);
  void setTails();
  void start(unsigned node);
  void finish(unsigned node);
  void arrive(unsigned arc);
  void touch(unsigned rank);
  unsigned getRank(unsigned node) const {
    return pipeline.stages[node / std::size(kWorkKinds)].rank;
  }

  const Pipeline &pipeline;
  std::vector<Node> nodes;
  std::vector<Arc> arcs;
  std::vector<int64_t> work; ///< per rank, the duration of all that is left
  /// Per rank, the least time between the end of its last group and the
  /// makespan.
  std::vector<int64_t> tails;
  std::vector<char> idle, touched;
  std::vector<unsigned> changed; ///< ranks that may start something
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events;
  int64_t now = 0;
};

} // namespace

PipelineRun::PipelineRun(const Pipeline &pipeline)
    : stagesOfRanks(pipeline.getStagesOfRanks()), pipeline(pipeline),
      nodes(pipeline.stages.size() * std::size(kWorkKinds)),
      work(pipeline.ranks), idle(pipeline.ranks, /*value=*/true),
      touched(pipeline.ranks) {
  schedule.order.resize(pipeline.ranks);
  schedule.starts.resize(pipeline.ranks);
  for (auto [index, stage] : enumerate(pipeline.stages)) {
    for (int64_t duration : stage.durations)
      work[stage.rank] += duration * pipeline.microBatches;
    addArc(getNode(index, WorkKind::Forward),
           getNode(index, WorkKind::Backward), 0);
    addArc(getNode(index, WorkKind::Backward), getNode(index, WorkKind::Weight),
           0);
  }
  for (PipelineEdge edge : pipeline.edges) {
    addArc(getNode(edge.from, WorkKind::Forward),
           getNode(edge.to, WorkKind::Forward), edge.latency);
    addArc(getNode(edge.to, WorkKind::Backward),
           getNode(edge.from, WorkKind::Backward), edge.latency);
  }
  setTails();
  for (unsigned rank = 0; rank < pipeline.ranks; ++rank)
    touch(rank);
}

/// The last backward of a stage is followed by that of every stage on a path to
/// the first one. What is last on a rank is the last kind of one of its stages;
/// no stage waits for weight work.
void PipelineRun::setTails() {
  std::vector<PipelineEdge> edges = pipeline.edges;
  llvm::sort(edges, [](PipelineEdge a, PipelineEdge b) { return a.to < b.to; });
  std::vector<int64_t> ofStages(pipeline.stages.size());
  for (PipelineEdge edge : edges)
    ofStages[edge.to] = std::max(
        ofStages[edge.to],
        ofStages[edge.from] + edge.latency +
            pipeline.stages[edge.from].getDuration(WorkKind::Backward));
  tails.assign(pipeline.ranks, INT64_MAX);
  for (auto [stage, tail] : zip_equal(pipeline.stages, ofStages))
    tails[stage.rank] = std::min(
        tails[stage.rank], stage.getLastKind() == WorkKind::Weight ? 0 : tail);
}

void PipelineRun::addArc(unsigned from, unsigned to, int64_t latency) {
  nodes[from].outputs.push_back(arcs.size());
  nodes[to].inputs.push_back(arcs.size());
  arcs.push_back({to, latency});
}

bool PipelineRun::isReady(unsigned node) const {
  int64_t next = nodes[node].started;
  return next < pipeline.microBatches &&
         all_of(
             nodes[node].inputs,
             [&](unsigned arc) { return arcs[arc].arrived > next; });
}

int64_t PipelineRun::countInFlight(unsigned stage) const {
  WorkKind last = pipeline.stages[stage].getLastKind();
  return nodes[getNode(stage, WorkKind::Forward)].started -
         nodes[getNode(stage, last)].ended;
}

void PipelineRun::touch(unsigned rank) {
  if (!std::exchange(touched[rank], true))
    changed.push_back(rank);
}

void PipelineRun::start(unsigned node) {
  const PipelineStage &stage = pipeline.stages[node / std::size(kWorkKinds)];
  WorkKind kind = kWorkKinds[node % std::size(kWorkKinds)];
  int64_t duration = stage.getDuration(kind);
  schedule.order[stage.rank].push_back(
      {kind, stage.chunk, nodes[node].started++});
  schedule.starts[stage.rank].push_back(now);
  work[stage.rank] -= duration;
  idle[stage.rank] = false;
  events.push({now + duration, node, /*isArrival=*/false});
}

void PipelineRun::arrive(unsigned arc) {
  ++arcs[arc].arrived;
  touch(getRank(arcs[arc].to));
}

void PipelineRun::finish(unsigned node) {
  ++nodes[node].ended;
  idle[getRank(node)] = true;
  touch(getRank(node));
  schedule.makespan = std::max(schedule.makespan, now);
  for (unsigned arc : nodes[node].outputs)
    if (arcs[arc].latency > 0)
      events.push({now + arcs[arc].latency, arc, /*isArrival=*/true});
    else
      arrive(arc);
}

bool PipelineRun::run(Policy policy, int64_t deadline) {
  while (true) {
    for (unsigned rank : std::exchange(changed, {})) {
      touched[rank] = false;
      if (!idle[rank])
        continue;
      int64_t left = work[rank] > 0 ? work[rank] + tails[rank] : 0;
      if (left > deadline - now)
        return false;
      if (std::optional<unsigned> node = policy(rank))
        start(*node);
    }
    if (events.empty())
      return true;
    now = events.top().time;
    while (!events.empty() && events.top().time == now) {
      Event event = events.top();
      events.pop();
      event.isArrival ? arrive(event.index) : finish(event.index);
    }
  }
}

//===----------------------------------------------------------------------===//
// Policies
//===----------------------------------------------------------------------===//

static std::string toText(WorkGroup group) {
  return (Twine(getLetter(group.kind)) + Twine(group.microBatch) + ".c" +
          Twine(group.chunk))
      .str();
}

/// Returns an error unless every rank has each of its groups once, with the
/// micro-batches of each kind and chunk in order.
static std::optional<std::string> checkOrder(const Pipeline &pipeline,
                                             const WorkOrder &order) {
  if (order.size() != pipeline.ranks)
    return ("the order has " + Twine(order.size()) +
            " lists, but the pipeline "
            "has " +
            Twine(pipeline.ranks) + " ranks")
        .str();
  std::vector<std::array<int64_t, 3>> next(pipeline.stages.size());
  std::vector<std::vector<unsigned>> stages = pipeline.getStagesOfRanks();
  for (auto [rank, groups] : enumerate(order))
    for (WorkGroup group : groups) {
      auto describe = [&](const Twine &what) {
        return ("rank " + Twine(rank) + ": group " + toText(group) + what)
            .str();
      };
      if (group.chunk >= stages[rank].size())
        return describe(" is of no chunk of the rank, which has " +
                        Twine(stages[rank].size()));
      const PipelineStage &stage = pipeline.stages[stages[rank][group.chunk]];
      if (stage.getDuration(group.kind) == 0)
        return describe(" is weight work, which this pipeline does not split");
      if (group.microBatch >= pipeline.microBatches)
        return describe(" is of no micro-batch of the step, which has " +
                        Twine(pipeline.microBatches));
      int64_t &expected = next[stages[rank][group.chunk]][size_t(group.kind)];
      if (group.microBatch < expected)
        return describe(" comes twice, or after a later micro-batch");
      if (group.microBatch > expected)
        return describe(" comes before " +
                        toText({group.kind, group.chunk, expected}));
      ++expected;
    }
  for (auto [stage, counts] : zip_equal(pipeline.stages, next))
    for (WorkKind kind : kWorkKinds)
      if (int64_t count = counts[size_t(kind)];
          stage.getDuration(kind) > 0 && count < pipeline.microBatches)
        return ("rank " + Twine(stage.rank) + ": group " +
                toText({kind, stage.chunk, count}) + " is missing")
            .str();
  return std::nullopt;
}

Expected<PipelineSchedule> sbp::simulateOrder(const Pipeline &pipeline,
                                              const WorkOrder &order) {
  if (auto wrong = checkOrder(pipeline, order))
    return createStringError(*wrong);
  PipelineRun run(pipeline);
  std::vector<size_t> head(pipeline.ranks);
  auto next = [&](unsigned rank) -> std::optional<unsigned> {
    if (head[rank] == order[rank].size())
      return std::nullopt;
    unsigned node = run.getNode(rank, order[rank][head[rank]]);
    if (!run.isReady(node))
      return std::nullopt;
    ++head[rank];
    return node;
  };
  run.run(next, INT64_MAX);
  for (unsigned rank = 0; rank < pipeline.ranks; ++rank)
    if (head[rank] < order[rank].size())
      return createStringError(
          "rank " + Twine(rank) + " waits forever at group " +
          toText(order[rank][head[rank]]) + ", which comes too early");
  return std::move(run.schedule);
}

std::optional<PipelineSchedule> sbp::simulateCredits(const Pipeline &pipeline,
                                                     ArrayRef<int64_t> credits,
                                                     int64_t deadline) {
  assert(none_of(pipeline.stages,
                 [](const PipelineStage &stage) {
                   return stage.getLastKind() == WorkKind::Weight;
                 }) &&
         "the rule has no place for weight work of its own");
  PipelineRun run(pipeline);
  auto select = [&](unsigned rank) -> std::optional<unsigned> {
    std::optional<unsigned> best;
    for (unsigned stage : reverse(run.stagesOfRanks[rank])) {
      unsigned node = PipelineRun::getNode(stage, WorkKind::Backward);
      if (run.isReady(node) &&
          (!best || run.getNext(node) < run.getNext(*best)))
        best = node;
    }
    if (best)
      return best;
    for (unsigned stage : run.stagesOfRanks[rank]) {
      unsigned node = PipelineRun::getNode(stage, WorkKind::Forward);
      if (run.isReady(node) && run.countInFlight(stage) < credits[stage] &&
          (!best || run.getNext(node) < run.getNext(*best)))
        best = node;
    }
    return best;
  };
  if (!run.run(select, deadline) || run.schedule.makespan > deadline)
    return std::nullopt;
  return std::move(run.schedule);
}

//===----------------------------------------------------------------------===//
// Micro-batches in flight
//===----------------------------------------------------------------------===//

/// Returns the greatest sums of open forwards, of `getIndex` of each stage.
static std::vector<int64_t> countOpen(const Pipeline &pipeline,
                                      const WorkOrder &order, size_t size,
                                      function_ref<size_t(unsigned)> getIndex) {
  std::vector<std::vector<unsigned>> stages = pipeline.getStagesOfRanks();
  std::vector<int64_t> open(size), most(size);
  for (auto [rank, groups] : enumerate(order))
    for (WorkGroup group : groups) {
      unsigned stage = stages[rank][group.chunk];
      size_t index = getIndex(stage);
      if (group.kind == WorkKind::Forward)
        most[index] = std::max(most[index], ++open[index]);
      if (group.kind == pipeline.stages[stage].getLastKind())
        --open[index];
    }
  return most;
}

std::vector<int64_t> sbp::countInFlight(const Pipeline &pipeline,
                                        const WorkOrder &order) {
  return countOpen(pipeline, order, pipeline.stages.size(),
                   [](unsigned stage) { return stage; });
}

std::vector<int64_t> sbp::countInFlightOfRanks(const Pipeline &pipeline,
                                               const WorkOrder &order) {
  return countOpen(pipeline, order, pipeline.ranks,
                   [&](unsigned stage) { return pipeline.stages[stage].rank; });
}
