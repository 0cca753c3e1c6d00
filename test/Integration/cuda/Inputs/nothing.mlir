// Two elements on three ranks, then on the same ranks in another order: two ranks have nothing of them, and so no part in what moves.
sbp.placement @p ["a" = 4]
sbp.placement @q ["a" = 4] ranks [1, 0, 2, 3]
func.func @main(%x: tensor<2xf32> {sbp.name = "x", sbp.distribution = #sbp.distribution<@p, [S(0)]>})
    -> (tensor<2xf32> {sbp.name = "y", sbp.distribution = #sbp.distribution<@q, [S(0)]>}) {
  return %x : tensor<2xf32>
}
