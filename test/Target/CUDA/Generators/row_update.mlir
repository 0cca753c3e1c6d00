// Slots are sorted by rows, 8 bits a pass; the unit at the first slot of a row adds all of its slots and updates the row.
// RUN: sbp-cuda-region --print-kernels %s -o %t.ptx | FileCheck %s
// CHECK:       llvm.func @region_{{.*}}_0(
// CHECK:         llvm.atomicrmw add
// CHECK:       llvm.func @region_{{.*}}_1(
// CHECK:         nvvm.vote.sync ballot
// CHECK:         math.ctpop
// CHECK:       llvm.func @region_{{.*}}_4(
// CHECK:         scf.while
// CHECK:           math.fma
// CHECK-COUNT-3: llvm.store {{.*}} : vector<4xf32>
func.func @learn(%t: tensor<1000x128xf32>, %m: tensor<1000x128xf32>, %v: tensor<1000x128xf32>, %r: tensor<64x32xi32>, %s: tensor<64x32xf32>,
    %z: tensor<64x128xf32>, %rate: tensor<f32>, %step: tensor<i64>)
    -> (tensor<1000x128xf32> {sbp.in_place = 0 : i64}, tensor<1000x128xf32> {sbp.in_place = 1 : i64}, tensor<1000x128xf32> {sbp.in_place = 2 : i64}) {
  %y:3 = memory_layer.update lazy_adam %t, (%m, %v), %r, %s, %z, %rate, %step : (tensor<1000x128xf32>, tensor<1000x128xf32>,
      tensor<1000x128xf32>, tensor<64x32xi32>, tensor<64x32xf32>, tensor<64x128xf32>, tensor<f32>, tensor<i64>)
      -> (tensor<1000x128xf32>, tensor<1000x128xf32>, tensor<1000x128xf32>)
  return %y#0, %y#1, %y#2 : tensor<1000x128xf32>, tensor<1000x128xf32>, tensor<1000x128xf32>
}
