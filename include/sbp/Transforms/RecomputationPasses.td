// RecomputationPasses.td: passes that decide what backward keeps of forward
#ifndef SBP_RECOMPUTATION_PASSES
#define SBP_RECOMPUTATION_PASSES

include "mlir/Pass/PassBase.td"

def KeepValuesPass : Pass<"sbp-keep-values", "::mlir::func::FuncOp"> {
  let summary = "makes values again in backward instead of keeping them";
  let description = [{
    Before: a placed model with phases. After: of the values that forward makes, the fewest bytes are read by later phases. What
    elementwise ops, casts, views, random bits and norms make of kept values is made again: clones of these ops, with
    `sbp.made_again` and the phase of their first reader, stand in front of it. Which values are kept is a minimum cut; arguments and
    results cost nothing, sources are cloned for each reader. Results are equal bit for bit. On several ranks of one
    placement, numbers of updates that need no gradient (bias corrections) stand before the last op of forward.

    With `share` above 0 other ops of repeated layers are made again as well, products too: the larger the share, the more
    work a byte less is worth, and 1 keeps only what enters a layer. Between two such prices the first layers have the higher one, because
    their values are kept the longest. Examples: test/Transforms/Recomputation/keep-values.mlir, share.mlir.
  }];
  let options = [Option<"share", "share", "double", "0",
                        "from 0 (ops that cost next to nothing) to 1 (all of repeated layers): what is made again">,
                 Option<"names", "names", "bool", "false",
                        "number each clone and the op that it repeats (`sbp.repeat`), for sbp-select-distributions with `repeats`">];
  let dependentDialects = ["::sbp::SBPDialect"];
}

#endif // SBP_RECOMPUTATION_PASSES
