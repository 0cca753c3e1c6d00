// RUN: sbp-opt %s --pass-pipeline='builtin.module(func.func(sbp-fold-constants))' | FileCheck %s
#id = affine_map<(i) -> (i)>

// PyTorch's epsilon is an f64 that no f32 equals: rounded once.
// CHECK-LABEL: func @epsilon
// CHECK:         %[[EPSILON:.+]] = arith.constant 9.99999974E-6 : f32
// CHECK-NOT:     arith.truncf
// CHECK:         arith.addf %{{.+}}, %[[EPSILON]] : f32
func.func @epsilon(%x: tensor<4xf32>) -> tensor<4xf32> {
  %eps = arith.constant 1.0e-5 : f64
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %narrow = arith.truncf %eps : f64 to f32
    %sum = arith.addf %in, %narrow : f32
    linalg.yield %sum : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// JAX broadcasts a constant and reads the broadcast.
// CHECK-LABEL: func @broadcast_constant
// CHECK-SAME:    (%[[X:.+]]: tensor<4xf32>)
// CHECK:         %[[ZERO:.+]] = arith.constant 0.0
// CHECK:         linalg.generic {{.*}} ins(%[[X]] : tensor<4xf32>)
// CHECK-NEXT:    ^bb0(%[[IN:.+]]: f32, %{{.+}}: f32):
// CHECK-NEXT:      arith.maximumf %[[IN]], %[[ZERO]]
func.func @broadcast_constant(%x: tensor<4xf32>) -> tensor<4xf32> {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> ()>, #id], iterator_types = ["parallel"]} ins(%zero : tensor<f32>) outs(%e : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<4xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%x, %0 : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%in: f32, %in2: f32, %out: f32):
    %m = arith.maximumf %in, %in2 : f32
    linalg.yield %m : f32
  } -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// The index of a maximum that nobody reads blocks the split of the maximum.
// CHECK-LABEL: func @unused_result
// CHECK:         %[[MAX:.+]] = linalg.generic {{.*}} outs(%{{.+}} : tensor<f32>)
// CHECK-NOT:     i64
// CHECK:         return %[[MAX]] : tensor<f32>
func.func @unused_result(%x: tensor<4xf32>) -> tensor<f32> {
  %lowest = arith.constant dense<0xFF800000> : tensor<f32>
  %first = arith.constant dense<0> : tensor<i64>
  %0:2 = linalg.generic {indexing_maps = [#id, affine_map<(i) -> ()>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%x : tensor<4xf32>) outs(%lowest, %first : tensor<f32>, tensor<i64>) {
  ^bb0(%in: f32, %out: f32, %position: i64):
    %i = linalg.index 0 : index
    %here = arith.index_cast %i : index to i64
    %max = arith.maximumf %in, %out : f32
    %larger = arith.cmpf ogt, %in, %out : f32
    %chosen = arith.select %larger, %here, %position : i64
    linalg.yield %max, %chosen : f32, i64
  } -> (tensor<f32>, tensor<i64>)
  return %0#0 : tensor<f32>
}

// A constant without elements has no value to fold.
// CHECK-LABEL: func @no_elements
// CHECK:         arith.addf
func.func @no_elements(%x: tensor<0xf32>) -> tensor<0xf32> {
  %c = arith.constant dense<1.0> : tensor<0xf32>
  %e = tensor.empty() : tensor<0xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%x, %c : tensor<0xf32>, tensor<0xf32>) outs(%e : tensor<0xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<0xf32>
  return %0 : tensor<0xf32>
}
