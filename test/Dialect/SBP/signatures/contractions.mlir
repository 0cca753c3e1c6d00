// RUN: sbp-opt %s --sbp-print-signatures -o /dev/null | FileCheck %s

// CHECK-LABEL: linalg.matmul
// CHECK-NEXT: (B, B, B) -> (B)
// CHECK-NEXT: (S(0), B, S(0)) -> (S(0))
// CHECK-NEXT: (B, S(1), S(1)) -> (S(1))
// CHECK-NEXT: (S(1), S(0), P) -> (P)
// CHECK-NEXT: (P, B, P) -> (P)
// CHECK-NEXT: (B, P, P) -> (P)
// CHECK-NOT: ->
func.func @matmul(%a: tensor<4x6xf32>, %b: tensor<6x8xf32>, %c: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = linalg.matmul ins(%a, %b: tensor<4x6xf32>, tensor<6x8xf32>) outs(%c: tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0: tensor<4x8xf32>
}
