// Attempt.h: one way of a model through the levels, under one limit
#ifndef SBP_TOOLS_SBP_COMPILE_ATTEMPT_H
#define SBP_TOOLS_SBP_COMPILE_ATTEMPT_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OwningOpRef.h"
#include "sbp/Target/KernelLibrary.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <memory>
#include <vector>

namespace sbp {

/// What became of a model at level 0.
struct Attempt {
  mlir::OwningOpRef<mlir::ModuleOp> module;      ///< at level 3
  mlir::OwningOpRef<mlir::ModuleOp> distributed; ///< the same at level 1
  std::unique_ptr<KernelLibrary> kernels;
  mlir::Attribute boundaries;         ///< what references return beside results
  std::vector<mlir::Diagnostic> said; ///< warnings and remarks
  int64_t peakBytes = 0;
  /// By the rates and by the estimate of the choice.
  double costSeconds = 0, gap = 0, estimatedBytes = 0;

  /// Reads the last four off the module.
  void measure();
  /// What no choice undercuts.
  double getBoundSeconds() const { return costSeconds * (1 - gap); }
};

/// Tries the model under a limit for the choice (0: none), where no choice
/// takes less than `freeBound` seconds; null where that is an error.
using TryLimit = llvm::function_ref<std::unique_ptr<Attempt>(
    int64_t limitOfChoice, double freeBound)>;

/// The cheapest attempt found whose plan needs at most `limit`, else the
/// smallest. The choice estimates what a plan needs, so limits for the choice
/// go down until a plan fits and nothing below is cheaper: what fits a limit is
/// never dearer than what fits a smaller one. Null after errors.
std::unique_ptr<Attempt> fitInto(int64_t limit, bool isChosen, TryLimit tryOne);

} // namespace sbp

#endif // SBP_TOOLS_SBP_COMPILE_ATTEMPT_H
