//===- InitAll.h - everything a tool registers ----------------------------===//
#ifndef SBP_INITALL_H
#define SBP_INITALL_H

#include "mlir/IR/DialectRegistry.h"

namespace sbp {

/// The dialects a model may be written in, ours, and all interface models.
void registerAllDialects(mlir::DialectRegistry &registry);
/// Our passes and pipelines, and the upstream ones sbp-opt offers.
void registerAllPasses();

} // namespace sbp

#endif // SBP_INITALL_H
