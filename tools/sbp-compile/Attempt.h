// Attempt.h: compilation of a model under a memory limit
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
  int64_t peakBytes = 0; ///< the largest of all ranks
  /// The peak before micro-batches in flight were lowered to fit a limit.
  int64_t freePeakBytes = 0;
  /// Cost by the rates, its gap (the share of the cost that may be saved, 0 for
  /// an optimum), and the memory estimate of the selection. All are 0 where the
  /// module has no selection by rates.
  double costSeconds = 0, gap = 0, estimatedBytes = 0;

  /// Sets `peakBytes` and the figures of the selection from both modules,
  /// neither of which is null.
  void measure();
  /// Returns the lower bound on the cost of any choice, in seconds.
  double getBoundSeconds() const { return costSeconds * (1 - gap); }
};

/// Compiles the model under a memory limit for the selection (0: none). The
/// cost is at least `unlimitedBound` seconds, the bound without a limit.
/// Returns null after an error.
using TryLimit = llvm::function_ref<std::unique_ptr<Attempt>(
    int64_t selectionLimit, double unlimitedBound)>;

/// Returns the cheapest attempt found whose plan needs at most `limit` bytes
/// per rank, else the smallest; without `isChosen` (--strict leaves no choice)
/// the first. The selection only estimates the memory of a plan, so its
/// limit is lowered until a plan fits and no lower limit can be cheaper: a
/// choice within a limit never costs more than one within a smaller limit. Null
/// after errors.
std::unique_ptr<Attempt> compileWithinLimit(int64_t limit, bool isChosen,
                                            TryLimit tryOne);

} // namespace sbp

#endif // SBP_TOOLS_SBP_COMPILE_ATTEMPT_H
