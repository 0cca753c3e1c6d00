// LinalgRule.h: the rule of a structured op
//
// Derived from indexing maps, iterator types and the scalar body, for named and
// generic ops alike: calculus.md B.2.
#ifndef SBP_EXTERNALMODELS_LINALGRULE_H
#define SBP_EXTERNALMODELS_LINALGRULE_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "sbp/Interfaces/SBPOpInterface.h"

namespace sbp {

/// Returns the rule of `op`: factor d is loop d, operands whose value the body
/// does not read are shape only. Buffers, dynamic shapes, and bodies that read
/// tensors or have side effects give a rule with only an error.
Rule deriveRule(mlir::linalg::LinalgOp op);

/// Adds `scale * expression` to `coefficients`: one per loop, and the constant
/// after them. Fails without a diagnostic if the expression is not linear or
/// has symbols; `coefficients` are then undefined.
mlir::LogicalResult collectLinear(mlir::AffineExpr expression, int64_t scale,
                                  llvm::MutableArrayRef<int64_t> coefficients);

/// How the body accumulates into init `index`, and if it does so at a higher
/// precision than the init's.
struct Accumulation {
  Combiner combiner;
  /// The combining value, in the body of the op; after it only a truncation
  /// before the yield.
  mlir::Value combined;
  bool truncates = false;
};

/// Returns how the body accumulates into init `index`. Returns nullopt, and the
/// reason in `why` for a message, unless the yielded value is init (+) g with g
/// independent of all inits and a combiner that is legal for the type of the
/// init.
std::optional<Accumulation> matchAccumulation(mlir::linalg::LinalgOp op,
                                              unsigned index, std::string &why);

/// Returns the sets of operands that may be P(c) while the others are B; empty
/// if there are none.
std::vector<AdditiveSet> findAdditiveSets(mlir::linalg::LinalgOp op);

} // namespace sbp

#endif // SBP_EXTERNALMODELS_LINALGRULE_H
