// A two-layer classifier that returns its loss; --sbp-add-training writes the step that trains it. Data parallel over "dp": the
// batch is split at the input and kept split by a constrain between the layers.
sbp.placement @mesh ["dp" = 4]
func.func @main(
    %x:  tensor<64x16xf32> {sbp.name = "x", sbp.distribution = #sbp.distribution<@mesh, [S(0)]>},
    %y:  tensor<64xi64>    {sbp.name = "y", sbp.distribution = #sbp.distribution<@mesh, [S(0)]>},
    %w1: tensor<16x32xf32> {sbp.name = "w1", sbp.distribution = #sbp.distribution<@mesh, [B]>},
    %b1: tensor<32xf32>    {sbp.name = "b1", sbp.distribution = #sbp.distribution<@mesh, [B]>},
    %w2: tensor<32x4xf32>  {sbp.name = "w2", sbp.distribution = #sbp.distribution<@mesh, [B]>})
    -> (tensor<f32> {sbp.name = "loss", sbp.distribution = #sbp.distribution<@mesh, [B]>}) {
  %zero = arith.constant 0.0 : f32
  %e1 = tensor.empty() : tensor<64x32xf32>
  %f1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<64x32xf32>) -> tensor<64x32xf32>
  %p1 = linalg.matmul ins(%x, %w1 : tensor<64x16xf32>, tensor<16x32xf32>) outs(%f1 : tensor<64x32xf32>) -> tensor<64x32xf32>
  %e2 = tensor.empty() : tensor<64x32xf32>
  %bias = linalg.broadcast ins(%b1 : tensor<32xf32>) outs(%e2 : tensor<64x32xf32>) dimensions = [0]
  %s1 = arith.addf %p1, %bias : tensor<64x32xf32>
  %t1 = math.tanh %s1 : tensor<64x32xf32>
  %h = sbp.constrain %t1 to #sbp.distribution<@mesh, [S(0)]> : tensor<64x32xf32>
  %e3 = tensor.empty() : tensor<64x4xf32>
  %f3 = linalg.fill ins(%zero : f32) outs(%e3 : tensor<64x4xf32>) -> tensor<64x4xf32>
  %logits = linalg.matmul ins(%h, %w2 : tensor<64x32xf32>, tensor<32x4xf32>) outs(%f3 : tensor<64x4xf32>) -> tensor<64x4xf32>
  %losses = nn.cross_entropy %logits, %y : (tensor<64x4xf32>, tensor<64xi64>) -> tensor<64xf32>
  %e4 = tensor.empty() : tensor<f32>
  %f4 = linalg.fill ins(%zero : f32) outs(%e4 : tensor<f32>) -> tensor<f32>
  %sum = linalg.reduce { arith.addf } ins(%losses : tensor<64xf32>) outs(%f4 : tensor<f32>) dimensions = [0]
  %scale = arith.constant dense<0.015625> : tensor<f32>
  %loss = arith.mulf %sum, %scale : tensor<f32>
  return %loss : tensor<f32>
}
