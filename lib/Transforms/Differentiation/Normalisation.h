// Normalisation.h: passes of the import that derived ops need too
#ifndef SBP_LIB_TRANSFORMS_DIFFERENTIATION_NORMALISATION_H
#define SBP_LIB_TRANSFORMS_DIFFERENTIATION_NORMALISATION_H

#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "sbp/Transforms/Passes.h"

namespace sbp {

/// Adds the passes that the forward pass went through before: constants become
/// scalars of bodies, layouts are folded, and equal subexpressions of the
/// adjoints of one op are computed once.
inline void addNormalisation(mlir::OpPassManager &manager) {
  manager.addPass(createFoldConstantsPass());
  manager.addPass(createFoldLayoutsPass());
  manager.addPass(mlir::createCanonicalizerPass());
  manager.addPass(mlir::createCSEPass());
}

} // namespace sbp

#endif // SBP_LIB_TRANSFORMS_DIFFERENTIATION_NORMALISATION_H
