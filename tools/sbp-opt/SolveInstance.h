// SolveInstance.h: problems of the IOPDDL contest, solved
#ifndef SBP_TOOLS_SBP_OPT_SOLVEINSTANCE_H
#define SBP_TOOLS_SBP_OPT_SOLVEINSTANCE_H

#include "llvm/ADT/ArrayRef.h"
#include <optional>
#include <string>

namespace sbp {

/// `--sbp-solve-instance=FILE.json[.gz] [--time=S] [--without-memory]`: prints
/// cost, lower bound, gap and seconds. Nothing if the command line does not ask
/// for that.
std::optional<int> solveInstance(llvm::ArrayRef<std::string> arguments);

} // namespace sbp

#endif // SBP_TOOLS_SBP_OPT_SOLVEINSTANCE_H
