// RUN: sbp-opt %s | sbp-opt | FileCheck %s
// RUN: sbp-opt %s --sbp-print-signatures=axis-size=3 -o /dev/null | FileCheck %s --check-prefix=RULES
// RUN: sbp-opt %s --sbp-check-signatures=placements=2,3,4,2x2 -o /dev/null | FileCheck %s --check-prefix=EXECUTED

// CHECK-LABEL: func @cumsum
// CHECK: nn.cumsum %{{.*}} {axis = 1 : i64} : (tensor<4x7xf32>) -> tensor<4x7xf32>
// RULES-LABEL: signatures of @cumsum{{$}}
// RULES-NEXT: nn.cumsum
// RULES-NEXT: (B) -> (B)
// RULES-NEXT: (S(0)) -> (S(0))
// RULES-NEXT: (P) -> (P)
// RULES-NEXT: blocked d1 (7): dimension 1 is summed as a whole; the alternative `N blocks` splits it over N ranks
// RULES-NEXT: alternative: 3 blocks
// EXECUTED: nn.cumsum 2:3 3:3 4:3 2x2:9
func.func @cumsum(%x: tensor<4x7xf32>) -> tensor<4x7xf32> {
  %y = nn.cumsum %x {axis = 1 : i64} : (tensor<4x7xf32>) -> tensor<4x7xf32>
  return %y : tensor<4x7xf32>
}

// A piece for every rank, no other number.
// CHECK-LABEL: func @blocks
// CHECK: nn.cumsum %{{.*}} start %{{.*}} {axis = 0 : i64, blocks = 4 : i64, exclusive} : (tensor<7x2xbf16>, tensor<4x2xf32>) -> tensor<7x2xbf16>
// RULES-LABEL: signatures of @blocks{{$}}
// RULES-NEXT: nn.cumsum
// RULES-NEXT: (B, B) -> (B)
// RULES-NEXT: (S(1), S(1)) -> (S(1))
// RULES-NEXT: (P, P) -> (P)
// RULES-NOT: alternative
// EXECUTED: nn.cumsum 2:3 3:3 4:4 2x2:10
func.func @blocks(%x: tensor<7x2xbf16>, %s: tensor<4x2xf32>) -> tensor<7x2xbf16> {
  %y = nn.cumsum %x start %s {axis = 0 : i64, blocks = 4 : i64, exclusive} : (tensor<7x2xbf16>, tensor<4x2xf32>) -> tensor<7x2xbf16>
  return %y : tensor<7x2xbf16>
}

// Nested pieces of 6 elements on 2x2 ranks (2, 1, 2, 1) are no pieces of four (2, 2, 1, 1).
// CHECK-LABEL: func @pieces_that_do_not_nest
// CHECK: nn.cumsum %{{.*}} {axis = 0 : i64, blocks = 4 : i64, reverse} : (tensor<6xi32>) -> tensor<6xi32>
// RULES-LABEL: signatures of @pieces_that_do_not_nest{{$}}
// EXECUTED: nn.cumsum 2:2 3:2 4:3 2x2:4
func.func @pieces_that_do_not_nest(%x: tensor<6xi32>) -> tensor<6xi32> {
  %y = nn.cumsum %x {axis = 0 : i64, blocks = 4 : i64, reverse} : (tensor<6xi32>) -> tensor<6xi32>
  return %y : tensor<6xi32>
}

// CHECK-LABEL: func @block_sum
// CHECK: nn.block_sum %{{.*}} {axis = 1 : i64, blocks = 3 : i64} : (tensor<2x5xf16>) -> tensor<2x3xf32>
// RULES-LABEL: signatures of @block_sum{{$}}
// RULES-NEXT: nn.block_sum
// RULES-NEXT: (B) -> (B)
// RULES-NEXT: (S(0)) -> (S(0))
// RULES-NEXT: (S(1)) -> (S(1))
// RULES-NEXT: (P) -> (P)
// EXECUTED: nn.block_sum 2:3 3:4 4:3 2x2:9
func.func @block_sum(%x: tensor<2x5xf16>) -> tensor<2x3xf32> {
  %y = nn.block_sum %x {axis = 1 : i64, blocks = 3 : i64} : (tensor<2x5xf16>) -> tensor<2x3xf32>
  return %y : tensor<2x3xf32>
}

// More ranks than elements: the last pieces are empty.
// EXECUTED: nn.cumsum 2:2 3:2 4:2 2x2:4
func.func @reverse_exclusive(%x: tensor<3xi64>) -> tensor<3xi64> {
  %y = nn.cumsum %x {axis = 0 : i64, exclusive, reverse} : (tensor<3xi64>) -> tensor<3xi64>
  return %y : tensor<3xi64>
}
