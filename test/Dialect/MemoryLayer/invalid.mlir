// RUN: sbp-opt %s -split-input-file -verify-diagnostics

func.func @segments_without_a_count(%v: tensor<7x5xf32>, %r: tensor<6x3xi32>, %s: tensor<6x3xf32>, %b: tensor<6x3xi32>) -> tensor<6x2x5xf32> {
  // expected-error @+1 {{has segments but not their number; add segments = n}}
  %y = memory_layer.bag %v, %r, %s into %b : (tensor<7x5xf32>, tensor<6x3xi32>, tensor<6x3xf32>, tensor<6x3xi32>) -> tensor<6x2x5xf32>
  return %y : tensor<6x2x5xf32>
}

// -----

func.func @a_count_without_segments(%v: tensor<7x5xf32>, %r: tensor<6x3xi32>, %s: tensor<6x3xf32>) -> tensor<6x2x5xf32> {
  // expected-error @+1 {{has a number of segments but no operand that gives the segment of each slot}}
  %y = memory_layer.bag %v, %r, %s {segments = 2 : i64} : (tensor<7x5xf32>, tensor<6x3xi32>, tensor<6x3xf32>) -> tensor<6x2x5xf32>
  return %y : tensor<6x2x5xf32>
}

// -----

func.func @another_count(%v: tensor<7x5xf32>, %r: tensor<6x3xi32>, %s: tensor<6x3xf32>, %b: tensor<6x3xi32>) -> tensor<6x2x5xf32> {
  // expected-error @+1 {{segments is 3 but the result has 2}}
  %y = memory_layer.bag %v, %r, %s into %b {segments = 3 : i64}
      : (tensor<7x5xf32>, tensor<6x3xi32>, tensor<6x3xf32>, tensor<6x3xi32>) -> tensor<6x2x5xf32>
  return %y : tensor<6x2x5xf32>
}

// -----

// expected-note @below {{operand #0, 'tensor<7xf32>', comes from here}}
func.func @a_vector_of_rows(%v: tensor<7xf32>, %r: tensor<6x3xi32>, %s: tensor<6x3xf32>) -> tensor<6xf32> {
  // expected-error @+1 {{table 'tensor<7xf32>' must be rows x width or rows x cores x width}}
  %y = memory_layer.bag %v, %r, %s : (tensor<7xf32>, tensor<6x3xi32>, tensor<6x3xf32>) -> tensor<6xf32>
  return %y : tensor<6xf32>
}

// -----

// expected-note @below {{operand #0, 'tensor<7x2x5xf32>', comes from here}}
// expected-note @below {{operand #1, 'tensor<6x3xi32>', comes from here}}
// expected-note @below {{operand #2, 'tensor<6x3xf32>', comes from here}}
func.func @scores_without_cores(%v: tensor<7x2x5xf32>, %r: tensor<6x3xi32>, %s: tensor<6x3xf32>) -> tensor<6x2x5xf32> {
  // expected-error @+1 {{scores must be 6x3x2, found 'tensor<6x3xf32>'}}
  %y = memory_layer.bag %v, %r, %s : (tensor<7x2x5xf32>, tensor<6x3xi32>, tensor<6x3xf32>) -> tensor<6x2x5xf32>
  return %y : tensor<6x2x5xf32>
}

// -----

// expected-note @below {{operand #0, 'tensor<7x5xf32>', comes from here}}
// expected-note @below {{operand #1, 'tensor<6x3xi32>', comes from here}}
// expected-note @below {{operand #2, 'tensor<6x4xf32>', comes from here}}
func.func @another_width(%v: tensor<7x5xf32>, %r: tensor<6x3xi32>, %z: tensor<6x4xf32>) -> tensor<6x3xf32> {
  // expected-error @+1 {{z must be 6x5, found 'tensor<6x4xf32>'}}
  %g = memory_layer.row_dot %v, %r, %z : (tensor<7x5xf32>, tensor<6x3xi32>, tensor<6x4xf32>) -> tensor<6x3xf32>
  return %g : tensor<6x3xf32>
}

// -----

// expected-note @below {{operand #1, 'tensor<6x3xi32>', comes from here}}
// expected-note @below {{operand #3, 'tensor<6xi32>', comes from here}}
func.func @segments_of_another_shape(%v: tensor<7x5xf32>, %r: tensor<6x3xi32>, %z: tensor<6x4x5xf32>, %b: tensor<6xi32>) -> tensor<6x3xf32> {
  // expected-error @+1 {{segments 'tensor<6xi32>' must have the shape of the rows, 6x3}}
  %g = memory_layer.row_dot %v, %r, %z at %b : (tensor<7x5xf32>, tensor<6x3xi32>, tensor<6x4x5xf32>, tensor<6xi32>) -> tensor<6x3xf32>
  return %g : tensor<6x3xf32>
}

// -----

// expected-note @below {{operand #2, 'tensor<6x3xbf16>', comes from here}}
func.func @another_element_type(%v: tensor<7x5xf32>, %r: tensor<6x3xi32>, %s: tensor<6x3xbf16>) -> tensor<6x5xf32> {
  // expected-error @+1 {{result has elements of 'f32' but scores of 'bf16'}}
  %y = memory_layer.bag %v, %r, %s : (tensor<7x5xf32>, tensor<6x3xi32>, tensor<6x3xbf16>) -> tensor<6x5xf32>
  return %y : tensor<6x5xf32>
}

// -----

// expected-note @below {{operand #0, 'tensor<3000000000x5xf32>', comes from here}}
// expected-note @below {{operand #1, 'tensor<6x3xi32>', comes from here}}
func.func @rows_beyond_i32(%v: tensor<3000000000x5xf32>, %r: tensor<6x3xi32>, %s: tensor<6x3xf32>) -> tensor<6x5xf32> {
  // expected-error @+1 {{rows of i32 cannot count the 3000000000 rows of 'tensor<3000000000x5xf32>'; use i64}}
  %y = memory_layer.bag %v, %r, %s : (tensor<3000000000x5xf32>, tensor<6x3xi32>, tensor<6x3xf32>) -> tensor<6x5xf32>
  return %y : tensor<6x5xf32>
}

// -----

// expected-note @below {{operand #0, 'tensor<7x5xf32>', comes from here}}
func.func @result_of_another_type(%i: tensor<7x5xf32>, %r: tensor<6x3xi32>, %s: tensor<6x3xf32>, %z: tensor<6x5xf32>) -> tensor<8x5xf32> {
  // expected-error @+1 {{result must be 'tensor<7x5xf32>', found 'tensor<8x5xf32>'}}
  %g = memory_layer.add_outer %i, %r, %s, %z : (tensor<7x5xf32>, tensor<6x3xi32>, tensor<6x3xf32>, tensor<6x5xf32>) -> tensor<8x5xf32>
  return %g : tensor<8x5xf32>
}
