// A warp keeps 8 elements a lane, finds the least chosen key bit by bit, and ranks what it chose by counting.
// RUN: sbp-cuda-region --print-kernels %s -o %t.ptx | FileCheck %s
// CHECK:       llvm.func @region_{{.*}}nvvm.maxntid = array<i32: 128>
// CHECK-COUNT-8: llvm.load {{.*}} -> f32
// CHECK:         scf.for
// CHECK:           nvvm.redux.sync add
// CHECK:         llvm.atomicrmw add
// CHECK:         nvvm.bar.warp.sync
// CHECK:         scf.for
// CHECK:           llvm.store {{.*}} : i32, !llvm.ptr<1>
func.func @choice(%x: tensor<64x256xf32>) -> (tensor<64x16xf32>, tensor<64x16xi32>) {
  %v, %i = nn.top_k %x {axis = 1 : i64, k = 16 : i64} : (tensor<64x256xf32>) -> (tensor<64x16xf32>, tensor<64x16xi32>)
  return %v, %i : tensor<64x16xf32>, tensor<64x16xi32>
}
