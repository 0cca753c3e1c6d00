#map = affine_map<(d0, d1) -> ()>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map4 = affine_map<(d0, d1, d2) -> ()>
#map5 = affine_map<(d0) -> ()>
#map6 = affine_map<(d0) -> (d0)>
#map7 = affine_map<(d0, d1) -> (d0)>
#map8 = affine_map<(d0, d1) -> (d1, d0)>
module @jit_embedding_gradient {
  func.func public @main(%arg0: tensor<10x4xf32> {sbp.name = "table"}, %arg1: tensor<2x3xi32> {sbp.name = "ids"}) -> (tensor<10x4xf32> {sbp.name = "result.0"}, tensor<10x4xf32> {sbp.name = "result.1"}, tensor<4x10xf32> {sbp.name = "result.2"}) {
    %c9 = arith.constant 9 : index
    %c0 = arith.constant 0 : index
    %cst = arith.constant dense<1.000000e+00> : tensor<f32>
    %cst_0 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_1 = arith.constant dense<2.000000e+00> : tensor<f32>
    %cst_2 = arith.constant dense<10> : tensor<i32>
    %cst_3 = arith.constant dense<0> : tensor<i32>
    %0 = tensor.empty() : tensor<2x3xi32>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_3 : tensor<i32>) outs(%0 : tensor<2x3xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<2x3xi32>
    %2 = tensor.empty() : tensor<2x3xi1>
    %3 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg1, %1 : tensor<2x3xi32>, tensor<2x3xi32>) outs(%2 : tensor<2x3xi1>) {
    ^bb0(%in: i32, %in_6: i32, %out: i1):
      %35 = arith.cmpi slt, %in, %in_6 : i32
      linalg.yield %35 : i1
    } -> tensor<2x3xi1>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_2 : tensor<i32>) outs(%0 : tensor<2x3xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<2x3xi32>
    %5 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg1, %4 : tensor<2x3xi32>, tensor<2x3xi32>) outs(%0 : tensor<2x3xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %35 = arith.addi %in, %in_6 : i32
      linalg.yield %35 : i32
    } -> tensor<2x3xi32>
    %6 = linalg.generic {indexing_maps = [#map1, #map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%3, %5, %arg1 : tensor<2x3xi1>, tensor<2x3xi32>, tensor<2x3xi32>) outs(%0 : tensor<2x3xi32>) {
    ^bb0(%in: i1, %in_6: i32, %in_7: i32, %out: i32):
      %35 = arith.select %in, %in_6, %in_7 : i32
      linalg.yield %35 : i32
    } -> tensor<2x3xi32>
    %7 = tensor.empty() : tensor<2x3x1xi32>
    %8 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6 : tensor<2x3xi32>) outs(%7 : tensor<2x3x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<2x3x1xi32>
    %9 = tensor.empty() : tensor<2x3x4xf32>
    %10 = linalg.generic {indexing_maps = [#map3], iterator_types = ["parallel", "parallel", "parallel"]} outs(%9 : tensor<2x3x4xf32>) {
    ^bb0(%out: f32):
      %35 = linalg.index 0 : index
      %36 = linalg.index 1 : index
      %37 = linalg.index 2 : index
      %extracted = tensor.extract %8[%35, %36, %c0] : tensor<2x3x1xi32>
      %38 = arith.index_cast %extracted : i32 to index
      %39 = arith.maxsi %38, %c0 : index
      %40 = arith.minsi %39, %c9 : index
      %extracted_6 = tensor.extract %arg0[%40, %37] : tensor<10x4xf32>
      linalg.yield %extracted_6 : f32
    } -> tensor<2x3x4xf32>
    %11 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_1 : tensor<f32>) outs(%9 : tensor<2x3x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x3x4xf32>
    %12 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%11, %10 : tensor<2x3x4xf32>, tensor<2x3x4xf32>) outs(%9 : tensor<2x3x4xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %35 = arith.mulf %in, %in_6 : f32
      linalg.yield %35 : f32
    } -> tensor<2x3x4xf32>
    %13 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst : tensor<f32>) outs(%9 : tensor<2x3x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x3x4xf32>
    %14 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%13, %12 : tensor<2x3x4xf32>, tensor<2x3x4xf32>) outs(%9 : tensor<2x3x4xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %35 = arith.mulf %in, %in_6 : f32
      linalg.yield %35 : f32
    } -> tensor<2x3x4xf32>
    %15 = tensor.empty() : tensor<10x4xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_0 : tensor<f32>) outs(%15 : tensor<10x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<10x4xf32>
    %collapsed = tensor.collapse_shape %8 [[0], [1, 2]] : tensor<2x3x1xi32> into tensor<2x3xi32>
    %17 = "nn.scatter_add"(%16, %collapsed, %14) {axis = 0 : i64, drop_outside} : (tensor<10x4xf32>, tensor<2x3xi32>, tensor<2x3x4xf32>) -> tensor<10x4xf32>
    %extracted_slice = tensor.extract_slice %arg1[0, 0] [1, 3] [1, 1] : tensor<2x3xi32> to tensor<1x3xi32>
    %collapsed_4 = tensor.collapse_shape %extracted_slice [[0, 1]] : tensor<1x3xi32> into tensor<3xi32>
    %18 = tensor.empty() : tensor<3xi32>
    %19 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel"]} ins(%cst_3 : tensor<i32>) outs(%18 : tensor<3xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<3xi32>
    %20 = tensor.empty() : tensor<3xi1>
    %21 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel"]} ins(%collapsed_4, %19 : tensor<3xi32>, tensor<3xi32>) outs(%20 : tensor<3xi1>) {
    ^bb0(%in: i32, %in_6: i32, %out: i1):
      %35 = arith.cmpi slt, %in, %in_6 : i32
      linalg.yield %35 : i1
    } -> tensor<3xi1>
    %22 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel"]} ins(%cst_2 : tensor<i32>) outs(%18 : tensor<3xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<3xi32>
    %23 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel"]} ins(%collapsed_4, %22 : tensor<3xi32>, tensor<3xi32>) outs(%18 : tensor<3xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %35 = arith.addi %in, %in_6 : i32
      linalg.yield %35 : i32
    } -> tensor<3xi32>
    %24 = linalg.generic {indexing_maps = [#map6, #map6, #map6, #map6], iterator_types = ["parallel"]} ins(%21, %23, %collapsed_4 : tensor<3xi1>, tensor<3xi32>, tensor<3xi32>) outs(%18 : tensor<3xi32>) {
    ^bb0(%in: i1, %in_6: i32, %in_7: i32, %out: i32):
      %35 = arith.select %in, %in_6, %in_7 : i32
      linalg.yield %35 : i32
    } -> tensor<3xi32>
    %25 = tensor.empty() : tensor<3x1xi32>
    %26 = linalg.generic {indexing_maps = [#map7, #map1], iterator_types = ["parallel", "parallel"]} ins(%24 : tensor<3xi32>) outs(%25 : tensor<3x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<3x1xi32>
    %27 = tensor.empty() : tensor<3x4xf32>
    %28 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst : tensor<f32>) outs(%27 : tensor<3x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x4xf32>
    %collapsed_5 = tensor.collapse_shape %26 [[0, 1]] : tensor<3x1xi32> into tensor<3xi32>
    %29 = "nn.scatter_add"(%arg0, %collapsed_5, %28) {axis = 0 : i64, drop_outside} : (tensor<10x4xf32>, tensor<3xi32>, tensor<3x4xf32>) -> tensor<10x4xf32>
    %30 = tensor.empty() : tensor<4x10xf32>
    %31 = linalg.generic {indexing_maps = [#map8, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<10x4xf32>) outs(%30 : tensor<4x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x10xf32>
    %32 = tensor.empty() : tensor<4x3xf32>
    %33 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_1 : tensor<f32>) outs(%32 : tensor<4x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x3xf32>
    %34 = "nn.scatter_add"(%31, %collapsed_5, %33) {axis = 1 : i64, drop_outside} : (tensor<4x10xf32>, tensor<3xi32>, tensor<4x3xf32>) -> tensor<4x10xf32>
    return %17, %29, %34 : tensor<10x4xf32>, tensor<10x4xf32>, tensor<4x10xf32>
  }
}
