//===- Passes.td - all passes, in running order ---------------------------===//
#ifndef SBP_TRANSFORMS_PASSES
#define SBP_TRANSFORMS_PASSES

include "mlir/Pass/PassBase.td"

//===----------------------------------------------------------------------===//
// Placement
//===----------------------------------------------------------------------===//

def PlaceOperationsPass : Pass<"sbp-place-operations", "::mlir::ModuleOp"> {
  let summary = "says on which placement every op runs";
  let description = [{
    Before: a normalised model. After: every op on tensors carries `sbp.placement = @p`; ops without tensor operands have
    one user each (they are cloned); a module without placements has one of one rank. The first rule that applies: the
    annotation of its result, if none of its operands is placed; where the state lives, for the ops that make a state's next value out of it;
    the placement of its placed operands, the one declared later where there are several; else where it is used.
    Moves no data and chooses no distribution. Example: test/Transforms/Placement/place-operations.mlir.
  }];
  let dependentDialects = ["::sbp::SBPDialect"];
}

//===----------------------------------------------------------------------===//
// Distribution
//===----------------------------------------------------------------------===//

def SelectDistributionsPass : Pass<"sbp-select-distributions", "::mlir::ModuleOp"> {
  let summary = "chooses the distribution of every value (level 0 to level 1)";
  let description = [{
    Before: level 0, placed by sbp-place-operations. After: level 1: every op carries `sbp.signature`, arguments and
    results `sbp.distribution`, and a `sbp.boxing` stands wherever a producer's distribution is not what a consumer reads;
    `sbp.constrain` is gone. What users fix stays fixed; the rest minimises the cost that the rates below state, over all
    ops and axes jointly. Cost, lower bound and gap are left on the module as `sbp.selection`.
    With `strict` nothing is chosen: distributions propagate forwards only, and an open choice is an error.
    Plans no communication. Example: test/Transforms/Distribution/select-distributions.mlir.
  }];
  let options = [
    Option<"strict", "strict", "bool", "false", "choose nothing: propagate annotations forwards, an open choice is an error">,
    Option<"perFlop", "per-flop", "double", "1.0 / 2200", "cost of a floating-point operation, in bytes moved">,
    Option<"perTrafficByte", "per-traffic-byte", "double", "0.094", "cost of a byte of memory traffic, in bytes moved">,
    Option<"perStoredByte", "per-stored-byte", "double", "0.05", "price of a stored byte of a parameter, in bytes moved">,
    Option<"perBoxing", "per-boxing", "double", "250000", "cost of a boxing that moves anything, per rank, in bytes moved">,
    Option<"printRates", "print-rates", "bool", "false", "print the table of rates to stderr">,
  ];
  let dependentDialects = ["::sbp::SBPDialect"];
}

//===----------------------------------------------------------------------===//
// Conversion
//===----------------------------------------------------------------------===//

def ConvertNNToLinalgPass : Pass<"sbp-convert-nn-to-linalg"> {
  let summary = "writes the ops of nn in linalg and tensor";
  let description = [{
    Before: level 2 or below, where values are local. After: no op of `nn`. A lowered op may read tensors that are not its
    operands, so it has no rule any more. Distributes nothing. Example: test/Conversion/NNToLinalg/gather.mlir.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"];
}

//===----------------------------------------------------------------------===//
// Inspect
//===----------------------------------------------------------------------===//

def PrintSignaturesPass : Pass<"sbp-print-signatures"> {
  let summary = "prints what each op allows, and why it allows no more";
  let description = [{
    Before: level 0. Changes nothing. For every op on tensors: its sound signatures on one axis of `axis-size` ranks, one a
    line, operands in order (`-` a scalar, `_` an operand whose value does not matter), then the factors that cannot be split, each with
    its reason; or the reason why the op has no signature at all. Example: test/Dialect/SBP/signatures/contractions.mlir.
  }];
  let options = [
    Option<"axisSize", "axis-size", "int64_t", "2", "number of ranks on the axis">,
  ];
}

def CheckSignaturesPass : Pass<"sbp-check-signatures"> {
  let summary = "executes every signature of every op on random states";
  let description = [{
    Before: level 0. Changes nothing. For every op with rules and a tensor result, on each of `placements`: draws local
    states of the operands at random (uneven and empty shards, infinities, NaN), runs `buildLocal` on every rank and
    compares what the results' states describe with the op on whole values. An unsound signature is an error. Prints per op
    the number of signatures executed on each placement. Arguments may bound their integers: `{test.range = [0, 4]}`.
    Example: test/Interpreter/check-signatures.mlir.
  }];
  let options = [
    Option<"seed", "seed", "uint64_t", "1", "of the random elements">,
    ListOption<"placements", "placements", "std::string", "hierarchies such as 2x3; default 2,3,4,2x2,2x3">,
  ];
}

#endif // SBP_TRANSFORMS_PASSES
