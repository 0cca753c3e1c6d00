// ListOps.h: the ops a model may hold
#ifndef SBP_TOOLS_SBP_OPT_LISTOPS_H
#define SBP_TOOLS_SBP_OPT_LISTOPS_H

#include "mlir/IR/DialectRegistry.h"

namespace sbp {

/// Answers `--sbp-list-ops`: prints every registered op of the dialects of
/// level 0, one a line, and whether it has a rule. The exit code, or nothing if
/// that is not what is asked.
std::optional<int> listOps(llvm::ArrayRef<std::string> arguments,
                           mlir::DialectRegistry &registry);

} // namespace sbp

#endif // SBP_TOOLS_SBP_OPT_LISTOPS_H
