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
#map11 = affine_map<(d0, d1, d2, d3) -> (d2, 0)>
module {
  func.func @main(%arg0: tensor<2x4x5x4xf32> {sbp.name = "query"},
    %arg1: tensor<2x2x5x4xf32> {sbp.name = "key"},
    %arg2: tensor<5x5xf32> {sbp.name = "mask"}) -> (tensor<2x4x5x4xf32> {sbp.name = "result.0"}, tensor<2x4x5x4xf32> {sbp.name = "result.1"}, tensor<2x4x5x4xf32> {sbp.name = "result.2"}) {
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %false = arith.constant false
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_2 = arith.constant dense<-1.000000e+30> : tensor<f32>
    %cst_3 = arith.constant dense<true> : tensor<5x5xi1>
    %cst_4 = arith.constant 5.000000e-01 : f32
    %0 = tensor.empty() : tensor<2x4x4x5xf32>
    %transposed = linalg.transpose ins(%arg0 : tensor<2x4x5x4xf32>) outs(%0 : tensor<2x4x4x5xf32>) permutation = [0, 1, 3, 2] 
    %collapsed = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : tensor<2x4x5x4xf32> into tensor<8x5x4xf32>
    %collapsed_5 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : tensor<2x4x4x5xf32> into tensor<8x4x5xf32>
    %1 = tensor.empty() : tensor<8x5x5xf32>
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<8x5x5xf32>) -> tensor<8x5x5xf32>
    %3 = linalg.batch_matmul ins(%collapsed, %collapsed_5 : tensor<8x5x4xf32>, tensor<8x4x5xf32>) outs(%2 : tensor<8x5x5xf32>) -> tensor<8x5x5xf32>
    %expanded = tensor.expand_shape %3 [[0, 1], [2], [3]] output_shape [2, 4, 5, 5] : tensor<8x5x5xf32> into tensor<2x4x5x5xf32>
    %4 = tensor.empty() : tensor<2x4x5x5xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded : tensor<2x4x5x5xf32>) outs(%4 : tensor<2x4x5x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %51 = arith.mulf %in, %cst_4 : f32
      linalg.yield %51 : f32
    } -> tensor<2x4x5x5xf32>
    %6 = tensor.empty() : tensor<5xi64>
    %7 = linalg.generic {indexing_maps = [#map1], iterator_types = ["parallel"]} outs(%6 : tensor<5xi64>) {
    ^bb0(%out: i64):
      %51 = linalg.index 0 : index
      %52 = arith.index_cast %51 : index to i64
      linalg.yield %52 : i64
    } -> tensor<5xi64>
    %expanded_6 = tensor.expand_shape %7 [[0, 1]] output_shape [1, 5] : tensor<5xi64> into tensor<1x5xi64>
    %expanded_7 = tensor.expand_shape %7 [[0, 1]] output_shape [5, 1] : tensor<5xi64> into tensor<5x1xi64>
    %8 = tensor.empty() : tensor<5x5xi64>
    %9 = linalg.generic {indexing_maps = [#map2, #map3, #map4], iterator_types = ["parallel", "parallel"]} ins(%expanded_6, %expanded_7 : tensor<1x5xi64>, tensor<5x1xi64>) outs(%8 : tensor<5x5xi64>) {
    ^bb0(%in: i64, %in_22: i64, %out: i64):
      %51 = arith.subi %in, %in_22 : i64
      linalg.yield %51 : i64
    } -> tensor<5x5xi64>
    %10 = tensor.empty() : tensor<5x5xi1>
    %11 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%9 : tensor<5x5xi64>) outs(%10 : tensor<5x5xi1>) {
    ^bb0(%in: i64, %out: i1):
      %51 = arith.cmpi sle, %in, %c0_i64 : i64
      linalg.yield %51 : i1
    } -> tensor<5x5xi1>
    %12 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%11, %cst_3 : tensor<5x5xi1>, tensor<5x5xi1>) outs(%10 : tensor<5x5xi1>) {
    ^bb0(%in: i1, %in_22: i1, %out: i1):
      %51 = arith.andi %in, %in_22 : i1
      linalg.yield %51 : i1
    } -> tensor<5x5xi1>
    %13 = linalg.generic {indexing_maps = [#map5, #map, #map6, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%12, %5, %cst_2 : tensor<5x5xi1>, tensor<2x4x5x5xf32>, tensor<f32>) outs(%4 : tensor<2x4x5x5xf32>) {
    ^bb0(%in: i1, %in_22: f32, %in_23: f32, %out: f32):
      %51 = arith.select %in, %in_22, %in_23 : f32
      linalg.yield %51 : f32
    } -> tensor<2x4x5x5xf32>
    %14 = tensor.empty() : tensor<2x4x5xi64>
    %15 = linalg.fill ins(%c0_i64 : i64) outs(%14 : tensor<2x4x5xi64>) -> tensor<2x4x5xi64>
    %16 = tensor.empty() : tensor<2x4x5xf32>
    %17 = linalg.fill ins(%cst_0 : f32) outs(%16 : tensor<2x4x5xf32>) -> tensor<2x4x5xf32>
    %18:2 = linalg.generic {indexing_maps = [#map, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%13 : tensor<2x4x5x5xf32>) outs(%17, %15 : tensor<2x4x5xf32>, tensor<2x4x5xi64>) {
    ^bb0(%in: f32, %out: f32, %out_22: i64):
      %51 = linalg.index 3 : index
      %52 = arith.index_cast %51 : index to i64
      %53 = arith.maximumf %in, %out : f32
      %54 = arith.cmpf ogt, %in, %out : f32
      %55 = arith.select %54, %52, %out_22 : i64
      linalg.yield %53, %55 : f32, i64
    } -> (tensor<2x4x5xf32>, tensor<2x4x5xi64>)
    %expanded_8 = tensor.expand_shape %18#0 [[0], [1], [2, 3]] output_shape [2, 4, 5, 1] : tensor<2x4x5xf32> into tensor<2x4x5x1xf32>
    %19 = linalg.generic {indexing_maps = [#map, #map8, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%13, %expanded_8 : tensor<2x4x5x5xf32>, tensor<2x4x5x1xf32>) outs(%4 : tensor<2x4x5x5xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %51 = arith.subf %in, %in_22 : f32
      linalg.yield %51 : f32
    } -> tensor<2x4x5x5xf32>
    %20 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%19 : tensor<2x4x5x5xf32>) outs(%4 : tensor<2x4x5x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %51 = math.exp %in : f32
      linalg.yield %51 : f32
    } -> tensor<2x4x5x5xf32>
    %21 = tensor.empty() : tensor<2x4x5x1xf32>
    %22 = linalg.fill ins(%cst : f32) outs(%21 : tensor<2x4x5x1xf32>) -> tensor<2x4x5x1xf32>
    %23 = linalg.generic {indexing_maps = [#map, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%20 : tensor<2x4x5x5xf32>) outs(%22 : tensor<2x4x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %51 = arith.addf %in, %out : f32
      linalg.yield %51 : f32
    } -> tensor<2x4x5x1xf32>
    %24 = linalg.generic {indexing_maps = [#map, #map8, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%20, %23 : tensor<2x4x5x5xf32>, tensor<2x4x5x1xf32>) outs(%4 : tensor<2x4x5x5xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %51 = arith.divf %in, %in_22 : f32
      linalg.yield %51 : f32
    } -> tensor<2x4x5x5xf32>
    %collapsed_9 = tensor.collapse_shape %24 [[0, 1], [2], [3]] : tensor<2x4x5x5xf32> into tensor<8x5x5xf32>
    %25 = tensor.empty() : tensor<8x5x4xf32>
    %26 = linalg.fill ins(%cst : f32) outs(%25 : tensor<8x5x4xf32>) -> tensor<8x5x4xf32>
    %27 = linalg.batch_matmul ins(%collapsed_9, %collapsed : tensor<8x5x5xf32>, tensor<8x5x4xf32>) outs(%26 : tensor<8x5x4xf32>) -> tensor<8x5x4xf32>
    %expanded_10 = tensor.expand_shape %27 [[0, 1], [2], [3]] output_shape [2, 4, 5, 4] : tensor<8x5x4xf32> into tensor<2x4x5x4xf32>
    %28 = tensor.empty() : tensor<2x2x2x5x4xf32>
    %29 = linalg.generic {indexing_maps = [#map9, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%arg1 : tensor<2x2x5x4xf32>) outs(%28 : tensor<2x2x2x5x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x2x5x4xf32>
    %collapsed_11 = tensor.collapse_shape %29 [[0], [1, 2], [3], [4]] : tensor<2x2x2x5x4xf32> into tensor<2x4x5x4xf32>
    %transposed_12 = linalg.transpose ins(%collapsed_11 : tensor<2x4x5x4xf32>) outs(%0 : tensor<2x4x4x5xf32>) permutation = [0, 1, 3, 2] 
    %collapsed_13 = tensor.collapse_shape %transposed_12 [[0, 1], [2], [3]] : tensor<2x4x4x5xf32> into tensor<8x4x5xf32>
    %30 = linalg.batch_matmul ins(%collapsed, %collapsed_13 : tensor<8x5x4xf32>, tensor<8x4x5xf32>) outs(%2 : tensor<8x5x5xf32>) -> tensor<8x5x5xf32>
    %expanded_14 = tensor.expand_shape %30 [[0, 1], [2], [3]] output_shape [2, 4, 5, 5] : tensor<8x5x5xf32> into tensor<2x4x5x5xf32>
    %31 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_14 : tensor<2x4x5x5xf32>) outs(%4 : tensor<2x4x5x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %51 = arith.mulf %in, %cst_4 : f32
      linalg.yield %51 : f32
    } -> tensor<2x4x5x5xf32>
    %32:2 = linalg.generic {indexing_maps = [#map, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%31 : tensor<2x4x5x5xf32>) outs(%17, %15 : tensor<2x4x5xf32>, tensor<2x4x5xi64>) {
    ^bb0(%in: f32, %out: f32, %out_22: i64):
      %51 = linalg.index 3 : index
      %52 = arith.index_cast %51 : index to i64
      %53 = arith.maximumf %in, %out : f32
      %54 = arith.cmpf ogt, %in, %out : f32
      %55 = arith.select %54, %52, %out_22 : i64
      linalg.yield %53, %55 : f32, i64
    } -> (tensor<2x4x5xf32>, tensor<2x4x5xi64>)
    %expanded_15 = tensor.expand_shape %32#0 [[0], [1], [2, 3]] output_shape [2, 4, 5, 1] : tensor<2x4x5xf32> into tensor<2x4x5x1xf32>
    %33 = linalg.generic {indexing_maps = [#map, #map8, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%31, %expanded_15 : tensor<2x4x5x5xf32>, tensor<2x4x5x1xf32>) outs(%4 : tensor<2x4x5x5xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %51 = arith.subf %in, %in_22 : f32
      linalg.yield %51 : f32
    } -> tensor<2x4x5x5xf32>
    %34 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%33 : tensor<2x4x5x5xf32>) outs(%4 : tensor<2x4x5x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %51 = math.exp %in : f32
      linalg.yield %51 : f32
    } -> tensor<2x4x5x5xf32>
    %35 = linalg.generic {indexing_maps = [#map, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%34 : tensor<2x4x5x5xf32>) outs(%22 : tensor<2x4x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %51 = arith.addf %in, %out : f32
      linalg.yield %51 : f32
    } -> tensor<2x4x5x1xf32>
    %36 = linalg.generic {indexing_maps = [#map, #map8, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%34, %35 : tensor<2x4x5x5xf32>, tensor<2x4x5x1xf32>) outs(%4 : tensor<2x4x5x5xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %51 = arith.divf %in, %in_22 : f32
      linalg.yield %51 : f32
    } -> tensor<2x4x5x5xf32>
    %collapsed_16 = tensor.collapse_shape %36 [[0, 1], [2], [3]] : tensor<2x4x5x5xf32> into tensor<8x5x5xf32>
    %collapsed_17 = tensor.collapse_shape %29 [[0, 1, 2], [3], [4]] : tensor<2x2x2x5x4xf32> into tensor<8x5x4xf32>
    %37 = linalg.batch_matmul ins(%collapsed_16, %collapsed_17 : tensor<8x5x5xf32>, tensor<8x5x4xf32>) outs(%26 : tensor<8x5x4xf32>) -> tensor<8x5x4xf32>
    %expanded_18 = tensor.expand_shape %37 [[0, 1], [2], [3]] output_shape [2, 4, 5, 4] : tensor<8x5x4xf32> into tensor<2x4x5x4xf32>
    %38 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg2 : tensor<5x5xf32>) outs(%10 : tensor<5x5xi1>) {
    ^bb0(%in: f32, %out: i1):
      %51 = arith.cmpf ogt, %in, %cst : f32
      linalg.yield %51 : i1
    } -> tensor<5x5xi1>
    %39 = tensor.empty() : tensor<5x1xi1>
    %40 = linalg.fill ins(%false : i1) outs(%39 : tensor<5x1xi1>) -> tensor<5x1xi1>
    %41 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "reduction"]} ins(%38 : tensor<5x5xi1>) outs(%40 : tensor<5x1xi1>) {
    ^bb0(%in: i1, %out: i1):
      %51 = arith.ori %in, %out : i1
      linalg.yield %51 : i1
    } -> tensor<5x1xi1>
    %42 = linalg.generic {indexing_maps = [#map5, #map, #map6, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%38, %5, %cst_2 : tensor<5x5xi1>, tensor<2x4x5x5xf32>, tensor<f32>) outs(%4 : tensor<2x4x5x5xf32>) {
    ^bb0(%in: i1, %in_22: f32, %in_23: f32, %out: f32):
      %51 = arith.select %in, %in_22, %in_23 : f32
      linalg.yield %51 : f32
    } -> tensor<2x4x5x5xf32>
    %43:2 = linalg.generic {indexing_maps = [#map, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%42 : tensor<2x4x5x5xf32>) outs(%17, %15 : tensor<2x4x5xf32>, tensor<2x4x5xi64>) {
    ^bb0(%in: f32, %out: f32, %out_22: i64):
      %51 = linalg.index 3 : index
      %52 = arith.index_cast %51 : index to i64
      %53 = arith.maximumf %in, %out : f32
      %54 = arith.cmpf ogt, %in, %out : f32
      %55 = arith.select %54, %52, %out_22 : i64
      linalg.yield %53, %55 : f32, i64
    } -> (tensor<2x4x5xf32>, tensor<2x4x5xi64>)
    %expanded_19 = tensor.expand_shape %43#0 [[0], [1], [2, 3]] output_shape [2, 4, 5, 1] : tensor<2x4x5xf32> into tensor<2x4x5x1xf32>
    %44 = linalg.generic {indexing_maps = [#map, #map8, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%42, %expanded_19 : tensor<2x4x5x5xf32>, tensor<2x4x5x1xf32>) outs(%4 : tensor<2x4x5x5xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %51 = arith.subf %in, %in_22 : f32
      linalg.yield %51 : f32
    } -> tensor<2x4x5x5xf32>
    %45 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%44 : tensor<2x4x5x5xf32>) outs(%4 : tensor<2x4x5x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %51 = math.exp %in : f32
      linalg.yield %51 : f32
    } -> tensor<2x4x5x5xf32>
    %46 = linalg.generic {indexing_maps = [#map, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%45 : tensor<2x4x5x5xf32>) outs(%22 : tensor<2x4x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %51 = arith.addf %in, %out : f32
      linalg.yield %51 : f32
    } -> tensor<2x4x5x1xf32>
    %47 = linalg.generic {indexing_maps = [#map, #map8, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%45, %46 : tensor<2x4x5x5xf32>, tensor<2x4x5x1xf32>) outs(%4 : tensor<2x4x5x5xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %51 = arith.divf %in, %in_22 : f32
      linalg.yield %51 : f32
    } -> tensor<2x4x5x5xf32>
    %collapsed_20 = tensor.collapse_shape %47 [[0, 1], [2], [3]] : tensor<2x4x5x5xf32> into tensor<8x5x5xf32>
    %48 = linalg.batch_matmul ins(%collapsed_20, %collapsed : tensor<8x5x5xf32>, tensor<8x5x4xf32>) outs(%26 : tensor<8x5x4xf32>) -> tensor<8x5x4xf32>
    %expanded_21 = tensor.expand_shape %48 [[0, 1], [2], [3]] output_shape [2, 4, 5, 4] : tensor<8x5x4xf32> into tensor<2x4x5x4xf32>
    %49 = tensor.empty() : tensor<2x4x5x4xf32>
    %50 = linalg.generic {indexing_maps = [#map11, #map, #map6, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%41, %expanded_21, %cst_1 : tensor<5x1xi1>, tensor<2x4x5x4xf32>, tensor<f32>) outs(%49 : tensor<2x4x5x4xf32>) {
    ^bb0(%in: i1, %in_22: f32, %in_23: f32, %out: f32):
      %51 = arith.select %in, %in_22, %in_23 : f32
      linalg.yield %51 : f32
    } -> tensor<2x4x5x4xf32>
    return %expanded_10, %expanded_18, %50 : tensor<2x4x5x4xf32>, tensor<2x4x5x4xf32>, tensor<2x4x5x4xf32>
  }
}
