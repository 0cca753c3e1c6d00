// RUN: sbp-opt %s --sbp-print-signatures -o /dev/null | FileCheck %s
// RUN: sbp-opt %s --sbp-check-signatures=placements=3,2x2 -o /dev/null

// CHECK-LABEL: nn.gather
// CHECK-NEXT: (B, B) -> (B)
// CHECK-NEXT: (S(0), B) -> (P)
// CHECK-NEXT: (S(1), B) -> (S(2))
// CHECK-NEXT: (B, S(0)) -> (S(0))
// CHECK-NEXT: (B, S(1)) -> (S(1))
// CHECK-NEXT: (P, B) -> (P)
// CHECK-NEXT: (P(prod), B) -> (P(prod))
// CHECK-NEXT: (P(max), B) -> (P(max))
// CHECK-NEXT: (P(min), B) -> (P(min))
// CHECK-NEXT: (P(maxnum), B) -> (P(maxnum))
// CHECK-NEXT: (P(minnum), B) -> (P(minnum))
// CHECK-NOT: ->
func.func @gather(%data: tensor<10x4xf32>, %indices: tensor<2x3xi64> {test.range = [0, 9]}) -> tensor<2x3x4xf32> {
  %r = nn.gather %data, %indices {axis = 0 : i64} : (tensor<10x4xf32>, tensor<2x3xi64>) -> tensor<2x3x4xf32>
  return %r : tensor<2x3x4xf32>
}
