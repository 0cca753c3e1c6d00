// RUN: sbp-opt %s --sbp-check-model --split-input-file --verify-diagnostics

// expected-error@+1 {{unknown schedule '2f2b'; expected one of 1f1b, gpipe, greedy, interleaved, zero_bubble}}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> attributes {sbp.schedule = "2f2b"} {
  return %x : tensor<4xf32>
}

// -----

// expected-error@+1 {{sbp.schedule must be a string, found 1 : i64}}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> attributes {sbp.schedule = 1 : i64} {
  return %x : tensor<4xf32>
}

// -----

func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> attributes {sbp.schedule = "gpipe"} {
  return %x : tensor<4xf32>
}
