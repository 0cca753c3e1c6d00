// Every enumerated signature of contractions is executed on random states; an unsound one is an error.
// REQUIRES: long_tests
// RUN: sbp-opt %s --sbp-check-signatures -o /dev/null | FileCheck %s

// CHECK: {{^}}linalg.matmul 2:
func.func @matmul(%i0: tensor<3x5xf32>, %i1: tensor<5x4xf32>, %o: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %r = linalg.matmul ins(%i0, %i1 : tensor<3x5xf32>, tensor<5x4xf32>) outs(%o : tensor<3x4xf32>) -> tensor<3x4xf32>
  return %r : tensor<3x4xf32>
}

// CHECK: {{^}}linalg.matmul 2:
func.func @matmul_widening(%i0: tensor<3x5xi8>, %i1: tensor<5x4xi8>, %o: tensor<3x4xi32>) -> tensor<3x4xi32> {
  %r = linalg.matmul ins(%i0, %i1 : tensor<3x5xi8>, tensor<5x4xi8>) outs(%o : tensor<3x4xi32>) -> tensor<3x4xi32>
  return %r : tensor<3x4xi32>
}

// CHECK: {{^}}linalg.matmul 2:
func.func @matmul_bf16(%i0: tensor<3x3xbf16>, %i1: tensor<3x2xbf16>, %o: tensor<3x2xbf16>) -> tensor<3x2xbf16> {
  %r = linalg.matmul ins(%i0, %i1 : tensor<3x3xbf16>, tensor<3x2xbf16>) outs(%o : tensor<3x2xbf16>) -> tensor<3x2xbf16>
  return %r : tensor<3x2xbf16>
}

// CHECK: {{^}}linalg.matmul 2:
func.func @matmul_i32(%i0: tensor<3x5xi32>, %i1: tensor<5x4xi32>, %o: tensor<3x4xi32>) -> tensor<3x4xi32> {
  %r = linalg.matmul ins(%i0, %i1 : tensor<3x5xi32>, tensor<5x4xi32>) outs(%o : tensor<3x4xi32>) -> tensor<3x4xi32>
  return %r : tensor<3x4xi32>
}

// CHECK: {{^}}linalg.batch_matmul 2:
func.func @batch_matmul(%i0: tensor<2x3x4xf32>, %i1: tensor<2x4x2xf32>, %o: tensor<2x3x2xf32>) -> tensor<2x3x2xf32> {
  %r = linalg.batch_matmul ins(%i0, %i1 : tensor<2x3x4xf32>, tensor<2x4x2xf32>) outs(%o : tensor<2x3x2xf32>) -> tensor<2x3x2xf32>
  return %r : tensor<2x3x2xf32>
}

// CHECK: {{^}}linalg.batch_reduce_matmul 2:
func.func @batch_reduce_matmul(%i0: tensor<3x2x4xf32>, %i1: tensor<3x4x2xf32>, %o: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %r = linalg.batch_reduce_matmul ins(%i0, %i1 : tensor<3x2x4xf32>, tensor<3x4x2xf32>) outs(%o : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %r : tensor<2x2xf32>
}

// CHECK: {{^}}linalg.matvec 2:
func.func @matvec(%i0: tensor<3x5xf32>, %i1: tensor<5xf32>, %o: tensor<3xf32>) -> tensor<3xf32> {
  %r = linalg.matvec ins(%i0, %i1 : tensor<3x5xf32>, tensor<5xf32>) outs(%o : tensor<3xf32>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}

// CHECK: {{^}}linalg.vecmat 2:
func.func @vecmat(%i0: tensor<5xf32>, %i1: tensor<5x3xf32>, %o: tensor<3xf32>) -> tensor<3xf32> {
  %r = linalg.vecmat ins(%i0, %i1 : tensor<5xf32>, tensor<5x3xf32>) outs(%o : tensor<3xf32>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}

// CHECK: {{^}}linalg.batch_matvec 2:
func.func @batch_matvec(%i0: tensor<2x3x4xf32>, %i1: tensor<2x4xf32>, %o: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %r = linalg.batch_matvec ins(%i0, %i1 : tensor<2x3x4xf32>, tensor<2x4xf32>) outs(%o : tensor<2x3xf32>) -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// CHECK: {{^}}linalg.batch_vecmat 2:
func.func @batch_vecmat(%i0: tensor<2x4xf32>, %i1: tensor<2x4x3xf32>, %o: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %r = linalg.batch_vecmat ins(%i0, %i1 : tensor<2x4xf32>, tensor<2x4x3xf32>) outs(%o : tensor<2x3xf32>) -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// CHECK: {{^}}linalg.dot 2:
func.func @dot(%i0: tensor<7xf32>, %i1: tensor<7xf32>, %o: tensor<f32>) -> tensor<f32> {
  %r = linalg.dot ins(%i0, %i1 : tensor<7xf32>, tensor<7xf32>) outs(%o : tensor<f32>) -> tensor<f32>
  return %r : tensor<f32>
}

// CHECK: {{^}}linalg.mmt4d 2:
func.func @mmt4d(%i0: tensor<2x3x2x1xf32>, %i1: tensor<1x3x3x1xf32>, %o: tensor<2x1x2x3xf32>) -> tensor<2x1x2x3xf32> {
  %r = linalg.mmt4d ins(%i0, %i1 : tensor<2x3x2x1xf32>, tensor<1x3x3x1xf32>) outs(%o : tensor<2x1x2x3xf32>) -> tensor<2x1x2x3xf32>
  return %r : tensor<2x1x2x3xf32>
}

// CHECK: {{^}}linalg.contract 2:
func.func @contract(%i0: tensor<3x2x4xf32>, %i1: tensor<4x2xf32>, %o: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %r = linalg.contract indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>] ins(%i0, %i1 : tensor<3x2x4xf32>, tensor<4x2xf32>) outs(%o : tensor<3x2xf32>) -> tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}

// CHECK: {{^}}linalg.quantized_matmul 2:
func.func @quantized_matmul(%a: tensor<3x5xi8>, %b: tensor<5x2xi8>, %o: tensor<3x2xi32>) -> tensor<3x2xi32> {
  %az = arith.constant 1 : i32
  %bz = arith.constant 2 : i32
  %r = linalg.quantized_matmul ins(%a, %b, %az, %bz : tensor<3x5xi8>, tensor<5x2xi8>, i32, i32) outs(%o : tensor<3x2xi32>) -> tensor<3x2xi32>
  return %r : tensor<3x2xi32>
}

// CHECK: executed signatures: {{[0-9]{3,}$}}

