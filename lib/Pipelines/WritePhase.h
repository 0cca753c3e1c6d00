// WritePhase.h: a numbered file per phase
#ifndef SBP_LIB_PIPELINES_WRITEPHASE_H
#define SBP_LIB_PIPELINES_WRITEPHASE_H

#include "sbp/Pipelines/Pipelines.h"

namespace sbp {

/// Creates a pass that writes the module to FOLDER/N-NAME.mlir, with the number
/// (from 0) and the name of `phase`. It makes the folder, overwrites the file,
/// and emits an error and fails where that is not possible. The pass keeps a
/// copy of `folder`.
std::unique_ptr<mlir::Pass> createWritePhasePass(Phase phase,
                                                 llvm::StringRef folder);

} // namespace sbp

#endif // SBP_LIB_PIPELINES_WRITEPHASE_H
