// RUN: sbp-opt %s | sbp-opt | FileCheck %s
// RUN: sbp-opt %s --sbp-print-signatures -o /dev/null | FileCheck %s --check-prefix=RULES
// RUN: sbp-opt %s --sbp-check-signatures=placements=2,3,2x2,8 -o /dev/null

// CHECK-LABEL: func @argmax
// CHECK: nn.argmax %{{.*}} {axis = 1 : i64} : (tensor<4x5x3xf32>) -> tensor<4x3xi64>
// RULES-LABEL: signatures of @argmax{{$}}
// RULES-NEXT: nn.argmax
// RULES-NEXT: (B) -> (B)
// RULES-NEXT: (S(0)) -> (S(0))
// RULES-NEXT: (S(2)) -> (S(1))
// RULES-NEXT: blocked d1 (5): the first maximum is sought along all of it; the alternative `parts` splits it
// RULES-NEXT: alternative: parts
func.func @argmax(%x: tensor<4x5x3xf32>) -> tensor<4x3xi64> {
  %i = nn.argmax %x {axis = 1 : i64} : (tensor<4x5x3xf32>) -> tensor<4x3xi64>
  return %i : tensor<4x3xi64>
}

// All that is left of a vector is a scalar.
// CHECK-LABEL: func @argmax_of_vector
// RULES-LABEL: signatures of @argmax_of_vector{{$}}
// RULES-NEXT: nn.argmax
// RULES-NEXT: (B) -> (B)
// RULES-NEXT: blocked d0 (7)
func.func @argmax_of_vector(%x: tensor<7xi8>) -> tensor<i32> {
  %i = nn.argmax %x {axis = 0 : i64} : (tensor<7xi8>) -> tensor<i32>
  return %i : tensor<i32>
}

func.func @argmax_of_booleans(%x: tensor<3x7xi1>) -> tensor<3xi32> {
  %i = nn.argmax %x {axis = 1 : i64} : (tensor<3x7xi1>) -> tensor<3xi32>
  return %i : tensor<3xi32>
}
