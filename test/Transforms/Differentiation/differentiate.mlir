// RUN: sbp-opt %s --sbp-differentiate --split-input-file | FileCheck %s

// The cotangents of a product are products with transposed maps; the product itself is not needed.
// CHECK-DAG: #[[A:.+]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-DAG: #[[B:.+]] = affine_map<(d0, d1, d2) -> (d2, d1)>
// CHECK-DAG: #[[C:.+]] = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-LABEL: func @product
// CHECK: linalg.generic {indexing_maps = [#[[B]], #[[C]], #[[A]]], iterator_types = ["parallel", "reduction", "parallel"]} ins(%arg1, %arg2
// CHECK: arith.mulf
// CHECK: linalg.generic {indexing_maps = [#[[A]], #[[C]], #[[B]]], iterator_types = ["reduction", "parallel", "parallel"]} ins(%arg0, %arg2
// CHECK-NOT: nn.gradient
func.func @product(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>, %seed: tensor<2x4xf32>) -> (tensor<2x3xf32>, tensor<3x4xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<2x4xf32>) -> tensor<2x4xf32>
  %c = linalg.matmul ins(%a, %b : tensor<2x3xf32>, tensor<3x4xf32>) outs(%f : tensor<2x4xf32>) -> tensor<2x4xf32>
  %g:2 = nn.gradient %c seed %seed wrt (%a, %b) : (tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x3xf32>, tensor<3x4xf32>) -> (tensor<2x3xf32>, tensor<3x4xf32>)
  return %g#0, %g#1 : tensor<2x3xf32>, tensor<3x4xf32>
}

// -----

// A derivative that the result gives is computed from the result: tanh is not evaluated again, and its operand is not read.
// CHECK-LABEL: func @result_is_read
// CHECK: %[[Y:.+]] = linalg.generic
// CHECK: math.tanh
// CHECK: linalg.generic {{.*}} ins(%arg1, %[[Y]] :
// CHECK-NOT: math.tanh
func.func @result_is_read(%x: tensor<4xf32>, %seed: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(d) -> (d)>, affine_map<(d) -> (d)>], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %t = math.tanh %a : f32
    linalg.yield %t : f32
  } -> tensor<4xf32>
  %g = nn.gradient %y seed %seed wrt (%x) : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %g : tensor<4xf32>
}

// -----

// A value with two readers sums its cotangents in one op; a value behind stop_gradient has none.
// CHECK-LABEL: func @two_readers
// CHECK-NOT: nn.stop_gradient
// CHECK: %[[SUM:.+]] = linalg.generic {{.*}} ins(%[[P:.+]], %[[Q:.+]] :
// CHECK: arith.addf
// CHECK: return %[[SUM]]
func.func @two_readers(%x: tensor<4xf32>, %w: tensor<4xf32>, %s: tensor<4xf32>, %t: tensor<4xf32>) -> tensor<4xf32> {
  %c = tensor.concat dim(0) %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %stopped = nn.stop_gradient %x : tensor<4xf32>
  %d = tensor.concat dim(0) %c, %stopped : (tensor<8xf32>, tensor<4xf32>) -> tensor<12xf32>
  %seed = tensor.concat dim(0) %s, %t, %w : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<12xf32>
  %g = nn.gradient %d seed %seed wrt (%x) : (tensor<12xf32>, tensor<12xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %g : tensor<4xf32>
}
