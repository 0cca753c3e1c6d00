// VerifyTasks.cpp: the invariants of level 3
//
// Per graph: parameters, membership in communications, one writer per register,
// disjoint live registers. Per entry: launch lists terminate, and all streams
// issue communications in one order. The runtime repeats the last two checks
// when it loads an artifact.

#include "../Scheduling/LiveRanges.h"
#include "../Scheduling/TaskSystem.h"
#include "VerifyPhase.h"
#include "sbp/Target/Target.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include <map>

using namespace mlir;
using namespace sbp;

/// Checks that every register has one writer and every state one updater.
static LogicalResult verifyWriters(task::GraphOp graph) {
  llvm::DenseMap<Value, Operation *> writers, updaters;
  for (task::TaskOpInterface task : graph.getTasks())
    for (Value output : task.getOutputs()) {
      Value storage = task::getStorage(output);
      bool isState = storage.getDefiningOp<task::StateOp>() != nullptr;
      auto &known = isState ? updaters : writers;
      auto [it, isNew] = known.try_emplace(isState ? storage : output, task);
      if (!isNew)
        return (task->emitOpError()
                << "writes a register that another task writes")
                   .attachNote(it->second->getLoc())
               << "written here";
      if (!output.getDefiningOp<task::RegisterOp>())
        return task->emitOpError()
               << "writes an input, state or constant that no register aliases";
    }
  return success();
}

// A register and the launches between which its bytes are in use.
using LiveRegister = std::pair<task::RegisterOp, LiveRange>;

static int64_t getEnd(const LiveRegister &entry) {
  return *task::RegisterOp(entry.first).getOffset() + entry.second.bytes;
}

static LogicalResult reportShared(const LiveRegister &entry,
                                  const LiveRegister &other) {
  task::RegisterOp op = entry.first, otherOp = other.first;
  return (op.emitOpError() << "lies at " << *op.getOffset() << " to "
                           << getEnd(entry) << " while a register at "
                           << *otherOp.getOffset() << " to " << getEnd(other)
                           << " is live")
             .attachNote(otherOp.getLoc())
         << "the other register";
}

/// A sweep over the launch positions: live registers are kept sorted by offset
/// and are disjoint, so a new one can only overlap its two neighbours.
static LogicalResult verifyDisjoint(ArrayRef<LiveRegister> ranges) {
  SmallVector<const LiveRegister *> byBegin, byEnd;
  for (const LiveRegister &entry : ranges)
    if (entry.second.bytes > 0)
      byBegin.push_back(&entry);
  byEnd = byBegin;
  llvm::stable_sort(byBegin, [](const auto *a, const auto *b) {
    return a->second.begin < b->second.begin;
  });
  llvm::stable_sort(byEnd, [](const auto *a, const auto *b) {
    return a->second.end < b->second.end;
  });
  std::map<int64_t, const LiveRegister *> live; // Indexed by offset.
  auto getOffset = [](const LiveRegister *entry) {
    return int64_t(*task::RegisterOp(entry->first).getOffset());
  };
  const auto *gone = byEnd.begin();
  for (const LiveRegister *entry : byBegin) {
    // `end` is the last position in use, so a range that begins there overlaps.
    for (; (*gone)->second.end < entry->second.begin; ++gone)
      live.erase(getOffset(*gone));
    auto after = live.lower_bound(getOffset(entry));
    if (after != live.end() && after->first < getEnd(*entry))
      return reportShared(*entry, *after->second);
    if (after != live.begin() &&
        getEnd(*std::prev(after)->second) > getOffset(entry))
      return reportShared(*entry, *std::prev(after)->second);
    live.emplace(getOffset(entry), entry);
  }
  return success();
}

/// Checks that registers which are live at the same time do not share bytes.
static LogicalResult verifyArena(task::GraphOp graph) {
  LiveRanges live(graph);
  int64_t arena = graph.getArenaBytes().value_or(0);
  for (const LiveRegister &entry : live.get()) {
    task::RegisterOp op = entry.first;
    if (!op.getOffset())
      return success(); // Memory is not planned yet.
    int64_t begin = *op.getOffset();
    if (begin % kRegisterAlignment != 0 || getEnd(entry) > arena)
      return op.emitOpError() << "lies at " << begin << " to " << getEnd(entry)
                              << " in an arena of " << arena << " bytes";
  }
  SmallVector<LiveRegister> parts;
  for (const LiveRegister &entry : live.get()) {
    LaunchInterval whole;
    for (LaunchInterval part : entry.second.getParts(whole))
      parts.push_back(
          {entry.first, {part.begin, part.end, entry.second.bytes}});
  }
  return verifyDisjoint(parts);
}

/// Checks one launch list. `places`: positions of instances in the entry's
/// order.
static LogicalResult
verifyOrder(task::GraphOp graph, const LaunchList &list,
            const llvm::DenseMap<Attribute, int64_t> &places) {
  SmallVector<task::TaskOpInterface> ops = graph.getTasks();
  // Only the relative order on one stream matters; streams run concurrently.
  int64_t last = -1;
  Builder builder(graph->getContext());
  for (Firing launch : list) {
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
  return success();
}

/// Checks that every stream launches communications in the order of the entry.
static LogicalResult verifyOrder(const TaskSystem &tasks,
                                 ArrayRef<LaunchLists> streams,
                                 ArrayAttr order) {
  llvm::DenseMap<Attribute, int64_t> places;
  for (auto [place, instance] : llvm::enumerate(order))
    places[instance] = place;
  for (auto [graph, lists] : llvm::zip_equal(tasks.graphs, streams))
    for (const LaunchList &list : lists)
      if (failed(verifyOrder(graph, list, places)))
        return failure();
  return success();
}

/// Checks that every class takes part in all communications of its ranks, once.
static LogicalResult verifyMembership(ModuleOp module, task::GraphOp graph) {
  llvm::DenseMap<Attribute, Operation *> present;
  for (task::TaskOpInterface task : graph.getTasks())
    if (FlatSymbolRefAttr name = task.getCommunicationOrNull()) {
      auto [it, isNew] = present.try_emplace(name, task);
      if (isNew)
        continue;
      InFlightDiagnostic error = task->emitOpError()
                                 << "takes part in " << name << " twice";
      error.attachNote(it->second->getLoc()) << "first occurrence here";
      return error;
    }
  for (CommunicationOp op :
       getExpectedSequence(module, graph.getEntryAttr(), graph.getRanks()))
    if (!present.contains(FlatSymbolRefAttr::get(op.getSymNameAttr())))
      return (graph.emitOpError() << "takes no part in @" << op.getSymName()
                                  << ", which other ranks wait for")
                 .attachNote(op.getLoc())
             << "its ranks are members of this communication";
  return success();
}

static LogicalResult verifyEntry(ModuleOp module, FlatSymbolRefAttr entry) {
  TaskSystem tasks = getTaskSystem(module, entry);
  SmallVector<LaunchLists> streams =
      llvm::map_to_vector(tasks.graphs, getStreams);
  if (std::optional<std::string> deadlock = findDeadlock(tasks.system, streams))
    return tasks.graphs.front().emitOpError()
           << "entry " << entry << " deadlocks: " << *deadlock;
  Operation *declaration = module.lookupSymbol(entry);
  auto order = declaration
                   ? declaration->getAttrOfType<ArrayAttr>(task::kOrderAttr)
                   : ArrayAttr();
  return order ? verifyOrder(tasks, streams, order) : success();
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
