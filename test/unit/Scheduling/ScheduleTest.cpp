// ScheduleTest.cpp: launch lists and liveness

#include "sbp/Analysis/Scheduling/Schedule.h"
#include "gtest/gtest.h"

using namespace sbp;

namespace {

/// Stage r of `stages`: forward (1 unit), backward (2 units), joined to its
/// neighbours by transfers that take no time of their own next to one unit each
/// in `transfer`. Activations have stages - r credits.
struct Pipeline {
  ScheduledSystem system;
  unsigned stages;

  explicit Pipeline(unsigned stages, int64_t microBatches) : stages(stages) {
    // One graph holds all stages' tasks only if it had one stream; here every
    // stage is a class, and a transfer is a communication of both.
    system.graphs.resize(stages);
    for (unsigned r = 0; r < stages; ++r)
      addStage(r, microBatches);
  }

  unsigned addRegister(unsigned stage, int64_t copies, int64_t tokens) {
    system.graphs[stage].registers.push_back({copies, tokens});
    return system.graphs[stage].registers.size() - 1;
  }
  unsigned addTask(unsigned stage, ScheduledTask task) {
    system.graphs[stage].tasks.push_back(std::move(task));
    return system.graphs[stage].tasks.size() - 1;
  }
  void addStage(unsigned r, int64_t m);
};

ScheduledTask makeTask(std::initializer_list<unsigned> inputs,
                       std::initializer_list<unsigned> outputs, int64_t firings,
                       int64_t duration, int64_t communication = -1) {
  ScheduledTask task;
  task.inputs = inputs;
  task.outputs = outputs;
  task.firings = firings;
  task.duration = duration;
  task.communication = communication;
  return task;
}

// Communication r moves activations r -> r + 1, stages + r gradients back.
void Pipeline::addStage(unsigned r, int64_t m) {
  int64_t credits = stages - r;
  llvm::SmallVector<unsigned> forwardIn;
  if (r > 0) {
    unsigned received = addRegister(r, credits, m);
    addTask(r, makeTask({}, {received}, m, 1, r - 1));
    forwardIn.push_back(received);
  }
  unsigned activation = addRegister(r, credits, m);
  ScheduledTask forward = makeTask({}, {activation}, m, 100);
  forward.inputs.append(forwardIn.begin(), forwardIn.end());
  addTask(r, forward);
  ScheduledTask backward = makeTask({activation}, {}, m, 200);
  if (r + 1 < stages) {
    addTask(r, makeTask({activation}, {}, m, 1, r));
    unsigned gradient = addRegister(r, 1, m);
    addTask(r, makeTask({}, {gradient}, m, 1, stages + r));
    backward.inputs.push_back(gradient);
  }
  unsigned produced = addRegister(r, 1, m);
  backward.outputs.push_back(produced);
  addTask(r, backward);
  if (r > 0)
    addTask(r, makeTask({produced}, {}, m, 1, stages + r - 1));
}

/// Most forwards of a stage that wait for their backward.
int64_t getInFlight(const Schedule &schedule, const ScheduledGraph &graph,
                    unsigned stage) {
  int64_t open = 0, most = 0;
  for (Firing launch : schedule.lists[stage]) {
    int64_t duration = graph.tasks[launch.task].duration;
    open += duration == 100 ? 1 : duration == 200 ? -1 : 0;
    most = std::max(most, open);
  }
  return most;
}

std::vector<LaunchLists> onOneStream(const LaunchLists &lists) {
  std::vector<LaunchLists> streams;
  for (const LaunchList &list : lists)
    streams.push_back({list});
  return streams;
}
} // namespace

TEST(Schedule, OldestMicroBatchFirstIsOneForwardOneBackward) {
  Pipeline pipeline(4, 8);
  Schedule schedule = llvm::cantFail(simulate(pipeline.system));
  // 33 units of (m + p - 1) (forward + backward); transfers add a few percent.
  EXPECT_GE(schedule.duration, 3300);
  EXPECT_LT(schedule.duration, 3500);
  for (unsigned stage = 0; stage < 4; ++stage)
    EXPECT_EQ(getInFlight(schedule, pipeline.system.graphs[stage], stage),
              4 - stage);
}

// Two updates read what tasks 0 and 1 make, and are last in program order.
TEST(Schedule, EagerTasksStartBeforeOthersThatAreReady) {
  ScheduledSystem system;
  system.graphs.resize(1);
  ScheduledGraph &graph = system.graphs.front();
  graph.registers.resize(2);
  for (unsigned number = 0; number < 2; ++number)
    graph.tasks.push_back(makeTask({}, {number}, 1, 10));
  for (unsigned number = 0; number < 2; ++number)
    graph.tasks.push_back(makeTask({number}, {}, 1, 10));
  auto getOrder = [&] {
    Schedule schedule = llvm::cantFail(simulate(system));
    std::vector<unsigned> order;
    for (Firing launch : schedule.lists.front())
      order.push_back(launch.task);
    return order;
  };
  EXPECT_EQ(getOrder(), (std::vector<unsigned>{0, 1, 2, 3}));
  graph.tasks[2].isEager = graph.tasks[3].isEager = true;
  EXPECT_EQ(getOrder(), (std::vector<unsigned>{0, 2, 1, 3}));
}

