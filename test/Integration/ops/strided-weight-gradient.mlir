// The gradient of the weights of a strided convolution of 1x1 under a mean: the cotangent is one number for all positions, which occur as 2 * d
// alone in what is read besides. It is g (1 + 3 + 7 + 9).
// RUN: sbp-compile %s -o %t.sbpx
// RUN: sbp-run %t.sbpx --input x=1x1x3x3xf32=1,2,3,4,5,6,7,8,9 --input g=1x1xf32=0.5 | FileCheck %s
// CHECK: y: 1x1x1x1xf32 min 10 max 10
func.func @main(%x: tensor<1x1x3x3xf32> {sbp.name = "x"}, %g: tensor<1x1xf32> {sbp.name = "g"}) -> (tensor<1x1x1x1xf32> {sbp.name = "y"}) {
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<1x1x2x2xf32>
  %b = linalg.broadcast ins(%g : tensor<1x1xf32>) outs(%e0 : tensor<1x1x2x2xf32>) dimensions = [2, 3]
  %e1 = tensor.empty() : tensor<1x1x1x1xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e1 : tensor<1x1x1x1xf32>) -> tensor<1x1x1x1xf32>
  %y = linalg.conv_2d_nchw_fchw {dilations = dense<2> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %b : tensor<1x1x3x3xf32>, tensor<1x1x2x2xf32>) outs(%f : tensor<1x1x1x1xf32>) -> tensor<1x1x1x1xf32>
  return %y : tensor<1x1x1x1xf32>
}
