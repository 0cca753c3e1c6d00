// RUN: sbp-opt %s --sbp-compile-to=tasks -o %t.mlir && FileCheck %s --input-file=%t.mlir
// RUN: sbp-compile %s --emit=tasks -o %t.whole.mlir && sbp-opt %t.whole.mlir | cmp - %t.mlir

// The kernels of a placement are prepared by the target of its kind of device, whichever program asks.

// CHECK:      task.graph @main.class0 {{.*}} ranks = array<i64: 0, 1>
// CHECK:        task.compute @kernel0
// CHECK:      task.graph @main.class1 {{.*}} ranks = array<i64: 2, 3>
// CHECK:        task.compute @kernel1
sbp.placement @gpus ["tp" = 2] on "cuda"
sbp.placement @hosts ["tp" = 2] on "host" ranks [2, 3]
func.func @main(%x: tensor<8x16xf32> {sbp.distribution = #sbp.distribution<@gpus, [S(0)]>}, %w: tensor<16x12xf32>)
    -> (tensor<8x12xf32> {sbp.distribution = #sbp.distribution<@hosts, [S(1)]>}) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x12xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x12xf32>) -> tensor<8x12xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<8x16xf32>, tensor<16x12xf32>) outs(%f : tensor<8x12xf32>) -> tensor<8x12xf32>
  %1 = sbp.constrain %0 to #sbp.distribution<@hosts, [S(1)]> : tensor<8x12xf32>
  %2 = linalg.exp ins(%1 : tensor<8x12xf32>) outs(%e : tensor<8x12xf32>) -> tensor<8x12xf32>
  return %2 : tensor<8x12xf32>
}
