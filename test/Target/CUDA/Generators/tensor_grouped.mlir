// One kernel for all groups by warps: each block finds the tiles of groups by scans, writes zeros to rows of no group, and computes some of
// the tiles with a ring of copies of all threads.
// RUN: sbp-cuda-region --chip=sm_80 --print-kernels %s -o %t.ptx 2>&1 | FileCheck %s
// CHECK:       remark: kernel: tensor_grouped (tiles of 128 x 128 x 32, 4 stages, 4 warps), {{.*}} us predicted; not tensor_grouped
// CHECK:       llvm.func @region_
// CHECK-COUNT-5: nvvm.shfl.sync up
// CHECK:         arith.maxsi
// CHECK-COUNT-5: nvvm.shfl.sync up
// CHECK:         nvvm.barrier0
// CHECK:         scf.for
// CHECK:         llvm.store {{.*}} : vector<8xbf16>, !llvm.ptr<1>
// CHECK:         scf.for
// CHECK:         nvvm.barrier0
// CHECK-COUNT-3: nvvm.cp.async.commit.group
// CHECK:         scf.for
// CHECK:         nvvm.cp.async.wait.group 2
// CHECK:         nvvm.mma.sync
// CHECK:         nvvm.cp.async.wait.group 0
// CHECK:         llvm.store {{.*}} : vector<2xbf16>, !llvm.ptr<1>
func.func @experts(%x: tensor<4096x512xbf16>, %w: tensor<8x512x1024xbf16>, %b: tensor<8xi32>) -> tensor<4096x1024xbf16> {
  %y = nn.grouped_product %x, %w, %b : (tensor<4096x512xbf16>, tensor<8x512x1024xbf16>, tensor<8xi32>) -> tensor<4096x1024xbf16>
  return %y : tensor<4096x1024xbf16>
}
