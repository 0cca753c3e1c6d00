// ScheduleTasks.cpp: writes the launch lists and the order of communications

#include "GatherOrder.h"
#include "TransferTimes.h"
#include "sbp/Analysis/Scheduling/PipelineAttribute.h"
#include "sbp/Analysis/Scheduling/WorkOrders.h"
#include "sbp/Transforms/Passes.h"

namespace sbp {
#define GEN_PASS_DEF_SCHEDULETASKSPASS
#include "sbp/Transforms/Passes.h.inc"
} // namespace sbp

using namespace mlir;
using namespace sbp;

/// Most that a step may take longer for less memory.
static constexpr double kLonger = 1.01;

namespace {

struct ScheduleTasksPass : sbp::impl::ScheduleTasksPassBase<ScheduleTasksPass> {
  using ScheduleTasksPassBase::ScheduleTasksPassBase;
  void runOnOperation() override;
  /// Writes the launch lists of an entry. Returns whether it has stages.
  FailureOr<bool> schedule(FlatSymbolRefAttr entry);
  /// Orders the tasks of stages as the entry's schedule requires. Returns
  /// whether there are any.
  FailureOr<bool> orderStages(TaskSystem &tasks, Operation *entry);
};

} // namespace

/// Returns the preferred stream of a task; stream 0 if there are fewer streams.
static unsigned getStream(task::TaskOpInterface op, unsigned streams) {
  unsigned preferred = op.getPreferredStream();
  return preferred < streams ? preferred : 0;
}

/// Splits the simulated order into streams. Each stream issues a subsequence,
/// so all of them terminate together.
static void writeLaunchLists(task::GraphOp graph, ArrayRef<Firing> list,
                             unsigned streams) {
  for (auto old :
       llvm::make_early_inc_range(graph.getBody().getOps<task::LaunchOp>()))
    old.erase();
  SmallVector<task::TaskOpInterface> ops = graph.getTasks();
  SmallVector<SmallVector<int64_t>> tasks(streams), microBatches(streams);
  for (Firing launch : list) {
    unsigned stream = getStream(ops[launch.task], streams);
    tasks[stream].push_back(launch.task);
    microBatches[stream].push_back(launch.microBatch);
  }
  OpBuilder builder = OpBuilder::atBlockEnd(&graph.getBody().front());
  // Stream 0 exists even if it is empty, so that every graph has a list.
  for (unsigned stream = 0; stream < streams; ++stream)
    if (stream == 0 || !tasks[stream].empty())
      task::LaunchOp::create(builder, graph.getLoc(), stream, tasks[stream],
                             microBatches[stream]);
}

/// Gives registers of several tokens as many copies as the launch list needs.
/// Outputs keep all tokens until the step is over.
static void setCopies(task::GraphOp graph, ArrayRef<Value> registers,
                      const ScheduledGraph &scheduled, const LaunchList &list,
                      bool overlaps) {
  llvm::SmallPtrSet<Value, 4> outputs;
  for (auto output : graph.getBody().getOps<task::OutputOp>())
    outputs.insert(task::getStorage(output.getInput()));
  for (auto [value, copies] :
       llvm::zip_equal(registers, countCopies(scheduled, list, overlaps)))
    if (auto op = value.getDefiningOp<task::RegisterOp>())
      op.setCopies(outputs.contains(task::getStorage(value)) ? op.getTokens()
                                                             : copies);
}

/// Names the stage with the most work per micro-batch, which bounds the step.
static void explainSchedule(Operation *entry, const StageGraph &stages,
                            const PipelineSchedule &schedule) {
  const Pipeline &pipeline = stages.pipeline;
  auto getWork = [](const PipelineStage &stage) {
    return stage.durations[0] + stage.durations[1] + stage.durations[2];
  };
  auto longest = llvm::max_element(
      pipeline.stages, [&](const PipelineStage &a, const PipelineStage &b) {
        return getWork(a) < getWork(b);
      });
  int64_t ideal = pipeline.getIdealMakespan();
  InFlightDiagnostic remark =
      entry->emitRemark() << "schedule " << stages.kind->name << " of "
                          << pipeline.microBatches << " micro-batches: stage "
                          << stages.stages[longest - pipeline.stages.begin()]
                          << " takes longest, " << getWork(*longest)
                          << " units per micro-batch; the step takes "
                          << schedule.makespan
                          << " units, the busiest rank works " << ideal
                          << "; in flight per rank: ";
  llvm::interleaveComma(countInFlightOfRanks(pipeline, schedule.order), remark);
}

