// Inputs are positions behind what only hands them on, too.
// RUN: not sbp-opt %s --sbp-import 2>&1 | FileCheck %s
// CHECK: check-inputs-constrained.mlir:6:1: error: argument #1 holds 5 positions in a dimension of 0 elements
// CHECK-NOT: error
sbp.placement @line ["x" = 2]
func.func @main(%table: tensor<0x4xf32>, %rows: tensor<5xi32>) -> tensor<5x4xf32> {
  %0 = sbp.constrain %rows to #sbp.distribution<@line, [B]> : tensor<5xi32>
  %1 = nn.gather %table, %0 {axis = 0 : i64} : (tensor<0x4xf32>, tensor<5xi32>) -> tensor<5x4xf32>
  return %1 : tensor<5x4xf32>
}
