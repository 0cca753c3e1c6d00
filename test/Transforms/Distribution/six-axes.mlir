// Partial maxima that boxing alone could make are left out where an op would have more than can be chosen among (5 choices an axis:
// 15,625): it is not refused.
// REQUIRES: long_tests
// RUN: sbp-opt %s --sbp-import --sbp-place-operations --sbp-select-distributions 2>/dev/null | FileCheck %s

// CHECK: gap = 0.000000e+00
sbp.placement @p ["a" = 2, "b" = 2, "c" = 2, "d" = 2, "e" = 2, "f" = 2]
func.func @main(%x: tensor<2x4x4xf32>) -> tensor<2x4x4xf32> {
  %y = math.exp %x : tensor<2x4x4xf32>
  return %y : tensor<2x4x4xf32>
}
