// RUN: sbp-opt %s --sbp-print-signatures -o /dev/null | FileCheck %s

// A loop that steps through an input splits the windows it reads: a stride is their step, dilation makes them larger.

// CHECK-LABEL: signatures of @every_second{{$}}
// CHECK-NEXT: linalg.generic
// CHECK-NEXT: (B, _) -> (B)
// CHECK-NEXT: (S(0, 4 windows of 1 step 2), S(0)) -> (S(0))
// CHECK-NEXT: (P, _) -> (P)
// CHECK-NEXT: (P(prod), _) -> (P(prod))
// CHECK-NEXT: (P(max), _) -> (P(max))
// CHECK-NEXT: (P(min), _) -> (P(min))
// CHECK-NEXT: (P(maxnum), _) -> (P(maxnum))
// CHECK-NEXT: (P(minnum), _) -> (P(minnum))
// CHECK-NOT: {{->|blocked}}
func.func @every_second(%x: tensor<7xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0 * 2)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x : tensor<7xf32>) outs(%o : tensor<4xf32>) {
  ^bb0(%a: f32, %out: f32):
    linalg.yield %a : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// CHECK-LABEL: signatures of @dilated{{$}}
// CHECK-NEXT: linalg.conv_1d_nwc_wcf
// CHECK-NEXT: (B, B, B) -> (B)
// CHECK-NEXT: (S(0), B, S(0)) -> (S(0))
// CHECK-NEXT: (S(1, 4 windows of 5 step 3), B, S(1)) -> (S(1))
// CHECK-NEXT: (B, S(2), S(2)) -> (S(2))
// CHECK-NEXT: (S(2), S(1), P) -> (P)
// CHECK-NEXT: (P, B, P) -> (P)
// CHECK-NEXT: (B, P, P) -> (P)
// CHECK-NEXT: blocked d3 (3): operand #0 is not indexed by the plain dimension once (d1 * 3 + d3 * 2)
// CHECK-NOT: {{->|blocked}}
func.func @dilated(%x: tensor<2x16x4xf32>, %w: tensor<3x4x6xf32>, %o: tensor<2x4x6xf32>) -> tensor<2x4x6xf32> {
  %r = linalg.conv_1d_nwc_wcf {strides = dense<3> : tensor<1xi64>, dilations = dense<2> : tensor<1xi64>}
      ins(%x, %w : tensor<2x16x4xf32>, tensor<3x4x6xf32>) outs(%o : tensor<2x4x6xf32>) -> tensor<2x4x6xf32>
  return %r : tensor<2x4x6xf32>
}

// A convolution without kernel elements is a fill: nothing is read, nothing split.
// CHECK-LABEL: signatures of @no_kernel{{$}}
// CHECK-NEXT: linalg.conv_1d
// CHECK-NEXT: (B, B, B) -> (B)
// CHECK-NEXT: (P, B, P) -> (P)
// CHECK-NEXT: (B, P, P) -> (P)
// CHECK-NEXT: blocked d0 (4): operand #0 is not indexed by the plain dimension once (d0 + d1)
// CHECK-NEXT: blocked d1 (0): operand #0 is not indexed by the plain dimension once (d0 + d1)
// CHECK-NOT: {{->|blocked}}
func.func @no_kernel(%x: tensor<4xf32>, %w: tensor<0xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.conv_1d ins(%x, %w : tensor<4xf32>, tensor<0xf32>) outs(%o : tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// A pad splits its source by the windows of its readers, moved by what is padded in front.
// CHECK-LABEL: signatures of @padded{{$}}
// CHECK-NEXT: tensor.pad
// CHECK-NEXT: (B) -> (B)
// CHECK-NEXT: (S(0, 8 windows of 3 from -2)) -> (S(0, 8 windows of 3))
// CHECK-NEXT: (S(0, 10 windows of 1 from -2)) -> (S(0))
// CHECK-NEXT: (P) -> (P)
// CHECK-NEXT: (P(max)) -> (P(max))
// CHECK-NEXT: (P(min)) -> (P(min))
// CHECK-NEXT: (P(maxnum)) -> (P(maxnum))
// CHECK-NEXT: (P(minnum)) -> (P(minnum))
// CHECK-NEXT: linalg.conv_1d
func.func @padded(%x: tensor<8xf32>, %w: tensor<3xf32>, %o: tensor<8xf32>) -> tensor<8xf32> {
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %x low[2] high[0] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<8xf32> to tensor<10xf32>
  %r = linalg.conv_1d ins(%p, %w : tensor<10xf32>, tensor<3xf32>) outs(%o : tensor<8xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}
