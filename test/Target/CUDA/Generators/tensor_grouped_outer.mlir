// One kernel for all groups by warps: each block finds the rows of its group by a maximum of bounds, and multiplies slices of them with a ring
// of copies of all threads, of which those after the end of the group read nothing. Code for Hopper has the same kernel.
// RUN: sbp-cuda-region --chip=sm_80 --print-kernels %s -o %t.ptx 2>&1 | FileCheck %s
// RUN: sbp-cuda-region --chip=sm_90a --print-kernels %s -o %t.ptx 2>&1 | FileCheck %s
// CHECK:       remark: kernel: tensor_grouped_outer (tiles of 128 x 128 x 32, 4 stages, 4 warps), {{.*}} us predicted; not tensor_grouped_outer
// CHECK:       llvm.func @region_
// CHECK:         scf.for
// CHECK:         arith.maxsi
// CHECK-COUNT-5: nvvm.shfl.sync bfly
// CHECK:         arith.minsi
// CHECK:         %[[END:.*]] = arith.maxsi
// CHECK:         arith.cmpi ult, %{{.*}}, %[[END]]
// CHECK-COUNT-3: nvvm.cp.async.commit.group
// CHECK:         scf.for {{.*}} to %[[END]]
// CHECK:         nvvm.cp.async.wait.group 2
// CHECK:         arith.cmpi ult, %{{.*}}, %[[END]]
// CHECK:         nvvm.mma.sync
// CHECK:         nvvm.cp.async.wait.group 0
// CHECK:         llvm.store {{.*}} : vector<2xbf16>, !llvm.ptr<1>
func.func @experts(%x: tensor<4096x512xbf16>, %y: tensor<4096x1024xbf16>, %b: tensor<8xi32>) -> tensor<8x512x1024xbf16> {
  %g = nn.grouped_outer %x, %y, %b : (tensor<4096x512xbf16>, tensor<4096x1024xbf16>, tensor<8xi32>) -> tensor<8x512x1024xbf16>
  return %g : tensor<8x512x1024xbf16>
}
