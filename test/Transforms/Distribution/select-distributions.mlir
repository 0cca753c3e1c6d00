// RUN: sbp-opt %s --split-input-file --sbp-place-operations --sbp-select-distributions | FileCheck %s

// Weights that nobody fixed: the batch is split already, the first weight by columns, the second by rows.
// CHECK: sbp.selection = {cost_seconds = {{.*}}, gap = 0.000000e+00
// CHECK-LABEL: func @perceptron
// CHECK:         linalg.matmul {sbp.signature = #sbp.signature<[<@p, [B]>, <@p, [S(1)]>, <@p, [S(1)]>] -> [<@p, [S(1)]>]>}
// CHECK-NOT:     sbp.boxing
// CHECK:         %[[Y:.+]] = linalg.matmul {{.*}} -> [<@p, [P]>]>}
// CHECK-NEXT:    %[[B:.+]] = sbp.boxing %[[Y]] from #sbp.distribution<@p, [P]> to #sbp.distribution<@p, [B]>
// CHECK-NEXT:    return %[[B]]
sbp.placement @p ["tp" = 4]
func.func @perceptron(%x: tensor<64x4096xf32> {sbp.distribution = #sbp.distribution<@p, [B]>},
                      %w1: tensor<4096x16384xf32>, %w2: tensor<16384x4096xf32>)
    -> (tensor<64x4096xf32> {sbp.distribution = #sbp.distribution<@p, [B]>}) {
  %zero = arith.constant 0.0 : f32
  %e1 = tensor.empty() : tensor<64x16384xf32>
  %f1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<64x16384xf32>) -> tensor<64x16384xf32>
  %h = linalg.matmul ins(%x, %w1 : tensor<64x4096xf32>, tensor<4096x16384xf32>) outs(%f1 : tensor<64x16384xf32>) -> tensor<64x16384xf32>
  %e2 = tensor.empty() : tensor<64x4096xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<64x4096xf32>) -> tensor<64x4096xf32>
  %y = linalg.matmul ins(%h, %w2 : tensor<64x16384xf32>, tensor<16384x4096xf32>) outs(%f2 : tensor<64x4096xf32>) -> tensor<64x4096xf32>
  return %y : tensor<64x4096xf32>
}

// -----

// Nothing annotated: the work is split all the same, and a free result is never partial.
// CHECK-LABEL: func @free
// CHECK-SAME:    -> (tensor<1024x1024xf32> {sbp.distribution = #sbp.distribution<@p, [S({{[01]}})]>})
// CHECK-NOT:     sbp.boxing
sbp.placement @p ["x" = 4]
func.func @free(%a: tensor<1024x1024xf32>, %b: tensor<1024x1024xf32>) -> tensor<1024x1024xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1024x1024xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %y = linalg.matmul ins(%a, %b : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%f : tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  return %y : tensor<1024x1024xf32>
}

// -----

// Readers of one phase share a boxing: a partial sum is reduced once for both.
// CHECK-LABEL: func @shared
// CHECK-COUNT-1: sbp.boxing
// CHECK-SAME:      shared by 2 readers
// CHECK-NOT:     sbp.boxing
sbp.placement @p ["x" = 2]
func.func @shared(%x: tensor<512x512xf32> {sbp.distribution = #sbp.distribution<@p, [P]>})
    -> (tensor<512x512xf32> {sbp.distribution = #sbp.distribution<@p, [B]>},
        tensor<512x512xf32> {sbp.distribution = #sbp.distribution<@p, [B]>}) {
  %e = tensor.empty() : tensor<512x512xf32>
  %y = linalg.sqrt ins(%x : tensor<512x512xf32>) outs(%e : tensor<512x512xf32>) -> tensor<512x512xf32>
  %z = linalg.exp ins(%x : tensor<512x512xf32>) outs(%e : tensor<512x512xf32>) -> tensor<512x512xf32>
  return %y, %z : tensor<512x512xf32>, tensor<512x512xf32>
}

// -----

// Both entries store the state alike, as the one that says so.
// CHECK-LABEL: func @train
// CHECK-SAME:    sbp.distribution = #sbp.distribution<@p, [S(0)]>, sbp.state = "w"}
// CHECK-SAME:    -> (tensor<8x8xf32> {sbp.distribution = #sbp.distribution<@p, [S(0)]>, sbp.state = "w"})
// CHECK-LABEL: func @eval
// CHECK-SAME:    sbp.distribution = #sbp.distribution<@p, [S(0)]>, sbp.state = "w"}
sbp.placement @p ["x" = 2]
func.func @train(%w: tensor<8x8xf32> {sbp.state = "w"}) -> (tensor<8x8xf32> {sbp.state = "w"}) {
  %e = tensor.empty() : tensor<8x8xf32>
  %n = linalg.exp ins(%w : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %n : tensor<8x8xf32>
}
func.func @eval(%w: tensor<8x8xf32> {sbp.state = "w", sbp.distribution = #sbp.distribution<@p, [S(0)]>}) -> tensor<8x8xf32> {
  %e = tensor.empty() : tensor<8x8xf32>
  %n = linalg.exp ins(%w : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %n : tensor<8x8xf32>
}

// -----

// From one stage to the next a value moves once.
// CHECK-LABEL: func @stages
// CHECK:         linalg.exp {{.*}}@a
// CHECK:         sbp.boxing {{.*}} from #sbp.distribution<@a, [S(0)]> to #sbp.distribution<@b, [S(0)]>
// CHECK:         linalg.abs {{.*}}@b
// CHECK-NOT:     sbp.boxing
sbp.placement @a ["x" = 2]
sbp.placement @b ["x" = 2] ranks [2, 3]
func.func @stages(%x: tensor<512x512xf32> {sbp.distribution = #sbp.distribution<@a, [S(0)]>})
    -> (tensor<512x512xf32> {sbp.distribution = #sbp.distribution<@b, [S(0)]>}) {
  %e = tensor.empty() : tensor<512x512xf32>
  %y = linalg.exp ins(%x : tensor<512x512xf32>) outs(%e : tensor<512x512xf32>) -> tensor<512x512xf32>
  %c = sbp.constrain %y to #sbp.distribution<@b, [S(0)]> : tensor<512x512xf32>
  %z = linalg.abs ins(%c : tensor<512x512xf32>) outs(%e : tensor<512x512xf32>) -> tensor<512x512xf32>
  return %z : tensor<512x512xf32>
}

// -----

// Ops follow the order in which annotations apply the axes.
// CHECK-LABEL: func @order
// CHECK-NOT:     sbp.boxing
// CHECK:         linalg.matmul {sbp.signature = #sbp.signature<[<@p, [S(0), S(0)], order = [1, 0]>
// CHECK-NOT:     sbp.boxing
sbp.placement @p ["a" = 2, "b" = 3]
func.func @order(%x: tensor<7x5xf32> {sbp.distribution = #sbp.distribution<@p, [S(0), S(0)], order = [1, 0]>}, %w: tensor<5x5xf32>)
    -> (tensor<7x5xf32> {sbp.distribution = #sbp.distribution<@p, [S(0), S(0)], order = [1, 0]>}) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<7x5xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<7x5xf32>) -> tensor<7x5xf32>
  %y = linalg.matmul ins(%x, %w : tensor<7x5xf32>, tensor<5x5xf32>) outs(%f : tensor<7x5xf32>) -> tensor<7x5xf32>
  return %y : tensor<7x5xf32>
}
