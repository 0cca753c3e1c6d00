// SolveInstance.h: solves problems of the IOPDDL contest
#ifndef SBP_TOOLS_SBP_OPT_SOLVEINSTANCE_H
#define SBP_TOOLS_SBP_OPT_SOLVEINSTANCE_H

#include "llvm/ADT/ArrayRef.h"
#include <optional>
#include <string>

namespace sbp {

/// Implements `--sbp-solve-instance=FILE.json[.gz] [--time=S]
/// [--without-memory]`: prints cost, lower bound, gap and seconds. `S` limits
/// the search in seconds, 60 by default; without memory there is no limit.
/// `arguments` begins with the program's name. Returns the exit code, 1 after
/// an error that was printed (a flag beside these), or nullopt without that
/// flag.
std::optional<int> solveInstance(llvm::ArrayRef<std::string> arguments);

} // namespace sbp

#endif // SBP_TOOLS_SBP_OPT_SOLVEINSTANCE_H
