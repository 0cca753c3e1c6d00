// StageGraphTest.cpp: pipelines of tasks

#include "sbp/Analysis/Scheduling/StageGraph.h"
#include "gtest/gtest.h"
#include <cstdlib>
#include <ctime>
#include <sys/resource.h>

using namespace sbp;

namespace {

/// A chain of `ranks` * `chunks` stages with up to eight tasks each: receive,
/// forward, send, receive, input gradient, send, weight gradient into an
/// accumulator, update.
class Chain {
public:
  Chain(unsigned ranks, unsigned chunks, int64_t microBatches,
        int64_t transfer = 1)
      : ranks(ranks), stages(ranks * chunks), microBatches(microBatches),
        transfer(transfer) {
    system.graphs.resize(ranks);
    for (unsigned stage = 0; stage < stages; ++stage)
      addStage(stage);
  }
  /// Orders the stages and simulates them.
  Schedule run(llvm::StringRef kind, llvm::ArrayRef<int64_t> credits = {});
  /// Gives every register the copies that the lists need.
  void setCopies(const Schedule &schedule, bool overlaps = false);
  std::vector<LaunchLists> onOneStream(const Schedule &schedule) const;
  std::vector<LaunchLists> onTwoStreams(const Schedule &schedule) const;
  /// Returns the forwards and backwards of a graph as "F0", "B0", ...
  std::vector<std::string> getGroups(const Schedule &schedule,
                                     unsigned graph) const;

  ScheduledSystem system;
  PipelineSchedule pipeline;

private:
  unsigned addRegister(unsigned graph, int64_t tokens) {
    system.graphs[graph].registers.push_back({1, tokens});
    return system.graphs[graph].registers.size() - 1;
  }
  void add(unsigned graph, std::initializer_list<unsigned> inputs,
           std::initializer_list<unsigned> outputs, int64_t duration,
           int64_t stage, bool isBackward, int64_t communication = -1);
  void addStage(unsigned stage);

  unsigned ranks, stages;
  int64_t microBatches, transfer;
};
} // namespace

void Chain::add(unsigned graph, std::initializer_list<unsigned> inputs,
                std::initializer_list<unsigned> outputs, int64_t duration,
                int64_t stage, bool isBackward, int64_t communication) {
  ScheduledTask task;
  task.inputs = inputs;
  task.outputs = outputs;
  task.duration = duration;
  task.firings = microBatches;
  task.stage = stage;
  task.isBackward = isBackward;
  task.communication = communication;
  system.graphs[graph].tasks.push_back(std::move(task));
}

// Communication s moves activations s -> s + 1, stages + s gradients back.
void Chain::addStage(unsigned s) {
  unsigned graph = s % ranks;
  bool isFirst = s == 0, isLast = s + 1 == stages;
  unsigned input = addRegister(graph, microBatches);
  if (!isFirst)
    add(graph, {}, {input}, transfer, -1, false, s - 1);
  else
    add(graph, {}, {input}, 1, s, false);
  unsigned activation = addRegister(graph, microBatches);
  add(graph, {input}, {activation}, isFirst ? 99 : 100, s, false);
  unsigned gradient = activation;
  if (!isLast) {
    add(graph, {activation}, {}, transfer, -1, false, s);
    gradient = addRegister(graph, microBatches);
    add(graph, {}, {gradient}, transfer, -1, false, stages + s);
  }
  if (!isFirst) {
    unsigned sent = addRegister(graph, microBatches);
    add(graph, {input, gradient}, {sent}, 100, s, true);
    add(graph, {sent}, {}, transfer, -1, false, stages + s - 1);
  }
  unsigned sum = addRegister(graph, 1);
  add(graph, {input, gradient}, {sum}, isFirst ? 200 : 100, s, true);
  ScheduledTask update;
  update.inputs = {sum};
  system.graphs[graph].tasks.push_back(update);
}

