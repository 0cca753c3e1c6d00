// TaskNotes.cpp: the phases and layers of tasks, for reports

#include "TaskNotes.h"
#include "sbp/Dialect/SBP/IR/StepPhases.h"
#include "sbp/Dialect/Task/IR/TaskDialect.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace sbp;

TaskNotes::TaskNotes(LocalProgramOp program)
    : isTraining(llvm::any_of(program.front(), [](Operation &op) {
        return getPhaseOf(&op) != StepPhase::Forward;
      })) {}

/// Returns whether `op` reads or makes a tensor with dimensions.
static bool hasDimensions(Operation *op) {
  auto test = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && tensor.getRank() > 0;
  };
  return llvm::any_of(op->getOperandTypes(), test) ||
         llvm::any_of(op->getResultTypes(), test);
}

/// The number of the step is counted in forward, in the task of the optimizer:
/// ops on numbers do not count, and of a task without others the last phase
/// does.
static void setPhases(Operation *task, ArrayRef<Operation *> ops) {
  int64_t phases = 0, last = 0;
  for (Operation *op : ops) {
    int64_t phase = int64_t(1) << static_cast<int64_t>(getPhaseOf(op));
    last = std::max(last, phase);
    if (hasDimensions(op))
      phases |= phase;
  }
  if (phases == 0)
    phases = last;
  if (phases != 0)
    task->setAttr(task::kPhasesAttr,
                  Builder(task->getContext()).getI64IntegerAttr(phases));
}

void TaskNotes::note(Operation *task, ArrayRef<Operation *> ops) const {
  if (isTraining)
    setPhases(task, ops);
  llvm::SmallSetVector<Attribute, 2> layers;
  for (Operation *op : ops)
    if (Attribute layer = op->getAttr(SBPDialect::kLayerAttr))
      layers.insert(layer);
  if (layers.size() == 1)
    task->setAttr(SBPDialect::kLayerAttr, layers.front());
}

void TaskNotes::note(Operation *task, CommunicateOp op) const {
  // Communications have no notes of their own; a chain of them moves one value.
  llvm::SetVector<Operation *> moving, computing;
  auto add = [&](Operation *other) {
    if (isa_and_nonnull<CommunicateOp>(other))
      moving.insert(other);
    else if (other && !isa<ReturnOp>(other))
      computing.insert(other);
  };
  moving.insert(op);
  for (size_t i = 0; i < moving.size(); ++i)
    for (Value input : moving[i]->getOperands())
      add(input.getDefiningOp());
  if (computing.empty()) {
    moving.clear();
    moving.insert(op);
    for (size_t i = 0; i < moving.size(); ++i)
      for (Operation *reader : moving[i]->getUsers())
        add(reader);
  }
  note(task, computing.getArrayRef());
}
