// WritePhase.h: a numbered file per phase
#ifndef SBP_LIB_PIPELINES_WRITEPHASE_H
#define SBP_LIB_PIPELINES_WRITEPHASE_H

#include "sbp/Pipelines/Pipelines.h"

namespace sbp {

/// Writes the module to FOLDER/N-NAME.mlir, N from 0. Makes the folder.
std::unique_ptr<mlir::Pass> createWritePhasePass(Phase phase,
                                                 llvm::StringRef folder);

} // namespace sbp

#endif // SBP_LIB_PIPELINES_WRITEPHASE_H
