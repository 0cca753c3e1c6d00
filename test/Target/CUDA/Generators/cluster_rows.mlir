// A cluster of 4 blocks computes a row: bulk copies bring its parts, and each block sends its maximum, then its sum, to all of them.
// RUN: sbp-cuda-region --chip=sm_90a --print-kernels %s -o %t.ptx 2>&1 | FileCheck %s
// CHECK:       remark: kernel: cluster_rows (rows of 32768 by clusters of 4, one a row), {{.*}} us predicted; not long_rows
// CHECK:       llvm.func @region_{{.*}}nvvm.cluster_dim = array<i32: 4, 1, 1>
// CHECK:         mbarrier.init.shared.b64
// CHECK:         fence.mbarrier_init.release.cluster
// CHECK:         nvvm.cluster.arrive.relaxed
// CHECK:         nvvm.cluster.wait
// CHECK:         mbarrier.arrive.expect_tx.shared.b64
// CHECK:         cp.async.bulk.shared::cluster.global
// CHECK:         mbarrier.try_wait.parity
// CHECK:         llvm.load {{.*}}!llvm.ptr<3> -> vector<4xf32>
// CHECK:         arith.maxnumf
// CHECK:         nvvm.shfl.sync bfly
// CHECK:         st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.b64
// CHECK:         mbarrier.try_wait.parity
// CHECK-COUNT-4: llvm.load {{.*}}!llvm.ptr<3> -> i64
// CHECK:         math.exp
// CHECK:         st.async
// CHECK-COUNT-4: llvm.load {{.*}}!llvm.ptr<3> -> i64
// CHECK:         llvm.store {{.*}} : vector<4xf32>, !llvm.ptr<1>
func.func @softmax(%x: tensor<2x32768xf32>) -> tensor<2x32768xf32> {
  %e = tensor.empty() : tensor<2x32768xf32>
  %y = linalg.softmax dimension(1) ins(%x : tensor<2x32768xf32>) outs(%e : tensor<2x32768xf32>) -> tensor<2x32768xf32>
  return %y : tensor<2x32768xf32>
}
