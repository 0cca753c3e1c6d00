// RUN: not sbp-opt %s --sbp-add-training="loss=lost data=x" 2>&1 | FileCheck %s --check-prefix=LOSS
// RUN: not sbp-opt %s --sbp-add-training="loss=rows data=x" 2>&1 | FileCheck %s --check-prefix=ROWS
// RUN: not sbp-opt %s --sbp-add-training="loss=loss data=x,z" 2>&1 | FileCheck %s --check-prefix=DATA
// RUN: not sbp-opt %s --sbp-add-training="loss=loss data=x,w" 2>&1 | FileCheck %s --check-prefix=NOTHING
// RUN: not sbp-opt %s --sbp-add-training="loss=loss data=x zero=1:tp" 2>&1 | FileCheck %s --check-prefix=AXIS
// RUN: not sbp-opt %s --sbp-add-training="loss=loss data=x zero=1" 2>&1 | FileCheck %s --check-prefix=NO-AXIS
// RUN: not sbp-opt %s --sbp-add-training="loss=loss data=x zero=4:dp" 2>&1 | FileCheck %s --check-prefix=STAGE
// RUN: not sbp-opt %s --sbp-add-training="loss=loss data=x optimizer=lamb" 2>&1 | FileCheck %s --check-prefix=OPTIMIZER
// RUN: not sbp-opt %s --sbp-add-training="loss=loss data=X" 2>&1 | FileCheck %s --check-prefix=DATA2
// RUN: not sbp-opt %s --sbp-add-training="loss=loss data=x rate=nan" 2>&1 | FileCheck %s --check-prefix=NAN
// RUN: not sbp-opt %s --sbp-add-training="loss=loss data=x weight-decay=-0.1" 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// RUN: not sbp-opt %s --sbp-add-training="loss=loss data=x clip=inf" 2>&1 | FileCheck %s --check-prefix=INFINITE
// RUN: not sbp-opt %s --sbp-add-training="loss=loss data=x momentum=0.9" 2>&1 | FileCheck %s --check-prefix=IGNORED
// RUN: not sbp-opt %s --sbp-add-training="loss=loss data=x betas=0.9,1" 2>&1 | FileCheck %s --check-prefix=BETAS
// RUN: not sbp-opt %s --sbp-add-training="loss=loss data=x betas=0.9" 2>&1 | FileCheck %s --check-prefix=ONEBETA
// RUN: not sbp-opt %s --sbp-add-training="loss=loss data=x optimizer=sgd betas=0.9,0.99" 2>&1 | FileCheck %s --check-prefix=SGDBETAS
// RUN: not sbp-opt %s --sbp-add-training="loss=loss data=x optimizer=sgd nesterov" 2>&1 | FileCheck %s --check-prefix=NESTEROV
// RUN: not sbp-opt %s --sbp-add-training="loss=loss data=x groups=bias:weight-decay=0" 2>&1 | FileCheck %s --check-prefix=GROUP
// RUN: not sbp-opt %s --sbp-add-training="loss=loss data=x groups=w:weight-decay=0,*:rate=1" 2>&1 | FileCheck %s --check-prefix=OVERLAP
// RUN: not sbp-opt %s --sbp-add-training="loss=loss data=x groups=w:decay=0" 2>&1 | FileCheck %s --check-prefix=OPTION
// RUN: not sbp-opt %s --sbp-add-training="loss=loss data=x no-decay=vectors" 2>&1 | FileCheck %s --check-prefix=NODECAY
// RUN: not sbp-opt %s --sbp-add-training="loss=loss data=x state-type=f8" 2>&1 | FileCheck %s --check-prefix=STATETYPE
// RUN: not sbp-opt %s --sbp-add-training="loss=loss data=x fixed=x" 2>&1 | FileCheck %s --check-prefix=BOTH

