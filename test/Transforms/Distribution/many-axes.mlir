// Many axes multiply: who may wait is told why, at once, and does not wait long.
// RUN: timeout 60 sbp-opt %s --sbp-import --sbp-place-operations --sbp-select-distributions -o /dev/null 2>&1 | FileCheck %s
// CHECK: many-axes.mlir:11:8: warning: 'linalg.matmul' has up to 7776 signatures over the 5 axes of @p; choosing among them takes long: use --strict, or one axis for those that are always cut alike
// CHECK-NOT: warning
sbp.placement @p ["a" = 2, "b" = 2, "c" = 2, "d" = 2, "e" = 2]
func.func @main(%x: tensor<32x32xf32>, %y: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<32x32xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<32x32xf32>) -> tensor<32x32xf32>
  // The first op of the kind.
  %s = linalg.matmul ins(%x, %y : tensor<32x32xf32>, tensor<32x32xf32>) outs(%f : tensor<32x32xf32>) -> tensor<32x32xf32>
  return %s : tensor<32x32xf32>
}
