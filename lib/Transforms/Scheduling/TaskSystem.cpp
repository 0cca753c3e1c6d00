// TaskSystem.cpp: converts the task graphs of an entry for the simulation

#include "TaskSystem.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace sbp;

/// Returns true if a task writes `value`.
static bool isWritten(Value value) {
  return llvm::any_of(value.getUses(), [&](OpOperand &use) {
    auto task = dyn_cast<task::TaskOpInterface>(use.getOwner());
    return task && llvm::is_contained(task.getOutputs(), value);
  });
}

// An alias that no task writes is another name of the same tokens; a written
// one has its own, since readers of the old value must not take them.
Value sbp::getTokens(Value value) {
  while (auto op = value.getDefiningOp<task::RegisterOp>()) {
    if (!op.getAliasOf() || isWritten(value))
      break;
    value = op.getAliasOf();
  }
  return value;
}

namespace {

/// Converts one graph to a ScheduledGraph.
class GraphReader {
public:
  explicit GraphReader(task::GraphOp graph) : graph(graph) {}
  ScheduledGraph read(llvm::MapVector<Attribute, int64_t> &communications);
  /// Returns the registers in the order of their numbers.
  SmallVector<Value> getRegisters() const {
    return llvm::to_vector(llvm::make_first_range(numbers));
  }

private:
  unsigned getNumber(Value value);
  /// Makes a task that overwrites a register wait for all readers of the old
  /// value, token by token where both have the same number of tokens.
  void addOverwrites();
  bool isUpdate(task::TaskOpInterface op);

  task::GraphOp graph;
  ScheduledGraph result;
  llvm::MapVector<Value, unsigned> numbers;
};

} // namespace

unsigned GraphReader::getNumber(Value value) {
  value = getTokens(value);
  auto [it, isNew] = numbers.insert({value, numbers.size()});
  unsigned number = it->second;
  if (isNew) {
    result.registers.emplace_back();
    if (auto op = value.getDefiningOp<task::RegisterOp>()) {
      int64_t aliasOf = -1;
      if (op.getAliasOf())
        aliasOf = getNumber(op.getAliasOf());
      result.registers[number] = {int64_t(op.getCopies()),
                                  int64_t(op.getTokens()), aliasOf};
    }
  }
  return number;
}

void GraphReader::addOverwrites() {
  llvm::DenseMap<unsigned, SmallVector<unsigned>> readers;
  for (auto [index, task] : llvm::enumerate(result.tasks))
    for (unsigned input : llvm::SmallSetVector<unsigned, 8>(task.inputs.begin(),
                                                            task.inputs.end()))
      readers[input].push_back(index);
  for (ScheduledTask &task : result.tasks)
    for (unsigned output : task.outputs) {
      auto op =
          numbers.getArrayRef()[output].first.getDefiningOp<task::RegisterOp>();
      if (!op || !op.getAliasOf())
        continue;
      // A task that reads the old value and writes in place does not wait for
      // itself.
      unsigned old = getNumber(op.getAliasOf());
      int64_t tokens = result.registers[output].tokens;
      if (tokens != result.registers[old].tokens)
        tokens = 1;
      for (unsigned reader : readers.lookup(old))
        if (&result.tasks[reader] != &task)
          task.after.push_back({reader, tokens});
    }
}

/// Returns true for a local task that writes a state in place and takes no more
/// storage than it frees, because nothing else reads some of its inputs.
bool GraphReader::isUpdate(task::TaskOpInterface op) {
  if (op.getCommunicationOrNull() || op.getFirings() != 1)
    return false;
  bool writesState = false;
  int64_t taken = 0, freed = 0;
  for (Value output : op.getOutputs()) {
    bool isOwn = task::getStorage(output) == output;
    taken += isOwn ? task::getRegisterBytes(output) : 0;
    writesState |=
        bool(task::getStorage(output).getDefiningOp<task::StateOp>());
  }
  for (Value input : op.getInputs()) {
    bool isLast = llvm::all_of(input.getUsers(), [&](Operation *user) {
      auto other = dyn_cast<task::TaskOpInterface>(user);
      return other &&
             (other == op || !llvm::is_contained(other.getInputs(), input));
    });
    if (isLast && input.getDefiningOp<task::RegisterOp>() &&
        task::getStorage(input) == input)
      freed += task::getRegisterBytes(input);
  }
  return writesState && freed > 0 && taken <= freed;
}

ScheduledGraph
GraphReader::read(llvm::MapVector<Attribute, int64_t> &communications) {
  for (task::TaskOpInterface op : graph.getTasks()) {
    ScheduledTask task;
    for (Value input : op.getInputs())
      task.inputs.push_back(getNumber(input));
    for (Value output : op.getOutputs())
      task.outputs.push_back(getNumber(output));
    if (FlatSymbolRefAttr name = op.getCommunicationOrNull())
      task.communication =
          communications.insert({name, communications.size()}).first->second;
    task.firings = op.getFirings();
    task.duration = op.getDurationOrDefault();
    task.stage = op.getStage();
    task.isBackward = op.getBackward();
    task.isEager = isUpdate(op);
    result.tasks.push_back(std::move(task));
  }
  addOverwrites();
  return std::move(result);
}

SmallVector<FlatSymbolRefAttr> sbp::getEntries(ModuleOp module) {
  SmallVector<FlatSymbolRefAttr> entries;
  for (auto graph : module.getOps<task::GraphOp>())
    if (!llvm::is_contained(entries, graph.getEntryAttr()))
      entries.push_back(graph.getEntryAttr());
  return entries;
}

TaskSystem sbp::getTaskSystem(ModuleOp module, FlatSymbolRefAttr entry) {
  TaskSystem result;
  llvm::MapVector<Attribute, int64_t> communications; // Name to number.
  for (auto graph : module.getOps<task::GraphOp>()) {
    if (graph.getEntryAttr() != entry)
      continue;
    GraphReader reader(graph);
    result.graphs.push_back(graph);
    result.system.graphs.push_back(reader.read(communications));
    result.registers.push_back(reader.getRegisters());
  }
  for (Attribute name : llvm::make_first_range(communications))
    result.communications.push_back(cast<FlatSymbolRefAttr>(name));
  return result;
}

ScheduledGraph sbp::getScheduledGraph(task::GraphOp graph) {
  llvm::MapVector<Attribute, int64_t> communications;
  return GraphReader(graph).read(communications);
}

LaunchLists sbp::getStreams(task::GraphOp graph) {
  LaunchLists lists;
  for (auto launch : graph.getBody().getOps<task::LaunchOp>()) {
    LaunchList &list = lists.emplace_back();
    for (auto [task, microBatch] :
         llvm::zip_equal(launch.getTasks(), launch.getMicroBatches()))
      list.push_back({unsigned(task), unsigned(microBatch)});
  }
  return lists;
}
