#map = affine_map<(d0) -> ()>
#map1 = affine_map<(d0) -> (d0)>
#map2 = affine_map<(d0, d1) -> (d0)>
#map3 = affine_map<(d0, d1) -> (d0, d1)>
#map4 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map5 = affine_map<(d0, d1, d2) -> (d1)>
#map6 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map7 = affine_map<(d0, d1, d2) -> (d0, d2, d1)>
#map8 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map9 = affine_map<(d0, d1) -> ()>
#map10 = affine_map<(d0, d1, d2, d3) -> ()>
#map11 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map12 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1 * 2 + d4, d2 * 2 + d5, d3)>
#map13 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d4, d5)>
#map14 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3)>
module @jit_values {
  func.func public @main(%arg0: tensor<2x8x8x3xf32> {sbp.name = "image"}, %arg1: tensor<8x4xf32> {sbp.name = "table"}, %arg2: tensor<3xi32> {sbp.name = "index"}, %arg3: tensor<3x4xf32> {sbp.name = "rows"}) -> (tensor<8x4xf32> {sbp.name = "result.at_max"}, tensor<2x8x8x3xf32> {sbp.name = "result.pool_gradient"}, tensor<8x4xf32> {sbp.name = "result.segment_max"}) {
    %true = arith.constant true
    %cst = arith.constant 0.000000e+00 : f32
    %c8_i32 = arith.constant 8 : i32
    %c7_i32 = arith.constant 7 : i32
    %c6_i32 = arith.constant 6 : i32
    %c5_i32 = arith.constant 5 : i32
    %c4_i32 = arith.constant 4 : i32
    %c3_i32 = arith.constant 3 : i32
    %c2_i32 = arith.constant 2 : i32
    %c1_i32 = arith.constant 1 : i32
    %c0_i32 = arith.constant 0 : i32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant dense<1.000000e+00> : tensor<f32>
    %cst_2 = arith.constant dense<2.000000e+00> : tensor<f32>
    %cst_3 = arith.constant dense<0xFF800000> : tensor<f32>
    %cst_4 = arith.constant dense<8> : tensor<i32>
    %cst_5 = arith.constant dense<0> : tensor<i32>
    %0 = tensor.empty() : tensor<3xi32>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel"]} ins(%cst_5 : tensor<i32>) outs(%0 : tensor<3xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<3xi32>
    %2 = tensor.empty() : tensor<3xi1>
    %3 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%arg2, %1 : tensor<3xi32>, tensor<3xi32>) outs(%2 : tensor<3xi1>) {
    ^bb0(%in: i32, %in_24: i32, %out: i1):
      %89 = arith.cmpi slt, %in, %in_24 : i32
      linalg.yield %89 : i1
    } -> tensor<3xi1>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel"]} ins(%cst_4 : tensor<i32>) outs(%0 : tensor<3xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<3xi32>
    %5 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%arg2, %4 : tensor<3xi32>, tensor<3xi32>) outs(%0 : tensor<3xi32>) {
    ^bb0(%in: i32, %in_24: i32, %out: i32):
      %89 = arith.addi %in, %in_24 : i32
      linalg.yield %89 : i32
    } -> tensor<3xi32>
    %6 = linalg.generic {indexing_maps = [#map1, #map1, #map1, #map1], iterator_types = ["parallel"]} ins(%3, %5, %arg2 : tensor<3xi1>, tensor<3xi32>, tensor<3xi32>) outs(%0 : tensor<3xi32>) {
    ^bb0(%in: i1, %in_24: i32, %in_25: i32, %out: i32):
      %89 = arith.select %in, %in_24, %in_25 : i32
      linalg.yield %89 : i32
    } -> tensor<3xi32>
    %7 = tensor.empty() : tensor<3x1xi32>
    %8 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel"]} ins(%6 : tensor<3xi32>) outs(%7 : tensor<3x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<3x1xi32>
    %collapsed = tensor.collapse_shape %8 [[0, 1]] : tensor<3x1xi32> into tensor<3xi32>
    %9 = tensor.empty() : tensor<8x3x4xi32>
    %10 = linalg.generic {indexing_maps = [#map4], iterator_types = ["parallel", "parallel", "parallel"]} outs(%9 : tensor<8x3x4xi32>) {
    ^bb0(%out: i32):
      %89 = linalg.index 0 : index
      %90 = arith.index_cast %89 : index to i32
      linalg.yield %90 : i32
    } -> tensor<8x3x4xi32>
    %11 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed : tensor<3xi32>) outs(%9 : tensor<8x3x4xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<8x3x4xi32>
    %12 = tensor.empty() : tensor<8x3x4xi1>
    %13 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%11, %10 : tensor<8x3x4xi32>, tensor<8x3x4xi32>) outs(%12 : tensor<8x3x4xi1>) {
    ^bb0(%in: i32, %in_24: i32, %out: i1):
      %89 = arith.cmpi eq, %in, %in_24 : i32
      linalg.yield %89 : i1
    } -> tensor<8x3x4xi1>
    %14 = tensor.empty() : tensor<8x3x4xf32>
    %15 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg3 : tensor<3x4xf32>) outs(%14 : tensor<8x3x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x3x4xf32>
    %16 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%13, %15 : tensor<8x3x4xi1>, tensor<8x3x4xf32>) outs(%14 : tensor<8x3x4xf32>) {
    ^bb0(%in: i1, %in_24: f32, %out: f32):
      %89 = arith.select %in, %in_24, %cst_0 : f32
      linalg.yield %89 : f32
    } -> tensor<8x3x4xf32>
    %17 = tensor.empty() : tensor<8x4xf32>
    %18 = linalg.fill ins(%cst_0 : f32) outs(%17 : tensor<8x4xf32>) -> tensor<8x4xf32>
    %19 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel", "reduction"]} ins(%16 : tensor<8x3x4xf32>) outs(%18 : tensor<8x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %89 = arith.maximumf %out, %in : f32
      linalg.yield %89 : f32
    } -> tensor<8x4xf32>
    %20 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%arg1, %19 : tensor<8x4xf32>, tensor<8x4xf32>) outs(%17 : tensor<8x4xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %89 = arith.maximumf %in, %in_24 : f32
      linalg.yield %89 : f32
    } -> tensor<8x4xf32>
    %21 = linalg.generic {indexing_maps = [#map9, #map3], iterator_types = ["parallel", "parallel"]} ins(%cst_3 : tensor<f32>) outs(%17 : tensor<8x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x4xf32>
    %22 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel"]} ins(%arg2 : tensor<3xi32>) outs(%7 : tensor<3x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<3x1xi32>
    %collapsed_6 = tensor.collapse_shape %22 [[0, 1]] : tensor<3x1xi32> into tensor<3xi32>
    %23 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_6 : tensor<3xi32>) outs(%9 : tensor<8x3x4xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<8x3x4xi32>
    %24 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%23, %10 : tensor<8x3x4xi32>, tensor<8x3x4xi32>) outs(%12 : tensor<8x3x4xi1>) {
    ^bb0(%in: i32, %in_24: i32, %out: i1):
      %89 = arith.cmpi eq, %in, %in_24 : i32
      linalg.yield %89 : i1
    } -> tensor<8x3x4xi1>
    %25 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%24, %15 : tensor<8x3x4xi1>, tensor<8x3x4xf32>) outs(%14 : tensor<8x3x4xf32>) {
    ^bb0(%in: i1, %in_24: f32, %out: f32):
      %89 = arith.select %in, %in_24, %cst_0 : f32
      linalg.yield %89 : f32
    } -> tensor<8x3x4xf32>
    %26 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel", "reduction"]} ins(%25 : tensor<8x3x4xf32>) outs(%18 : tensor<8x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %89 = arith.maximumf %out, %in : f32
      linalg.yield %89 : f32
    } -> tensor<8x4xf32>
    %27 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%21, %26 : tensor<8x4xf32>, tensor<8x4xf32>) outs(%17 : tensor<8x4xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %89 = arith.maximumf %in, %in_24 : f32
      linalg.yield %89 : f32
    } -> tensor<8x4xf32>
    %28 = tensor.empty() : tensor<2x4x4x3xf32>
    %29 = linalg.generic {indexing_maps = [#map10, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_3 : tensor<f32>) outs(%28 : tensor<2x4x4x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4x4x3xf32>
    %padded = tensor.pad %arg0 low[0, 0, 0, 0] high[0, 1, 1, 0] {
    ^bb0(%arg4: index, %arg5: index, %arg6: index, %arg7: index):
      tensor.yield %cst_0 : f32
    } : tensor<2x8x8x3xf32> to tensor<2x9x9x3xf32>
    %30 = tensor.empty() : tensor<3x3xf32>
    %31 = linalg.generic {indexing_maps = [#map12, #map13, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%padded, %30 : tensor<2x9x9x3xf32>, tensor<3x3xf32>) outs(%29 : tensor<2x4x4x3xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %89 = arith.maximumf %out, %in : f32
      linalg.yield %89 : f32
    } -> tensor<2x4x4x3xf32>
    %32 = linalg.generic {indexing_maps = [#map10, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_2 : tensor<f32>) outs(%28 : tensor<2x4x4x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4x4x3xf32>
    %33 = linalg.generic {indexing_maps = [#map11, #map11, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%32, %31 : tensor<2x4x4x3xf32>, tensor<2x4x4x3xf32>) outs(%28 : tensor<2x4x4x3xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %89 = arith.mulf %in, %in_24 : f32
      linalg.yield %89 : f32
    } -> tensor<2x4x4x3xf32>
    %34 = linalg.generic {indexing_maps = [#map10, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_1 : tensor<f32>) outs(%28 : tensor<2x4x4x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4x4x3xf32>
    %35 = linalg.generic {indexing_maps = [#map11, #map11, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%34, %33 : tensor<2x4x4x3xf32>, tensor<2x4x4x3xf32>) outs(%28 : tensor<2x4x4x3xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %89 = arith.mulf %in, %in_24 : f32
      linalg.yield %89 : f32
    } -> tensor<2x4x4x3xf32>
    %extracted_slice = tensor.extract_slice %padded[0, 0, 0, 0] [2, 4, 4, 3] [1, 2, 2, 1] : tensor<2x9x9x3xf32> to tensor<2x4x4x3xf32>
    %extracted_slice_7 = tensor.extract_slice %padded[0, 0, 1, 0] [2, 4, 4, 3] [1, 2, 2, 1] : tensor<2x9x9x3xf32> to tensor<2x4x4x3xf32>
    %36 = tensor.empty() : tensor<2x4x4x3xi1>
    %37 = linalg.generic {indexing_maps = [#map11, #map11, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice, %extracted_slice_7 : tensor<2x4x4x3xf32>, tensor<2x4x4x3xf32>) outs(%36 : tensor<2x4x4x3xi1>) {
    ^bb0(%in: f32, %in_24: f32, %out: i1):
      %89 = arith.cmpf oge, %in, %in_24 : f32
      linalg.yield %89 : i1
    } -> tensor<2x4x4x3xi1>
    %38 = linalg.generic {indexing_maps = [#map11, #map11, #map11, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%37, %extracted_slice, %extracted_slice_7 : tensor<2x4x4x3xi1>, tensor<2x4x4x3xf32>, tensor<2x4x4x3xf32>) outs(%28 : tensor<2x4x4x3xf32>) {
    ^bb0(%in: i1, %in_24: f32, %in_25: f32, %out: f32):
      %89 = arith.select %in, %in_24, %in_25 : f32
      linalg.yield %89 : f32
    } -> tensor<2x4x4x3xf32>
    %39 = tensor.empty() : tensor<2x4x4x3xi32>
    %40 = linalg.generic {indexing_maps = [#map11, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%37 : tensor<2x4x4x3xi1>) outs(%39 : tensor<2x4x4x3xi32>) {
    ^bb0(%in: i1, %out: i32):
      %89 = arith.xori %in, %true : i1
      %90 = arith.extui %89 : i1 to i32
      linalg.yield %90 : i32
    } -> tensor<2x4x4x3xi32>
    %extracted_slice_8 = tensor.extract_slice %padded[0, 0, 2, 0] [2, 4, 4, 3] [1, 2, 2, 1] : tensor<2x9x9x3xf32> to tensor<2x4x4x3xf32>
    %41 = linalg.generic {indexing_maps = [#map11, #map11, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%38, %extracted_slice_8 : tensor<2x4x4x3xf32>, tensor<2x4x4x3xf32>) outs(%36 : tensor<2x4x4x3xi1>) {
    ^bb0(%in: f32, %in_24: f32, %out: i1):
      %89 = arith.cmpf oge, %in, %in_24 : f32
      linalg.yield %89 : i1
    } -> tensor<2x4x4x3xi1>
    %42 = linalg.generic {indexing_maps = [#map11, #map11, #map11, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%41, %38, %extracted_slice_8 : tensor<2x4x4x3xi1>, tensor<2x4x4x3xf32>, tensor<2x4x4x3xf32>) outs(%28 : tensor<2x4x4x3xf32>) {
    ^bb0(%in: i1, %in_24: f32, %in_25: f32, %out: f32):
      %89 = arith.select %in, %in_24, %in_25 : f32
      linalg.yield %89 : f32
    } -> tensor<2x4x4x3xf32>
    %43 = linalg.generic {indexing_maps = [#map11, #map11, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%41, %40 : tensor<2x4x4x3xi1>, tensor<2x4x4x3xi32>) outs(%39 : tensor<2x4x4x3xi32>) {
    ^bb0(%in: i1, %in_24: i32, %out: i32):
      %89 = arith.select %in, %in_24, %c2_i32 : i32
      linalg.yield %89 : i32
    } -> tensor<2x4x4x3xi32>
    %extracted_slice_9 = tensor.extract_slice %padded[0, 1, 0, 0] [2, 4, 4, 3] [1, 2, 2, 1] : tensor<2x9x9x3xf32> to tensor<2x4x4x3xf32>
    %44 = linalg.generic {indexing_maps = [#map11, #map11, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%42, %extracted_slice_9 : tensor<2x4x4x3xf32>, tensor<2x4x4x3xf32>) outs(%36 : tensor<2x4x4x3xi1>) {
    ^bb0(%in: f32, %in_24: f32, %out: i1):
      %89 = arith.cmpf oge, %in, %in_24 : f32
      linalg.yield %89 : i1
    } -> tensor<2x4x4x3xi1>
    %45 = linalg.generic {indexing_maps = [#map11, #map11, #map11, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%44, %42, %extracted_slice_9 : tensor<2x4x4x3xi1>, tensor<2x4x4x3xf32>, tensor<2x4x4x3xf32>) outs(%28 : tensor<2x4x4x3xf32>) {
    ^bb0(%in: i1, %in_24: f32, %in_25: f32, %out: f32):
      %89 = arith.select %in, %in_24, %in_25 : f32
      linalg.yield %89 : f32
    } -> tensor<2x4x4x3xf32>
    %46 = linalg.generic {indexing_maps = [#map11, #map11, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%44, %43 : tensor<2x4x4x3xi1>, tensor<2x4x4x3xi32>) outs(%39 : tensor<2x4x4x3xi32>) {
    ^bb0(%in: i1, %in_24: i32, %out: i32):
      %89 = arith.select %in, %in_24, %c3_i32 : i32
      linalg.yield %89 : i32
    } -> tensor<2x4x4x3xi32>
    %extracted_slice_10 = tensor.extract_slice %padded[0, 1, 1, 0] [2, 4, 4, 3] [1, 2, 2, 1] : tensor<2x9x9x3xf32> to tensor<2x4x4x3xf32>
    %47 = linalg.generic {indexing_maps = [#map11, #map11, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%45, %extracted_slice_10 : tensor<2x4x4x3xf32>, tensor<2x4x4x3xf32>) outs(%36 : tensor<2x4x4x3xi1>) {
    ^bb0(%in: f32, %in_24: f32, %out: i1):
      %89 = arith.cmpf oge, %in, %in_24 : f32
      linalg.yield %89 : i1
    } -> tensor<2x4x4x3xi1>
    %48 = linalg.generic {indexing_maps = [#map11, #map11, #map11, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%47, %45, %extracted_slice_10 : tensor<2x4x4x3xi1>, tensor<2x4x4x3xf32>, tensor<2x4x4x3xf32>) outs(%28 : tensor<2x4x4x3xf32>) {
    ^bb0(%in: i1, %in_24: f32, %in_25: f32, %out: f32):
      %89 = arith.select %in, %in_24, %in_25 : f32
      linalg.yield %89 : f32
    } -> tensor<2x4x4x3xf32>
    %49 = linalg.generic {indexing_maps = [#map11, #map11, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%47, %46 : tensor<2x4x4x3xi1>, tensor<2x4x4x3xi32>) outs(%39 : tensor<2x4x4x3xi32>) {
    ^bb0(%in: i1, %in_24: i32, %out: i32):
      %89 = arith.select %in, %in_24, %c4_i32 : i32
      linalg.yield %89 : i32
    } -> tensor<2x4x4x3xi32>
    %extracted_slice_11 = tensor.extract_slice %padded[0, 1, 2, 0] [2, 4, 4, 3] [1, 2, 2, 1] : tensor<2x9x9x3xf32> to tensor<2x4x4x3xf32>
    %50 = linalg.generic {indexing_maps = [#map11, #map11, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%48, %extracted_slice_11 : tensor<2x4x4x3xf32>, tensor<2x4x4x3xf32>) outs(%36 : tensor<2x4x4x3xi1>) {
    ^bb0(%in: f32, %in_24: f32, %out: i1):
      %89 = arith.cmpf oge, %in, %in_24 : f32
      linalg.yield %89 : i1
    } -> tensor<2x4x4x3xi1>
    %51 = linalg.generic {indexing_maps = [#map11, #map11, #map11, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%50, %48, %extracted_slice_11 : tensor<2x4x4x3xi1>, tensor<2x4x4x3xf32>, tensor<2x4x4x3xf32>) outs(%28 : tensor<2x4x4x3xf32>) {
    ^bb0(%in: i1, %in_24: f32, %in_25: f32, %out: f32):
      %89 = arith.select %in, %in_24, %in_25 : f32
      linalg.yield %89 : f32
    } -> tensor<2x4x4x3xf32>
    %52 = linalg.generic {indexing_maps = [#map11, #map11, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%50, %49 : tensor<2x4x4x3xi1>, tensor<2x4x4x3xi32>) outs(%39 : tensor<2x4x4x3xi32>) {
    ^bb0(%in: i1, %in_24: i32, %out: i32):
      %89 = arith.select %in, %in_24, %c5_i32 : i32
      linalg.yield %89 : i32
    } -> tensor<2x4x4x3xi32>
    %extracted_slice_12 = tensor.extract_slice %padded[0, 2, 0, 0] [2, 4, 4, 3] [1, 2, 2, 1] : tensor<2x9x9x3xf32> to tensor<2x4x4x3xf32>
    %53 = linalg.generic {indexing_maps = [#map11, #map11, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%51, %extracted_slice_12 : tensor<2x4x4x3xf32>, tensor<2x4x4x3xf32>) outs(%36 : tensor<2x4x4x3xi1>) {
    ^bb0(%in: f32, %in_24: f32, %out: i1):
      %89 = arith.cmpf oge, %in, %in_24 : f32
      linalg.yield %89 : i1
    } -> tensor<2x4x4x3xi1>
    %54 = linalg.generic {indexing_maps = [#map11, #map11, #map11, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%53, %51, %extracted_slice_12 : tensor<2x4x4x3xi1>, tensor<2x4x4x3xf32>, tensor<2x4x4x3xf32>) outs(%28 : tensor<2x4x4x3xf32>) {
    ^bb0(%in: i1, %in_24: f32, %in_25: f32, %out: f32):
      %89 = arith.select %in, %in_24, %in_25 : f32
      linalg.yield %89 : f32
    } -> tensor<2x4x4x3xf32>
    %55 = linalg.generic {indexing_maps = [#map11, #map11, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%53, %52 : tensor<2x4x4x3xi1>, tensor<2x4x4x3xi32>) outs(%39 : tensor<2x4x4x3xi32>) {
    ^bb0(%in: i1, %in_24: i32, %out: i32):
      %89 = arith.select %in, %in_24, %c6_i32 : i32
      linalg.yield %89 : i32
    } -> tensor<2x4x4x3xi32>
    %extracted_slice_13 = tensor.extract_slice %padded[0, 2, 1, 0] [2, 4, 4, 3] [1, 2, 2, 1] : tensor<2x9x9x3xf32> to tensor<2x4x4x3xf32>
    %56 = linalg.generic {indexing_maps = [#map11, #map11, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%54, %extracted_slice_13 : tensor<2x4x4x3xf32>, tensor<2x4x4x3xf32>) outs(%36 : tensor<2x4x4x3xi1>) {
    ^bb0(%in: f32, %in_24: f32, %out: i1):
      %89 = arith.cmpf oge, %in, %in_24 : f32
      linalg.yield %89 : i1
    } -> tensor<2x4x4x3xi1>
    %57 = linalg.generic {indexing_maps = [#map11, #map11, #map11, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%56, %54, %extracted_slice_13 : tensor<2x4x4x3xi1>, tensor<2x4x4x3xf32>, tensor<2x4x4x3xf32>) outs(%28 : tensor<2x4x4x3xf32>) {
    ^bb0(%in: i1, %in_24: f32, %in_25: f32, %out: f32):
      %89 = arith.select %in, %in_24, %in_25 : f32
      linalg.yield %89 : f32
    } -> tensor<2x4x4x3xf32>
    %58 = linalg.generic {indexing_maps = [#map11, #map11, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%56, %55 : tensor<2x4x4x3xi1>, tensor<2x4x4x3xi32>) outs(%39 : tensor<2x4x4x3xi32>) {
    ^bb0(%in: i1, %in_24: i32, %out: i32):
      %89 = arith.select %in, %in_24, %c7_i32 : i32
      linalg.yield %89 : i32
    } -> tensor<2x4x4x3xi32>
    %extracted_slice_14 = tensor.extract_slice %padded[0, 2, 2, 0] [2, 4, 4, 3] [1, 2, 2, 1] : tensor<2x9x9x3xf32> to tensor<2x4x4x3xf32>
    %59 = linalg.generic {indexing_maps = [#map11, #map11, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%57, %extracted_slice_14 : tensor<2x4x4x3xf32>, tensor<2x4x4x3xf32>) outs(%36 : tensor<2x4x4x3xi1>) {
    ^bb0(%in: f32, %in_24: f32, %out: i1):
      %89 = arith.cmpf oge, %in, %in_24 : f32
      linalg.yield %89 : i1
    } -> tensor<2x4x4x3xi1>
    %60 = linalg.generic {indexing_maps = [#map11, #map11, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%59, %58 : tensor<2x4x4x3xi1>, tensor<2x4x4x3xi32>) outs(%39 : tensor<2x4x4x3xi32>) {
    ^bb0(%in: i1, %in_24: i32, %out: i32):
      %89 = arith.select %in, %in_24, %c8_i32 : i32
      linalg.yield %89 : i32
    } -> tensor<2x4x4x3xi32>
    %61 = linalg.generic {indexing_maps = [#map11, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%60 : tensor<2x4x4x3xi32>) outs(%36 : tensor<2x4x4x3xi1>) {
    ^bb0(%in: i32, %out: i1):
      %89 = arith.cmpi eq, %in, %c0_i32 : i32
      linalg.yield %89 : i1
    } -> tensor<2x4x4x3xi1>
    %62 = linalg.generic {indexing_maps = [#map11, #map11, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%61, %35 : tensor<2x4x4x3xi1>, tensor<2x4x4x3xf32>) outs(%28 : tensor<2x4x4x3xf32>) {
    ^bb0(%in: i1, %in_24: f32, %out: f32):
      %89 = arith.select %in, %in_24, %cst : f32
      linalg.yield %89 : f32
    } -> tensor<2x4x4x3xf32>
    %63 = tensor.empty() : tensor<2x9x9x3xf32>
    %64 = linalg.fill ins(%cst : f32) outs(%63 : tensor<2x9x9x3xf32>) -> tensor<2x9x9x3xf32>
    %inserted_slice = tensor.insert_slice %62 into %64[0, 0, 0, 0] [2, 4, 4, 3] [1, 2, 2, 1] : tensor<2x4x4x3xf32> into tensor<2x9x9x3xf32>
    %65 = linalg.generic {indexing_maps = [#map11, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%60 : tensor<2x4x4x3xi32>) outs(%36 : tensor<2x4x4x3xi1>) {
    ^bb0(%in: i32, %out: i1):
      %89 = arith.cmpi eq, %in, %c1_i32 : i32
      linalg.yield %89 : i1
    } -> tensor<2x4x4x3xi1>
    %66 = linalg.generic {indexing_maps = [#map11, #map11, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%65, %35 : tensor<2x4x4x3xi1>, tensor<2x4x4x3xf32>) outs(%28 : tensor<2x4x4x3xf32>) {
    ^bb0(%in: i1, %in_24: f32, %out: f32):
      %89 = arith.select %in, %in_24, %cst : f32
      linalg.yield %89 : f32
    } -> tensor<2x4x4x3xf32>
    %inserted_slice_15 = tensor.insert_slice %66 into %64[0, 0, 1, 0] [2, 4, 4, 3] [1, 2, 2, 1] : tensor<2x4x4x3xf32> into tensor<2x9x9x3xf32>
    %67 = linalg.generic {indexing_maps = [#map11, #map11, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%inserted_slice, %inserted_slice_15 : tensor<2x9x9x3xf32>, tensor<2x9x9x3xf32>) outs(%63 : tensor<2x9x9x3xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %89 = arith.addf %in, %in_24 : f32
      linalg.yield %89 : f32
    } -> tensor<2x9x9x3xf32>
    %68 = linalg.generic {indexing_maps = [#map11, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%60 : tensor<2x4x4x3xi32>) outs(%36 : tensor<2x4x4x3xi1>) {
    ^bb0(%in: i32, %out: i1):
      %89 = arith.cmpi eq, %in, %c2_i32 : i32
      linalg.yield %89 : i1
    } -> tensor<2x4x4x3xi1>
    %69 = linalg.generic {indexing_maps = [#map11, #map11, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%68, %35 : tensor<2x4x4x3xi1>, tensor<2x4x4x3xf32>) outs(%28 : tensor<2x4x4x3xf32>) {
    ^bb0(%in: i1, %in_24: f32, %out: f32):
      %89 = arith.select %in, %in_24, %cst : f32
      linalg.yield %89 : f32
    } -> tensor<2x4x4x3xf32>
    %inserted_slice_16 = tensor.insert_slice %69 into %64[0, 0, 2, 0] [2, 4, 4, 3] [1, 2, 2, 1] : tensor<2x4x4x3xf32> into tensor<2x9x9x3xf32>
    %70 = linalg.generic {indexing_maps = [#map11, #map11, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%67, %inserted_slice_16 : tensor<2x9x9x3xf32>, tensor<2x9x9x3xf32>) outs(%63 : tensor<2x9x9x3xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %89 = arith.addf %in, %in_24 : f32
      linalg.yield %89 : f32
    } -> tensor<2x9x9x3xf32>
    %71 = linalg.generic {indexing_maps = [#map11, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%60 : tensor<2x4x4x3xi32>) outs(%36 : tensor<2x4x4x3xi1>) {
    ^bb0(%in: i32, %out: i1):
      %89 = arith.cmpi eq, %in, %c3_i32 : i32
      linalg.yield %89 : i1
    } -> tensor<2x4x4x3xi1>
    %72 = linalg.generic {indexing_maps = [#map11, #map11, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%71, %35 : tensor<2x4x4x3xi1>, tensor<2x4x4x3xf32>) outs(%28 : tensor<2x4x4x3xf32>) {
    ^bb0(%in: i1, %in_24: f32, %out: f32):
      %89 = arith.select %in, %in_24, %cst : f32
      linalg.yield %89 : f32
    } -> tensor<2x4x4x3xf32>
    %inserted_slice_17 = tensor.insert_slice %72 into %64[0, 1, 0, 0] [2, 4, 4, 3] [1, 2, 2, 1] : tensor<2x4x4x3xf32> into tensor<2x9x9x3xf32>
    %73 = linalg.generic {indexing_maps = [#map11, #map11, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%70, %inserted_slice_17 : tensor<2x9x9x3xf32>, tensor<2x9x9x3xf32>) outs(%63 : tensor<2x9x9x3xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %89 = arith.addf %in, %in_24 : f32
      linalg.yield %89 : f32
    } -> tensor<2x9x9x3xf32>
    %74 = linalg.generic {indexing_maps = [#map11, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%60 : tensor<2x4x4x3xi32>) outs(%36 : tensor<2x4x4x3xi1>) {
    ^bb0(%in: i32, %out: i1):
      %89 = arith.cmpi eq, %in, %c4_i32 : i32
      linalg.yield %89 : i1
    } -> tensor<2x4x4x3xi1>
    %75 = linalg.generic {indexing_maps = [#map11, #map11, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%74, %35 : tensor<2x4x4x3xi1>, tensor<2x4x4x3xf32>) outs(%28 : tensor<2x4x4x3xf32>) {
    ^bb0(%in: i1, %in_24: f32, %out: f32):
      %89 = arith.select %in, %in_24, %cst : f32
      linalg.yield %89 : f32
    } -> tensor<2x4x4x3xf32>
    %inserted_slice_18 = tensor.insert_slice %75 into %64[0, 1, 1, 0] [2, 4, 4, 3] [1, 2, 2, 1] : tensor<2x4x4x3xf32> into tensor<2x9x9x3xf32>
    %76 = linalg.generic {indexing_maps = [#map11, #map11, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%73, %inserted_slice_18 : tensor<2x9x9x3xf32>, tensor<2x9x9x3xf32>) outs(%63 : tensor<2x9x9x3xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %89 = arith.addf %in, %in_24 : f32
      linalg.yield %89 : f32
    } -> tensor<2x9x9x3xf32>
    %77 = linalg.generic {indexing_maps = [#map11, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%60 : tensor<2x4x4x3xi32>) outs(%36 : tensor<2x4x4x3xi1>) {
    ^bb0(%in: i32, %out: i1):
      %89 = arith.cmpi eq, %in, %c5_i32 : i32
      linalg.yield %89 : i1
    } -> tensor<2x4x4x3xi1>
    %78 = linalg.generic {indexing_maps = [#map11, #map11, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%77, %35 : tensor<2x4x4x3xi1>, tensor<2x4x4x3xf32>) outs(%28 : tensor<2x4x4x3xf32>) {
    ^bb0(%in: i1, %in_24: f32, %out: f32):
      %89 = arith.select %in, %in_24, %cst : f32
      linalg.yield %89 : f32
    } -> tensor<2x4x4x3xf32>
    %inserted_slice_19 = tensor.insert_slice %78 into %64[0, 1, 2, 0] [2, 4, 4, 3] [1, 2, 2, 1] : tensor<2x4x4x3xf32> into tensor<2x9x9x3xf32>
    %79 = linalg.generic {indexing_maps = [#map11, #map11, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%76, %inserted_slice_19 : tensor<2x9x9x3xf32>, tensor<2x9x9x3xf32>) outs(%63 : tensor<2x9x9x3xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %89 = arith.addf %in, %in_24 : f32
      linalg.yield %89 : f32
    } -> tensor<2x9x9x3xf32>
    %80 = linalg.generic {indexing_maps = [#map11, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%60 : tensor<2x4x4x3xi32>) outs(%36 : tensor<2x4x4x3xi1>) {
    ^bb0(%in: i32, %out: i1):
      %89 = arith.cmpi eq, %in, %c6_i32 : i32
      linalg.yield %89 : i1
    } -> tensor<2x4x4x3xi1>
    %81 = linalg.generic {indexing_maps = [#map11, #map11, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%80, %35 : tensor<2x4x4x3xi1>, tensor<2x4x4x3xf32>) outs(%28 : tensor<2x4x4x3xf32>) {
    ^bb0(%in: i1, %in_24: f32, %out: f32):
      %89 = arith.select %in, %in_24, %cst : f32
      linalg.yield %89 : f32
    } -> tensor<2x4x4x3xf32>
    %inserted_slice_20 = tensor.insert_slice %81 into %64[0, 2, 0, 0] [2, 4, 4, 3] [1, 2, 2, 1] : tensor<2x4x4x3xf32> into tensor<2x9x9x3xf32>
    %82 = linalg.generic {indexing_maps = [#map11, #map11, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%79, %inserted_slice_20 : tensor<2x9x9x3xf32>, tensor<2x9x9x3xf32>) outs(%63 : tensor<2x9x9x3xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %89 = arith.addf %in, %in_24 : f32
      linalg.yield %89 : f32
    } -> tensor<2x9x9x3xf32>
    %83 = linalg.generic {indexing_maps = [#map11, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%60 : tensor<2x4x4x3xi32>) outs(%36 : tensor<2x4x4x3xi1>) {
    ^bb0(%in: i32, %out: i1):
      %89 = arith.cmpi eq, %in, %c7_i32 : i32
      linalg.yield %89 : i1
    } -> tensor<2x4x4x3xi1>
    %84 = linalg.generic {indexing_maps = [#map11, #map11, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%83, %35 : tensor<2x4x4x3xi1>, tensor<2x4x4x3xf32>) outs(%28 : tensor<2x4x4x3xf32>) {
    ^bb0(%in: i1, %in_24: f32, %out: f32):
      %89 = arith.select %in, %in_24, %cst : f32
      linalg.yield %89 : f32
    } -> tensor<2x4x4x3xf32>
    %inserted_slice_21 = tensor.insert_slice %84 into %64[0, 2, 1, 0] [2, 4, 4, 3] [1, 2, 2, 1] : tensor<2x4x4x3xf32> into tensor<2x9x9x3xf32>
    %85 = linalg.generic {indexing_maps = [#map11, #map11, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%82, %inserted_slice_21 : tensor<2x9x9x3xf32>, tensor<2x9x9x3xf32>) outs(%63 : tensor<2x9x9x3xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %89 = arith.addf %in, %in_24 : f32
      linalg.yield %89 : f32
    } -> tensor<2x9x9x3xf32>
    %86 = linalg.generic {indexing_maps = [#map11, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%60 : tensor<2x4x4x3xi32>) outs(%36 : tensor<2x4x4x3xi1>) {
    ^bb0(%in: i32, %out: i1):
      %89 = arith.cmpi eq, %in, %c8_i32 : i32
      linalg.yield %89 : i1
    } -> tensor<2x4x4x3xi1>
    %87 = linalg.generic {indexing_maps = [#map11, #map11, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%86, %35 : tensor<2x4x4x3xi1>, tensor<2x4x4x3xf32>) outs(%28 : tensor<2x4x4x3xf32>) {
    ^bb0(%in: i1, %in_24: f32, %out: f32):
      %89 = arith.select %in, %in_24, %cst : f32
      linalg.yield %89 : f32
    } -> tensor<2x4x4x3xf32>
    %inserted_slice_22 = tensor.insert_slice %87 into %64[0, 2, 2, 0] [2, 4, 4, 3] [1, 2, 2, 1] : tensor<2x4x4x3xf32> into tensor<2x9x9x3xf32>
    %88 = linalg.generic {indexing_maps = [#map11, #map11, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%85, %inserted_slice_22 : tensor<2x9x9x3xf32>, tensor<2x9x9x3xf32>) outs(%63 : tensor<2x9x9x3xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %89 = arith.addf %in, %in_24 : f32
      linalg.yield %89 : f32
    } -> tensor<2x9x9x3xf32>
    %extracted_slice_23 = tensor.extract_slice %88[0, 0, 0, 0] [2, 8, 8, 3] [1, 1, 1, 1] : tensor<2x9x9x3xf32> to tensor<2x8x8x3xf32>
    return %20, %extracted_slice_23, %27 : tensor<8x4xf32>, tensor<2x8x8x3xf32>, tensor<8x4xf32>
  }
}
