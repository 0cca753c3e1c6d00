sbp.placement @mesh ["x" = 4]
func.func @main(%x: tensor<1x64x64x4xf32> {sbp.name = "x", sbp.distribution = #sbp.distribution<@mesh, [S(1)]>},
                %w: tensor<3x3x4x4xf32> {sbp.state = "w", sbp.distribution = #sbp.distribution<@mesh, [B]>})
    -> (tensor<1x64x64x4xf32> {sbp.name = "y", sbp.distribution = #sbp.distribution<@mesh, [B]>}, tensor<3x3x4x4xf32> {sbp.state = "w", sbp.distribution = #sbp.distribution<@mesh, [B]>}) {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<1x64x64x4xf32>
  %1 = linalg.exp ins(%x : tensor<1x64x64x4xf32>) outs(%0 : tensor<1x64x64x4xf32>) -> tensor<1x64x64x4xf32>
  %2 = sbp.constrain %1 to #sbp.distribution<@mesh, [B]> : tensor<1x64x64x4xf32>
  %3 = tensor.pad %2 low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<1x64x64x4xf32> to tensor<1x66x66x4xf32>
  %4 = linalg.fill ins(%zero : f32) outs(%0 : tensor<1x64x64x4xf32>) -> tensor<1x64x64x4xf32>
  %5 = linalg.conv_2d_nhwc_hwcf {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
      ins(%3, %w : tensor<1x66x66x4xf32>, tensor<3x3x4x4xf32>) outs(%4 : tensor<1x64x64x4xf32>) -> tensor<1x64x64x4xf32>
  return %5, %w : tensor<1x64x64x4xf32>, tensor<3x3x4x4xf32>
}
