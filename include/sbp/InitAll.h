// InitAll.h: everything a tool registers
#ifndef SBP_INITALL_H
#define SBP_INITALL_H

#include "mlir/IR/DialectRegistry.h"

namespace sbp {

/// The dialects a model may be written in, ours, all interface models, and the
/// targets that placements may name.
void registerAllDialects(mlir::DialectRegistry &registry);
/// Our passes and pipelines, and the upstream ones sbp-opt offers.
void registerAllPasses();

} // namespace sbp

#endif // SBP_INITALL_H
