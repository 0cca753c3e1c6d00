// Scores that arrive cut in the dimension in which they are put in order: what docs/HowTo/AskTheCompiler.md asks about.
sbp.placement @tp ["tp" = 4]
func.func @main(%scores: tensor<32768xf32> {sbp.name = "scores", sbp.distribution = #sbp.distribution<@tp, [S(0)]>})
    -> (tensor<32768xf32> {sbp.name = "ordered"}) {
  %ordered, %places = nn.sort %scores {axis = 0 : i64} : (tensor<32768xf32>) -> (tensor<32768xf32>, tensor<32768xi64>)
  return %ordered : tensor<32768xf32>
}
