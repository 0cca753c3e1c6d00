// RUN: sbp-opt %s --pass-pipeline='builtin.module(func.func(sbp-fold-layouts))' | FileCheck %s

// CHECK-DAG: #[[MATRIX_OUT:.+]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
// CHECK-DAG: #[[WEIGHT_T:.+]] = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
// CHECK-DAG: #[[HEADS_A:.+]] = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>
// CHECK-DAG: #[[HEADS_B:.+]] = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>
// CHECK-DAG: #[[BIAS:.+]] = affine_map<(d0, d1) -> (d1)>
// CHECK-DAG: #[[TRANSPOSED:.+]] = affine_map<(d0, d1, d2) -> (d1, d0)>

// Batch and tokens are not merged for a product with a weight; its transpose is a map.
// CHECK-LABEL: func @linear
// CHECK-SAME:    (%[[X:.+]]: tensor<2x3x4xf32>, %[[W:.+]]: tensor<5x4xf32>)
// CHECK-NOT:     tensor.collapse_shape
// CHECK-NOT:     linalg.transpose
// CHECK:         %[[Y:.+]] = linalg.generic {indexing_maps = [#{{.+}}, #[[WEIGHT_T]], #[[MATRIX_OUT]]]
// CHECK-SAME:      ins(%[[X]], %[[W]]
// CHECK:         return %[[Y]] : tensor<2x3x5xf32>
func.func @linear(%x: tensor<2x3x4xf32>, %w: tensor<5x4xf32>) -> tensor<2x3x5xf32> {
  %zero = arith.constant 0.0 : f32
  %rows = tensor.collapse_shape %x [[0, 1], [2]] : tensor<2x3x4xf32> into tensor<6x4xf32>
  %e0 = tensor.empty() : tensor<4x5xf32>
  %wt = linalg.transpose ins(%w : tensor<5x4xf32>) outs(%e0 : tensor<4x5xf32>) permutation = [1, 0]
  %e1 = tensor.empty() : tensor<6x5xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e1 : tensor<6x5xf32>) -> tensor<6x5xf32>
  %p = linalg.matmul ins(%rows, %wt : tensor<6x4xf32>, tensor<4x5xf32>) outs(%f : tensor<6x5xf32>) -> tensor<6x5xf32>
  %y = tensor.expand_shape %p [[0, 1], [2]] output_shape [2, 3, 5] : tensor<6x5xf32> into tensor<2x3x5xf32>
  return %y : tensor<2x3x5xf32>
}

// Heads over "tp" are a dimension again, not hidden in batch x heads.
// CHECK-LABEL: func @heads
// CHECK-NOT:     tensor.collapse_shape
// CHECK:         %[[S:.+]] = linalg.generic {indexing_maps = [#[[HEADS_A]], #[[HEADS_B]], #{{.+}}]
// CHECK:         return %[[S]] : tensor<2x8x3x3xf32>
func.func @heads(%q: tensor<2x8x3x4xf32>, %k: tensor<2x8x3x4xf32>) -> tensor<2x8x3x3xf32> {
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<2x8x4x3xf32>
  %kt = linalg.transpose ins(%k : tensor<2x8x3x4xf32>) outs(%e0 : tensor<2x8x4x3xf32>) permutation = [0, 1, 3, 2]
  %q3 = tensor.collapse_shape %q [[0, 1], [2], [3]] : tensor<2x8x3x4xf32> into tensor<16x3x4xf32>
  %k3 = tensor.collapse_shape %kt [[0, 1], [2], [3]] : tensor<2x8x4x3xf32> into tensor<16x4x3xf32>
  %e1 = tensor.empty() : tensor<16x3x3xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e1 : tensor<16x3x3xf32>) -> tensor<16x3x3xf32>
  %s = linalg.batch_matmul ins(%q3, %k3 : tensor<16x3x4xf32>, tensor<16x4x3xf32>) outs(%f : tensor<16x3x3xf32>) -> tensor<16x3x3xf32>
  %r = tensor.expand_shape %s [[0, 1], [2], [3]] output_shape [2, 8, 3, 3] : tensor<16x3x3xf32> into tensor<2x8x3x3xf32>
  return %r : tensor<2x8x3x3xf32>
}

