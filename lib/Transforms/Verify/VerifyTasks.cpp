//===- VerifyTasks.cpp - what must hold at level 3 ------------------------===//

#include "../Scheduling/LiveRanges.h"
#include "../Scheduling/TaskSystem.h"
#include "VerifyPhase.h"
#include "sbp/Target/Target.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace sbp;

/// Every register has one writer; a state has one updater.
static LogicalResult verifyWriters(task::GraphOp graph) {
  llvm::DenseMap<Value, Operation *> writers, updaters;
  for (task::TaskOpInterface task : graph.getTasks())
    for (Value output : task.getOutputs()) {
      Value storage = task::getStorage(output);
      bool isState = storage.getDefiningOp<task::StateOp>() != nullptr;
      auto &known = isState ? updaters : writers;
      auto [it, isNew] = known.try_emplace(isState ? storage : output, task);
      if (!isNew)
        return (task->emitOpError() << "writes what another task writes")
                   .attachNote(it->second->getLoc())
               << "written here";
      if (!output.getDefiningOp<task::RegisterOp>())
        return task->emitOpError()
               << "writes an input, state or constant that no register aliases";
    }
  return success();
}

/// Registers live at the same time do not share bytes.
static LogicalResult verifyArena(task::GraphOp graph) {
  LiveRanges live(graph);
  auto ranges = live.get();
  int64_t arena = graph.getArenaBytes().value_or(0);
  for (auto [index, entry] : llvm::enumerate(ranges)) {
    auto [op, range] = entry;
    if (!op.getOffset())
      return success(); // memory is not planned yet
    int64_t begin = *op.getOffset(), end = begin + range.bytes;
    if (begin % kRegisterAlignment != 0 || end > arena)
      return op.emitOpError() << "lies at " << begin << " to " << end
                              << " in an arena of " << arena << " bytes";
    for (auto [other, otherRange] : ranges.take_front(index)) {
      int64_t otherBegin = *other.getOffset();
      int64_t otherEnd = otherBegin + otherRange.bytes;
      bool together =
          range.begin <= otherRange.end && otherRange.begin <= range.end;
      if (together && begin < otherEnd && otherBegin < end)
        return (op.emitOpError() << "lies at " << begin << " to " << end
                                 << " while a register at " << otherBegin
                                 << " to " << otherEnd << " is live")
                   .attachNote(other.getLoc())
               << "the other register";
    }
  }
  return success();
}

/// Communications are launched in the order of the entry.
static LogicalResult verifyOrder(const TaskSystem &tasks,
                                 const LaunchLists &lists, ArrayAttr order) {
  llvm::DenseMap<Attribute, int64_t> places;
  for (auto [place, instance] : llvm::enumerate(order))
    places[instance] = place;
  for (auto [graph, list] : llvm::zip_equal(tasks.graphs, lists)) {
    SmallVector<task::TaskOpInterface> ops = task::GraphOp(graph).getTasks();
    int64_t last = -1;
    Builder builder(graph->getContext());
    for (Launch launch : list) {
      FlatSymbolRefAttr name = ops[launch.task].getCommunicationOrNull();
      if (!name)
        continue;
      Attribute instance = builder.getArrayAttr(
          {name, builder.getI64IntegerAttr(launch.microBatch)});
      auto found = places.find(instance);
      if (found == places.end() || found->second < last)
        return ops[launch.task]->emitOpError()
               << "launches " << instance << " against the order of all ranks";
      last = found->second;
    }
  }
  return success();
}

/// Every class takes part in all communications of its ranks.
static LogicalResult verifyMembership(ModuleOp module, task::GraphOp graph) {
  llvm::DenseSet<Attribute> present;
  for (task::TaskOpInterface task : graph.getTasks())
    if (FlatSymbolRefAttr name = task.getCommunicationOrNull())
      if (!present.insert(name).second)
        return task->emitOpError() << "takes part in " << name << " twice";
  for (CommunicationOp op :
       getExpectedSequence(module, graph.getEntryAttr(), graph.getRanks()))
    if (!present.contains(FlatSymbolRefAttr::get(op.getSymNameAttr())))
      return graph.emitOpError() << "takes no part in @" << op.getSymName()
                                 << ", which other ranks wait for";
  return success();
}

static LogicalResult verifyEntry(ModuleOp module, FlatSymbolRefAttr entry) {
  TaskSystem tasks = getTaskSystem(module, entry);
  LaunchLists lists = getLaunchLists(tasks);
  if (std::optional<std::string> deadlock = findDeadlock(tasks.system, lists))
    return tasks.graphs.front().emitOpError()
           << "entry " << entry << " deadlocks: " << *deadlock;
  Operation *declaration = module.lookupSymbol(entry);
  auto order = declaration
                   ? declaration->getAttrOfType<ArrayAttr>(task::kOrderAttr)
                   : ArrayAttr();
  return order ? verifyOrder(tasks, lists, order) : success();
}

LogicalResult sbp::verifyTasks(ModuleOp module) {
  if (failed(verifyCommunications(module)))
    return failure();
  for (auto graph : module.getOps<task::GraphOp>())
    if (failed(verifyParameters(graph, graph.getRanks(), graph.getParameters(),
                                graph.getBindings())) ||
        failed(verifyMembership(module, graph)) ||
        failed(verifyWriters(graph)) || failed(verifyArena(graph)))
      return failure();
  for (FlatSymbolRefAttr entry : getEntries(module))
    if (failed(verifyEntry(module, entry)))
      return failure();
  return success();
}
