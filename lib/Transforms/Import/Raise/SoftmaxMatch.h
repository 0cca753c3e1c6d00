// SoftmaxMatch.h: softmax, as frameworks spell it
#ifndef SBP_LIB_TRANSFORMS_IMPORT_SOFTMAXMATCH_H
#define SBP_LIB_TRANSFORMS_IMPORT_SOFTMAXMATCH_H

#include "Elements.h"

namespace sbp {

/// weights = exp(score) / sum over one loop of exp(score). What is subtracted
/// from the scores of a row, to keep the exponentials small, is not looked at
/// beyond that: it cancels.
struct Softmax {
  Element score; ///< resolved
  unsigned dim;  ///< the loop that is summed over
};

/// Matches the softmax that computes `weights`, in one of these forms:
///   exp(s - m) / z      exp(s - m) * (1 / z)      exp(s - m - log z)
/// with z = sum of exp(s - m), where m is any value of the row, or missing.
/// Ops on the way are remembered by `reader`, those of the rows as well.
/// Nullopt where `weights` are anything else. Changes nothing.
std::optional<Softmax> matchSoftmax(mlir::Value weights);

} // namespace sbp

#endif // SBP_LIB_TRANSFORMS_IMPORT_SOFTMAXMATCH_H
