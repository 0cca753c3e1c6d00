// Rows of an odd length: a copy and vectors of 16 bytes begin behind the lead of the row, whose elements, and those behind the last vector,
// one thread each of the first block reads and writes.
// RUN: sbp-cuda-region --chip=sm_90a --print-kernels %s -o %t.ptx 2>&1 | FileCheck %s
// CHECK:      remark: kernel: cluster_rows (rows of 17001 by clusters of 4, one a row, shifted)
// CHECK:      llvm.func @region_
// CHECK:        %[[THREAD:.+]] = nvvm.read.ptx.sreg.tid.x
// CHECK:        %[[FIRST:.+]] = arith.cmpi eq, %{{.*}}, %c0_i32
// CHECK:        cp.async.bulk.shared::cluster.global
// CHECK:        mbarrier.try_wait.parity
// CHECK:        %[[STRIDE:.+]] = arith.constant 7 : i32
// CHECK-NEXT:   arith.muli %{{.*}}, %[[STRIDE]]
// CHECK:        %[[LEAD:.+]] = arith.remui %{{.*}}, %c16_i32
// CHECK:        scf.for
// CHECK:          llvm.load {{.*}} : !llvm.ptr<3> -> vector<4xf32>
// CHECK:        arith.andi %{{.*}}, %[[FIRST]] : i1
// CHECK:        scf.if
// CHECK:          llvm.load {{.*}} : !llvm.ptr<1> -> f32
// CHECK:        llvm.store {{.*}} : vector<4xf32>, !llvm.ptr<1>
// CHECK:        scf.if
// CHECK:          llvm.store {{.*}} : f32, !llvm.ptr<1>
func.func @softmax(%x: tensor<2x17001xf32>) -> tensor<2x17001xf32> {
  %e = tensor.empty() : tensor<2x17001xf32>
  %y = linalg.softmax dimension(1) ins(%x : tensor<2x17001xf32>) outs(%e : tensor<2x17001xf32>) -> tensor<2x17001xf32>
  return %y : tensor<2x17001xf32>
}
