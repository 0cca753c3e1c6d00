// RUN: sbp-opt %s --pass-pipeline="builtin.module(func.func(sbp-record-precisions))" | FileCheck %s

// The coarsest type on the way, also inside a body; integers have none.

// CHECK-LABEL: func @through_f16
// CHECK-SAME:    -> (tensor<2xf32> {sbp.precision = f16}, tensor<2xf32> {sbp.precision = f32}, tensor<2xi32>)
#same = affine_map<(i) -> (i)>
func.func @through_f16(%x: tensor<2xf32>, %i: tensor<2xi32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xi32>) {
  %e = tensor.empty() : tensor<2xf32>
  %0 = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]}
      ins(%x : tensor<2xf32>) outs(%e : tensor<2xf32>) {
  ^bb0(%a: f32, %o: f32):
    %t = arith.truncf %a : f32 to f16
    %w = arith.extf %t : f16 to f32
    linalg.yield %w : f32
  } -> tensor<2xf32>
  %1 = linalg.exp ins(%0 : tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  %2 = linalg.exp ins(%x : tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  return %1, %2, %i : tensor<2xf32>, tensor<2xf32>, tensor<2xi32>
}

// A state takes its precision into the next step.

// CHECK-LABEL: func @state
// CHECK-SAME:    -> (tensor<2xf32> {sbp.precision = bf16, sbp.state = "w"}, tensor<2xf32> {sbp.precision = bf16})
func.func @state(%w: tensor<2xf32> {sbp.state = "w"}, %x: tensor<2xbf16>) -> (tensor<2xf32> {sbp.state = "w"}, tensor<2xf32>) {
  %e = tensor.empty() : tensor<2xf32>
  %0 = linalg.exp ins(%w : tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  %1 = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]}
      ins(%x : tensor<2xbf16>) outs(%w : tensor<2xf32>) {
  ^bb0(%a: bf16, %o: f32):
    %t = arith.extf %a : bf16 to f32
    %s = arith.addf %o, %t : f32
    linalg.yield %s : f32
  } -> tensor<2xf32>
  return %1, %0 : tensor<2xf32>, tensor<2xf32>
}
