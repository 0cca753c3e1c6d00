// RUN: sbp-opt %s --sbp-add-training="loss=loss data=x optimizer=adamw weight-decay=0.1 clip=1 zero=1:dp" | FileCheck %s
// RUN: sbp-opt %s --sbp-add-training="loss=loss data=x optimizer=sgd rate=0.1" | FileCheck %s --check-prefix=SGD
// RUN: sed 's/f32/f64/g' %s | sbp-opt --sbp-add-training="loss=loss data=x optimizer=sgd clip=1" | FileCheck %s --check-prefix=WIDE
// RUN: sbp-opt %s --sbp-add-training="loss=loss data=x micro-batches=2 schedule=gpipe" | FileCheck %s --check-prefix=CUT
// RUN: not sbp-opt %s --sbp-add-training="loss=loss data=x micro-batches=0" 2>&1 | FileCheck %s --check-prefix=NONE

// The parameter is a state of both entries; the states of the optimizer are split over dp.
// CHECK-LABEL: func.func @main
// CHECK-SAME: sbp.state = "w"
// CHECK-LABEL: func.func @train
// CHECK-SAME: sbp.state = "w"
// CHECK-SAME: sbp.distribution = #sbp.distribution<@m, [S(0)]>, sbp.init = dense<0.000000e+00> : tensor<4xf32>, sbp.state = "w.mean"
// CHECK-SAME: sbp.state = "step"
// CHECK-SAME: sbp.name = "learning_rate"
// CHECK: nn.gradient
// CHECK: nn.clip_by_global_norm
// CHECK: nn.adam {{.*}}decoupled{{.*}}weight_decay = 1.000000e-01
// SGD-LABEL: func.func @train
// SGD-NOT: learning_rate
// SGD: nn.sgd

// The norm of f64 gradients is f64.
// WIDE: nn.clip_by_global_norm {{.*}} -> (tensor<4xf64>, tensor<f64>)
// Data are cut in the step alone.
// CUT-LABEL: func.func @main
// CUT-NOT: sbp.microbatch
// CUT-LABEL: func.func @train
// CUT-SAME: sbp.microbatch = 0 : i64, sbp.name = "x"
// CUT-SAME: sbp.microbatches = 2 : i64, sbp.schedule = "gpipe"
// NONE: error: sbp-add-training: micro-batches=0: expected at least 1
sbp.placement @m ["dp" = 2]
func.func @main(%x: tensor<4xf32> {sbp.name = "x"}, %w: tensor<4xf32> {sbp.name = "w", sbp.distribution = #sbp.distribution<@m, [B]>})
    -> (tensor<f32> {sbp.name = "loss"}) {
  %zero = arith.constant 0.0 : f32
  %p = arith.mulf %x, %w : tensor<4xf32>
  %e = tensor.empty() : tensor<f32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %loss = linalg.reduce { arith.addf } ins(%p : tensor<4xf32>) outs(%f : tensor<f32>) dimensions = [0]
  return %loss : tensor<f32>
}
