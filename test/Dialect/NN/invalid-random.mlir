// RUN: sbp-opt %s -split-input-file -verify-diagnostics

func.func @uniform_integers(%seed: tensor<i64>) -> tensor<4xi1> {
  // expected-error @+1 {{uniform numbers are floats, found 'i1'}}
  %r = nn.random uniform %seed : (tensor<i64>) -> tensor<4xi1>
  return %r : tensor<4xi1>
}

// -----

func.func @bernoulli_floats(%seed: tensor<i64>) -> tensor<4xf32> {
  // expected-error @+1 {{bernoulli numbers are i1, found 'f32'}}
  %r = nn.random bernoulli %seed {probability = 0.5 : f64} : (tensor<i64>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @normal_probability(%seed: tensor<i64>) -> tensor<4xf32> {
  // expected-error @+1 {{normal numbers have no probability; remove it}}
  %r = nn.random normal %seed {probability = 0.5 : f64} : (tensor<i64>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @no_probability(%seed: tensor<i64>) -> tensor<4xi1> {
  // expected-error @+1 {{bernoulli numbers need a probability from 0 to 1}}
  %r = nn.random bernoulli %seed : (tensor<i64>) -> tensor<4xi1>
  return %r : tensor<4xi1>
}

// -----

func.func @improbable(%seed: tensor<i64>) -> tensor<4xi1> {
  // expected-error @+1 {{probability 1.500000 is not from 0 to 1}}
  %r = nn.random bernoulli %seed {probability = 1.5 : f64} : (tensor<i64>) -> tensor<4xi1>
  return %r : tensor<4xi1>
}

// -----

func.func @nan(%seed: tensor<i64>) -> tensor<4xi1> {
  // expected-error @+1 {{is not from 0 to 1}}
  %r = nn.random bernoulli %seed {probability = 0x7FF8000000000000 : f64} : (tensor<i64>) -> tensor<4xi1>
  return %r : tensor<4xi1>
}

// -----

func.func @seeds(%seed: tensor<2xi64>) -> tensor<4xf32> {
  // expected-error @+1 {{operand #0 must be 0D tensor of 64-bit signless integer values}}
  %r = nn.random normal %seed : (tensor<2xi64>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
