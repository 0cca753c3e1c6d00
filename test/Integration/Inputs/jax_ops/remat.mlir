#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> ()>
#map2 = affine_map<(d0, d1, d2) -> (d2, d0)>
#map3 = affine_map<(d0, d1, d2) -> (d2, d1)>
#map4 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map5 = affine_map<(d0, d1) -> (d1, d0)>
#map6 = affine_map<(d0, d1, d2) -> (d0, d2)>
#map7 = affine_map<(d0, d1, d2) -> (d1, d2)>
module @jit_remat {
  func.func public @main(%arg0: tensor<4x4xf32> {sbp.name = "w"}, %arg1: tensor<2x4xf32> {sbp.name = "x"}) -> (tensor<4x4xf32> {sbp.name = "result"}) {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant dense<1.000000e+00> : tensor<f32>
    %0 = tensor.empty() : tensor<2x4xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<2x4xf32>) -> tensor<2x4xf32>
    %2 = linalg.matmul ins(%arg1, %arg0 : tensor<2x4xf32>, tensor<4x4xf32>) outs(%1 : tensor<2x4xf32>) -> tensor<2x4xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%2 : tensor<2x4xf32>) outs(%0 : tensor<2x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %27 = math.tanh %in : f32
      linalg.yield %27 : f32
    } -> tensor<2x4xf32>
    %4 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%cst_0 : tensor<f32>) outs(%0 : tensor<2x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4xf32>
    %5:3 = "nn.barrier"(%3, %arg0, %4) : (tensor<2x4xf32>, tensor<4x4xf32>, tensor<2x4xf32>) -> (tensor<2x4xf32>, tensor<4x4xf32>, tensor<2x4xf32>)
    %6 = linalg.matmul ins(%5#0, %5#1 : tensor<2x4xf32>, tensor<4x4xf32>) outs(%1 : tensor<2x4xf32>) -> tensor<2x4xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%6 : tensor<2x4xf32>) outs(%0 : tensor<2x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %27 = math.tanh %in : f32
      linalg.yield %27 : f32
    } -> tensor<2x4xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%4, %7 : tensor<2x4xf32>, tensor<2x4xf32>) outs(%0 : tensor<2x4xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %27 = arith.subf %in, %in_1 : f32
      linalg.yield %27 : f32
    } -> tensor<2x4xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%5#2, %8 : tensor<2x4xf32>, tensor<2x4xf32>) outs(%0 : tensor<2x4xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %27 = arith.mulf %in, %in_1 : f32
      linalg.yield %27 : f32
    } -> tensor<2x4xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%9, %7 : tensor<2x4xf32>, tensor<2x4xf32>) outs(%0 : tensor<2x4xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %27 = arith.mulf %in, %in_1 : f32
      linalg.yield %27 : f32
    } -> tensor<2x4xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%9, %10 : tensor<2x4xf32>, tensor<2x4xf32>) outs(%0 : tensor<2x4xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %27 = arith.addf %in, %in_1 : f32
      linalg.yield %27 : f32
    } -> tensor<2x4xf32>
    %12 = tensor.empty() : tensor<4x4xf32>
    %13 = linalg.fill ins(%cst : f32) outs(%12 : tensor<4x4xf32>) -> tensor<4x4xf32>
    %14 = linalg.generic {indexing_maps = [#map2, #map3, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%11, %5#0 : tensor<2x4xf32>, tensor<2x4xf32>) outs(%13 : tensor<4x4xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %27 = arith.mulf %in, %in_1 : f32
      %28 = arith.addf %out, %27 : f32
      linalg.yield %28 : f32
    } -> tensor<4x4xf32>
    %15 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel"]} ins(%14 : tensor<4x4xf32>) outs(%12 : tensor<4x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4xf32>
    %16 = linalg.generic {indexing_maps = [#map6, #map7, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%11, %5#1 : tensor<2x4xf32>, tensor<4x4xf32>) outs(%1 : tensor<2x4xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %27 = arith.mulf %in, %in_1 : f32
      %28 = arith.addf %out, %27 : f32
      linalg.yield %28 : f32
    } -> tensor<2x4xf32>
    %17:3 = "nn.barrier"(%arg1, %arg0, %16) : (tensor<2x4xf32>, tensor<4x4xf32>, tensor<2x4xf32>) -> (tensor<2x4xf32>, tensor<4x4xf32>, tensor<2x4xf32>)
    %18 = linalg.matmul ins(%17#0, %17#1 : tensor<2x4xf32>, tensor<4x4xf32>) outs(%1 : tensor<2x4xf32>) -> tensor<2x4xf32>
    %19 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%18 : tensor<2x4xf32>) outs(%0 : tensor<2x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %27 = math.tanh %in : f32
      linalg.yield %27 : f32
    } -> tensor<2x4xf32>
    %20 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%4, %19 : tensor<2x4xf32>, tensor<2x4xf32>) outs(%0 : tensor<2x4xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %27 = arith.subf %in, %in_1 : f32
      linalg.yield %27 : f32
    } -> tensor<2x4xf32>
    %21 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%17#2, %20 : tensor<2x4xf32>, tensor<2x4xf32>) outs(%0 : tensor<2x4xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %27 = arith.mulf %in, %in_1 : f32
      linalg.yield %27 : f32
    } -> tensor<2x4xf32>
    %22 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%21, %19 : tensor<2x4xf32>, tensor<2x4xf32>) outs(%0 : tensor<2x4xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %27 = arith.mulf %in, %in_1 : f32
      linalg.yield %27 : f32
    } -> tensor<2x4xf32>
    %23 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%21, %22 : tensor<2x4xf32>, tensor<2x4xf32>) outs(%0 : tensor<2x4xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %27 = arith.addf %in, %in_1 : f32
      linalg.yield %27 : f32
    } -> tensor<2x4xf32>
    %24 = linalg.generic {indexing_maps = [#map2, #map3, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%23, %17#0 : tensor<2x4xf32>, tensor<2x4xf32>) outs(%13 : tensor<4x4xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %27 = arith.mulf %in, %in_1 : f32
      %28 = arith.addf %out, %27 : f32
      linalg.yield %28 : f32
    } -> tensor<4x4xf32>
    %25 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel"]} ins(%24 : tensor<4x4xf32>) outs(%12 : tensor<4x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4xf32>
    %26 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%15, %25 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%12 : tensor<4x4xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %27 = arith.addf %in, %in_1 : f32
      linalg.yield %27 : f32
    } -> tensor<4x4xf32>
    return %26 : tensor<4x4xf32>
  }
}