// A weight's dimension that is summed over stays whole: heads x size merge before the product.
// CHECK-LABEL: func @summed_dimension_stays
// CHECK:         %[[M:.+]] = tensor.collapse_shape %{{.+}} {{\[}}[0], [1], [2, 3]] : tensor<2x3x8x4xf32> into tensor<2x3x32xf32>
// CHECK:         linalg.generic {{.*}} ins(%[[M]], %{{.+}} : tensor<2x3x32xf32>, tensor<32x5xf32>)
func.func @summed_dimension_stays(%x: tensor<2x3x8x4xf32>, %w: tensor<32x5xf32>) -> tensor<2x3x5xf32> {
  %zero = arith.constant 0.0 : f32
  %rows = tensor.collapse_shape %x [[0, 1], [2, 3]] : tensor<2x3x8x4xf32> into tensor<6x32xf32>
  %e = tensor.empty() : tensor<6x5xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<6x5xf32>) -> tensor<6x5xf32>
  %p = linalg.matmul ins(%rows, %w : tensor<6x32xf32>, tensor<32x5xf32>) outs(%f : tensor<6x5xf32>) -> tensor<6x5xf32>
  %y = tensor.expand_shape %p [[0, 1], [2]] output_shape [2, 3, 5] : tensor<6x5xf32> into tensor<2x3x5xf32>
  return %y : tensor<2x3x5xf32>
}

// CHECK-LABEL: func @broadcast_bias
// CHECK-SAME:    (%[[X:.+]]: tensor<2x3xf32>, %[[B:.+]]: tensor<3xf32>)
// CHECK-NOT:     linalg.broadcast
// CHECK:         linalg.generic {indexing_maps = [#{{.+}}, #[[BIAS]], #{{.+}}]{{.*}} ins(%[[X]], %[[B]]
func.func @broadcast_bias(%x: tensor<2x3xf32>, %b: tensor<3xf32>) -> tensor<2x3xf32> {
  %e = tensor.empty() : tensor<2x3xf32>
  %wide = linalg.broadcast ins(%b : tensor<3xf32>) outs(%e : tensor<2x3xf32>) dimensions = [0]
  %y = linalg.add ins(%x, %wide : tensor<2x3xf32>, tensor<2x3xf32>) outs(%e : tensor<2x3xf32>) -> tensor<2x3xf32>
  return %y : tensor<2x3xf32>
}

// The product writes its transpose.
// CHECK-LABEL: func @transposed_result
// CHECK-NOT:     linalg.transpose
// CHECK:         %[[Y:.+]] = linalg.generic {indexing_maps = [#{{.+}}, #{{.+}}, #[[TRANSPOSED]]]
// CHECK:         return %[[Y]] : tensor<5x2xf32>
func.func @transposed_result(%x: tensor<2x4xf32>, %w: tensor<4x5xf32>) -> tensor<5x2xf32> {
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<2x5xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e0 : tensor<2x5xf32>) -> tensor<2x5xf32>
  %p = linalg.matmul ins(%x, %w : tensor<2x4xf32>, tensor<4x5xf32>) outs(%f : tensor<2x5xf32>) -> tensor<2x5xf32>
  %e1 = tensor.empty() : tensor<5x2xf32>
  %t = linalg.transpose ins(%p : tensor<2x5xf32>) outs(%e1 : tensor<5x2xf32>) permutation = [1, 0]
  return %t : tensor<5x2xf32>
}

// CHECK-LABEL: func @transpose_for_itself
// CHECK:         linalg.transpose
func.func @transpose_for_itself(%x: tensor<2x4xf32>) -> tensor<4x2xf32> {
  %e = tensor.empty() : tensor<4x2xf32>
  %t = linalg.transpose ins(%x : tensor<2x4xf32>) outs(%e : tensor<4x2xf32>) permutation = [1, 0]
  return %t : tensor<4x2xf32>
}

