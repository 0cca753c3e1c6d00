// ReferencePasses.td: passes that build one-rank programs to compare results and boxed values with
#ifndef SBP_REFERENCE_PASSES
#define SBP_REFERENCE_PASSES

include "mlir/Pass/PassBase.td"

def NumberOperationsPass : Pass<"sbp-number-operations", "::mlir::ModuleOp"> {
  let summary = "numbers the ops of a model, to find them in its copies";
  let description = [{
    Before: level 0, normalised. After: every op of an entry carries `sbp.number`, distinct in the module. Example:
    test/Transforms/Reference/number-operations.mlir.
  }];
  let dependentDialects = ["::sbp::SBPDialect"];
}

def ReturnBoxedValuesPass : Pass<"sbp-return-boxed-values", "::mlir::ModuleOp"> {
  let summary = "entries at level 1 return their boxed values";
  let description = [{
    Before: level 1 of a numbered model, boxings planned. After: values that cross between ranks are results too (`sbp.boundary`), in
    the form after their boxing; the module lists in `sbp.boundaries` which values of the model these are, and no op has a number.
    Values of ops that selection substituted are left out, because the model has no counterpart. Values that are results
    already are not added again. Example: test/Transforms/Reference/return-boxed-values.mlir.
  }];
  let dependentDialects = ["::sbp::SBPDialect"];
}

def ReturnBoundariesPass : Pass<"sbp-return-boundaries", "::mlir::ModuleOp"> {
  let summary = "entries at level 0 return the values that `sbp.boundaries` lists";
  let description = [{
    Before: a copy of the numbered model, with the list that sbp-return-boxed-values left. After: its entries return these values
    after their results, in the same order; list and numbers are gone. Example: test/Transforms/Reference/return-boundaries.mlir.
  }];
  let dependentDialects = ["::sbp::SBPDialect"];
}

def RemoveDistributionsPass : Pass<"sbp-remove-distributions", "::mlir::ModuleOp"> {
  let summary = "removes placements and annotations from a model";
  let description = [{
    Before: level 0. After: the same model for one rank: no placement, no `sbp.constrain`, no distribution of an argument or
    result. Example: test/Transforms/Reference/remove-distributions.mlir.
  }];
  let dependentDialects = ["::sbp::SBPDialect"];
}

def WidenFloatsPass : Pass<"sbp-widen-floats", "::mlir::ModuleOp"> {
  let summary = "every float becomes f64";
  let description = [{
    Before: level 0. After: the only float type is f64, in types, attributes and constants; casts between floats are gone.
    Example: test/Transforms/Reference/widen-floats.mlir.
  }];
}

def RoundInF32Pass : Pass<"sbp-round-in-f32", "::mlir::ModuleOp"> {
  let summary = "bf16 and f16 are computed in f32 and rounded after each op";
  let description = [{
    Before: level 0. After: no value is bf16 or f16; what ops of an entry computed in such a type is f32 and rounded to it by an op of its own. A
    reference of this form shares no kernel of narrow types with the program that it is compared with. Example:
    test/Transforms/Reference/round-in-f32.mlir.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"];
}

def RecordPrecisionsPass : Pass<"sbp-record-precisions", "::mlir::func::FuncOp"> {
  let summary = "records the coarsest precision on the way to each result";
  let description = [{
    Before: level 0, normalised. After: every float result has `sbp.precision`, the coarsest float type that it passed through:
    an f32 sum of f16 products is as exact as f16, whatever its own type. States are followed into the next step. Example:
    test/Transforms/Reference/record-precisions.mlir.
  }];
  let dependentDialects = ["::sbp::SBPDialect"];
}

def ReturnPositionsPass : Pass<"sbp-return-positions", "::mlir::func::FuncOp"> {
  let summary = "entries return the positions that they compute";
  let description = [{
    Before: level 0, normalised. After: every computed position in a tensor is a result too (`sbp.boundary`), below its
    `sbp.index_bound`. Positions from inputs are checked by the runtime, constants at level 0. Example:
    test/Transforms/Reference/return-positions.mlir.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::tensor::TensorDialect", "::sbp::SBPDialect"];
}

#endif // SBP_REFERENCE_PASSES
