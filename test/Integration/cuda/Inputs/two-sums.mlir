// Two sums of different sizes, neither of which waits for the other.
sbp.placement @mesh ["tp" = 2]
func.func @main(
    %x: tensor<16x64xf32> {sbp.name = "x", sbp.distribution = #sbp.distribution<@mesh, [S(1)]>},
    %w1: tensor<64x32xf32> {sbp.name = "w1", sbp.distribution = #sbp.distribution<@mesh, [S(0)]>},
    %w2: tensor<64x8xf32> {sbp.name = "w2", sbp.distribution = #sbp.distribution<@mesh, [S(0)]>})
    -> (tensor<16x32xf32> {sbp.name = "h", sbp.distribution = #sbp.distribution<@mesh, [B]>},
        tensor<16x8xf32> {sbp.name = "y", sbp.distribution = #sbp.distribution<@mesh, [B]>}) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x32xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<16x32xf32>) -> tensor<16x32xf32>
  %p = linalg.matmul ins(%x, %w1 : tensor<16x64xf32>, tensor<64x32xf32>) outs(%f : tensor<16x32xf32>) -> tensor<16x32xf32>
  %h = sbp.constrain %p to #sbp.distribution<@mesh, [B]> : tensor<16x32xf32>
  %d = tensor.empty() : tensor<16x8xf32>
  %g = linalg.fill ins(%zero : f32) outs(%d : tensor<16x8xf32>) -> tensor<16x8xf32>
  %y = linalg.matmul ins(%x, %w2 : tensor<16x64xf32>, tensor<64x8xf32>) outs(%g : tensor<16x8xf32>) -> tensor<16x8xf32>
  return %h, %y : tensor<16x32xf32>, tensor<16x8xf32>
}