Schedule Chain::run(llvm::StringRef kind, llvm::ArrayRef<int64_t> credits) {
  StageGraph stages = llvm::cantFail(getStageGraph(system));
  pipeline = llvm::cantFail(orderByStages(
      system, stages, llvm::cantFail(findPipelineKind(kind)), credits));
  return llvm::cantFail(simulate(system));
}

void Chain::setCopies(const Schedule &schedule, bool overlaps) {
  for (unsigned g = 0; g < system.graphs.size(); ++g) {
    std::vector<int64_t> copies =
        countCopies(system.graphs[g], schedule.lists[g], overlaps);
    for (unsigned r = 0; r < copies.size(); ++r)
      system.graphs[g].registers[r].copies = copies[r];
  }
}

std::vector<LaunchLists> Chain::onOneStream(const Schedule &schedule) const {
  std::vector<LaunchLists> streams;
  for (const LaunchList &list : schedule.lists)
    streams.push_back({list});
  return streams;
}

std::vector<LaunchLists> Chain::onTwoStreams(const Schedule &schedule) const {
  std::vector<LaunchLists> streams;
  for (unsigned g = 0; g < system.graphs.size(); ++g) {
    LaunchLists &lists = streams.emplace_back(2);
    for (Firing launch : schedule.lists[g])
      lists[system.graphs[g].tasks[launch.task].communication >= 0].push_back(
          launch);
  }
  return streams;
}

std::vector<std::string> Chain::getGroups(const Schedule &schedule,
                                          unsigned graph) const {
  std::vector<std::string> groups;
  for (Firing launch : schedule.lists[graph]) {
    const ScheduledTask &task = system.graphs[graph].tasks[launch.task];
    if (task.stage < 0)
      continue;
    std::string name = (task.isBackward ? "B" : "F") +
                       std::to_string(launch.microBatch) + ".c" +
                       std::to_string(task.stage / ranks);
    if (groups.empty() || groups.back() != name)
      groups.push_back(name);
  }
  return groups;
}

static std::vector<std::string> getNames(const PipelineSchedule &schedule,
                                         unsigned rank) {
  std::vector<std::string> names;
  for (WorkGroup group : schedule.order[rank])
    names.push_back(getLetter(group.kind) + std::to_string(group.microBatch) +
                    ".c" + std::to_string(group.chunk));
  return names;
}

TEST(StageGraph, ReadsRanksChunksDurationsAndLatencies) {
  Chain chain(2, 2, 4, /*transfer=*/7);
  StageGraph stages = llvm::cantFail(getStageGraph(chain.system));
  EXPECT_TRUE(stages.isChain());
  EXPECT_EQ(stages.ranks, (std::vector<int64_t>{0, 1}));
  EXPECT_EQ(stages.stages, (std::vector<int64_t>{0, 1, 2, 3}));
  EXPECT_EQ(stages.pipeline.microBatches, 4);
  ASSERT_EQ(stages.pipeline.edges.size(), 3u);
  for (unsigned s = 0; s < 4; ++s) {
    const PipelineStage &stage = stages.pipeline.stages[s];
    EXPECT_EQ(stage.rank, s % 2);
    EXPECT_EQ(stage.chunk, s / 2);
    // Nobody waits for the gradients of the first stage.
    EXPECT_EQ(stage.durations, (s ? std::array<int64_t, 3>{100, 100, 100}
                                  : std::array<int64_t, 3>{100, 1, 200}));
    if (s < 3)
      EXPECT_EQ(stages.pipeline.edges[s].latency, 7);
  }
}

