// ZeroGuard.h: elements of a cotangent that are zero because a branch is not
// selected
#ifndef SBP_LIB_EXTERNALMODELS_DIFFERENTIATION_ZEROGUARD_H
#define SBP_LIB_EXTERNALMODELS_DIFFERENTIATION_ZEROGUARD_H

#include "sbp/Interfaces/ScalarGuards.h"

namespace sbp {

/// Builds a tensor of i1, of the shape of `cotangent`, that is false where
/// selects among the ops that compute `cotangent` make it zero; null if there
/// are none. Builds at the insertion point of `builder`.
mlir::Value buildZeroGuard(mlir::OpBuilder &builder, mlir::Location loc,
                           mlir::Value cotangent);

} // namespace sbp

#endif // SBP_LIB_EXTERNALMODELS_DIFFERENTIATION_ZEROGUARD_H
