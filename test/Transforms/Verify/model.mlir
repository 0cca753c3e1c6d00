// RUN: sbp-opt %s --sbp-verify-phase=model --split-input-file --verify-diagnostics

// An op without SBP rules is named, never silently replicated.
func.func @unknown(%a: tensor<4xf32>, %b: tensor<1xf32>, %i: tensor<1x1xindex>) -> tensor<4xf32> {
  // expected-error@+1 {{has no SBP rules; write it with ops of linalg, tensor or nn}}
  %0 = tensor.scatter %b into %a[%i] scatter_dims([0]) unique : (tensor<1xf32>, tensor<4xf32>, tensor<1x1xindex>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

sbp.placement @line ["x" = 2]

func.func @early(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{belongs to level 1, not to a model}}
  %0 = sbp.boxing %a from #sbp.distribution<@line, [B]> to #sbp.distribution<@line, [S(0)]> : tensor<4xf32>
  return %0 : tensor<4xf32>
}

