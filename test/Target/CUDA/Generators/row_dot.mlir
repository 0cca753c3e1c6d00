// Each lane multiplies its 4 elements of 8 rows with those of z, which are loaded once; a butterfly adds the lanes.
// RUN: sbp-cuda-region --print-kernels %s -o %t.ptx | FileCheck %s
// CHECK:       llvm.func @region_{{.*}}nvvm.maxntid = array<i32: 128>
// CHECK:         scf.for
// CHECK-COUNT-8:   llvm.load {{.*}} -> vector<4xf32>
// CHECK-COUNT-32:  math.fma
// CHECK-COUNT-40:  nvvm.shfl.sync bfly
// CHECK:         llvm.store {{.*}} : f32
func.func @dots(%t: tensor<1000x128xf32>, %r: tensor<64x32xi32>, %z: tensor<64x128xf32>) -> tensor<64x32xf32> {
  %y = memory_layer.row_dot %t, %r, %z : (tensor<1000x128xf32>, tensor<64x32xi32>, tensor<64x128xf32>) -> tensor<64x32xf32>
  return %y : tensor<64x32xf32>
}
