// A tile of 32 x 32 is turned in shared memory, whose rows have one element more.
// RUN: sbp-cuda-region --print-kernels %s -o %t.ptx | FileCheck %s
// CHECK:       llvm.mlir.global internal {{.*}}addr_space = 3 {{.*}}array<4224 x i8>
// CHECK:       llvm.func @region_
// CHECK:         llvm.load {{.*}}!llvm.ptr<1> -> vector<4xf32>
// CHECK:         llvm.store {{.*}} : f32, !llvm.ptr<3>
// CHECK:         nvvm.barrier
// CHECK:         llvm.load {{.*}} : !llvm.ptr<3> -> f32
// CHECK:         llvm.store {{.*}} : vector<4xf32>, !llvm.ptr<1>
func.func @turn(%x: tensor<64x96xf32>) -> tensor<96x64xf32> {
  %e = tensor.empty() : tensor<96x64xf32>
  %y = linalg.transpose ins(%x : tensor<64x96xf32>) outs(%e : tensor<96x64xf32>) permutation = [1, 0]
  return %y : tensor<96x64xf32>
}
