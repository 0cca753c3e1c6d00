// Every float contraction is a gemm call; transposes become flags and strides.
// RUN: sbp-host-region %s --print-gemm | FileCheck %s

// A transposed weight is read in place.
// CHECK:      contraction memref<32x64xf32> {{.*}}, memref<192x64xf32>
// CHECK-NEXT: gemm(m=32 n=192 k=64 A:lda=64 B^T:ldb=64 C:ldc=192) beta=0
func.func @linear(%x: tensor<32x64xf32>, %w: tensor<192x64xf32>) -> tensor<32x192xf32> {
  %e = tensor.empty() : tensor<64x192xf32>
  %t = linalg.transpose ins(%w : tensor<192x64xf32>) outs(%e : tensor<64x192xf32>) permutation = [1, 0]
  %z = arith.constant 0.0 : f32
  %c = tensor.empty() : tensor<32x192xf32>
  %f = linalg.fill ins(%z : f32) outs(%c : tensor<32x192xf32>) -> tensor<32x192xf32>
  %r = linalg.matmul ins(%x, %t : tensor<32x64xf32>, tensor<64x192xf32>) outs(%f : tensor<32x192xf32>) -> tensor<32x192xf32>
  return %r : tensor<32x192xf32>
}

// An init that is live is added to.
// CHECK:      gemm(m=4 n=6 k=5 A:lda=5 B:ldb=6 C:ldc=6) beta=1
func.func @live_init(%a: tensor<4x5xf64>, %b: tensor<5x6xf64>, %c: tensor<4x6xf64>) -> tensor<4x6xf64> {
  %r = linalg.matmul ins(%a, %b : tensor<4x5xf64>, tensor<5x6xf64>) outs(%c : tensor<4x6xf64>) -> tensor<4x6xf64>
  return %r : tensor<4x6xf64>
}

// Heads: the transposes on both sides and the transpose of the result are strides of two batch counts.
// CHECK:      gemm(m=16 n=16 k=8 A:lda=32 B^T:ldb=32 C:ldc=16 batch=2[512,512,1024] batch=4[8,8,256]) beta=0
// CHECK:      gemm(m=16 n=8 k=16 A:lda=16 B:ldb=32 C:ldc=32 batch=2[1024,512,512] batch=4[256,8,8]) beta=0
func.func @heads(%q: tensor<2x16x4x8xf32>, %k: tensor<2x16x4x8xf32>, %v: tensor<2x16x4x8xf32>) -> tensor<2x16x4x8xf32> {
  %z = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<2x4x16x8xf32>
  %qt = linalg.transpose ins(%q : tensor<2x16x4x8xf32>) outs(%e0 : tensor<2x4x16x8xf32>) permutation = [0, 2, 1, 3]
  %e1 = tensor.empty() : tensor<2x4x8x16xf32>
  %kt = linalg.transpose ins(%k : tensor<2x16x4x8xf32>) outs(%e1 : tensor<2x4x8x16xf32>) permutation = [0, 2, 3, 1]
  %vt = linalg.transpose ins(%v : tensor<2x16x4x8xf32>) outs(%e0 : tensor<2x4x16x8xf32>) permutation = [0, 2, 1, 3]
  %qf = tensor.collapse_shape %qt [[0, 1], [2], [3]] : tensor<2x4x16x8xf32> into tensor<8x16x8xf32>
  %kf = tensor.collapse_shape %kt [[0, 1], [2], [3]] : tensor<2x4x8x16xf32> into tensor<8x8x16xf32>
  %vf = tensor.collapse_shape %vt [[0, 1], [2], [3]] : tensor<2x4x16x8xf32> into tensor<8x16x8xf32>
  %e2 = tensor.empty() : tensor<8x16x16xf32>
  %f2 = linalg.fill ins(%z : f32) outs(%e2 : tensor<8x16x16xf32>) -> tensor<8x16x16xf32>
  %s = linalg.batch_matmul ins(%qf, %kf : tensor<8x16x8xf32>, tensor<8x8x16xf32>) outs(%f2 : tensor<8x16x16xf32>) -> tensor<8x16x16xf32>
  %e3 = tensor.empty() : tensor<8x16x8xf32>
  %f3 = linalg.fill ins(%z : f32) outs(%e3 : tensor<8x16x8xf32>) -> tensor<8x16x8xf32>
  %o = linalg.batch_matmul ins(%s, %vf : tensor<8x16x16xf32>, tensor<8x16x8xf32>) outs(%f3 : tensor<8x16x8xf32>) -> tensor<8x16x8xf32>
  %ox = tensor.expand_shape %o [[0, 1], [2], [3]] output_shape [2, 4, 16, 8] : tensor<8x16x8xf32> into tensor<2x4x16x8xf32>
  %e4 = tensor.empty() : tensor<2x16x4x8xf32>
  %r = linalg.transpose ins(%ox : tensor<2x4x16x8xf32>) outs(%e4 : tensor<2x16x4x8xf32>) permutation = [0, 2, 1, 3]
  return %r : tensor<2x16x4x8xf32>
}

