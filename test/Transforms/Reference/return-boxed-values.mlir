// RUN: sbp-opt %s --sbp-return-boxed-values -split-input-file | FileCheck %s

// What crosses between ranks is a result too, as it is behind its boxing, and the module says which value of the model it is.
// A boxing that only the return reads is a result anyway.

// CHECK:       sbp.boundaries = [{entry = "main", location = {{[^,]+}}, name = "main/linalg.exp#0", number = 1 : i64, result = 0 : i64}]
// CHECK-LABEL: func @main
// CHECK-SAME:    -> (tensor<4xf32> {sbp.distribution = #sbp.distribution<@p, [S(0)]>},
// CHECK-SAME:        tensor<4xf32> {sbp.boundary = "main/linalg.exp#0", sbp.boundary_location = {{.+}}, sbp.distribution = #sbp.distribution<@p, [B]>})
// CHECK-NOT:     sbp.number
// CHECK:         %[[CROSSES:.+]] = sbp.boxing
// CHECK:         %[[RESULT:.+]] = sbp.boxing
// CHECK-NEXT:    return %[[RESULT]], %[[CROSSES]]
sbp.placement @p ["x" = 2]
func.func @main(%x: tensor<4xf32> {sbp.distribution = #sbp.distribution<@p, [S(0)]>})
    -> (tensor<4xf32> {sbp.distribution = #sbp.distribution<@p, [S(0)]>}) {
  %e = tensor.empty() {sbp.number = 0 : i64, sbp.signature = #sbp.signature<[] -> [<@p, [S(0)]>]>} : tensor<4xf32>
  %0 = linalg.exp {sbp.number = 1 : i64, sbp.signature = #sbp.signature<[<@p, [S(0)]>, <@p, [S(0)]>] -> [<@p, [S(0)]>]>} ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %1 = sbp.boxing %0 from #sbp.distribution<@p, [S(0)]> to #sbp.distribution<@p, [B]> : tensor<4xf32>
  %e1 = tensor.empty() {sbp.number = 2 : i64, sbp.signature = #sbp.signature<[] -> [<@p, [B]>]>} : tensor<4xf32>
  %2 = linalg.sqrt {sbp.number = 3 : i64, sbp.signature = #sbp.signature<[<@p, [B]>, <@p, [B]>] -> [<@p, [B]>]>} ins(%1 : tensor<4xf32>) outs(%e1 : tensor<4xf32>) -> tensor<4xf32>
  %3 = sbp.boxing %2 from #sbp.distribution<@p, [B]> to #sbp.distribution<@p, [S(0)]> : tensor<4xf32>
  return %3 : tensor<4xf32>
}

// -----

// Arguments are not made by an op, and what selection put in the place of an op has no number: the model has neither.

// CHECK:       sbp.boundaries = []
// CHECK-LABEL: func @left_out
// CHECK:         return %{{[0-9]+}} : tensor<4xf32>
sbp.placement @p ["x" = 2]
func.func @left_out(%x: tensor<4xf32> {sbp.distribution = #sbp.distribution<@p, [S(0)]>})
    -> (tensor<4xf32> {sbp.distribution = #sbp.distribution<@p, [B]>}) {
  %0 = sbp.boxing %x from #sbp.distribution<@p, [S(0)]> to #sbp.distribution<@p, [B]> : tensor<4xf32>
  %e = tensor.empty() {sbp.signature = #sbp.signature<[] -> [<@p, [B]>]>} : tensor<4xf32>
  %1 = linalg.exp {sbp.signature = #sbp.signature<[<@p, [B]>, <@p, [B]>] -> [<@p, [B]>]>} ins(%0 : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %2 = sbp.boxing %1 from #sbp.distribution<@p, [B]> to #sbp.distribution<@p, [S(0)]> : tensor<4xf32>
  %e1 = tensor.empty() {sbp.signature = #sbp.signature<[] -> [<@p, [S(0)]>]>} : tensor<4xf32>
  %3 = linalg.exp {sbp.signature = #sbp.signature<[<@p, [S(0)]>, <@p, [S(0)]>] -> [<@p, [S(0)]>]>} ins(%2 : tensor<4xf32>) outs(%e1 : tensor<4xf32>) -> tensor<4xf32>
  %4 = sbp.boxing %3 from #sbp.distribution<@p, [S(0)]> to #sbp.distribution<@p, [B]> : tensor<4xf32>
  return %4 : tensor<4xf32>
}
