// The perceptron of mlp.mlir with only its input and output placed: how the weights are split is for the compiler to
// choose (and an error with --strict).
sbp.placement @mesh ["dp" = 2, "tp" = 2]
func.func @main(
    %x: tensor<16x256xf32> {sbp.name = "x", sbp.distribution = #sbp.distribution<@mesh, [S(0), B]>},
    %w1: tensor<256x1024xf32> {sbp.name = "w1"},
    %w2: tensor<1024x256xf32> {sbp.name = "w2"})
    -> (tensor<16x256xf32> {sbp.name = "y", sbp.distribution = #sbp.distribution<@mesh, [S(0), B]>}) {
  %zero = arith.constant 0.0 : f32
  %e1 = tensor.empty() : tensor<16x1024xf32>
  %f1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<16x1024xf32>) -> tensor<16x1024xf32>
  %h = linalg.matmul ins(%x, %w1 : tensor<16x256xf32>, tensor<256x1024xf32>)
                     outs(%f1 : tensor<16x1024xf32>) -> tensor<16x1024xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%h : tensor<16x1024xf32>) outs(%e1 : tensor<16x1024xf32>) {
  ^bb0(%in: f32, %out: f32):
    %relu = arith.maximumf %in, %zero : f32
    linalg.yield %relu : f32
  } -> tensor<16x1024xf32>
  %e2 = tensor.empty() : tensor<16x256xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<16x256xf32>) -> tensor<16x256xf32>
  %y = linalg.matmul ins(%r, %w2 : tensor<16x1024xf32>, tensor<1024x256xf32>)
                     outs(%f2 : tensor<16x256xf32>) -> tensor<16x256xf32>
  return %y : tensor<16x256xf32>
}
