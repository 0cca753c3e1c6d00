// RUN: not sbp-opt %s --sbp-import 2>&1 | FileCheck %s
// CHECK: check-inputs.mlir:5:1: error: argument #1 holds 5 positions in a dimension of 0 elements, so every value is out of range
// CHECK-NOT: error

func.func @main(%table: tensor<0x4xf32>, %rows: tensor<5xi32>) -> tensor<5x4xf32> {
  %0 = nn.gather %table, %rows {axis = 0 : i64} : (tensor<0x4xf32>, tensor<5xi32>) -> tensor<5x4xf32>
  return %0 : tensor<5x4xf32>
}
