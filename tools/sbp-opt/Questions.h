// Questions.h: flags of sbp-opt that are answered without a pipeline
#ifndef SBP_TOOLS_SBP_OPT_QUESTIONS_H
#define SBP_TOOLS_SBP_OPT_QUESTIONS_H

#include "mlir/IR/DialectRegistry.h"
#include <optional>
#include <string>
#include <vector>

namespace sbp {

/// Answers the question among `arguments`, which begin with the program's name,
/// and prints answer or error. Returns the exit code, or nullopt where there is
/// none of these flags:
///
///     --sbp-plan-boxing=REQUEST, several times; the last file is read for the
///         placements that it declares, other flags are ignored
///     --sbp-print-schedule=REQUEST, several times and alone
///     --sbp-solve-instance=FILE.json[.gz] [--time=S] [--without-memory], with
///         60 seconds by default
std::optional<int> answerQuestion(const std::vector<std::string> &arguments,
                                  const mlir::DialectRegistry &registry);

} // namespace sbp

#endif // SBP_TOOLS_SBP_OPT_QUESTIONS_H
