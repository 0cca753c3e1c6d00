// GatherOrder.cpp: gathers of states do not start long before they are read
//
// Example: tasks g1, g2, g3 gather states, r1, r2, r3 read them in this order.
// Without a further wait the list is g1 g2 g3 r1 r2 r3; g3 after r1 gives
// g1 g2 r1 g3 r2 r3.

#include "GatherOrder.h"
#include "llvm/ADT/DenseSet.h"
#include <map>

using namespace mlir;
using namespace sbp;

namespace {

class GatherOrder {
public:
  GatherOrder(task::GraphOp graph, ScheduledGraph &scheduled)
      : scheduled(scheduled), tasks(graph.getTasks()) {}
  void run();
  /// Holds the firings of gathers of several firings back as the readers are
  /// launched in `list`. Returns true if there are any.
  bool holdFirings(const LaunchList &list);

private:
  void findReaders();

  bool isOfState(Value value);
  bool readsStatesAlone(task::TaskOpInterface task);
  void addTask(unsigned number);

  ScheduledGraph &scheduled;
  SmallVector<task::TaskOpInterface> tasks; ///< in program order
  /// Registers whose values depend on states alone.
  llvm::DenseSet<Value> ofStates;
  llvm::DenseMap<Value, unsigned> gatherOf; ///< the task that gathers it
  llvm::DenseSet<unsigned> readGathers;
  /// Per reader, the gathers that it is the first to read.
  std::map<unsigned, SmallVector<unsigned>> gathersOfReader;
};

} // namespace

bool GatherOrder::isOfState(Value value) {
  return value.getDefiningOp<task::StateOp>() || ofStates.contains(value);
}

/// Returns true if the task reads a state and nothing else but constants.
bool GatherOrder::readsStatesAlone(task::TaskOpInterface task) {
  bool readsState = false;
  for (Value input : task.getInputs()) {
    Value value = getTokens(input);
    if (value.getDefiningOp<task::ConstantOp>())
      continue;
    if (!isOfState(value))
      return false;
    readsState = true;
  }
  return readsState;
}

void GatherOrder::addTask(unsigned number) {
  task::TaskOpInterface task = tasks[number];
  for (Value input : task.getInputs())
    if (auto gather = gatherOf.find(getTokens(input));
        gather != gatherOf.end() && readGathers.insert(gather->second).second)
      gathersOfReader[number].push_back(gather->second);
  if (!readsStatesAlone(task))
    return;
  for (Value output : task.getOutputs()) {
    ofStates.insert(getTokens(output));
    if (task.getCommunicationOrNull())
      gatherOf[getTokens(output)] = number;
  }
}

void GatherOrder::findReaders() {
  for (unsigned number = 0; number < tasks.size(); ++number)
    addTask(number);
}

void GatherOrder::run() {
  findReaders();
  SmallVector<unsigned> readers;
  for (const auto &[reader, gathers] : gathersOfReader) {
    readers.push_back(reader);
    if (readers.size() < 3)
      continue;
    unsigned released = readers[readers.size() - 3];
    for (unsigned gather : gathers)
      // A task of several firings a step would wait for all of them.
      if (released < gather && scheduled.tasks[gather].firings == 1 &&
          scheduled.tasks[released].firings == 1)
        scheduled.tasks[gather].after.push_back(released);
  }
}

bool GatherOrder::holdFirings(const LaunchList &list) {
  findReaders();
  bool holds = false;
  LaunchList readers;
  for (Firing launch : list) {
    auto gathers = gathersOfReader.find(launch.task);
    if (gathers == gathersOfReader.end() ||
        scheduled.tasks[launch.task].firings == 1)
      continue;
    readers.push_back(launch);
    if (readers.size() < 3)
      continue;
    for (unsigned number : gathers->second) {
      ScheduledTask &gather = scheduled.tasks[number];
      if (gather.firings != scheduled.tasks[launch.task].firings)
        continue;
      gather.heldUntil.resize(gather.firings);
      gather.heldUntil[launch.microBatch] = readers[readers.size() - 3];
      holds = true;
    }
  }
  return holds;
}

bool sbp::holdTimedGathersBack(TaskSystem &tasks, const Schedule &schedule) {
  bool holds = false;
  for (auto [graph, scheduled, list] :
       llvm::zip_equal(tasks.graphs, tasks.system.graphs, schedule.lists))
    holds |= GatherOrder(graph, scheduled).holdFirings(list);
  return holds;
}

void sbp::holdGathersBack(TaskSystem &tasks) {
  for (auto [graph, scheduled] :
       llvm::zip_equal(tasks.graphs, tasks.system.graphs))
    GatherOrder(graph, scheduled).run();
}