// bf16 operands are read as they are, the sum is f32, the result is rounded once.
// CHECK:      contraction memref<4x5xbf16> {{.*}}, memref<5x6xbf16> {{.*}} -> memref<4x6xf32>
// CHECK-NEXT: gemm(m=4 n=6 k=5 A:lda=5 B:ldb=6 C:ldc=6) beta=0
func.func @bf16(%a: tensor<4x5xbf16>, %b: tensor<5x6xbf16>) -> tensor<4x6xbf16> {
  %z = arith.constant 0.0 : bf16
  %e = tensor.empty() : tensor<4x6xbf16>
  %f = linalg.fill ins(%z : bf16) outs(%e : tensor<4x6xbf16>) -> tensor<4x6xbf16>
  %r = linalg.matmul ins(%a, %b : tensor<4x5xbf16>, tensor<5x6xbf16>) outs(%f : tensor<4x6xbf16>) -> tensor<4x6xbf16>
  return %r : tensor<4x6xbf16>
}

// No dim of the second operand is contiguous for a matrix: it is packed first.
// CHECK:      gemm(m=3 n=4 k=30 A:lda=30 B^T:ldb=30 C:ldc=4) beta=0 packs=1
func.func @packed(%a: tensor<3x5x6xf32>, %b: tensor<6x4x5xf32>) -> tensor<3x4xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x4xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<3x4xf32>) -> tensor<3x4xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(m, n, k, l) -> (m, k, l)>, affine_map<(m, n, k, l) -> (l, n, k)>, affine_map<(m, n, k, l) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%a, %b : tensor<3x5x6xf32>, tensor<6x4x5xf32>) outs(%f : tensor<3x4xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %m = arith.mulf %p, %q : f32
    %s = arith.addf %o, %m : f32
    linalg.yield %s : f32
  } -> tensor<3x4xf32>
  return %r : tensor<3x4xf32>
}

// An outer product that is written out and then summed is a contraction too.
// CHECK:      gemm(m=5 n=7 k=6 A:lda=6 B^T:ldb=6 C:ldc=7) beta=0
func.func @fused(%a: tensor<5x6xf32>, %b: tensor<7x6xf32>) -> tensor<5x7xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<5x7x6xf32>
  %o = linalg.generic {
      indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j, k)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%a, %b : tensor<5x6xf32>, tensor<7x6xf32>) outs(%e : tensor<5x7x6xf32>) {
  ^bb0(%p: f32, %q: f32, %c: f32):
    %m = arith.mulf %p, %q : f32
    linalg.yield %m : f32
  } -> tensor<5x7x6xf32>
  %g = tensor.empty() : tensor<5x7xf32>
  %f = linalg.fill ins(%z : f32) outs(%g : tensor<5x7xf32>) -> tensor<5x7xf32>
  %r = linalg.reduce { arith.addf } ins(%o : tensor<5x7x6xf32>) outs(%f : tensor<5x7xf32>) dimensions = [2]
  return %r : tensor<5x7xf32>
}

// A row of dot products reads every element once: a reduction, no call per row.
// CHECK-NOT:  contraction
func.func @rows(%a: tensor<5x6xf32>, %b: tensor<5x6xf32>) -> tensor<5xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<5xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (i)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%a, %b : tensor<5x6xf32>, tensor<5x6xf32>) outs(%f : tensor<5xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %m = arith.mulf %p, %q : f32
    %s = arith.addf %o, %m : f32
    linalg.yield %s : f32
  } -> tensor<5xf32>
  return %r : tensor<5xf32>
}

// A window that ends before its image does: only what it covers is packed.
// CHECK:      contraction memref<4x5x2x1xf64, strided<[20, 4, 2, 1]>>
// CHECK-NEXT: gemm(m=8 n=1 k=3 A:lda=3 B:ldb=1 C:ldc=1) beta=0 packs=1
func.func @window_with_rest(%x: tensor<4x5x2x2xf64>, %w: tensor<3x1x1x1xf64>) -> tensor<4x1x2x1x1xf64> {
  %z = arith.constant 0.0 : f64
  %s = tensor.extract_slice %x[0, 0, 0, 0] [4, 5, 2, 1] [1, 1, 1, 1] : tensor<4x5x2x2xf64> to tensor<4x5x2x1xf64>
  %e = tensor.empty() : tensor<4x1x2x1x1xf64>
  %f = linalg.fill ins(%z : f64) outs(%e : tensor<4x1x2x1x1xf64>) -> tensor<4x1x2x1x1xf64>
  %r = linalg.depthwise_conv_2d_nhwc_hwcm {dilations = dense<1> : tensor<2xi64>, strides = dense<[3, 1]> : tensor<2xi64>} ins(%s, %w : tensor<4x5x2x1xf64>, tensor<3x1x1x1xf64>) outs(%f : tensor<4x1x2x1x1xf64>) -> tensor<4x1x2x1x1xf64>
  return %r : tensor<4x1x2x1x1xf64>
}
