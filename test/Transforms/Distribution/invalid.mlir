// What only an imported model is sure to have is asked for, not taken for granted.
// RUN: sbp-opt %s --split-input-file --verify-diagnostics --sbp-place-operations --sbp-select-distributions

sbp.placement @p ["x" = 2]
// expected-error @+1 {{argument #0, 'tensor<?x4xf32>', is not a tensor of static shape and supported element type; --sbp-import checks the input language}}
func.func @main(%x: tensor<?x4xf32>) {
  return
}

// -----

sbp.placement @p ["x" = 2]
// expected-error @+1 {{argument #0, 'f32', is not a tensor of static shape and supported element type; --sbp-import checks the input language}}
func.func @main(%x: f32) {
  return
}

// -----

sbp.placement @p ["x" = 2]
// expected-error @+1 {{argument #0, 'tensor<4xcomplex<f32>>', is not a tensor of static shape and supported element type}}
func.func @main(%x: tensor<4xcomplex<f32>>) {
  return
}

// -----

// A fill reads no argument once it is imported; here it is an op like others.
sbp.placement @p ["x" = 2]
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %zero = arith.constant 0.0 : f32
  %y = linalg.fill ins(%zero : f32) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
