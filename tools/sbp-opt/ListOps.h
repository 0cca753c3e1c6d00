// ListOps.h: lists the ops of the input language
#ifndef SBP_TOOLS_SBP_OPT_LISTOPS_H
#define SBP_TOOLS_SBP_OPT_LISTOPS_H

#include "mlir/IR/DialectRegistry.h"

namespace sbp {

/// Implements `--sbp-list-ops` and `--sbp-list-derivatives`: prints every
/// registered op of arith, linalg, math, memory_layer, nn and tensor, one per
/// line, and whether it has a rule, or a derivative. `arguments` begins with
/// the program's name. Returns 0, or nullopt where such a flag is not the only
/// argument.
std::optional<int> listOps(llvm::ArrayRef<std::string> arguments,
                           mlir::DialectRegistry &registry);

} // namespace sbp

#endif // SBP_TOOLS_SBP_OPT_LISTOPS_H
