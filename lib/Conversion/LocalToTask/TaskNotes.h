// TaskNotes.h: the phases and layers of tasks, for reports
#ifndef SBP_LIB_CONVERSION_LOCALTOTASK_TASKNOTES_H
#define SBP_LIB_CONVERSION_LOCALTOTASK_TASKNOTES_H

#include "sbp/Dialect/SBP/IR/SBPDialect.h"

namespace sbp {

/// Notes on tasks which phases their ops have, in a training step, and which
/// call of a repeated function all of them belong to.
class TaskNotes {
public:
  /// `program` must outlive this object.
  explicit TaskNotes(LocalProgramOp program);
  /// Notes the phases (task::kPhasesAttr) and the layer (`sbp.layer`) of `ops`
  /// on `task`.
  void note(mlir::Operation *task, llvm::ArrayRef<mlir::Operation *> ops) const;
  /// Notes those of the ops whose results a communication moves, or of its
  /// readers where it moves arguments.
  void note(mlir::Operation *task, CommunicateOp op) const;

private:
  bool isTraining; ///< some op has a phase other than forward
};

} // namespace sbp

#endif // SBP_LIB_CONVERSION_LOCALTOTASK_TASKNOTES_H
