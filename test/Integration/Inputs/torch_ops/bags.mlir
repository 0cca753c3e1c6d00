#map = affine_map<(d0, d1, d2) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d2)>
#map3 = affine_map<(d0, d1) -> (d0, d1)>
#map4 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map5 = affine_map<(d0, d1, d2) -> ()>
#map6 = affine_map<(d0, d1) -> (d0)>
#map7 = affine_map<(d0) -> (d0)>
#map8 = affine_map<(d0, d1) -> (d0, 0)>
#map9 = affine_map<(d0, d1) -> ()>
module {
  func.func @main(%arg0: tensor<5x3xi64> {sbp.name = "ids"},
    %arg1: tensor<5x4xi64> {sbp.name = "more"},
    %arg2: tensor<9x6xf32> {sbp.name = "table"},
    %arg3: tensor<2x9x6xf32> {sbp.name = "many"},
    %arg4: tensor<5x3xf32> {sbp.name = "weights"}) -> (tensor<5x6xf32> {sbp.name = "result.0"}, tensor<5x6xf32> {sbp.name = "result.1"}, tensor<5x6xf32> {sbp.name = "result.2"}, tensor<5x6xf32> {sbp.name = "result.3"}, tensor<5x6xf32> {sbp.name = "result.4"}, tensor<5x6xf32> {sbp.name = "result.5"}) {
    %c7_i64 = arith.constant 7 : i64
    %c2_i64 = arith.constant 2 : i64
    %c0_i64 = arith.constant 0 : i64
    %c1_i64 = arith.constant 1 : i64
    %c9 = arith.constant 9 : index
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %false = arith.constant false
    %cst_1 = arith.constant dense<0xFF800000> : tensor<f32>
    %cst_2 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_3 = arith.constant 3.000000e+00 : f32
    %0 = tensor.empty() : tensor<5x3x6xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<5x3xi64>) outs(%0 : tensor<5x3x6xf32>) {
    ^bb0(%in: i64, %out: f32):
      %38 = arith.index_cast %in : i64 to index
      %39 = linalg.index 2 : index
      %40 = arith.cmpi slt, %38, %c9 : index
      cf.assert %40, "index must be smaller than dim size"
      %41 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %41, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg2[%38, %39] : tensor<9x6xf32>
      linalg.yield %extracted : f32
    } -> tensor<5x3x6xf32>
    %expanded = tensor.expand_shape %arg4 [[0], [1, 2]] output_shape [5, 1, 3] : tensor<5x3xf32> into tensor<5x1x3xf32>
    %2 = tensor.empty() : tensor<5x1x6xf32>
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<5x1x6xf32>) -> tensor<5x1x6xf32>
    %4 = linalg.batch_matmul ins(%expanded, %1 : tensor<5x1x3xf32>, tensor<5x3x6xf32>) outs(%3 : tensor<5x1x6xf32>) -> tensor<5x1x6xf32>
    %collapsed = tensor.collapse_shape %4 [[0, 1], [2]] : tensor<5x1x6xf32> into tensor<5x6xf32>
    %extracted_slice = tensor.extract_slice %arg3[0, 0, 0] [1, 9, 6] [1, 1, 1] : tensor<2x9x6xf32> to tensor<1x9x6xf32>
    %collapsed_4 = tensor.collapse_shape %extracted_slice [[0, 1], [2]] : tensor<1x9x6xf32> into tensor<9x6xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<5x3xi64>) outs(%0 : tensor<5x3x6xf32>) {
    ^bb0(%in: i64, %out: f32):
      %38 = arith.index_cast %in : i64 to index
      %39 = linalg.index 2 : index
      %40 = arith.cmpi slt, %38, %c9 : index
      cf.assert %40, "index must be smaller than dim size"
      %41 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %41, "index must be larger or equal to 0"
      %extracted = tensor.extract %collapsed_4[%38, %39] : tensor<9x6xf32>
      linalg.yield %extracted : f32
    } -> tensor<5x3x6xf32>
    %6 = tensor.empty() : tensor<5x6xf32>
    %7 = linalg.fill ins(%cst : f32) outs(%6 : tensor<5x6xf32>) -> tensor<5x6xf32>
    %8 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "reduction", "parallel"]} ins(%5 : tensor<5x3x6xf32>) outs(%7 : tensor<5x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %38 = arith.addf %in, %out : f32
      linalg.yield %38 : f32
    } -> tensor<5x6xf32>
    %extracted_slice_5 = tensor.extract_slice %arg3[1, 0, 0] [1, 9, 6] [1, 1, 1] : tensor<2x9x6xf32> to tensor<1x9x6xf32>
    %collapsed_6 = tensor.collapse_shape %extracted_slice_5 [[0, 1], [2]] : tensor<1x9x6xf32> into tensor<9x6xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<5x3xi64>) outs(%0 : tensor<5x3x6xf32>) {
    ^bb0(%in: i64, %out: f32):
      %38 = arith.index_cast %in : i64 to index
      %39 = linalg.index 2 : index
      %40 = arith.cmpi slt, %38, %c9 : index
      cf.assert %40, "index must be smaller than dim size"
      %41 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %41, "index must be larger or equal to 0"
      %extracted = tensor.extract %collapsed_6[%38, %39] : tensor<9x6xf32>
      linalg.yield %extracted : f32
    } -> tensor<5x3x6xf32>
    %10 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "reduction", "parallel"]} ins(%9 : tensor<5x3x6xf32>) outs(%7 : tensor<5x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %38 = arith.addf %in, %out : f32
      linalg.yield %38 : f32
    } -> tensor<5x6xf32>
    %11 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%10 : tensor<5x6xf32>) outs(%6 : tensor<5x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %38 = arith.divf %in, %cst_3 : f32
      linalg.yield %38 : f32
    } -> tensor<5x6xf32>
    %12 = tensor.empty() : tensor<5x4x6xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg1 : tensor<5x4xi64>) outs(%12 : tensor<5x4x6xf32>) {
    ^bb0(%in: i64, %out: f32):
      %38 = arith.index_cast %in : i64 to index
      %39 = linalg.index 2 : index
      %40 = arith.cmpi slt, %38, %c9 : index
      cf.assert %40, "index must be smaller than dim size"
      %41 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %41, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg2[%38, %39] : tensor<9x6xf32>
      linalg.yield %extracted : f32
    } -> tensor<5x4x6xf32>
    %14 = tensor.empty() : tensor<5x6xi64>
    %15 = linalg.fill ins(%c0_i64 : i64) outs(%14 : tensor<5x6xi64>) -> tensor<5x6xi64>
    %16 = linalg.fill ins(%cst_0 : f32) outs(%6 : tensor<5x6xf32>) -> tensor<5x6xf32>
    %17:2 = linalg.generic {indexing_maps = [#map1, #map2, #map2], iterator_types = ["parallel", "reduction", "parallel"]} ins(%13 : tensor<5x4x6xf32>) outs(%16, %15 : tensor<5x6xf32>, tensor<5x6xi64>) {
    ^bb0(%in: f32, %out: f32, %out_11: i64):
      %38 = linalg.index 1 : index
      %39 = arith.index_cast %38 : index to i64
      %40 = arith.maximumf %in, %out : f32
      %41 = arith.cmpf ogt, %in, %out : f32
      %42 = arith.select %41, %39, %out_11 : i64
      linalg.yield %40, %42 : f32, i64
    } -> (tensor<5x6xf32>, tensor<5x6xi64>)
    %18 = tensor.empty() : tensor<5x4xi1>
    %19 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%arg1 : tensor<5x4xi64>) outs(%18 : tensor<5x4xi1>) {
    ^bb0(%in: i64, %out: i1):
      %38 = arith.cmpi ne, %in, %c2_i64 : i64
      linalg.yield %38 : i1
    } -> tensor<5x4xi1>
    %20 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg1 : tensor<5x4xi64>) outs(%12 : tensor<5x4x6xf32>) {
    ^bb0(%in: i64, %out: f32):
      %38 = arith.index_cast %in : i64 to index
      %39 = linalg.index 2 : index
      %40 = arith.cmpi slt, %38, %c9 : index
      cf.assert %40, "index must be smaller than dim size"
      %41 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %41, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg2[%38, %39] : tensor<9x6xf32>
      linalg.yield %extracted : f32
    } -> tensor<5x4x6xf32>
    %expanded_7 = tensor.expand_shape %19 [[0], [1, 2]] output_shape [5, 4, 1] : tensor<5x4xi1> into tensor<5x4x1xi1>
    %21 = linalg.generic {indexing_maps = [#map4, #map1, #map5, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_7, %20, %cst_2 : tensor<5x4x1xi1>, tensor<5x4x6xf32>, tensor<f32>) outs(%12 : tensor<5x4x6xf32>) {
    ^bb0(%in: i1, %in_11: f32, %in_12: f32, %out: f32):
      %38 = arith.select %in, %in_11, %in_12 : f32
      linalg.yield %38 : f32
    } -> tensor<5x4x6xf32>
    %22 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "reduction", "parallel"]} ins(%21 : tensor<5x4x6xf32>) outs(%7 : tensor<5x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %38 = arith.addf %in, %out : f32
      linalg.yield %38 : f32
    } -> tensor<5x6xf32>
    %23 = tensor.empty() : tensor<5xi64>
    %24 = linalg.fill ins(%c0_i64 : i64) outs(%23 : tensor<5xi64>) -> tensor<5xi64>
    %25 = linalg.generic {indexing_maps = [#map3, #map6], iterator_types = ["parallel", "reduction"]} ins(%19 : tensor<5x4xi1>) outs(%24 : tensor<5xi64>) {
    ^bb0(%in: i1, %out: i64):
      %38 = arith.extui %in : i1 to i64
      %39 = arith.addi %38, %out : i64
      linalg.yield %39 : i64
    } -> tensor<5xi64>
    %26 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel"]} ins(%25 : tensor<5xi64>) outs(%23 : tensor<5xi64>) {
    ^bb0(%in: i64, %out: i64):
      %38 = arith.maxsi %in, %c1_i64 : i64
      linalg.yield %38 : i64
    } -> tensor<5xi64>
    %27 = tensor.empty() : tensor<5xf32>
    %28 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel"]} ins(%26 : tensor<5xi64>) outs(%27 : tensor<5xf32>) {
    ^bb0(%in: i64, %out: f32):
      %38 = arith.sitofp %in : i64 to f32
      linalg.yield %38 : f32
    } -> tensor<5xf32>
    %expanded_8 = tensor.expand_shape %28 [[0, 1]] output_shape [5, 1] : tensor<5xf32> into tensor<5x1xf32>
    %29 = linalg.generic {indexing_maps = [#map3, #map8, #map3], iterator_types = ["parallel", "parallel"]} ins(%22, %expanded_8 : tensor<5x6xf32>, tensor<5x1xf32>) outs(%6 : tensor<5x6xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %38 = arith.divf %in, %in_11 : f32
      linalg.yield %38 : f32
    } -> tensor<5x6xf32>
    %30 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%arg1 : tensor<5x4xi64>) outs(%18 : tensor<5x4xi1>) {
    ^bb0(%in: i64, %out: i1):
      %38 = arith.cmpi ne, %in, %c7_i64 : i64
      linalg.yield %38 : i1
    } -> tensor<5x4xi1>
    %31 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg1 : tensor<5x4xi64>) outs(%12 : tensor<5x4x6xf32>) {
    ^bb0(%in: i64, %out: f32):
      %38 = arith.index_cast %in : i64 to index
      %39 = linalg.index 2 : index
      %40 = arith.cmpi slt, %38, %c9 : index
      cf.assert %40, "index must be smaller than dim size"
      %41 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %41, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg2[%38, %39] : tensor<9x6xf32>
      linalg.yield %extracted : f32
    } -> tensor<5x4x6xf32>
    %expanded_9 = tensor.expand_shape %30 [[0], [1, 2]] output_shape [5, 4, 1] : tensor<5x4xi1> into tensor<5x4x1xi1>
    %32 = linalg.generic {indexing_maps = [#map4, #map1, #map5, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_9, %31, %cst_1 : tensor<5x4x1xi1>, tensor<5x4x6xf32>, tensor<f32>) outs(%12 : tensor<5x4x6xf32>) {
    ^bb0(%in: i1, %in_11: f32, %in_12: f32, %out: f32):
      %38 = arith.select %in, %in_11, %in_12 : f32
      linalg.yield %38 : f32
    } -> tensor<5x4x6xf32>
    %33:2 = linalg.generic {indexing_maps = [#map1, #map2, #map2], iterator_types = ["parallel", "reduction", "parallel"]} ins(%32 : tensor<5x4x6xf32>) outs(%16, %15 : tensor<5x6xf32>, tensor<5x6xi64>) {
    ^bb0(%in: f32, %out: f32, %out_11: i64):
      %38 = linalg.index 1 : index
      %39 = arith.index_cast %38 : index to i64
      %40 = arith.maximumf %in, %out : f32
      %41 = arith.cmpf ogt, %in, %out : f32
      %42 = arith.select %41, %39, %out_11 : i64
      linalg.yield %40, %42 : f32, i64
    } -> (tensor<5x6xf32>, tensor<5x6xi64>)
    %34 = tensor.empty() : tensor<5xi1>
    %35 = linalg.fill ins(%false : i1) outs(%34 : tensor<5xi1>) -> tensor<5xi1>
    %36 = linalg.generic {indexing_maps = [#map3, #map6], iterator_types = ["parallel", "reduction"]} ins(%30 : tensor<5x4xi1>) outs(%35 : tensor<5xi1>) {
    ^bb0(%in: i1, %out: i1):
      %38 = arith.ori %in, %out : i1
      linalg.yield %38 : i1
    } -> tensor<5xi1>
    %expanded_10 = tensor.expand_shape %36 [[0, 1]] output_shape [5, 1] : tensor<5xi1> into tensor<5x1xi1>
    %37 = linalg.generic {indexing_maps = [#map8, #map3, #map9, #map3], iterator_types = ["parallel", "parallel"]} ins(%expanded_10, %33#0, %cst_2 : tensor<5x1xi1>, tensor<5x6xf32>, tensor<f32>) outs(%6 : tensor<5x6xf32>) {
    ^bb0(%in: i1, %in_11: f32, %in_12: f32, %out: f32):
      %38 = arith.select %in, %in_11, %in_12 : f32
      linalg.yield %38 : f32
    } -> tensor<5x6xf32>
    return %collapsed, %8, %11, %17#0, %29, %37 : tensor<5x6xf32>, tensor<5x6xf32>, tensor<5x6xf32>, tensor<5x6xf32>, tensor<5x6xf32>, tensor<5x6xf32>
  }
}
