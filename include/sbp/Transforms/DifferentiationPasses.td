// DifferentiationPasses.td: passes that write and derive training steps
#ifndef SBP_DIFFERENTIATION_PASSES
#define SBP_DIFFERENTIATION_PASSES

include "mlir/Pass/PassBase.td"

def AddTrainingPass : Pass<"sbp-add-training", "::mlir::ModuleOp"> {
  let summary = "writes an entry that trains, beside one that returns a loss";
  let description = [{
    Before: a model as a user writes it. After: an entry `train` over the same states: the ops of the entry, `nn.gradient` by all
    parameters, `nn.clip_by_global_norm` and one optimizer op per parameter, whose states are states of the module that begin
    with zeros. It returns the loss and the next value of every state, those that the entry updates itself among them.

    Parameters are the float arguments that neither `data` nor `fixed` names and that the entry does not update; they become states of
    all entries. Where the entry returns gradients (`sbp.gradient_of = "w"` on a result), the parameters are those that have one,
    the gradients are used as they are, and the entry returns them no longer.

    An optimizer is a file that registers itself; `optimizer=NAME:OPTION=VALUE` sets any option that it has.

    With `zero` the states of the optimizer (1), also the gradients (2), also the parameters (3) are split over an axis in dimension 0. The learning rate is the
    input `learning_rate`, or `rate`. States of the optimizer are f32 for narrower parameters, unless `state-type=parameter`. `groups` and
    `no-decay` set options by the path of a parameter: a pattern is the end of a path, `*` any text in one part of it, and `vectors` stands for
    parameters of at most one dimension. With `micro-batches` the step is cut along dimension 0 of all data that has dimensions and names no
    other with `sbp.microbatch`; `fixed` arguments are whole in each. `schedule`, `recompute` and `precision` become its `sbp.schedule`, `sbp.recompute` and `sbp.narrow_products`.

    With `precision` products take factors of that type. Parameters are masters of f32: the model reads them rounded, under ZeRO 1 and 2
    gathered rounded once a step, under 3 in each phase. With f16 the loss is scaled: a step with a gradient that is not finite changes no
    state that it would update and halves `loss_scale`. `accumulate` becomes the `sbp.accumulate` of all parameters. No part of the import. Examples:
    test/Transforms/Differentiation/add-training.mlir, framework-gradients.mlir, parameter-groups.mlir.
  }];
  let options = [Option<"loss", "loss", "std::string", "\"loss\"", "the result to minimise">,
                 ListOption<"data", "data", "std::string", "names of arguments that are no parameters, cut by micro-batches">,
                 ListOption<"fixed", "fixed", "std::string", "names of arguments that are no parameters, whole in each micro-batch">,
                 Option<"entry", "entry", "std::string", "\"\"", "the entry, where there are several">,
                 Option<"optimizer", "optimizer", "std::string", "\"adamw\"",
                        "adafactor, adam, adamw, lion or sgd, or NAME:OPTION=VALUE[:OPTION=VALUE]">,
                 Option<"rate", "rate", "double", "0", "a constant learning rate; 0: an input">,
                 Option<"weightDecay", "weight-decay", "double", "0", "of the optimizer; lion's is 0.001 where none is given">,
                 Option<"momentum", "momentum", "double", "0", "of sgd and adafactor">,
                 Option<"nesterov", "nesterov", "bool", "false", "of sgd with momentum">,
                 ListOption<"betas", "betas", "double", "the two decay rates of adam and adamw (0.9,0.999) and of lion (0.9,0.99)">,
                 Option<"epsilon", "epsilon", "double", "1e-8", "of adam and adamw; adafactor's is 1e-30 where none is given">,
                 ListOption<"groups", "groups", "std::string",
                            "PATTERN:OPTION=VALUE[:OPTION=VALUE]; options: weight-decay, rate, rate-scale">,
                 ListOption<"noDecay", "no-decay", "std::string", "patterns of parameters that do not decay; vectors: biases and norms">,
                 Option<"stateType", "state-type", "std::string", "\"f32\"", "of the optimizer's states: f32 or parameter">,
                 Option<"clip", "clip", "double", "0", "largest global norm of the gradients; 0: any">,
                 Option<"zero", "zero", "std::string", "\"\"", "STAGE:AXIS, as 1:dp">,
                 Option<"microBatches", "micro-batches", "int64_t", "1", "number of micro-batches of a step">,
                 Option<"schedule", "schedule", "std::string", "\"\"", "order of the stages, such as 1f1b">,
                 Option<"recompute", "recompute", "std::string", "\"\"",
                        "what backward makes again of each repeated layer: layers (all) or contractions (all but products)">,
                 Option<"precision", "precision", "std::string", "\"\"",
                        "of products: bf16 or f16, of f32 parameters that stay masters; f16 scales the loss">,
                 Option<"accumulate", "accumulate", "std::string", "\"\"",
                        "f32: derived gradients are summed in f32 over ranks, too, where products are narrower">,
                 Option<"lossScale", "loss-scale", "std::string", "\"\"",
                        "FIRST:STEPS, 65536:2000 if not given: the first scale of the loss, and after how many good steps it doubles">];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect", "::sbp::nn::NNDialect"];
}

def DifferentiatePass : Pass<"sbp-differentiate", "::mlir::ModuleOp"> {
  let summary = "nn.gradient becomes the ops that compute it";
  let description = [{
    Before: rows are raised, so that ops of nn and memory_layer stand in the forward pass. After: no `nn.gradient`, no
    `nn.stop_gradient` and no `nn.variable`. Every cotangent is computed by ops of linalg, tensor, nn and memory_layer behind the forward pass, with the
    location `adjoint of` the primal op and its `sbp.layer`. In a module of several placements an adjoint carries the
    `sbp.placement` on which its primal op runs. Cotangents of one value are summed by one op in program order. An op on the
    way without a derivative is an error with the path as notes. Example: test/Transforms/Differentiation/differentiate.mlir.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect", "::mlir::math::MathDialect",
                           "::mlir::tensor::TensorDialect"];
}

def ExpandOptimizersPass : Pass<"sbp-expand-optimizers", "::mlir::ModuleOp"> {
  let summary = "optimizers become elementwise ops where their states are stored";
  let description = [{
    Before: gradients are derived. After: no `nn.sgd`, `nn.adam`, `nn.update` or `nn.clip_by_global_norm`. An update reads weight and gradient in
    the distribution in which the states of the optimizer are stored, so that a partial gradient is reduced into the pieces of
    the states, and runs where they are. Example: test/Transforms/Differentiation/expand-optimizers.mlir.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect", "::mlir::math::MathDialect",
                           "::mlir::tensor::TensorDialect"];
}

#endif // SBP_DIFFERENTIATION_PASSES
