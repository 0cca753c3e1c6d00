// ReferenceAttributes.h: attributes that find a value of a model in references
#ifndef SBP_DIALECT_SBP_IR_REFERENCEATTRIBUTES_H
#define SBP_DIALECT_SBP_IR_REFERENCEATTRIBUTES_H

#include "llvm/ADT/StringRef.h"

namespace sbp {

/// Attribute of an op at level 0 and of its successors at level 1: an integer,
/// distinct in the module.
inline constexpr llvm::StringLiteral kNumberAttr = "sbp.number";
/// Attribute of a numbered op that runs in every micro-batch: per result the
/// dimension along which micro-batches cut it, or -1.
inline constexpr llvm::StringLiteral kTimeDimsAttr = "sbp.time_dims";
/// Attribute of a module: an array of boundaries, each {entry, location, name,
/// number, result}: the op results that are compared inside the model.
inline constexpr llvm::StringLiteral kBoundariesAttr = "sbp.boundaries";

} // namespace sbp

#endif // SBP_DIALECT_SBP_IR_REFERENCEATTRIBUTES_H
