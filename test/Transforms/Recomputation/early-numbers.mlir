// RUN: split-file %s %t
// RUN: sbp-opt %t/ranks.mlir --sbp-place-operations --sbp-keep-values | FileCheck %s
// RUN: sed "s/= 4/= 1/" %t/ranks.mlir | sbp-opt --sbp-place-operations --sbp-keep-values | FileCheck %s --check-prefix=ONE

// On several ranks the correction of the optimizer, which needs no gradient, is computed before the last op of forward; a number that needs one stays. On one rank
// nothing moves.
// CHECK-LABEL: func.func @main
// CHECK:         tensor.empty() {sbp.phase = 2
// CHECK-NEXT:    linalg.generic
// CHECK:         math.exp
// CHECK:         linalg.matmul
// CHECK:         linalg.matmul
// CHECK:         math.sqrt

// ONE-LABEL: func.func @main
// ONE:         linalg.matmul
// ONE:         linalg.matmul
// ONE:         math.exp
// ONE:         math.sqrt

//--- ranks.mlir
sbp.placement @mesh ["dp" = 4]
#number = affine_map<() -> ()>
func.func @main(%a: tensor<4x4xf32>, %w: tensor<4x4xf32>, %g: tensor<4x4xf32>, %step: tensor<f32>) -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<f32>, tensor<f32>) {
  %e = tensor.empty() : tensor<4x4xf32>
  %y = linalg.matmul ins(%a, %w : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %e1 = tensor.empty() {sbp.phase = 1 : i64} : tensor<4x4xf32>
  %d = linalg.matmul {sbp.phase = 1 : i64} ins(%y, %g : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e1 : tensor<4x4xf32>) -> tensor<4x4xf32>
  %e2 = tensor.empty() {sbp.phase = 2 : i64} : tensor<f32>
  %c = linalg.generic {indexing_maps = [#number, #number], iterator_types = []} ins(%step : tensor<f32>) outs(%e2 : tensor<f32>) attrs = {sbp.phase = 2 : i64} {
  ^bb0(%in: f32, %out: f32):
    %v = math.exp %in : f32
    linalg.yield %v : f32
  } -> tensor<f32>
  %e3 = tensor.empty() {sbp.phase = 2 : i64} : tensor<f32>
  %n = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]} ins(%d : tensor<4x4xf32>) outs(%e3 : tensor<f32>) attrs = {sbp.phase = 2 : i64} {
  ^bb0(%in: f32, %out: f32):
    %v = math.sqrt %in : f32
    %s = arith.addf %out, %v : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  return %y, %d, %c, %n : tensor<4x4xf32>, tensor<4x4xf32>, tensor<f32>, tensor<f32>
}
