// The grid is never stored: a block of 256 threads computes 16 elements each and chooses among their keys.
// RUN: sbp-cuda-region --print-kernels %s -o %t.ptx | FileCheck %s
// CHECK:       llvm.func @region_{{.*}}nvvm.maxntid = array<i32: 256>
// CHECK-COUNT-64: math.fma
// CHECK:         scf.for
// CHECK:           nvvm.redux.sync add
// CHECK:         llvm.atomicrmw add
func.func @grid(%r: tensor<8x2x64xf32>, %c: tensor<8x2x64xf32>, %g: tensor<1x2x2xf32>)
    -> (tensor<8x4xf32>, tensor<8x4xi32>, tensor<8x4xi32>, tensor<8x4x1xf32>) {
  %s, %p, %q, %w = memory_layer.tucker_top_k %r, %c, %g {k = 4 : i64} : (tensor<8x2x64xf32>, tensor<8x2x64xf32>, tensor<1x2x2xf32>)
      -> (tensor<8x4xf32>, tensor<8x4xi32>, tensor<8x4xi32>, tensor<8x4x1xf32>)
  return %s, %p, %q, %w : tensor<8x4xf32>, tensor<8x4xi32>, tensor<8x4xi32>, tensor<8x4x1xf32>
}
