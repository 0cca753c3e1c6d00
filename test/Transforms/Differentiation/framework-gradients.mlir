// RUN: sbp-opt %s --sbp-add-training="loss=loss data=x optimizer=sgd rate=0.1" | FileCheck %s
// RUN: sbp-opt %s --sbp-add-training="loss=loss data=x zero=2:dp micro-batches=2" | FileCheck %s --check-prefix=CUT
// RUN: sbp-opt %s --sbp-add-training="loss=loss data=x optimizer=sgd" -o %t.mlir && sbp-compile %t.mlir -o %t.sbpx
// RUN: sbp-run %t.sbpx --entry=train --input x=4xf32=1,2,3,4 --input scale=4xf32=2,2,2,2 --input learning_rate=f32=0.5 --json | FileCheck %s --check-prefix=RAN

// The step takes the gradient that the entry returns, and the entry no longer returns it. `w` is a state of both.
// CHECK-LABEL: func.func @main
// CHECK-SAME: sbp.name = "x"
// CHECK-SAME: sbp.state = "w"
// CHECK-SAME: -> (tensor<f32> {sbp.name = "loss"}, tensor<i64> {sbp.state = "count"})
// CHECK-LABEL: func.func @train
// CHECK-NOT: nn.gradient
// CHECK: %[[G:.+]] = arith.mulf %arg0, %arg2
// CHECK: %[[N:.+]] = arith.addi
// CHECK: %[[W:.+]] = nn.sgd %arg1, %[[G]]
// The step keeps the state that the entry updates.
// CHECK: return %{{.+}}, %[[N]], %[[W]]

// w - 0.5 * 2 x.
// RAN: "name": "loss"
// RAN: "max": 20.0
// RAN: "name": "w"
// RAN: "min": -3.0
// RAN-NEXT: "max": 0.0

// What is neither data nor a parameter is whole in each micro-batch, and the gradient is constrained as ZeRO stage 2 stores it.
// CUT-LABEL: func.func @train
// CUT-SAME: sbp.microbatch = 0 : i64, sbp.name = "x"
// CUT-SAME: sbp.gradient = #sbp.distribution<@m, [S(0)]>
// CUT-SAME: sbp.microbatch = "whole", sbp.name = "scale"
// CUT: sbp.constrain %{{.+}} to #sbp.distribution<@m, [S(0)]> {sbp.gradient}

sbp.placement @m ["dp" = 2]
func.func @main(%x: tensor<4xf32> {sbp.name = "x"}, %w: tensor<4xf32> {sbp.state = "w", sbp.init = dense<1.0> : tensor<4xf32>, sbp.distribution = #sbp.distribution<@m, [B]>},
                %scale: tensor<4xf32> {sbp.name = "scale"}, %count: tensor<i64> {sbp.state = "count", sbp.init = dense<0> : tensor<i64>})
    -> (tensor<f32> {sbp.name = "loss"}, tensor<4xf32> {sbp.name = "gradient.w", sbp.gradient_of = "w"},
        tensor<i64> {sbp.state = "count"}) {
  %zero = arith.constant 0.0 : f32
  %g = arith.mulf %x, %scale : tensor<4xf32>
  %p = arith.mulf %g, %w : tensor<4xf32>
  %e = tensor.empty() : tensor<f32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %loss = linalg.reduce { arith.addf } ins(%p : tensor<4xf32>) outs(%f : tensor<f32>) dimensions = [0]
  %one = arith.constant dense<1> : tensor<i64>
  %next = arith.addi %count, %one : tensor<i64>
  return %loss, %g, %next : tensor<f32>, tensor<4xf32>, tensor<i64>
}
