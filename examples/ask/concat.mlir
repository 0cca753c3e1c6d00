// A tensor that arrives cut in the dimension in which it is lengthened: what docs/HowTo/AskTheCompiler.md asks about.
sbp.placement @tp ["tp" = 4]
func.func @main(%cache: tensor<512x64xf32> {sbp.name = "cache", sbp.distribution = #sbp.distribution<@tp, [S(0)]>},
                %row: tensor<1x64xf32> {sbp.name = "row", sbp.distribution = #sbp.distribution<@tp, [B]>})
    -> (tensor<513x64xf32> {sbp.name = "longer"}) {
  %longer = tensor.concat dim(0) %cache, %row : (tensor<512x64xf32>, tensor<1x64xf32>) -> tensor<513x64xf32>
  return %longer : tensor<513x64xf32>
}
