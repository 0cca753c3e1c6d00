// An op with too many choices (5 per axis: 15,625) is not refused: partial maxima that only boxing could create are left out.
// REQUIRES: long_tests
// UNSUPPORTED: sanitized
// RUN: sbp-opt %s --sbp-import --sbp-place-operations --sbp-select-distributions 2>/dev/null | FileCheck %s

// CHECK: gap = 0.000000e+00
sbp.placement @p ["a" = 2, "b" = 2, "c" = 2, "d" = 2, "e" = 2, "f" = 2]
func.func @main(%x: tensor<2x4x4xf32>) -> tensor<2x4x4xf32> {
  %y = math.exp %x : tensor<2x4x4xf32>
  return %y : tensor<2x4x4xf32>
}
