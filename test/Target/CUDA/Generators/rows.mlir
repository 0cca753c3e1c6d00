// A row of a softmax is loaded once; its maximum and its sum are joined by shuffles.
// RUN: sbp-cuda-region --print-kernels %s -o %t.ptx | FileCheck %s
// CHECK:       llvm.func @region_{{.*}}nvvm.maxntid = array<i32: 128>
// CHECK:         llvm.load {{.*}} -> vector<4xf32>
// CHECK:         nvvm.shfl.sync bfly
// CHECK:         math.exp
// CHECK:         nvvm.shfl.sync bfly
// CHECK:         arith.divf
// CHECK-NOT:     llvm.load
// CHECK:         llvm.store {{.*}} : vector<4xf32>
func.func @softmax(%x: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %e = tensor.empty() : tensor<64x128xf32>
  %y = linalg.softmax dimension(1) ins(%x : tensor<64x128xf32>) outs(%e : tensor<64x128xf32>) -> tensor<64x128xf32>
  return %y : tensor<64x128xf32>
}
