// Rows are shared out over the threads of a block, whose sums are joined in halves.
// RUN: sbp-cuda-region --print-kernels %s -o %t.ptx | FileCheck %s
// CHECK:       llvm.func @region_{{.*}}nvvm.maxntid = array<i32: 256>
// CHECK:         scf.for
// CHECK:           llvm.load {{.*}} -> vector<4xf32>
// CHECK-COUNT-4:   arith.addf
// CHECK:         llvm.store {{.*}} : vector<4xf32>, !llvm.ptr<3>
// CHECK:         nvvm.barrier
// CHECK:         llvm.load {{.*}} : !llvm.ptr<3> -> vector<4xf32>
func.func @sums(%x: tensor<40x64xf32>) -> tensor<64xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64xf32>) -> tensor<64xf32>
  %y = linalg.reduce { arith.addf } ins(%x : tensor<40x64xf32>) outs(%f : tensor<64xf32>) dimensions = [0]
  return %y : tensor<64xf32>
}