// Wrong options of a training step: one message each, at the entry.
// LOSS: add-training-invalid.mlir:{{[0-9]+}}:1: error: sbp-add-training: loss=lost names no result of @main
// LOSS-NOT: error
// ROWS: add-training-invalid.mlir:{{[0-9]+}}:1: error: sbp-add-training: loss=rows is 'tensor<4xf32>', expected a float without dimensions
// ROWS-NOT: error
// DATA: add-training-invalid.mlir:{{[0-9]+}}:1: error: sbp-add-training: data=z names no argument of @main
// DATA-NOT: error
// NOTHING: add-training-invalid.mlir:{{[0-9]+}}:1: error: sbp-add-training: no float argument is left to train
// NOTHING-NOT: error
// NO-AXIS: error: sbp-add-training: zero=1: expected a stage from 1 to 3 with an axis, such as zero=1:dp
// AXIS: add-training-invalid.mlir:{{[0-9]+}}:1: error: sbp-add-training: zero=1:tp names axis 'tp', which no placement has
// AXIS-NOT: error
// STAGE: add-training-invalid.mlir:{{[0-9]+}}:1: error: sbp-add-training: zero=4:dp: expected a stage from 1 to 3 with an axis, such as zero=1:dp
// STAGE-NOT: error
// OPTIMIZER: add-training-invalid.mlir:{{[0-9]+}}:1: error: sbp-add-training: optimizer=lamb is unknown; known: adafactor, adam, adamw, lion, sgd
// OPTIMIZER-NOT: error
// DATA2: add-training-invalid.mlir:{{[0-9]+}}:1: error: sbp-add-training: data=X names no argument of @main; did you mean 'x'?
// DATA2-NOT: error
// NAN: add-training-invalid.mlir:{{[0-9]+}}:1: error: sbp-add-training: rate={{.*}}: expected a finite number that is not negative
// NAN-NOT: error
// NEGATIVE: add-training-invalid.mlir:{{[0-9]+}}:1: error: sbp-add-training: weight-decay=-1.000000e-01: expected a finite number that is not negative
// NEGATIVE-NOT: error
// INFINITE: add-training-invalid.mlir:{{[0-9]+}}:1: error: sbp-add-training: clip={{.*}}: expected a finite number that is not negative
// INFINITE-NOT: error
// IGNORED: add-training-invalid.mlir:{{[0-9]+}}:1: error: sbp-add-training: optimizer=adamw has no momentum; it has weight-decay, betas, epsilon
// IGNORED-NOT: error
// BETAS: add-training-invalid.mlir:{{[0-9]+}}:1: error: sbp-add-training: betas=1.000000e+00: expected numbers from 0 to below 1
// BETAS-NOT: error
// ONEBETA: add-training-invalid.mlir:{{[0-9]+}}:1: error: sbp-add-training: betas= has 1 numbers, expected two, such as betas=0.9,0.95
// ONEBETA-NOT: error
// SGDBETAS: add-training-invalid.mlir:{{[0-9]+}}:1: error: sbp-add-training: optimizer=sgd has no betas; it has weight-decay, momentum, nesterov
// SGDBETAS-NOT: error
// NESTEROV: add-training-invalid.mlir:{{[0-9]+}}:1: error: sbp-add-training: nesterov needs momentum=
// NESTEROV-NOT: error
// GROUP: add-training-invalid.mlir:{{[0-9]+}}:1: error: sbp-add-training: groups= 'bias' matches no parameter; there are w
// GROUP-NOT: error
// OVERLAP: add-training-invalid.mlir:{{[0-9]+}}:1: error: sbp-add-training: groups= 'w' and '*' both match parameter 'w'; a parameter belongs to one group
// OVERLAP-NOT: error
// OPTION: add-training-invalid.mlir:{{[0-9]+}}:1: error: sbp-add-training: groups=w:decay=0: unknown option 'decay'; known: weight-decay, rate, rate-scale
// OPTION-NOT: error
// NODECAY: add-training-invalid.mlir:{{[0-9]+}}:1: error: sbp-add-training: no-decay=vectors needs weight-decay=
// NODECAY-NOT: error
// STATETYPE: add-training-invalid.mlir:{{[0-9]+}}:1: error: sbp-add-training: state-type=f8 is unknown; known: f32 (f64 for parameters of f64), parameter
// STATETYPE-NOT: error
// BOTH: add-training-invalid.mlir:{{[0-9]+}}:1: error: sbp-add-training: 'x' is named by data= and by fixed=
// BOTH-NOT: error
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
