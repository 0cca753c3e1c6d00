// RUN: sbp-interpret %s --check-gradient --entry=right --input x=3xf32=1,2,3 --input w=3xf32=1,1,2 --input v=3xf32=1,0,1 | FileCheck %s --check-prefix=RIGHT
// RUN: not sbp-interpret %s --check-gradient --entry=stopped --input x=3xf32=1,2,3 --input w=3xf32=1,1,2 --input v=3xf32=1,0,1 | FileCheck %s --check-prefix=STOPPED
// RUN: not sbp-interpret %s --check-gradient --entry=none --input x=3xf32=1,2,3 2>&1 | FileCheck %s --check-prefix=NONE

// The gradients that an entry returns are compared with those derived from its loss, w * x + v * w.
// RIGHT: check-gradient: 2 gradients; the worst is that of '{{[wv]}}': the derived one differs by {{0.0e\+00|[0-9.]+e-1[0-9]}} of the norm
// A framework that holds w constant in the second term returns x for w: the text has lost it.
// STOPPED: check-gradient: 2 gradients; the worst is that of 'w': the derived one differs by 3.8e-01 of the norm
// NONE: error: --check-gradient: no result has sbp.gradient_of = "PARAMETER"
func.func private @loss(%x: tensor<3xf32>, %w: tensor<3xf32>, %v: tensor<3xf32>) -> tensor<f32> {
  %p = arith.mulf %x, %w : tensor<3xf32>
  %q = arith.mulf %v, %w : tensor<3xf32>
  %s = arith.addf %p, %q : tensor<3xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<f32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %l = linalg.reduce { arith.addf } ins(%s : tensor<3xf32>) outs(%f : tensor<f32>) dimensions = [0]
  return %l : tensor<f32>
}
func.func @right(%x: tensor<3xf32> {sbp.name = "x"}, %w: tensor<3xf32> {sbp.name = "w"}, %v: tensor<3xf32> {sbp.name = "v"})
    -> (tensor<f32> {sbp.name = "loss"}, tensor<3xf32> {sbp.gradient_of = "w"}, tensor<3xf32> {sbp.gradient_of = "v"}) {
  %l = call @loss(%x, %w, %v) : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
  %g = arith.addf %x, %v : tensor<3xf32>
  return %l, %g, %w : tensor<f32>, tensor<3xf32>, tensor<3xf32>
}
func.func @stopped(%x: tensor<3xf32> {sbp.name = "x"}, %w: tensor<3xf32> {sbp.name = "w"}, %v: tensor<3xf32> {sbp.name = "v"})
    -> (tensor<f32> {sbp.name = "loss"}, tensor<3xf32> {sbp.gradient_of = "w"}, tensor<3xf32> {sbp.gradient_of = "v"}) {
  %l = call @loss(%x, %w, %v) : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
  return %l, %x, %w : tensor<f32>, tensor<3xf32>, tensor<3xf32>
}
func.func @none(%x: tensor<3xf32> {sbp.name = "x"}) -> (tensor<f32> {sbp.name = "loss"}) {
  %l = call @loss(%x, %x, %x) : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
  return %l : tensor<f32>
}
