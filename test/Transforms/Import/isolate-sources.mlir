// RUN: sbp-opt %s --pass-pipeline='builtin.module(func.func(sbp-isolate-sources))' | FileCheck %s
#id = affine_map<(i) -> (i)>

// Two readers of one fill may want it distributed in two ways.
// CHECK-LABEL: func @one_fill_per_reader
// CHECK:         %[[F0:.+]] = linalg.fill
// CHECK-NEXT:    linalg.reduce {{.*}} outs(%[[F0]]
// CHECK:         %[[F1:.+]] = linalg.fill
// CHECK-NEXT:    linalg.reduce {{.*}} outs(%[[F1]]
func.func @one_fill_per_reader(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %a = linalg.reduce { arith.addf } ins(%x : tensor<4x8xf32>) outs(%f : tensor<4xf32>) dimensions = [1]
  %b = linalg.reduce { arith.addf } ins(%y : tensor<4x8xf32>) outs(%f : tensor<4xf32>) dimensions = [1]
  return %a, %b : tensor<4xf32>, tensor<4xf32>
}

// mul(P, B) must not seem to read a whole init: an input that only lends its shape is replaced.
// CHECK-LABEL: func @dead_init
// CHECK-SAME:    (%[[X:.+]]: tensor<4xf32>)
// CHECK:         %[[E:.+]] = tensor.empty()
// CHECK:         linalg.generic {{.*}} ins(%[[X]] : tensor<4xf32>) outs(%[[E]]
func.func @dead_init(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %e = math.exp %in : f32
    linalg.yield %e : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// An init that is added to counts.
// CHECK-LABEL: func @live_init
// CHECK:         linalg.generic {{.*}} outs(%arg0
func.func @live_init(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%x : tensor<4xf32>) {
  ^bb0(%out: f32):
    %e = arith.addf %out, %out : f32
    linalg.yield %e : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func @scalars_in_bodies
// CHECK:         ^bb0
// CHECK-NEXT:      %[[TWO:.+]] = arith.constant 2.0
// CHECK-NEXT:      arith.mulf %{{.+}}, %[[TWO]]
func.func @scalars_in_bodies(%x: tensor<4xf32>) -> tensor<4xf32> {
  %two = arith.constant 2.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %p = arith.mulf %in, %two : f32
    linalg.yield %p : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
