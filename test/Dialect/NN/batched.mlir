// RUN: sbp-opt %s | sbp-opt | FileCheck %s
// RUN: sbp-opt %s --sbp-print-signatures -o /dev/null | FileCheck %s --check-prefix=RULES
// RUN: sbp-opt %s --sbp-check-signatures=placements=2,3,4,2x2 -o /dev/null | FileCheck %s --check-prefix=EXECUTED

// Every position of the batch gathers from data of its own: a split of it moves nothing.
// CHECK-LABEL: func @gather
// CHECK: nn.gather %{{.*}}, %{{.*}} {axis = 2 : i64, batch_dims = 1 : i64} : (tensor<5x3x7x2xf32>, tensor<5x4xi32>) -> tensor<5x3x4x2xf32>
// RULES-LABEL: signatures of @gather{{$}}
// RULES-NEXT: nn.gather
// RULES-NEXT: (B, B) -> (B)
// RULES-NEXT: (S(0), S(0)) -> (S(0))
// RULES-NEXT: (S(1), B) -> (S(1))
// RULES-NEXT: (S(2), B) -> (P)
// RULES-NEXT: (S(3), B) -> (S(3))
// RULES-NEXT: (B, S(1)) -> (S(2))
// EXECUTED: nn.gather 2:12 3:12 4:12 2x2:104
func.func @gather(%t: tensor<5x3x7x2xf32>, %i: tensor<5x4xi32> {test.range = [0, 6]}) -> tensor<5x3x4x2xf32> {
  %r = nn.gather %t, %i {axis = 2 : i64, batch_dims = 1 : i64} : (tensor<5x3x7x2xf32>, tensor<5x4xi32>) -> tensor<5x3x4x2xf32>
  return %r : tensor<5x3x4x2xf32>
}

// As many indices as batch positions: one each.
// RULES-LABEL: signatures of @label{{$}}
// RULES: (S(0), S(0)) -> (S(0))
// EXECUTED: nn.gather 2:5 3:5 4:5 2x2:21
func.func @label(%t: tensor<5x7xi1>, %i: tensor<5xi64> {test.range = [0, 6]}) -> tensor<5xi1> {
  %r = nn.gather %t, %i {axis = 1 : i64, batch_dims = 1 : i64} : (tensor<5x7xi1>, tensor<5xi64>) -> tensor<5xi1>
  return %r : tensor<5xi1>
}

// CHECK-LABEL: func @scatter
// CHECK: nn.scatter_add {{.*}} {axis = 2 : i64, batch_dims = 1 : i64}
// RULES-LABEL: signatures of @scatter{{$}}
// RULES-NEXT: nn.scatter_add
// RULES-NEXT: (B, B, B) -> (B)
// RULES-NEXT: (S(0), S(0), S(0)) -> (S(0))
// RULES-NEXT: (S(1), B, S(1)) -> (S(1))
// RULES-NEXT: (S(2), B, B) -> (S(2))
// RULES-NEXT: (S(3), B, S(3)) -> (S(3))
// RULES-NEXT: (P, S(1), S(2)) -> (P)
// RULES-NEXT: (P, B, P) -> (P)
// EXECUTED: nn.scatter_add 2:7 3:7 4:7 2x2:49
func.func @scatter(%t: tensor<5x3x7x2xf32>, %i: tensor<5x4xi64> {test.range = [0, 6]}, %u: tensor<5x3x4x2xf32>) -> tensor<5x3x7x2xf32> {
  %r = nn.scatter_add %t, %i, %u {axis = 2 : i64, batch_dims = 1 : i64}
      : (tensor<5x3x7x2xf32>, tensor<5x4xi64>, tensor<5x3x4x2xf32>) -> tensor<5x3x7x2xf32>
  return %r : tensor<5x3x7x2xf32>
}

// Both batch dims, what lies outside is dropped; f16 is summed in f32.
// RULES-LABEL: signatures of @two_batch_dims{{$}}
// EXECUTED: nn.scatter_add 2:7 3:7 4:7 2x2:49
func.func @two_batch_dims(%t: tensor<2x3x4xf16>, %i: tensor<2x3x5x2xi32> {test.range = [-1, 4]}, %u: tensor<2x3x5x2xf16>) -> tensor<2x3x4xf16> {
  %r = nn.scatter_add %t, %i, %u {axis = 2 : i64, batch_dims = 2 : i64, drop_outside}
      : (tensor<2x3x4xf16>, tensor<2x3x5x2xi32>, tensor<2x3x5x2xf16>) -> tensor<2x3x4xf16>
  return %r : tensor<2x3x4xf16>
}
