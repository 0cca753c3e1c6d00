// PlanBoxing.h: how a tensor would be boxed, without a model
#ifndef SBP_TOOLS_SBP_OPT_PLANBOXING_H
#define SBP_TOOLS_SBP_OPT_PLANBOXING_H

#include "mlir/IR/DialectRegistry.h"
#include <optional>
#include <string>
#include <vector>

namespace sbp {

/// Answers every `--sbp-plan-boxing=QUESTION` among `arguments` on stdout. The
/// exit code; nothing where there is no such argument. A file among them is
/// read for its placements.
std::optional<int>
answerBoxingQuestions(const std::vector<std::string> &arguments,
                      const mlir::DialectRegistry &registry);

} // namespace sbp

#endif // SBP_TOOLS_SBP_OPT_PLANBOXING_H
