// RUN: sbp-opt %s --sbp-check-model -split-input-file -verify-diagnostics

// expected-error @+1 {{unknown attribute sbp.recompte of @main; expected sbp.microbatches, sbp.schedule, sbp.recompute, sbp.narrow_products, sbp.spelled_attention or nn.checkpoint}}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> attributes {sbp.recompte = "layers"} {
  return %x : tensor<4xf32>
}

// -----

// expected-error @+1 {{sbp.recompute is "layer"; expected "layers" or "contractions"}}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> attributes {sbp.recompute = "layer"} {
  return %x : tensor<4xf32>
}

// -----

// expected-error @+1 {{sbp.recompute on @layer, which is private; it belongs on an entry}}
func.func private @layer(%x: tensor<4xf32>) -> tensor<4xf32> attributes {sbp.recompute = "layers"} {
  return %x : tensor<4xf32>
}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = call @layer(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

func.func private @layer(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{unknown attribute nn.checkpiont of a call; expected nn.checkpoint}}
  %y = call @layer(%x) {nn.checkpiont = {keep = "inputs"}} : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// expected-error @+1 {{unknown attribute nn.checkpoint of argument #0}}
func.func @main(%x: tensor<4xf32> {nn.checkpoint}) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

// Attributes of other dialects, and without a dialect, are the user's own.
func.func private @layer(%x: tensor<4xf32>) -> tensor<4xf32> attributes {nn.checkpoint = {keep = "inputs"}, note = "mine"} {
  return %x : tensor<4xf32>
}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> attributes {sbp.recompute = "layers", llvm.noinline} {
  %y = call @layer(%x) {note} : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
