#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map2 = affine_map<(d0, d1, d2) -> (d2)>
#map3 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map4 = affine_map<(d0, d1) -> (d1)>
#map5 = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @main(%arg0: tensor<8x8xf32> {sbp.name = "tokens.weight"},
    %arg1: tensor<8xf32> {sbp.name = "tokens.bias"},
    %arg2: tensor<16x16xf32> {sbp.name = "channels.weight"},
    %arg3: tensor<16xf32> {sbp.name = "channels.bias"},
    %arg4: tensor<16xf32> {sbp.name = "norms.0.weight"},
    %arg5: tensor<16xf32> {sbp.name = "norms.0.bias"},
    %arg6: tensor<16xf32> {sbp.name = "norms.1.weight"},
    %arg7: tensor<16xf32> {sbp.name = "norms.1.bias"},
    %arg8: tensor<4x8x16xf32> {sbp.name = "x"}) -> (tensor<4x8x16xf32> {sbp.name = "result"}) {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 1.000000e+00 : f32
    %cst_1 = arith.constant 5.000000e-01 : f32
    %cst_2 = arith.constant 1.000000e-05 : f64
    %cst_3 = arith.constant 1.600000e+01 : f32
    %cst_4 = arith.constant 1.41421354 : f32
    %0 = tensor.empty() : tensor<4x8x1xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<4x8x1xf32>) -> tensor<4x8x1xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%arg8 : tensor<4x8x16xf32>) outs(%1 : tensor<4x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %41 = arith.addf %in, %out : f32
      linalg.yield %41 : f32
    } -> tensor<4x8x1xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%2 : tensor<4x8x1xf32>) outs(%0 : tensor<4x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %41 = arith.divf %in, %cst_3 : f32
      linalg.yield %41 : f32
    } -> tensor<4x8x1xf32>
    %4 = tensor.empty() : tensor<4x8x16xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg8, %3 : tensor<4x8x16xf32>, tensor<4x8x1xf32>) outs(%4 : tensor<4x8x16xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %41 = arith.subf %in, %in_8 : f32
      linalg.yield %41 : f32
    } -> tensor<4x8x16xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%5, %5 : tensor<4x8x16xf32>, tensor<4x8x16xf32>) outs(%4 : tensor<4x8x16xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %41 = arith.mulf %in, %in_8 : f32
      linalg.yield %41 : f32
    } -> tensor<4x8x16xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%6 : tensor<4x8x16xf32>) outs(%1 : tensor<4x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %41 = arith.addf %in, %out : f32
      linalg.yield %41 : f32
    } -> tensor<4x8x1xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7 : tensor<4x8x1xf32>) outs(%0 : tensor<4x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %41 = arith.divf %in, %cst_3 : f32
      linalg.yield %41 : f32
    } -> tensor<4x8x1xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8 : tensor<4x8x1xf32>) outs(%0 : tensor<4x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %41 = arith.truncf %cst_2 : f64 to f32
      %42 = arith.addf %in, %41 : f32
      linalg.yield %42 : f32
    } -> tensor<4x8x1xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9 : tensor<4x8x1xf32>) outs(%0 : tensor<4x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %41 = math.rsqrt %in : f32
      linalg.yield %41 : f32
    } -> tensor<4x8x1xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%5, %10 : tensor<4x8x16xf32>, tensor<4x8x1xf32>) outs(%4 : tensor<4x8x16xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %41 = arith.mulf %in, %in_8 : f32
      linalg.yield %41 : f32
    } -> tensor<4x8x16xf32>
    %12 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%11, %arg4 : tensor<4x8x16xf32>, tensor<16xf32>) outs(%4 : tensor<4x8x16xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %41 = arith.mulf %in, %in_8 : f32
      linalg.yield %41 : f32
    } -> tensor<4x8x16xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%12, %arg5 : tensor<4x8x16xf32>, tensor<16xf32>) outs(%4 : tensor<4x8x16xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %41 = arith.addf %in, %in_8 : f32
      linalg.yield %41 : f32
    } -> tensor<4x8x16xf32>
    %14 = tensor.empty() : tensor<4x16x8xf32>
    %transposed = linalg.transpose ins(%13 : tensor<4x8x16xf32>) outs(%14 : tensor<4x16x8xf32>) permutation = [0, 2, 1] 
    %15 = tensor.empty() : tensor<8x8xf32>
    %transposed_5 = linalg.transpose ins(%arg0 : tensor<8x8xf32>) outs(%15 : tensor<8x8xf32>) permutation = [1, 0] 
    %16 = tensor.empty() : tensor<4x8x8xf32>
    %17 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_5 : tensor<8x8xf32>) outs(%16 : tensor<4x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x8x8xf32>
    %18 = linalg.fill ins(%cst : f32) outs(%14 : tensor<4x16x8xf32>) -> tensor<4x16x8xf32>
    %19 = linalg.batch_matmul ins(%transposed, %17 : tensor<4x16x8xf32>, tensor<4x8x8xf32>) outs(%18 : tensor<4x16x8xf32>) -> tensor<4x16x8xf32>
    %20 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%19, %arg1 : tensor<4x16x8xf32>, tensor<8xf32>) outs(%14 : tensor<4x16x8xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %41 = arith.addf %in, %in_8 : f32
      linalg.yield %41 : f32
    } -> tensor<4x16x8xf32>
    %transposed_6 = linalg.transpose ins(%20 : tensor<4x16x8xf32>) outs(%4 : tensor<4x8x16xf32>) permutation = [0, 2, 1] 
    %21 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg8, %transposed_6 : tensor<4x8x16xf32>, tensor<4x8x16xf32>) outs(%4 : tensor<4x8x16xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %41 = arith.addf %in, %in_8 : f32
      linalg.yield %41 : f32
    } -> tensor<4x8x16xf32>
    %22 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%21 : tensor<4x8x16xf32>) outs(%1 : tensor<4x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %41 = arith.addf %in, %out : f32
      linalg.yield %41 : f32
    } -> tensor<4x8x1xf32>
    %23 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%22 : tensor<4x8x1xf32>) outs(%0 : tensor<4x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %41 = arith.divf %in, %cst_3 : f32
      linalg.yield %41 : f32
    } -> tensor<4x8x1xf32>
    %24 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%21, %23 : tensor<4x8x16xf32>, tensor<4x8x1xf32>) outs(%4 : tensor<4x8x16xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %41 = arith.subf %in, %in_8 : f32
      linalg.yield %41 : f32
    } -> tensor<4x8x16xf32>
    %25 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%24, %24 : tensor<4x8x16xf32>, tensor<4x8x16xf32>) outs(%4 : tensor<4x8x16xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %41 = arith.mulf %in, %in_8 : f32
      linalg.yield %41 : f32
    } -> tensor<4x8x16xf32>
    %26 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%25 : tensor<4x8x16xf32>) outs(%1 : tensor<4x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %41 = arith.addf %in, %out : f32
      linalg.yield %41 : f32
    } -> tensor<4x8x1xf32>
    %27 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%26 : tensor<4x8x1xf32>) outs(%0 : tensor<4x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %41 = arith.divf %in, %cst_3 : f32
      linalg.yield %41 : f32
    } -> tensor<4x8x1xf32>
    %28 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%27 : tensor<4x8x1xf32>) outs(%0 : tensor<4x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %41 = arith.truncf %cst_2 : f64 to f32
      %42 = arith.addf %in, %41 : f32
      linalg.yield %42 : f32
    } -> tensor<4x8x1xf32>
    %29 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%28 : tensor<4x8x1xf32>) outs(%0 : tensor<4x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %41 = math.rsqrt %in : f32
      linalg.yield %41 : f32
    } -> tensor<4x8x1xf32>
    %30 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%24, %29 : tensor<4x8x16xf32>, tensor<4x8x1xf32>) outs(%4 : tensor<4x8x16xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %41 = arith.mulf %in, %in_8 : f32
      linalg.yield %41 : f32
    } -> tensor<4x8x16xf32>
    %31 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%30, %arg6 : tensor<4x8x16xf32>, tensor<16xf32>) outs(%4 : tensor<4x8x16xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %41 = arith.mulf %in, %in_8 : f32
      linalg.yield %41 : f32
    } -> tensor<4x8x16xf32>
    %32 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%31, %arg7 : tensor<4x8x16xf32>, tensor<16xf32>) outs(%4 : tensor<4x8x16xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %41 = arith.addf %in, %in_8 : f32
      linalg.yield %41 : f32
    } -> tensor<4x8x16xf32>
    %collapsed = tensor.collapse_shape %32 [[0, 1], [2]] : tensor<4x8x16xf32> into tensor<32x16xf32>
    %33 = tensor.empty() : tensor<16x16xf32>
    %transposed_7 = linalg.transpose ins(%arg2 : tensor<16x16xf32>) outs(%33 : tensor<16x16xf32>) permutation = [1, 0] 
    %34 = tensor.empty() : tensor<32x16xf32>
    %35 = linalg.fill ins(%cst : f32) outs(%34 : tensor<32x16xf32>) -> tensor<32x16xf32>
    %36 = linalg.matmul ins(%collapsed, %transposed_7 : tensor<32x16xf32>, tensor<16x16xf32>) outs(%35 : tensor<32x16xf32>) -> tensor<32x16xf32>
    %37 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "parallel"]} ins(%arg3 : tensor<16xf32>) outs(%34 : tensor<32x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x16xf32>
    %38 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%36, %37 : tensor<32x16xf32>, tensor<32x16xf32>) outs(%34 : tensor<32x16xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %41 = arith.addf %in, %in_8 : f32
      linalg.yield %41 : f32
    } -> tensor<32x16xf32>
    %expanded = tensor.expand_shape %38 [[0, 1], [2]] output_shape [4, 8, 16] : tensor<32x16xf32> into tensor<4x8x16xf32>
    %39 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded : tensor<4x8x16xf32>) outs(%4 : tensor<4x8x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %41 = arith.divf %in, %cst_4 : f32
      %42 = math.erf %41 : f32
      %43 = arith.addf %42, %cst_0 : f32
      %44 = arith.mulf %43, %cst_1 : f32
      %45 = arith.mulf %in, %44 : f32
      linalg.yield %45 : f32
    } -> tensor<4x8x16xf32>
    %40 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%21, %39 : tensor<4x8x16xf32>, tensor<4x8x16xf32>) outs(%4 : tensor<4x8x16xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %41 = arith.addf %in, %in_8 : f32
      linalg.yield %41 : f32
    } -> tensor<4x8x16xf32>
    return %40 : tensor<4x8x16xf32>
  }
}
