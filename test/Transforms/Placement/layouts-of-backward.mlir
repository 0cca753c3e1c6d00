// RUN: sbp-opt %s --sbp-place-operations --sbp-assign-phases | FileCheck %s

// A layout of a value of forward that backward alone reads, and that rewrites of its adjoint left among its ops without a note, is backward: what forward makes is kept
// until then, and the number of the step, which the update reads, is not part of that.
// CHECK:     math.tanh %arg0 {sbp.placement
// CHECK:     tensor.expand_shape {{.*}} {sbp.phase = 1 : i64, {{.*}} tensor<64xf32> into tensor<8x8xf32>
// CHECK:     tensor.expand_shape {{.*}} {sbp.phase = 1 : i64, {{.*}} tensor<64xf32> into tensor<8x8xf32>
// CHECK:     math.exp {{.*}} {sbp.placement = @one} : tensor<f32>
sbp.placement @one ["rank" = 1]
func.func @main(%x: tensor<64xf32>, %n: tensor<f32>) -> (tensor<64xf32>, tensor<8x8xf32>, tensor<f32>) {
  %h = math.tanh %x : tensor<64xf32>
  %y = math.exp %h : tensor<64xf32>
  %g = tensor.expand_shape %y [[0, 1]] output_shape [8, 8] {sbp.phase = 1 : i64} : tensor<64xf32> into tensor<8x8xf32>
  %e = tensor.expand_shape %h [[0, 1]] output_shape [8, 8] : tensor<64xf32> into tensor<8x8xf32>
  %d = arith.mulf %g, %e {sbp.phase = 1 : i64} : tensor<8x8xf32>
  %m = math.exp %n : tensor<f32>
  %u = math.tanh %m {sbp.phase = 2 : i64} : tensor<f32>
  return %y, %d, %u : tensor<64xf32>, tensor<8x8xf32>, tensor<f32>
}
