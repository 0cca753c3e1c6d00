#map = affine_map<(d0) -> (d0, 0)>
#map1 = affine_map<(d0) -> (d0)>
#map2 = affine_map<(d0, d1) -> (d0)>
#map3 = affine_map<(d0, d1) -> (d0, d1)>
#map4 = affine_map<(d0, d1) -> (d1)>
#map5 = affine_map<(d0, d1) -> (d0, 0)>
#map6 = affine_map<(d0, d1) -> ()>
module {
  func.func @main(%arg0: tensor<4x4xf32> {sbp.name = "x"},
    %arg1: tensor<3x4xi64> {sbp.name = "ids"},
    %arg2: tensor<3x4xf32> {sbp.name = "rows"}) -> (tensor<4x4xf32> {sbp.name = "result.0"}, tensor<4x4xf32> {sbp.name = "result.1"}, tensor<4x4xf32> {sbp.name = "result.2"}, tensor<4x4xf32> {sbp.name = "result.3"}, tensor<4x4xf32> {sbp.name = "result.4"}, tensor<5x4xf32> {sbp.name = "result.5"}) {
    %cst = arith.constant dense<0.000000e+00> : tensor<5x4xf32>
    %cst_0 = arith.constant 0.000000e+00 : f32
    %c0_i64 = arith.constant 0 : i64
    %c4 = arith.constant 4 : index
    %c3 = arith.constant 3 : index
    %c5_i64 = arith.constant 5 : i64
    %c-1_i64 = arith.constant -1 : i64
    %c4_i64 = arith.constant 4 : i64
    %c-5_i64 = arith.constant -5 : i64
    %true = arith.constant true
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<f32>
    %0 = tensor.empty() : tensor<12x1xi64>
    %1 = linalg.fill ins(%c0_i64 : i64) outs(%0 : tensor<12x1xi64>) -> tensor<12x1xi64>
    %2 = tensor.empty() : tensor<12xf32>
    %3 = linalg.fill ins(%cst_0 : f32) outs(%2 : tensor<12xf32>) -> tensor<12xf32>
    %4:3 = linalg.generic {indexing_maps = [#map, #map, #map1], iterator_types = ["parallel"]} outs(%1, %1, %3 : tensor<12x1xi64>, tensor<12x1xi64>, tensor<12xf32>) {
    ^bb0(%out: i64, %out_61: i64, %out_62: f32):
      %40 = linalg.index 0 : index
      %41 = arith.remsi %40, %c4 : index
      %42 = arith.divsi %40, %c4 : index
      %43 = arith.remsi %42, %c3 : index
      %extracted = tensor.extract %arg1[%43, %41] : tensor<3x4xi64>
      %extracted_63 = tensor.extract %arg2[%43, %41] : tensor<3x4xf32>
      %44 = arith.index_cast %41 : index to i64
      linalg.yield %extracted, %44, %extracted_63 : i64, i64, f32
    } -> (tensor<12x1xi64>, tensor<12x1xi64>, tensor<12xf32>)
    %5 = tensor.empty() : tensor<12x2xi64>
    %6 = linalg.fill ins(%c0_i64 : i64) outs(%5 : tensor<12x2xi64>) -> tensor<12x2xi64>
    %inserted_slice = tensor.insert_slice %4#0 into %6[0, 0] [12, 1] [1, 1] : tensor<12x1xi64> into tensor<12x2xi64>
    %inserted_slice_2 = tensor.insert_slice %4#1 into %inserted_slice[0, 1] [12, 1] [1, 1] : tensor<12x1xi64> into tensor<12x2xi64>
    %extracted_slice = tensor.extract_slice %inserted_slice_2[0, 0] [12, 1] [1, 1] : tensor<12x2xi64> to tensor<12x1xi64>
    %collapsed = tensor.collapse_shape %extracted_slice [[0, 1]] : tensor<12x1xi64> into tensor<12xi64>
    %extracted_slice_3 = tensor.extract_slice %inserted_slice_2[0, 1] [12, 1] [1, 1] : tensor<12x2xi64> to tensor<12x1xi64>
    %collapsed_4 = tensor.collapse_shape %extracted_slice_3 [[0, 1]] : tensor<12x1xi64> into tensor<12xi64>
    %cst_5 = arith.constant dense<4> : tensor<12xi64>
    %7 = arith.muli %collapsed, %cst_5 : tensor<12xi64>
    %8 = arith.addi %7, %collapsed_4 : tensor<12xi64>
    %collapsed_6 = tensor.collapse_shape %arg0 [[0, 1]] : tensor<4x4xf32> into tensor<16xf32>
    %9 = "nn.scatter_add"(%collapsed_6, %8, %4#2) {axis = 0 : i64} : (tensor<16xf32>, tensor<12xi64>, tensor<12xf32>) -> tensor<16xf32>
    %expanded = tensor.expand_shape %9 [[0, 1]] output_shape [4, 4] : tensor<16xf32> into tensor<4x4xf32>
    %10:3 = linalg.generic {indexing_maps = [#map, #map, #map1], iterator_types = ["parallel"]} outs(%1, %1, %3 : tensor<12x1xi64>, tensor<12x1xi64>, tensor<12xf32>) {
    ^bb0(%out: i64, %out_61: i64, %out_62: f32):
      %40 = linalg.index 0 : index
      %41 = arith.remsi %40, %c4 : index
      %42 = arith.divsi %40, %c4 : index
      %43 = arith.remsi %42, %c3 : index
      %extracted = tensor.extract %arg1[%43, %41] : tensor<3x4xi64>
      %extracted_63 = tensor.extract %arg2[%43, %41] : tensor<3x4xf32>
      %44 = arith.index_cast %43 : index to i64
      linalg.yield %44, %extracted, %extracted_63 : i64, i64, f32
    } -> (tensor<12x1xi64>, tensor<12x1xi64>, tensor<12xf32>)
    %inserted_slice_7 = tensor.insert_slice %10#0 into %6[0, 0] [12, 1] [1, 1] : tensor<12x1xi64> into tensor<12x2xi64>
    %inserted_slice_8 = tensor.insert_slice %10#1 into %inserted_slice_7[0, 1] [12, 1] [1, 1] : tensor<12x1xi64> into tensor<12x2xi64>
    %extracted_slice_9 = tensor.extract_slice %inserted_slice_8[0, 0] [12, 1] [1, 1] : tensor<12x2xi64> to tensor<12x1xi64>
    %collapsed_10 = tensor.collapse_shape %extracted_slice_9 [[0, 1]] : tensor<12x1xi64> into tensor<12xi64>
    %extracted_slice_11 = tensor.extract_slice %inserted_slice_8[0, 1] [12, 1] [1, 1] : tensor<12x2xi64> to tensor<12x1xi64>
    %collapsed_12 = tensor.collapse_shape %extracted_slice_11 [[0, 1]] : tensor<12x1xi64> into tensor<12xi64>
    %cst_13 = arith.constant dense<4> : tensor<12xi64>
    %11 = arith.muli %collapsed_10, %cst_13 : tensor<12xi64>
    %12 = arith.addi %11, %collapsed_12 : tensor<12xi64>
    %collapsed_14 = tensor.collapse_shape %arg0 [[0, 1]] : tensor<4x4xf32> into tensor<16xf32>
    %13 = "nn.scatter_add"(%collapsed_14, %12, %10#2) {axis = 0 : i64} : (tensor<16xf32>, tensor<12xi64>, tensor<12xf32>) -> tensor<16xf32>
    %expanded_15 = tensor.expand_shape %13 [[0, 1]] output_shape [4, 4] : tensor<16xf32> into tensor<4x4xf32>
    %extracted_slice_16 = tensor.extract_slice %arg1[0, 0] [3, 1] [1, 1] : tensor<3x4xi64> to tensor<3x1xi64>
    %expanded_17 = tensor.expand_shape %arg2 [[0], [1, 2]] output_shape [3, 1, 4] : tensor<3x4xf32> into tensor<3x1x4xf32>
    %extracted_slice_18 = tensor.extract_slice %extracted_slice_16[0, 0] [3, 1] [1, 1] : tensor<3x1xi64> to tensor<3x1xi64>
    %collapsed_19 = tensor.collapse_shape %extracted_slice_18 [[0, 1]] : tensor<3x1xi64> into tensor<3xi64>
    %collapsed_20 = tensor.collapse_shape %expanded_17 [[0, 1], [2]] : tensor<3x1x4xf32> into tensor<3x4xf32>
    %14 = "nn.scatter_add"(%arg0, %collapsed_19, %collapsed_20) {axis = 0 : i64} : (tensor<4x4xf32>, tensor<3xi64>, tensor<3x4xf32>) -> tensor<4x4xf32>
    %extracted_slice_21 = tensor.extract_slice %arg1[0, 0] [1, 4] [1, 1] : tensor<3x4xi64> to tensor<1x4xi64>
    %collapsed_22 = tensor.collapse_shape %extracted_slice_21 [[0, 1]] : tensor<1x4xi64> into tensor<4xi64>
    %extracted_slice_23 = tensor.extract_slice %collapsed_22[0] [3] [1] : tensor<4xi64> to tensor<3xi64>
    %15 = tensor.empty() : tensor<4x3xf32>
    %transposed = linalg.transpose ins(%arg2 : tensor<3x4xf32>) outs(%15 : tensor<4x3xf32>) permutation = [1, 0] 
    %16 = tensor.empty() : tensor<4xi64>
    %17 = linalg.generic {indexing_maps = [#map1], iterator_types = ["parallel"]} outs(%16 : tensor<4xi64>) {
    ^bb0(%out: i64):
      %40 = linalg.index 0 : index
      %41 = arith.index_cast %40 : index to i64
      linalg.yield %41 : i64
    } -> tensor<4xi64>
    %18 = tensor.empty() : tensor<4x3xi64>
    %19 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel"]} ins(%17 : tensor<4xi64>) outs(%18 : tensor<4x3xi64>) {
    ^bb0(%in: i64, %out: i64):
      linalg.yield %in : i64
    } -> tensor<4x3xi64>
    %collapsed_24 = tensor.collapse_shape %19 [[0, 1]] : tensor<4x3xi64> into tensor<12xi64>
    %20 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_23 : tensor<3xi64>) outs(%18 : tensor<4x3xi64>) {
    ^bb0(%in: i64, %out: i64):
      linalg.yield %in : i64
    } -> tensor<4x3xi64>
    %collapsed_25 = tensor.collapse_shape %20 [[0, 1]] : tensor<4x3xi64> into tensor<12xi64>
    %expanded_26 = tensor.expand_shape %collapsed_24 [[0, 1]] output_shape [12, 1] : tensor<12xi64> into tensor<12x1xi64>
    %expanded_27 = tensor.expand_shape %collapsed_25 [[0, 1]] output_shape [12, 1] : tensor<12xi64> into tensor<12x1xi64>
    %concat = tensor.concat dim(1) %expanded_26, %expanded_27 : (tensor<12x1xi64>, tensor<12x1xi64>) -> tensor<12x2xi64>
    %collapsed_28 = tensor.collapse_shape %transposed [[0, 1]] : tensor<4x3xf32> into tensor<12xf32>
    %expanded_29 = tensor.expand_shape %collapsed_28 [[0, 1, 2]] output_shape [12, 1, 1] : tensor<12xf32> into tensor<12x1x1xf32>
    %extracted_slice_30 = tensor.extract_slice %concat[0, 0] [12, 1] [1, 1] : tensor<12x2xi64> to tensor<12x1xi64>
    %collapsed_31 = tensor.collapse_shape %extracted_slice_30 [[0, 1]] : tensor<12x1xi64> into tensor<12xi64>
    %extracted_slice_32 = tensor.extract_slice %concat[0, 1] [12, 1] [1, 1] : tensor<12x2xi64> to tensor<12x1xi64>
    %collapsed_33 = tensor.collapse_shape %extracted_slice_32 [[0, 1]] : tensor<12x1xi64> into tensor<12xi64>
    %cst_34 = arith.constant dense<4> : tensor<12xi64>
    %21 = arith.muli %collapsed_31, %cst_34 : tensor<12xi64>
    %22 = arith.addi %21, %collapsed_33 : tensor<12xi64>
    %collapsed_35 = tensor.collapse_shape %arg0 [[0, 1]] : tensor<4x4xf32> into tensor<16xf32>
    %collapsed_36 = tensor.collapse_shape %expanded_29 [[0, 1, 2]] : tensor<12x1x1xf32> into tensor<12xf32>
    %23 = "nn.scatter_add"(%collapsed_35, %22, %collapsed_36) {axis = 0 : i64} : (tensor<16xf32>, tensor<12xi64>, tensor<12xf32>) -> tensor<16xf32>
    %expanded_37 = tensor.expand_shape %23 [[0, 1]] output_shape [4, 4] : tensor<16xf32> into tensor<4x4xf32>
    %extracted_slice_38 = tensor.extract_slice %arg1[1, 0] [1, 4] [1, 1] : tensor<3x4xi64> to tensor<1x4xi64>
    %collapsed_39 = tensor.collapse_shape %extracted_slice_38 [[0, 1]] : tensor<1x4xi64> into tensor<4xi64>
    %extracted_slice_40 = tensor.extract_slice %arg2[0, 0] [1, 4] [1, 1] : tensor<3x4xf32> to tensor<1x4xf32>
    %collapsed_41 = tensor.collapse_shape %extracted_slice_40 [[0, 1]] : tensor<1x4xf32> into tensor<4xf32>
    %expanded_42 = tensor.expand_shape %collapsed_22 [[0, 1]] output_shape [4, 1] : tensor<4xi64> into tensor<4x1xi64>
    %expanded_43 = tensor.expand_shape %collapsed_39 [[0, 1]] output_shape [4, 1] : tensor<4xi64> into tensor<4x1xi64>
    %concat_44 = tensor.concat dim(1) %expanded_42, %expanded_43 : (tensor<4x1xi64>, tensor<4x1xi64>) -> tensor<4x2xi64>
    %expanded_45 = tensor.expand_shape %collapsed_41 [[0, 1, 2]] output_shape [4, 1, 1] : tensor<4xf32> into tensor<4x1x1xf32>
    %extracted_slice_46 = tensor.extract_slice %concat_44[0, 0] [4, 1] [1, 1] : tensor<4x2xi64> to tensor<4x1xi64>
    %collapsed_47 = tensor.collapse_shape %extracted_slice_46 [[0, 1]] : tensor<4x1xi64> into tensor<4xi64>
    %extracted_slice_48 = tensor.extract_slice %concat_44[0, 1] [4, 1] [1, 1] : tensor<4x2xi64> to tensor<4x1xi64>
    %collapsed_49 = tensor.collapse_shape %extracted_slice_48 [[0, 1]] : tensor<4x1xi64> into tensor<4xi64>
    %cst_50 = arith.constant dense<4> : tensor<4xi64>
    %24 = arith.muli %collapsed_47, %cst_50 : tensor<4xi64>
    %25 = arith.addi %24, %collapsed_49 : tensor<4xi64>
    %collapsed_51 = tensor.collapse_shape %arg0 [[0, 1]] : tensor<4x4xf32> into tensor<16xf32>
    %collapsed_52 = tensor.collapse_shape %expanded_45 [[0, 1, 2]] : tensor<4x1x1xf32> into tensor<4xf32>
    %26 = "nn.scatter_add"(%collapsed_51, %25, %collapsed_52) {axis = 0 : i64} : (tensor<16xf32>, tensor<4xi64>, tensor<4xf32>) -> tensor<16xf32>
    %expanded_53 = tensor.expand_shape %26 [[0, 1]] output_shape [4, 4] : tensor<16xf32> into tensor<4x4xf32>
    %collapsed_54 = tensor.collapse_shape %extracted_slice_16 [[0, 1]] : tensor<3x1xi64> into tensor<3xi64>
    %27 = tensor.empty() : tensor<3xi1>
    %28 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel"]} ins(%collapsed_54 : tensor<3xi64>) outs(%27 : tensor<3xi1>) {
    ^bb0(%in: i64, %out: i1):
      %40 = arith.cmpi sge, %in, %c0_i64 : i64
      linalg.yield %40 : i1
    } -> tensor<3xi1>
    %29 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel"]} ins(%collapsed_54 : tensor<3xi64>) outs(%27 : tensor<3xi1>) {
    ^bb0(%in: i64, %out: i1):
      %40 = arith.cmpi slt, %in, %c5_i64 : i64
      linalg.yield %40 : i1
    } -> tensor<3xi1>
    %30 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%28, %29 : tensor<3xi1>, tensor<3xi1>) outs(%27 : tensor<3xi1>) {
    ^bb0(%in: i1, %in_61: i1, %out: i1):
      %40 = arith.andi %in, %in_61 : i1
      linalg.yield %40 : i1
    } -> tensor<3xi1>
    %31 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel"]} ins(%collapsed_54 : tensor<3xi64>) outs(%27 : tensor<3xi1>) {
    ^bb0(%in: i64, %out: i1):
      %40 = arith.cmpi ne, %in, %c-1_i64 : i64
      linalg.yield %40 : i1
    } -> tensor<3xi1>
    %32 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%30, %31 : tensor<3xi1>, tensor<3xi1>) outs(%27 : tensor<3xi1>) {
    ^bb0(%in: i1, %in_61: i1, %out: i1):
      %40 = arith.andi %in, %in_61 : i1
      linalg.yield %40 : i1
    } -> tensor<3xi1>
    %expanded_55 = tensor.expand_shape %32 [[0, 1]] output_shape [3, 1] : tensor<3xi1> into tensor<3x1xi1>
    %33 = tensor.empty() : tensor<3xi64>
    %34 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel"]} ins(%collapsed_54 : tensor<3xi64>) outs(%33 : tensor<3xi64>) {
    ^bb0(%in: i64, %out: i64):
      %40 = arith.maxsi %in, %c-5_i64 : i64
      %41 = arith.minsi %40, %c4_i64 : i64
      linalg.yield %41 : i64
    } -> tensor<3xi64>
    %35 = tensor.empty() : tensor<3x1xi1>
    %36 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%expanded_55 : tensor<3x1xi1>) outs(%35 : tensor<3x1xi1>) {
    ^bb0(%in: i1, %out: i1):
      %40 = arith.xori %in, %true : i1
      linalg.yield %40 : i1
    } -> tensor<3x1xi1>
    %37 = tensor.empty() : tensor<3x4xf32>
    %38 = linalg.generic {indexing_maps = [#map5, #map6, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%36, %cst_1, %arg2 : tensor<3x1xi1>, tensor<f32>, tensor<3x4xf32>) outs(%37 : tensor<3x4xf32>) {
    ^bb0(%in: i1, %in_61: f32, %in_62: f32, %out: f32):
      %40 = arith.select %in, %in_61, %in_62 : f32
      linalg.yield %40 : f32
    } -> tensor<3x4xf32>
    %expanded_56 = tensor.expand_shape %34 [[0, 1]] output_shape [3, 1] : tensor<3xi64> into tensor<3x1xi64>
    %expanded_57 = tensor.expand_shape %38 [[0], [1, 2]] output_shape [3, 1, 4] : tensor<3x4xf32> into tensor<3x1x4xf32>
    %extracted_slice_58 = tensor.extract_slice %expanded_56[0, 0] [3, 1] [1, 1] : tensor<3x1xi64> to tensor<3x1xi64>
    %collapsed_59 = tensor.collapse_shape %extracted_slice_58 [[0, 1]] : tensor<3x1xi64> into tensor<3xi64>
    %collapsed_60 = tensor.collapse_shape %expanded_57 [[0, 1], [2]] : tensor<3x1x4xf32> into tensor<3x4xf32>
    %39 = "nn.scatter_add"(%cst, %collapsed_59, %collapsed_60) {axis = 0 : i64} : (tensor<5x4xf32>, tensor<3xi64>, tensor<3x4xf32>) -> tensor<5x4xf32>
    return %expanded, %expanded_15, %14, %expanded_37, %expanded_53, %39 : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<5x4xf32>
  }
}
