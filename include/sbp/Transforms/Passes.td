//===- Passes.td - all passes, in running order ---------------------------===//
#ifndef SBP_TRANSFORMS_PASSES
#define SBP_TRANSFORMS_PASSES

include "mlir/Pass/PassBase.td"

#endif // SBP_TRANSFORMS_PASSES
