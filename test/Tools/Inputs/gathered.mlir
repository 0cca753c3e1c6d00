sbp.placement @mesh ["x" = 4]
func.func @main(%x: tensor<512x512xf32> {sbp.name = "x", sbp.distribution = #sbp.distribution<@mesh, [S(0)]>})
    -> (tensor<512x512xf32> {sbp.name = "y", sbp.distribution = #sbp.distribution<@mesh, [B]>}) {
  %0 = tensor.empty() : tensor<512x512xf32>
  %1 = linalg.exp ins(%x : tensor<512x512xf32>) outs(%0 : tensor<512x512xf32>) -> tensor<512x512xf32>
  return %1 : tensor<512x512xf32>
}
