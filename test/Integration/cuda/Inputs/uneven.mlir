// Seven elements on three ranks, whole on each.
sbp.placement @mesh ["a" = 3]
func.func @main(%x: tensor<7xf32> {sbp.name = "x", sbp.distribution = #sbp.distribution<@mesh, [S(0)]>})
    -> (tensor<7xf32> {sbp.name = "y", sbp.distribution = #sbp.distribution<@mesh, [B]>}) {
  return %x : tensor<7xf32>
}
