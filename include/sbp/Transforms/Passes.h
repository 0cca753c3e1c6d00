// Passes.h: all passes
#ifndef SBP_TRANSFORMS_PASSES_H
#define SBP_TRANSFORMS_PASSES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

namespace sbp {

// Passes.td describes each pass: create*Pass returns one that the caller owns,
// and registerSBPPasses registers all of them in the process.
#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "sbp/Transforms/Passes.h.inc"

} // namespace sbp

#endif // SBP_TRANSFORMS_PASSES_H
