// RUN: sbp-opt %s | sbp-opt | FileCheck %s
// RUN: sbp-opt %s --sbp-print-signatures -o /dev/null | FileCheck %s --check-prefix=RULES
// RUN: sbp-opt %s --sbp-check-signatures=placements=2,3,4,2x2,2x3,8 -o /dev/null

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

// CHECK-LABEL: func @top_k
// CHECK: nn.top_k %{{.*}} {axis = 1 : i64, k = 2 : i64} : (tensor<4x7x3xf32>) -> (tensor<4x2x3xf32>, tensor<4x2x3xi64>)
// RULES-LABEL: signatures of @top_k{{$}}
// RULES-NEXT: nn.top_k
// RULES-NEXT: (B) -> (B, B)
// RULES-NEXT: (S(0)) -> (S(0), S(0))
// RULES-NEXT: (S(2)) -> (S(2), S(2))
// RULES-NEXT: blocked d1 (7): the greatest are sought along all of it; the alternative `N blocks` splits it over N ranks
// RULES-NEXT: alternative: 2 blocks
func.func @top_k(%x: tensor<4x7x3xf32>) -> (tensor<4x2x3xf32>, tensor<4x2x3xi64>) {
  %v, %i = nn.top_k %x {axis = 1 : i64, k = 2 : i64} : (tensor<4x7x3xf32>) -> (tensor<4x2x3xf32>, tensor<4x2x3xi64>)
  return %v, %i : tensor<4x2x3xf32>, tensor<4x2x3xi64>
}

// In two blocks it is split over two ranks, not over three, nor over four.
// CHECK-LABEL: func @top_k_of_blocks
// CHECK: nn.top_k %{{.*}} {axis = 0 : i64, blocks = 2 : i64, k = 3 : i64}
// RULES-LABEL: signatures of @top_k_of_blocks{{$}}
// RULES-NEXT: nn.top_k
// RULES-NEXT: (B) -> (B, B)
// RULES-NEXT: (S(0)) -> (S(0), S(0))
// RULES-NOT:  ->
func.func @top_k_of_blocks(%x: tensor<5xbf16>) -> (tensor<6xbf16>, tensor<6xi32>) {
  %v, %i = nn.top_k %x {axis = 0 : i64, k = 3 : i64, blocks = 2 : i64} : (tensor<5xbf16>) -> (tensor<6xbf16>, tensor<6xi32>)
  return %v, %i : tensor<6xbf16>, tensor<6xi32>
}

// Four blocks of three elements: two of the ranks hold none.
// RULES-LABEL: signatures of @top_k_of_empty_blocks{{$}}
func.func @top_k_of_empty_blocks(%x: tensor<2x3xi8>) -> (tensor<2x8xi8>, tensor<2x8xi64>) {
  %v, %i = nn.top_k %x {axis = 1 : i64, k = 2 : i64, blocks = 4 : i64} : (tensor<2x3xi8>) -> (tensor<2x8xi8>, tensor<2x8xi64>)
  return %v, %i : tensor<2x8xi8>, tensor<2x8xi64>
}

func.func @top_k_of_six_blocks(%x: tensor<3x7xi1>) -> (tensor<3x6xi1>, tensor<3x6xi32>) {
  %v, %i = nn.top_k %x {axis = 1 : i64, k = 1 : i64, blocks = 6 : i64} : (tensor<3x7xi1>) -> (tensor<3x6xi1>, tensor<3x6xi32>)
  return %v, %i : tensor<3x6xi1>, tensor<3x6xi32>
}

// CHECK-LABEL: func @top_k_of_candidates
// CHECK: nn.top_k %{{.*}} at %{{.*}} {axis = 1 : i64, k = 3 : i64} : (tensor<3x8xf32>, tensor<3x8xi32>) -> (tensor<3x3xf32>, tensor<3x3xi32>)
// RULES-LABEL: signatures of @top_k_of_candidates{{$}}
// RULES-NEXT: nn.top_k
// RULES-NEXT: (B, B) -> (B, B)
// RULES-NEXT: (S(0), S(0)) -> (S(0), S(0))
func.func @top_k_of_candidates(%x: tensor<3x8xf32>, %i: tensor<3x8xi32>) -> (tensor<3x3xf32>, tensor<3x3xi32>) {
  %v, %j = nn.top_k %x at %i {axis = 1 : i64, k = 3 : i64} : (tensor<3x8xf32>, tensor<3x8xi32>) -> (tensor<3x3xf32>, tensor<3x3xi32>)
  return %v, %j : tensor<3x3xf32>, tensor<3x3xi32>
}

func.func @top_k_of_candidates_in_blocks(%x: tensor<2x9xf64>, %i: tensor<2x9xi64>) -> (tensor<2x12xf64>, tensor<2x12xi64>) {
  %v, %j = nn.top_k %x at %i {axis = 1 : i64, k = 4 : i64, blocks = 3 : i64} : (tensor<2x9xf64>, tensor<2x9xi64>) -> (tensor<2x12xf64>, tensor<2x12xi64>)
  return %v, %j : tensor<2x12xf64>, tensor<2x12xi64>
}

// CHECK-LABEL: func @sort
// CHECK: nn.sort %{{.*}} {axis = 1 : i64} : (tensor<4x6x3xf32>) -> (tensor<4x6x3xf32>, tensor<4x6x3xi64>)
// RULES-LABEL: signatures of @sort{{$}}
// RULES-NEXT: nn.sort
// RULES-NEXT: (B) -> (B, B)
// RULES-NEXT: (S(0)) -> (S(0), S(0))
// RULES-NEXT: (S(2)) -> (S(2), S(2))
// RULES-NEXT: blocked d1 (6): every element of a row may end up in any piece of it; split another dimension, or take nn.top_k
// RULES-NOT: alternative
func.func @sort(%x: tensor<4x6x3xf32>) -> (tensor<4x6x3xf32>, tensor<4x6x3xi64>) {
  %v, %i = nn.sort %x {axis = 1 : i64} : (tensor<4x6x3xf32>) -> (tensor<4x6x3xf32>, tensor<4x6x3xi64>)
  return %v, %i : tensor<4x6x3xf32>, tensor<4x6x3xi64>
}

// CHECK-LABEL: func @sort_descending
// CHECK: nn.sort %{{.*}} {axis = 0 : i64, descending} : (tensor<5x2xi1>) -> (tensor<5x2xi1>, tensor<5x2xi32>)
func.func @sort_descending(%x: tensor<5x2xi1>) -> (tensor<5x2xi1>, tensor<5x2xi32>) {
  %v, %i = nn.sort %x {axis = 0 : i64, descending} : (tensor<5x2xi1>) -> (tensor<5x2xi1>, tensor<5x2xi32>)
  return %v, %i : tensor<5x2xi1>, tensor<5x2xi32>
}
