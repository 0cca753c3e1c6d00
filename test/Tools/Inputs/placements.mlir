// An entry on one rank, one on four, one whose rows do not divide.
sbp.placement @one ["x" = 1]
sbp.placement @four ["x" = 4]
sbp.placement @two ["x" = 2]
func.func @single(%a: tensor<256x256xf32> {sbp.name = "a", sbp.distribution = #sbp.distribution<@one, [B]>},
                  %b: tensor<256x256xf32> {sbp.name = "b", sbp.distribution = #sbp.distribution<@one, [B]>})
    -> (tensor<256x256xf32> {sbp.name = "c", sbp.distribution = #sbp.distribution<@one, [B]>}) {
  %c = linalg.matmul ins(%a, %b : tensor<256x256xf32>, tensor<256x256xf32>) outs(%a : tensor<256x256xf32>) -> tensor<256x256xf32>
  return %c : tensor<256x256xf32>
}
func.func @split(%d: tensor<256x256xf32> {sbp.name = "d", sbp.distribution = #sbp.distribution<@four, [S(0)]>},
                 %e: tensor<256x256xf32> {sbp.name = "e", sbp.distribution = #sbp.distribution<@four, [B]>})
    -> (tensor<256x256xf32> {sbp.name = "f", sbp.distribution = #sbp.distribution<@four, [S(0)]>}) {
  %f = linalg.matmul ins(%d, %e : tensor<256x256xf32>, tensor<256x256xf32>) outs(%d : tensor<256x256xf32>) -> tensor<256x256xf32>
  return %f : tensor<256x256xf32>
}
func.func @uneven(%g: tensor<3x1024xf32> {sbp.name = "g", sbp.distribution = #sbp.distribution<@two, [S(0)]>})
    -> (tensor<3x1024xf32> {sbp.name = "h", sbp.distribution = #sbp.distribution<@two, [S(0)]>}) {
  %h = math.exp %g : tensor<3x1024xf32>
  return %h : tensor<3x1024xf32>
}
