// RUN: sbp-opt %s | sbp-opt | FileCheck %s
// RUN: sbp-opt %s --sbp-print-signatures -o /dev/null | FileCheck %s --check-prefix=RULES
// RUN: sbp-opt %s --sbp-check-signatures=placements=2,3,4,2x2 -o /dev/null | FileCheck %s --check-prefix=EXECUTED

// Rows and columns; no other dim of the indices, for the last update wins; table and updates may be partial together.
// CHECK-LABEL: func @rows
// CHECK: nn.scatter %{{.*}}, %{{.*}}, %{{.*}} {axis = 0 : i64} : (tensor<7x3xi1>, tensor<2x4xi64>, tensor<2x4x3xi1>) -> tensor<7x3xi1>
// RULES-LABEL: signatures of @rows{{$}}
// RULES-NEXT: nn.scatter
// RULES-NEXT: (B, B, B) -> (B)
// RULES-NEXT: (S(0), B, B) -> (S(0))
// RULES-NEXT: (S(1), B, S(2)) -> (S(1))
// RULES-NEXT: (P(and), B, P(and)) -> (P(and))
// RULES-NEXT: (P(or), B, P(or)) -> (P(or))
// RULES-NEXT: blocked d2 (2): the last of all updates with the same index wins; split another dimension
// RULES-NEXT: blocked d3 (4): the last of all updates with the same index wins; split another dimension
// EXECUTED: nn.scatter 2:5 3:5 4:5 2x2:23
func.func @rows(%t: tensor<7x3xi1>, %i: tensor<2x4xi64> {test.range = [-2, 8]}, %u: tensor<2x4x3xi1>) -> tensor<7x3xi1> {
  %r = nn.scatter %t, %i, %u {axis = 0 : i64} : (tensor<7x3xi1>, tensor<2x4xi64>, tensor<2x4x3xi1>) -> tensor<7x3xi1>
  return %r : tensor<7x3xi1>
}

// What lies outside is left out on every shard; i32 indices.
// CHECK-LABEL: func @middle_dim
// CHECK: nn.scatter {{.*}} {axis = 1 : i64, drop_outside}
// EXECUTED: nn.scatter
func.func @middle_dim(%t: tensor<2x3x2xbf16>, %i: tensor<6xi32> {test.range = [-2, 4]}, %u: tensor<2x6x2xbf16>) -> tensor<2x3x2xbf16> {
  %r = nn.scatter %t, %i, %u {axis = 1 : i64, drop_outside} : (tensor<2x3x2xbf16>, tensor<6xi32>, tensor<2x6x2xbf16>) -> tensor<2x3x2xbf16>
  return %r : tensor<2x3x2xbf16>
}

// Batch dims are split together with those of the indices.
// RULES-LABEL: signatures of @batched{{$}}
// RULES-NEXT: nn.scatter
// RULES-NEXT: (B, B, B) -> (B)
// RULES-NEXT: (S(0), S(0), S(0)) -> (S(0))
// RULES-NEXT: (S(1), B, S(1)) -> (S(1))
// RULES-NEXT: (S(2), B, B) -> (S(2))
// EXECUTED: nn.scatter
func.func @batched(%t: tensor<5x3x7xf32>, %i: tensor<5x4xi64> {test.range = [0, 6]}, %u: tensor<5x3x4xf32>) -> tensor<5x3x7xf32> {
  %r = nn.scatter %t, %i, %u {axis = 2 : i64, batch_dims = 1 : i64} : (tensor<5x3x7xf32>, tensor<5x4xi64>, tensor<5x3x4xf32>) -> tensor<5x3x7xf32>
  return %r : tensor<5x3x7xf32>
}

// One index, one element: no dim but the rows.
// EXECUTED: nn.scatter
func.func @element(%t: tensor<3xi64>, %i: tensor<i64> {test.range = [0, 2]}, %u: tensor<i64>) -> tensor<3xi64> {
  %r = nn.scatter %t, %i, %u {axis = 0 : i64} : (tensor<3xi64>, tensor<i64>, tensor<i64>) -> tensor<3xi64>
  return %r : tensor<3xi64>
}
