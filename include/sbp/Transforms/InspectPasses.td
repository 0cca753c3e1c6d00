// InspectPasses.td: passes that print, check or randomise, for tests and users
#ifndef SBP_INSPECT_PASSES
#define SBP_INSPECT_PASSES

include "mlir/Pass/PassBase.td"

def PrintSignaturesPass : Pass<"sbp-print-signatures"> {
  let summary = "prints the signatures of each op, and the reasons for missing ones";
  let description = [{
    Before: level 0. Changes nothing. For every op on tensors: its sound signatures on one axis of `axis-size` ranks, one a
    line, operands in order (`-` a scalar, `_` an operand whose value does not matter), then the factors that cannot be split, each with
    its reason; or the reason why the op has no signature at all. Example: test/Dialect/SBP/signatures/contractions.mlir.
    With `counts`: how many there are on one axis and on two, and how many of them the choice of distributions may take.
    Example: test/Dialect/SBP/signatures/counts.mlir.
  }];
  let options = [
    Option<"axisSize", "axis-size", "int64_t", "2", "number of ranks on the axis">,
    Option<"counts", "counts", "bool", "false", "print how many signatures there are, not which">,
  ];
}

def CheckSignaturesPass : Pass<"sbp-check-signatures"> {
  let summary = "executes every signature of every op on random states";
  let description = [{
    Before: level 0. Changes nothing. For every op with rules and a tensor result, on each of `placements`: draws local
    states of the operands at random (uneven and empty shards, infinities, NaN), runs `buildLocal` on every rank and
    compares what the results' states describe with the op on whole values. An unsound signature is an error. Prints per op
    the number of signatures executed on each placement. Arguments may bound their integers: `{test.range = [0, 4]}`.
    `m4` stands for four micro-batches of equal size, whose number the built ops read as a value.
    Examples: test/Interpreter/check-signatures.mlir, check-micro-batches.test.
  }];
  let options = [
    Option<"seed", "seed", "uint64_t", "1", "seed of the random elements">,
    ListOption<"placements", "placements", "std::string", "axis sizes such as 2x3; default 2,3,4,2x2,2x3">,
  ];
}

def CheckWorkPass : Pass<"sbp-check-work"> {
  let summary = "compares the work that every op states with the work it does";
  let description = [{
    Before: level 0. Changes nothing. Every op with rules and a tensor result runs in the interpreter on random values, which
    counts operations on elements and the elements that a structured op accesses. An op that states other FLOPs (widening narrow floats, putting elements
    in their places and blocks that a causal mask hides aside), fewer bytes than it accesses, or more than its operands and results have, is an error; so is one whose
    decomposed form on one rank does more than 1.5 times as much, or less than 2/3. Prints per op FLOPs and bytes; `otherwise`
    where kernels use another algorithm than the interpreter. Example: test/Interpreter/check-work.mlir.
  }];
  let options = [
    Option<"seed", "seed", "uint64_t", "1", "seed of the random elements">,
  ];
}

def PrintPricesPass : Pass<"sbp-print-prices", "::mlir::ModuleOp"> {
  let summary = "prints the cost of every op and of its decomposed forms";
  let description = [{
    Before: level 0 or 1. Changes nothing. For every op with decomposed forms, on one axis of 1, 2 and 4 ranks, prints the seconds of compute and
    memory by the rates of the module (else by the generic table), of the op and of the ops of each form, and their ratio. Each op uses its
    cheapest signature. For every boxing of level 1, prints the bytes that the selection of distributions counts and the bytes that its plan
    moves, over all ranks, and their sums. Examples: test/Interpreter/print-prices.mlir, test/Integration/boxing/counted-bytes.test.
  }];
}

def RandomizeDistributionsPass : Pass<"sbp-randomize-distributions", "::mlir::ModuleOp"> {
  let summary = "creates a random level 1, for tests of later passes";
  let description = [{
    Before: level 0, normalised, without `sbp.constrain`. After: level 1 on the placements of the module: every op has one
    of its sound signatures drawn at random, arguments and results any legal distribution (`order` and partial ones too);
    a `sbp.boxing` converts wherever the ends differ, sometimes two in a row, sometimes where none is needed.
    Optimises nothing. Example: test/Interpreter/randomize-distributions.mlir.
  }];
  let options = [
    Option<"seed", "seed", "uint64_t", "1", "seed of all random choices">,
  ];
  let dependentDialects = ["::sbp::SBPDialect"];
}

#endif // SBP_INSPECT_PASSES
