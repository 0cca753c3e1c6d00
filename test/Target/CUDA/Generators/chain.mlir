// RUN: sbp-cuda-region --print-kernels --print-launches %s -o %t.ptx 2>&1 | FileCheck %s

// Four steps are one launch of a block: v is read once, a barrier ends each step but the last, results between them are in shared memory, and the
// last one alone is stored.
// CHECK:       remark: kernel: chain (4 steps in one block), {{.*}} us predicted; not
// CHECK:       llvm.func @region_{{.*}}nvvm.maxntid = array<i32: 32>
// CHECK:         scf.for
// CHECK:           arith.mulf
// CHECK:           arith.addf
// CHECK:         llvm.store {{.*}} : f32, !llvm.ptr<3>
// CHECK:         nvvm.barrier0
// CHECK:         scf.for
// CHECK:           llvm.load {{.*}} : !llvm.ptr<3> -> f32
// CHECK:         nvvm.barrier0
// CHECK:         scf.for
// CHECK:         nvvm.barrier0
// CHECK-NOT:     nvvm.barrier0
// CHECK:         llvm.store {{.*}} : f32, !llvm.ptr<1>
// CHECK:       four: chain 1 x 32
func.func @four(%a: tensor<4x3xf32>, %v: tensor<3xf32>) -> tensor<3xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %u = linalg.matvec ins(%a, %v : tensor<4x3xf32>, tensor<3xf32>) outs(%f : tensor<4xf32>) -> tensor<4xf32>
  %e3 = tensor.empty() : tensor<3xf32>
  %f3 = linalg.fill ins(%zero : f32) outs(%e3 : tensor<3xf32>) -> tensor<3xf32>
  %w = linalg.vecmat ins(%u, %a : tensor<4xf32>, tensor<4x3xf32>) outs(%f3 : tensor<3xf32>) -> tensor<3xf32>
  %e0 = tensor.empty() : tensor<f32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<f32>) -> tensor<f32>
  %s = linalg.dot ins(%w, %w : tensor<3xf32>, tensor<3xf32>) outs(%f0 : tensor<f32>) -> tensor<f32>
  %y = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%w, %s : tensor<3xf32>, tensor<f32>) outs(%e3 : tensor<3xf32>) {
  ^bb0(%x: f32, %z: f32, %o: f32):
    %d = arith.divf %x, %z : f32
    linalg.yield %d : f32 } -> tensor<3xf32>
  return %y : tensor<3xf32>
}

// A softmax of few elements stays one launch of rows, and elements that a block has no threads for are no chain.
// CHECK:       softmax: rows
// CHECK-COUNT-4: wide: product
func.func @softmax(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %e = tensor.empty() : tensor<8x16xf32>
  %y = linalg.softmax dimension(1) ins(%x : tensor<8x16xf32>) outs(%e : tensor<8x16xf32>) -> tensor<8x16xf32>
  return %y : tensor<8x16xf32>
}
func.func @wide(%a: tensor<300x300xf32>, %v: tensor<300xf32>) -> tensor<300xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<300xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<300xf32>) -> tensor<300xf32>
  %1 = linalg.matvec ins(%a, %v : tensor<300x300xf32>, tensor<300xf32>) outs(%f : tensor<300xf32>) -> tensor<300xf32>
  %2 = linalg.matvec ins(%a, %1 : tensor<300x300xf32>, tensor<300xf32>) outs(%f : tensor<300xf32>) -> tensor<300xf32>
  %3 = linalg.matvec ins(%a, %2 : tensor<300x300xf32>, tensor<300xf32>) outs(%f : tensor<300xf32>) -> tensor<300xf32>
  %4 = linalg.matvec ins(%a, %3 : tensor<300x300xf32>, tensor<300xf32>) outs(%f : tensor<300xf32>) -> tensor<300xf32>
  return %4 : tensor<300xf32>
}

// Numbers of rows that a kernel of rows computes on the way stay there.
// CHECK:       scalars: rows 8 x
// CHECK-NOT:   scalars:
func.func @scalars(%x: tensor<8x4096xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8x4096xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %s = linalg.reduce { arith.addf } ins(%x : tensor<8x4096xf32>) outs(%f : tensor<8xf32>) dimensions = [1]
  %1 = arith.mulf %s, %s : tensor<8xf32>
  %2 = arith.addf %1, %s : tensor<8xf32>
  %3 = arith.mulf %2, %1 : tensor<8xf32>
  %4 = arith.addf %3, %2 : tensor<8xf32>
  %e2 = tensor.empty() : tensor<8x4096xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]} ins(%x, %4 : tensor<8x4096xf32>, tensor<8xf32>) outs(%e2 : tensor<8x4096xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %d = arith.mulf %a, %b : f32
    linalg.yield %d : f32 } -> tensor<8x4096xf32>
  return %1, %2, %3, %4, %y : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8x4096xf32>
}