// The launch lists of tasks have the order of the groups, under every schedule.
// Stage 1 gathers what it receives before it computes, and what it sends back.
TEST(StageGraph, EdgesLeadThroughChainsOfCommunications) {
  Chain chain(2, 1, 4, 7);
  int64_t gather = 100;
  for (ScheduledGraph &graph : chain.system.graphs)
    for (size_t t = 0, size = graph.tasks.size(); t < size; ++t) {
      ScheduledTask &received = graph.tasks[t];
      if (received.communication < 0 || received.outputs.empty())
        continue;
      graph.registers.push_back({1, 4});
      ScheduledTask gathers = received;
      gathers.inputs = {unsigned(graph.registers.size() - 1)};
      gathers.duration = 3;
      gathers.communication = gather++;
      received.outputs = gathers.inputs;
      graph.tasks.push_back(std::move(gathers));
    }
  StageGraph stages = llvm::cantFail(getStageGraph(chain.system));
  EXPECT_TRUE(stages.isChain());
  ASSERT_EQ(stages.pipeline.edges.size(), 1u);
  EXPECT_EQ(stages.pipeline.edges[0].latency, 7 + 3);
  // The gradient that stage 0 waits for is no weight work.
  for (const PipelineStage &stage : stages.pipeline.stages)
    EXPECT_GT(stage.durations[1], 0);
  EXPECT_EQ(stages.pipeline.stages[1].durations[2], 100);
}

TEST(StageGraph, ListsFollowTheOrderOfGroups) {
  for (auto [kind, chunks] :
       {std::pair("gpipe", 1), std::pair("1f1b", 1), std::pair("1f1b", 2),
        std::pair("greedy", 2), std::pair("interleaved", 2)}) {
    Chain chain(4, chunks, 8);
    Schedule schedule = chain.run(kind);
    for (unsigned rank = 0; rank < 4; ++rank)
      EXPECT_EQ(chain.getGroups(schedule, rank), getNames(chain.pipeline, rank))
          << kind;
  }
}

// Forward 100, backward 200: the order is that of the command line.
TEST(StageGraph, EqualStagesHaveTheOrderOfTheCommandLine) {
  Chain chain(4, 1, 8);
  Schedule schedule = chain.run("1f1b", {4, 3, 2, 1});
  Pipeline ideal = Pipeline::makeChain(4, 1, 8, {1, 2, 0}, 0);
  PipelineSchedule expected = llvm::cantFail(schedulePipeline(
      ideal, *llvm::cantFail(findPipelineKind("1f1b")), {4, 3, 2, 1}));
  for (unsigned rank = 0; rank < 4; ++rank)
    EXPECT_EQ(chain.getGroups(schedule, rank), getNames(expected, rank));
  // 33 units of 100 less what cotangents gain that leave before the gradients
  // of weights are made.
  EXPECT_LT(schedule.duration, 3300);
}

TEST(StageGraph, ListsAreLiveWithTheCopiesThatTheyNeedAndNoFewer) {
  for (llvm::StringRef kind : {"gpipe", "1f1b", "zero_bubble"}) {
    Chain chain(4, 1, 8);
    Schedule schedule =
        kind == "1f1b" ? chain.run(kind, {4, 3, 2, 1}) : chain.run(kind);
    chain.setCopies(schedule);
    EXPECT_EQ(findDeadlock(chain.system, chain.onOneStream(schedule)),
              std::nullopt);
    // Transfers that overlap need one more copy of the values they move, here
    // of the cotangent that the first stage receives.
    EXPECT_EQ(chain.system.graphs[0].registers[2].copies, 1);
    chain.setCopies(schedule, /*overlaps=*/true);
    EXPECT_EQ(chain.system.graphs[0].registers[2].copies, 2);
    EXPECT_EQ(findDeadlock(chain.system, chain.onTwoStreams(schedule)),
              std::nullopt);
    chain.setCopies(schedule);
    // The first stage saves this activation for backward; no communication
    // delivers it.
    ScheduledRegister &activation = chain.system.graphs[0].registers[0];
    EXPECT_EQ(activation.copies, kind == "gpipe" ? 8 : 4) << kind.str();
    --activation.copies;
    EXPECT_NE(findDeadlock(chain.system, chain.onOneStream(schedule)),
              std::nullopt);
  }
}

