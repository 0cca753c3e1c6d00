#map = affine_map<(d0, d1) -> (d0)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0) -> (d0)>
#map3 = affine_map<(d0, d1) -> (d0, 0)>
#map4 = affine_map<(d0, d1) -> (d1)>
#map5 = affine_map<(d0, d1) -> ()>
module {
  func.func @main(%arg0: tensor<15xi64> {sbp.name = "ids"},
    %arg1: tensor<5xi64> {sbp.name = "offsets"},
    %arg2: tensor<4x6xf32> {sbp.name = "table"},
    %arg3: tensor<15xf32> {sbp.name = "weights"}) -> (tensor<5x6xf32> {sbp.name = "result.0"}, tensor<5x6xf32> {sbp.name = "result.1"}, tensor<5x6xf32> {sbp.name = "result.2"}, tensor<4x6xf32> {sbp.name = "result.3"}) {
    %cst = arith.constant dense<1.000000e+00> : tensor<15x1xf32>
    %cst_0 = arith.constant dense<0.000000e+00> : tensor<5xf32>
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<5x6xf32>
    %c2_i64 = arith.constant 2 : i64
    %c1_i64 = arith.constant 1 : i64
    %c0_i64 = arith.constant 0 : i64
    %c4 = arith.constant 4 : index
    %cst_2 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_3 = arith.constant 1.000000e+00 : f32
    %0 = tensor.empty() : tensor<15x6xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<15xi64>) outs(%0 : tensor<15x6xf32>) {
    ^bb0(%in: i64, %out: f32):
      %30 = arith.index_cast %in : i64 to index
      %31 = linalg.index 1 : index
      %32 = arith.cmpi slt, %30, %c4 : index
      cf.assert %32, "index must be smaller than dim size"
      %33 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %33, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg2[%30, %31] : tensor<4x6xf32>
      linalg.yield %extracted : f32
    } -> tensor<15x6xf32>
    %2 = tensor.empty() : tensor<15xi64>
    %3 = linalg.generic {indexing_maps = [#map2], iterator_types = ["parallel"]} outs(%2 : tensor<15xi64>) {
    ^bb0(%out: i64):
      %30 = linalg.index 0 : index
      %31 = arith.index_cast %30 : index to i64
      linalg.yield %31 : i64
    } -> tensor<15xi64>
    %expanded = tensor.expand_shape %3 [[0, 1]] output_shape [15, 1] : tensor<15xi64> into tensor<15x1xi64>
    %4 = tensor.empty() : tensor<15x5xi1>
    %5 = linalg.generic {indexing_maps = [#map3, #map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%expanded, %arg1 : tensor<15x1xi64>, tensor<5xi64>) outs(%4 : tensor<15x5xi1>) {
    ^bb0(%in: i64, %in_31: i64, %out: i1):
      %30 = arith.cmpi sge, %in, %in_31 : i64
      linalg.yield %30 : i1
    } -> tensor<15x5xi1>
    %6 = linalg.fill ins(%c0_i64 : i64) outs(%2 : tensor<15xi64>) -> tensor<15xi64>
    %7 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "reduction"]} ins(%5 : tensor<15x5xi1>) outs(%6 : tensor<15xi64>) {
    ^bb0(%in: i1, %out: i64):
      %30 = arith.extui %in : i1 to i64
      %31 = arith.addi %30, %out : i64
      linalg.yield %31 : i64
    } -> tensor<15xi64>
    %8 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%7 : tensor<15xi64>) outs(%2 : tensor<15xi64>) {
    ^bb0(%in: i64, %out: i64):
      %30 = arith.subi %in, %c1_i64 : i64
      linalg.yield %30 : i64
    } -> tensor<15xi64>
    %expanded_4 = tensor.expand_shape %8 [[0, 1]] output_shape [15, 1] : tensor<15xi64> into tensor<15x1xi64>
    %expanded_5 = tensor.expand_shape %1 [[0], [1, 2]] output_shape [15, 1, 6] : tensor<15x6xf32> into tensor<15x1x6xf32>
    %extracted_slice = tensor.extract_slice %expanded_4[0, 0] [15, 1] [1, 1] : tensor<15x1xi64> to tensor<15x1xi64>
    %collapsed = tensor.collapse_shape %extracted_slice [[0, 1]] : tensor<15x1xi64> into tensor<15xi64>
    %collapsed_6 = tensor.collapse_shape %expanded_5 [[0, 1], [2]] : tensor<15x1x6xf32> into tensor<15x6xf32>
    %9 = "nn.scatter_add"(%cst_1, %collapsed, %collapsed_6) {axis = 0 : i64} : (tensor<5x6xf32>, tensor<15xi64>, tensor<15x6xf32>) -> tensor<5x6xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<15xi64>) outs(%0 : tensor<15x6xf32>) {
    ^bb0(%in: i64, %out: f32):
      %30 = arith.index_cast %in : i64 to index
      %31 = linalg.index 1 : index
      %32 = arith.cmpi slt, %30, %c4 : index
      cf.assert %32, "index must be smaller than dim size"
      %33 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %33, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg2[%30, %31] : tensor<4x6xf32>
      linalg.yield %extracted : f32
    } -> tensor<15x6xf32>
    %expanded_7 = tensor.expand_shape %arg3 [[0, 1]] output_shape [15, 1] : tensor<15xf32> into tensor<15x1xf32>
    %11 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel"]} ins(%10, %expanded_7 : tensor<15x6xf32>, tensor<15x1xf32>) outs(%0 : tensor<15x6xf32>) {
    ^bb0(%in: f32, %in_31: f32, %out: f32):
      %30 = arith.mulf %in, %in_31 : f32
      linalg.yield %30 : f32
    } -> tensor<15x6xf32>
    %expanded_8 = tensor.expand_shape %11 [[0], [1, 2]] output_shape [15, 1, 6] : tensor<15x6xf32> into tensor<15x1x6xf32>
    %extracted_slice_9 = tensor.extract_slice %expanded_4[0, 0] [15, 1] [1, 1] : tensor<15x1xi64> to tensor<15x1xi64>
    %collapsed_10 = tensor.collapse_shape %extracted_slice_9 [[0, 1]] : tensor<15x1xi64> into tensor<15xi64>
    %collapsed_11 = tensor.collapse_shape %expanded_8 [[0, 1], [2]] : tensor<15x1x6xf32> into tensor<15x6xf32>
    %12 = "nn.scatter_add"(%cst_1, %collapsed_10, %collapsed_11) {axis = 0 : i64} : (tensor<5x6xf32>, tensor<15xi64>, tensor<15x6xf32>) -> tensor<5x6xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<15xi64>) outs(%0 : tensor<15x6xf32>) {
    ^bb0(%in: i64, %out: f32):
      %30 = arith.index_cast %in : i64 to index
      %31 = linalg.index 1 : index
      %32 = arith.cmpi slt, %30, %c4 : index
      cf.assert %32, "index must be smaller than dim size"
      %33 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %33, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg2[%30, %31] : tensor<4x6xf32>
      linalg.yield %extracted : f32
    } -> tensor<15x6xf32>
    %expanded_12 = tensor.expand_shape %13 [[0], [1, 2]] output_shape [15, 1, 6] : tensor<15x6xf32> into tensor<15x1x6xf32>
    %extracted_slice_13 = tensor.extract_slice %expanded_4[0, 0] [15, 1] [1, 1] : tensor<15x1xi64> to tensor<15x1xi64>
    %collapsed_14 = tensor.collapse_shape %extracted_slice_13 [[0, 1]] : tensor<15x1xi64> into tensor<15xi64>
    %collapsed_15 = tensor.collapse_shape %expanded_12 [[0, 1], [2]] : tensor<15x1x6xf32> into tensor<15x6xf32>
    %14 = "nn.scatter_add"(%cst_1, %collapsed_14, %collapsed_15) {axis = 0 : i64} : (tensor<5x6xf32>, tensor<15xi64>, tensor<15x6xf32>) -> tensor<5x6xf32>
    %extracted_slice_16 = tensor.extract_slice %expanded_4[0, 0] [15, 1] [1, 1] : tensor<15x1xi64> to tensor<15x1xi64>
    %collapsed_17 = tensor.collapse_shape %extracted_slice_16 [[0, 1]] : tensor<15x1xi64> into tensor<15xi64>
    %collapsed_18 = tensor.collapse_shape %cst [[0, 1]] : tensor<15x1xf32> into tensor<15xf32>
    %15 = "nn.scatter_add"(%cst_0, %collapsed_17, %collapsed_18) {axis = 0 : i64} : (tensor<5xf32>, tensor<15xi64>, tensor<15xf32>) -> tensor<5xf32>
    %16 = tensor.empty() : tensor<5xf32>
    %17 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%15 : tensor<5xf32>) outs(%16 : tensor<5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %30 = arith.cmpf ult, %in, %cst_3 : f32
      %31 = arith.select %30, %cst_3, %in : f32
      linalg.yield %31 : f32
    } -> tensor<5xf32>
    %expanded_19 = tensor.expand_shape %17 [[0, 1]] output_shape [5, 1] : tensor<5xf32> into tensor<5x1xf32>
    %18 = tensor.empty() : tensor<5x6xf32>
    %19 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel"]} ins(%14, %expanded_19 : tensor<5x6xf32>, tensor<5x1xf32>) outs(%18 : tensor<5x6xf32>) {
    ^bb0(%in: f32, %in_31: f32, %out: f32):
      %30 = arith.divf %in, %in_31 : f32
      linalg.yield %30 : f32
    } -> tensor<5x6xf32>
    %20 = tensor.empty() : tensor<15xi1>
    %21 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%arg0 : tensor<15xi64>) outs(%20 : tensor<15xi1>) {
    ^bb0(%in: i64, %out: i1):
      %30 = arith.cmpi ne, %in, %c2_i64 : i64
      linalg.yield %30 : i1
    } -> tensor<15xi1>
    %22 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<15xi64>) outs(%0 : tensor<15x6xf32>) {
    ^bb0(%in: i64, %out: f32):
      %30 = arith.index_cast %in : i64 to index
      %31 = linalg.index 1 : index
      %32 = arith.cmpi slt, %30, %c4 : index
      cf.assert %32, "index must be smaller than dim size"
      %33 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %33, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg2[%30, %31] : tensor<4x6xf32>
      linalg.yield %extracted : f32
    } -> tensor<15x6xf32>
    %expanded_20 = tensor.expand_shape %21 [[0, 1]] output_shape [15, 1] : tensor<15xi1> into tensor<15x1xi1>
    %23 = linalg.generic {indexing_maps = [#map3, #map1, #map5, #map1], iterator_types = ["parallel", "parallel"]} ins(%expanded_20, %22, %cst_2 : tensor<15x1xi1>, tensor<15x6xf32>, tensor<f32>) outs(%0 : tensor<15x6xf32>) {
    ^bb0(%in: i1, %in_31: f32, %in_32: f32, %out: f32):
      %30 = arith.select %in, %in_31, %in_32 : f32
      linalg.yield %30 : f32
    } -> tensor<15x6xf32>
    %expanded_21 = tensor.expand_shape %23 [[0], [1, 2]] output_shape [15, 1, 6] : tensor<15x6xf32> into tensor<15x1x6xf32>
    %extracted_slice_22 = tensor.extract_slice %expanded_4[0, 0] [15, 1] [1, 1] : tensor<15x1xi64> to tensor<15x1xi64>
    %collapsed_23 = tensor.collapse_shape %extracted_slice_22 [[0, 1]] : tensor<15x1xi64> into tensor<15xi64>
    %collapsed_24 = tensor.collapse_shape %expanded_21 [[0, 1], [2]] : tensor<15x1x6xf32> into tensor<15x6xf32>
    %24 = "nn.scatter_add"(%cst_1, %collapsed_23, %collapsed_24) {axis = 0 : i64} : (tensor<5x6xf32>, tensor<15xi64>, tensor<15x6xf32>) -> tensor<5x6xf32>
    %25 = tensor.empty() : tensor<15xf32>
    %26 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%21 : tensor<15xi1>) outs(%25 : tensor<15xf32>) {
    ^bb0(%in: i1, %out: f32):
      %30 = arith.uitofp %in : i1 to f32
      linalg.yield %30 : f32
    } -> tensor<15xf32>
    %expanded_25 = tensor.expand_shape %26 [[0, 1]] output_shape [15, 1] : tensor<15xf32> into tensor<15x1xf32>
    %extracted_slice_26 = tensor.extract_slice %expanded_4[0, 0] [15, 1] [1, 1] : tensor<15x1xi64> to tensor<15x1xi64>
    %collapsed_27 = tensor.collapse_shape %extracted_slice_26 [[0, 1]] : tensor<15x1xi64> into tensor<15xi64>
    %collapsed_28 = tensor.collapse_shape %expanded_25 [[0, 1]] : tensor<15x1xf32> into tensor<15xf32>
    %27 = "nn.scatter_add"(%cst_0, %collapsed_27, %collapsed_28) {axis = 0 : i64} : (tensor<5xf32>, tensor<15xi64>, tensor<15xf32>) -> tensor<5xf32>
    %28 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%27 : tensor<5xf32>) outs(%16 : tensor<5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %30 = arith.cmpf ult, %in, %cst_3 : f32
      %31 = arith.select %30, %cst_3, %in : f32
      linalg.yield %31 : f32
    } -> tensor<5xf32>
    %expanded_29 = tensor.expand_shape %28 [[0, 1]] output_shape [5, 1] : tensor<5xf32> into tensor<5x1xf32>
    %29 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel"]} ins(%24, %expanded_29 : tensor<5x6xf32>, tensor<5x1xf32>) outs(%18 : tensor<5x6xf32>) {
    ^bb0(%in: f32, %in_31: f32, %out: f32):
      %30 = arith.divf %in, %in_31 : f32
      linalg.yield %30 : f32
    } -> tensor<5x6xf32>
    %extracted_slice_30 = tensor.extract_slice %29[0, 0] [4, 6] [1, 1] : tensor<5x6xf32> to tensor<4x6xf32>
    return %9, %12, %19, %extracted_slice_30 : tensor<5x6xf32>, tensor<5x6xf32>, tensor<5x6xf32>, tensor<4x6xf32>
  }
}
