// SpelledAttention.h: the attribute that leaves attention as it is written
#ifndef SBP_DIALECT_SBP_IR_SPELLEDATTENTION_H
#define SBP_DIALECT_SBP_IR_SPELLEDATTENTION_H

#include "llvm/ADT/StringRef.h"

namespace sbp {

/// Attribute of a function, a unit: two products around a softmax stay what
/// they are (sbp-raise-attention).
inline constexpr llvm::StringLiteral kSpelledAttentionAttr =
    "sbp.spelled_attention";

} // namespace sbp

#endif // SBP_DIALECT_SBP_IR_SPELLEDATTENTION_H
