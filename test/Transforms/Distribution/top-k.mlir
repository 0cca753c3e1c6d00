// RUN: sbp-opt %s --sbp-place-operations --sbp-select-distributions | FileCheck %s

// Of a row that is split only the candidates travel: four of each rank, and their indices. 8191 is odd: the pieces differ.
// CHECK-LABEL: func @main
// CHECK-NOT:   sbp.boxing
// CHECK:       %[[V:.+]], %[[I:.+]] = nn.top_k %{{.+}} {axis = 1 : i64, blocks = 2 : i64, k = 4 : i64, sbp.signature = #sbp.signature<[<@p, [S(1)]>] -> [<@p, [S(1)]>, <@p, [S(1)]>]>}
// CHECK-DAG:   %[[C:.+]] = sbp.boxing %[[V]] {{.*}} : tensor<512x8xf32>
// CHECK-DAG:   %[[J:.+]] = sbp.boxing %[[I]] {{.*}} : tensor<512x8xi64>
// CHECK:       nn.top_k %[[C]] at %[[J]]
// CHECK-NOT:   sbp.boxing {{.*}}8191
sbp.placement @p ["x" = 2]
func.func @main(%x: tensor<512x8191xf32> {sbp.distribution = #sbp.distribution<@p, [S(1)]>})
    -> (tensor<512x4xi64> {sbp.distribution = #sbp.distribution<@p, [B]>}) {
  %v, %i = nn.top_k %x {axis = 1 : i64, k = 4 : i64} : (tensor<512x8191xf32>) -> (tensor<512x4xf32>, tensor<512x4xi64>)
  return %i : tensor<512x4xi64>
}
