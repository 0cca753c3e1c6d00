#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0, d1) -> (d1)>
#map2 = affine_map<(d0, d1) -> (d0, d1)>
#map3 = affine_map<(d0, d1) -> ()>
#map4 = affine_map<(d0, d1) -> (0, d1)>
#map5 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map6 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
module @jit_order_gradient {
  func.func public @main(%arg0: tensor<6x5xf32> {sbp.name = "x"}) -> (tensor<6x5xf32> {sbp.name = "result.0"}, tensor<6x5xf32> {sbp.name = "result.1"}) {
    %cst = arith.constant dense<2.000000e+00> : tensor<f32>
    %cst_0 = arith.constant dense<1.000000e+00> : tensor<f32>
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<f32>
    %0:2 = call @sort(%arg0) : (tensor<6x5xf32>) -> (tensor<6x5xf32>, tensor<6x5x1xi32>)
    %1 = tensor.empty() : tensor<5xf32>
    %2 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%1 : tensor<5xf32>) {
    ^bb0(%out: f32):
      %18 = linalg.index 0 : index
      %19 = arith.index_cast %18 : index to i32
      %20 = arith.sitofp %19 : i32 to f32
      linalg.yield %20 : f32
    } -> tensor<5xf32>
    %3 = tensor.empty() : tensor<1x5xf32>
    %4 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel"]} ins(%2 : tensor<5xf32>) outs(%3 : tensor<1x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x5xf32>
    %5 = tensor.empty() : tensor<6x5xf32>
    %6 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel"]} ins(%cst_0 : tensor<f32>) outs(%5 : tensor<6x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<6x5xf32>
    %7 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel"]} ins(%4 : tensor<1x5xf32>) outs(%5 : tensor<6x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<6x5xf32>
    %8 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%6, %7 : tensor<6x5xf32>, tensor<6x5xf32>) outs(%5 : tensor<6x5xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %18 = arith.mulf %in, %in_2 : f32
      linalg.yield %18 : f32
    } -> tensor<6x5xf32>
    %9 = call @sort_0(%0#1, %8) : (tensor<6x5x1xi32>, tensor<6x5xf32>) -> tensor<6x5xf32>
    %10:2 = "nn.top_k"(%arg0) {axis = 1 : i64, k = 2 : i64} : (tensor<6x5xf32>) -> (tensor<6x2xf32>, tensor<6x2xi32>)
    %11 = tensor.empty() : tensor<6x2xf32>
    %12 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel"]} ins(%cst : tensor<f32>) outs(%11 : tensor<6x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<6x2xf32>
    %13 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%12, %10#0 : tensor<6x2xf32>, tensor<6x2xf32>) outs(%11 : tensor<6x2xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %18 = arith.mulf %in, %in_2 : f32
      linalg.yield %18 : f32
    } -> tensor<6x2xf32>
    %14 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel"]} ins(%cst_0 : tensor<f32>) outs(%11 : tensor<6x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<6x2xf32>
    %15 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%14, %13 : tensor<6x2xf32>, tensor<6x2xf32>) outs(%11 : tensor<6x2xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %18 = arith.mulf %in, %in_2 : f32
      linalg.yield %18 : f32
    } -> tensor<6x2xf32>
    %16 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel"]} ins(%cst_1 : tensor<f32>) outs(%5 : tensor<6x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<6x5xf32>
    %17 = "nn.scatter_add"(%16, %10#1, %15) {axis = 1 : i64, batch_dims = 1 : i64, drop_outside} : (tensor<6x5xf32>, tensor<6x2xi32>, tensor<6x2xf32>) -> tensor<6x5xf32>
    return %9, %17 : tensor<6x5xf32>, tensor<6x5xf32>
  }
  func.func private @sort(%arg0: tensor<6x5xf32>) -> (tensor<6x5xf32>, tensor<6x5x1xi32>) {
    %0:2 = "nn.sort"(%arg0) {axis = 1 : i64} : (tensor<6x5xf32>) -> (tensor<6x5xf32>, tensor<6x5xi32>)
    %1 = tensor.empty() : tensor<6x5x1xi32>
    %2 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%0#1 : tensor<6x5xi32>) outs(%1 : tensor<6x5x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<6x5x1xi32>
    return %0#0, %2 : tensor<6x5xf32>, tensor<6x5x1xi32>
  }
  func.func private @sort_0(%arg0: tensor<6x5x1xi32>, %arg1: tensor<6x5xf32>) -> tensor<6x5xf32> {
    %cst = arith.constant dense<0.000000e+00> : tensor<f32>
    %0 = tensor.empty() : tensor<6x5xf32>
    %1 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel"]} ins(%cst : tensor<f32>) outs(%0 : tensor<6x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<6x5xf32>
    %collapsed = tensor.collapse_shape %arg0 [[0], [1, 2]] : tensor<6x5x1xi32> into tensor<6x5xi32>
    %2 = "nn.scatter_add"(%1, %collapsed, %arg1) {axis = 1 : i64, batch_dims = 1 : i64, drop_outside} : (tensor<6x5xf32>, tensor<6x5xi32>, tensor<6x5xf32>) -> tensor<6x5xf32>
    return %2 : tensor<6x5xf32>
  }
}
