// RUN: sbp-opt %s -split-input-file -verify-diagnostics

// expected-note @below {{operand #0, 'tensor<4x7xf32>', comes from here}}
func.func @no_such_axis(%x: tensor<4x7xf32>) -> tensor<4x7xf32> {
  // expected-error @+1 {{axis 2 is not a dimension of 'tensor<4x7xf32>'}}
  %y = nn.cumsum %x {axis = 2 : i64} : (tensor<4x7xf32>) -> tensor<4x7xf32>
  return %y : tensor<4x7xf32>
}

// -----

func.func @no_blocks(%x: tensor<4x7xf32>) -> tensor<4x7xf32> {
  // expected-error @+1 {{cuts a dimension into 0 blocks; 1 to 65536 are possible}}
  %y = nn.cumsum %x {axis = 1 : i64, blocks = 0 : i64} : (tensor<4x7xf32>) -> tensor<4x7xf32>
  return %y : tensor<4x7xf32>
}

// -----

// expected-note @below {{operand #0, 'tensor<4x7xf32>', comes from here}}
// expected-note @below {{operand #1, 'tensor<4x3xf32>', comes from here}}
func.func @start_of_another_shape(%x: tensor<4x7xf32>, %s: tensor<4x3xf32>) -> tensor<4x7xf32> {
  // expected-error @+1 {{start must be 'tensor<4x2xf32>', found 'tensor<4x3xf32>'}}
  %y = nn.cumsum %x start %s {axis = 1 : i64, blocks = 2 : i64} : (tensor<4x7xf32>, tensor<4x3xf32>) -> tensor<4x7xf32>
  return %y : tensor<4x7xf32>
}

// -----

// expected-note @below {{operand #0, 'tensor<4xf16>', comes from here}}
// expected-note @below {{operand #1, 'tensor<1xf16>', comes from here}}
func.func @narrow_start(%x: tensor<4xf16>, %s: tensor<1xf16>) -> tensor<4xf16> {
  // expected-error @+1 {{start must be 'tensor<1xf32>', found 'tensor<1xf16>'}}
  %y = nn.cumsum %x start %s {axis = 0 : i64} : (tensor<4xf16>, tensor<1xf16>) -> tensor<4xf16>
  return %y : tensor<4xf16>
}

// -----

// expected-note @below {{operand #0, 'tensor<4xi32>', comes from here}}
func.func @another_result(%x: tensor<4xi32>) -> tensor<4xi64> {
  // expected-error @+1 {{result must be 'tensor<4xi32>', found 'tensor<4xi64>'}}
  %y = nn.cumsum %x {axis = 0 : i64} : (tensor<4xi32>) -> tensor<4xi64>
  return %y : tensor<4xi64>
}

// -----

func.func @no_sum_of_booleans(%x: tensor<4xi1>) -> tensor<4xi1> {
  // expected-error @+1 {{operand #0 must be}}
  %y = nn.cumsum %x {axis = 0 : i64} : (tensor<4xi1>) -> tensor<4xi1>
  return %y : tensor<4xi1>
}

// -----

// expected-note @below {{operand #0, 'tensor<4xf32>', comes from here}}
func.func @block_sum_axis(%x: tensor<4xf32>) -> tensor<2xf32> {
  // expected-error @+1 {{axis -1 is not a dimension of 'tensor<4xf32>'}}
  %y = nn.block_sum %x {axis = -1 : i64, blocks = 2 : i64} : (tensor<4xf32>) -> tensor<2xf32>
  return %y : tensor<2xf32>
}

// -----

func.func @block_sum_into_nothing(%x: tensor<4xf32>) -> tensor<0xf32> {
  // expected-error @+1 {{cuts a dimension into 0 blocks; 1 to 65536 are possible}}
  %y = nn.block_sum %x {axis = 0 : i64, blocks = 0 : i64} : (tensor<4xf32>) -> tensor<0xf32>
  return %y : tensor<0xf32>
}

// -----

// expected-note @below {{operand #0, 'tensor<4xbf16>', comes from here}}
func.func @block_sum_result(%x: tensor<4xbf16>) -> tensor<2xbf16> {
  // expected-error @+1 {{result must be 'tensor<2xf32>', found 'tensor<2xbf16>'}}
  %y = nn.block_sum %x {axis = 0 : i64, blocks = 2 : i64} : (tensor<4xbf16>) -> tensor<2xbf16>
  return %y : tensor<2xbf16>
}

// -----

func.func @main(%x: tensor<4x3xf16>) {
  // expected-error @+1 {{cuts a dimension into 9223372036854775807 blocks; 1 to 65536 are possible}}
  %0 = nn.cumsum %x {axis = 0 : i64, blocks = 9223372036854775807 : i64} : (tensor<4x3xf16>) -> tensor<4x3xf16>
  return
}