// A transfer needs nothing but copies; held, its third firing follows the first
// firing of its reader.
TEST(Schedule, HeldFiringsStartWhenTheOtherEnds) {
  ScheduledSystem system;
  system.graphs.resize(1);
  system.graphs[0].registers.push_back({4, 4});
  system.graphs[0].tasks = {makeTask({}, {0}, 4, 1, 0),
                            makeTask({0}, {}, 4, 10)};
  auto getTasks = [&] {
    Schedule schedule = llvm::cantFail(simulate(system));
    std::vector<unsigned> tasks;
    for (Firing launch : schedule.lists[0])
      tasks.push_back(launch.task);
    return tasks;
  };
  EXPECT_EQ(getTasks(), (std::vector<unsigned>{0, 1, 0, 0, 0, 1, 1, 1}));
  system.graphs[0].tasks[0].heldUntil = {std::nullopt, std::nullopt,
                                         Firing{1, 0}, Firing{1, 1}};
  EXPECT_EQ(getTasks(), (std::vector<unsigned>{0, 1, 0, 1, 0, 1, 0, 1}));
}

TEST(Schedule, ListsOfTheSimulationAreLive) {
  Pipeline pipeline(3, 4);
  Schedule schedule = llvm::cantFail(simulate(pipeline.system));
  EXPECT_EQ(findDeadlock(pipeline.system, onOneStream(schedule.lists)),
            std::nullopt);
}

TEST(Schedule, SwappedCommunicationsInOneClassDeadlock) {
  ScheduledSystem system;
  for (int i = 0; i < 2; ++i) {
    ScheduledGraph graph;
    graph.tasks = {makeTask({}, {}, 1, 1, 0), makeTask({}, {}, 1, 1, 1)};
    system.graphs.push_back(graph);
  }
  LaunchLists good = {{{0, 0}, {1, 0}}, {{0, 0}, {1, 0}}};
  LaunchLists bad = {{{0, 0}, {1, 0}}, {{1, 0}, {0, 0}}};
  EXPECT_EQ(findDeadlock(system, onOneStream(good)), std::nullopt);
  EXPECT_NE(findDeadlock(system, onOneStream(bad)), std::nullopt);
}

// Two tokens are written before the first is read: one copy is not enough.
TEST(Schedule, MissingCreditDeadlocks) {
  ScheduledSystem system;
  ScheduledGraph graph;
  graph.registers = {{/*copies=*/2, /*tokens=*/2}};
  graph.tasks = {makeTask({}, {0}, 2, 1), makeTask({0}, {}, 2, 1)};
  system.graphs.push_back(graph);
  LaunchLists lists = {{{0, 0}, {0, 1}, {1, 0}, {1, 1}}};
  EXPECT_EQ(findDeadlock(system, onOneStream(lists)), std::nullopt);
  system.graphs[0].registers[0].copies = 1;
  EXPECT_NE(findDeadlock(system, onOneStream(lists)), std::nullopt);
}

TEST(Schedule, ReaderOfTheOldStateComesBeforeItsUpdater) {
  ScheduledSystem system;
  ScheduledGraph graph;
  graph.registers = {{1, 1}, {1, 1}};
  ScheduledTask update = makeTask({}, {1}, 1, 1);
  update.after = {1};
  graph.tasks = {update, makeTask({0}, {}, 1, 1)};
  system.graphs.push_back(graph);
  Schedule schedule = llvm::cantFail(simulate(system));
  EXPECT_EQ(schedule.lists[0].front(), (Firing{1, 0}));
}

TEST(Schedule, CircleIsReported) {
  ScheduledSystem system;
  ScheduledGraph graph;
  graph.registers = {{1, 1}, {1, 1}};
  graph.tasks = {makeTask({1}, {0}, 1, 1), makeTask({0}, {1}, 1, 1)};
  system.graphs.push_back(graph);
  std::string error = llvm::toString(simulate(system).takeError());
  EXPECT_NE(error.find("waits forever"), std::string::npos);
}

TEST(Schedule, CommunicationOfTwoClassesStartsOnce) {
  ScheduledSystem system;
  for (int i = 0; i < 2; ++i) {
    ScheduledGraph graph;
    graph.tasks = {makeTask({}, {}, 1, 1, 0)};
    system.graphs.push_back(graph);
  }
  Schedule schedule = llvm::cantFail(simulate(system));
  EXPECT_EQ(schedule.communications.size(), 1u);
  EXPECT_EQ(schedule.lists[1].size(), 1u);
}

// Two computations with a communication of the first next to the second, on a
// stream of its own: only what reads its result comes after it.
TEST(Streams, WhatMayRunBesideALaunch) {
  ScheduledGraph graph;
  graph.registers = {{1, 1}, {1, 1}, {1, 1}};
  graph.tasks = {makeTask({}, {0}, 1, 1), makeTask({0}, {1}, 1, 1, 0),
                 makeTask({}, {2}, 1, 1), makeTask({1, 2}, {}, 1, 1)};
  LaunchLists streams = {{{0, 0}, {2, 0}, {3, 0}}, {{1, 0}}};
  MergedOrder order = mergeStreams(graph, streams);
  EXPECT_EQ(order.launches, (LaunchList{{0, 0}, {1, 0}, {2, 0}, {3, 0}}));
  EXPECT_EQ(order.reach, (std::vector<int64_t>{0, 2, 2, 3}));
  ScheduledSystem system;
  system.graphs = {graph};
  EXPECT_EQ(findDeadlock(system, {streams}), std::nullopt);
  std::swap(streams[0][0], streams[0][2]);
  EXPECT_NE(findDeadlock(system, {streams}), std::nullopt);
}

TEST(Streams, OneStreamIsItsOwnOrder) {
  Pipeline pipeline(3, 4);
  Schedule schedule = llvm::cantFail(simulate(pipeline.system));
  MergedOrder order =
      mergeStreams(pipeline.system.graphs[1], {schedule.lists[1]});
  EXPECT_EQ(order.launches, schedule.lists[1]);
  for (size_t i = 0; i < order.reach.size(); ++i)
    EXPECT_EQ(order.reach[i], int64_t(i));
}
