// RUN: sbp-opt %s | sbp-opt | FileCheck %s
// RUN: sbp-opt %s --sbp-print-signatures -o /dev/null | FileCheck %s --check-prefix=RULES
// RUN: sbp-opt %s --sbp-check-signatures=placements=2,3,2x2 -o /dev/null | FileCheck %s --check-prefix=EXECUTED
// RUN: sbp-opt %s --sbp-check-work -o /dev/null | FileCheck %s --check-prefix=WORK

// Ends of groups. Rows, groups, k and columns are split; both factors may be partial.
// CHECK-LABEL: func @ends
// CHECK: nn.grouped_product %{{.*}}, %{{.*}}, %{{.*}} : (tensor<7x3xf32>, tensor<4x3x5xf32>, tensor<4xi32>) -> tensor<7x5xf32>
// RULES-LABEL: signatures of @ends{{$}}
// RULES-NEXT: nn.grouped_product
// RULES-NEXT: (B, B, B) -> (B)
// RULES-NEXT: (S(0), B, B) -> (S(0))
// RULES-NEXT: (B, S(0), B) -> (P)
// RULES-NEXT: (S(1), S(1), B) -> (P)
// RULES-NEXT: (B, S(2), B) -> (S(1))
// RULES-NEXT: (P, B, B) -> (P)
// RULES-NEXT: (B, P, B) -> (P)
// RULES-NOT: blocked
// EXECUTED: nn.grouped_product 2:7 3:7 2x2:49
// WORK: nn.grouped_product flops 2.100000e+02 counted 210
func.func @ends(%x: tensor<7x3xf32>, %w: tensor<4x3x5xf32>, %b: tensor<4xi32> {test.range = [-1, 9]}) -> tensor<7x5xf32> {
  %y = nn.grouped_product %x, %w, %b : (tensor<7x3xf32>, tensor<4x3x5xf32>, tensor<4xi32>) -> tensor<7x5xf32>
  return %y : tensor<7x5xf32>
}

// One bound more begins the first group; weights are n x k; bf16 is rounded once.
// CHECK-LABEL: func @offsets
// CHECK: nn.grouped_product {{.*}} {transposed}
// RULES-LABEL: signatures of @offsets{{$}}
// RULES: (S(1), S(2), B) -> (P)
// RULES-NEXT: (B, S(1), B) -> (S(1))
// EXECUTED: nn.grouped_product 2:7 3:7 2x2:49
func.func @offsets(%x: tensor<6x4xbf16>, %w: tensor<3x2x4xbf16>, %b: tensor<4xi64> {test.range = [0, 7]}) -> tensor<6x2xbf16> {
  %y = nn.grouped_product %x, %w, %b {transposed} : (tensor<6x4xbf16>, tensor<3x2x4xbf16>, tensor<4xi64>) -> tensor<6x2xbf16>
  return %y : tensor<6x2xbf16>
}

// CHECK-LABEL: func @outer
// CHECK: nn.grouped_outer %{{.*}}, %{{.*}}, %{{.*}} : (tensor<7x3xf32>, tensor<7x5xf32>, tensor<4xi32>) -> tensor<4x3x5xf32>
// RULES-LABEL: signatures of @outer{{$}}
// RULES-NEXT: nn.grouped_outer
// RULES-NEXT: (B, B, B) -> (B)
// RULES-NEXT: (S(0), S(0), B) -> (P)
// RULES-NEXT: (B, B, B) -> (S(0))
// RULES-NEXT: (S(1), B, B) -> (S(1))
// RULES-NEXT: (B, S(1), B) -> (S(2))
// RULES-NEXT: (P, B, B) -> (P)
// RULES-NEXT: (B, P, B) -> (P)
// EXECUTED: nn.grouped_outer 2:7 3:7 2x2:49
// WORK: nn.grouped_outer flops 2.100000e+02 counted 210
func.func @outer(%x: tensor<7x3xf32>, %y: tensor<7x5xf32>, %b: tensor<4xi32> {test.range = [-1, 9]}) -> tensor<4x3x5xf32> {
  %g = nn.grouped_outer %x, %y, %b : (tensor<7x3xf32>, tensor<7x5xf32>, tensor<4xi32>) -> tensor<4x3x5xf32>
  return %g : tensor<4x3x5xf32>
}

// Rows in front of the first group.
// EXECUTED: nn.grouped_outer 2:7 3:7 2x2:49
func.func @outer_from_offsets(%x: tensor<6x4xf16>, %y: tensor<6x2xf16>, %b: tensor<4xi64> {test.range = [-2, 7]}) -> tensor<3x4x2xf16> {
  %g = nn.grouped_outer %x, %y, %b : (tensor<6x4xf16>, tensor<6x2xf16>, tensor<4xi64>) -> tensor<3x4x2xf16>
  return %g : tensor<3x4x2xf16>
}
