// RUN: sbp-opt %s --split-input-file --sbp-place-operations --sbp-select-distributions=strict=true | FileCheck %s

// Column- then row-parallel weights: the only boxing reduces the annotated result.
// CHECK-LABEL: func @column_then_row
// CHECK:         linalg.matmul {sbp.signature = #sbp.signature<[<@p, [B]>, <@p, [S(1)]>, <@p, [S(1)]>] -> [<@p, [S(1)]>]>}
// CHECK-NOT:     sbp.boxing
// CHECK:         %[[Y:.+]] = linalg.matmul {sbp.signature = #sbp.signature<[<@p, [S(1)]>, <@p, [S(0)]>, <@p, [P]>] -> [<@p, [P]>]>}
// CHECK-NEXT:    %[[B:.+]] = sbp.boxing %[[Y]] from #sbp.distribution<@p, [P]> to #sbp.distribution<@p, [B]>
// CHECK-SAME:      reason = "result #0 'y' has this distribution"
// CHECK-NEXT:    return %[[B]]
sbp.placement @p ["tp" = 2]
func.func @column_then_row(%x: tensor<4x8xf32> {sbp.distribution = #sbp.distribution<@p, [B]>},
                           %w1: tensor<8x6xf32> {sbp.distribution = #sbp.distribution<@p, [S(1)]>},
                           %w2: tensor<6x8xf32> {sbp.distribution = #sbp.distribution<@p, [S(0)]>})
    -> (tensor<4x8xf32> {sbp.name = "y", sbp.distribution = #sbp.distribution<@p, [B]>}) {
  %zero = arith.constant 0.0 : f32
  %e1 = tensor.empty() : tensor<4x6xf32>
  %f1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<4x6xf32>) -> tensor<4x6xf32>
  %h = linalg.matmul ins(%x, %w1 : tensor<4x8xf32>, tensor<8x6xf32>) outs(%f1 : tensor<4x6xf32>) -> tensor<4x6xf32>
  %e2 = tensor.empty() : tensor<4x8xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<4x8xf32>) -> tensor<4x8xf32>
  %y = linalg.matmul ins(%h, %w2 : tensor<4x6xf32>, tensor<6x8xf32>) outs(%f2 : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %y : tensor<4x8xf32>
}

// -----

// Without an annotation the result is left as propagation found it.
// CHECK-LABEL: func @open_result
// CHECK-SAME:    -> (tensor<4xf32> {sbp.distribution = #sbp.distribution<@p, [S(0)]>})
// CHECK-NOT:     sbp.boxing
sbp.placement @p ["x" = 2]
func.func @open_result(%x: tensor<4xf32> {sbp.distribution = #sbp.distribution<@p, [S(0)]>}) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %y = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// The users of a constrain see what it asks for, others what was produced.
// CHECK-LABEL: func @constrain
// CHECK-SAME:    %[[X:[^:]+]]: tensor
// CHECK:         %[[B:.+]] = sbp.boxing %[[X]] from #sbp.distribution<@p, [S(0)]> to #sbp.distribution<@p, [B]>
// CHECK-SAME:      reason = "sbp.constrain requests it"
// CHECK:         linalg.exp {{.*}}[B]{{.*}} ins(%[[B]]
// CHECK:         linalg.exp {{.*}}[S(0)]{{.*}} ins(%[[X]]
// CHECK-NOT:     sbp.constrain
sbp.placement @p ["x" = 2]
func.func @constrain(%x: tensor<4xf32> {sbp.distribution = #sbp.distribution<@p, [S(0)]>}) -> (tensor<4xf32>, tensor<4xf32>) {
  %c = sbp.constrain %x to #sbp.distribution<@p, [B]> : tensor<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %y = linalg.exp ins(%c : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %z = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %y, %z : tensor<4xf32>, tensor<4xf32>
}

// -----

// A state's next value is left as the state is stored.
// CHECK-LABEL: func @state
// CHECK-SAME:    -> (tensor<4xf32> {sbp.distribution = #sbp.distribution<@p, [B]>, sbp.state = "w"})
// CHECK:         %[[N:.+]] = linalg.add
// CHECK-NEXT:    sbp.boxing %[[N]] from #sbp.distribution<@p, [P]> to #sbp.distribution<@p, [B]>
// CHECK-SAME:      reason = "result #0 'w' has this distribution"
sbp.placement @p ["x" = 2]
func.func @state(%w: tensor<4xf32> {sbp.state = "w", sbp.distribution = #sbp.distribution<@p, [B]>},
                 %g: tensor<4xf32> {sbp.distribution = #sbp.distribution<@p, [P]>}) -> (tensor<4xf32> {sbp.state = "w"}) {
  %e = tensor.empty() : tensor<4xf32>
  %n = linalg.add ins(%g, %g : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %n : tensor<4xf32>
}

// -----

// No placement: one rank, nothing to say.
// CHECK: sbp.placement @one ["rank" = 1]
// CHECK-LABEL: func @one_rank
// CHECK-NOT:     sbp.boxing
func.func @one_rank(%x: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %y = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// A cache is written where it is, and what is read of it is a partial sum.
// CHECK-LABEL: func @cache
// CHECK:         tensor.insert_slice {{.*}} {sbp.signature = #sbp.signature<[<@p, [B]>, <@p, [S(0)]>, <@p, [B]>] -> [<@p, [S(0)]>]>}
// CHECK:         %[[READ:.+]] = tensor.extract_slice {{.*}} {sbp.signature = #sbp.signature<[<@p, [S(0)]>, <@p, [B]>] -> [<@p, [P]>]>}
// CHECK:         sbp.boxing %[[READ]] from #sbp.distribution<@p, [P]> to #sbp.distribution<@p, [B]>
sbp.placement @p ["x" = 2]
func.func @cache(%cache: tensor<8x4xf32> {sbp.state = "cache", sbp.distribution = #sbp.distribution<@p, [S(0)]>},
                 %x: tensor<1x4xf32> {sbp.distribution = #sbp.distribution<@p, [B]>},
                 %s: tensor<i64> {sbp.distribution = #sbp.distribution<@p, [B]>})
    -> (tensor<8x4xf32> {sbp.state = "cache"}, tensor<1x4xf32> {sbp.distribution = #sbp.distribution<@p, [B]>}) {
  %n = tensor.extract %s[] : tensor<i64>
  %i = arith.index_cast %n : i64 to index
  %next = tensor.insert_slice %x into %cache[%i, 0] [1, 4] [1, 1] : tensor<1x4xf32> into tensor<8x4xf32>
  %y = tensor.extract_slice %next[%i, 0] [1, 4] [1, 1] : tensor<8x4xf32> to tensor<1x4xf32>
  return %next, %y : tensor<8x4xf32>, tensor<1x4xf32>
}
