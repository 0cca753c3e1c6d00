// RUN: sbp-opt %s -split-input-file -verify-diagnostics

func.func @no_such_axis(%data: tensor<10x4xf32>, %indices: tensor<3xi64>) -> tensor<10x3xf32> {
  // expected-error @+1 {{axis 2 is not a dimension of 'tensor<10x4xf32>'}}
  %r = nn.gather %data, %indices {axis = 2 : i64} : (tensor<10x4xf32>, tensor<3xi64>) -> tensor<10x3xf32>
  return %r : tensor<10x3xf32>
}

// -----

func.func @wrong_shape(%data: tensor<10x4xf32>, %indices: tensor<3xi64>) -> tensor<10x3xf32> {
  // expected-error @+1 {{result must be 'tensor<3x4xf32>', found 'tensor<10x3xf32>'}}
  %r = nn.gather %data, %indices {axis = 0 : i64} : (tensor<10x4xf32>, tensor<3xi64>) -> tensor<10x3xf32>
  return %r : tensor<10x3xf32>
}

// -----

func.func @wrong_elements(%data: tensor<10x4xf32>, %indices: tensor<3xi64>) -> tensor<3x4xf16> {
  // expected-error @+1 {{result has elements of 'f16' but data of 'f32'}}
  %r = nn.gather %data, %indices {axis = 0 : i64} : (tensor<10x4xf32>, tensor<3xi64>) -> tensor<3x4xf16>
  return %r : tensor<3x4xf16>
}
