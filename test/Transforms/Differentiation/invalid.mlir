// RUN: sbp-opt %s --sbp-differentiate --split-input-file -verify-diagnostics

// expected-note@+2 {{value #0 is defined here}}
// expected-note@+1 {{the differentiated value is computed here}}
func.func @not_reached(%x: tensor<f32>, %w: tensor<f32>) -> tensor<f32> {
  // expected-error@+1 {{value #0 of `wrt (...)` does not reach the differentiated value through floats}}
  %g = nn.gradient %x wrt (%w) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %g : tensor<f32>
}

// -----

func.func @no_derivative(%x: tensor<4xf32>) -> tensor<4xf32> { // expected-note {{it is reached from this value, which is differentiated by}}
  // expected-error@+1 {{'tensor.bitcast' op has no derivative, and a gradient needs one}}
  %y = tensor.bitcast %x : tensor<4xf32> to tensor<4xf32>
  // expected-note@+1 {{the gradient is requested here}}
  %g = nn.gradient %y seed %x wrt (%x) : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %g : tensor<4xf32>
}

// -----

func.func @cast_to_integer(%x: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(d) -> (d)>, affine_map<(d) -> (d)>], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %i = arith.fptosi %a : f32 to i32
    // expected-error@+1 {{'arith.sitofp' has no derivative}}
    %f = arith.sitofp %i : i32 to f32
    linalg.yield %f : f32
  } -> tensor<4xf32>
  %g = nn.gradient %y seed %x wrt (%x) : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %g : tensor<4xf32>
}
