// RUN: sbp-opt %s --sbp-print-signatures -o /dev/null | FileCheck %s

// CHECK-LABEL: signatures of @pooling_nhwc_sum{{$}}
// CHECK-NEXT: linalg.pooling_nhwc_sum
// CHECK-NEXT: (B, _, B) -> (B)
// CHECK-NEXT: (S(0), _, S(0)) -> (S(0))
// CHECK-NEXT: (S(1, 8 windows of 3), _, S(1)) -> (S(1))
// CHECK-NEXT: (S(2, 8 windows of 3), _, S(2)) -> (S(2))
// CHECK-NEXT: (S(3), _, S(3)) -> (S(3))
// CHECK-NEXT: (P, _, P) -> (P)
// CHECK-NEXT: blocked d4 (3): operand #0 is not indexed by the plain dimension once (d1 + d4)
// CHECK-NEXT: blocked d5 (3): operand #0 is not indexed by the plain dimension once (d2 + d5)
// CHECK-NOT: {{->|blocked}}
func.func @pooling_nhwc_sum(%a0: tensor<2x10x10x4xf32>, %a1: tensor<3x3xf32>, %o: tensor<2x8x8x4xf32>) -> tensor<2x8x8x4xf32> {
  %r = linalg.pooling_nhwc_sum ins(%a0, %a1 : tensor<2x10x10x4xf32>, tensor<3x3xf32>) outs(%o: tensor<2x8x8x4xf32>) -> tensor<2x8x8x4xf32>
  return %r : tensor<2x8x8x4xf32>
}

// CHECK-LABEL: signatures of @pooling_nwc_sum{{$}}
// CHECK-NEXT: linalg.pooling_nwc_sum
// CHECK-NEXT: (B, _, B) -> (B)
// CHECK-NEXT: (S(0), _, S(0)) -> (S(0))
// CHECK-NEXT: (S(1, 8 windows of 3), _, S(1)) -> (S(1))
// CHECK-NEXT: (S(2), _, S(2)) -> (S(2))
// CHECK-NEXT: (P, _, P) -> (P)
// CHECK-NEXT: blocked d3 (3): operand #0 is not indexed by the plain dimension once (d1 + d3)
// CHECK-NOT: {{->|blocked}}
func.func @pooling_nwc_sum(%a0: tensor<2x10x4xf32>, %a1: tensor<3xf32>, %o: tensor<2x8x4xf32>) -> tensor<2x8x4xf32> {
  %r = linalg.pooling_nwc_sum ins(%a0, %a1 : tensor<2x10x4xf32>, tensor<3xf32>) outs(%o: tensor<2x8x4xf32>) -> tensor<2x8x4xf32>
  return %r : tensor<2x8x4xf32>
}

// CHECK-LABEL: signatures of @pooling_nhwc_max{{$}}
// CHECK-NEXT: linalg.pooling_nhwc_max
// CHECK-NEXT: (B, _, B) -> (B)
// CHECK-NEXT: (S(0), _, S(0)) -> (S(0))
// CHECK-NEXT: (S(1, 8 windows of 3), _, S(1)) -> (S(1))
// CHECK-NEXT: (S(2, 8 windows of 3), _, S(2)) -> (S(2))
// CHECK-NEXT: (S(3), _, S(3)) -> (S(3))
// CHECK-NEXT: (P(max), _, P(max)) -> (P(max))
// CHECK-NEXT: blocked d4 (3): operand #0 is not indexed by the plain dimension once (d1 + d4)
// CHECK-NEXT: blocked d5 (3): operand #0 is not indexed by the plain dimension once (d2 + d5)
// CHECK-NOT: {{->|blocked}}
func.func @pooling_nhwc_max(%a0: tensor<2x10x10x4xf32>, %a1: tensor<3x3xf32>, %o: tensor<2x8x8x4xf32>) -> tensor<2x8x8x4xf32> {
  %r = linalg.pooling_nhwc_max ins(%a0, %a1 : tensor<2x10x10x4xf32>, tensor<3x3xf32>) outs(%o: tensor<2x8x8x4xf32>) -> tensor<2x8x8x4xf32>
  return %r : tensor<2x8x8x4xf32>
}

