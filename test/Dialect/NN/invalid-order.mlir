// RUN: sbp-opt %s -split-input-file -verify-diagnostics

func.func @no_such_axis(%x: tensor<4x5xf32>) -> tensor<4xi64> {
  // expected-error @+1 {{axis 2 is not a dimension of 'tensor<4x5xf32>'}}
  %i = nn.argmax %x {axis = 2 : i64} : (tensor<4x5xf32>) -> tensor<4xi64>
  return %i : tensor<4xi64>
}

// -----

func.func @nothing_to_choose_from(%x: tensor<4x0xf32>) -> tensor<4xi64> {
  // expected-error @+1 {{dimension 1 of 'tensor<4x0xf32>' is empty: it has no maximum}}
  %i = nn.argmax %x {axis = 1 : i64} : (tensor<4x0xf32>) -> tensor<4xi64>
  return %i : tensor<4xi64>
}

// -----

func.func @axis_is_kept(%x: tensor<4x5xf32>) -> tensor<4x5xi64> {
  // expected-error @+1 {{result must be 'tensor<4xi64>', found 'tensor<4x5xi64>'}}
  %i = nn.argmax %x {axis = 1 : i64} : (tensor<4x5xf32>) -> tensor<4x5xi64>
  return %i : tensor<4x5xi64>
}

// -----

func.func @more_than_i32_counts(%x: tensor<3000000000xi8>) -> tensor<i32> {
  // expected-error @+1 {{indices of i32 cannot count the 3000000000 elements of dimension 0; use i64}}
  %i = nn.argmax %x {axis = 0 : i64} : (tensor<3000000000xi8>) -> tensor<i32>
  return %i : tensor<i32>
}
