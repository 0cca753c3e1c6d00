// RUN: sbp-opt %s --sbp-remove-distributions | FileCheck %s

// The same model for one rank; what else is said of arguments and results stays.

// CHECK-NOT:   sbp.placement
// CHECK-LABEL: func @main
// CHECK-SAME:    (%[[X:.+]]: tensor<4xf32> {sbp.name = "x"}) -> (tensor<4xf32> {sbp.name = "y"})
// CHECK-NOT:     sbp.constrain
// CHECK:         linalg.exp ins(%[[X]] : tensor<4xf32>)
sbp.placement @p ["x" = 2]
func.func @main(%x: tensor<4xf32> {sbp.name = "x", sbp.distribution = #sbp.distribution<@p, [S(0)]>})
    -> (tensor<4xf32> {sbp.name = "y", sbp.distribution = #sbp.distribution<@p, [B]>}) {
  %c = sbp.constrain %x to #sbp.distribution<@p, [B]> : tensor<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.exp ins(%c : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
