#map = affine_map<(d0, d1) -> (d1)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1) -> ()>
#map3 = affine_map<() -> ()>
module {
  func.func @main(%arg0: tensor<4x1xf32> {sbp.state = "a"},
    %arg1: tensor<1x4xf32> {sbp.state = "b"},
    %arg2: tensor<4x4xf32> {sbp.name = "base.weight"},
    %arg3: tensor<4xf32> {sbp.name = "base.bias"},
    %arg4: tensor<3x4xf32> {sbp.name = "x"}) -> (tensor<f32> {sbp.name = "loss"}, tensor<4x1xf32> {sbp.gradient_of = "a", sbp.name = "gradient.a"}, tensor<1x4xf32> {sbp.gradient_of = "b", sbp.name = "gradient.b"}) {
    %c2_i64 = arith.constant 2 : i64
    %c1_i64 = arith.constant 1 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant dense<1.000000e+00> : tensor<3x4xf32>
    %cst_1 = arith.constant 1.200000e+01 : f32
    %cst_2 = arith.constant 2.000000e+00 : f32
    %0 = tensor.empty() : tensor<4x4xf32>
    %transposed = linalg.transpose ins(%arg2 : tensor<4x4xf32>) outs(%0 : tensor<4x4xf32>) permutation = [1, 0] 
    %1 = tensor.empty() : tensor<3x4xf32>
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<3x4xf32>) -> tensor<3x4xf32>
    %3 = linalg.matmul ins(%arg4, %transposed : tensor<3x4xf32>, tensor<4x4xf32>) outs(%2 : tensor<3x4xf32>) -> tensor<3x4xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg3, %3 : tensor<4xf32>, tensor<3x4xf32>) outs(%1 : tensor<3x4xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %28 = arith.addf %in, %in_6 : f32
      linalg.yield %28 : f32
    } -> tensor<3x4xf32>
    %5 = tensor.empty() : tensor<3x1xf32>
    %6 = linalg.fill ins(%cst : f32) outs(%5 : tensor<3x1xf32>) -> tensor<3x1xf32>
    %7 = linalg.matmul ins(%arg4, %arg0 : tensor<3x4xf32>, tensor<4x1xf32>) outs(%6 : tensor<3x1xf32>) -> tensor<3x1xf32>
    %8 = linalg.matmul ins(%7, %arg1 : tensor<3x1xf32>, tensor<1x4xf32>) outs(%2 : tensor<3x4xf32>) -> tensor<3x4xf32>
    %9 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%4, %8 : tensor<3x4xf32>, tensor<3x4xf32>) outs(%1 : tensor<3x4xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %28 = arith.addf %in, %in_6 : f32
      linalg.yield %28 : f32
    } -> tensor<3x4xf32>
    %10 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%9 : tensor<3x4xf32>) outs(%1 : tensor<3x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %28 : f32
    } -> tensor<3x4xf32>
    %11 = tensor.empty() : tensor<f32>
    %12 = linalg.fill ins(%cst : f32) outs(%11 : tensor<f32>) -> tensor<f32>
    %13 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["reduction", "reduction"]} ins(%10 : tensor<3x4xf32>) outs(%12 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = arith.addf %in, %out : f32
      linalg.yield %28 : f32
    } -> tensor<f32>
    %14 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = []} ins(%13 : tensor<f32>) outs(%11 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = arith.divf %in, %cst_1 : f32
      linalg.yield %28 : f32
    } -> tensor<f32>
    %15 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_0 : tensor<3x4xf32>) outs(%1 : tensor<3x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = arith.divf %in, %cst_1 : f32
      linalg.yield %28 : f32
    } -> tensor<3x4xf32>
    %16 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%9 : tensor<3x4xf32>) outs(%1 : tensor<3x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = math.fpowi %in, %c1_i64 : f32, i64
      linalg.yield %28 : f32
    } -> tensor<3x4xf32>
    %17 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%16 : tensor<3x4xf32>) outs(%1 : tensor<3x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = arith.mulf %in, %cst_2 : f32
      linalg.yield %28 : f32
    } -> tensor<3x4xf32>
    %18 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%15, %17 : tensor<3x4xf32>, tensor<3x4xf32>) outs(%1 : tensor<3x4xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %28 = arith.mulf %in, %in_6 : f32
      linalg.yield %28 : f32
    } -> tensor<3x4xf32>
    %19 = tensor.empty() : tensor<1x3xf32>
    %transposed_3 = linalg.transpose ins(%7 : tensor<3x1xf32>) outs(%19 : tensor<1x3xf32>) permutation = [1, 0] 
    %20 = tensor.empty() : tensor<1x4xf32>
    %21 = linalg.fill ins(%cst : f32) outs(%20 : tensor<1x4xf32>) -> tensor<1x4xf32>
    %22 = linalg.matmul ins(%transposed_3, %18 : tensor<1x3xf32>, tensor<3x4xf32>) outs(%21 : tensor<1x4xf32>) -> tensor<1x4xf32>
    %23 = tensor.empty() : tensor<4x1xf32>
    %transposed_4 = linalg.transpose ins(%arg1 : tensor<1x4xf32>) outs(%23 : tensor<4x1xf32>) permutation = [1, 0] 
    %24 = linalg.matmul ins(%18, %transposed_4 : tensor<3x4xf32>, tensor<4x1xf32>) outs(%6 : tensor<3x1xf32>) -> tensor<3x1xf32>
    %25 = tensor.empty() : tensor<4x3xf32>
    %transposed_5 = linalg.transpose ins(%arg4 : tensor<3x4xf32>) outs(%25 : tensor<4x3xf32>) permutation = [1, 0] 
    %26 = linalg.fill ins(%cst : f32) outs(%23 : tensor<4x1xf32>) -> tensor<4x1xf32>
    %27 = linalg.matmul ins(%transposed_5, %24 : tensor<4x3xf32>, tensor<3x1xf32>) outs(%26 : tensor<4x1xf32>) -> tensor<4x1xf32>
    return %14, %27, %22 : tensor<f32>, tensor<4x1xf32>, tensor<1x4xf32>
  }
}
