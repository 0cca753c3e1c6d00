// The last rank has nothing of x, nothing of its transpose, and so no part in what moves.
sbp.placement @p ["a" = 3]
func.func @main(%x: tensor<2x2xf32> {sbp.name = "x", sbp.distribution = #sbp.distribution<@p, [S(0)]>})
    -> (tensor<2x2xf32> {sbp.name = "y", sbp.distribution = #sbp.distribution<@p, [S(1)]>}) {
  %e = tensor.empty() : tensor<2x2xf32>
  %y = linalg.exp ins(%x : tensor<2x2xf32>) outs(%e : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %y : tensor<2x2xf32>
}
