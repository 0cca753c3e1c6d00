// SoftmaxTerms.h: what is computed of weights and their cotangent, as a
// polynomial
//
// Frameworks write the gradient of a softmax in many orders. All are equal as
// polynomials. Example, of e = exp(score - rows), z = sum of e, and g, the
// cotangent of the weights, in the orders of PyTorch and of JAX:
//   (e / z) g - (e / z) sum((e / z) g)             = e g / z - e d / z^2
//   (g / z + sum(-(g (1 / (z z))) e)) e            = e g / z - e d / z^2
// with d = sum of e g.
#ifndef SBP_LIB_TRANSFORMS_IMPORT_SOFTMAXTERMS_H
#define SBP_LIB_TRANSFORMS_IMPORT_SOFTMAXTERMS_H

#include "ScoreMask.h"
#include "SoftmaxMatch.h"
#include <functional>

namespace sbp {

/// The powers of a term: of e, z, g and d.
struct TermPowers {
  int exponential = 0, sum = 0, cotangent = 0, product = 0;
  bool operator==(const TermPowers &other) const = default;
};

struct Term {
  double factor;
  TermPowers powers;
};

/// A sum of terms with different powers; empty for 0.
using Terms = llvm::SmallVector<Term, 2>;

/// Expands elements of the scores' loops into terms.
class SoftmaxTerms {
public:
  /// Returns true for an element that reads the cotangent of the weights.
  using IsCotangent = std::function<bool(const Element &)>;

  /// `conditions` replace scores: where they do, weights are 0, so that a
  /// number that they select there is 0 in place of a term. `keys` is the size
  /// of the row. `softmax` and `conditions` must outlive this object.
  SoftmaxTerms(const Softmax &softmax,
               llvm::ArrayRef<ScoreCondition> conditions, int64_t keys,
               double tolerance, IsCotangent isCotangent)
      : softmax(softmax), conditions(conditions), keys(keys),
        tolerance(tolerance), isCotangent(std::move(isCotangent)) {}

  /// Returns the terms of `element`, resolved in the nest of the softmax;
  /// nullopt where it is no polynomial, or too long a one.
  std::optional<Terms> expand(const Element &element);

  /// Returns true if each condition with a finite number selects 0 in place of
  /// all of `element`, which constants may scale.
  bool isHidden(Element element);
  /// Returns true if such a condition selected 0 in a part of an element that
  /// was expanded since the last call.
  bool takeHiddenParts() { return std::exchange(hasHiddenParts, false); }

private:
  std::optional<Terms> expandArithmetic(const Element &element);
  std::optional<Terms> expandRead(const Element &element);
  std::optional<Terms> expandSelect(const Element &element);
  std::optional<Terms> expandExponential(const Element &element);
  std::optional<Terms> sumRow(const Element &summed);
  std::optional<Terms> add(std::optional<Terms> some,
                           const std::optional<Terms> &others) const;
  bool isAlwaysTrue(const Element &condition);
  std::optional<unsigned> findCondition(const Element &condition, bool shows);

  const Softmax &softmax;
  llvm::ArrayRef<ScoreCondition> conditions;
  int64_t keys;
  double tolerance; ///< relative, of a sum of factors that is taken for 0
  IsCotangent isCotangent;
  bool hasHiddenParts = false;
  unsigned budget = 512; ///< elements that are still looked at
};

} // namespace sbp

#endif // SBP_LIB_TRANSFORMS_IMPORT_SOFTMAXTERMS_H
