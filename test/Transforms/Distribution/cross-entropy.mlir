// RUN: sbp-opt %s --sbp-place-operations --sbp-select-distributions | FileCheck %s

// Split along the classes three reductions of the size of the targets travel, and nothing of the size of the logits.
// CHECK-LABEL: func @main
// CHECK-NOT:   sbp.boxing
// CHECK:       sbp.boxing {{.*}}[P(max)]{{.*}} : tensor<512xf32>
// CHECK-NOT:   sbp.boxing
// CHECK:       sbp.boxing {{.*}}[P]{{.*}} : tensor<512xf32>
// CHECK-NOT:   sbp.boxing
// CHECK:       sbp.boxing {{.*}}[P]{{.*}} : tensor<512xf32>
// CHECK-NOT:   sbp.boxing
sbp.placement @p ["x" = 2]
func.func @main(%x: tensor<512x8192xf32> {sbp.distribution = #sbp.distribution<@p, [S(1)]>}, %t: tensor<512xi64>)
    -> (tensor<512xf32> {sbp.distribution = #sbp.distribution<@p, [B]>}) {
  %y = nn.cross_entropy %x, %t : (tensor<512x8192xf32>, tensor<512xi64>) -> tensor<512xf32>
  return %y : tensor<512xf32>
}
