// Axes may cut a dimension in another sequence than outermost first: 8 x 8 flattened and cut anew moves 256 bytes so, 512 otherwise.
// RUN: sbp-opt %s --sbp-import --sbp-place-operations --sbp-select-distributions | FileCheck %s
// CHECK-LABEL: func @main
// CHECK: order = [
sbp.placement @p ["a" = 2, "b" = 2, "c" = 2]
func.func @main(%x: tensor<8x8xf32> {sbp.distribution = #sbp.distribution<@p, [S(1), B, B]>})
    -> (tensor<2x32xf32> {sbp.distribution = #sbp.distribution<@p, [B, S(1), S(0)]>}) {
  %c = tensor.collapse_shape %x [[0, 1]] : tensor<8x8xf32> into tensor<64xf32>
  %y = tensor.expand_shape %c [[0, 1]] output_shape [2, 32] : tensor<64xf32> into tensor<2x32xf32>
  return %y : tensor<2x32xf32>
}
