// SoftmaxMatch.h: softmax, as frameworks spell it
#ifndef SBP_LIB_TRANSFORMS_IMPORT_SOFTMAXMATCH_H
#define SBP_LIB_TRANSFORMS_IMPORT_SOFTMAXMATCH_H

#include "Elements.h"

namespace sbp {

/// exp(score - rows): a score and the values of its row that are subtracted.
struct Exponential {
  Element score; ///< resolved
  /// Resolved, the same at each position of the row; none is a sum of two.
  llvm::SmallVector<Element> rows;
};

/// weights = exp(score - rows) / sum of exp(score - rows) over a row. The
/// values of the row that are subtracted, to keep exponentials small, cancel.
struct Softmax {
  Exponential exponential;
  unsigned dim; ///< the loop that is summed over
};

/// Matches `weights`, resolved in a nest of `sizes`, as a softmax in one of
/// these forms:
///   exp(s - m) / z    exp(s - m) * (1 / z)    exp(s - m - log z)
/// with z = sum of exp(s - m), where m is any value of the row, or missing; the
/// logarithm may be that of |z|. Nullopt where `weights` are anything else.
/// Changes nothing.
std::optional<Softmax> matchSoftmax(const Element &weights,
                                    llvm::ArrayRef<int64_t> sizes);

/// Matches `element`, resolved, as an exponential in rows along the loop `dim`.
/// Nullopt where it is anything else. Changes nothing.
std::optional<Exponential> matchExponential(const Element &element,
                                            unsigned dim);

/// Returns the argument of a logarithm, resolved, without the absolute value
/// that JAX takes; nullopt where `element` is no logarithm.
std::optional<Element> matchLogarithm(const Element &element);

/// Returns true if both have the same elements, in any order.
bool isSameSet(llvm::ArrayRef<Element> some, llvm::ArrayRef<Element> others);

} // namespace sbp

#endif // SBP_LIB_TRANSFORMS_IMPORT_SOFTMAXMATCH_H
