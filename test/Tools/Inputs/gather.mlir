func.func @main(%table: tensor<2x2xf32> {sbp.name = "table"}, %ids: tensor<2xi64> {sbp.name = "ids"})
    -> (tensor<2x2xf32> {sbp.name = "rows"}) {
  %r = nn.gather %table, %ids {axis = 0 : i64} : (tensor<2x2xf32>, tensor<2xi64>) -> tensor<2x2xf32>
  return %r : tensor<2x2xf32>
}
