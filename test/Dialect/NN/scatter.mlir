// RUN: sbp-opt %s | sbp-opt | FileCheck %s
// RUN: sbp-opt %s --sbp-print-signatures -o /dev/null | FileCheck %s --check-prefix=RULES
// RUN: sbp-opt %s --sbp-check-signatures=placements=2,3,4,2x2 -o /dev/null | FileCheck %s --check-prefix=EXECUTED

// Rows, columns, positions of the indices; and partial sums of table and updates together.
// CHECK-LABEL: func @rows
// CHECK: nn.scatter_add %{{.*}}, %{{.*}}, %{{.*}} {axis = 0 : i64} : (tensor<7x3xf32>, tensor<2x4xi64>, tensor<2x4x3xf32>) -> tensor<7x3xf32>
// RULES-LABEL: signatures of @rows{{$}}
// RULES-NEXT: nn.scatter_add
// RULES-NEXT: (B, B, B) -> (B)
// RULES-NEXT: (S(0), B, B) -> (S(0))
// RULES-NEXT: (S(1), B, S(2)) -> (S(1))
// RULES-NEXT: (P, S(0), S(0)) -> (P)
// RULES-NEXT: (P, S(1), S(1)) -> (P)
// RULES-NEXT: (P, B, P) -> (P)
// RULES-NOT: blocked
// EXECUTED: nn.scatter_add 2:6 3:6 4:6 2x2:36
func.func @rows(%t: tensor<7x3xf32>, %i: tensor<2x4xi64> {test.range = [0, 6]}, %u: tensor<2x4x3xf32>) -> tensor<7x3xf32> {
  %r = nn.scatter_add %t, %i, %u {axis = 0 : i64} : (tensor<7x3xf32>, tensor<2x4xi64>, tensor<2x4x3xf32>) -> tensor<7x3xf32>
  return %r : tensor<7x3xf32>
}

// What lies outside is left out on every shard; i32 indices; integers wrap.
// CHECK-LABEL: func @middle_dim
// CHECK: nn.scatter_add {{.*}} {axis = 1 : i64, drop_outside}
// RULES-LABEL: signatures of @middle_dim{{$}}
// EXECUTED: nn.scatter_add 2:6 3:6 4:6 2x2:36
func.func @middle_dim(%t: tensor<2x3x2xi8>, %i: tensor<6xi32> {test.range = [-2, 4]}, %u: tensor<2x6x2xi8>) -> tensor<2x3x2xi8> {
  %r = nn.scatter_add %t, %i, %u {axis = 1 : i64, drop_outside} : (tensor<2x3x2xi8>, tensor<6xi32>, tensor<2x6x2xi8>) -> tensor<2x3x2xi8>
  return %r : tensor<2x3x2xi8>
}

// One index, one element: no dim but the rows.
// RULES-LABEL: signatures of @element{{$}}
// EXECUTED: nn.scatter_add 2:3 3:3 4:3 2x2:9
func.func @element(%t: tensor<3xbf16>, %i: tensor<i64> {test.range = [0, 2]}, %u: tensor<bf16>) -> tensor<3xbf16> {
  %r = nn.scatter_add %t, %i, %u {axis = 0 : i64} : (tensor<3xbf16>, tensor<i64>, tensor<bf16>) -> tensor<3xbf16>
  return %r : tensor<3xbf16>
}
