// A block of 1024 threads keeps tiles of a long row in shared memory from the first pass to the last.
// RUN: sbp-cuda-region --print-kernels %s -o %t.ptx | FileCheck %s
// CHECK:       llvm.mlir.global external @sbp_dynamic_shared
// CHECK:       llvm.func @region_{{.*}}nvvm.maxntid = array<i32: 1024>
// CHECK:         llvm.load {{.*}}!llvm.ptr<1> -> vector<4xf32>
// CHECK:         llvm.store {{.*}} : vector<4xf32>, !llvm.ptr<3>
// CHECK:         nvvm.shfl.sync bfly
// CHECK:         llvm.load {{.*}}!llvm.ptr<3> -> vector<4xf32>
// CHECK:         math.exp
// CHECK:         llvm.store {{.*}} : vector<4xf32>, !llvm.ptr<1>
func.func @softmax(%x: tensor<2x40000xf32>) -> tensor<2x40000xf32> {
  %e = tensor.empty() : tensor<2x40000xf32>
  %y = linalg.softmax dimension(1) ins(%x : tensor<2x40000xf32>) outs(%e : tensor<2x40000xf32>) -> tensor<2x40000xf32>
  return %y : tensor<2x40000xf32>
}
