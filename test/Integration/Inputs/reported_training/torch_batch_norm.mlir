#map = affine_map<() -> ()>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1) -> (0, d1)>
#map3 = affine_map<(d0) -> (d0)>
#map4 = affine_map<(d0, d1) -> (d1)>
#map5 = affine_map<(d0, d1) -> ()>
module {
  func.func @main(%arg0: tensor<2xf32> {sbp.state = "norm.weight"},
    %arg1: tensor<2xf32> {sbp.state = "norm.bias"},
    %arg2: tensor<2xf32> {sbp.state = "norm.running_mean"},
    %arg3: tensor<2xf32> {sbp.state = "norm.running_var"},
    %arg4: tensor<i64> {sbp.state = "norm.num_batches_tracked"},
    %arg5: tensor<3x2xf32> {sbp.name = "x"}) -> (tensor<f32> {sbp.name = "loss"}, tensor<2xf32> {sbp.gradient_of = "norm.weight", sbp.name = "gradient.norm.weight"}, tensor<2xf32> {sbp.gradient_of = "norm.bias", sbp.name = "gradient.norm.bias"}, tensor<2xf32> {sbp.state = "norm.running_mean"}, tensor<2xf32> {sbp.state = "norm.running_var"}, tensor<i64> {sbp.state = "norm.num_batches_tracked"}) {
    %c4_i64 = arith.constant 4 : i64
    %c3_i64 = arith.constant 3 : i64
    %c2_i64 = arith.constant 2 : i64
    %c1_i64 = arith.constant 1 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant dense<1.000000e+00> : tensor<3x2xf32>
    %cst_1 = arith.constant 9.000000e-01 : f64
    %cst_2 = arith.constant 1.000000e-01 : f64
    %cst_3 = arith.constant 1.000000e-05 : f64
    %cst_4 = arith.constant 3.000000e+00 : f32
    %cst_5 = arith.constant 1.500000e+00 : f32
    %cst_6 = arith.constant 6.000000e+00 : f32
    %cst_7 = arith.constant 4.000000e+00 : f32
    %0 = tensor.empty() : tensor<i64>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = []} ins(%arg4 : tensor<i64>) outs(%0 : tensor<i64>) {
    ^bb0(%in: i64, %out: i64):
      %38 = arith.addi %in, %c1_i64 : i64
      linalg.yield %38 : i64
    } -> tensor<i64>
    %2 = tensor.empty() : tensor<1x2xf32>
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<1x2xf32>) -> tensor<1x2xf32>
    %4 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["reduction", "parallel"]} ins(%arg5 : tensor<3x2xf32>) outs(%3 : tensor<1x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %38 = arith.addf %in, %out : f32
      linalg.yield %38 : f32
    } -> tensor<1x2xf32>
    %5 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%4 : tensor<1x2xf32>) outs(%2 : tensor<1x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %38 = arith.divf %in, %cst_4 : f32
      linalg.yield %38 : f32
    } -> tensor<1x2xf32>
    %6 = tensor.empty() : tensor<3x2xf32>
    %7 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg5, %5 : tensor<3x2xf32>, tensor<1x2xf32>) outs(%6 : tensor<3x2xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %38 = arith.subf %in, %in_10 : f32
      linalg.yield %38 : f32
    } -> tensor<3x2xf32>
    %8 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%7 : tensor<3x2xf32>) outs(%6 : tensor<3x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %38 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %38 : f32
    } -> tensor<3x2xf32>
    %9 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["reduction", "parallel"]} ins(%8 : tensor<3x2xf32>) outs(%3 : tensor<1x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %38 = arith.addf %in, %out : f32
      linalg.yield %38 : f32
    } -> tensor<1x2xf32>
    %10 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%9 : tensor<1x2xf32>) outs(%2 : tensor<1x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %38 = arith.divf %in, %cst_4 : f32
      linalg.yield %38 : f32
    } -> tensor<1x2xf32>
    %11 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%10 : tensor<1x2xf32>) outs(%2 : tensor<1x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %38 = arith.truncf %cst_3 : f64 to f32
      %39 = arith.addf %in, %38 : f32
      linalg.yield %39 : f32
    } -> tensor<1x2xf32>
    %12 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%11 : tensor<1x2xf32>) outs(%2 : tensor<1x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %38 = math.rsqrt %in : f32
      linalg.yield %38 : f32
    } -> tensor<1x2xf32>
    %13 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%7, %12 : tensor<3x2xf32>, tensor<1x2xf32>) outs(%6 : tensor<3x2xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %38 = arith.mulf %in, %in_10 : f32
      linalg.yield %38 : f32
    } -> tensor<3x2xf32>
    %collapsed = tensor.collapse_shape %5 [[0, 1]] : tensor<1x2xf32> into tensor<2xf32>
    %collapsed_8 = tensor.collapse_shape %12 [[0, 1]] : tensor<1x2xf32> into tensor<2xf32>
    %14 = tensor.empty() : tensor<2xf32>
    %15 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%collapsed : tensor<2xf32>) outs(%14 : tensor<2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %38 = arith.truncf %cst_2 : f64 to f32
      %39 = arith.mulf %in, %38 : f32
      linalg.yield %39 : f32
    } -> tensor<2xf32>
    %16 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%arg2 : tensor<2xf32>) outs(%14 : tensor<2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %38 = arith.truncf %cst_1 : f64 to f32
      %39 = arith.mulf %in, %38 : f32
      linalg.yield %39 : f32
    } -> tensor<2xf32>
    %17 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%15, %16 : tensor<2xf32>, tensor<2xf32>) outs(%14 : tensor<2xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %38 = arith.addf %in, %in_10 : f32
      linalg.yield %38 : f32
    } -> tensor<2xf32>
    %collapsed_9 = tensor.collapse_shape %10 [[0, 1]] : tensor<1x2xf32> into tensor<2xf32>
    %18 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%collapsed_9 : tensor<2xf32>) outs(%14 : tensor<2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %38 = arith.mulf %in, %cst_5 : f32
      linalg.yield %38 : f32
    } -> tensor<2xf32>
    %19 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%18 : tensor<2xf32>) outs(%14 : tensor<2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %38 = arith.truncf %cst_2 : f64 to f32
      %39 = arith.mulf %in, %38 : f32
      linalg.yield %39 : f32
    } -> tensor<2xf32>
    %20 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%arg3 : tensor<2xf32>) outs(%14 : tensor<2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %38 = arith.truncf %cst_1 : f64 to f32
      %39 = arith.mulf %in, %38 : f32
      linalg.yield %39 : f32
    } -> tensor<2xf32>
    %21 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%19, %20 : tensor<2xf32>, tensor<2xf32>) outs(%14 : tensor<2xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %38 = arith.addf %in, %in_10 : f32
      linalg.yield %38 : f32
    } -> tensor<2xf32>
    %22 = linalg.generic {indexing_maps = [#map1, #map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%13, %arg0 : tensor<3x2xf32>, tensor<2xf32>) outs(%6 : tensor<3x2xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %38 = arith.mulf %in, %in_10 : f32
      linalg.yield %38 : f32
    } -> tensor<3x2xf32>
    %23 = linalg.generic {indexing_maps = [#map1, #map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%22, %arg1 : tensor<3x2xf32>, tensor<2xf32>) outs(%6 : tensor<3x2xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %38 = arith.addf %in, %in_10 : f32
      linalg.yield %38 : f32
    } -> tensor<3x2xf32>
    %24 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%23 : tensor<3x2xf32>) outs(%6 : tensor<3x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %38 = math.fpowi %in, %c4_i64 : f32, i64
      linalg.yield %38 : f32
    } -> tensor<3x2xf32>
    %25 = tensor.empty() : tensor<f32>
    %26 = linalg.fill ins(%cst : f32) outs(%25 : tensor<f32>) -> tensor<f32>
    %27 = linalg.generic {indexing_maps = [#map1, #map5], iterator_types = ["reduction", "reduction"]} ins(%24 : tensor<3x2xf32>) outs(%26 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %38 = arith.addf %in, %out : f32
      linalg.yield %38 : f32
    } -> tensor<f32>
    %28 = linalg.generic {indexing_maps = [#map, #map], iterator_types = []} ins(%27 : tensor<f32>) outs(%25 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %38 = arith.divf %in, %cst_6 : f32
      linalg.yield %38 : f32
    } -> tensor<f32>
    %29 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_0 : tensor<3x2xf32>) outs(%6 : tensor<3x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %38 = arith.divf %in, %cst_6 : f32
      linalg.yield %38 : f32
    } -> tensor<3x2xf32>
    %30 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%23 : tensor<3x2xf32>) outs(%6 : tensor<3x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %38 = math.fpowi %in, %c3_i64 : f32, i64
      linalg.yield %38 : f32
    } -> tensor<3x2xf32>
    %31 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%30 : tensor<3x2xf32>) outs(%6 : tensor<3x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %38 = arith.mulf %in, %cst_7 : f32
      linalg.yield %38 : f32
    } -> tensor<3x2xf32>
    %32 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%29, %31 : tensor<3x2xf32>, tensor<3x2xf32>) outs(%6 : tensor<3x2xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %38 = arith.mulf %in, %in_10 : f32
      linalg.yield %38 : f32
    } -> tensor<3x2xf32>
    %33 = linalg.fill ins(%cst : f32) outs(%14 : tensor<2xf32>) -> tensor<2xf32>
    %34 = linalg.generic {indexing_maps = [#map1, #map4], iterator_types = ["reduction", "parallel"]} ins(%32 : tensor<3x2xf32>) outs(%33 : tensor<2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %38 = arith.addf %in, %out : f32
      linalg.yield %38 : f32
    } -> tensor<2xf32>
    %35 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%32, %7 : tensor<3x2xf32>, tensor<3x2xf32>) outs(%6 : tensor<3x2xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %38 = arith.mulf %in, %in_10 : f32
      linalg.yield %38 : f32
    } -> tensor<3x2xf32>
    %36 = linalg.generic {indexing_maps = [#map1, #map4], iterator_types = ["reduction", "parallel"]} ins(%35 : tensor<3x2xf32>) outs(%33 : tensor<2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %38 = arith.addf %in, %out : f32
      linalg.yield %38 : f32
    } -> tensor<2xf32>
    %37 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%36, %collapsed_8 : tensor<2xf32>, tensor<2xf32>) outs(%14 : tensor<2xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %38 = arith.mulf %in, %in_10 : f32
      linalg.yield %38 : f32
    } -> tensor<2xf32>
    return %28, %37, %34, %17, %21, %1 : tensor<f32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<i64>
  }
}
