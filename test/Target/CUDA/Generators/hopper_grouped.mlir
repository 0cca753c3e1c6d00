// One kernel for all groups: a warp finds their tiles by scans, a thread loads tiles of rows and of the weights of their group, and two
// warpgroups multiply them. Whole blocks of 64 rows are stored by tensor copies, the last ones of a group from registers.
// RUN: sbp-cuda-region --chip=sm_90a --print-kernels %s -o %t.ptx 2>&1 | FileCheck %s
// CHECK:       remark: kernel: hopper_grouped (tiles of 128 x 256 x 64, 4 slots), {{.*}} us predicted; not hopper_grouped
// CHECK:       llvm.func @region_{{.*}}(%{{.*}}: !llvm.ptr<1>
// CHECK-SAME:    llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant
// CHECK:         fence.mbarrier_init.release.cluster
// A running maximum of the bounds, and a running sum of tiles.
// CHECK:         scf.for
// CHECK-COUNT-5: nvvm.shfl.sync up
// CHECK:         arith.maxsi
// CHECK-COUNT-5: nvvm.shfl.sync up
// CHECK:         llvm.store {{.*}} : i32, !llvm.ptr<3>
// CHECK:         nvvm.shfl.sync idx
// CHECK:         nvvm.barrier0
// Rows of no group are zeros.
// CHECK:         scf.for
// CHECK:         llvm.store {{.*}} : vector<8xbf16>, !llvm.ptr<1>
// CHECK:         nvvm.setmaxregister decrease 24
// A search among 8 groups, and copies of a tile of rows and of the weights of a group.
// CHECK:         scf.for
// CHECK-COUNT-3: arith.cmpi ule
// CHECK:         scf.for
// CHECK:         cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes
// CHECK-COUNT-4: cp.async.bulk.tensor.3d.shared::cluster.global.tile.mbarrier::complete_tx::bytes
// CHECK:         nvvm.setmaxregister increase 240
// CHECK-COUNT-4: wgmma.mma_async.sync.aligned.m64n256k16.f32.bf16.bf16
// CHECK:         wgmma.wait_group.sync.aligned 0
// CHECK:         scf.if
// CHECK:         nvvm.stmatrix
// CHECK:         cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group
// CHECK:         } else {
// CHECK:         llvm.store {{.*}} : vector<2xbf16>, !llvm.ptr<1>
func.func @experts(%x: tensor<4096x512xbf16>, %w: tensor<8x512x1024xbf16>, %b: tensor<8xi32>) -> tensor<4096x1024xbf16> {
  %y = nn.grouped_product %x, %w, %b : (tensor<4096x512xbf16>, tensor<8x512x1024xbf16>, tensor<8xi32>) -> tensor<4096x1024xbf16>
  return %y : tensor<4096x1024xbf16>
}
