// RUN: sbp-opt %s --sbp-place-operations --sbp-select-distributions | FileCheck %s

// Split along the axis a maximum and an index per row travel, never the row.
// CHECK-LABEL: func @main
// CHECK-NOT:   nn.argmax
// CHECK-NOT:   sbp.boxing
// CHECK:       sbp.boxing {{.*}}[P(max)]{{.*}} : tensor<512xf32>
// CHECK-NOT:   sbp.boxing
// CHECK:       sbp.boxing {{.*}}[P(min)]{{.*}} : tensor<512xi64>
// CHECK-NOT:   sbp.boxing
sbp.placement @p ["x" = 2]
func.func @main(%x: tensor<512x8191xf32> {sbp.distribution = #sbp.distribution<@p, [S(1)]>})
    -> (tensor<512xi64> {sbp.distribution = #sbp.distribution<@p, [B]>}) {
  %y = nn.argmax %x {axis = 1 : i64} : (tensor<512x8191xf32>) -> tensor<512xi64>
  return %y : tensor<512xi64>
}
