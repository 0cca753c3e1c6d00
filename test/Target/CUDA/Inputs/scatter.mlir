func.func @main(%init: tensor<20xf32>, %rows: tensor<50xi32>, %terms: tensor<50xf32>) -> tensor<20xf32> {
  %y = nn.scatter_add %init, %rows, %terms {axis = 0 : i64} : (tensor<20xf32>, tensor<50xi32>, tensor<50xf32>) -> tensor<20xf32>
  return %y : tensor<20xf32>
}
