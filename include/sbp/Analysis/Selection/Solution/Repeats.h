// Repeats.h: texts of remarks that equal layers share
#ifndef SBP_ANALYSIS_SELECTION_SOLUTION_REPEATS_H
#define SBP_ANALYSIS_SELECTION_SOLUTION_REPEATS_H

#include "mlir/IR/Operation.h"

namespace sbp {

/// Returns `text` with "#" in place of every number: "argument ## 'h.#.up'".
std::string withoutNumbers(llvm::StringRef text);

/// Returns ", 12 times, once per layer" or ", 24 times, 2 per layer" for ops
/// with equal remarks, ", 12 times" if a layer is unknown or layers differ in
/// their numbers of ops, an empty text for fewer than two ops. The layer is
/// `sbp.layer`, else the first number in the name of an argument that the op
/// reads; that of a null op is unknown.
std::string describeRepeats(llvm::ArrayRef<mlir::Operation *> ops);

} // namespace sbp

#endif // SBP_ANALYSIS_SELECTION_SOLUTION_REPEATS_H
