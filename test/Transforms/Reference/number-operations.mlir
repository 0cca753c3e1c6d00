// RUN: sbp-opt %s --sbp-number-operations | FileCheck %s

// Every op of every entry has a number of its own; a return has none, its values are results anyway.
// CHECK-LABEL: func @train
// CHECK:         tensor.empty() {sbp.number = 0 : i64}
// CHECK:         linalg.exp {sbp.number = 1 : i64}
// CHECK:         return %{{[0-9]+}} : tensor<4xf32>
func.func @train(%x: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func @eval
// CHECK:         tensor.empty() {sbp.number = 2 : i64}
func.func @eval(%x: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  return %e : tensor<4xf32>
}
