// NarrowProducts.h: the attribute that narrows the products of a step
#ifndef SBP_DIALECT_SBP_IR_NARROWPRODUCTS_H
#define SBP_DIALECT_SBP_IR_NARROWPRODUCTS_H

#include "llvm/ADT/StringRef.h"

namespace sbp {

/// Attribute of an entry, "bf16" or "f16": products of f32 factors that its
/// gradients are derived from take factors of this type and round their results
/// to it once (sbp-narrow-contractions). Sums, norms and losses stay f32.
inline constexpr llvm::StringLiteral kNarrowProductsAttr =
    "sbp.narrow_products";

} // namespace sbp

#endif // SBP_DIALECT_SBP_IR_NARROWPRODUCTS_H
