#map = affine_map<(d0, d1) -> (d1)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1) -> (d0)>
#map3 = affine_map<(d0) -> (d0)>
#map4 = affine_map<(d0, d1) -> (d0, 0)>
module {
  func.func @main(%arg0: tensor<10x8xf32> {sbp.name = "tables.0.weight"},
    %arg1: tensor<10x8xf32> {sbp.name = "tables.1.weight"},
    %arg2: tensor<10x8xf32> {sbp.name = "tables.2.weight"},
    %arg3: tensor<8x4xf32> {sbp.name = "bottom.weight"},
    %arg4: tensor<8xf32> {sbp.name = "bottom.bias"},
    %arg5: tensor<1x14xf32> {sbp.name = "top.weight"},
    %arg6: tensor<1xf32> {sbp.name = "top.bias"},
    %arg7: tensor<8x4xf32> {sbp.name = "dense"},
    %arg8: tensor<8x3xi64> {sbp.name = "sparse"}) -> (tensor<8x1xf32> {sbp.name = "result"}) {
    %c4_i64 = arith.constant 4 : i64
    %c8_i64 = arith.constant 8 : i64
    %c1_i64 = arith.constant 1 : i64
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %c10 = arith.constant 10 : index
    %cst_0 = arith.constant 1.000000e+00 : f32
    %cst_1 = arith.constant 1.225000e+01 : f64
    %cst_2 = arith.constant -3.500000e+00 : f64
    %cst_3 = arith.constant -2.000000e+00 : f64
    %cst_4 = arith.constant -5.000000e-01 : f64
    %cst_5 = arith.constant 0.000000e+00 : f64
    %cst_6 = arith.constant 5.000000e+00 : f64
    %0 = tensor.empty() : tensor<4x8xf32>
    %transposed = linalg.transpose ins(%arg3 : tensor<8x4xf32>) outs(%0 : tensor<4x8xf32>) permutation = [1, 0] 
    %1 = tensor.empty() : tensor<8x8xf32>
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<8x8xf32>) -> tensor<8x8xf32>
    %3 = linalg.matmul ins(%arg7, %transposed : tensor<8x4xf32>, tensor<4x8xf32>) outs(%2 : tensor<8x8xf32>) -> tensor<8x8xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg4 : tensor<8xf32>) outs(%1 : tensor<8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x8xf32>
    %5 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%3, %4 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%1 : tensor<8x8xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %44 = arith.addf %in, %in_30 : f32
      linalg.yield %44 : f32
    } -> tensor<8x8xf32>
    %6 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%5 : tensor<8x8xf32>) outs(%1 : tensor<8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %44 = arith.cmpf ugt, %in, %cst : f32
      %45 = arith.select %44, %in, %cst : f32
      linalg.yield %45 : f32
    } -> tensor<8x8xf32>
    %extracted_slice = tensor.extract_slice %arg8[0, 0] [8, 1] [1, 1] : tensor<8x3xi64> to tensor<8x1xi64>
    %collapsed = tensor.collapse_shape %extracted_slice [[0, 1]] : tensor<8x1xi64> into tensor<8xi64>
    %7 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%collapsed : tensor<8xi64>) outs(%1 : tensor<8x8xf32>) {
    ^bb0(%in: i64, %out: f32):
      %44 = arith.index_cast %in : i64 to index
      %45 = linalg.index 1 : index
      %46 = arith.cmpi slt, %44, %c10 : index
      cf.assert %46, "index must be smaller than dim size"
      %47 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %47, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg0[%44, %45] : tensor<10x8xf32>
      linalg.yield %extracted : f32
    } -> tensor<8x8xf32>
    %extracted_slice_7 = tensor.extract_slice %arg8[0, 1] [8, 1] [1, 1] : tensor<8x3xi64> to tensor<8x1xi64>
    %collapsed_8 = tensor.collapse_shape %extracted_slice_7 [[0, 1]] : tensor<8x1xi64> into tensor<8xi64>
    %8 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%collapsed_8 : tensor<8xi64>) outs(%1 : tensor<8x8xf32>) {
    ^bb0(%in: i64, %out: f32):
      %44 = arith.index_cast %in : i64 to index
      %45 = linalg.index 1 : index
      %46 = arith.cmpi slt, %44, %c10 : index
      cf.assert %46, "index must be smaller than dim size"
      %47 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %47, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg1[%44, %45] : tensor<10x8xf32>
      linalg.yield %extracted : f32
    } -> tensor<8x8xf32>
    %extracted_slice_9 = tensor.extract_slice %arg8[0, 2] [8, 1] [1, 1] : tensor<8x3xi64> to tensor<8x1xi64>
    %collapsed_10 = tensor.collapse_shape %extracted_slice_9 [[0, 1]] : tensor<8x1xi64> into tensor<8xi64>
    %9 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%collapsed_10 : tensor<8xi64>) outs(%1 : tensor<8x8xf32>) {
    ^bb0(%in: i64, %out: f32):
      %44 = arith.index_cast %in : i64 to index
      %45 = linalg.index 1 : index
      %46 = arith.cmpi slt, %44, %c10 : index
      cf.assert %46, "index must be smaller than dim size"
      %47 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %47, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg2[%44, %45] : tensor<10x8xf32>
      linalg.yield %extracted : f32
    } -> tensor<8x8xf32>
    %expanded = tensor.expand_shape %6 [[0], [1, 2]] output_shape [8, 1, 8] : tensor<8x8xf32> into tensor<8x1x8xf32>
    %expanded_11 = tensor.expand_shape %7 [[0], [1, 2]] output_shape [8, 1, 8] : tensor<8x8xf32> into tensor<8x1x8xf32>
    %expanded_12 = tensor.expand_shape %8 [[0], [1, 2]] output_shape [8, 1, 8] : tensor<8x8xf32> into tensor<8x1x8xf32>
    %expanded_13 = tensor.expand_shape %9 [[0], [1, 2]] output_shape [8, 1, 8] : tensor<8x8xf32> into tensor<8x1x8xf32>
    %concat = tensor.concat dim(1) %expanded, %expanded_11, %expanded_12, %expanded_13 : (tensor<8x1x8xf32>, tensor<8x1x8xf32>, tensor<8x1x8xf32>, tensor<8x1x8xf32>) -> tensor<8x4x8xf32>
    %expanded_14 = tensor.expand_shape %concat [[0], [1], [2, 3]] output_shape [8, 4, 8, 1] : tensor<8x4x8xf32> into tensor<8x4x8x1xf32>
    %10 = tensor.empty() : tensor<8x8x4x1xf32>
    %transposed_15 = linalg.transpose ins(%expanded_14 : tensor<8x4x8x1xf32>) outs(%10 : tensor<8x8x4x1xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_16 = tensor.collapse_shape %transposed_15 [[0], [1], [2, 3]] : tensor<8x8x4x1xf32> into tensor<8x8x4xf32>
    %11 = tensor.empty() : tensor<8x4x4xf32>
    %12 = linalg.fill ins(%cst : f32) outs(%11 : tensor<8x4x4xf32>) -> tensor<8x4x4xf32>
    %13 = linalg.batch_matmul ins(%concat, %collapsed_16 : tensor<8x4x8xf32>, tensor<8x8x4xf32>) outs(%12 : tensor<8x4x4xf32>) -> tensor<8x4x4xf32>
    %expanded_17 = tensor.expand_shape %13 [[0], [1], [2, 3]] output_shape [8, 4, 1, 4] : tensor<8x4x4xf32> into tensor<8x4x1x4xf32>
    %14 = tensor.empty() : tensor<8x4x4x1xf32>
    %transposed_18 = linalg.transpose ins(%expanded_17 : tensor<8x4x1x4xf32>) outs(%14 : tensor<8x4x4x1xf32>) permutation = [0, 1, 3, 2] 
    %collapsed_19 = tensor.collapse_shape %transposed_18 [[0], [1], [2, 3]] : tensor<8x4x4x1xf32> into tensor<8x4x4xf32>
    %15 = tensor.empty() : tensor<6xf64>
    %16 = linalg.generic {indexing_maps = [#map3], iterator_types = ["parallel"]} outs(%15 : tensor<6xf64>) {
    ^bb0(%out: f64):
      %44 = linalg.index 0 : index
      %45 = arith.index_cast %44 : index to i64
      %46 = arith.sitofp %45 : i64 to f64
      %47 = arith.addf %46, %cst_5 : f64
      linalg.yield %47 : f64
    } -> tensor<6xf64>
    %17 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%16 : tensor<6xf64>) outs(%15 : tensor<6xf64>) {
    ^bb0(%in: f64, %out: f64):
      %44 = arith.mulf %in, %cst_3 : f64
      linalg.yield %44 : f64
    } -> tensor<6xf64>
    %18 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%17 : tensor<6xf64>) outs(%15 : tensor<6xf64>) {
    ^bb0(%in: f64, %out: f64):
      %44 = arith.addf %in, %cst_1 : f64
      linalg.yield %44 : f64
    } -> tensor<6xf64>
    %19 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%18 : tensor<6xf64>) outs(%15 : tensor<6xf64>) {
    ^bb0(%in: f64, %out: f64):
      %44 = math.sqrt %in : f64
      linalg.yield %44 : f64
    } -> tensor<6xf64>
    %20 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%19 : tensor<6xf64>) outs(%15 : tensor<6xf64>) {
    ^bb0(%in: f64, %out: f64):
      %44 = arith.negf %in : f64
      linalg.yield %44 : f64
    } -> tensor<6xf64>
    %21 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%20 : tensor<6xf64>) outs(%15 : tensor<6xf64>) {
    ^bb0(%in: f64, %out: f64):
      %44 = arith.subf %in, %cst_2 : f64
      linalg.yield %44 : f64
    } -> tensor<6xf64>
    %22 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%21 : tensor<6xf64>) outs(%15 : tensor<6xf64>) {
    ^bb0(%in: f64, %out: f64):
      %44 = math.floor %in : f64
      linalg.yield %44 : f64
    } -> tensor<6xf64>
    %23 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%22 : tensor<6xf64>) outs(%15 : tensor<6xf64>) {
    ^bb0(%in: f64, %out: f64):
      %44 = arith.negf %in : f64
      linalg.yield %44 : f64
    } -> tensor<6xf64>
    %24 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%23 : tensor<6xf64>) outs(%15 : tensor<6xf64>) {
    ^bb0(%in: f64, %out: f64):
      %44 = arith.addf %in, %cst_6 : f64
      linalg.yield %44 : f64
    } -> tensor<6xf64>
    %25 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%24, %22 : tensor<6xf64>, tensor<6xf64>) outs(%15 : tensor<6xf64>) {
    ^bb0(%in: f64, %in_30: f64, %out: f64):
      %44 = arith.mulf %in, %in_30 : f64
      linalg.yield %44 : f64
    } -> tensor<6xf64>
    %26 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%25 : tensor<6xf64>) outs(%15 : tensor<6xf64>) {
    ^bb0(%in: f64, %out: f64):
      %44 = arith.mulf %in, %cst_4 : f64
      linalg.yield %44 : f64
    } -> tensor<6xf64>
    %27 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%16, %26 : tensor<6xf64>, tensor<6xf64>) outs(%15 : tensor<6xf64>) {
    ^bb0(%in: f64, %in_30: f64, %out: f64):
      %44 = arith.addf %in, %in_30 : f64
      linalg.yield %44 : f64
    } -> tensor<6xf64>
    %28 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%27 : tensor<6xf64>) outs(%15 : tensor<6xf64>) {
    ^bb0(%in: f64, %out: f64):
      %44 = math.floor %in : f64
      linalg.yield %44 : f64
    } -> tensor<6xf64>
    %29 = tensor.empty() : tensor<6xi64>
    %30 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%22 : tensor<6xf64>) outs(%29 : tensor<6xi64>) {
    ^bb0(%in: f64, %out: i64):
      %44 = arith.fptosi %in : f64 to i64
      linalg.yield %44 : i64
    } -> tensor<6xi64>
    %31 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%28 : tensor<6xf64>) outs(%29 : tensor<6xi64>) {
    ^bb0(%in: f64, %out: i64):
      %44 = arith.fptosi %in : f64 to i64
      linalg.yield %44 : i64
    } -> tensor<6xi64>
    %32 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%31 : tensor<6xi64>) outs(%29 : tensor<6xi64>) {
    ^bb0(%in: i64, %out: i64):
      %44 = arith.addi %in, %c1_i64 : i64
      linalg.yield %44 : i64
    } -> tensor<6xi64>
    %expanded_20 = tensor.expand_shape %30 [[0, 1]] output_shape [1, 6] : tensor<6xi64> into tensor<1x6xi64>
    %expanded_21 = tensor.expand_shape %32 [[0, 1]] output_shape [1, 6] : tensor<6xi64> into tensor<1x6xi64>
    %concat_22 = tensor.concat dim(0) %expanded_20, %expanded_21 : (tensor<1x6xi64>, tensor<1x6xi64>) -> tensor<2x6xi64>
    %extracted_slice_23 = tensor.extract_slice %concat_22[0, 0] [1, 6] [1, 1] : tensor<2x6xi64> to tensor<1x6xi64>
    %extracted_slice_24 = tensor.extract_slice %concat_22[1, 0] [1, 6] [1, 1] : tensor<2x6xi64> to tensor<1x6xi64>
    %collapsed_25 = tensor.collapse_shape %extracted_slice_23 [[0, 1]] : tensor<1x6xi64> into tensor<6xi64>
    %collapsed_26 = tensor.collapse_shape %extracted_slice_24 [[0, 1]] : tensor<1x6xi64> into tensor<6xi64>
    %33 = tensor.empty() : tensor<8xi64>
    %34 = linalg.generic {indexing_maps = [#map3], iterator_types = ["parallel"]} outs(%33 : tensor<8xi64>) {
    ^bb0(%out: i64):
      %44 = linalg.index 0 : index
      %45 = arith.index_cast %44 : index to i64
      linalg.yield %45 : i64
    } -> tensor<8xi64>
    %expanded_27 = tensor.expand_shape %34 [[0, 1]] output_shape [8, 1] : tensor<8xi64> into tensor<8x1xi64>
    %35 = tensor.empty() : tensor<8x6xf32>
    %36 = linalg.generic {indexing_maps = [#map4, #map, #map, #map1], iterator_types = ["parallel", "parallel"]} ins(%expanded_27, %collapsed_25, %collapsed_26 : tensor<8x1xi64>, tensor<6xi64>, tensor<6xi64>) outs(%35 : tensor<8x6xf32>) {
    ^bb0(%in: i64, %in_30: i64, %in_31: i64, %out: f32):
      %44 = arith.cmpi slt, %in, %c0_i64 : i64
      %45 = arith.addi %in, %c8_i64 : i64
      %46 = arith.select %44, %45, %in : i64
      %47 = arith.index_cast %46 : i64 to index
      %48 = arith.cmpi slt, %in_30, %c0_i64 : i64
      %49 = arith.addi %in_30, %c4_i64 : i64
      %50 = arith.select %48, %49, %in_30 : i64
      %51 = arith.index_cast %50 : i64 to index
      %52 = arith.cmpi slt, %in_31, %c0_i64 : i64
      %53 = arith.addi %in_31, %c4_i64 : i64
      %54 = arith.select %52, %53, %in_31 : i64
      %55 = arith.index_cast %54 : i64 to index
      %extracted = tensor.extract %collapsed_19[%47, %51, %55] : tensor<8x4x4xf32>
      linalg.yield %extracted : f32
    } -> tensor<8x6xf32>
    %concat_28 = tensor.concat dim(1) %6, %36 : (tensor<8x8xf32>, tensor<8x6xf32>) -> tensor<8x14xf32>
    %37 = tensor.empty() : tensor<14x1xf32>
    %transposed_29 = linalg.transpose ins(%arg5 : tensor<1x14xf32>) outs(%37 : tensor<14x1xf32>) permutation = [1, 0] 
    %38 = tensor.empty() : tensor<8x1xf32>
    %39 = linalg.fill ins(%cst : f32) outs(%38 : tensor<8x1xf32>) -> tensor<8x1xf32>
    %40 = linalg.matmul ins(%concat_28, %transposed_29 : tensor<8x14xf32>, tensor<14x1xf32>) outs(%39 : tensor<8x1xf32>) -> tensor<8x1xf32>
    %41 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg6 : tensor<1xf32>) outs(%38 : tensor<8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x1xf32>
    %42 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%40, %41 : tensor<8x1xf32>, tensor<8x1xf32>) outs(%38 : tensor<8x1xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %44 = arith.addf %in, %in_30 : f32
      linalg.yield %44 : f32
    } -> tensor<8x1xf32>
    %43 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%42 : tensor<8x1xf32>) outs(%38 : tensor<8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %44 = arith.negf %in : f32
      %45 = math.exp %44 : f32
      %46 = arith.addf %45, %cst_0 : f32
      %47 = arith.divf %cst_0, %46 : f32
      linalg.yield %47 : f32
    } -> tensor<8x1xf32>
    return %43 : tensor<8x1xf32>
  }
}
