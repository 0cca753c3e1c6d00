// A softmax along rows that arrive cut: what docs/HowTo/AskTheCompiler.md asks about.
sbp.placement @tp ["tp" = 4]
func.func @main(%scores: tensor<64x512xf32> {sbp.name = "scores", sbp.distribution = #sbp.distribution<@tp, [S(1)]>})
    -> (tensor<64x512xf32> {sbp.name = "weights"}) {
  %empty = tensor.empty() : tensor<64x512xf32>
  %weights = linalg.softmax dimension(1) ins(%scores : tensor<64x512xf32>) outs(%empty : tensor<64x512xf32>) -> tensor<64x512xf32>
  return %weights : tensor<64x512xf32>
}
