// RUN: sbp-opt %s --sbp-check-model | FileCheck %s

sbp.placement @p ["dp" = 2]

// The next value of a state lives where the state lives.
// CHECK-LABEL: func @main
// CHECK-SAME: -> (tensor<4xf32> {sbp.distribution = #sbp.distribution<@p, [S(0)]>, sbp.state = "w"})
func.func @main(%w: tensor<4xf32> {sbp.state = "w", sbp.distribution = #sbp.distribution<@p, [S(0)]>})
    -> (tensor<4xf32> {sbp.state = "w"}) {
  return %w : tensor<4xf32>
}

// What one entry says of a state holds in all of them.
// CHECK-LABEL: func @evaluate
// CHECK-SAME: {sbp.distribution = #sbp.distribution<@p, [S(0)]>, sbp.state = "w"}
func.func @evaluate(%w: tensor<4xf32> {sbp.state = "w"}) -> tensor<4xf32> {
  %y = arith.addf %w, %w : tensor<4xf32>
  return %y : tensor<4xf32>
}
