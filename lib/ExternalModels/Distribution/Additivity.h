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
  /// Returns true if it may be read as P(combiner).
  bool isPartial(Combiner combiner) const {
    return partial == combiner || (constant && isIdempotent(combiner));
  }
};

/// Returns the state of the result of `op` by the table of calculus.md B.2,
/// refused if no row applies or operands have two combiners. `operands` has the
/// states of its operands, none of which is refused and at least one of which
/// is L and not K; `resolved` has the operands, each body argument that stands
/// for a scalar replaced by this. `allowRounding` lets sums be rounded.
ScalarState propagatePartial(mlir::Operation *op,
                             llvm::ArrayRef<ScalarState> operands,
                             llvm::ArrayRef<mlir::Value> resolved,
                             bool allowRounding);

/// Returns the state of a constant, or of another value from outside of the
/// body, when partial values combine with `combiner`: always K, and L too for
/// the constants 0 with sum and 1 with prod.
ScalarState classifyLiteral(mlir::Value literal, Combiner combiner);

} // namespace sbp

#endif // SBP_LIB_EXTERNALMODELS_DISTRIBUTION_ADDITIVITY_H
