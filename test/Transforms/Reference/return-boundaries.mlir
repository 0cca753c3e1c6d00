// RUN: sbp-opt %s --sbp-return-boundaries | FileCheck %s

// The listed value is returned behind the results, under its name; list and numbers are gone.

// CHECK-NOT:   sbp.boundaries
// CHECK-LABEL: func @main
// CHECK-SAME:    -> (tensor<4xf32>, tensor<4xf32> {sbp.boundary = "main/linalg.exp#0", sbp.boundary_location = {{.+}}})
// CHECK-NOT:     sbp.number
// CHECK:         %[[INSIDE:.+]] = linalg.exp
// CHECK:         %[[RESULT:.+]] = linalg.sqrt
// CHECK-NEXT:    return %[[RESULT]], %[[INSIDE]]
module attributes {sbp.boundaries = [{entry = "main", location = loc("model.mlir":7:8), name = "main/linalg.exp#0", number = 1 : i64, result = 0 : i64}]} {
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    %e = tensor.empty() {sbp.number = 0 : i64} : tensor<4xf32>
    %0 = linalg.exp {sbp.number = 1 : i64} ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    %1 = linalg.sqrt {sbp.number = 2 : i64} ins(%0 : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    return %1 : tensor<4xf32>
  }
}
