// What a constraint holds in windows is not whole: no result without an annotation of its own is made of it.
// RUN: not sbp-compile %s -o %t.sbpx 2>&1 | FileCheck %s
// CHECK: error: no choice of distributions satisfies the annotations
sbp.placement @p ["x" = 2]
func.func @main(%x: tensor<8xf32> {sbp.name = "x", sbp.distribution = #sbp.distribution<@p, [S(0)]>}, %w: tensor<3xf32> {sbp.name = "w"})
    -> (tensor<6xf32> {sbp.name = "y"}, tensor<8xf32> {sbp.name = "v"}) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<6xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<6xf32>) -> tensor<6xf32>
  %v = sbp.constrain %x to #sbp.distribution<@p, [S(0, 6 windows of 3)]> : tensor<8xf32>
  %y = linalg.conv_1d ins(%v, %w : tensor<8xf32>, tensor<3xf32>) outs(%f : tensor<6xf32>) -> tensor<6xf32>
  return %y, %v : tensor<6xf32>, tensor<8xf32>
}
