// 32 lanes load a slot each; then each of 8 rows at a time is loaded by all lanes, 16 bytes each, and added in the order of slots.
// RUN: sbp-cuda-region --print-kernels %s -o %t.ptx | FileCheck %s
// CHECK:       llvm.func @region_{{.*}}nvvm.maxntid = array<i32: 128>
// CHECK:         scf.for
// CHECK:           llvm.load {{.*}} -> i32
// CHECK:           scf.for
// CHECK-COUNT-8:     nvvm.shfl.sync idx {{.*}} : i32 -> i32
// CHECK-COUNT-32:    math.fma
// CHECK:         llvm.store {{.*}} : vector<4xf32>
func.func @bag(%t: tensor<1000x128xf32>, %r: tensor<64x32xi32>, %s: tensor<64x32xf32>) -> tensor<64x128xf32> {
  %y = memory_layer.bag %t, %r, %s : (tensor<1000x128xf32>, tensor<64x32xi32>, tensor<64x32xf32>) -> tensor<64x128xf32>
  return %y : tensor<64x128xf32>
}
