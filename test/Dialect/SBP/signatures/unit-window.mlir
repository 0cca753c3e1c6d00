// RUN: sbp-opt %s --sbp-print-signatures -o /dev/null | FileCheck %s

// A window of one element is no stencil: the spatial dimension splits.

// CHECK-LABEL: signatures of @conv_1x1{{$}}
// CHECK-NEXT: linalg.conv_1d_nwc_wcf
// CHECK-NEXT: (B, B, B) -> (B)
// CHECK-NEXT: (S(0), B, S(0)) -> (S(0))
// CHECK-NEXT: (S(1), B, S(1)) -> (S(1))
// CHECK-NEXT: (B, S(2), S(2)) -> (S(2))
// CHECK-NEXT: (S(2), S(1), P) -> (P)
// CHECK-NEXT: (P, B, P) -> (P)
// CHECK-NEXT: (B, P, P) -> (P)
// CHECK-NEXT: blocked d3 (1): operand #0 is not indexed by the plain dimension once (d1 + d3)
// CHECK-NOT: {{->|blocked}}
func.func @conv_1x1(%x: tensor<2x8x4xf32>, %w: tensor<1x4x6xf32>, %o: tensor<2x8x6xf32>) -> tensor<2x8x6xf32> {
  %r = linalg.conv_1d_nwc_wcf ins(%x, %w : tensor<2x8x4xf32>, tensor<1x4x6xf32>) outs(%o : tensor<2x8x6xf32>) -> tensor<2x8x6xf32>
  return %r : tensor<2x8x6xf32>
}

// Where the last window ends before the input does, pieces of the input are no pieces of the loop: a kernel's loop stays whole,
// a position splits by windows.

// CHECK-LABEL: signatures of @kernel_that_leaves_a_rest{{$}}
// CHECK-NEXT: linalg.conv_1d
// CHECK-NEXT: (B, B, B) -> (B)
// CHECK-NEXT: (P, B, P) -> (P)
// CHECK-NEXT: (B, P, P) -> (P)
// CHECK-NEXT: blocked d1 (4): operand #0 is not indexed by the plain dimension once (d1 of 5 elements, of which it reads 4)
func.func @kernel_that_leaves_a_rest(%x: tensor<5xf32>, %w: tensor<4xf32>, %o: tensor<1xf32>) -> tensor<1xf32> {
  %r = linalg.conv_1d ins(%x, %w : tensor<5xf32>, tensor<4xf32>) outs(%o : tensor<1xf32>) -> tensor<1xf32>
  return %r : tensor<1xf32>
}

// CHECK-LABEL: signatures of @positions_that_leave_a_rest{{$}}
// CHECK: (S(0, 4 windows of 1), B, S(0)) -> (S(0))
func.func @positions_that_leave_a_rest(%x: tensor<5xf32>, %w: tensor<1xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.conv_1d ins(%x, %w : tensor<5xf32>, tensor<1xf32>) outs(%o : tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
