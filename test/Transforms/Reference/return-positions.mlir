// RUN: sbp-opt %s --pass-pipeline="builtin.module(func.func(sbp-return-positions))" | FileCheck %s

// Computed positions are returned with what they must lie below; a constant one is checked when the model is read.

// CHECK-LABEL: func @rows
// CHECK-SAME:    -> (tensor<3x4xf32>, tensor<3x4xf32>, tensor<3xi64> {sbp.boundary = "nn.gather", sbp.boundary_location = {{.+}}, sbp.index_bound = 10 : i64})
// CHECK:         %[[ROWS:.+]] = linalg.map
// CHECK:         return %{{.+}}, %{{.+}}, %[[ROWS]]
func.func @rows(%table: tensor<10x4xf32>, %x: tensor<3xi64>) -> (tensor<3x4xf32>, tensor<3x4xf32>) {
  %e = tensor.empty() : tensor<3xi64>
  %rows = linalg.map {arith.addi} ins(%x, %x : tensor<3xi64>, tensor<3xi64>) outs(%e : tensor<3xi64>)
  %0 = nn.gather %table, %rows {axis = 0 : i64} : (tensor<10x4xf32>, tensor<3xi64>) -> tensor<3x4xf32>
  %c = arith.constant dense<[1, 2, 3]> : tensor<3xi64>
  %1 = nn.gather %table, %c {axis = 0 : i64} : (tensor<10x4xf32>, tensor<3xi64>) -> tensor<3x4xf32>
  return %0, %1 : tensor<3x4xf32>, tensor<3x4xf32>
}
