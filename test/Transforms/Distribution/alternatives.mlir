// RUN: sbp-opt %s --split-input-file --sbp-place-operations --sbp-select-distributions | FileCheck %s

// Where the normalised dimension is not split, the op itself is cheapest; none of its other forms is left behind.
// CHECK-LABEL: func @whole_rows
// CHECK-NOT:     linalg.reduce
// CHECK:         linalg.softmax {sbp.signature = #sbp.signature<[<@p, [S(0)]>, <@p, [S(0)]>] -> [<@p, [S(0)]>]>}
// CHECK-NOT:     sbp.boxing
sbp.placement @p ["x" = 2]
func.func @whole_rows(%x: tensor<512x512xf32> {sbp.distribution = #sbp.distribution<@p, [S(0)]>})
    -> (tensor<512x512xf32> {sbp.distribution = #sbp.distribution<@p, [S(0)]>}) {
  %e = tensor.empty() : tensor<512x512xf32>
  %y = linalg.softmax dimension(1) ins(%x : tensor<512x512xf32>) outs(%e : tensor<512x512xf32>) -> tensor<512x512xf32>
  return %y : tensor<512x512xf32>
}

// -----

// Where rows are split, their statistics travel instead of the rows.
// CHECK-LABEL: func @split_rows
// CHECK-NOT:     linalg.softmax
// CHECK:         sbp.boxing {{.*}}[P(max{{(num)?}})]{{.*}}[B]{{.*}} tensor<8192{{(x1)?}}xf32>
// CHECK:         sbp.boxing {{.*}}[P]{{.*}}[B]{{.*}} tensor<8192{{(x1)?}}xf32>
// CHECK-NOT:     linalg.softmax
// CHECK:         return
sbp.placement @p ["x" = 2]
func.func @split_rows(%x: tensor<8192x8192xf32> {sbp.distribution = #sbp.distribution<@p, [S(1)]>})
    -> (tensor<8192x8192xf32> {sbp.distribution = #sbp.distribution<@p, [S(1)]>}) {
  %e = tensor.empty() : tensor<8192x8192xf32>
  %y = linalg.softmax dimension(1) ins(%x : tensor<8192x8192xf32>) outs(%e : tensor<8192x8192xf32>) -> tensor<8192x8192xf32>
  return %y : tensor<8192x8192xf32>
}

// -----

// Positions of queries and keys cannot both stay split along one axis: the costs say which are gathered.
// CHECK-LABEL: func @split_positions
// CHECK-COUNT-2: sbp.boxing {{.*}}[S(2)]> to {{.*}}[B]> {{.*}} : tensor<1x2x4x4xf32>
// CHECK-NOT:     sbp.boxing
// CHECK:         nn.attention {{.*}}[S(2)]>, <@p, [B]>, <@p, [B]>] -> [<@p, [S(2)]>
// CHECK-NOT:     sbp.boxing
sbp.placement @p ["x" = 2]
func.func @split_positions(%q: tensor<1x2x4x4xf32> {sbp.distribution = #sbp.distribution<@p, [S(2)]>},
                           %k: tensor<1x2x4x4xf32> {sbp.distribution = #sbp.distribution<@p, [S(2)]>},
                           %v: tensor<1x2x4x4xf32> {sbp.distribution = #sbp.distribution<@p, [S(2)]>})
    -> (tensor<1x2x4x4xf32> {sbp.distribution = #sbp.distribution<@p, [S(2)]>}) {
  %y, %l = nn.attention %q, %k, %v {scale = 0.5 : f64} : (tensor<1x2x4x4xf32>, tensor<1x2x4x4xf32>, tensor<1x2x4x4xf32>) -> (tensor<1x2x4x4xf32>, tensor<1x2x4xf32>)
  return %y : tensor<1x2x4x4xf32>
}

// -----

// A split on another placement is none of the op's own.
// CHECK-LABEL: func @other_placement
// CHECK:         sbp.boxing %{{.*}} from #sbp.distribution<@q, [S(0)]> to #sbp.distribution<@p,
sbp.placement @q ["x" = 3]
sbp.placement @p ["x" = 2, "y" = 2]
func.func @other_placement(%x: tensor<4x8xf32> {sbp.distribution = #sbp.distribution<@p, [S(0), S(1)]>},
                           %w: tensor<8xf32> {sbp.distribution = #sbp.distribution<@q, [S(0)]>})
    -> (tensor<4x8xf32> {sbp.distribution = #sbp.distribution<@p, [S(0), S(1)]>}) {
  %y = nn.rms_norm %x, %w {epsilon = 0.5 : f64} : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  %z = sbp.constrain %y to #sbp.distribution<@p, [S(0), S(1)]> : tensor<4x8xf32>
  return %z : tensor<4x8xf32>
}

// -----

// Without a cotangent of the result, the parts of an attention gradient give zeros for the gradient of the value: a source, which has
// no signatures of its own and becomes what its reader requires.
// CHECK-LABEL: func @gradient_of_sums
// CHECK:         return
sbp.placement @p ["a0" = 2, "a1" = 3]
func.func @gradient_of_sums(%x: tensor<1x3x3x2xf64>, %y: tensor<1x3x3x2xf64>, %l: tensor<1x3x3xf64>, %w: tensor<1x3x3xf64>) -> tensor<1x3x3x2xf64> {
  %g:3 = nn.attention_gradient %x, %x, %x of %y, %l sums_cotangent %w {scale = 0.7 : f64}
      : (tensor<1x3x3x2xf64>, tensor<1x3x3x2xf64>, tensor<1x3x3x2xf64>, tensor<1x3x3x2xf64>, tensor<1x3x3xf64>, tensor<1x3x3xf64>)
      -> (tensor<1x3x3x2xf64>, tensor<1x3x3x2xf64>, tensor<1x3x3x2xf64>)
  %e = tensor.empty() : tensor<1x3x3x2xf64>
  %s = linalg.add ins(%g#1, %g#2 : tensor<1x3x3x2xf64>, tensor<1x3x3x2xf64>) outs(%e : tensor<1x3x3x2xf64>) -> tensor<1x3x3x2xf64>
  return %s : tensor<1x3x3x2xf64>
}
