// Any other reduction is a loop in the thread of each element.
// RUN: sbp-cuda-region --print-kernels %s -o %t.ptx | FileCheck %s
// CHECK:       llvm.func @region_{{.*}}nvvm.maxntid = array<i32: 128>
// CHECK:         scf.for
// CHECK:           llvm.load {{.*}} -> f32
// CHECK:           arith.maximumf
// CHECK:         llvm.store {{.*}} : f32
func.func @pool(%x: tensor<2x3x8x8xf32>, %w: tensor<2x2xf32>) -> tensor<2x3x4x4xf32> {
  %low = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<2x3x4x4xf32>
  %f = linalg.fill ins(%low : f32) outs(%e : tensor<2x3x4x4xf32>) -> tensor<2x3x4x4xf32>
  %y = linalg.pooling_nchw_max {strides = dense<2> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
      ins(%x, %w : tensor<2x3x8x8xf32>, tensor<2x2xf32>) outs(%f : tensor<2x3x4x4xf32>) -> tensor<2x3x4x4xf32>
  return %y : tensor<2x3x4x4xf32>
}
