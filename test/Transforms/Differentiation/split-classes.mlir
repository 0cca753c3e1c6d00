// RUN: sbp-opt %s --sbp-import --sbp-place-operations --sbp-select-distributions | FileCheck %s

// A loss whose classes are split reduces two tensors of the size of the targets forward, and the sum of what the targets picked with the
// loss, for which the first take the form of a partial sum; its gradient moves nothing.
// CHECK-LABEL: func @main
// CHECK-NOT:   sbp.boxing
// CHECK:       sbp.boxing {{.*}}[P(max)]{{.*}} : tensor<512xf32>
// CHECK-NOT:   sbp.boxing
// CHECK:       sbp.boxing {{.*}}[P]{{.*}} : tensor<512xf32>
// CHECK-NOT:   sbp.boxing
// CHECK:       sbp.boxing {{.*}}[B]> to {{.*}}[P]> {{.*}} : tensor<512xf32>
// CHECK-NOT:   sbp.boxing
// CHECK:       sbp.boxing {{.*}}result #0{{.*}} : tensor<f32>
// CHECK-NEXT:  return
sbp.placement @p ["x" = 2]
func.func @main(%x: tensor<512x8192xf32> {sbp.distribution = #sbp.distribution<@p, [S(1)]>}, %t: tensor<512xi64> {sbp.distribution = #sbp.distribution<@p, [B]>})
    -> (tensor<f32> {sbp.distribution = #sbp.distribution<@p, [B]>}, tensor<512x8192xf32> {sbp.distribution = #sbp.distribution<@p, [S(1)]>}) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<f32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %losses = nn.cross_entropy %x, %t : (tensor<512x8192xf32>, tensor<512xi64>) -> tensor<512xf32>
  %loss = linalg.reduce { arith.addf } ins(%losses : tensor<512xf32>) outs(%f : tensor<f32>) dimensions = [0]
  %g = nn.gradient %loss wrt (%x) : (tensor<f32>, tensor<512x8192xf32>) -> tensor<512x8192xf32>
  return %loss, %g : tensor<f32>, tensor<512x8192xf32>
}
