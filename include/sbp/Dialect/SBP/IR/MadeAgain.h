// MadeAgain.h: attributes of values that are made again instead of kept
#ifndef SBP_DIALECT_SBP_IR_MADEAGAIN_H
#define SBP_DIALECT_SBP_IR_MADEAGAIN_H

#include "llvm/ADT/StringRef.h"

namespace sbp {

/// Attribute of an op, a unit: it makes a value again that forward has made and
/// not kept (sbp-keep-values). No task contains such an op and its original,
/// because equal ops of a kernel are merged and the value would be held.
inline constexpr llvm::StringLiteral kMadeAgainAttr = "sbp.made_again";

/// Attribute of a function whose backward makes values again, an i64: the bytes
/// that every choice of values keeps at least, for whole tensors of the step.
inline constexpr llvm::StringLiteral kSavedBoundAttr = "sbp.saved_bound";

} // namespace sbp

#endif // SBP_DIALECT_SBP_IR_MADEAGAIN_H
