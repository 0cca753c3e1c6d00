// A linear layer and a dropout of 0.25 in training mode, and the mean square: exported with gradients by export_gradients, random_seed=7.
#map = affine_map<(d0, d1) -> (d1)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1) -> ()>
#map3 = affine_map<() -> ()>
#map4 = affine_map<(d0, d1) -> (0, d1)>
module {
  func.func @main(%arg0: tensor<5x6xf32> {sbp.state = "line.weight"},
    %arg1: tensor<5xf32> {sbp.state = "line.bias"},
    %arg2: tensor<i64> {sbp.state = "random.seed"},
    %arg3: tensor<8x6xf32> {sbp.name = "x"}) -> (tensor<f32> {sbp.name = "loss"}, tensor<5x6xf32> {sbp.gradient_of = "line.weight", sbp.name = "gradient.line.weight"}, tensor<5xf32> {sbp.gradient_of = "line.bias", sbp.name = "gradient.line.bias"}, tensor<i64> {sbp.state = "random.seed"}) {
    %c2_i64 = arith.constant 2 : i64
    %c1_i64 = arith.constant 1 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant dense<1.000000e+00> : tensor<8x5xf32>
    %cst_1 = arith.constant 1.3333333333333333 : f64
    %cst_2 = arith.constant 4.000000e+01 : f32
    %cst_3 = arith.constant 2.000000e+00 : f32
    %0 = tensor.empty() : tensor<6x5xf32>
    %transposed = linalg.transpose ins(%arg0 : tensor<5x6xf32>) outs(%0 : tensor<6x5xf32>) permutation = [1, 0] 
    %1 = tensor.empty() : tensor<8x5xf32>
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<8x5xf32>) -> tensor<8x5xf32>
    %3 = linalg.matmul ins(%arg3, %transposed : tensor<8x6xf32>, tensor<6x5xf32>) outs(%2 : tensor<8x5xf32>) -> tensor<8x5xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg1, %3 : tensor<5xf32>, tensor<8x5xf32>) outs(%1 : tensor<8x5xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %29 = arith.addf %in, %in_5 : f32
      linalg.yield %29 : f32
    } -> tensor<8x5xf32>
    %5 = "nn.random"(%arg2) {kind = 2 : i64, offset = 900450186894289455 : i64, probability = 7.500000e-01 : f64} : (tensor<i64>) -> tensor<8x5xi1>
    %6 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%5 : tensor<8x5xi1>) outs(%1 : tensor<8x5xf32>) {
    ^bb0(%in: i1, %out: f32):
      %29 = arith.uitofp %in : i1 to f32
      linalg.yield %29 : f32
    } -> tensor<8x5xf32>
    %7 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%4, %6 : tensor<8x5xf32>, tensor<8x5xf32>) outs(%1 : tensor<8x5xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %29 = arith.mulf %in, %in_5 : f32
      linalg.yield %29 : f32
    } -> tensor<8x5xf32>
    %8 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%7 : tensor<8x5xf32>) outs(%1 : tensor<8x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %29 = arith.truncf %cst_1 : f64 to f32
      %30 = arith.mulf %in, %29 : f32
      linalg.yield %30 : f32
    } -> tensor<8x5xf32>
    %9 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%8 : tensor<8x5xf32>) outs(%1 : tensor<8x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %29 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %29 : f32
    } -> tensor<8x5xf32>
    %10 = tensor.empty() : tensor<f32>
    %11 = linalg.fill ins(%cst : f32) outs(%10 : tensor<f32>) -> tensor<f32>
    %12 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["reduction", "reduction"]} ins(%9 : tensor<8x5xf32>) outs(%11 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %29 = arith.addf %in, %out : f32
      linalg.yield %29 : f32
    } -> tensor<f32>
    %13 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = []} ins(%12 : tensor<f32>) outs(%10 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %29 = arith.divf %in, %cst_2 : f32
      linalg.yield %29 : f32
    } -> tensor<f32>
    %14 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_0 : tensor<8x5xf32>) outs(%1 : tensor<8x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %29 = arith.divf %in, %cst_2 : f32
      linalg.yield %29 : f32
    } -> tensor<8x5xf32>
    %15 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%8 : tensor<8x5xf32>) outs(%1 : tensor<8x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %29 = math.fpowi %in, %c1_i64 : f32, i64
      linalg.yield %29 : f32
    } -> tensor<8x5xf32>
    %16 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%15 : tensor<8x5xf32>) outs(%1 : tensor<8x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %29 = arith.mulf %in, %cst_3 : f32
      linalg.yield %29 : f32
    } -> tensor<8x5xf32>
    %17 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%14, %16 : tensor<8x5xf32>, tensor<8x5xf32>) outs(%1 : tensor<8x5xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %29 = arith.mulf %in, %in_5 : f32
      linalg.yield %29 : f32
    } -> tensor<8x5xf32>
    %18 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%17 : tensor<8x5xf32>) outs(%1 : tensor<8x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %29 = arith.truncf %cst_1 : f64 to f32
      %30 = arith.mulf %in, %29 : f32
      linalg.yield %30 : f32
    } -> tensor<8x5xf32>
    %19 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%18, %6 : tensor<8x5xf32>, tensor<8x5xf32>) outs(%1 : tensor<8x5xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %29 = arith.mulf %in, %in_5 : f32
      linalg.yield %29 : f32
    } -> tensor<8x5xf32>
    %20 = tensor.empty() : tensor<5x8xf32>
    %transposed_4 = linalg.transpose ins(%19 : tensor<8x5xf32>) outs(%20 : tensor<5x8xf32>) permutation = [1, 0] 
    %21 = tensor.empty() : tensor<5x6xf32>
    %22 = linalg.fill ins(%cst : f32) outs(%21 : tensor<5x6xf32>) -> tensor<5x6xf32>
    %23 = linalg.matmul ins(%transposed_4, %arg3 : tensor<5x8xf32>, tensor<8x6xf32>) outs(%22 : tensor<5x6xf32>) -> tensor<5x6xf32>
    %24 = tensor.empty() : tensor<1x5xf32>
    %25 = linalg.fill ins(%cst : f32) outs(%24 : tensor<1x5xf32>) -> tensor<1x5xf32>
    %26 = linalg.generic {indexing_maps = [#map1, #map4], iterator_types = ["reduction", "parallel"]} ins(%19 : tensor<8x5xf32>) outs(%25 : tensor<1x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %29 = arith.addf %in, %out : f32
      linalg.yield %29 : f32
    } -> tensor<1x5xf32>
    %collapsed = tensor.collapse_shape %26 [[0, 1]] : tensor<1x5xf32> into tensor<5xf32>
    %27 = tensor.empty() : tensor<i64>
    %28 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = []} ins(%arg2 : tensor<i64>) outs(%27 : tensor<i64>) {
    ^bb0(%in: i64, %out: i64):
      %29 = arith.addi %in, %c1_i64 : i64
      linalg.yield %29 : i64
    } -> tensor<i64>
    return %13, %23, %collapsed, %28 : tensor<f32>, tensor<5x6xf32>, tensor<5xf32>, tensor<i64>
  }
}

