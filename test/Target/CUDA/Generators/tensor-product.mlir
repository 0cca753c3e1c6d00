// The kernel of a product on the tensor cores of warps: copies of all threads to a ring, fragments by ldmatrix, products with f32 sums.
// RUN: sbp-cuda-region --chip=sm_80 --print-kernels --print-launches %s 2>&1 | FileCheck %s

// CHECK: remark: kernel: tensor_product (tiles of 64 x 64 x 32, 4 stages, 4 warps)
// CHECK: llvm.func @
// Three slices are ahead.
// CHECK-COUNT-3: nvvm.cp.async.commit.group
// CHECK: scf.for
// CHECK: nvvm.cp.async.wait.group 2
// CHECK-NEXT: nvvm.barrier0
// CHECK: nvvm.cp.async.shared.global {{.*}}, 16, cache = cg
// CHECK: nvvm.cp.async.commit.group
// CHECK: nvvm.ldmatrix {{.*}} layout = #nvvm.mma_layout<row>
// CHECK: nvvm.mma.sync
// CHECK-SAME: multiplicandAPtxType = #nvvm.mma_type<bf16>
// CHECK: nvvm.cp.async.wait.group 0
// CHECK: llvm.store {{.*}} : vector<2xf32>, !llvm.ptr<1>
// CHECK: product: tensor_product 16 x 128
func.func @product(%a: tensor<256x256xbf16>, %b: tensor<256x256xbf16>) -> tensor<256x256xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<256x256xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%empty : tensor<256x256xf32>) -> tensor<256x256xf32>
  %result = linalg.generic {
      indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<256x256xbf16>, tensor<256x256xbf16>) outs(%fill : tensor<256x256xf32>) {
  ^bb0(%x: bf16, %y: bf16, %sum: f32):
    %wide_x = arith.extf %x : bf16 to f32
    %wide_y = arith.extf %y : bf16 to f32
    %product = arith.mulf %wide_x, %wide_y : f32
    %next = arith.addf %sum, %product : f32
    linalg.yield %next : f32
  } -> tensor<256x256xf32>
  return %result : tensor<256x256xf32>
}

// Factors of f32 stay with the product of CUDA cores.
// CHECK: exact: product
func.func @exact(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<64x64xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%empty : tensor<64x64xf32>) -> tensor<64x64xf32>
  %result = linalg.matmul ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%fill : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %result : tensor<64x64xf32>
}
