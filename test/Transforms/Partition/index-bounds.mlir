// RUN: sbp-opt %s --sbp-compile-to=local --split-input-file | FileCheck %s

// Where an input is the position of a slice, the entry says below what it has to be: through casts that keep it.

sbp.placement @one ["x" = 1]

// CHECK-LABEL: func.func private @widened(
// CHECK-SAME: sbp.index_bounds = array<i64: -1, 4>
func.func @widened(%table: tensor<5x2xf32>, %position: tensor<i32>) -> tensor<2x2xf32> {
  %narrow = tensor.extract %position[] : tensor<i32>
  %wide = arith.extsi %narrow : i32 to i64
  %at = arith.index_cast %wide : i64 to index
  %slice = tensor.extract_slice %table[%at, 0] [2, 2] [1, 1] : tensor<5x2xf32> to tensor<2x2xf32>
  return %slice : tensor<2x2xf32>
}

// -----

// What is none in the input, below 0, is one behind this cast.

sbp.placement @one ["x" = 1]

// CHECK-LABEL: func.func private @another(
// CHECK-SAME: sbp.index_bounds = array<i64: -1, -1>
func.func @another(%table: tensor<5x2xf32>, %position: tensor<i8>) -> tensor<2x2xf32> {
  %narrow = tensor.extract %position[] : tensor<i8>
  %wide = arith.extui %narrow : i8 to i64
  %at = arith.index_cast %wide : i64 to index
  %slice = tensor.extract_slice %table[%at, 0] [2, 2] [1, 1] : tensor<5x2xf32> to tensor<2x2xf32>
  return %slice : tensor<2x2xf32>
}
