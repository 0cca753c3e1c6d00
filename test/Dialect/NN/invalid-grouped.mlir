// RUN: sbp-opt %s -split-input-file -verify-diagnostics

// expected-note @below {{operand #1, 'tensor<3x5xf32>', comes from here}}
func.func @rank(%x: tensor<7x3xf32>, %w: tensor<3x5xf32>, %b: tensor<4xi32>) -> tensor<7x5xf32> {
  // expected-error @+1 {{weights must have 3 dimensions, found 'tensor<3x5xf32>'}}
  %y = nn.grouped_product %x, %w, %b : (tensor<7x3xf32>, tensor<3x5xf32>, tensor<4xi32>) -> tensor<7x5xf32>
  return %y : tensor<7x5xf32>
}

// -----

// expected-note @below {{operand #0, 'tensor<7x3xf32>', comes from here}}
// expected-note @below {{operand #1, 'tensor<4x3x5xf32>', comes from here}}
func.func @inner(%x: tensor<7x3xf32>, %w: tensor<4x3x5xf32>, %b: tensor<4xi32>) -> tensor<7x3xf32> {
  // expected-error @+1 {{dimension 2 of weights is k and must be 3, found 'tensor<4x3x5xf32>'}}
  %y = nn.grouped_product %x, %w, %b {transposed} : (tensor<7x3xf32>, tensor<4x3x5xf32>, tensor<4xi32>) -> tensor<7x3xf32>
  return %y : tensor<7x3xf32>
}

// -----

// expected-note @below {{operand #0, 'tensor<7x3xf32>', comes from here}}
// expected-note @below {{operand #1, 'tensor<4x3x5xf32>', comes from here}}
func.func @result(%x: tensor<7x3xf32>, %w: tensor<4x3x5xf32>, %b: tensor<4xi32>) -> tensor<6x5xf32> {
  // expected-error @+1 {{dimension 0 of result is rows and must be 7, found 'tensor<6x5xf32>'}}
  %y = nn.grouped_product %x, %w, %b : (tensor<7x3xf32>, tensor<4x3x5xf32>, tensor<4xi32>) -> tensor<6x5xf32>
  return %y : tensor<6x5xf32>
}

// -----

// expected-note @below {{operand #0, 'tensor<7x3xbf16>', comes from here}}
// expected-note @below {{operand #1, 'tensor<4x3x5xf32>', comes from here}}
func.func @element_types(%x: tensor<7x3xbf16>, %w: tensor<4x3x5xf32>, %b: tensor<4xi32>) -> tensor<7x5xbf16> {
  // expected-error @+1 {{weights must have elements of 'bf16', the type of x, found 'tensor<4x3x5xf32>'}}
  %y = nn.grouped_product %x, %w, %b : (tensor<7x3xbf16>, tensor<4x3x5xf32>, tensor<4xi32>) -> tensor<7x5xbf16>
  return %y : tensor<7x5xbf16>
}

// -----

// expected-note @below {{operand #2, 'tensor<6xi32>', comes from here}}
func.func @bounds(%x: tensor<7x3xf32>, %w: tensor<4x3x5xf32>, %b: tensor<6xi32>) -> tensor<7x5xf32> {
  // expected-error @+1 {{bounds must have one dimension of 4 or 5 elements, for 4 groups, found 'tensor<6xi32>'}}
  %y = nn.grouped_product %x, %w, %b : (tensor<7x3xf32>, tensor<4x3x5xf32>, tensor<6xi32>) -> tensor<7x5xf32>
  return %y : tensor<7x5xf32>
}

// -----

// expected-note @below {{operand #0, 'tensor<7x3xf32>', comes from here}}
// expected-note @below {{operand #1, 'tensor<6x5xf32>', comes from here}}
func.func @outer_rows(%x: tensor<7x3xf32>, %y: tensor<6x5xf32>, %b: tensor<4xi32>) -> tensor<4x3x5xf32> {
  // expected-error @+1 {{dimension 0 of y is rows and must be 7, found 'tensor<6x5xf32>'}}
  %g = nn.grouped_outer %x, %y, %b : (tensor<7x3xf32>, tensor<6x5xf32>, tensor<4xi32>) -> tensor<4x3x5xf32>
  return %g : tensor<4x3x5xf32>
}

// -----

// expected-note @below {{operand #2, 'tensor<3xi32>', comes from here}}
func.func @outer_bounds(%x: tensor<7x3xf32>, %y: tensor<7x5xf32>, %b: tensor<3xi32>) -> tensor<4x3x5xf32> {
  // expected-error @+1 {{bounds must have one dimension of 4 or 5 elements, for 4 groups, found 'tensor<3xi32>'}}
  %g = nn.grouped_outer %x, %y, %b : (tensor<7x3xf32>, tensor<7x5xf32>, tensor<3xi32>) -> tensor<4x3x5xf32>
  return %g : tensor<4x3x5xf32>
}
