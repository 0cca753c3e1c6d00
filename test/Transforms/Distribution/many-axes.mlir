// Seven thousand signatures are chosen among without a word, and at once.
// RUN: timeout 60 sbp-opt %s --sbp-import --sbp-place-operations --sbp-select-distributions 2>&1 | FileCheck %s
// CHECK-NOT: warning
// CHECK: sbp.distribution
sbp.placement @p ["a" = 2, "b" = 2, "c" = 2, "d" = 2, "e" = 2]
func.func @main(%x: tensor<32x32xf32>, %y: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<32x32xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<32x32xf32>) -> tensor<32x32xf32>
  %s = linalg.matmul ins(%x, %y : tensor<32x32xf32>, tensor<32x32xf32>) outs(%f : tensor<32x32xf32>) -> tensor<32x32xf32>
  return %s : tensor<32x32xf32>
}
