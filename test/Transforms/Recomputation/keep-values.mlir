// RUN: sbp-opt %s --sbp-keep-values --split-input-file | FileCheck %s

// The input of gelu is kept; backward begins with gelu again, and its init has a clone as well.
// CHECK-LABEL: func.func @gelu
// CHECK:         %[[X:.*]] = linalg.matmul
// CHECK:         math.erf
// CHECK-NOT:     sbp.made_again
// CHECK:         linalg.matmul
// CHECK:         %[[INIT:.*]] = tensor.empty() {sbp.made_again, sbp.phase = 1 : i64}
// CHECK:         %[[AGAIN:.*]] = linalg.generic {{.*}} ins(%[[X]] : {{.*}}) outs(%[[INIT]] : {{.*}}) attrs = {sbp.made_again, sbp.phase = 1 : i64}
// CHECK:         math.erf
// CHECK:         linalg.matmul {{.*}} ins(%[[AGAIN]], %
// CHECK:         arith.mulf %{{.*}}, %{{.*}} : f32
#at = affine_map<(i, j) -> (i, j)>
func.func @gelu(%a: tensor<8x8xf32>, %w: tensor<8x8xf32>, %g: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) {
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<8x8xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<8x8xf32>) -> tensor<8x8xf32>
  %x = linalg.matmul ins(%a, %w : tensor<8x8xf32>, tensor<8x8xf32>) outs(%f0 : tensor<8x8xf32>) -> tensor<8x8xf32>
  %e1 = tensor.empty() : tensor<8x8xf32>
  %h = linalg.generic {indexing_maps = [#at, #at], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<8x8xf32>) outs(%e1 : tensor<8x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %v = math.erf %in : f32
    linalg.yield %v : f32
  } -> tensor<8x8xf32>
  %e2 = tensor.empty() : tensor<8x8xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<8x8xf32>) -> tensor<8x8xf32>
  %y = linalg.matmul ins(%h, %w : tensor<8x8xf32>, tensor<8x8xf32>) outs(%f2 : tensor<8x8xf32>) -> tensor<8x8xf32>
  %e3 = tensor.empty() {sbp.phase = 1 : i64} : tensor<8x8xf32>
  %f3 = linalg.fill {sbp.phase = 1 : i64} ins(%zero : f32) outs(%e3 : tensor<8x8xf32>) -> tensor<8x8xf32>
  %dw = linalg.matmul {sbp.phase = 1 : i64} ins(%h, %g : tensor<8x8xf32>, tensor<8x8xf32>) outs(%f3 : tensor<8x8xf32>) -> tensor<8x8xf32>
  %e4 = tensor.empty() {sbp.phase = 1 : i64} : tensor<8x8xf32>
  %dx = linalg.generic {indexing_maps = [#at, #at, #at], iterator_types = ["parallel", "parallel"]} ins(%x, %g : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e4 : tensor<8x8xf32>) attrs = {sbp.phase = 1 : i64} {
  ^bb0(%in: f32, %slope: f32, %out: f32):
    %v = arith.mulf %in, %slope : f32
    linalg.yield %v : f32
  } -> tensor<8x8xf32>
  return %y, %dw, %dx : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
}

// -----

// What is returned is held anyway, and is read rather than made again.
// CHECK-LABEL: func.func @returned
// CHECK-NOT:     sbp.made_again
#at = affine_map<(i, j) -> (i, j)>
func.func @returned(%a: tensor<8x8xf32>, %w: tensor<8x8xf32>, %g: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %e1 = tensor.empty() : tensor<8x8xf32>
  %h = linalg.generic {indexing_maps = [#at, #at], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<8x8xf32>) outs(%e1 : tensor<8x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %v = math.erf %in : f32
    linalg.yield %v : f32
  } -> tensor<8x8xf32>
  %zero = arith.constant 0.0 : f32
  %e3 = tensor.empty() {sbp.phase = 1 : i64} : tensor<8x8xf32>
  %f3 = linalg.fill {sbp.phase = 1 : i64} ins(%zero : f32) outs(%e3 : tensor<8x8xf32>) -> tensor<8x8xf32>
  %dw = linalg.matmul {sbp.phase = 1 : i64} ins(%h, %g : tensor<8x8xf32>, tensor<8x8xf32>) outs(%f3 : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %h, %dw : tensor<8x8xf32>, tensor<8x8xf32>
}
