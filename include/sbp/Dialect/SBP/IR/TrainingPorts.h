// TrainingPorts.h: attributes of ports that training steps are written from
#ifndef SBP_DIALECT_SBP_IR_TRAININGPORTS_H
#define SBP_DIALECT_SBP_IR_TRAININGPORTS_H

#include "llvm/ADT/StringRef.h"

namespace sbp {

/// On a result: the name of the argument of which the result is the gradient of
/// the loss. The result has the type of that argument.
inline constexpr llvm::StringLiteral kGradientOfAttr = "sbp.gradient_of";

/// The value of `sbp.microbatch` on an argument that every micro-batch reads
/// whole: a buffer, a table, a frozen parameter.
inline constexpr llvm::StringLiteral kWholeInMicrobatch = "whole";

/// On a parameter, the type f32: derived gradients of it are summed in f32,
/// over its readers, micro-batches and ranks, and rounded to its type at the
/// end.
inline constexpr llvm::StringLiteral kAccumulateAttr = "sbp.accumulate";

} // namespace sbp

#endif // SBP_DIALECT_SBP_IR_TRAININGPORTS_H
