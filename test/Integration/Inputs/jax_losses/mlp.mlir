#map = affine_map<(d0, d1) -> (d1)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1) -> (0, d1)>
#map3 = affine_map<(d0, d1) -> ()>
#map4 = affine_map<() -> ()>
module @jit_mlp {
  func.func public @main(%arg0: tensor<8xf32> {sbp.name = "params.b1"}, %arg1: tensor<4xf32> {sbp.name = "params.b2"}, %arg2: tensor<6x8xf32> {sbp.name = "params.w1"}, %arg3: tensor<8x4xf32> {sbp.name = "params.w2"}, %arg4: tensor<12x6xf32> {sbp.name = "x"}, %arg5: tensor<12x4xf32> {sbp.name = "y"}) -> (tensor<f32> {sbp.name = "result"}) {
    %cst = arith.constant 4.800000e+01 : f32
    %cst_0 = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<12x8xf32>
    %1 = linalg.fill ins(%cst_0 : f32) outs(%0 : tensor<12x8xf32>) -> tensor<12x8xf32>
    %2 = linalg.matmul ins(%arg4, %arg2 : tensor<12x6xf32>, tensor<6x8xf32>) outs(%1 : tensor<12x8xf32>) -> tensor<12x8xf32>
    %3 = tensor.empty() : tensor<1x8xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<8xf32>) outs(%3 : tensor<1x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x8xf32>
    %5 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%4 : tensor<1x8xf32>) outs(%0 : tensor<12x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<12x8xf32>
    %6 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%2, %5 : tensor<12x8xf32>, tensor<12x8xf32>) outs(%0 : tensor<12x8xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %21 = arith.addf %in, %in_1 : f32
      linalg.yield %21 : f32
    } -> tensor<12x8xf32>
    %7 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%6 : tensor<12x8xf32>) outs(%0 : tensor<12x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %21 = math.tanh %in : f32
      linalg.yield %21 : f32
    } -> tensor<12x8xf32>
    %8 = tensor.empty() : tensor<12x4xf32>
    %9 = linalg.fill ins(%cst_0 : f32) outs(%8 : tensor<12x4xf32>) -> tensor<12x4xf32>
    %10 = linalg.matmul ins(%7, %arg3 : tensor<12x8xf32>, tensor<8x4xf32>) outs(%9 : tensor<12x4xf32>) -> tensor<12x4xf32>
    %11 = tensor.empty() : tensor<1x4xf32>
    %12 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg1 : tensor<4xf32>) outs(%11 : tensor<1x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x4xf32>
    %13 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%12 : tensor<1x4xf32>) outs(%8 : tensor<12x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<12x4xf32>
    %14 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%10, %13 : tensor<12x4xf32>, tensor<12x4xf32>) outs(%8 : tensor<12x4xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %21 = arith.addf %in, %in_1 : f32
      linalg.yield %21 : f32
    } -> tensor<12x4xf32>
    %15 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%14, %arg5 : tensor<12x4xf32>, tensor<12x4xf32>) outs(%8 : tensor<12x4xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %21 = arith.subf %in, %in_1 : f32
      linalg.yield %21 : f32
    } -> tensor<12x4xf32>
    %16 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%15, %15 : tensor<12x4xf32>, tensor<12x4xf32>) outs(%8 : tensor<12x4xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %21 = arith.mulf %in, %in_1 : f32
      linalg.yield %21 : f32
    } -> tensor<12x4xf32>
    %17 = tensor.empty() : tensor<f32>
    %18 = linalg.fill ins(%cst_0 : f32) outs(%17 : tensor<f32>) -> tensor<f32>
    %19 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["reduction", "reduction"]} ins(%16 : tensor<12x4xf32>) outs(%18 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %21 = arith.addf %out, %in : f32
      linalg.yield %21 : f32
    } -> tensor<f32>
    %20 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = []} ins(%19 : tensor<f32>) outs(%17 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %21 = arith.divf %in, %cst : f32
      linalg.yield %21 : f32
    } -> tensor<f32>
    return %20 : tensor<f32>
  }
}
