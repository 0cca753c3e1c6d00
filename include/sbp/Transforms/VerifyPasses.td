// VerifyPasses.td: the verifier of each level
#ifndef SBP_VERIFY_PASSES
#define SBP_VERIFY_PASSES

include "mlir/Pass/PassBase.td"

def VerifyPhasePass : Pass<"sbp-verify-phase", "::mlir::ModuleOp"> {
  let summary = "checks the invariants of a level";
  let description = [{
    `phase` is model, distributed, local or tasks; docs/Architecture.md lists the invariants of each level. Changes nothing.
    Example: test/Transforms/Verify/distributed.mlir.
  }];
  let options = [Option<"phase", "phase", "std::string", "\"distributed\"", "model, distributed, local or tasks">];
}

#endif // SBP_VERIFY_PASSES
