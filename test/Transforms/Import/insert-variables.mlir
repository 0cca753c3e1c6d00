// RUN: sbp-opt %s --sbp-insert-variables --split-input-file | FileCheck %s

// A computed value that a gradient is taken by is read through an op that nothing folds; equal ones stay apart by their number.
// CHECK-LABEL: func @computed
// CHECK: %[[S:.+]] = math.tanh %arg0
// CHECK-NEXT: %[[V:.+]] = nn.variable %[[S]] {number = 0 : i64} : tensor<2xf32>
// CHECK-NEXT: %[[T:.+]] = math.tanh %arg0
// CHECK-NEXT: %[[W:.+]] = nn.variable %[[T]] {number = 1 : i64} : tensor<2xf32>
// CHECK-NEXT: %[[Y:.+]] = arith.mulf %[[V]], %[[W]]
// CHECK: nn.gradient %[[Y]] seed %arg1 wrt(%[[V]], %[[W]])
func.func @computed(%x: tensor<2xf32>, %seed: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %s = math.tanh %x : tensor<2xf32>
  %t = math.tanh %x : tensor<2xf32>
  %y = arith.mulf %s, %t : tensor<2xf32>
  %g:2 = nn.gradient %y seed %seed wrt (%s, %t) : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  return %g#0, %g#1 : tensor<2xf32>, tensor<2xf32>
}

// -----

// Arguments of entries are replaced by nothing, and other values keep their folding.
// CHECK-LABEL: func @argument
// CHECK-NOT: nn.variable
func.func @argument(%x: tensor<2xf32>, %seed: tensor<2xf32>) -> tensor<2xf32> {
  %s = math.tanh %x : tensor<2xf32>
  %g = nn.gradient %s seed %seed wrt (%x) : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %g : tensor<2xf32>
}

// -----

// An argument of a private function becomes a value of its caller.
// CHECK-LABEL: func private @slope
// CHECK: %[[V:.+]] = nn.variable %arg0 {number = 0 : i64}
// CHECK: math.tanh %[[V]]
func.func private @slope(%x: tensor<2xf32>, %seed: tensor<2xf32>) -> tensor<2xf32> {
  %s = math.tanh %x : tensor<2xf32>
  %g = nn.gradient %s seed %seed wrt (%x) : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %g : tensor<2xf32>
}