// CHECK-LABEL: signatures of @pooling_nwc_max{{$}}
// CHECK-NEXT: linalg.pooling_nwc_max
// CHECK-NEXT: (B, _, B) -> (B)
// CHECK-NEXT: (S(0), _, S(0)) -> (S(0))
// CHECK-NEXT: (S(1, 8 windows of 3), _, S(1)) -> (S(1))
// CHECK-NEXT: (S(2), _, S(2)) -> (S(2))
// CHECK-NEXT: (P(max), _, P(max)) -> (P(max))
// CHECK-NEXT: blocked d3 (3): operand #0 is not indexed by the plain dimension once (d1 + d3)
// CHECK-NOT: {{->|blocked}}
func.func @pooling_nwc_max(%a0: tensor<2x10x4xf32>, %a1: tensor<3xf32>, %o: tensor<2x8x4xf32>) -> tensor<2x8x4xf32> {
  %r = linalg.pooling_nwc_max ins(%a0, %a1 : tensor<2x10x4xf32>, tensor<3xf32>) outs(%o: tensor<2x8x4xf32>) -> tensor<2x8x4xf32>
  return %r : tensor<2x8x4xf32>
}

// CHECK-LABEL: signatures of @pooling_nhwc_min{{$}}
// CHECK-NEXT: linalg.pooling_nhwc_min
// CHECK-NEXT: (B, _, B) -> (B)
// CHECK-NEXT: (S(0), _, S(0)) -> (S(0))
// CHECK-NEXT: (S(1, 8 windows of 3), _, S(1)) -> (S(1))
// CHECK-NEXT: (S(2, 8 windows of 3), _, S(2)) -> (S(2))
// CHECK-NEXT: (S(3), _, S(3)) -> (S(3))
// CHECK-NEXT: (P(min), _, P(min)) -> (P(min))
// CHECK-NEXT: blocked d4 (3): operand #0 is not indexed by the plain dimension once (d1 + d4)
// CHECK-NEXT: blocked d5 (3): operand #0 is not indexed by the plain dimension once (d2 + d5)
// CHECK-NOT: {{->|blocked}}
func.func @pooling_nhwc_min(%a0: tensor<2x10x10x4xf32>, %a1: tensor<3x3xf32>, %o: tensor<2x8x8x4xf32>) -> tensor<2x8x8x4xf32> {
  %r = linalg.pooling_nhwc_min ins(%a0, %a1 : tensor<2x10x10x4xf32>, tensor<3x3xf32>) outs(%o: tensor<2x8x8x4xf32>) -> tensor<2x8x8x4xf32>
  return %r : tensor<2x8x8x4xf32>
}

// CHECK-LABEL: signatures of @pooling_nwc_min{{$}}
// CHECK-NEXT: linalg.pooling_nwc_min
// CHECK-NEXT: (B, _, B) -> (B)
// CHECK-NEXT: (S(0), _, S(0)) -> (S(0))
// CHECK-NEXT: (S(1, 8 windows of 3), _, S(1)) -> (S(1))
// CHECK-NEXT: (S(2), _, S(2)) -> (S(2))
// CHECK-NEXT: (P(min), _, P(min)) -> (P(min))
// CHECK-NEXT: blocked d3 (3): operand #0 is not indexed by the plain dimension once (d1 + d3)
// CHECK-NOT: {{->|blocked}}
func.func @pooling_nwc_min(%a0: tensor<2x10x4xf32>, %a1: tensor<3xf32>, %o: tensor<2x8x4xf32>) -> tensor<2x8x4xf32> {
  %r = linalg.pooling_nwc_min ins(%a0, %a1 : tensor<2x10x4xf32>, tensor<3xf32>) outs(%o: tensor<2x8x4xf32>) -> tensor<2x8x4xf32>
  return %r : tensor<2x8x4xf32>
}

