// DistributionPasses.td: the pass that chooses distributions
#ifndef SBP_DISTRIBUTION_PASSES
#define SBP_DISTRIBUTION_PASSES

include "mlir/Pass/PassBase.td"

def SelectDistributionsPass : Pass<"sbp-select-distributions", "::mlir::ModuleOp"> {
  let summary = "chooses the distribution of every value (level 0 to level 1)";
  let description = [{
    Before: level 0, placed by sbp-place-operations. After: level 1: every op carries `sbp.signature`, arguments and
    results `sbp.distribution`, and a `sbp.boxing` converts wherever a producer's distribution is not what a consumer reads;
    `sbp.constrain` is gone. What users fix stays fixed; the rest minimises the cost that the rates below state, over all
    ops and axes jointly. Cost, lower bound and gap are left on the module as `sbp.selection`.
    With `memory-limit` the choice is the cheapest whose estimated memory never exceeds it, else the smallest that was found;
    `peak_bytes` is then recorded with the cost. The choice without a limit is tried first.
    With `repeats` and a limit it is also chosen which values of forward backward makes again. The module then comes from
    sbp-keep-values with `names`, whose choice is kept.
    With `strict` nothing is chosen: distributions propagate forwards only, and an open choice is an error.
    Plans no communication. Example: test/Transforms/Distribution/select-distributions.mlir.
  }];
  let options = [
    Option<"strict", "strict", "bool", "false", "propagate annotations forwards; an open choice is an error">,
    Option<"perFlop", "per-flop", "double", "1.0 / 2200", "cost of a floating-point operation, in bytes moved">,
    Option<"perDuplicateFlop", "per-duplicate-flop", "double", "0.1", "cost of an operation that another rank executes too, in bytes moved">,
    Option<"perTrafficByte", "per-traffic-byte", "double", "0.094", "cost of a byte of memory traffic, in bytes moved">,
    Option<"perStoredByte", "per-stored-byte", "double", "0.05", "price of a stored byte of a parameter, in bytes moved">,
    Option<"perBoxing", "per-boxing", "double", "500000", "cost of a boxing that communicates, per rank, in bytes moved">,
    Option<"explain", "explain", "bool", "false", "emit a remark per op (chosen, runner-up) and per annotation that costs traffic">,
    Option<"memoryLimit", "memory-limit", "int64_t", "0", "limit on the estimated bytes of a rank (0: no limit)">,
    Option<"freeBound", "free-bound", "double", "-1", "lower bound on the cost in seconds; set if the choice without a limit is known not to fit">,
    Option<"repeats", "repeats", "bool", "false", "choose as well what backward makes again, within `memory-limit`">,
    Option<"threads", "threads", "unsigned", "0", "threads of the solver; the choice does not depend on them (0: one per core, at most eight)">,
    Option<"printRates", "print-rates", "bool", "false", "print the table of rates to stderr">,
  ];
  let dependentDialects = ["::sbp::SBPDialect"];
}

#endif // SBP_DISTRIBUTION_PASSES
