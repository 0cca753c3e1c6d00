// CheckpointAdvice.h: what checkpoints would free where no plan fits
#ifndef SBP_LIB_DRIVER_FIT_CHECKPOINTADVICE_H
#define SBP_LIB_DRIVER_FIT_CHECKPOINTADVICE_H

#include "Fit/Attempt.h"
#include "Fit/Memory.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace sbp {

/// Finds changes of a model that make a smaller plan: `nn.checkpoint` on calls
/// of private functions, else `recompute=layers`. All bytes are those of plans
/// that were made, so that a model with the changes compiles within them.
class CheckpointAdvice {
public:
  /// Compiles a changed copy of the model of the user under the limit; null
  /// where it is refused. Called only in `run`.
  using Maker = llvm::function_ref<std::unique_ptr<Attempt>(
      mlir::OwningOpRef<mlir::ModuleOp> changed)>;

  /// `model` is as the user wrote it and `best` the smallest plan for it; both
  /// outlive this object. `limit` counts bytes per rank.
  CheckpointAdvice(mlir::ModuleOp model, const Attempt &best, int64_t limit,
                   Maker attempt)
      : model(model), best(best), limit(limit), attempt(attempt) {}

  /// Returns the largest values that backward keeps and the changes that help,
  /// as notes. Empty for a model without backward. Once per object.
  std::vector<MemoryNote> run();

private:
  /// A call that could be checkpointed, and what it keeps for backward.
  struct Call {
    mlir::Operation *op; ///< in `model`
    int64_t bytes;
  };
  void findCalls();
  std::unique_ptr<Attempt> attemptCalls(size_t count);
  void adviseCalls();
  void adviseLayers();

  mlir::ModuleOp model;
  const Attempt &best;
  int64_t limit;
  Maker attempt;
  std::vector<Call> calls; ///< the one that keeps most first
  std::vector<MemoryNote> notes;
};

} // namespace sbp

#endif // SBP_LIB_DRIVER_FIT_CHECKPOINTADVICE_H