// CHECK-LABEL: signatures of @pooling_nhwc_max_unsigned{{$}}
// CHECK-NEXT: linalg.pooling_nhwc_max_unsigned
// CHECK-NEXT: (B, _, B) -> (B)
// CHECK-NEXT: (S(0), _, S(0)) -> (S(0))
// CHECK-NEXT: (S(1, 8 windows of 3), _, S(1)) -> (S(1))
// CHECK-NEXT: (S(2, 8 windows of 3), _, S(2)) -> (S(2))
// CHECK-NEXT: (S(3), _, S(3)) -> (S(3))
// CHECK-NEXT: (P(umax), _, P(umax)) -> (P(umax))
// CHECK-NEXT: blocked d4 (3): operand #0 is not indexed by the plain dimension once (d1 + d4)
// CHECK-NEXT: blocked d5 (3): operand #0 is not indexed by the plain dimension once (d2 + d5)
// CHECK-NOT: {{->|blocked}}
func.func @pooling_nhwc_max_unsigned(%a0: tensor<2x10x10x4xi32>, %a1: tensor<3x3xi32>, %o: tensor<2x8x8x4xi32>) -> tensor<2x8x8x4xi32> {
  %r = linalg.pooling_nhwc_max_unsigned ins(%a0, %a1 : tensor<2x10x10x4xi32>, tensor<3x3xi32>) outs(%o: tensor<2x8x8x4xi32>) -> tensor<2x8x8x4xi32>
  return %r : tensor<2x8x8x4xi32>
}

// CHECK-LABEL: signatures of @pooling_nwc_max_unsigned{{$}}
// CHECK-NEXT: linalg.pooling_nwc_max_unsigned
// CHECK-NEXT: (B, _, B) -> (B)
// CHECK-NEXT: (S(0), _, S(0)) -> (S(0))
// CHECK-NEXT: (S(1, 8 windows of 3), _, S(1)) -> (S(1))
// CHECK-NEXT: (S(2), _, S(2)) -> (S(2))
// CHECK-NEXT: (P(umax), _, P(umax)) -> (P(umax))
// CHECK-NEXT: blocked d3 (3): operand #0 is not indexed by the plain dimension once (d1 + d3)
// CHECK-NOT: {{->|blocked}}
func.func @pooling_nwc_max_unsigned(%a0: tensor<2x10x4xi32>, %a1: tensor<3xi32>, %o: tensor<2x8x4xi32>) -> tensor<2x8x4xi32> {
  %r = linalg.pooling_nwc_max_unsigned ins(%a0, %a1 : tensor<2x10x4xi32>, tensor<3xi32>) outs(%o: tensor<2x8x4xi32>) -> tensor<2x8x4xi32>
  return %r : tensor<2x8x4xi32>
}

// CHECK-LABEL: signatures of @pooling_nhwc_min_unsigned{{$}}
// CHECK-NEXT: linalg.pooling_nhwc_min_unsigned
// CHECK-NEXT: (B, _, B) -> (B)
// CHECK-NEXT: (S(0), _, S(0)) -> (S(0))
// CHECK-NEXT: (S(1, 8 windows of 3), _, S(1)) -> (S(1))
// CHECK-NEXT: (S(2, 8 windows of 3), _, S(2)) -> (S(2))
// CHECK-NEXT: (S(3), _, S(3)) -> (S(3))
// CHECK-NEXT: (P(umin), _, P(umin)) -> (P(umin))
// CHECK-NEXT: blocked d4 (3): operand #0 is not indexed by the plain dimension once (d1 + d4)
// CHECK-NEXT: blocked d5 (3): operand #0 is not indexed by the plain dimension once (d2 + d5)
// CHECK-NOT: {{->|blocked}}
func.func @pooling_nhwc_min_unsigned(%a0: tensor<2x10x10x4xi32>, %a1: tensor<3x3xi32>, %o: tensor<2x8x8x4xi32>) -> tensor<2x8x8x4xi32> {
  %r = linalg.pooling_nhwc_min_unsigned ins(%a0, %a1 : tensor<2x10x10x4xi32>, tensor<3x3xi32>) outs(%o: tensor<2x8x8x4xi32>) -> tensor<2x8x8x4xi32>
  return %r : tensor<2x8x8x4xi32>
}

