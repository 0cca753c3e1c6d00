// A thread of an elementwise op loads, computes and stores 16 bytes.
// RUN: sbp-cuda-region --print-kernels %s -o %t.ptx | FileCheck %s
// CHECK:       llvm.func @region_{{.*}}nvvm.maxntid = array<i32: 256>
// CHECK:         scf.if
// CHECK:           %[[X:.+]] = llvm.load {{.*}} -> vector<4xf32>
// CHECK-COUNT-4:   arith.negf
// CHECK:           llvm.store {{.*}} : vector<4xf32>
func.func @negate(%x: tensor<4096xf32>) -> tensor<4096xf32> {
  %y = arith.negf %x : tensor<4096xf32>
  return %y : tensor<4096xf32>
}
