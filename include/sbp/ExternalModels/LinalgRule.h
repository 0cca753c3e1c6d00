// LinalgRule.h: the rule of a structured op
//
// Derived from indexing maps, iterator types and the scalar body, for named and
// generic ops alike: calculus.md B.2.
#ifndef SBP_EXTERNALMODELS_LINALGRULE_H
#define SBP_EXTERNALMODELS_LINALGRULE_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "sbp/Interfaces/SBPOpInterface.h"

namespace sbp {

/// Factor d is loop d. Operands whose value the body does not read are shape
/// only.
Rule deriveRule(mlir::linalg::LinalgOp op);

/// Adds `scale * expression` to `coefficients`: one per loop, and the constant
/// behind them. Fails where the expression is not linear.
mlir::LogicalResult collectLinear(mlir::AffineExpr expression, int64_t scale,
                                  llvm::MutableArrayRef<int64_t> coefficients);

/// How the body accumulates into init `index`, and if it does so at a higher
/// precision than the init's.
struct Accumulation {
  Combiner combiner;
  /// The combining value; behind it only a truncation before the yield.
  mlir::Value combined;
  bool truncates = false;
};

/// Returns nothing, and the reason in `why`, unless the yielded value is
/// init (+) g with g independent of all inits.
std::optional<Accumulation> matchAccumulation(mlir::linalg::LinalgOp op,
                                              unsigned index, std::string &why);

/// The sets of operands that may be P(c) while the others are B.
std::vector<AdditiveSet> findAdditiveSets(mlir::linalg::LinalgOp op);

} // namespace sbp

#endif // SBP_EXTERNALMODELS_LINALGRULE_H