// CHECK-LABEL: signatures of @pooling_nwc_min_unsigned{{$}}
// CHECK-NEXT: linalg.pooling_nwc_min_unsigned
// CHECK-NEXT: (B, _, B) -> (B)
// CHECK-NEXT: (S(0), _, S(0)) -> (S(0))
// CHECK-NEXT: (S(1, 8 windows of 3), _, S(1)) -> (S(1))
// CHECK-NEXT: (S(2), _, S(2)) -> (S(2))
// CHECK-NEXT: (P(umin), _, P(umin)) -> (P(umin))
// CHECK-NEXT: blocked d3 (3): operand #0 is not indexed by the plain dimension once (d1 + d3)
// CHECK-NOT: {{->|blocked}}
func.func @pooling_nwc_min_unsigned(%a0: tensor<2x10x4xi32>, %a1: tensor<3xi32>, %o: tensor<2x8x4xi32>) -> tensor<2x8x4xi32> {
  %r = linalg.pooling_nwc_min_unsigned ins(%a0, %a1 : tensor<2x10x4xi32>, tensor<3xi32>) outs(%o: tensor<2x8x4xi32>) -> tensor<2x8x4xi32>
  return %r : tensor<2x8x4xi32>
}

// CHECK-LABEL: signatures of @pooling_nchw_sum{{$}}
// CHECK-NEXT: linalg.pooling_nchw_sum
// CHECK-NEXT: (B, _, B) -> (B)
// CHECK-NEXT: (S(0), _, S(0)) -> (S(0))
// CHECK-NEXT: (S(1), _, S(1)) -> (S(1))
// CHECK-NEXT: (S(2, 8 windows of 3), _, S(2)) -> (S(2))
// CHECK-NEXT: (S(3, 8 windows of 3), _, S(3)) -> (S(3))
// CHECK-NEXT: (P, _, P) -> (P)
// CHECK-NEXT: blocked d4 (3): operand #0 is not indexed by the plain dimension once (d2 + d4)
// CHECK-NEXT: blocked d5 (3): operand #0 is not indexed by the plain dimension once (d3 + d5)
// CHECK-NOT: {{->|blocked}}
func.func @pooling_nchw_sum(%a0: tensor<2x4x10x10xf32>, %a1: tensor<3x3xf32>, %o: tensor<2x4x8x8xf32>) -> tensor<2x4x8x8xf32> {
  %r = linalg.pooling_nchw_sum ins(%a0, %a1 : tensor<2x4x10x10xf32>, tensor<3x3xf32>) outs(%o: tensor<2x4x8x8xf32>) -> tensor<2x4x8x8xf32>
  return %r : tensor<2x4x8x8xf32>
}

// CHECK-LABEL: signatures of @pooling_ncw_sum{{$}}
// CHECK-NEXT: linalg.pooling_ncw_sum
// CHECK-NEXT: (B, _, B) -> (B)
// CHECK-NEXT: (S(0), _, S(0)) -> (S(0))
// CHECK-NEXT: (S(1), _, S(1)) -> (S(1))
// CHECK-NEXT: (S(2, 8 windows of 3), _, S(2)) -> (S(2))
// CHECK-NEXT: (P, _, P) -> (P)
// CHECK-NEXT: blocked d3 (3): operand #0 is not indexed by the plain dimension once (d2 + d3)
// CHECK-NOT: {{->|blocked}}
func.func @pooling_ncw_sum(%a0: tensor<2x4x10xf32>, %a1: tensor<3xf32>, %o: tensor<2x4x8xf32>) -> tensor<2x4x8xf32> {
  %r = linalg.pooling_ncw_sum ins(%a0, %a1 : tensor<2x4x10xf32>, tensor<3xf32>) outs(%o: tensor<2x4x8xf32>) -> tensor<2x4x8xf32>
  return %r : tensor<2x4x8xf32>
}