FailureOr<bool> ScheduleTasksPass::orderStages(TaskSystem &tasks,
                                               Operation *entry) {
  const PipelineKind *kind = nullptr;
  std::optional<WorkOrder> order =
      readOrder(entry->getAttrOfType<ArrayAttr>(kWorkOrderAttr));
  if (order) {
    kind = &getKindOf(*order);
  } else if (auto name = entry->getAttrOfType<StringAttr>(kScheduleAttr)) {
    llvm::Expected<const PipelineKind *> found = findPipelineKind(name);
    if (!found)
      return entry->emitError() << llvm::toString(found.takeError());
    kind = *found;
  }
  llvm::Expected<StageGraph> stages = getStageGraph(tasks.system);
  if (!stages)
    return entry->emitError() << llvm::toString(stages.takeError());
  if (stages->pipeline.stages.empty())
    return false;
  ArrayRef<int64_t> given = credits;
  if (auto own = entry->getAttrOfType<DenseI64ArrayAttr>(kCreditsAttr);
      own && given.empty())
    given = own;
  llvm::Expected<PipelineSchedule> schedule = orderByStages(
      tasks.system, *stages, kind, given, order ? &*order : nullptr);
  if (!schedule) {
    InFlightDiagnostic error = entry->emitError();
    if (order)
      error << entry->getAttrOfType<StringAttr>(kScheduleAttr).getValue()
            << ": ";
    return error << llvm::toString(schedule.takeError());
  }
  if (explain)
    explainSchedule(entry, *stages, *schedule);
  entry->setAttr(kPipelineAttr, toAttribute(&getContext(), *stages, *schedule));
  return true;
}

/// Simulates a step in which updates free their gradients as soon as they can,
/// unless that makes the step longer: they may otherwise fill the time of the
/// last communications.
static llvm::Expected<Schedule> simulateUpdates(ScheduledSystem &system) {
  llvm::Expected<Schedule> early = simulate(system);
  if (!early)
    return early;
  std::vector<ScheduledGraph> graphs = system.graphs;
  for (ScheduledGraph &graph : system.graphs)
    for (ScheduledTask &task : graph.tasks)
      task.isEager = false;
  llvm::Expected<Schedule> late = simulate(system);
  if (late && late->duration * kLonger < early->duration)
    return late;
  llvm::consumeError(late.takeError());
  system.graphs = std::move(graphs);
  return early;
}

FailureOr<bool> ScheduleTasksPass::schedule(FlatSymbolRefAttr entry) {
  TaskSystem tasks = getTaskSystem(getOperation(), entry);
  if (failed(setTransferTimes(tasks, getOperation())))
    return failure();
  Operation *declaration =
      SymbolTable::lookupNearestSymbolFrom(getOperation(), entry);
  FailureOr<bool> hasStages = orderStages(tasks, declaration);
  if (failed(hasStages))
    return failure();
  holdGathersBack(tasks);
  llvm::Expected<Schedule> schedule = simulateUpdates(tasks.system);
  if (!schedule)
    return tasks.graphs.front().emitOpError()
           << "deadlocks: " << llvm::toString(schedule.takeError());
  // Classes whose readers wait for each other keep the early gathers.
  if (holdTimedGathersBack(tasks, *schedule)) {
    if (llvm::Expected<Schedule> held = simulate(tasks.system))
      *schedule = std::move(*held);
    else
      llvm::consumeError(held.takeError());
  }
  for (auto [graph, registers, scheduled, list] :
       llvm::zip_equal(tasks.graphs, tasks.registers, tasks.system.graphs,
                       schedule->lists)) {
    if (*hasStages)
      setCopies(graph, registers, scheduled, list, streams > 1);
    writeLaunchLists(graph, list, streams);
  }
  Builder builder(&getContext());
  // The entry stores the order of communications for the verifier and runtime.
  SmallVector<Attribute> order;
  for (Firing instance : schedule->communications)
    order.push_back(
        builder.getArrayAttr({tasks.communications[instance.task],
                              builder.getI64IntegerAttr(instance.microBatch)}));
  declaration->setAttr(task::kOrderAttr, builder.getArrayAttr(order));
  return *hasStages;
}

void ScheduleTasksPass::runOnOperation() {
  bool anyStages = false;
  for (FlatSymbolRefAttr entry : getEntries(getOperation())) {
    FailureOr<bool> hasStages = schedule(entry);
    if (failed(hasStages))
      return signalPassFailure();
    anyStages |= *hasStages;
  }
  if (anyStages || credits.empty())
    return;
  getOperation().emitError()
      << "credits are given, but no entry has stages that work on "
         "micro-batches forward and backward";
  signalPassFailure();
}
