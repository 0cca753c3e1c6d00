// TaskDialect.cpp: tasks, registers and launch lists, and their invariants

#include "sbp/Dialect/Task/IR/TaskDialect.h"
#include "sbp/Interfaces/ElementBytes.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace sbp;
using namespace sbp::task;

#include "sbp/Dialect/Task/IR/TaskDialect.cpp.inc"
#include "sbp/Dialect/Task/IR/TaskInterfaces.cpp.inc"
#define GET_TYPEDEF_CLASSES
#include "sbp/Dialect/Task/IR/TaskTypes.cpp.inc"
#define GET_OP_CLASSES
#include "sbp/Dialect/Task/IR/TaskOps.cpp.inc"

void TaskDialect::initialize() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "sbp/Dialect/Task/IR/TaskTypes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "sbp/Dialect/Task/IR/TaskOps.cpp.inc"
      >();
}

// Aliases form chains without cycles (an op reads only what is defined above).
Value task::getStorage(Value value) {
  while (auto op = value.getDefiningOp<RegisterOp>()) {
    if (!op.getAliasOf())
      break;
    value = op.getAliasOf();
  }
  return value;
}

int64_t task::getRegisterBytes(Value value) {
  RankedTensorType type = cast<RegisterType>(value.getType()).getTensor();
  return type.getNumElements() * getElementBytes(type);
}

Value ComputeOp::getScratchOrNull() { return getScratch(); }

// Default streams of the three kinds of task, used by sbp-schedule-tasks where
// it may issue more than one launch list: computation 0, communication 1,
// copies 2.
unsigned CollectiveOp::getPreferredStream() { return 1; }

// In the unit of kernels, 16 bytes of memory traffic, as if all links were as
// fast as memory: what a member gives is read, what it gets is written.
int64_t CollectiveOp::getDurationOrDefault() {
  int64_t bytes = 0;
  for (Value value : getOperands())
    bytes += getRegisterBytes(value);
  return 1 + bytes / 16;
}

unsigned CopyOp::getPreferredStream() { return 2; }
int64_t ComputeOp::getDurationOrDefault() { return getDuration(); }
FlatSymbolRefAttr CollectiveOp::getCommunicationOrNull() {
  return getCommunicationAttr();
}

SmallVector<TaskOpInterface> GraphOp::getTasks() {
  return llvm::to_vector(getBody().getOps<TaskOpInterface>());
}

// (C1) Every rank of the class has one value of each parameter.
static LogicalResult verifyBindings(GraphOp graph) {
  if (graph.getParameters().size() != graph.getBindings().size())
    return graph.emitOpError()
           << "has " << graph.getParameters().size() << " parameters but "
           << graph.getBindings().size() << " lists of bindings";
  for (auto [index, attribute] : llvm::enumerate(graph.getBindings())) {
    auto values = dyn_cast<DenseI64ArrayAttr>(attribute);
    if (!values ||
        values.size() != static_cast<int64_t>(graph.getRanks().size()))
      return graph.emitOpError() << "needs one value of parameter #" << index
                                 << " per rank, found " << attribute;
  }
  return success();
}

// (C2) Every task is issued exactly once per micro-batch over all launch lists,
// in increasing order of the micro-batches. Graphs that are not scheduled yet
// have no list and pass.
static LogicalResult verifyLaunchLists(GraphOp graph) {
  auto lists = llvm::to_vector(graph.getBody().getOps<LaunchOp>());
  if (lists.empty())
    return success();
  SmallVector<TaskOpInterface> tasks = graph.getTasks();
  SmallVector<int64_t> next(tasks.size(), 0);
  for (LaunchOp list : lists) {
    if (list.getTasks().size() != list.getMicroBatches().size())
      return list.emitOpError()
             << "has " << list.getTasks().size() << " tasks but "
             << list.getMicroBatches().size() << " micro-batches";
    for (auto [task, microBatch] :
         llvm::zip_equal(list.getTasks(), list.getMicroBatches())) {
      if (task < 0 || task >= static_cast<int64_t>(tasks.size()))
        return list.emitOpError()
               << "names task #" << task << " of " << tasks.size();
      if (microBatch != next[task]++)
        return (list.emitOpError()
                << "issues task #" << task << " for micro-batch " << microBatch
                << ", expected " << next[task] - 1)
                   .attachNote(tasks[task]->getLoc())
               << "the task";
    }
  }
  for (auto [index, task] : llvm::enumerate(tasks))
    if (next[index] != task.getFirings())
      return task.emitOpError()
             << "fires " << task.getFirings() << " times a step but is issued "
             << next[index] << " times";
  return success();
}

LogicalResult GraphOp::verify() {
  if (failed(verifyBindings(*this)))
    return failure();
  return verifyLaunchLists(*this);
}