// CHECK-LABEL: signatures of @pooling_nchw_max{{$}}
// CHECK-NEXT: linalg.pooling_nchw_max
// CHECK-NEXT: (B, _, B) -> (B)
// CHECK-NEXT: (S(0), _, S(0)) -> (S(0))
// CHECK-NEXT: (S(1), _, S(1)) -> (S(1))
// CHECK-NEXT: (S(2, 8 windows of 3), _, S(2)) -> (S(2))
// CHECK-NEXT: (S(3, 8 windows of 3), _, S(3)) -> (S(3))
// CHECK-NEXT: (P(max), _, P(max)) -> (P(max))
// CHECK-NEXT: blocked d4 (3): operand #0 is not indexed by the plain dimension once (d2 + d4)
// CHECK-NEXT: blocked d5 (3): operand #0 is not indexed by the plain dimension once (d3 + d5)
// CHECK-NOT: {{->|blocked}}
func.func @pooling_nchw_max(%a0: tensor<2x4x10x10xf32>, %a1: tensor<3x3xf32>, %o: tensor<2x4x8x8xf32>) -> tensor<2x4x8x8xf32> {
  %r = linalg.pooling_nchw_max ins(%a0, %a1 : tensor<2x4x10x10xf32>, tensor<3x3xf32>) outs(%o: tensor<2x4x8x8xf32>) -> tensor<2x4x8x8xf32>
  return %r : tensor<2x4x8x8xf32>
}

// CHECK-LABEL: signatures of @pooling_ncw_max{{$}}
// CHECK-NEXT: linalg.pooling_ncw_max
// CHECK-NEXT: (B, _, B) -> (B)
// CHECK-NEXT: (S(0), _, S(0)) -> (S(0))
// CHECK-NEXT: (S(1), _, S(1)) -> (S(1))
// CHECK-NEXT: (S(2, 8 windows of 3), _, S(2)) -> (S(2))
// CHECK-NEXT: (P(max), _, P(max)) -> (P(max))
// CHECK-NEXT: blocked d3 (3): operand #0 is not indexed by the plain dimension once (d2 + d3)
// CHECK-NOT: {{->|blocked}}
func.func @pooling_ncw_max(%a0: tensor<2x4x10xf32>, %a1: tensor<3xf32>, %o: tensor<2x4x8xf32>) -> tensor<2x4x8xf32> {
  %r = linalg.pooling_ncw_max ins(%a0, %a1 : tensor<2x4x10xf32>, tensor<3xf32>) outs(%o: tensor<2x4x8xf32>) -> tensor<2x4x8xf32>
  return %r : tensor<2x4x8xf32>
}

// CHECK-LABEL: signatures of @pooling_ndhwc_sum{{$}}
// CHECK-NEXT: linalg.pooling_ndhwc_sum
// CHECK-NEXT: (B, _, B) -> (B)
// CHECK-NEXT: (S(0), _, S(0)) -> (S(0))
// CHECK-NEXT: (S(1, 4 windows of 3), _, S(1)) -> (S(1))
// CHECK-NEXT: (S(2, 4 windows of 3), _, S(2)) -> (S(2))
// CHECK-NEXT: (S(3, 4 windows of 3), _, S(3)) -> (S(3))
// CHECK-NEXT: (S(4), _, S(4)) -> (S(4))
// CHECK-NEXT: (P, _, P) -> (P)
// CHECK-NEXT: blocked d5 (3): operand #0 is not indexed by the plain dimension once (d1 + d5)
// CHECK-NEXT: blocked d6 (3): operand #0 is not indexed by the plain dimension once (d2 + d6)
// CHECK-NEXT: blocked d7 (3): operand #0 is not indexed by the plain dimension once (d3 + d7)
// CHECK-NOT: {{->|blocked}}
func.func @pooling_ndhwc_sum(%a0: tensor<2x6x6x6x4xf32>, %a1: tensor<3x3x3xf32>, %o: tensor<2x4x4x4x4xf32>) -> tensor<2x4x4x4x4xf32> {
  %r = linalg.pooling_ndhwc_sum ins(%a0, %a1 : tensor<2x6x6x6x4xf32>, tensor<3x3x3xf32>) outs(%o: tensor<2x4x4x4x4xf32>) -> tensor<2x4x4x4x4xf32>
  return %r : tensor<2x4x4x4x4xf32>
}

