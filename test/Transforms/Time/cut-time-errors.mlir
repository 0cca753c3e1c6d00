// RUN: sbp-opt %s --split-input-file --verify-diagnostics --sbp-place-operations --sbp-cut-time

func.func @divide(
    // expected-error @+1 {{argument #0 'x' has extent 10 in dimension 0, which 4 micro-batches do not divide; expected a multiple of sbp.microbatches}}
    %x: tensor<10x4xf32> {sbp.name = "x", sbp.microbatch = 0 : i64}) attributes {sbp.microbatches = 4 : i64} {
  return
}

// -----

func.func @exceed(
    // expected-error @+1 {{argument #0 'x' has extent 2 in dimension 0, which 4 micro-batches exceed; expected a multiple of sbp.microbatches}}
    %x: tensor<2x4xf32> {sbp.name = "x", sbp.microbatch = 0 : i64}) attributes {sbp.microbatches = 4 : i64} {
  return
}

// -----

// expected-error @+1 {{sbp.microbatches is 0 : i64; expected a number of micro-batches from 1 to 1048576}}
func.func @none(%x: tensor<2x4xf32> {sbp.name = "x", sbp.microbatch = 0 : i64}) attributes {sbp.microbatches = 0 : i64} {
  return
}

// -----

func.func @without(
    // expected-note @+1 {{argument #0 'x' has one}}
    %x: tensor<4x4xf32> {sbp.name = "x", sbp.microbatch = 0 : i64},
    // expected-error @+1 {{argument #1 'y' has no sbp.microbatch; in an entry of several micro-batches every data argument names the dimension that is cut}}
    %y: tensor<4xf32> {sbp.name = "y"}, %rate: tensor<f32>) attributes {sbp.microbatches = 4 : i64} {
  return
}

// -----

// expected-error @+1 {{has sbp.microbatches = 4 but no argument has sbp.microbatch; give data arguments the dimension that is cut}}
func.func @uncut(%y: tensor<4xf32> {sbp.name = "y"}) attributes {sbp.microbatches = 4 : i64} {
  return
}

// -----

func.func @state(
    // expected-error @+1 {{argument #0 'cache' is a state and has sbp.microbatch; a state changes once a step, not in every micro-batch: remove sbp.microbatch}}
    %c: tensor<4x4xf32> {sbp.state = "cache", sbp.microbatch = 0 : i64}) attributes {sbp.microbatches = 4 : i64} {
  return
}

// -----

// A mean over the batch that depends on a state is in no micro-batch before all of them are over.
func.func @statistic(%x: tensor<8x4xf32> {sbp.name = "x", sbp.microbatch = 0 : i64}, %w: tensor<4x4xf32> {sbp.state = "w"})
    -> tensor<8x4xf32> attributes {sbp.microbatches = 2 : i64} {
  %zero = arith.constant 0.0 : f32
  %e1 = tensor.empty() : tensor<8x4xf32>
  %f1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<8x4xf32>) -> tensor<8x4xf32>
  // expected-note @+1 {{'linalg.matmul' reads argument #1 'w'}}
  %y = linalg.matmul ins(%x, %w : tensor<8x4xf32>, tensor<4x4xf32>) outs(%f1 : tensor<8x4xf32>) -> tensor<8x4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  // expected-note @+1 {{which 'linalg.reduce' reads}}
  %s = linalg.reduce { arith.addf } ins(%y : tensor<8x4xf32>) outs(%f : tensor<4xf32>) dimensions = [0]
  // expected-note @+2 {{which 'linalg.broadcast' reads}}
  // expected-note @+1 {{the whole of this value is read}}
  %b = linalg.broadcast ins(%s : tensor<4xf32>) outs(%e1 : tensor<8x4xf32>) dimensions = [0]
  // expected-error @+1 {{'linalg.sub' cannot be micro-batched here: every micro-batch reads result of 'linalg.broadcast' over the whole batch, which depends on a state; compute it per sample, or remove sbp.microbatches}}
  %r = linalg.sub ins(%y, %b : tensor<8x4xf32>, tensor<8x4xf32>) outs(%e1 : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %r : tensor<8x4xf32>
}
