#map = affine_map<(d0, d1, d2) -> (d0, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map3 = affine_map<(d0, d1, d2) -> (d2, d0)>
#map4 = affine_map<(d0, d1, d2) -> (d2, d1)>
#map5 = affine_map<(d0, d1) -> (d0)>
#map6 = affine_map<(d0, d1) -> (d0, d1)>
#map7 = affine_map<(d0, d1) -> (d1)>
#map8 = affine_map<(d0, d1) -> (d0, 0)>
#map9 = affine_map<(d0, d1) -> (0, d1)>
module @jit_products {
  func.func public @main(%arg0: tensor<4x4xf32> {sbp.name = "x"}, %arg1: tensor<4x4xf32> {sbp.name = "y"}) -> (tensor<4x4xf32> {sbp.name = "result.0"}, tensor<4x4xf32> {sbp.name = "result.1"}, tensor<4x4xf32> {sbp.name = "result.2"}, tensor<f32> {sbp.name = "result.3"}, tensor<4xf32> {sbp.name = "result.4"}) {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<4x4xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<4x4xf32>) -> tensor<4x4xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%arg0, %arg1 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%1 : tensor<4x4xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %18 = arith.mulf %in, %in_4 : f32
      %19 = arith.addf %out, %18 : f32
      linalg.yield %19 : f32
    } -> tensor<4x4xf32>
    %3 = linalg.generic {indexing_maps = [#map3, #map1, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%arg1, %arg0 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%1 : tensor<4x4xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %18 = arith.mulf %in, %in_4 : f32
      %19 = arith.addf %out, %18 : f32
      linalg.yield %19 : f32
    } -> tensor<4x4xf32>
    %4 = linalg.generic {indexing_maps = [#map3, #map4, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%3, %arg0 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%1 : tensor<4x4xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %18 = arith.mulf %in, %in_4 : f32
      %19 = arith.addf %out, %18 : f32
      linalg.yield %19 : f32
    } -> tensor<4x4xf32>
    %extracted_slice = tensor.extract_slice %arg0[0, 0] [1, 4] [1, 1] : tensor<4x4xf32> to tensor<1x4xf32>
    %collapsed = tensor.collapse_shape %extracted_slice [[0, 1]] : tensor<1x4xf32> into tensor<4xf32>
    %extracted_slice_0 = tensor.extract_slice %arg1[0, 0] [1, 4] [1, 1] : tensor<4x4xf32> to tensor<1x4xf32>
    %collapsed_1 = tensor.collapse_shape %extracted_slice_0 [[0, 1]] : tensor<1x4xf32> into tensor<4xf32>
    %5 = tensor.empty() : tensor<4x1xf32>
    %6 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel"]} ins(%collapsed : tensor<4xf32>) outs(%5 : tensor<4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x1xf32>
    %7 = tensor.empty() : tensor<1x4xf32>
    %8 = linalg.generic {indexing_maps = [#map7, #map6], iterator_types = ["parallel", "parallel"]} ins(%collapsed_1 : tensor<4xf32>) outs(%7 : tensor<1x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x4xf32>
    %9 = linalg.generic {indexing_maps = [#map8, #map6], iterator_types = ["parallel", "parallel"]} ins(%6 : tensor<4x1xf32>) outs(%0 : tensor<4x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4xf32>
    %10 = linalg.generic {indexing_maps = [#map9, #map6], iterator_types = ["parallel", "parallel"]} ins(%8 : tensor<1x4xf32>) outs(%0 : tensor<4x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4xf32>
    %11 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%9, %10 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%0 : tensor<4x4xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %18 = arith.mulf %in, %in_4 : f32
      linalg.yield %18 : f32
    } -> tensor<4x4xf32>
    %collapsed_2 = tensor.collapse_shape %arg0 [[0, 1]] : tensor<4x4xf32> into tensor<16xf32>
    %collapsed_3 = tensor.collapse_shape %arg1 [[0, 1]] : tensor<4x4xf32> into tensor<16xf32>
    %12 = tensor.empty() : tensor<f32>
    %13 = linalg.fill ins(%cst : f32) outs(%12 : tensor<f32>) -> tensor<f32>
    %14 = linalg.dot ins(%collapsed_2, %collapsed_3 : tensor<16xf32>, tensor<16xf32>) outs(%13 : tensor<f32>) -> tensor<f32>
    %15 = tensor.empty() : tensor<4xf32>
    %16 = linalg.fill ins(%cst : f32) outs(%15 : tensor<4xf32>) -> tensor<4xf32>
    %17 = linalg.matvec ins(%arg0, %collapsed_1 : tensor<4x4xf32>, tensor<4xf32>) outs(%16 : tensor<4xf32>) -> tensor<4xf32>
    return %2, %4, %11, %14, %17 : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<f32>, tensor<4xf32>
  }
}