// CHECK-LABEL: signatures of @pooling_ndhwc_max{{$}}
// CHECK-NEXT: linalg.pooling_ndhwc_max
// CHECK-NEXT: (B, _, B) -> (B)
// CHECK-NEXT: (S(0), _, S(0)) -> (S(0))
// CHECK-NEXT: (S(1, 4 windows of 3), _, S(1)) -> (S(1))
// CHECK-NEXT: (S(2, 4 windows of 3), _, S(2)) -> (S(2))
// CHECK-NEXT: (S(3, 4 windows of 3), _, S(3)) -> (S(3))
// CHECK-NEXT: (S(4), _, S(4)) -> (S(4))
// CHECK-NEXT: (P(max), _, P(max)) -> (P(max))
// CHECK-NEXT: blocked d5 (3): operand #0 is not indexed by the plain dimension once (d1 + d5)
// CHECK-NEXT: blocked d6 (3): operand #0 is not indexed by the plain dimension once (d2 + d6)
// CHECK-NEXT: blocked d7 (3): operand #0 is not indexed by the plain dimension once (d3 + d7)
// CHECK-NOT: {{->|blocked}}
func.func @pooling_ndhwc_max(%a0: tensor<2x6x6x6x4xf32>, %a1: tensor<3x3x3xf32>, %o: tensor<2x4x4x4x4xf32>) -> tensor<2x4x4x4x4xf32> {
  %r = linalg.pooling_ndhwc_max ins(%a0, %a1 : tensor<2x6x6x6x4xf32>, tensor<3x3x3xf32>) outs(%o: tensor<2x4x4x4x4xf32>) -> tensor<2x4x4x4x4xf32>
  return %r : tensor<2x4x4x4x4xf32>
}

// CHECK-LABEL: signatures of @pooling_ndhwc_min{{$}}
// CHECK-NEXT: linalg.pooling_ndhwc_min
// CHECK-NEXT: (B, _, B) -> (B)
// CHECK-NEXT: (S(0), _, S(0)) -> (S(0))
// CHECK-NEXT: (S(1, 4 windows of 3), _, S(1)) -> (S(1))
// CHECK-NEXT: (S(2, 4 windows of 3), _, S(2)) -> (S(2))
// CHECK-NEXT: (S(3, 4 windows of 3), _, S(3)) -> (S(3))
// CHECK-NEXT: (S(4), _, S(4)) -> (S(4))
// CHECK-NEXT: (P(min), _, P(min)) -> (P(min))
// CHECK-NEXT: blocked d5 (3): operand #0 is not indexed by the plain dimension once (d1 + d5)
// CHECK-NEXT: blocked d6 (3): operand #0 is not indexed by the plain dimension once (d2 + d6)
// CHECK-NEXT: blocked d7 (3): operand #0 is not indexed by the plain dimension once (d3 + d7)
// CHECK-NOT: {{->|blocked}}
func.func @pooling_ndhwc_min(%a0: tensor<2x6x6x6x4xf32>, %a1: tensor<3x3x3xf32>, %o: tensor<2x4x4x4x4xf32>) -> tensor<2x4x4x4x4xf32> {
  %r = linalg.pooling_ndhwc_min ins(%a0, %a1 : tensor<2x6x6x6x4xf32>, tensor<3x3x3xf32>) outs(%o: tensor<2x4x4x4x4xf32>) -> tensor<2x4x4x4x4xf32>
  return %r : tensor<2x4x4x4x4xf32>
}
