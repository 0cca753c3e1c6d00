sbp.placement @p ["x" = 2]
func.func @count(%s: tensor<7xf32> {sbp.state = "total", sbp.init = dense<1.0> : tensor<7xf32>,
                                    sbp.distribution = #sbp.distribution<@p, [S(0)]>},
                 %a: tensor<7xf32> {sbp.name = "a"})
    -> (tensor<7xf32> {sbp.state = "total"}, tensor<f32> {sbp.name = "sum"}) {
  %t = arith.addf %s, %a : tensor<7xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<f32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %sum = linalg.reduce ins(%s : tensor<7xf32>) outs(%f : tensor<f32>) dimensions = [0]
    (%x: f32, %y: f32) {
      %r = arith.addf %x, %y : f32
      linalg.yield %r : f32
    }
  return %t, %sum : tensor<7xf32>, tensor<f32>
}
func.func @read(%s: tensor<7xf32> {sbp.state = "total", sbp.distribution = #sbp.distribution<@p, [S(0)]>})
    -> (tensor<7xf32> {sbp.name = "twice"}) {
  %t = arith.addf %s, %s : tensor<7xf32>
  return %t : tensor<7xf32>
}
