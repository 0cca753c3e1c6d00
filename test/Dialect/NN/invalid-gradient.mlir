// RUN: sbp-opt %s --split-input-file -verify-diagnostics

func.func @integer_value(%x: tensor<i32>, %w: tensor<f32>) -> tensor<f32> { // expected-note {{operand #0, 'tensor<i32>', comes from here}}
  // expected-error@+1 {{differentiates 'tensor<i32>', which has no float elements}}
  %g = nn.gradient %x wrt (%w) : (tensor<i32>, tensor<f32>) -> tensor<f32>
  return %g : tensor<f32>
}

// -----

// expected-note@+2 {{operand #0, 'tensor<2xf32>', comes from here}}
// expected-note@+1 {{operand #1, 'tensor<2xf32>', comes from here}}
func.func @no_seed(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{differentiates 'tensor<2xf32>', which has dimensions, without a seed}}
  %g = nn.gradient %x wrt (%x) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %g : tensor<2xf32>
}

// -----

// expected-note@+2 {{operand #0, 'tensor<2xf32>', comes from here}}
// expected-note@+1 {{operand #1, 'tensor<3xf32>', comes from here}}
func.func @seed_of_another_type(%x: tensor<2xf32>, %s: tensor<3xf32>, %w: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{has a seed of 'tensor<3xf32>', expected 'tensor<2xf32>'}}
  %g = nn.gradient %x seed %s wrt (%w) : (tensor<2xf32>, tensor<3xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %g : tensor<2xf32>
}

// -----

func.func @by_integers(%x: tensor<f32>, %w: tensor<i32>) -> tensor<i32> { // expected-note {{operand #1, 'tensor<i32>', comes from here}}
  // expected-error@+1 {{differentiates by 'tensor<i32>', which has no float elements}}
  %g = nn.gradient %x wrt (%w) : (tensor<f32>, tensor<i32>) -> tensor<i32>
  return %g : tensor<i32>
}

// -----

func.func @by_nothing(%x: tensor<f32>) {
  // expected-error@+1 {{differentiates by nothing}}
  "nn.gradient"(%x) {operandSegmentSizes = array<i32: 1, 0, 0>} : (tensor<f32>) -> ()
  return
}

// -----

func.func @result_of_another_type(%x: tensor<f32>, %w: tensor<2xf32>) -> tensor<3xf32> { // expected-note {{operand #1, 'tensor<2xf32>', comes from here}}
  // expected-error@+1 {{result #0 is 'tensor<3xf32>', expected 'tensor<2xf32>'}}
  %g = nn.gradient %x wrt (%w) : (tensor<f32>, tensor<2xf32>) -> tensor<3xf32>
  return %g : tensor<3xf32>
}
