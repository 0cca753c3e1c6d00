sbp.placement @gpus ["tp" = 2] on "cuda"
sbp.placement @hosts ["tp" = 2] on "host" ranks [2, 3]
func.func @main(%x: tensor<8x16xf32> {sbp.name = "x", sbp.distribution = #sbp.distribution<@gpus, [S(0)]>},
                %w: tensor<16x12xf32> {sbp.name = "w"}, %v: tensor<12x8xf32> {sbp.name = "v"}, %u: tensor<8x4xf32> {sbp.name = "u"})
    -> (tensor<8x4xf32> {sbp.name = "y", sbp.distribution = #sbp.distribution<@gpus, [S(1)]>}, tensor<8x8xf32> {sbp.name = "z"}) {
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<8x12xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<8x12xf32>) -> tensor<8x12xf32>
  %a = linalg.matmul ins(%x, %w : tensor<8x16xf32>, tensor<16x12xf32>) outs(%f0 : tensor<8x12xf32>) -> tensor<8x12xf32>
  %h = sbp.constrain %a to #sbp.distribution<@hosts, [S(1)]> : tensor<8x12xf32>
  %e1 = tensor.empty() : tensor<8x8xf32>
  %f1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<8x8xf32>) -> tensor<8x8xf32>
  %b = linalg.matmul ins(%h, %v : tensor<8x12xf32>, tensor<12x8xf32>) outs(%f1 : tensor<8x8xf32>) -> tensor<8x8xf32>
  %c = sbp.constrain %b to #sbp.distribution<@gpus, [B]> : tensor<8x8xf32>
  %e2 = tensor.empty() : tensor<8x4xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<8x4xf32>) -> tensor<8x4xf32>
  %y = linalg.matmul ins(%c, %u : tensor<8x8xf32>, tensor<8x4xf32>) outs(%f2 : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %y, %b : tensor<8x4xf32>, tensor<8x8xf32>
}
