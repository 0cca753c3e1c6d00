// RUN: sbp-opt %s --sbp-check-signatures -o /dev/null | FileCheck %s

// Two parallel dims, one reduction, {lhs, init}, {rhs, init}, all-B: 6, and each pair of them on two axes.
// CHECK: linalg.matmul 2:6 3:6 4:6 2x2:36 2x3:36
func.func @matmul(%a: tensor<3x5xf32>, %b: tensor<5x4xf32>, %c: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %0 = linalg.matmul ins(%a, %b: tensor<3x5xf32>, tensor<5x4xf32>) outs(%c: tensor<3x4xf32>) -> tensor<3x4xf32>
  return %0: tensor<3x4xf32>
}

// CHECK: nn.gather
func.func @gather(%data: tensor<5x3xf32>, %ids: tensor<4xi64> {test.range = [0, 4]}) -> tensor<4x3xf32> {
  %0 = nn.gather %data, %ids {axis = 0 : i64} : (tensor<5x3xf32>, tensor<4xi64>) -> tensor<4x3xf32>
  return %0: tensor<4x3xf32>
}

// Shards of a dim of size 1 or 0 are empty; their maximum is the init alone.
// CHECK: linalg.reduce
func.func @maximum(%x: tensor<1x5xf32>, %init: tensor<5xf32>) -> tensor<5xf32> {
  %0 = linalg.reduce { arith.maximumf } ins(%x: tensor<1x5xf32>) outs(%init: tensor<5xf32>) dimensions = [0]
  return %0: tensor<5xf32>
}
