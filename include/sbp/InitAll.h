// InitAll.h: everything a tool registers
#ifndef SBP_INITALL_H
#define SBP_INITALL_H

#include "mlir/IR/DialectRegistry.h"

namespace sbp {

/// Registers the dialects a model may be written in, ours, all interface
/// models, and, in the process, the targets that placements may name.
void registerAllDialects(mlir::DialectRegistry &registry);
/// Registers our passes and pipelines, and the upstream passes that sbp-opt
/// offers, in the process. Called once.
void registerAllPasses();

} // namespace sbp

#endif // SBP_INITALL_H
