// RUN: sbp-opt %s --pass-pipeline='builtin.module(func.func(sbp-fold-constants,sbp-raise-captures,sbp-fold-layouts,canonicalize))' | FileCheck %s
#id = affine_map<(i) -> (i)>
#two = affine_map<(i, j) -> (i, j)>

// A table read at positions 0, 1, .. is a slice of it, not a gather.
// CHECK-LABEL: func @positions
// CHECK-SAME:    (%[[TABLE:.+]]: tensor<9x4xf32>)
// CHECK:         %[[ROWS:.+]] = tensor.extract_slice %[[TABLE]][0, 0] [3, 4] [1, 1]
// CHECK-NEXT:    return %[[ROWS]]
func.func @positions(%table: tensor<9x4xf32>) -> tensor<3x4xf32> {
  %e = tensor.empty() : tensor<3xi64>
  %iota = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%e : tensor<3xi64>) {
  ^bb0(%out: i64):
    %i = linalg.index 0 : index
    %n = arith.index_cast %i : index to i64
    linalg.yield %n : i64
  } -> tensor<3xi64>
  %r = tensor.empty() : tensor<3x4xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, #two], iterator_types = ["parallel", "parallel"]}
      ins(%iota : tensor<3xi64>) outs(%r : tensor<3x4xf32>) {
  ^bb0(%in: i64, %out: f32):
    %row = arith.index_cast %in : i64 to index
    %column = linalg.index 1 : index
    %v = tensor.extract %table[%row, %column] : tensor<9x4xf32>
    linalg.yield %v : f32
  } -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// How transformers reads an attention mask: at (batch, key) pairs of counting tensors, negative ones from the end.
// CHECK-LABEL: func @mask_by_index_pairs
// CHECK-SAME:    (%[[MASK:.+]]: tensor<2x3xi1>)
// CHECK-NOT:     arith.select
// CHECK:         linalg.generic {{.*}} ins(%[[MASK]] : tensor<2x3xi1>) outs(%{{.+}} : tensor<2x1x3xi1>)
// CHECK-NEXT:    ^bb0(%[[IN:.+]]: i1, %{{.+}}: i1):
// CHECK-NEXT:      linalg.yield %[[IN]]
func.func @mask_by_index_pairs(%mask: tensor<2x3xi1>) -> tensor<2x1x3xi1> {
  %zero = arith.constant 0 : i64
  %size = arith.constant 3 : i64
  %e = tensor.empty() : tensor<3xi64>
  %iota = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%e : tensor<3xi64>) {
  ^bb0(%out: i64):
    %i = linalg.index 0 : index
    %n = arith.index_cast %i : index to i64
    linalg.yield %n : i64
  } -> tensor<3xi64>
  %keys = tensor.expand_shape %iota [[0, 1, 2]] output_shape [1, 1, 3] : tensor<3xi64> into tensor<1x1x3xi64>
  %r = tensor.empty() : tensor<2x1x3xi1>
  %0 = linalg.generic {indexing_maps = [affine_map<(a, b, c) -> (0, b, c)>, affine_map<(a, b, c) -> (a, b, c)>],
                       iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%keys : tensor<1x1x3xi64>) outs(%r : tensor<2x1x3xi1>) {
  ^bb0(%key: i64, %out: i1):
    %batch = linalg.index 0 : index
    %negative = arith.cmpi slt, %key, %zero : i64
    %wrapped = arith.addi %key, %size : i64
    %chosen = arith.select %negative, %wrapped, %key : i64
    %column = arith.index_cast %chosen : i64 to index
    %v = tensor.extract %mask[%batch, %column] : tensor<2x3xi1>
    linalg.yield %v : i1
  } -> tensor<2x1x3xi1>
  return %0 : tensor<2x1x3xi1>
}

// An index in the middle of its range decides nothing.
// CHECK-LABEL: func @causal
// CHECK:         arith.cmpi slt
func.func @causal(%x: tensor<4xf32>) -> tensor<4xi1> {
  %two = arith.constant 2 : index
  %e = tensor.empty() : tensor<4xi1>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%e : tensor<4xi1>) {
  ^bb0(%in: f32, %out: i1):
    %i = linalg.index 0 : index
    %early = arith.cmpi slt, %i, %two : index
    linalg.yield %early : i1
  } -> tensor<4xi1>
  return %0 : tensor<4xi1>
}
