// Attempt.h: one of the plans that a compilation under a memory limit makes
#ifndef SBP_LIB_DRIVER_FIT_ATTEMPT_H
#define SBP_LIB_DRIVER_FIT_ATTEMPT_H

#include "Fit/MemoryLadder.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OwningOpRef.h"
#include "sbp/Target/KernelLibrary.h"
#include <memory>
#include <vector>

namespace sbp {

/// A model compiled from level 0 to level 3.
struct Attempt {
  mlir::OwningOpRef<mlir::ModuleOp> module; ///< at level 3
  /// The same at level 1; null without a report and a limit.
  mlir::OwningOpRef<mlir::ModuleOp> distributed;
  std::unique_ptr<KernelLibrary> kernels; ///< of the tasks in `module`
  /// Values that references return besides results; null without references.
  mlir::Attribute boundaries;
  /// Warnings and remarks, held back under a limit; else empty.
  std::vector<mlir::Diagnostic> diagnostics;
  PlanFigures figures; ///< zeros without a limit

  /// Sets `figures` from both modules, neither of which is null; both peaks are
  /// equal.
  void measure();
};

} // namespace sbp

#endif // SBP_LIB_DRIVER_FIT_ATTEMPT_H
