// Additivity.h: partial values through a scalar body
#ifndef SBP_LIB_EXTERNALMODELS_DISTRIBUTION_ADDITIVITY_H
#define SBP_LIB_EXTERNALMODELS_DISTRIBUTION_ADDITIVITY_H

#include "sbp/ExternalModels/LinalgRule.h"
#include "llvm/ADT/DenseMap.h"

namespace sbp {

/// The state of a scalar of the body when a set of operands is P(c). A literal
/// may be both; a scalar that is neither is refused.
struct ScalarState {
  bool constant = false; ///< K: the same on all ranks
  /// L: combining it over the ranks with this gives its value.
  std::optional<Combiner> partial;

  bool isRefused() const { return !constant && !partial; }
  /// Whether it may be read as P(combiner).
  bool isPartial(Combiner combiner) const {
    return partial == combiner || (constant && isIdempotent(combiner));
  }
};

/// The state of the result of `op`, at least one operand of which is L and not
/// K, and none refused. The table of calculus.md B.2.
ScalarState propagatePartial(mlir::Operation *op,
                             llvm::ArrayRef<ScalarState> operands,
                             llvm::ArrayRef<mlir::Value> resolved,
                             bool allowRounding);

/// The state of a literal when partial values combine with `combiner`.
ScalarState classifyLiteral(mlir::Value literal, Combiner combiner);

} // namespace sbp

#endif // SBP_LIB_EXTERNALMODELS_DISTRIBUTION_ADDITIVITY_H
