// A softmax along rows that arrive cut and leave whole: what docs/HowTo/AskTheCompiler.md asks about.
sbp.placement @tp ["tp" = 4]
func.func @main(%scores: tensor<4096x4096xf32> {sbp.name = "scores", sbp.distribution = #sbp.distribution<@tp, [S(1)]>})
    -> (tensor<4096x4096xf32> {sbp.name = "weights", sbp.distribution = #sbp.distribution<@tp, [S(0)]>}) {
  %empty = tensor.empty() : tensor<4096x4096xf32>
  %weights = linalg.softmax dimension(1) ins(%scores : tensor<4096x4096xf32>) outs(%empty : tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  return %weights : tensor<4096x4096xf32>
}
