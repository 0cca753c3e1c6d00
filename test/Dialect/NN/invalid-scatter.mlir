// RUN: sbp-opt %s -split-input-file -verify-diagnostics

// expected-note @below {{operand #0, 'tensor<7x3xf32>', comes from here}}
func.func @no_such_axis(%t: tensor<7x3xf32>, %i: tensor<2xi64>, %u: tensor<2x3xf32>) -> tensor<7x3xf32> {
  // expected-error @+1 {{axis 2 is not a dimension of 'tensor<7x3xf32>'}}
  %r = nn.scatter_add %t, %i, %u {axis = 2 : i64} : (tensor<7x3xf32>, tensor<2xi64>, tensor<2x3xf32>) -> tensor<7x3xf32>
  return %r : tensor<7x3xf32>
}

// -----

// expected-note @below {{operand #0, 'tensor<7x3xf32>', comes from here}}
// expected-note @below {{operand #1, 'tensor<2xi64>', comes from here}}
// expected-note @below {{operand #2, 'tensor<3x3xf32>', comes from here}}
func.func @updates_of_another_shape(%t: tensor<7x3xf32>, %i: tensor<2xi64>, %u: tensor<3x3xf32>) -> tensor<7x3xf32> {
  // expected-error @+1 {{updates must be 'tensor<2x3xf32>', found 'tensor<3x3xf32>'}}
  %r = nn.scatter_add %t, %i, %u {axis = 0 : i64} : (tensor<7x3xf32>, tensor<2xi64>, tensor<3x3xf32>) -> tensor<7x3xf32>
  return %r : tensor<7x3xf32>
}

// -----

// expected-note @below {{operand #0, 'tensor<7x3xf32>', comes from here}}
// expected-note @below {{operand #2, 'tensor<2x3xbf16>', comes from here}}
func.func @updates_of_another_type(%t: tensor<7x3xf32>, %i: tensor<2xi64>, %u: tensor<2x3xbf16>) -> tensor<7x3xf32> {
  // expected-error @+1 {{updates have elements of 'bf16' but init of 'f32'}}
  %r = nn.scatter_add %t, %i, %u {axis = 0 : i64} : (tensor<7x3xf32>, tensor<2xi64>, tensor<2x3xbf16>) -> tensor<7x3xf32>
  return %r : tensor<7x3xf32>
}

// -----

// expected-note @below {{operand #0, 'tensor<7x3xf32>', comes from here}}
func.func @another_result(%t: tensor<7x3xf32>, %i: tensor<2xi64>, %u: tensor<2x3xf32>) -> tensor<7x4xf32> {
  // expected-error @+1 {{result must be 'tensor<7x3xf32>', found 'tensor<7x4xf32>'}}
  %r = nn.scatter_add %t, %i, %u {axis = 0 : i64} : (tensor<7x3xf32>, tensor<2xi64>, tensor<2x3xf32>) -> tensor<7x4xf32>
  return %r : tensor<7x4xf32>
}

// -----

// expected-note @below {{operand #0, 'tensor<7x3xf32>', comes from here}}
// expected-note @below {{operand #1, 'tensor<2xi64>', comes from here}}
// expected-note @below {{operand #2, 'tensor<2x4xf32>', comes from here}}
func.func @replacing_updates_of_another_shape(%t: tensor<7x3xf32>, %i: tensor<2xi64>, %u: tensor<2x4xf32>) -> tensor<7x3xf32> {
  // expected-error @+1 {{updates must be 'tensor<2x3xf32>', found 'tensor<2x4xf32>'}}
  %r = nn.scatter %t, %i, %u {axis = 0 : i64} : (tensor<7x3xf32>, tensor<2xi64>, tensor<2x4xf32>) -> tensor<7x3xf32>
  return %r : tensor<7x3xf32>
}
