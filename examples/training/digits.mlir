// A classifier of handwritten digits (8 x 8 pixels) that returns its loss and the logits. Data parallel over four ranks: 99 digits a
// batch are pieces of 25, 25, 25 and 24.
sbp.placement @mesh ["dp" = 4]
func.func @main(
    %x:  tensor<99x64xf32>  {sbp.name = "x", sbp.distribution = #sbp.distribution<@mesh, [S(0)]>},
    %y:  tensor<99xi64>     {sbp.name = "y", sbp.distribution = #sbp.distribution<@mesh, [S(0)]>},
    %w1: tensor<64x128xf32> {sbp.name = "w1", sbp.distribution = #sbp.distribution<@mesh, [B]>},
    %b1: tensor<128xf32>    {sbp.name = "b1", sbp.distribution = #sbp.distribution<@mesh, [B]>},
    %w2: tensor<128x10xf32> {sbp.name = "w2", sbp.distribution = #sbp.distribution<@mesh, [B]>},
    %b2: tensor<10xf32>     {sbp.name = "b2", sbp.distribution = #sbp.distribution<@mesh, [B]>})
    -> (tensor<f32> {sbp.name = "loss", sbp.distribution = #sbp.distribution<@mesh, [B]>},
        tensor<99x10xf32> {sbp.name = "logits", sbp.distribution = #sbp.distribution<@mesh, [S(0)]>}) {
  %zero = arith.constant 0.0 : f32
  %none = arith.constant dense<0.0> : tensor<99x128xf32>
  %e1 = tensor.empty() : tensor<99x128xf32>
  %f1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<99x128xf32>) -> tensor<99x128xf32>
  %p1 = linalg.matmul ins(%x, %w1 : tensor<99x64xf32>, tensor<64x128xf32>) outs(%f1 : tensor<99x128xf32>) -> tensor<99x128xf32>
  %e2 = tensor.empty() : tensor<99x128xf32>
  %c1 = linalg.broadcast ins(%b1 : tensor<128xf32>) outs(%e2 : tensor<99x128xf32>) dimensions = [0]
  %s1 = arith.addf %p1, %c1 : tensor<99x128xf32>
  %r1 = arith.maximumf %s1, %none : tensor<99x128xf32>
  %h = sbp.constrain %r1 to #sbp.distribution<@mesh, [S(0)]> : tensor<99x128xf32>
  %e3 = tensor.empty() : tensor<99x10xf32>
  %f3 = linalg.fill ins(%zero : f32) outs(%e3 : tensor<99x10xf32>) -> tensor<99x10xf32>
  %p2 = linalg.matmul ins(%h, %w2 : tensor<99x128xf32>, tensor<128x10xf32>) outs(%f3 : tensor<99x10xf32>) -> tensor<99x10xf32>
  %e4 = tensor.empty() : tensor<99x10xf32>
  %c2 = linalg.broadcast ins(%b2 : tensor<10xf32>) outs(%e4 : tensor<99x10xf32>) dimensions = [0]
  %logits = arith.addf %p2, %c2 : tensor<99x10xf32>
  %losses = nn.cross_entropy %logits, %y : (tensor<99x10xf32>, tensor<99xi64>) -> tensor<99xf32>
  %e5 = tensor.empty() : tensor<f32>
  %f5 = linalg.fill ins(%zero : f32) outs(%e5 : tensor<f32>) -> tensor<f32>
  %sum = linalg.reduce { arith.addf } ins(%losses : tensor<99xf32>) outs(%f5 : tensor<f32>) dimensions = [0]
  %scale = arith.constant dense<0.01010101> : tensor<f32>
  %loss = arith.mulf %sum, %scale : tensor<f32>
  return %loss, %logits : tensor<f32>, tensor<99x10xf32>
}