// A loop that counts keeps counting when it is split.
// CHECK-LABEL: func @index_of_split_loop
// CHECK:         %[[I:.+]] = linalg.index 0
// CHECK:         %[[J:.+]] = linalg.index 1
// CHECK:         %[[ROW:.+]] = arith.muli %[[I]], %{{.+}}
// CHECK:         arith.addi %[[ROW]], %[[J]]
func.func @index_of_split_loop(%x: tensor<2x3xi64>) -> tensor<2x3xi64> {
  %flat = tensor.collapse_shape %x [[0, 1]] : tensor<2x3xi64> into tensor<6xi64>
  %e = tensor.empty() : tensor<6xi64>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%flat : tensor<6xi64>) outs(%e : tensor<6xi64>) {
  ^bb0(%in: i64, %out: i64):
    %i = linalg.index 0 : index
    %n = arith.index_cast %i : index to i64
    %s = arith.addi %in, %n : i64
    linalg.yield %s : i64
  } -> tensor<6xi64>
  %1 = tensor.expand_shape %0 [[0, 1]] output_shape [2, 3] : tensor<6xi64> into tensor<2x3xi64>
  return %1 : tensor<2x3xi64>
}

// The types say what the shape says.
// CHECK-LABEL: func @static_reshapes
// CHECK-SAME:    (%[[X:.+]]: tensor<6x10xf32>, %{{.+}}: tensor<2xi64>
// CHECK:         tensor.expand_shape %[[X]] {{\[\[}}0, 1], [2]] output_shape [2, 3, 10]
// CHECK:         %[[FLAT:.+]] = tensor.collapse_shape %[[X]] {{\[\[}}0, 1]]
// CHECK:         tensor.expand_shape %[[FLAT]] {{\[\[}}0, 1]] output_shape [4, 15]
// CHECK-NOT:     tensor.reshape
func.func @static_reshapes(%x: tensor<6x10xf32>, %two: tensor<2xi64>, %three: tensor<3xi64>) -> (tensor<2x3x10xf32>, tensor<4x15xf32>) {
  %0 = tensor.reshape %x(%three) : (tensor<6x10xf32>, tensor<3xi64>) -> tensor<2x3x10xf32>
  %1 = tensor.reshape %x(%two) : (tensor<6x10xf32>, tensor<2xi64>) -> tensor<4x15xf32>
  return %0, %1 : tensor<2x3x10xf32>, tensor<4x15xf32>
}

// What is cut is cut before, and constants stand in the op.
// CHECK-LABEL: func @static_pads
// CHECK-SAME:    (%[[X:.+]]: tensor<4x6xf32>)
// CHECK:         %[[CUT:.+]] = tensor.extract_slice %[[X]][1, 0] [3, 6] [1, 1]
// CHECK:         tensor.pad %[[CUT]] low[0, 0] high[1, 2]
func.func @static_pads(%x: tensor<4x6xf32>) -> tensor<4x8xf32> {
  %one = arith.constant 1 : index
  %v = arith.constant 0.0 : f32
  %r = tensor.pad %x low[-1, 0] high[%one, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : f32
  } : tensor<4x6xf32> to tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// A row that becomes a column: nothing comes apart, and folding ends.
// CHECK-LABEL: func @row_to_column
// CHECK:         tensor.collapse_shape {{.*}} : tensor<1x4xf32> into tensor<4xf32>
// CHECK:         tensor.expand_shape {{.*}} : tensor<4xf32> into tensor<4x1xf32>
func.func @row_to_column(%x: tensor<1x4xf32>) -> tensor<4x1xf32> {
  %c = tensor.collapse_shape %x [[0, 1]] : tensor<1x4xf32> into tensor<4xf32>
  %e = tensor.expand_shape %c [[0, 1]] output_shape [4, 1] : tensor<4xf32> into tensor<4x1xf32>
  return %e : tensor<4x1xf32>
}
