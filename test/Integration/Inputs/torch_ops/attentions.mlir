#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0) -> (d0)>
#map2 = affine_map<(d0, d1) -> (0, d1)>
#map3 = affine_map<(d0, d1) -> (d0, 0)>
#map4 = affine_map<(d0, d1) -> (d0, d1)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
#map6 = affine_map<(d0, d1, d2, d3) -> ()>
#map7 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map8 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#map9 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>
#map10 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>
module {
  func.func @main(%arg0: tensor<2x4x5x4xf32> {sbp.name = "query"},
    %arg1: tensor<2x2x5x4xf32> {sbp.name = "key"},
    %arg2: tensor<5x5xf32> {sbp.name = "mask"}) -> (tensor<2x4x5x4xf32> {sbp.name = "result.0"}, tensor<2x4x5x4xf32> {sbp.name = "result.1"}, tensor<2x4x5x4xf32> {sbp.name = "result.2"}) {
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant dense<-1.000000e+30> : tensor<f32>
    %cst_2 = arith.constant dense<true> : tensor<5x5xi1>
    %cst_3 = arith.constant 5.000000e-01 : f32
    %0 = tensor.empty() : tensor<2x4x4x5xf32>
    %transposed = linalg.transpose ins(%arg0 : tensor<2x4x5x4xf32>) outs(%0 : tensor<2x4x4x5xf32>) permutation = [0, 1, 3, 2] 
    %collapsed = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : tensor<2x4x5x4xf32> into tensor<8x5x4xf32>
    %collapsed_4 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : tensor<2x4x4x5xf32> into tensor<8x4x5xf32>
    %1 = tensor.empty() : tensor<8x5x5xf32>
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<8x5x5xf32>) -> tensor<8x5x5xf32>
    %3 = linalg.batch_matmul ins(%collapsed, %collapsed_4 : tensor<8x5x4xf32>, tensor<8x4x5xf32>) outs(%2 : tensor<8x5x5xf32>) -> tensor<8x5x5xf32>
    %expanded = tensor.expand_shape %3 [[0, 1], [2], [3]] output_shape [2, 4, 5, 5] : tensor<8x5x5xf32> into tensor<2x4x5x5xf32>
    %4 = tensor.empty() : tensor<2x4x5x5xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded : tensor<2x4x5x5xf32>) outs(%4 : tensor<2x4x5x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %46 = arith.mulf %in, %cst_3 : f32
      linalg.yield %46 : f32
    } -> tensor<2x4x5x5xf32>
    %6 = tensor.empty() : tensor<5xi64>
    %7 = linalg.generic {indexing_maps = [#map1], iterator_types = ["parallel"]} outs(%6 : tensor<5xi64>) {
    ^bb0(%out: i64):
      %46 = linalg.index 0 : index
      %47 = arith.index_cast %46 : index to i64
      linalg.yield %47 : i64
    } -> tensor<5xi64>
    %expanded_5 = tensor.expand_shape %7 [[0, 1]] output_shape [1, 5] : tensor<5xi64> into tensor<1x5xi64>
    %expanded_6 = tensor.expand_shape %7 [[0, 1]] output_shape [5, 1] : tensor<5xi64> into tensor<5x1xi64>
    %8 = tensor.empty() : tensor<5x5xi64>
    %9 = linalg.generic {indexing_maps = [#map2, #map3, #map4], iterator_types = ["parallel", "parallel"]} ins(%expanded_5, %expanded_6 : tensor<1x5xi64>, tensor<5x1xi64>) outs(%8 : tensor<5x5xi64>) {
    ^bb0(%in: i64, %in_21: i64, %out: i64):
      %46 = arith.subi %in, %in_21 : i64
      linalg.yield %46 : i64
    } -> tensor<5x5xi64>
    %10 = tensor.empty() : tensor<5x5xi1>
    %11 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%9 : tensor<5x5xi64>) outs(%10 : tensor<5x5xi1>) {
    ^bb0(%in: i64, %out: i1):
      %46 = arith.cmpi sle, %in, %c0_i64 : i64
      linalg.yield %46 : i1
    } -> tensor<5x5xi1>
    %12 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%11, %cst_2 : tensor<5x5xi1>, tensor<5x5xi1>) outs(%10 : tensor<5x5xi1>) {
    ^bb0(%in: i1, %in_21: i1, %out: i1):
      %46 = arith.andi %in, %in_21 : i1
      linalg.yield %46 : i1
    } -> tensor<5x5xi1>
    %13 = linalg.generic {indexing_maps = [#map5, #map, #map6, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%12, %5, %cst_1 : tensor<5x5xi1>, tensor<2x4x5x5xf32>, tensor<f32>) outs(%4 : tensor<2x4x5x5xf32>) {
    ^bb0(%in: i1, %in_21: f32, %in_22: f32, %out: f32):
      %46 = arith.select %in, %in_21, %in_22 : f32
      linalg.yield %46 : f32
    } -> tensor<2x4x5x5xf32>
    %14 = tensor.empty() : tensor<2x4x5xi64>
    %15 = linalg.fill ins(%c0_i64 : i64) outs(%14 : tensor<2x4x5xi64>) -> tensor<2x4x5xi64>
    %16 = tensor.empty() : tensor<2x4x5xf32>
    %17 = linalg.fill ins(%cst_0 : f32) outs(%16 : tensor<2x4x5xf32>) -> tensor<2x4x5xf32>
    %18:2 = linalg.generic {indexing_maps = [#map, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%13 : tensor<2x4x5x5xf32>) outs(%17, %15 : tensor<2x4x5xf32>, tensor<2x4x5xi64>) {
    ^bb0(%in: f32, %out: f32, %out_21: i64):
      %46 = linalg.index 3 : index
      %47 = arith.index_cast %46 : index to i64
      %48 = arith.maximumf %in, %out : f32
      %49 = arith.cmpf ogt, %in, %out : f32
      %50 = arith.select %49, %47, %out_21 : i64
      linalg.yield %48, %50 : f32, i64
    } -> (tensor<2x4x5xf32>, tensor<2x4x5xi64>)
    %expanded_7 = tensor.expand_shape %18#0 [[0], [1], [2, 3]] output_shape [2, 4, 5, 1] : tensor<2x4x5xf32> into tensor<2x4x5x1xf32>
    %19 = linalg.generic {indexing_maps = [#map, #map8, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%13, %expanded_7 : tensor<2x4x5x5xf32>, tensor<2x4x5x1xf32>) outs(%4 : tensor<2x4x5x5xf32>) {
    ^bb0(%in: f32, %in_21: f32, %out: f32):
      %46 = arith.subf %in, %in_21 : f32
      linalg.yield %46 : f32
    } -> tensor<2x4x5x5xf32>
    %20 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%19 : tensor<2x4x5x5xf32>) outs(%4 : tensor<2x4x5x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %46 = math.exp %in : f32
      linalg.yield %46 : f32
    } -> tensor<2x4x5x5xf32>
    %21 = tensor.empty() : tensor<2x4x5x1xf32>
    %22 = linalg.fill ins(%cst : f32) outs(%21 : tensor<2x4x5x1xf32>) -> tensor<2x4x5x1xf32>
    %23 = linalg.generic {indexing_maps = [#map, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%20 : tensor<2x4x5x5xf32>) outs(%22 : tensor<2x4x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %46 = arith.addf %in, %out : f32
      linalg.yield %46 : f32
    } -> tensor<2x4x5x1xf32>
    %24 = linalg.generic {indexing_maps = [#map, #map8, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%20, %23 : tensor<2x4x5x5xf32>, tensor<2x4x5x1xf32>) outs(%4 : tensor<2x4x5x5xf32>) {
    ^bb0(%in: f32, %in_21: f32, %out: f32):
      %46 = arith.divf %in, %in_21 : f32
      linalg.yield %46 : f32
    } -> tensor<2x4x5x5xf32>
    %collapsed_8 = tensor.collapse_shape %24 [[0, 1], [2], [3]] : tensor<2x4x5x5xf32> into tensor<8x5x5xf32>
    %25 = tensor.empty() : tensor<8x5x4xf32>
    %26 = linalg.fill ins(%cst : f32) outs(%25 : tensor<8x5x4xf32>) -> tensor<8x5x4xf32>
    %27 = linalg.batch_matmul ins(%collapsed_8, %collapsed : tensor<8x5x5xf32>, tensor<8x5x4xf32>) outs(%26 : tensor<8x5x4xf32>) -> tensor<8x5x4xf32>
    %expanded_9 = tensor.expand_shape %27 [[0, 1], [2], [3]] output_shape [2, 4, 5, 4] : tensor<8x5x4xf32> into tensor<2x4x5x4xf32>
    %28 = tensor.empty() : tensor<2x2x2x5x4xf32>
    %29 = linalg.generic {indexing_maps = [#map9, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%arg1 : tensor<2x2x5x4xf32>) outs(%28 : tensor<2x2x2x5x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x2x5x4xf32>
    %collapsed_10 = tensor.collapse_shape %29 [[0], [1, 2], [3], [4]] : tensor<2x2x2x5x4xf32> into tensor<2x4x5x4xf32>
    %transposed_11 = linalg.transpose ins(%collapsed_10 : tensor<2x4x5x4xf32>) outs(%0 : tensor<2x4x4x5xf32>) permutation = [0, 1, 3, 2] 
    %collapsed_12 = tensor.collapse_shape %transposed_11 [[0, 1], [2], [3]] : tensor<2x4x4x5xf32> into tensor<8x4x5xf32>
    %30 = linalg.batch_matmul ins(%collapsed, %collapsed_12 : tensor<8x5x4xf32>, tensor<8x4x5xf32>) outs(%2 : tensor<8x5x5xf32>) -> tensor<8x5x5xf32>
    %expanded_13 = tensor.expand_shape %30 [[0, 1], [2], [3]] output_shape [2, 4, 5, 5] : tensor<8x5x5xf32> into tensor<2x4x5x5xf32>
    %31 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_13 : tensor<2x4x5x5xf32>) outs(%4 : tensor<2x4x5x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %46 = arith.mulf %in, %cst_3 : f32
      linalg.yield %46 : f32
    } -> tensor<2x4x5x5xf32>
    %32:2 = linalg.generic {indexing_maps = [#map, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%31 : tensor<2x4x5x5xf32>) outs(%17, %15 : tensor<2x4x5xf32>, tensor<2x4x5xi64>) {
    ^bb0(%in: f32, %out: f32, %out_21: i64):
      %46 = linalg.index 3 : index
      %47 = arith.index_cast %46 : index to i64
      %48 = arith.maximumf %in, %out : f32
      %49 = arith.cmpf ogt, %in, %out : f32
      %50 = arith.select %49, %47, %out_21 : i64
      linalg.yield %48, %50 : f32, i64
    } -> (tensor<2x4x5xf32>, tensor<2x4x5xi64>)
    %expanded_14 = tensor.expand_shape %32#0 [[0], [1], [2, 3]] output_shape [2, 4, 5, 1] : tensor<2x4x5xf32> into tensor<2x4x5x1xf32>
    %33 = linalg.generic {indexing_maps = [#map, #map8, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%31, %expanded_14 : tensor<2x4x5x5xf32>, tensor<2x4x5x1xf32>) outs(%4 : tensor<2x4x5x5xf32>) {
    ^bb0(%in: f32, %in_21: f32, %out: f32):
      %46 = arith.subf %in, %in_21 : f32
      linalg.yield %46 : f32
    } -> tensor<2x4x5x5xf32>
    %34 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%33 : tensor<2x4x5x5xf32>) outs(%4 : tensor<2x4x5x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %46 = math.exp %in : f32
      linalg.yield %46 : f32
    } -> tensor<2x4x5x5xf32>
    %35 = linalg.generic {indexing_maps = [#map, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%34 : tensor<2x4x5x5xf32>) outs(%22 : tensor<2x4x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %46 = arith.addf %in, %out : f32
      linalg.yield %46 : f32
    } -> tensor<2x4x5x1xf32>
    %36 = linalg.generic {indexing_maps = [#map, #map8, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%34, %35 : tensor<2x4x5x5xf32>, tensor<2x4x5x1xf32>) outs(%4 : tensor<2x4x5x5xf32>) {
    ^bb0(%in: f32, %in_21: f32, %out: f32):
      %46 = arith.divf %in, %in_21 : f32
      linalg.yield %46 : f32
    } -> tensor<2x4x5x5xf32>
    %collapsed_15 = tensor.collapse_shape %36 [[0, 1], [2], [3]] : tensor<2x4x5x5xf32> into tensor<8x5x5xf32>
    %collapsed_16 = tensor.collapse_shape %29 [[0, 1, 2], [3], [4]] : tensor<2x2x2x5x4xf32> into tensor<8x5x4xf32>
    %37 = linalg.batch_matmul ins(%collapsed_15, %collapsed_16 : tensor<8x5x5xf32>, tensor<8x5x4xf32>) outs(%26 : tensor<8x5x4xf32>) -> tensor<8x5x4xf32>
    %expanded_17 = tensor.expand_shape %37 [[0, 1], [2], [3]] output_shape [2, 4, 5, 4] : tensor<8x5x4xf32> into tensor<2x4x5x4xf32>
    %38 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg2 : tensor<5x5xf32>) outs(%10 : tensor<5x5xi1>) {
    ^bb0(%in: f32, %out: i1):
      %46 = arith.cmpf ogt, %in, %cst : f32
      linalg.yield %46 : i1
    } -> tensor<5x5xi1>
    %39 = linalg.generic {indexing_maps = [#map5, #map, #map6, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%38, %5, %cst_1 : tensor<5x5xi1>, tensor<2x4x5x5xf32>, tensor<f32>) outs(%4 : tensor<2x4x5x5xf32>) {
    ^bb0(%in: i1, %in_21: f32, %in_22: f32, %out: f32):
      %46 = arith.select %in, %in_21, %in_22 : f32
      linalg.yield %46 : f32
    } -> tensor<2x4x5x5xf32>
    %40:2 = linalg.generic {indexing_maps = [#map, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%39 : tensor<2x4x5x5xf32>) outs(%17, %15 : tensor<2x4x5xf32>, tensor<2x4x5xi64>) {
    ^bb0(%in: f32, %out: f32, %out_21: i64):
      %46 = linalg.index 3 : index
      %47 = arith.index_cast %46 : index to i64
      %48 = arith.maximumf %in, %out : f32
      %49 = arith.cmpf ogt, %in, %out : f32
      %50 = arith.select %49, %47, %out_21 : i64
      linalg.yield %48, %50 : f32, i64
    } -> (tensor<2x4x5xf32>, tensor<2x4x5xi64>)
    %expanded_18 = tensor.expand_shape %40#0 [[0], [1], [2, 3]] output_shape [2, 4, 5, 1] : tensor<2x4x5xf32> into tensor<2x4x5x1xf32>
    %41 = linalg.generic {indexing_maps = [#map, #map8, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%39, %expanded_18 : tensor<2x4x5x5xf32>, tensor<2x4x5x1xf32>) outs(%4 : tensor<2x4x5x5xf32>) {
    ^bb0(%in: f32, %in_21: f32, %out: f32):
      %46 = arith.subf %in, %in_21 : f32
      linalg.yield %46 : f32
    } -> tensor<2x4x5x5xf32>
    %42 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%41 : tensor<2x4x5x5xf32>) outs(%4 : tensor<2x4x5x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %46 = math.exp %in : f32
      linalg.yield %46 : f32
    } -> tensor<2x4x5x5xf32>
    %43 = linalg.generic {indexing_maps = [#map, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%42 : tensor<2x4x5x5xf32>) outs(%22 : tensor<2x4x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %46 = arith.addf %in, %out : f32
      linalg.yield %46 : f32
    } -> tensor<2x4x5x1xf32>
    %44 = linalg.generic {indexing_maps = [#map, #map8, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%42, %43 : tensor<2x4x5x5xf32>, tensor<2x4x5x1xf32>) outs(%4 : tensor<2x4x5x5xf32>) {
    ^bb0(%in: f32, %in_21: f32, %out: f32):
      %46 = arith.divf %in, %in_21 : f32
      linalg.yield %46 : f32
    } -> tensor<2x4x5x5xf32>
    %collapsed_19 = tensor.collapse_shape %44 [[0, 1], [2], [3]] : tensor<2x4x5x5xf32> into tensor<8x5x5xf32>
    %45 = linalg.batch_matmul ins(%collapsed_19, %collapsed : tensor<8x5x5xf32>, tensor<8x5x4xf32>) outs(%26 : tensor<8x5x4xf32>) -> tensor<8x5x4xf32>
    %expanded_20 = tensor.expand_shape %45 [[0, 1], [2], [3]] output_shape [2, 4, 5, 4] : tensor<8x5x4xf32> into tensor<2x4x5x4xf32>
    return %expanded_9, %expanded_17, %expanded_20 : tensor<2x4x5x4xf32>, tensor<2x4x5x4xf32>, tensor<2x4x5x4xf32>
  }
}
