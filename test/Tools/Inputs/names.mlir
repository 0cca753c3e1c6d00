// Names of a model may hold anything: two repeated layers whose weights are called like markup, one with a line separator, which ends a
// line of JavaScript.
sbp.placement @mesh ["<tp>" = 2]
func.func @main(
    %x: tensor<64x64xf32> {sbp.name = "</script><b>&\22x", sbp.distribution = #sbp.distribution<@mesh, [B]>},
    %a: tensor<64x64xf32> {sbp.name = "h.0.<i>a</i>", sbp.distribution = #sbp.distribution<@mesh, [S(0)]>},
    %b: tensor<64x64xf32> {sbp.name = "h.1.\E2\80\A8b</b>", sbp.distribution = #sbp.distribution<@mesh, [S(0)]>})
    -> (tensor<64x64xf32> {sbp.name = "y", sbp.distribution = #sbp.distribution<@mesh, [B]>}) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %h = linalg.matmul ins(%x, %a : tensor<64x64xf32>, tensor<64x64xf32>) outs(%f : tensor<64x64xf32>) -> tensor<64x64xf32>
  %c = sbp.constrain %h to #sbp.distribution<@mesh, [B]> : tensor<64x64xf32>
  %y = linalg.matmul ins(%c, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%f : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %y : tensor<64x64xf32>
}
