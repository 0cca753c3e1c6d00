// ModelRun.h: executes some steps of one entry of a model
#ifndef SBP_INTERPRETEDRUN_MODELRUN_H
#define SBP_INTERPRETEDRUN_MODELRUN_H

#include "mlir/IR/BuiltinOps.h"
#include "sbp/InterpretedRun/RunOptions.h"

namespace sbp {

/// The exit codes of a run.
enum class RunOutcome { Done = 0, UserError = 1, ComparisonFailed = 2 };

/// Checks the model as the compiler does, reads inputs, runs, writes results.
/// May expand gradients and optimizers in `module`. Fails with no file written
/// where an input, an op or an output does, or where gradients that are
/// compared differ. Errors are emitted as diagnostics or written.
RunOutcome runModel(mlir::ModuleOp module, const RunOptions &options);

} // namespace sbp

#endif // SBP_INTERPRETEDRUN_MODELRUN_H
