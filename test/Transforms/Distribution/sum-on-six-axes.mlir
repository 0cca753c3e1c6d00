// Where an op would have too many signatures, partial values that boxing alone
// could make are left out, sums too: a sum on six axes is chosen, not refused.
// REQUIRES: long_tests
// RUN: sbp-opt %s --sbp-import --sbp-place-operations --sbp-select-distributions | FileCheck %s
// CHECK: sbp.selection = {{.*}}gap = 0.000000e+00

sbp.placement @p ["a" = 2, "b" = 2, "c" = 2, "d" = 2, "e" = 2, "f" = 2]
func.func @main(%x: tensor<32x32x32xf32> {sbp.name = "x"}, %z: tensor<32x32x32xf32> {sbp.name = "z"}) -> (tensor<32x32x32xf32> {sbp.name = "y"}) {
  %y = arith.addf %x, %z : tensor<32x32x32xf32>
  return %y : tensor<32x32x32xf32>
}