TEST(StageGraph, SwappedEntriesOfOneListDeadlock) {
  Chain chain(4, 1, 8);
  Schedule schedule = chain.run("1f1b", {4, 3, 2, 1});
  chain.setCopies(schedule);
  // The first backward of the last stage changes places with the forward of the
  // next micro-batch, which has no copy yet.
  LaunchList &list = schedule.lists[3];
  auto isGroup = [&](bool isBackward, unsigned microBatch) {
    return [=, &tasks = chain.system.graphs[3].tasks](Firing launch) {
      return tasks[launch.task].stage == 3 &&
             tasks[launch.task].isBackward == isBackward &&
             launch.microBatch == microBatch;
    };
  };
  std::iter_swap(llvm::find_if(list, isGroup(true, 0)),
                 llvm::find_if(list, isGroup(false, 1)));
  EXPECT_NE(findDeadlock(chain.system, chain.onOneStream(schedule)),
            std::nullopt);
}

// Forward of each of two stages reads what the other one sends.
TEST(StageGraph, ACycleOfStagesIsAnError) {
  ScheduledSystem system;
  for (int64_t stage : {0, 1}) {
    ScheduledGraph &graph = system.graphs.emplace_back();
    graph.registers = {{1, 4}, {1, 4}};
    ScheduledTask receive, forward, send, backward;
    receive.communication = 1 - stage;
    receive.outputs = {0};
    forward.inputs = {0};
    forward.outputs = {1};
    send.communication = stage;
    send.inputs = {1};
    forward.stage = backward.stage = stage;
    backward.isBackward = true;
    graph.tasks = {receive, forward, send, backward};
    for (ScheduledTask &task : graph.tasks)
      task.firings = 4;
  }
  auto stages = getStageGraph(system);
  ASSERT_FALSE(stages);
  EXPECT_EQ(llvm::toString(stages.takeError()),
            "the forward of stage 0 depends on itself: its stages form a "
            "cycle");
}

TEST(StageGraph, CopiesOfATokenThatIsWrittenOverInPlaceAreShared) {
  ScheduledGraph graph;
  graph.registers = {{1, 4}, {1, 4, /*aliasOf=*/0}};
  ScheduledTask make, change, read;
  make.outputs = {0};
  change.inputs = {0};
  change.outputs = {1};
  read.inputs = {1};
  make.firings = change.firings = read.firings = 4;
  graph.tasks = {make, change, read};
  LaunchList list = {{0, 0}, {1, 0}, {0, 1}, {1, 1}, {2, 0}, {0, 2},
                     {1, 2}, {2, 1}, {0, 3}, {1, 3}, {2, 2}, {2, 3}};
  EXPECT_EQ(countCopies(graph, list, /*overlaps=*/true),
            (std::vector<int64_t>{2, 2}));
}

// 64 stages of eight tasks. SBP_FULL=1 has 512 and 1,024 micro-batches and
// prints seconds of the processor and the peak of memory. Their bounds are 5 s
// each, 2.3 times as much for twice the micro-batches, and 1 GB.
TEST(StageGraph, LongPipelinesAreOrderedAndProvedLive) {
  bool isFull = std::getenv("SBP_FULL");
  int64_t sizes[] = {isFull ? 512 : 16, isFull ? 1024 : 32};
  std::vector<double> simulated, proved;
  for (int64_t microBatches : sizes) {
    Chain chain(64, 1, microBatches);
    std::clock_t begin = std::clock();
    Schedule schedule = chain.run("1f1b");
    std::clock_t middle = std::clock();
    chain.setCopies(schedule);
    EXPECT_EQ(findDeadlock(chain.system, chain.onOneStream(schedule)),
              std::nullopt);
    simulated.push_back(double(middle - begin) / CLOCKS_PER_SEC);
    proved.push_back(double(std::clock() - middle) / CLOCKS_PER_SEC);
  }
  if (!isFull)
    return;
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  for (auto [microBatches, seconds, proof] :
       llvm::zip_equal(sizes, simulated, proved))
    std::printf("%ld micro-batches: simulated %.2f s, proved live %.2f s\n",
                long(microBatches), seconds, proof);
  std::printf("peak %ld MB\n", usage.ru_maxrss >> 10);
}
