// RUN: sbp-cuda-region --print-kernels --print-launches %s -o %t.ptx 2>&1 | FileCheck %s

// Four steps are one launch although the second reads the result of the first as a matrix, and the last one a column of it: both are in shared
// memory, from where the column is loaded at index 2 i + 1.
// CHECK:       remark: kernel: chain (4 steps in one block), {{.*}} us predicted; not
// CHECK:       llvm.func @region_{{.*}}nvvm.maxntid = array<i32: 32>
// CHECK-COUNT-3: nvvm.barrier0
// CHECK-NOT:     nvvm.barrier0
// CHECK:       column: chain 1 x 32
// CHECK-NOT:   column:
func.func @column(%a: tensor<6x3xf32>) -> tensor<3x3xf32> {
  %zero = arith.constant 0.0 : f32
  %e6 = tensor.empty() : tensor<6xf32>
  %f6 = linalg.fill ins(%zero : f32) outs(%e6 : tensor<6xf32>) -> tensor<6xf32>
  %e3 = tensor.empty() : tensor<3xf32>
  %f3 = linalg.fill ins(%zero : f32) outs(%e3 : tensor<3xf32>) -> tensor<3xf32>
  %u = linalg.reduce { arith.addf } ins(%a : tensor<6x3xf32>) outs(%f6 : tensor<6xf32>) dimensions = [1]
  %m = tensor.expand_shape %u [[0, 1]] output_shape [3, 2] : tensor<6xf32> into tensor<3x2xf32>
  %s = linalg.reduce { arith.maximumf } ins(%m : tensor<3x2xf32>) outs(%f3 : tensor<3xf32>) dimensions = [1]
  %e33 = tensor.empty() : tensor<3x3xf32>
  %f33 = linalg.fill ins(%zero : f32) outs(%e33 : tensor<3x3xf32>) -> tensor<3x3xf32>
  %p = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>] ins(%m, %m : tensor<3x2xf32>, tensor<3x2xf32>) outs(%f33 : tensor<3x3xf32>) -> tensor<3x3xf32>
  %c = tensor.extract_slice %m[0, 1] [3, 1] [1, 1] : tensor<3x2xf32> to tensor<3xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]} ins(%p, %s, %c : tensor<3x3xf32>, tensor<3xf32>, tensor<3xf32>) outs(%e33 : tensor<3x3xf32>) {
  ^bb0(%0: f32, %1: f32, %2: f32, %o: f32):
    %d = arith.divf %0, %1 : f32
    %r = arith.addf %d, %2 : f32
    linalg.yield %r : f32 } -> tensor<3x3xf32>
  return %y : tensor<3x3xf32>
}

// A product and the op that reads a part of its result are two launches: the generator of products takes no reader of a view.
// CHECK:       parts: product
// CHECK:       parts: pointwise
func.func @parts(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>) -> tensor<32x64xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %p = linalg.matmul ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%f : tensor<64x64xf32>) -> tensor<64x64xf32>
  %s = tensor.extract_slice %p[32, 0] [32, 64] [1, 1] : tensor<64x64xf32> to tensor<32x64xf32>
  %e2 = tensor.empty() : tensor<32x64xf32>
  %y = linalg.exp ins(%s : tensor<32x64xf32>) outs(%e2 : tensor<32x64xf32>) -> tensor<32x64xf32>
  %t = tensor.extract_slice %p[0, 0] [32, 64] [1, 1] : tensor<64x64xf32> to tensor<32x64xf32>
  %z = linalg.mul ins(%y, %t : tensor<32x64xf32>, tensor<32x64xf32>) outs(%e2 : tensor<32x64xf32>) -> tensor<32x64xf32>
  return %z : tensor<32x64xf32>
}
