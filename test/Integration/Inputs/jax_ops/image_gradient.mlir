#map = affine_map<(d0, d1, d2, d3) -> ()>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map2 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1 * 2 + d4, d2 * 2 + d5, d3)>
#map3 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d4, d5)>
#map4 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3)>
#map5 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d3, d5)>
#map6 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3, d4, d5)>
#map7 = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d2 + d3, d4 + d5, d6)>
#map8 = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d3, d5, d1)>
#map9 = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d2, d4, d6, d1)>
#map10 = affine_map<(d0, d1, d2, d3) -> (-d0 + 2, -d1 + 2, d2, d3)>
#map11 = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d6, d2 + d3, d4 + d5, d0)>
#map12 = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d3, d5, d1, d0)>
#map13 = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d6, d2, d4, d1)>
module @jit_image_gradient {
  func.func public @main(%arg0: tensor<2x6x6x3xf32> {sbp.name = "x"}, %arg1: tensor<3x3x3x4xf32> {sbp.name = "kernel"}) -> (tensor<2x6x6x3xf32> {sbp.name = "result.0"}, tensor<3x3x3x4xf32> {sbp.name = "result.1"}) {
    %cst = arith.constant 0xFF800000 : f32
    %c2 = arith.constant 2 : index
    %c-1_i32 = arith.constant -1 : i32
    %cst_0 = arith.constant 0.000000e+00 : f32
    %cst_1 = arith.constant dense<1.000000e+00> : tensor<f32>
    %cst_2 = arith.constant dense<2.000000e+00> : tensor<f32>
    %cst_3 = arith.constant dense<0.000000e+00> : tensor<f32>
    %0 = tensor.empty() : tensor<2x6x6x4xf32>
    %1 = linalg.fill ins(%cst_0 : f32) outs(%0 : tensor<2x6x6x4xf32>) -> tensor<2x6x6x4xf32>
    %padded = tensor.pad %arg0 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg2: index, %arg3: index, %arg4: index, %arg5: index):
      tensor.yield %cst_0 : f32
    } : tensor<2x6x6x3xf32> to tensor<2x8x8x3xf32>
    %2 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded, %arg1 : tensor<2x8x8x3xf32>, tensor<3x3x3x4xf32>) outs(%1 : tensor<2x6x6x4xf32>) -> tensor<2x6x6x4xf32>
    %3 = call @relu(%2) : (tensor<2x6x6x4xf32>) -> tensor<2x6x6x4xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_3 : tensor<f32>) outs(%0 : tensor<2x6x6x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x6x6x4xf32>
    %5 = tensor.empty() : tensor<2x6x6x4xi1>
    %6 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2, %4 : tensor<2x6x6x4xf32>, tensor<2x6x6x4xf32>) outs(%5 : tensor<2x6x6x4xi1>) {
    ^bb0(%in: f32, %in_6: f32, %out: i1):
      %30 = arith.cmpf ogt, %in, %in_6 : f32
      linalg.yield %30 : i1
    } -> tensor<2x6x6x4xi1>
    %7 = tensor.empty() : tensor<2x2xf32>
    %8 = tensor.empty() : tensor<2x3x3x4xf32>
    %9 = linalg.fill ins(%cst : f32) outs(%8 : tensor<2x3x3x4xf32>) -> tensor<2x3x3x4xf32>
    %10 = linalg.pooling_nhwc_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%3, %7 : tensor<2x6x6x4xf32>, tensor<2x2xf32>) outs(%9 : tensor<2x3x3x4xf32>) -> tensor<2x3x3x4xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_2 : tensor<f32>) outs(%8 : tensor<2x3x3x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x3x3x4xf32>
    %12 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%11, %10 : tensor<2x3x3x4xf32>, tensor<2x3x3x4xf32>) outs(%8 : tensor<2x3x3x4xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %30 = arith.mulf %in, %in_6 : f32
      linalg.yield %30 : f32
    } -> tensor<2x3x3x4xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_1 : tensor<f32>) outs(%8 : tensor<2x3x3x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x3x3x4xf32>
    %14 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%13, %12 : tensor<2x3x3x4xf32>, tensor<2x3x3x4xf32>) outs(%8 : tensor<2x3x3x4xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %30 = arith.mulf %in, %in_6 : f32
      linalg.yield %30 : f32
    } -> tensor<2x3x3x4xf32>
    %15 = tensor.empty() : tensor<2x3x3x4xi32>
    %16 = linalg.fill ins(%c-1_i32 : i32) outs(%15 : tensor<2x3x3x4xi32>) -> tensor<2x3x3x4xi32>
    %cst_4 = arith.constant 0.000000e+00 : f32
    %17 = linalg.fill ins(%cst_4 : f32) outs(%8 : tensor<2x3x3x4xf32>) -> tensor<2x3x3x4xf32>
    %18:2 = linalg.generic {indexing_maps = [#map2, #map3, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%3, %7 : tensor<2x6x6x4xf32>, tensor<2x2xf32>) outs(%17, %16 : tensor<2x3x3x4xf32>, tensor<2x3x3x4xi32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32, %out_7: i32):
      %30 = arith.cmpf oge, %in, %out : f32
      %31 = arith.cmpi eq, %out_7, %c-1_i32 : i32
      %32 = arith.ori %30, %31 : i1
      %33 = linalg.index 4 : index
      %34 = linalg.index 5 : index
      %35 = arith.muli %33, %c2 : index
      %36 = arith.addi %35, %34 : index
      %37 = arith.index_cast %36 : index to i32
      %38 = arith.select %32, %37, %out_7 : i32
      %39 = arith.select %32, %in, %out : f32
      linalg.yield %39, %38 : f32, i32
    } -> (tensor<2x3x3x4xf32>, tensor<2x3x3x4xi32>)
    %19 = tensor.empty() : tensor<2x3x2x3x2x4xf32>
    %20 = linalg.fill ins(%cst_0 : f32) outs(%19 : tensor<2x3x2x3x2x4xf32>) -> tensor<2x3x2x3x2x4xf32>
    %21 = linalg.generic {indexing_maps = [#map5, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%18#1, %14 : tensor<2x3x3x4xi32>, tensor<2x3x3x4xf32>) outs(%20 : tensor<2x3x2x3x2x4xf32>) {
    ^bb0(%in: i32, %in_6: f32, %out: f32):
      %30 = arith.addf %in_6, %out : f32
      %31 = linalg.index 2 : index
      %32 = linalg.index 4 : index
      %33 = arith.muli %31, %c2 : index
      %34 = arith.addi %33, %32 : index
      %35 = arith.index_cast %34 : index to i32
      %36 = arith.cmpi eq, %35, %in : i32
      %37 = arith.select %36, %30, %out : f32
      linalg.yield %37 : f32
    } -> tensor<2x3x2x3x2x4xf32>
    %collapsed = tensor.collapse_shape %21 [[0], [1, 2], [3, 4], [5]] : tensor<2x3x2x3x2x4xf32> into tensor<2x6x6x4xf32>
    %22 = linalg.generic {indexing_maps = [#map1, #map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%6, %collapsed, %4 : tensor<2x6x6x4xi1>, tensor<2x6x6x4xf32>, tensor<2x6x6x4xf32>) outs(%0 : tensor<2x6x6x4xf32>) {
    ^bb0(%in: i1, %in_6: f32, %in_7: f32, %out: f32):
      %30 = arith.select %in, %in_6, %in_7 : f32
      linalg.yield %30 : f32
    } -> tensor<2x6x6x4xf32>
    %23 = tensor.empty() : tensor<3x3x3x4xf32>
    %24 = linalg.fill ins(%cst_0 : f32) outs(%23 : tensor<3x3x3x4xf32>) -> tensor<3x3x3x4xf32>
    %25 = linalg.generic {indexing_maps = [#map7, #map8, #map9], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel", "reduction", "parallel"]} ins(%padded, %22 : tensor<2x8x8x3xf32>, tensor<2x6x6x4xf32>) outs(%24 : tensor<3x3x3x4xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %30 = arith.mulf %in, %in_6 : f32
      %31 = arith.addf %out, %30 : f32
      linalg.yield %31 : f32
    } -> tensor<3x3x3x4xf32>
    %26 = linalg.generic {indexing_maps = [#map10, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg1 : tensor<3x3x3x4xf32>) outs(%23 : tensor<3x3x3x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x3x3x4xf32>
    %padded_5 = tensor.pad %22 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg2: index, %arg3: index, %arg4: index, %arg5: index):
      tensor.yield %cst_0 : f32
    } : tensor<2x6x6x4xf32> to tensor<2x8x8x4xf32>
    %27 = tensor.empty() : tensor<2x6x6x3xf32>
    %28 = linalg.fill ins(%cst_0 : f32) outs(%27 : tensor<2x6x6x3xf32>) -> tensor<2x6x6x3xf32>
    %29 = linalg.generic {indexing_maps = [#map11, #map12, #map13], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel", "reduction", "parallel"]} ins(%padded_5, %26 : tensor<2x8x8x4xf32>, tensor<3x3x3x4xf32>) outs(%28 : tensor<2x6x6x3xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %30 = arith.mulf %in, %in_6 : f32
      %31 = arith.addf %out, %30 : f32
      linalg.yield %31 : f32
    } -> tensor<2x6x6x3xf32>
    return %29, %25 : tensor<2x6x6x3xf32>, tensor<3x3x3x4xf32>
  }
  func.func private @relu(%arg0: tensor<2x6x6x4xf32>) -> tensor<2x6x6x4xf32> {
    %cst = arith.constant dense<0.000000e+00> : tensor<f32>
    %0 = tensor.empty() : tensor<2x6x6x4xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst : tensor<f32>) outs(%0 : tensor<2x6x6x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x6x6x4xf32>
    %2 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg0, %1 : tensor<2x6x6x4xf32>, tensor<2x6x6x4xf32>) outs(%0 : tensor<2x6x6x4xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %3 = arith.maximumf %in, %in_0 : f32
      linalg.yield %3 : f32
    } -> tensor<2x6x6x4xf32>
    return %2 : tensor<2x6x6x4xf32>
  }
}
