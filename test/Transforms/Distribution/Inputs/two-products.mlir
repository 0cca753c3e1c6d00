sbp.placement @mesh ["a" = 2, "b" = 4]
func.func @main(
    %x: tensor<4096x2048xf32> {sbp.name = "x", sbp.microbatch = 0, sbp.distribution = #sbp.distribution<@mesh, [B, B]>},
    %w1: tensor<2048x8192xf32> {sbp.name = "w1"}, %w2: tensor<8192x2048xf32> {sbp.name = "w2"})
    -> (tensor<4096x2048xf32> {sbp.name = "y"}) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4096x8192xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4096x8192xf32>) -> tensor<4096x8192xf32>
  %h = linalg.matmul ins(%x, %w1 : tensor<4096x2048xf32>, tensor<2048x8192xf32>) outs(%f : tensor<4096x8192xf32>) -> tensor<4096x8192xf32>
  %e2 = tensor.empty() : tensor<4096x2048xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<4096x2048xf32>) -> tensor<4096x2048xf32>
  %y = linalg.matmul ins(%h, %w2 : tensor<4096x8192xf32>, tensor<8192x2048xf32>) outs(%f2 : tensor<4096x2048xf32>) -> tensor<4096x2048xf32>
  return %y : tensor<4096x2048xf32>
}
