// Many axes multiply: who waits is told why, at once. (Nobody waits for the choice here.)
// RUN: not timeout 4 sbp-opt %s --sbp-import --sbp-place-operations --sbp-select-distributions -o /dev/null 2>&1 | FileCheck %s
// CHECK: many-axes.mlir:8:8: warning: 'linalg.generic' has up to 15625 signatures over the 6 axes of @p; choosing among them takes long: use --strict, or one axis for those that are always cut alike
// CHECK-NOT: warning
sbp.placement @p ["a" = 2, "b" = 2, "c" = 2, "d" = 2, "e" = 2, "f" = 2]
func.func @main(%x: tensor<32x32x32xf32>, %y: tensor<32x32x32xf32>) -> tensor<32x32x32xf32> {
  // The first op of the kind.
  %s = arith.addf %x, %y : tensor<32x32x32xf32>
  return %s : tensor<32x32x32xf32>
}
