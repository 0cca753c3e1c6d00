// RUN: sbp-opt %s --split-input-file --sbp-assign-phases | FileCheck %s

// Imported: what the loss depends on is forward, what only next states depend on elementwise is the update, the rest is backward.
// CHECK-LABEL: func @imported
// CHECK:         linalg.matmul ins(%arg0, %arg1
// CHECK:         linalg.reduce { arith.addf } ins
// CHECK:         linalg.transpose {{.*}} {sbp.phase = 1 : i64}
// CHECK:         linalg.matmul {sbp.phase = 1 : i64}
// CHECK:         linalg.mul {sbp.phase = 2 : i64}
// CHECK:         linalg.sub {sbp.phase = 2 : i64}
func.func @imported(%x: tensor<4x4xf32>, %w: tensor<4x4xf32> {sbp.state = "w"}, %rate: tensor<4x4xf32>)
    -> (tensor<f32>, tensor<4x4xf32> {sbp.state = "w"}) {
  %e = tensor.empty() : tensor<4x4xf32>
  %s = tensor.empty() : tensor<f32>
  %h = linalg.matmul ins(%x, %w : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %l = linalg.reduce {arith.addf} ins(%h : tensor<4x4xf32>) outs(%s : tensor<f32>) dimensions = [0, 1]
  %t = linalg.transpose ins(%x : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) permutation = [1, 0]
  %g = linalg.matmul ins(%t, %h : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %u = linalg.mul ins(%g, %rate : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %n = linalg.sub ins(%w, %u : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %l, %n : tensor<f32>, tensor<4x4xf32>
}

// -----

// Derived: notes stay, what depends on a gradient is the update, a constrain is where its first reader is.
// CHECK-LABEL: func @derived
// CHECK:         linalg.exp ins(%arg0
// CHECK:         linalg.exp {sbp.phase = 1 : i64} ins(%arg0
// CHECK:         sbp.constrain %arg0 {{.*}} {sbp.phase = 2 : i64}
// CHECK:         linalg.sub {sbp.phase = 2 : i64}
sbp.placement @p ["x" = 2]
func.func @derived(%w: tensor<4xf32> {sbp.state = "w"}) -> (tensor<4xf32>, tensor<4xf32> {sbp.state = "w"}) {
  %e = tensor.empty() : tensor<4xf32>
  %l = linalg.exp ins(%w : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %g = linalg.exp {sbp.phase = 1 : i64} ins(%w : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %c = sbp.constrain %w to #sbp.distribution<@p, [S(0)]> : tensor<4xf32>
  %n = linalg.sub ins(%c, %g : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %l, %n : tensor<4xf32>, tensor<4xf32>
}

// -----

// Without a state that changes, everything is forward.
// CHECK-LABEL: func @inference
// CHECK-NOT:     sbp.phase
func.func @inference(%x: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %l = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %l : tensor<4xf32>
}
