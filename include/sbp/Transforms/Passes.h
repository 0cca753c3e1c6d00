// Passes.h: all passes
#ifndef SBP_TRANSFORMS_PASSES_H
#define SBP_TRANSFORMS_PASSES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

namespace sbp {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "sbp/Transforms/Passes.h.inc"

} // namespace sbp

#endif // SBP_TRANSFORMS_PASSES_H
