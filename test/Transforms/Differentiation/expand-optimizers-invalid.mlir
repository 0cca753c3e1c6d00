// RUN: sbp-opt %s --sbp-expand-optimizers -verify-diagnostics

// expected-error@+2 {{state 'm' of an optimizer has no first value; give the argument sbp.init = dense<0.0> : 'tensor<4xf32>', which --weights and checkpoints replace}}
func.func @no_first_value(%w: tensor<4xf32> {sbp.state = "w"}, %g: tensor<4xf32>, %rate: tensor<f32>,
                          %m: tensor<4xf32> {sbp.state = "m"}) -> (tensor<4xf32> {sbp.state = "w"}, tensor<4xf32> {sbp.state = "m"}) {
  // expected-note@+1 {{'nn.sgd' reads it here}}
  %w1, %m1 = nn.sgd %w, %g, %rate momentum %m {momentum = 0.9 : f64}
      : (tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %w1, %m1 : tensor<4xf32>, tensor<4xf32>
}
