// RUN: sbp-opt %s -split-input-file -verify-diagnostics

// expected-note @below {{operand #0, 'tensor<4x5xf32>', comes from here}}
func.func @no_such_axis(%x: tensor<4x5xf32>) -> tensor<4xi64> {
  // expected-error @+1 {{axis 2 is not a dimension of 'tensor<4x5xf32>'}}
  %i = nn.argmax %x {axis = 2 : i64} : (tensor<4x5xf32>) -> tensor<4xi64>
  return %i : tensor<4xi64>
}

// -----

// expected-note @below {{operand #0, 'tensor<4x0xf32>', comes from here}}
func.func @nothing_to_choose_from(%x: tensor<4x0xf32>) -> tensor<4xi64> {
  // expected-error @+1 {{dimension 1 of 'tensor<4x0xf32>' is empty: it has no maximum}}
  %i = nn.argmax %x {axis = 1 : i64} : (tensor<4x0xf32>) -> tensor<4xi64>
  return %i : tensor<4xi64>
}

// -----

// expected-note @below {{operand #0, 'tensor<4x5xf32>', comes from here}}
func.func @axis_is_kept(%x: tensor<4x5xf32>) -> tensor<4x5xi64> {
  // expected-error @+1 {{result must be 'tensor<4xi64>', found 'tensor<4x5xi64>'}}
  %i = nn.argmax %x {axis = 1 : i64} : (tensor<4x5xf32>) -> tensor<4x5xi64>
  return %i : tensor<4x5xi64>
}

// -----

// expected-note @below {{operand #0, 'tensor<3000000000xi8>', comes from here}}
func.func @more_than_i32_counts(%x: tensor<3000000000xi8>) -> tensor<i32> {
  // expected-error @+1 {{indices of i32 cannot count the 3000000000 elements of dimension 0; use i64}}
  %i = nn.argmax %x {axis = 0 : i64} : (tensor<3000000000xi8>) -> tensor<i32>
  return %i : tensor<i32>
}

// -----

// expected-note @below {{operand #0, 'tensor<4x5xf32>', comes from here}}
func.func @top_k_of_no_axis(%x: tensor<4x5xf32>) -> tensor<4x2xf32> {
  // expected-error @+1 {{axis -1 is not a dimension of 'tensor<4x5xf32>'}}
  %v, %i = nn.top_k %x {axis = -1 : i64, k = 2 : i64} : (tensor<4x5xf32>) -> (tensor<4x2xf32>, tensor<4x2xi64>)
  return %v : tensor<4x2xf32>
}

// -----

func.func @none(%x: tensor<4x5xf32>) -> tensor<4x0xf32> {
  // expected-error @+1 {{k is 0; it must be at least 1}}
  %v, %i = nn.top_k %x {axis = 1 : i64, k = 0 : i64} : (tensor<4x5xf32>) -> (tensor<4x0xf32>, tensor<4x0xi64>)
  return %v : tensor<4x0xf32>
}

// -----

// expected-note @below {{operand #0, 'tensor<4x5xf32>', comes from here}}
func.func @more_than_there_are(%x: tensor<4x5xf32>) -> tensor<4x6xf32> {
  // expected-error @+1 {{k is 6 but dimension 1 has 5 elements}}
  %v, %i = nn.top_k %x {axis = 1 : i64, k = 6 : i64} : (tensor<4x5xf32>) -> (tensor<4x6xf32>, tensor<4x6xi64>)
  return %v : tensor<4x6xf32>
}

// -----

func.func @no_blocks(%x: tensor<4x5xf32>) -> tensor<4x0xf32> {
  // expected-error @+1 {{blocks is 0; it must be at least 1}}
  %v, %i = nn.top_k %x {axis = 1 : i64, k = 2 : i64, blocks = 0 : i64} : (tensor<4x5xf32>) -> (tensor<4x0xf32>, tensor<4x0xi64>)
  return %v : tensor<4x0xf32>
}

// -----

// expected-note @below {{operand #0, 'tensor<4x5xf32>', comes from here}}
// expected-note @below {{operand #1, 'tensor<5xi64>', comes from here}}
func.func @positions_of_another_shape(%x: tensor<4x5xf32>, %p: tensor<5xi64>) -> tensor<4x2xf32> {
  // expected-error @+1 {{positions must be 'tensor<4x5xi64>', found 'tensor<5xi64>'}}
  %v, %i = nn.top_k %x at %p {axis = 1 : i64, k = 2 : i64} : (tensor<4x5xf32>, tensor<5xi64>) -> (tensor<4x2xf32>, tensor<4x2xi64>)
  return %v : tensor<4x2xf32>
}

// -----

// expected-note @below {{operand #0, 'tensor<4x5xf32>', comes from here}}
func.func @values_of_another_type(%x: tensor<4x5xf32>) -> tensor<4x2xf16> {
  // expected-error @+1 {{values must be 'tensor<4x2xf32>', found 'tensor<4x2xf16>'}}
  %v, %i = nn.top_k %x {axis = 1 : i64, k = 2 : i64} : (tensor<4x5xf32>) -> (tensor<4x2xf16>, tensor<4x2xi64>)
  return %v : tensor<4x2xf16>
}

// -----

// expected-note @below {{operand #0, 'tensor<4x5xf32>', comes from here}}
func.func @indices_of_another_shape(%x: tensor<4x5xf32>) -> tensor<4x4xf32> {
  // expected-error @+1 {{indices must be 'tensor<4x4xi32>', found 'tensor<4x2xi32>'}}
  %v, %i = nn.top_k %x {axis = 1 : i64, k = 2 : i64, blocks = 2 : i64} : (tensor<4x5xf32>) -> (tensor<4x4xf32>, tensor<4x2xi32>)
  return %v : tensor<4x4xf32>
}

// -----

// expected-note @below {{operand #0, 'tensor<f32>', comes from here}}
func.func @sort_along_nothing(%x: tensor<f32>) -> tensor<f32> {
  // expected-error @+1 {{axis 0 is not a dimension of 'tensor<f32>'}}
  %v, %i = nn.sort %x {axis = 0 : i64} : (tensor<f32>) -> (tensor<f32>, tensor<i64>)
  return %v : tensor<f32>
}

// -----

// expected-note @below {{operand #0, 'tensor<4x5xf32>', comes from here}}
func.func @sorted_into_another_type(%x: tensor<4x5xf32>) -> tensor<4x5xf16> {
  // expected-error @+1 {{values must be 'tensor<4x5xf32>', found 'tensor<4x5xf16>'}}
  %v, %i = nn.sort %x {axis = 1 : i64} : (tensor<4x5xf32>) -> (tensor<4x5xf16>, tensor<4x5xi64>)
  return %v : tensor<4x5xf16>
}

// -----

// expected-note @below {{operand #0, 'tensor<4x5xf32>', comes from here}}
func.func @sorted_indices_of_another_shape(%x: tensor<4x5xf32>) -> tensor<4x5xf32> {
  // expected-error @+1 {{indices must be 'tensor<4x5xi64>', found 'tensor<4xi64>'}}
  %v, %i = nn.sort %x {axis = 1 : i64} : (tensor<4x5xf32>) -> (tensor<4x5xf32>, tensor<4xi64>)
  return %v : tensor<4x5xf32>
}
