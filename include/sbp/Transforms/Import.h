// Import.h: passes that normalise level 0
#ifndef SBP_TRANSFORMS_IMPORT_H
#define SBP_TRANSFORMS_IMPORT_H

#include "mlir/Pass/PassManager.h"

namespace sbp {

/// Brings a user's module into the form every later pass expects: linalg,
/// tensor, nn and constants on static tensors, one function per entry. Errors
/// name the user's line.
void buildImportPipeline(mlir::OpPassManager &manager);

/// Makes the pipeline known as --sbp-import.
void registerImportPipeline();

} // namespace sbp

#endif // SBP_TRANSFORMS_IMPORT_H
