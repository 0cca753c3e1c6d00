#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0, d1) -> (d1)>
#map2 = affine_map<(d0, d1) -> (d0, d1)>
#map3 = affine_map<(d0, d1) -> ()>
#map4 = affine_map<(d0, d1) -> (0, d1)>
#map5 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map6 = affine_map<(d0, d1, d2) -> (d0, d2)>
#map7 = affine_map<(d0, d1, d2) -> (d0, d1)>
module @jit_order_gradient {
  func.func public @main(%arg0: tensor<6x5xf32> {sbp.name = "x"}) -> (tensor<6x5xf32> {sbp.name = "result.0"}, tensor<6x5xf32> {sbp.name = "result.1"}) {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant dense<2.000000e+00> : tensor<f32>
    %cst_1 = arith.constant dense<1.000000e+00> : tensor<f32>
    %cst_2 = arith.constant dense<0.000000e+00> : tensor<f32>
    %0:2 = call @sort(%arg0) : (tensor<6x5xf32>) -> (tensor<6x5xf32>, tensor<6x5x1xi32>)
    %1 = tensor.empty() : tensor<5xf32>
    %2 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%1 : tensor<5xf32>) {
    ^bb0(%out: f32):
      %28 = linalg.index 0 : index
      %29 = arith.index_cast %28 : index to i32
      %30 = arith.sitofp %29 : i32 to f32
      linalg.yield %30 : f32
    } -> tensor<5xf32>
    %3 = tensor.empty() : tensor<1x5xf32>
    %4 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel"]} ins(%2 : tensor<5xf32>) outs(%3 : tensor<1x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x5xf32>
    %5 = tensor.empty() : tensor<6x5xf32>
    %6 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel"]} ins(%cst_1 : tensor<f32>) outs(%5 : tensor<6x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<6x5xf32>
    %7 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel"]} ins(%4 : tensor<1x5xf32>) outs(%5 : tensor<6x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<6x5xf32>
    %8 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%6, %7 : tensor<6x5xf32>, tensor<6x5xf32>) outs(%5 : tensor<6x5xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %28 = arith.mulf %in, %in_3 : f32
      linalg.yield %28 : f32
    } -> tensor<6x5xf32>
    %9 = call @sort_0(%0#1, %8) : (tensor<6x5x1xi32>, tensor<6x5xf32>) -> tensor<6x5xf32>
    %10:2 = "nn.top_k"(%arg0) {axis = 1 : i64, k = 2 : i64} : (tensor<6x5xf32>) -> (tensor<6x2xf32>, tensor<6x2xi32>)
    %11 = tensor.empty() : tensor<6x2xf32>
    %12 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel"]} ins(%cst_0 : tensor<f32>) outs(%11 : tensor<6x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<6x2xf32>
    %13 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%12, %10#0 : tensor<6x2xf32>, tensor<6x2xf32>) outs(%11 : tensor<6x2xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %28 = arith.mulf %in, %in_3 : f32
      linalg.yield %28 : f32
    } -> tensor<6x2xf32>
    %14 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel"]} ins(%cst_1 : tensor<f32>) outs(%11 : tensor<6x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<6x2xf32>
    %15 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%14, %13 : tensor<6x2xf32>, tensor<6x2xf32>) outs(%11 : tensor<6x2xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %28 = arith.mulf %in, %in_3 : f32
      linalg.yield %28 : f32
    } -> tensor<6x2xf32>
    %16 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel"]} ins(%cst_2 : tensor<f32>) outs(%5 : tensor<6x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<6x5xf32>
    %17 = tensor.empty() : tensor<6x5x2xi32>
    %18 = linalg.generic {indexing_maps = [#map5], iterator_types = ["parallel", "parallel", "parallel"]} outs(%17 : tensor<6x5x2xi32>) {
    ^bb0(%out: i32):
      %28 = linalg.index 1 : index
      %29 = arith.index_cast %28 : index to i32
      linalg.yield %29 : i32
    } -> tensor<6x5x2xi32>
    %19 = linalg.generic {indexing_maps = [#map6, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%10#1 : tensor<6x2xi32>) outs(%17 : tensor<6x5x2xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<6x5x2xi32>
    %20 = tensor.empty() : tensor<6x5x2xi1>
    %21 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%19, %18 : tensor<6x5x2xi32>, tensor<6x5x2xi32>) outs(%20 : tensor<6x5x2xi1>) {
    ^bb0(%in: i32, %in_3: i32, %out: i1):
      %28 = arith.cmpi eq, %in, %in_3 : i32
      linalg.yield %28 : i1
    } -> tensor<6x5x2xi1>
    %22 = tensor.empty() : tensor<6x5x2xf32>
    %23 = linalg.generic {indexing_maps = [#map6, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%15 : tensor<6x2xf32>) outs(%22 : tensor<6x5x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<6x5x2xf32>
    %24 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%21, %23 : tensor<6x5x2xi1>, tensor<6x5x2xf32>) outs(%22 : tensor<6x5x2xf32>) {
    ^bb0(%in: i1, %in_3: f32, %out: f32):
      %28 = arith.select %in, %in_3, %cst : f32
      linalg.yield %28 : f32
    } -> tensor<6x5x2xf32>
    %25 = linalg.fill ins(%cst : f32) outs(%5 : tensor<6x5xf32>) -> tensor<6x5xf32>
    %26 = linalg.generic {indexing_maps = [#map5, #map7], iterator_types = ["parallel", "parallel", "reduction"]} ins(%24 : tensor<6x5x2xf32>) outs(%25 : tensor<6x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = arith.addf %out, %in : f32
      linalg.yield %28 : f32
    } -> tensor<6x5xf32>
    %27 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%16, %26 : tensor<6x5xf32>, tensor<6x5xf32>) outs(%5 : tensor<6x5xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %28 = arith.addf %in, %in_3 : f32
      linalg.yield %28 : f32
    } -> tensor<6x5xf32>
    return %9, %27 : tensor<6x5xf32>, tensor<6x5xf32>
  }
  func.func private @sort(%arg0: tensor<6x5xf32>) -> (tensor<6x5xf32>, tensor<6x5x1xi32>) {
    %0:2 = "nn.sort"(%arg0) {axis = 1 : i64} : (tensor<6x5xf32>) -> (tensor<6x5xf32>, tensor<6x5xi32>)
    %1 = tensor.empty() : tensor<6x5x1xi32>
    %2 = linalg.generic {indexing_maps = [#map7, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%0#1 : tensor<6x5xi32>) outs(%1 : tensor<6x5x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<6x5x1xi32>
    return %0#0, %2 : tensor<6x5xf32>, tensor<6x5x1xi32>
  }
  func.func private @sort_0(%arg0: tensor<6x5x1xi32>, %arg1: tensor<6x5xf32>) -> tensor<6x5xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant dense<0.000000e+00> : tensor<f32>
    %0 = tensor.empty() : tensor<6x5xf32>
    %1 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel"]} ins(%cst_0 : tensor<f32>) outs(%0 : tensor<6x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<6x5xf32>
    %collapsed = tensor.collapse_shape %arg0 [[0], [1, 2]] : tensor<6x5x1xi32> into tensor<6x5xi32>
    %2 = tensor.empty() : tensor<6x5x5xi32>
    %3 = linalg.generic {indexing_maps = [#map5], iterator_types = ["parallel", "parallel", "parallel"]} outs(%2 : tensor<6x5x5xi32>) {
    ^bb0(%out: i32):
      %13 = linalg.index 1 : index
      %14 = arith.index_cast %13 : index to i32
      linalg.yield %14 : i32
    } -> tensor<6x5x5xi32>
    %4 = linalg.generic {indexing_maps = [#map6, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed : tensor<6x5xi32>) outs(%2 : tensor<6x5x5xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<6x5x5xi32>
    %5 = tensor.empty() : tensor<6x5x5xi1>
    %6 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%4, %3 : tensor<6x5x5xi32>, tensor<6x5x5xi32>) outs(%5 : tensor<6x5x5xi1>) {
    ^bb0(%in: i32, %in_1: i32, %out: i1):
      %13 = arith.cmpi eq, %in, %in_1 : i32
      linalg.yield %13 : i1
    } -> tensor<6x5x5xi1>
    %7 = tensor.empty() : tensor<6x5x5xf32>
    %8 = linalg.generic {indexing_maps = [#map6, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg1 : tensor<6x5xf32>) outs(%7 : tensor<6x5x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<6x5x5xf32>
    %9 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6, %8 : tensor<6x5x5xi1>, tensor<6x5x5xf32>) outs(%7 : tensor<6x5x5xf32>) {
    ^bb0(%in: i1, %in_1: f32, %out: f32):
      %13 = arith.select %in, %in_1, %cst : f32
      linalg.yield %13 : f32
    } -> tensor<6x5x5xf32>
    %10 = linalg.fill ins(%cst : f32) outs(%0 : tensor<6x5xf32>) -> tensor<6x5xf32>
    %11 = linalg.generic {indexing_maps = [#map5, #map7], iterator_types = ["parallel", "parallel", "reduction"]} ins(%9 : tensor<6x5x5xf32>) outs(%10 : tensor<6x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %13 = arith.addf %out, %in : f32
      linalg.yield %13 : f32
    } -> tensor<6x5xf32>
    %12 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%1, %11 : tensor<6x5xf32>, tensor<6x5xf32>) outs(%0 : tensor<6x5xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %13 = arith.addf %in, %in_1 : f32
      linalg.yield %13 : f32
    } -> tensor<6x5xf32>
    return %12 : tensor<6x5xf32>
  }
}
