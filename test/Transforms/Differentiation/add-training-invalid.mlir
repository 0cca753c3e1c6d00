// RUN: not sbp-opt %s --sbp-add-training="loss=lost data=x" 2>&1 | FileCheck %s --check-prefix=LOSS
// RUN: not sbp-opt %s --sbp-add-training="loss=rows data=x" 2>&1 | FileCheck %s --check-prefix=ROWS
// RUN: not sbp-opt %s --sbp-add-training="loss=loss data=x,z" 2>&1 | FileCheck %s --check-prefix=DATA
// RUN: not sbp-opt %s --sbp-add-training="loss=loss data=x,w" 2>&1 | FileCheck %s --check-prefix=NOTHING
// RUN: not sbp-opt %s --sbp-add-training="loss=loss data=x zero=1:tp" 2>&1 | FileCheck %s --check-prefix=AXIS
// RUN: not sbp-opt %s --sbp-add-training="loss=loss data=x zero=4:dp" 2>&1 | FileCheck %s --check-prefix=STAGE
// RUN: not sbp-opt %s --sbp-add-training="loss=loss data=x optimizer=lamb" 2>&1 | FileCheck %s --check-prefix=OPTIMIZER

// Wrong options of a training step: one message each, at the entry.
// LOSS: add-training-invalid.mlir:{{[0-9]+}}:1: error: sbp-add-training: loss=lost names no result of @main
// LOSS-NOT: error
// ROWS: add-training-invalid.mlir:{{[0-9]+}}:1: error: sbp-add-training: loss=rows is 'tensor<4xf32>', expected a float without dimensions
// ROWS-NOT: error
// DATA: add-training-invalid.mlir:{{[0-9]+}}:1: error: sbp-add-training: data=z names no argument of @main
// DATA-NOT: error
// NOTHING: add-training-invalid.mlir:{{[0-9]+}}:1: error: sbp-add-training: no float argument is left to train
// NOTHING-NOT: error
// AXIS: add-training-invalid.mlir:{{[0-9]+}}:1: error: sbp-add-training: zero=1:tp names axis 'tp', which no placement has
// AXIS-NOT: error
// STAGE: add-training-invalid.mlir:{{[0-9]+}}:1: error: sbp-add-training: zero=4:dp: expected a stage from 1 to 3 with an axis, such as zero=1:dp
// STAGE-NOT: error
// OPTIMIZER: add-training-invalid.mlir:{{[0-9]+}}:1: error: sbp-add-training: optimizer=lamb is unknown; known: adam, adamw, sgd
// OPTIMIZER-NOT: error
sbp.placement @mesh ["dp" = 2]
func.func @main(%x: tensor<4xf32> {sbp.name = "x"}, %w: tensor<4xf32> {sbp.name = "w"})
    -> (tensor<f32> {sbp.name = "loss"}, tensor<4xf32> {sbp.name = "rows"}) {
  %zero = arith.constant 0.0 : f32
  %p = arith.mulf %x, %w : tensor<4xf32>
  %e = tensor.empty() : tensor<f32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %l = linalg.reduce { arith.addf } ins(%p : tensor<4xf32>) outs(%f : tensor<f32>) dimensions = [0]
  return %l, %p : tensor<f32>, tensor<4xf32>
}
