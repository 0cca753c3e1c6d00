#map = affine_map<(d0, d1) -> ()>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
module @jit_mlp {
  sbp.placement @mesh ["dp" = 2, "tp" = 2]
  func.func public @main(%arg0: tensor<64x128xf32> {sbp.distribution = #sbp.distribution<@mesh, [B, S(1)]>, sbp.name = "params.w1"}, %arg1: tensor<128x64xf32> {sbp.distribution = #sbp.distribution<@mesh, [B, S(0)]>, sbp.name = "params.w2"}, %arg2: tensor<8x64xf32> {sbp.distribution = #sbp.distribution<@mesh, [S(0), B]>, sbp.name = "x"}) -> (tensor<8x64xf32> {sbp.distribution = #sbp.distribution<@mesh, [S(0), B]>, sbp.name = "result"}) {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<8x128xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<8x128xf32>) -> tensor<8x128xf32>
    %2 = linalg.matmul ins(%arg2, %arg0 : tensor<8x64xf32>, tensor<64x128xf32>) outs(%1 : tensor<8x128xf32>) -> tensor<8x128xf32>
    %3 = call @relu(%2) : (tensor<8x128xf32>) -> tensor<8x128xf32>
    %4 = sbp.constrain %3 to #sbp.distribution<@mesh, [S(0), S(1)]> : tensor<8x128xf32>
    %5 = tensor.empty() : tensor<8x64xf32>
    %6 = linalg.fill ins(%cst : f32) outs(%5 : tensor<8x64xf32>) -> tensor<8x64xf32>
    %7 = linalg.matmul ins(%4, %arg1 : tensor<8x128xf32>, tensor<128x64xf32>) outs(%6 : tensor<8x64xf32>) -> tensor<8x64xf32>
    return %7 : tensor<8x64xf32>
  }
  func.func private @relu(%arg0: tensor<8x128xf32>) -> tensor<8x128xf32> {
    %cst = arith.constant dense<0.000000e+00> : tensor<f32>
    %0 = tensor.empty() : tensor<8x128xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst : tensor<f32>) outs(%0 : tensor<8x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x128xf32>
    %2 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0, %1 : tensor<8x128xf32>, tensor<8x128xf32>) outs(%0 : tensor<8x128xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %3 = arith.maximumf %in, %in_0 : f32
      linalg.yield %3 : f32
    } -> tensor<8x128xf32>
    return %2 : tensor<8x128xf32>
  }
}
