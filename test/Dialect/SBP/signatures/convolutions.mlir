// RUN: sbp-opt %s --sbp-print-signatures -o /dev/null | FileCheck %s

// CHECK-LABEL: signatures of @conv_1d{{$}}
// CHECK-NEXT: linalg.conv_1d
// CHECK-NEXT: (B, B, B) -> (B)
// CHECK-NEXT: (S(0, 8 windows of 3), B, S(0)) -> (S(0))
// CHECK-NEXT: (P, B, P) -> (P)
// CHECK-NEXT: (B, P, P) -> (P)
// CHECK-NEXT: blocked d1 (3): operand #0 is not indexed by the plain dimension once (d0 + d1)
// CHECK-NOT: {{->|blocked}}
func.func @conv_1d(%a0: tensor<10xf32>, %a1: tensor<3xf32>, %o: tensor<8xf32>) -> tensor<8xf32> {
  %r = linalg.conv_1d ins(%a0, %a1 : tensor<10xf32>, tensor<3xf32>) outs(%o: tensor<8xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// CHECK-LABEL: signatures of @conv_1d_nwc_wcf{{$}}
// CHECK-NEXT: linalg.conv_1d_nwc_wcf
// CHECK-NEXT: (B, B, B) -> (B)
// CHECK-NEXT: (S(0), B, S(0)) -> (S(0))
// CHECK-NEXT: (S(1, 8 windows of 3), B, S(1)) -> (S(1))
// CHECK-NEXT: (B, S(2), S(2)) -> (S(2))
// CHECK-NEXT: (S(2), S(1), P) -> (P)
// CHECK-NEXT: (P, B, P) -> (P)
// CHECK-NEXT: (B, P, P) -> (P)
// CHECK-NEXT: blocked d3 (3): operand #0 is not indexed by the plain dimension once (d1 + d3)
// CHECK-NOT: {{->|blocked}}
func.func @conv_1d_nwc_wcf(%a0: tensor<2x10x4xf32>, %a1: tensor<3x4x6xf32>, %o: tensor<2x8x6xf32>) -> tensor<2x8x6xf32> {
  %r = linalg.conv_1d_nwc_wcf ins(%a0, %a1 : tensor<2x10x4xf32>, tensor<3x4x6xf32>) outs(%o: tensor<2x8x6xf32>) -> tensor<2x8x6xf32>
  return %r : tensor<2x8x6xf32>
}

// CHECK-LABEL: signatures of @conv_1d_ncw_fcw{{$}}
// CHECK-NEXT: linalg.conv_1d_ncw_fcw
// CHECK-NEXT: (B, B, B) -> (B)
// CHECK-NEXT: (S(0), B, S(0)) -> (S(0))
// CHECK-NEXT: (B, S(0), S(1)) -> (S(1))
// CHECK-NEXT: (S(2, 8 windows of 3), B, S(2)) -> (S(2))
// CHECK-NEXT: (S(1), S(1), P) -> (P)
// CHECK-NEXT: (P, B, P) -> (P)
// CHECK-NEXT: (B, P, P) -> (P)
// CHECK-NEXT: blocked d4 (3): operand #0 is not indexed by the plain dimension once (d2 + d4)
// CHECK-NOT: {{->|blocked}}
func.func @conv_1d_ncw_fcw(%a0: tensor<2x4x10xf32>, %a1: tensor<6x4x3xf32>, %o: tensor<2x6x8xf32>) -> tensor<2x6x8xf32> {
  %r = linalg.conv_1d_ncw_fcw ins(%a0, %a1 : tensor<2x4x10xf32>, tensor<6x4x3xf32>) outs(%o: tensor<2x6x8xf32>) -> tensor<2x6x8xf32>
  return %r : tensor<2x6x8xf32>
}

// CHECK-LABEL: signatures of @conv_2d{{$}}
// CHECK-NEXT: linalg.conv_2d
// CHECK-NEXT: (B, B, B) -> (B)
// CHECK-NEXT: (S(0, 8 windows of 3), B, S(0)) -> (S(0))
// CHECK-NEXT: (S(1, 8 windows of 3), B, S(1)) -> (S(1))
// CHECK-NEXT: (P, B, P) -> (P)
// CHECK-NEXT: (B, P, P) -> (P)
// CHECK-NEXT: blocked d2 (3): operand #0 is not indexed by the plain dimension once (d0 + d2)
// CHECK-NEXT: blocked d3 (3): operand #0 is not indexed by the plain dimension once (d1 + d3)
// CHECK-NOT: {{->|blocked}}
func.func @conv_2d(%a0: tensor<10x10xf32>, %a1: tensor<3x3xf32>, %o: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %r = linalg.conv_2d ins(%a0, %a1 : tensor<10x10xf32>, tensor<3x3xf32>) outs(%o: tensor<8x8xf32>) -> tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}

// CHECK-LABEL: signatures of @conv_2d_nhwc_hwcf{{$}}
// CHECK-NEXT: linalg.conv_2d_nhwc_hwcf
// CHECK-NEXT: (B, B, B) -> (B)
// CHECK-NEXT: (S(0), B, S(0)) -> (S(0))
// CHECK-NEXT: (S(1, 8 windows of 3), B, S(1)) -> (S(1))
// CHECK-NEXT: (S(2, 8 windows of 3), B, S(2)) -> (S(2))
// CHECK-NEXT: (B, S(3), S(3)) -> (S(3))
// CHECK-NEXT: (S(3), S(2), P) -> (P)
// CHECK-NEXT: (P, B, P) -> (P)
// CHECK-NEXT: (B, P, P) -> (P)
// CHECK-NEXT: blocked d4 (3): operand #0 is not indexed by the plain dimension once (d1 + d4)
// CHECK-NEXT: blocked d5 (3): operand #0 is not indexed by the plain dimension once (d2 + d5)
// CHECK-NOT: {{->|blocked}}
func.func @conv_2d_nhwc_hwcf(%a0: tensor<2x10x10x4xf32>, %a1: tensor<3x3x4x6xf32>, %o: tensor<2x8x8x6xf32>) -> tensor<2x8x8x6xf32> {
  %r = linalg.conv_2d_nhwc_hwcf ins(%a0, %a1 : tensor<2x10x10x4xf32>, tensor<3x3x4x6xf32>) outs(%o: tensor<2x8x8x6xf32>) -> tensor<2x8x8x6xf32>
  return %r : tensor<2x8x8x6xf32>
}

// CHECK-LABEL: signatures of @conv_2d_nhwc_fhwc{{$}}
// CHECK-NEXT: linalg.conv_2d_nhwc_fhwc
// CHECK-NEXT: (B, B, B) -> (B)
// CHECK-NEXT: (S(0), B, S(0)) -> (S(0))
// CHECK-NEXT: (S(1, 8 windows of 3), B, S(1)) -> (S(1))
// CHECK-NEXT: (S(2, 8 windows of 3), B, S(2)) -> (S(2))
// CHECK-NEXT: (B, S(0), S(3)) -> (S(3))
// CHECK-NEXT: (S(3), S(3), P) -> (P)
// CHECK-NEXT: (P, B, P) -> (P)
// CHECK-NEXT: (B, P, P) -> (P)
// CHECK-NEXT: blocked d4 (3): operand #0 is not indexed by the plain dimension once (d1 + d4)
// CHECK-NEXT: blocked d5 (3): operand #0 is not indexed by the plain dimension once (d2 + d5)
// CHECK-NOT: {{->|blocked}}
func.func @conv_2d_nhwc_fhwc(%a0: tensor<2x10x10x4xf32>, %a1: tensor<6x3x3x4xf32>, %o: tensor<2x8x8x6xf32>) -> tensor<2x8x8x6xf32> {
  %r = linalg.conv_2d_nhwc_fhwc ins(%a0, %a1 : tensor<2x10x10x4xf32>, tensor<6x3x3x4xf32>) outs(%o: tensor<2x8x8x6xf32>) -> tensor<2x8x8x6xf32>
  return %r : tensor<2x8x8x6xf32>
}

// CHECK-LABEL: signatures of @conv_2d_nchw_fchw{{$}}
// CHECK-NEXT: linalg.conv_2d_nchw_fchw
// CHECK-NEXT: (B, B, B) -> (B)
// CHECK-NEXT: (S(0), B, S(0)) -> (S(0))
// CHECK-NEXT: (B, S(0), S(1)) -> (S(1))
// CHECK-NEXT: (S(2, 8 windows of 3), B, S(2)) -> (S(2))
// CHECK-NEXT: (S(3, 8 windows of 3), B, S(3)) -> (S(3))
// CHECK-NEXT: (S(1), S(1), P) -> (P)
// CHECK-NEXT: (P, B, P) -> (P)
// CHECK-NEXT: (B, P, P) -> (P)
// CHECK-NEXT: blocked d5 (3): operand #0 is not indexed by the plain dimension once (d2 + d5)
// CHECK-NEXT: blocked d6 (3): operand #0 is not indexed by the plain dimension once (d3 + d6)
// CHECK-NOT: {{->|blocked}}
func.func @conv_2d_nchw_fchw(%a0: tensor<2x4x10x10xf32>, %a1: tensor<6x4x3x3xf32>, %o: tensor<2x6x8x8xf32>) -> tensor<2x6x8x8xf32> {
  %r = linalg.conv_2d_nchw_fchw {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%a0, %a1 : tensor<2x4x10x10xf32>, tensor<6x4x3x3xf32>) outs(%o: tensor<2x6x8x8xf32>) -> tensor<2x6x8x8xf32>
  return %r : tensor<2x6x8x8xf32>
}

// CHECK-LABEL: signatures of @conv_2d_ngchw_fgchw{{$}}
// CHECK-NEXT: linalg.conv_2d_ngchw_fgchw
// CHECK-NEXT: (B, B, B) -> (B)
// CHECK-NEXT: (S(0), B, S(0)) -> (S(0))
// CHECK-NEXT: (S(1), S(1), S(1)) -> (S(1))
// CHECK-NEXT: (B, S(0), S(2)) -> (S(2))
// CHECK-NEXT: (S(3, 8 windows of 3), B, S(3)) -> (S(3))
// CHECK-NEXT: (S(4, 8 windows of 3), B, S(4)) -> (S(4))
// CHECK-NEXT: (S(2), S(2), P) -> (P)
// CHECK-NEXT: (P, B, P) -> (P)
// CHECK-NEXT: (B, P, P) -> (P)
// CHECK-NEXT: blocked d6 (3): operand #0 is not indexed by the plain dimension once (d3 + d6)
// CHECK-NEXT: blocked d7 (3): operand #0 is not indexed by the plain dimension once (d4 + d7)
// CHECK-NOT: {{->|blocked}}
func.func @conv_2d_ngchw_fgchw(%a0: tensor<2x2x4x10x10xf32>, %a1: tensor<6x2x4x3x3xf32>, %o: tensor<2x2x6x8x8xf32>) -> tensor<2x2x6x8x8xf32> {
  %r = linalg.conv_2d_ngchw_fgchw ins(%a0, %a1 : tensor<2x2x4x10x10xf32>, tensor<6x2x4x3x3xf32>) outs(%o: tensor<2x2x6x8x8xf32>) -> tensor<2x2x6x8x8xf32>
  return %r : tensor<2x2x6x8x8xf32>
}

// CHECK-LABEL: signatures of @conv_2d_ngchw_gfchw{{$}}
// CHECK-NEXT: linalg.conv_2d_ngchw_gfchw
// CHECK-NEXT: (B, B, B) -> (B)
// CHECK-NEXT: (S(0), B, S(0)) -> (S(0))
// CHECK-NEXT: (S(1), S(0), S(1)) -> (S(1))
// CHECK-NEXT: (B, S(1), S(2)) -> (S(2))
// CHECK-NEXT: (S(3, 8 windows of 3), B, S(3)) -> (S(3))
// CHECK-NEXT: (S(4, 8 windows of 3), B, S(4)) -> (S(4))
// CHECK-NEXT: (S(2), S(2), P) -> (P)
// CHECK-NEXT: (P, B, P) -> (P)
// CHECK-NEXT: (B, P, P) -> (P)
// CHECK-NEXT: blocked d6 (3): operand #0 is not indexed by the plain dimension once (d3 + d6)
// CHECK-NEXT: blocked d7 (3): operand #0 is not indexed by the plain dimension once (d4 + d7)
// CHECK-NOT: {{->|blocked}}
func.func @conv_2d_ngchw_gfchw(%a0: tensor<2x2x4x10x10xf32>, %a1: tensor<2x6x4x3x3xf32>, %o: tensor<2x2x6x8x8xf32>) -> tensor<2x2x6x8x8xf32> {
  %r = linalg.conv_2d_ngchw_gfchw ins(%a0, %a1 : tensor<2x2x4x10x10xf32>, tensor<2x6x4x3x3xf32>) outs(%o: tensor<2x2x6x8x8xf32>) -> tensor<2x2x6x8x8xf32>
  return %r : tensor<2x2x6x8x8xf32>
}

// CHECK-LABEL: signatures of @conv_2d_nhwgc_gfhwc{{$}}
// CHECK-NEXT: linalg.conv_2d_nhwgc_gfhwc
// CHECK-NEXT: (B, B, B) -> (B)
// CHECK-NEXT: (S(0), B, S(0)) -> (S(0))
// CHECK-NEXT: (S(1, 8 windows of 3), B, S(1)) -> (S(1))
// CHECK-NEXT: (S(2, 8 windows of 3), B, S(2)) -> (S(2))
// CHECK-NEXT: (S(3), S(0), S(3)) -> (S(3))
// CHECK-NEXT: (B, S(1), S(4)) -> (S(4))
// CHECK-NEXT: (S(4), S(4), P) -> (P)
// CHECK-NEXT: (P, B, P) -> (P)
// CHECK-NEXT: (B, P, P) -> (P)
// CHECK-NEXT: blocked d5 (3): operand #0 is not indexed by the plain dimension once (d1 + d5)
// CHECK-NEXT: blocked d6 (3): operand #0 is not indexed by the plain dimension once (d2 + d6)
// CHECK-NOT: {{->|blocked}}
func.func @conv_2d_nhwgc_gfhwc(%a0: tensor<2x10x10x2x4xf32>, %a1: tensor<2x6x3x3x4xf32>, %o: tensor<2x8x8x2x6xf32>) -> tensor<2x8x8x2x6xf32> {
  %r = linalg.conv_2d_nhwgc_gfhwc ins(%a0, %a1 : tensor<2x10x10x2x4xf32>, tensor<2x6x3x3x4xf32>) outs(%o: tensor<2x8x8x2x6xf32>) -> tensor<2x8x8x2x6xf32>
  return %r : tensor<2x8x8x2x6xf32>
}

// CHECK-LABEL: signatures of @conv_2d_nhwc_hwcf_q{{$}}
// CHECK-NEXT: linalg.conv_2d_nhwc_hwcf_q
// CHECK-NEXT: (B, B, -, -, B) -> (B)
// CHECK-NEXT: (S(0), B, -, -, S(0)) -> (S(0))
// CHECK-NEXT: (S(1, 8 windows of 3), B, -, -, S(1)) -> (S(1))
// CHECK-NEXT: (S(2, 8 windows of 3), B, -, -, S(2)) -> (S(2))
// CHECK-NEXT: (B, S(3), -, -, S(3)) -> (S(3))
// CHECK-NEXT: (S(3), S(2), -, -, P) -> (P)
// CHECK-NEXT: blocked d4 (3): operand #0 is not indexed by the plain dimension once (d1 + d4)
// CHECK-NEXT: blocked d5 (3): operand #0 is not indexed by the plain dimension once (d2 + d5)
// CHECK-NOT: {{->|blocked}}
func.func @conv_2d_nhwc_hwcf_q(%a0: tensor<2x10x10x4xi8>, %a1: tensor<3x3x4x6xi8>, %a2: i32, %a3: i32, %o: tensor<2x8x8x6xi32>) -> tensor<2x8x8x6xi32> {
  %r = linalg.conv_2d_nhwc_hwcf_q ins(%a0, %a1, %a2, %a3 : tensor<2x10x10x4xi8>, tensor<3x3x4x6xi8>, i32, i32) outs(%o: tensor<2x8x8x6xi32>) -> tensor<2x8x8x6xi32>
  return %r : tensor<2x8x8x6xi32>
}

// CHECK-LABEL: signatures of @conv_2d_nhwc_fhwc_q{{$}}
// CHECK-NEXT: linalg.conv_2d_nhwc_fhwc_q
// CHECK-NEXT: (B, B, -, -, B) -> (B)
// CHECK-NEXT: (S(0), B, -, -, S(0)) -> (S(0))
// CHECK-NEXT: (S(1, 8 windows of 3), B, -, -, S(1)) -> (S(1))
// CHECK-NEXT: (S(2, 8 windows of 3), B, -, -, S(2)) -> (S(2))
// CHECK-NEXT: (B, S(0), -, -, S(3)) -> (S(3))
// CHECK-NEXT: (S(3), S(3), -, -, P) -> (P)
// CHECK-NEXT: blocked d4 (3): operand #0 is not indexed by the plain dimension once (d1 + d4)
// CHECK-NEXT: blocked d5 (3): operand #0 is not indexed by the plain dimension once (d2 + d5)
// CHECK-NOT: {{->|blocked}}
func.func @conv_2d_nhwc_fhwc_q(%a0: tensor<2x10x10x4xi8>, %a1: tensor<6x3x3x4xi8>, %a2: i32, %a3: i32, %o: tensor<2x8x8x6xi32>) -> tensor<2x8x8x6xi32> {
  %r = linalg.conv_2d_nhwc_fhwc_q ins(%a0, %a1, %a2, %a3 : tensor<2x10x10x4xi8>, tensor<6x3x3x4xi8>, i32, i32) outs(%o: tensor<2x8x8x6xi32>) -> tensor<2x8x8x6xi32>
  return %r : tensor<2x8x8x6xi32>
}

// CHECK-LABEL: signatures of @conv_2d_nchw_fchw_q{{$}}
// CHECK-NEXT: linalg.conv_2d_nchw_fchw_q
// CHECK-NEXT: (B, B, -, -, B) -> (B)
// CHECK-NEXT: (S(0), B, -, -, S(0)) -> (S(0))
// CHECK-NEXT: (B, S(0), -, -, S(1)) -> (S(1))
// CHECK-NEXT: (S(2, 8 windows of 3), B, -, -, S(2)) -> (S(2))
// CHECK-NEXT: (S(3, 8 windows of 3), B, -, -, S(3)) -> (S(3))
// CHECK-NEXT: (S(1), S(1), -, -, P) -> (P)
// CHECK-NEXT: blocked d5 (3): operand #0 is not indexed by the plain dimension once (d2 + d5)
// CHECK-NEXT: blocked d6 (3): operand #0 is not indexed by the plain dimension once (d3 + d6)
// CHECK-NOT: {{->|blocked}}
func.func @conv_2d_nchw_fchw_q(%a0: tensor<2x4x10x10xi8>, %a1: tensor<6x4x3x3xi8>, %a2: i32, %a3: i32, %o: tensor<2x6x8x8xi32>) -> tensor<2x6x8x8xi32> {
  %r = linalg.conv_2d_nchw_fchw_q ins(%a0, %a1, %a2, %a3 : tensor<2x4x10x10xi8>, tensor<6x4x3x3xi8>, i32, i32) outs(%o: tensor<2x6x8x8xi32>) -> tensor<2x6x8x8xi32>
  return %r : tensor<2x6x8x8xi32>
}

// CHECK-LABEL: signatures of @conv_2d_ngchw_gfchw_q{{$}}
// CHECK-NEXT: linalg.conv_2d_ngchw_gfchw_q
// CHECK-NEXT: (B, B, -, -, B) -> (B)
// CHECK-NEXT: (S(0), B, -, -, S(0)) -> (S(0))
// CHECK-NEXT: (S(1), S(0), -, -, S(1)) -> (S(1))
// CHECK-NEXT: (B, S(1), -, -, S(2)) -> (S(2))
// CHECK-NEXT: (S(3, 8 windows of 3), B, -, -, S(3)) -> (S(3))
// CHECK-NEXT: (S(4, 8 windows of 3), B, -, -, S(4)) -> (S(4))
// CHECK-NEXT: (S(2), S(2), -, -, P) -> (P)
// CHECK-NEXT: blocked d6 (3): operand #0 is not indexed by the plain dimension once (d3 + d6)
// CHECK-NEXT: blocked d7 (3): operand #0 is not indexed by the plain dimension once (d4 + d7)
// CHECK-NOT: {{->|blocked}}
func.func @conv_2d_ngchw_gfchw_q(%a0: tensor<2x2x4x10x10xi8>, %a1: tensor<2x6x4x3x3xi8>, %a2: i32, %a3: i32, %o: tensor<2x2x6x8x8xi32>) -> tensor<2x2x6x8x8xi32> {
  %r = linalg.conv_2d_ngchw_gfchw_q ins(%a0, %a1, %a2, %a3 : tensor<2x2x4x10x10xi8>, tensor<2x6x4x3x3xi8>, i32, i32) outs(%o: tensor<2x2x6x8x8xi32>) -> tensor<2x2x6x8x8xi32>
  return %r : tensor<2x2x6x8x8xi32>
}

// CHECK-LABEL: signatures of @conv_2d_nhwgc_gfhwc_q{{$}}
// CHECK-NEXT: linalg.conv_2d_nhwgc_gfhwc_q
// CHECK-NEXT: (B, B, -, -, B) -> (B)
// CHECK-NEXT: (S(0), B, -, -, S(0)) -> (S(0))
// CHECK-NEXT: (S(1, 8 windows of 3), B, -, -, S(1)) -> (S(1))
// CHECK-NEXT: (S(2, 8 windows of 3), B, -, -, S(2)) -> (S(2))
// CHECK-NEXT: (S(3), S(0), -, -, S(3)) -> (S(3))
// CHECK-NEXT: (B, S(1), -, -, S(4)) -> (S(4))
// CHECK-NEXT: (S(4), S(4), -, -, P) -> (P)
// CHECK-NEXT: blocked d5 (3): operand #0 is not indexed by the plain dimension once (d1 + d5)
// CHECK-NEXT: blocked d6 (3): operand #0 is not indexed by the plain dimension once (d2 + d6)
// CHECK-NOT: {{->|blocked}}
func.func @conv_2d_nhwgc_gfhwc_q(%a0: tensor<2x10x10x2x4xi8>, %a1: tensor<2x6x3x3x4xi8>, %a2: i32, %a3: i32, %o: tensor<2x8x8x2x6xi32>) -> tensor<2x8x8x2x6xi32> {
  %r = linalg.conv_2d_nhwgc_gfhwc_q ins(%a0, %a1, %a2, %a3 : tensor<2x10x10x2x4xi8>, tensor<2x6x3x3x4xi8>, i32, i32) outs(%o: tensor<2x8x8x2x6xi32>) -> tensor<2x8x8x2x6xi32>
  return %r : tensor<2x8x8x2x6xi32>
}

// CHECK-LABEL: signatures of @conv_3d{{$}}
// CHECK-NEXT: linalg.conv_3d
// CHECK-NEXT: (B, B, B) -> (B)
// CHECK-NEXT: (S(0, 4 windows of 3), B, S(0)) -> (S(0))
// CHECK-NEXT: (S(1, 4 windows of 3), B, S(1)) -> (S(1))
// CHECK-NEXT: (S(2, 4 windows of 3), B, S(2)) -> (S(2))
// CHECK-NEXT: (P, B, P) -> (P)
// CHECK-NEXT: (B, P, P) -> (P)
// CHECK-NEXT: blocked d3 (3): operand #0 is not indexed by the plain dimension once (d0 + d3)
// CHECK-NEXT: blocked d4 (3): operand #0 is not indexed by the plain dimension once (d1 + d4)
// CHECK-NEXT: blocked d5 (3): operand #0 is not indexed by the plain dimension once (d2 + d5)
// CHECK-NOT: {{->|blocked}}
func.func @conv_3d(%a0: tensor<6x6x6xf32>, %a1: tensor<3x3x3xf32>, %o: tensor<4x4x4xf32>) -> tensor<4x4x4xf32> {
  %r = linalg.conv_3d ins(%a0, %a1 : tensor<6x6x6xf32>, tensor<3x3x3xf32>) outs(%o: tensor<4x4x4xf32>) -> tensor<4x4x4xf32>
  return %r : tensor<4x4x4xf32>
}

// CHECK-LABEL: signatures of @conv_3d_ndhwc_dhwcf{{$}}
// CHECK-NEXT: linalg.conv_3d_ndhwc_dhwcf
// CHECK-NEXT: (B, B, B) -> (B)
// CHECK-NEXT: (S(0), B, S(0)) -> (S(0))
// CHECK-NEXT: (S(1, 4 windows of 3), B, S(1)) -> (S(1))
// CHECK-NEXT: (S(2, 4 windows of 3), B, S(2)) -> (S(2))
// CHECK-NEXT: (S(3, 4 windows of 3), B, S(3)) -> (S(3))
// CHECK-NEXT: (B, S(4), S(4)) -> (S(4))
// CHECK-NEXT: (S(4), S(3), P) -> (P)
// CHECK-NEXT: (P, B, P) -> (P)
// CHECK-NEXT: (B, P, P) -> (P)
// CHECK-NEXT: blocked d5 (3): operand #0 is not indexed by the plain dimension once (d1 + d5)
// CHECK-NEXT: blocked d6 (3): operand #0 is not indexed by the plain dimension once (d2 + d6)
// CHECK-NEXT: blocked d7 (3): operand #0 is not indexed by the plain dimension once (d3 + d7)
// CHECK-NOT: {{->|blocked}}
func.func @conv_3d_ndhwc_dhwcf(%a0: tensor<2x6x6x6x4xf32>, %a1: tensor<3x3x3x4x6xf32>, %o: tensor<2x4x4x4x6xf32>) -> tensor<2x4x4x4x6xf32> {
  %r = linalg.conv_3d_ndhwc_dhwcf ins(%a0, %a1 : tensor<2x6x6x6x4xf32>, tensor<3x3x3x4x6xf32>) outs(%o: tensor<2x4x4x4x6xf32>) -> tensor<2x4x4x4x6xf32>
  return %r : tensor<2x4x4x4x6xf32>
}

// CHECK-LABEL: signatures of @conv_3d_ncdhw_fcdhw{{$}}
// CHECK-NEXT: linalg.conv_3d_ncdhw_fcdhw
// CHECK-NEXT: (B, B, B) -> (B)
// CHECK-NEXT: (S(0), B, S(0)) -> (S(0))
// CHECK-NEXT: (B, S(0), S(1)) -> (S(1))
// CHECK-NEXT: (S(2, 4 windows of 3), B, S(2)) -> (S(2))
// CHECK-NEXT: (S(3, 4 windows of 3), B, S(3)) -> (S(3))
// CHECK-NEXT: (S(4, 4 windows of 3), B, S(4)) -> (S(4))
// CHECK-NEXT: (S(1), S(1), P) -> (P)
// CHECK-NEXT: (P, B, P) -> (P)
// CHECK-NEXT: (B, P, P) -> (P)
// CHECK-NEXT: blocked d6 (3): operand #0 is not indexed by the plain dimension once (d2 + d6)
// CHECK-NEXT: blocked d7 (3): operand #0 is not indexed by the plain dimension once (d3 + d7)
// CHECK-NEXT: blocked d8 (3): operand #0 is not indexed by the plain dimension once (d4 + d8)
// CHECK-NOT: {{->|blocked}}
func.func @conv_3d_ncdhw_fcdhw(%a0: tensor<2x4x6x6x6xf32>, %a1: tensor<6x4x3x3x3xf32>, %o: tensor<2x6x4x4x4xf32>) -> tensor<2x6x4x4x4xf32> {
  %r = linalg.conv_3d_ncdhw_fcdhw ins(%a0, %a1 : tensor<2x4x6x6x6xf32>, tensor<6x4x3x3x3xf32>) outs(%o: tensor<2x6x4x4x4xf32>) -> tensor<2x6x4x4x4xf32>
  return %r : tensor<2x6x4x4x4xf32>
}

// CHECK-LABEL: signatures of @conv_3d_ndhwc_dhwcf_q{{$}}
// CHECK-NEXT: linalg.conv_3d_ndhwc_dhwcf_q
// CHECK-NEXT: (B, B, -, -, B) -> (B)
// CHECK-NEXT: (S(0), B, -, -, S(0)) -> (S(0))
// CHECK-NEXT: (S(1, 4 windows of 3), B, -, -, S(1)) -> (S(1))
// CHECK-NEXT: (S(2, 4 windows of 3), B, -, -, S(2)) -> (S(2))
// CHECK-NEXT: (S(3, 4 windows of 3), B, -, -, S(3)) -> (S(3))
// CHECK-NEXT: (B, S(4), -, -, S(4)) -> (S(4))
// CHECK-NEXT: (S(4), S(3), -, -, P) -> (P)
// CHECK-NEXT: blocked d5 (3): operand #0 is not indexed by the plain dimension once (d1 + d5)
// CHECK-NEXT: blocked d6 (3): operand #0 is not indexed by the plain dimension once (d2 + d6)
// CHECK-NEXT: blocked d7 (3): operand #0 is not indexed by the plain dimension once (d3 + d7)
// CHECK-NOT: {{->|blocked}}
func.func @conv_3d_ndhwc_dhwcf_q(%a0: tensor<2x6x6x6x4xi8>, %a1: tensor<3x3x3x4x6xi8>, %a2: i32, %a3: i32, %o: tensor<2x4x4x4x6xi32>) -> tensor<2x4x4x4x6xi32> {
  %r = linalg.conv_3d_ndhwc_dhwcf_q ins(%a0, %a1, %a2, %a3 : tensor<2x6x6x6x4xi8>, tensor<3x3x3x4x6xi8>, i32, i32) outs(%o: tensor<2x4x4x4x6xi32>) -> tensor<2x4x4x4x6xi32>
  return %r : tensor<2x4x4x4x6xi32>
}

// CHECK-LABEL: signatures of @depthwise_conv_1d_nwc_wc{{$}}
// CHECK-NEXT: linalg.depthwise_conv_1d_nwc_wc
// CHECK-NEXT: (B, B, B) -> (B)
// CHECK-NEXT: (S(0), B, S(0)) -> (S(0))
// CHECK-NEXT: (S(1, 8 windows of 3), B, S(1)) -> (S(1))
// CHECK-NEXT: (S(2), S(1), S(2)) -> (S(2))
// CHECK-NEXT: (P, B, P) -> (P)
// CHECK-NEXT: (B, P, P) -> (P)
// CHECK-NEXT: blocked d3 (3): operand #0 is not indexed by the plain dimension once (d1 + d3)
// CHECK-NOT: {{->|blocked}}
func.func @depthwise_conv_1d_nwc_wc(%a0: tensor<2x10x4xf32>, %a1: tensor<3x4xf32>, %o: tensor<2x8x4xf32>) -> tensor<2x8x4xf32> {
  %r = linalg.depthwise_conv_1d_nwc_wc ins(%a0, %a1 : tensor<2x10x4xf32>, tensor<3x4xf32>) outs(%o: tensor<2x8x4xf32>) -> tensor<2x8x4xf32>
  return %r : tensor<2x8x4xf32>
}

// CHECK-LABEL: signatures of @depthwise_conv_1d_ncw_cw{{$}}
// CHECK-NEXT: linalg.depthwise_conv_1d_ncw_cw
// CHECK-NEXT: (B, B, B) -> (B)
// CHECK-NEXT: (S(0), B, S(0)) -> (S(0))
// CHECK-NEXT: (S(2, 8 windows of 3), B, S(2)) -> (S(2))
// CHECK-NEXT: (S(1), S(0), S(1)) -> (S(1))
// CHECK-NEXT: (P, B, P) -> (P)
// CHECK-NEXT: (B, P, P) -> (P)
// CHECK-NEXT: blocked d3 (3): operand #0 is not indexed by the plain dimension once (d1 + d3)
// CHECK-NOT: {{->|blocked}}
func.func @depthwise_conv_1d_ncw_cw(%a0: tensor<2x4x10xf32>, %a1: tensor<4x3xf32>, %o: tensor<2x4x8xf32>) -> tensor<2x4x8xf32> {
  %r = linalg.depthwise_conv_1d_ncw_cw ins(%a0, %a1 : tensor<2x4x10xf32>, tensor<4x3xf32>) outs(%o: tensor<2x4x8xf32>) -> tensor<2x4x8xf32>
  return %r : tensor<2x4x8xf32>
}

// CHECK-LABEL: signatures of @depthwise_conv_1d_nwc_wcm{{$}}
// CHECK-NEXT: linalg.depthwise_conv_1d_nwc_wcm
// CHECK-NEXT: (B, B, B) -> (B)
// CHECK-NEXT: (S(0), B, S(0)) -> (S(0))
// CHECK-NEXT: (S(1, 8 windows of 3), B, S(1)) -> (S(1))
// CHECK-NEXT: (S(2), S(1), S(2)) -> (S(2))
// CHECK-NEXT: (B, S(2), S(3)) -> (S(3))
// CHECK-NEXT: (P, B, P) -> (P)
// CHECK-NEXT: (B, P, P) -> (P)
// CHECK-NEXT: blocked d4 (3): operand #0 is not indexed by the plain dimension once (d1 + d4)
// CHECK-NOT: {{->|blocked}}
func.func @depthwise_conv_1d_nwc_wcm(%a0: tensor<2x10x4xf32>, %a1: tensor<3x4x6xf32>, %o: tensor<2x8x4x6xf32>) -> tensor<2x8x4x6xf32> {
  %r = linalg.depthwise_conv_1d_nwc_wcm ins(%a0, %a1 : tensor<2x10x4xf32>, tensor<3x4x6xf32>) outs(%o: tensor<2x8x4x6xf32>) -> tensor<2x8x4x6xf32>
  return %r : tensor<2x8x4x6xf32>
}

// CHECK-LABEL: signatures of @depthwise_conv_2d_nhwc_hwc{{$}}
// CHECK-NEXT: linalg.depthwise_conv_2d_nhwc_hwc
// CHECK-NEXT: (B, B, B) -> (B)
// CHECK-NEXT: (S(0), B, S(0)) -> (S(0))
// CHECK-NEXT: (S(1, 8 windows of 3), B, S(1)) -> (S(1))
// CHECK-NEXT: (S(2, 8 windows of 3), B, S(2)) -> (S(2))
// CHECK-NEXT: (S(3), S(2), S(3)) -> (S(3))
// CHECK-NEXT: (P, B, P) -> (P)
// CHECK-NEXT: (B, P, P) -> (P)
// CHECK-NEXT: blocked d4 (3): operand #0 is not indexed by the plain dimension once (d1 + d4)
// CHECK-NEXT: blocked d5 (3): operand #0 is not indexed by the plain dimension once (d2 + d5)
// CHECK-NOT: {{->|blocked}}
func.func @depthwise_conv_2d_nhwc_hwc(%a0: tensor<2x10x10x4xf32>, %a1: tensor<3x3x4xf32>, %o: tensor<2x8x8x4xf32>) -> tensor<2x8x8x4xf32> {
  %r = linalg.depthwise_conv_2d_nhwc_hwc ins(%a0, %a1 : tensor<2x10x10x4xf32>, tensor<3x3x4xf32>) outs(%o: tensor<2x8x8x4xf32>) -> tensor<2x8x8x4xf32>
  return %r : tensor<2x8x8x4xf32>
}

// CHECK-LABEL: signatures of @depthwise_conv_2d_nchw_chw{{$}}
// CHECK-NEXT: linalg.depthwise_conv_2d_nchw_chw
// CHECK-NEXT: (B, B, B) -> (B)
// CHECK-NEXT: (S(0), B, S(0)) -> (S(0))
// CHECK-NEXT: (S(2, 8 windows of 3), B, S(2)) -> (S(2))
// CHECK-NEXT: (S(3, 8 windows of 3), B, S(3)) -> (S(3))
// CHECK-NEXT: (S(1), S(0), S(1)) -> (S(1))
// CHECK-NEXT: (P, B, P) -> (P)
// CHECK-NEXT: (B, P, P) -> (P)
// CHECK-NEXT: blocked d4 (3): operand #0 is not indexed by the plain dimension once (d1 + d4)
// CHECK-NEXT: blocked d5 (3): operand #0 is not indexed by the plain dimension once (d2 + d5)
// CHECK-NOT: {{->|blocked}}
func.func @depthwise_conv_2d_nchw_chw(%a0: tensor<2x4x10x10xf32>, %a1: tensor<4x3x3xf32>, %o: tensor<2x4x8x8xf32>) -> tensor<2x4x8x8xf32> {
  %r = linalg.depthwise_conv_2d_nchw_chw ins(%a0, %a1 : tensor<2x4x10x10xf32>, tensor<4x3x3xf32>) outs(%o: tensor<2x4x8x8xf32>) -> tensor<2x4x8x8xf32>
  return %r : tensor<2x4x8x8xf32>
}

// CHECK-LABEL: signatures of @depthwise_conv_2d_nhwc_hwcm{{$}}
// CHECK-NEXT: linalg.depthwise_conv_2d_nhwc_hwcm
// CHECK-NEXT: (B, B, B) -> (B)
// CHECK-NEXT: (S(0), B, S(0)) -> (S(0))
// CHECK-NEXT: (S(1, 8 windows of 3), B, S(1)) -> (S(1))
// CHECK-NEXT: (S(2, 8 windows of 3), B, S(2)) -> (S(2))
// CHECK-NEXT: (S(3), S(2), S(3)) -> (S(3))
// CHECK-NEXT: (B, S(3), S(4)) -> (S(4))
// CHECK-NEXT: (P, B, P) -> (P)
// CHECK-NEXT: (B, P, P) -> (P)
// CHECK-NEXT: blocked d5 (3): operand #0 is not indexed by the plain dimension once (d1 + d5)
// CHECK-NEXT: blocked d6 (3): operand #0 is not indexed by the plain dimension once (d2 + d6)
// CHECK-NOT: {{->|blocked}}
func.func @depthwise_conv_2d_nhwc_hwcm(%a0: tensor<2x10x10x4xf32>, %a1: tensor<3x3x4x6xf32>, %o: tensor<2x8x8x4x6xf32>) -> tensor<2x8x8x4x6xf32> {
  %r = linalg.depthwise_conv_2d_nhwc_hwcm ins(%a0, %a1 : tensor<2x10x10x4xf32>, tensor<3x3x4x6xf32>) outs(%o: tensor<2x8x8x4x6xf32>) -> tensor<2x8x8x4x6xf32>
  return %r : tensor<2x8x8x4x6xf32>
}

// CHECK-LABEL: signatures of @depthwise_conv_2d_nhwc_hwc_q{{$}}
// CHECK-NEXT: linalg.depthwise_conv_2d_nhwc_hwc_q
// CHECK-NEXT: (B, B, -, -, B) -> (B)
// CHECK-NEXT: (S(0), B, -, -, S(0)) -> (S(0))
// CHECK-NEXT: (S(1, 8 windows of 3), B, -, -, S(1)) -> (S(1))
// CHECK-NEXT: (S(2, 8 windows of 3), B, -, -, S(2)) -> (S(2))
// CHECK-NEXT: (S(3), S(2), -, -, S(3)) -> (S(3))
// CHECK-NEXT: blocked d4 (3): operand #0 is not indexed by the plain dimension once (d1 + d4)
// CHECK-NEXT: blocked d5 (3): operand #0 is not indexed by the plain dimension once (d2 + d5)
// CHECK-NOT: {{->|blocked}}
func.func @depthwise_conv_2d_nhwc_hwc_q(%a0: tensor<2x10x10x4xi8>, %a1: tensor<3x3x4xi8>, %a2: i32, %a3: i32, %o: tensor<2x8x8x4xi32>) -> tensor<2x8x8x4xi32> {
  %r = linalg.depthwise_conv_2d_nhwc_hwc_q ins(%a0, %a1, %a2, %a3 : tensor<2x10x10x4xi8>, tensor<3x3x4xi8>, i32, i32) outs(%o: tensor<2x8x8x4xi32>) -> tensor<2x8x8x4xi32>
  return %r : tensor<2x8x8x4xi32>
}

// CHECK-LABEL: signatures of @depthwise_conv_2d_nhwc_hwcm_q{{$}}
// CHECK-NEXT: linalg.depthwise_conv_2d_nhwc_hwcm_q
// CHECK-NEXT: (B, B, -, -, B) -> (B)
// CHECK-NEXT: (S(0), B, -, -, S(0)) -> (S(0))
// CHECK-NEXT: (S(1, 8 windows of 3), B, -, -, S(1)) -> (S(1))
// CHECK-NEXT: (S(2, 8 windows of 3), B, -, -, S(2)) -> (S(2))
// CHECK-NEXT: (S(3), S(2), -, -, S(3)) -> (S(3))
// CHECK-NEXT: (B, S(3), -, -, S(4)) -> (S(4))
// CHECK-NEXT: blocked d5 (3): operand #0 is not indexed by the plain dimension once (d1 + d5)
// CHECK-NEXT: blocked d6 (3): operand #0 is not indexed by the plain dimension once (d2 + d6)
// CHECK-NOT: {{->|blocked}}
func.func @depthwise_conv_2d_nhwc_hwcm_q(%a0: tensor<2x10x10x4xi8>, %a1: tensor<3x3x4x6xi8>, %a2: i32, %a3: i32, %o: tensor<2x8x8x4x6xi32>) -> tensor<2x8x8x4x6xi32> {
  %r = linalg.depthwise_conv_2d_nhwc_hwcm_q ins(%a0, %a1, %a2, %a3 : tensor<2x10x10x4xi8>, tensor<3x3x4x6xi8>, i32, i32) outs(%o: tensor<2x8x8x4x6xi32>) -> tensor<2x8x8x4x6xi32>
  return %r : tensor<2x8x8x4x6xi32>
}

// CHECK-LABEL: signatures of @depthwise_conv_3d_ndhwc_dhwc{{$}}
// CHECK-NEXT: linalg.depthwise_conv_3d_ndhwc_dhwc
// CHECK-NEXT: (B, B, B) -> (B)
// CHECK-NEXT: (S(0), B, S(0)) -> (S(0))
// CHECK-NEXT: (S(1, 4 windows of 3), B, S(1)) -> (S(1))
// CHECK-NEXT: (S(2, 4 windows of 3), B, S(2)) -> (S(2))
// CHECK-NEXT: (S(3, 4 windows of 3), B, S(3)) -> (S(3))
// CHECK-NEXT: (S(4), S(3), S(4)) -> (S(4))
// CHECK-NEXT: (P, B, P) -> (P)
// CHECK-NEXT: (B, P, P) -> (P)
// CHECK-NEXT: blocked d4 (3): operand #0 is not indexed by the plain dimension once (d1 + d4)
// CHECK-NEXT: blocked d5 (3): operand #0 is not indexed by the plain dimension once (d2 + d5)
// CHECK-NEXT: blocked d6 (3): operand #0 is not indexed by the plain dimension once (d3 + d6)
// CHECK-NOT: {{->|blocked}}
func.func @depthwise_conv_3d_ndhwc_dhwc(%a0: tensor<2x6x6x6x4xf32>, %a1: tensor<3x3x3x4xf32>, %o: tensor<2x4x4x4x4xf32>) -> tensor<2x4x4x4x4xf32> {
  %r = linalg.depthwise_conv_3d_ndhwc_dhwc ins(%a0, %a1 : tensor<2x6x6x6x4xf32>, tensor<3x3x3x4xf32>) outs(%o: tensor<2x4x4x4x4xf32>) -> tensor<2x4x4x4x4xf32>
  return %r : tensor<2x4x4x4x4xf32>
}

// CHECK-LABEL: signatures of @depthwise_conv_3d_ncdhw_cdhw{{$}}
// CHECK-NEXT: linalg.depthwise_conv_3d_ncdhw_cdhw
// CHECK-NEXT: (B, B, B) -> (B)
// CHECK-NEXT: (S(0), B, S(0)) -> (S(0))
// CHECK-NEXT: (S(2, 4 windows of 3), B, S(2)) -> (S(2))
// CHECK-NEXT: (S(3, 4 windows of 3), B, S(3)) -> (S(3))
// CHECK-NEXT: (S(4, 4 windows of 3), B, S(4)) -> (S(4))
// CHECK-NEXT: (S(1), S(0), S(1)) -> (S(1))
// CHECK-NEXT: (P, B, P) -> (P)
// CHECK-NEXT: (B, P, P) -> (P)
// CHECK-NEXT: blocked d4 (3): operand #0 is not indexed by the plain dimension once (d1 + d4)
// CHECK-NEXT: blocked d5 (3): operand #0 is not indexed by the plain dimension once (d2 + d5)
// CHECK-NEXT: blocked d6 (3): operand #0 is not indexed by the plain dimension once (d3 + d6)
// CHECK-NOT: {{->|blocked}}
func.func @depthwise_conv_3d_ncdhw_cdhw(%a0: tensor<2x4x6x6x6xf32>, %a1: tensor<4x3x3x3xf32>, %o: tensor<2x4x4x4x4xf32>) -> tensor<2x4x4x4x4xf32> {
  %r = linalg.depthwise_conv_3d_ncdhw_cdhw ins(%a0, %a1 : tensor<2x4x6x6x6xf32>, tensor<4x3x3x3xf32>) outs(%o: tensor<2x4x4x4x4xf32>) -> tensor<2x4x4x4x4xf32>
  return %r : tensor<2x4x4x4x4xf32>
}

// CHECK-LABEL: signatures of @depthwise_conv_3d_ndhwc_dhwcm{{$}}
// CHECK-NEXT: linalg.depthwise_conv_3d_ndhwc_dhwcm
// CHECK-NEXT: (B, B, B) -> (B)
// CHECK-NEXT: (S(0), B, S(0)) -> (S(0))
// CHECK-NEXT: (S(1, 4 windows of 3), B, S(1)) -> (S(1))
// CHECK-NEXT: (S(2, 4 windows of 3), B, S(2)) -> (S(2))
// CHECK-NEXT: (S(3, 4 windows of 3), B, S(3)) -> (S(3))
// CHECK-NEXT: (B, S(4), S(5)) -> (S(5))
// CHECK-NEXT: (S(4), S(3), S(4)) -> (S(4))
// CHECK-NEXT: (P, B, P) -> (P)
// CHECK-NEXT: (B, P, P) -> (P)
// CHECK-NEXT: blocked d5 (3): operand #0 is not indexed by the plain dimension once (d1 + d5)
// CHECK-NEXT: blocked d6 (3): operand #0 is not indexed by the plain dimension once (d2 + d6)
// CHECK-NEXT: blocked d7 (3): operand #0 is not indexed by the plain dimension once (d3 + d7)
// CHECK-NOT: {{->|blocked}}
func.func @depthwise_conv_3d_ndhwc_dhwcm(%a0: tensor<2x6x6x6x4xf32>, %a1: tensor<3x3x3x4x6xf32>, %o: tensor<2x4x4x4x4x6xf32>) -> tensor<2x4x4x4x4x6xf32> {
  %r = linalg.depthwise_conv_3d_ndhwc_dhwcm ins(%a0, %a1 : tensor<2x6x6x6x4xf32>, tensor<3x3x3x4x6xf32>) outs(%o: tensor<2x4x4x4x4x6xf32>) -> tensor<2x4x4x4x4x6xf32>
  return %r : tensor<2x4x4x4x4x6xf32>
}
