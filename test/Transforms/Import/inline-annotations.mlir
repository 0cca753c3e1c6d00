// RUN: sbp-opt %s --sbp-inline-calls | FileCheck %s

// What a private function says of its arguments and results holds at every call.
// CHECK-LABEL: func @annotated
// CHECK:         %[[IN:.+]] = sbp.constrain %{{.+}} to #sbp.distribution<@p, [S(0)]>
// CHECK:         %[[Y:.+]] = math.exp %[[IN]]
// CHECK:         %[[OUT:.+]] = sbp.constrain %[[Y]] to #sbp.distribution<@p, [B]>
// CHECK:         return %[[OUT]]
sbp.placement @p ["x" = 2]
func.func @annotated(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @layer(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @layer(%x: tensor<4xf32> {sbp.distribution = #sbp.distribution<@p, [S(0)]>})
    -> (tensor<4xf32> {sbp.distribution = #sbp.distribution<@p, [B]>}) {
  %0 = math.exp %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
