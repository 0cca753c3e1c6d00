// Retrieval by product keys is one kernel: both sides choose in turn, and what they chose stays in shared memory for the choice among the
// sums of its pairs. Nothing is left of the slices and gathers between them; the indices of the first choices keep their readers.
// RUN: sbp-cuda-region --print-kernels --print-launches %s 2>/dev/null | FileCheck %s
// CHECK:       llvm.func @region_{{.*}}nvvm.maxntid = array<i32: 128>
// CHECK-COUNT-8: llvm.load {{.*}} -> f32
// CHECK:         nvvm.redux.sync add
// CHECK:         llvm.store {{.*}} : f32, !llvm.ptr<3>
// CHECK:         nvvm.bar.warp.sync
// CHECK:         llvm.store {{.*}} : f32, !llvm.ptr<3>
// CHECK:         llvm.load {{.*}} !llvm.ptr<3> -> f32
// CHECK:         arith.addf
// CHECK:         llvm.store {{.*}} : f32, !llvm.ptr<1>
// CHECK:       one_tensor: product_keys 16 x 128
// CHECK:       two_tensors: product_keys 16 x 128
// CHECK:       kept_apart: top_k 16 x 128
// CHECK:       kept_apart: top_k 16 x 128
// CHECK:       kept_apart: top_k 16 x 128
func.func @one_tensor(%s: tensor<2x64x256xf32>) -> (tensor<64x4xf32>, tensor<64x4xi32>, tensor<2x64x4xi32>) {
  %v, %i = nn.top_k %s {axis = 2 : i64, k = 4 : i64} : (tensor<2x64x256xf32>) -> (tensor<2x64x4xf32>, tensor<2x64x4xi32>)
  %zero = arith.constant dense<0> : tensor<i32>
  %one = arith.constant dense<1> : tensor<i32>
  %a = nn.gather %v, %zero {axis = 0 : i64} : (tensor<2x64x4xf32>, tensor<i32>) -> tensor<64x4xf32>
  %b = nn.gather %v, %one {axis = 0 : i64} : (tensor<2x64x4xf32>, tensor<i32>) -> tensor<64x4xf32>
  %p = arith.constant dense<[0, 0, 0, 0, 1, 1, 2, 3]> : tensor<8xi32>
  %q = arith.constant dense<[0, 1, 2, 3, 0, 1, 0, 0]> : tensor<8xi32>
  %c = nn.gather %a, %p {axis = 1 : i64} : (tensor<64x4xf32>, tensor<8xi32>) -> tensor<64x8xf32>
  %d = nn.gather %b, %q {axis = 1 : i64} : (tensor<64x4xf32>, tensor<8xi32>) -> tensor<64x8xf32>
  %e = tensor.empty() : tensor<64x8xf32>
  %t = linalg.add ins(%c, %d : tensor<64x8xf32>, tensor<64x8xf32>) outs(%e : tensor<64x8xf32>) -> tensor<64x8xf32>
  %w, %j = nn.top_k %t {axis = 1 : i64, k = 4 : i64} : (tensor<64x8xf32>) -> (tensor<64x4xf32>, tensor<64x4xi32>)
  return %w, %j, %i : tensor<64x4xf32>, tensor<64x4xi32>, tensor<2x64x4xi32>
}
func.func @two_tensors(%x: tensor<64x256xf32>, %y: tensor<64x256xf32>) -> (tensor<64x4xf32>, tensor<64x4xi32>) {
  %a, %i = nn.top_k %x {axis = 1 : i64, k = 4 : i64} : (tensor<64x256xf32>) -> (tensor<64x4xf32>, tensor<64x4xi32>)
  %p = arith.constant dense<[0, 0, 0, 0, 1, 1, 2, 3]> : tensor<8xi32>
  %c = nn.gather %a, %p {axis = 1 : i64} : (tensor<64x4xf32>, tensor<8xi32>) -> tensor<64x8xf32>
  %b, %h = nn.top_k %y {axis = 1 : i64, k = 4 : i64} : (tensor<64x256xf32>) -> (tensor<64x4xf32>, tensor<64x4xi32>)
  %q = arith.constant dense<[0, 1, 2, 3, 0, 1, 0, 0]> : tensor<8xi32>
  %d = nn.gather %b, %q {axis = 1 : i64} : (tensor<64x4xf32>, tensor<8xi32>) -> tensor<64x8xf32>
  %e = tensor.empty() : tensor<64x8xf32>
  %t = linalg.add ins(%c, %d : tensor<64x8xf32>, tensor<64x8xf32>) outs(%e : tensor<64x8xf32>) -> tensor<64x8xf32>
  %w, %j = nn.top_k %t {axis = 1 : i64, k = 4 : i64} : (tensor<64x8xf32>) -> (tensor<64x4xf32>, tensor<64x4xi32>)
  return %w, %j : tensor<64x4xf32>, tensor<64x4xi32>
}
// The scores of a first choice are results themselves.
func.func @kept_apart(%x: tensor<64x256xf32>, %y: tensor<64x256xf32>) -> (tensor<64x4xf32>, tensor<64x4xf32>) {
  %a, %i = nn.top_k %x {axis = 1 : i64, k = 4 : i64} : (tensor<64x256xf32>) -> (tensor<64x4xf32>, tensor<64x4xi32>)
  %b, %h = nn.top_k %y {axis = 1 : i64, k = 4 : i64} : (tensor<64x256xf32>) -> (tensor<64x4xf32>, tensor<64x4xi32>)
  %p = arith.constant dense<[0, 0, 0, 0, 1, 1, 2, 3]> : tensor<8xi32>
  %q = arith.constant dense<[0, 1, 2, 3, 0, 1, 0, 0]> : tensor<8xi32>
  %c = nn.gather %a, %p {axis = 1 : i64} : (tensor<64x4xf32>, tensor<8xi32>) -> tensor<64x8xf32>
  %d = nn.gather %b, %q {axis = 1 : i64} : (tensor<64x4xf32>, tensor<8xi32>) -> tensor<64x8xf32>
  %e = tensor.empty() : tensor<64x8xf32>
  %t = linalg.add ins(%c, %d : tensor<64x8xf32>, tensor<64x8xf32>) outs(%e : tensor<64x8xf32>) -> tensor<64x8xf32>
  %w, %j = nn.top_k %t {axis = 1 : i64, k = 4 : i64} : (tensor<64x8xf32>) -> (tensor<64x4xf32>, tensor<64x4xi32>)
  return %w, %a : tensor<64x4xf32>, tensor<64x4xf32>
}
