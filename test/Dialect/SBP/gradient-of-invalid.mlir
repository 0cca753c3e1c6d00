// RUN: sbp-opt %s --split-input-file --verify-diagnostics

// A gradient belongs to an argument of the function, has its type, and is the only one of it.
// expected-error @+1 {{sbp.gradient_of of result #0 is 'v', which is no argument of the function}}
func.func @main(%w: tensor<4xf32> {sbp.state = "w"}) -> (tensor<4xf32> {sbp.gradient_of = "v"}) {
  return %w : tensor<4xf32>
}

// -----

// expected-error @+1 {{sbp.gradient_of of result #0 is 'w', which is 'tensor<4xf32>', but the result is 'tensor<f32>'; a gradient has the type of its parameter}}
func.func @main(%w: tensor<4xf32> {sbp.state = "w"}, %l: tensor<f32>) -> (tensor<f32> {sbp.gradient_of = "w"}) {
  return %l : tensor<f32>
}

// -----

// expected-error @+1 {{sbp.gradient_of of result #1 is 'w', as it is of result #0; an argument has one gradient}}
func.func @main(%w: tensor<4xf32> {sbp.state = "w"}) -> (tensor<4xf32> {sbp.gradient_of = "w"}, tensor<4xf32> {sbp.gradient_of = "w"}) {
  return %w, %w : tensor<4xf32>, tensor<4xf32>
}

// -----

// expected-error @+1 {{sbp.microbatch of argument #0 must be an integer (the dimension that is cut) or "whole", found "all"}}
func.func @main(%w: tensor<4xf32> {sbp.microbatch = "all"}) -> tensor<4xf32> {
  return %w : tensor<4xf32>
}
