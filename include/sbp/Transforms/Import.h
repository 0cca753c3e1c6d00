// Import.h: passes that normalise level 0
#ifndef SBP_TRANSFORMS_IMPORT_H
#define SBP_TRANSFORMS_IMPORT_H

#include "mlir/Pass/PassManager.h"

namespace sbp {

/// Brings a user's module into the form every later pass expects: linalg,
/// tensor, nn and constants on static tensors, one function per entry.
/// `manager` runs on modules. Its passes emit errors at the user's line and
/// fail where the model has anything else.
void buildImportPipeline(mlir::OpPassManager &manager);

/// Registers the pipeline as --sbp-import. Called once per process.
void registerImportPipeline();

} // namespace sbp

#endif // SBP_TRANSFORMS_IMPORT_H
