// Repeats.h: texts of remarks that equal layers share
#ifndef SBP_ANALYSIS_SELECTION_SOLUTION_REPEATS_H
#define SBP_ANALYSIS_SELECTION_SOLUTION_REPEATS_H

#include "mlir/IR/Operation.h"

namespace sbp {

/// Returns `text` with "#" in place of every number: "argument ## 'h.#.up'".
std::string withoutNumbers(llvm::StringRef text);

/// Returns ", 12 times, once per layer" for ops with equal remarks, an empty
/// text for one op. The layer is `sbp.layer`, else the first number in the name
/// of an argument that the op reads.
std::string describeRepeats(llvm::ArrayRef<mlir::Operation *> ops);

} // namespace sbp

#endif // SBP_ANALYSIS_SELECTION_SOLUTION_REPEATS_H
