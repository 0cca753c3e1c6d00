#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1) -> (d1)>
module {
  func.func @main(%arg0: tensor<4x4xf32> {sbp.name = "x"},
    %arg1: tensor<3x4xi64> {sbp.name = "ids"},
    %arg2: tensor<3x4xf32> {sbp.name = "rows"}) -> (tensor<4x4xf32> {sbp.name = "result.0"}, tensor<4x4xf32> {sbp.name = "result.1"}, tensor<4x4xf32> {sbp.name = "result.2"}, tensor<4x4xf32> {sbp.name = "result.3"}, tensor<4x4xf32> {sbp.name = "result.4"}, tensor<4x4xf32> {sbp.name = "result.5"}, tensor<4x4xf32> {sbp.name = "result.6"}, tensor<2x4x4xf32> {sbp.name = "result.7"}, tensor<2x4x4xf32> {sbp.name = "result.8"}, tensor<4x4xf32> {sbp.name = "result.9"}) {
    %cst = arith.constant dense<0.000000e+00> : tensor<4x4xf32>
    %cst_0 = arith.constant dense<2.500000e+00> : tensor<1x2xf32>
    %c2_i64 = arith.constant 2 : i64
    %c4_i64 = arith.constant 4 : i64
    %c1_i64 = arith.constant 1 : i64
    %c0_i64 = arith.constant 0 : i64
    %extracted_slice = tensor.extract_slice %arg1[0, 0] [1, 4] [1, 1] : tensor<3x4xi64> to tensor<1x4xi64>
    %collapsed = tensor.collapse_shape %extracted_slice [[0, 1]] : tensor<1x4xi64> into tensor<4xi64>
    %0 = tensor.empty() : tensor<4xi64>
    %1 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%0 : tensor<4xi64>) {
    ^bb0(%out: i64):
      %64 = linalg.index 0 : index
      %65 = arith.index_cast %64 : index to i64
      linalg.yield %65 : i64
    } -> tensor<4xi64>
    %2:2 = "nn.sort"(%collapsed) {axis = 0 : i64} : (tensor<4xi64>) -> (tensor<4xi64>, tensor<4xi64>)
    %3 = tensor.empty() : tensor<4x4xf32>
    %4 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<4x4xf32>) outs(%3 : tensor<4x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %64 = arith.negf %in : f32
      linalg.yield %64 : f32
    } -> tensor<4x4xf32>
    %expanded = tensor.expand_shape %arg0 [[0, 1], [2]] output_shape [1, 4, 4] : tensor<4x4xf32> into tensor<1x4x4xf32>
    %expanded_1 = tensor.expand_shape %4 [[0, 1], [2]] output_shape [1, 4, 4] : tensor<4x4xf32> into tensor<1x4x4xf32>
    %concat = tensor.concat dim(0) %expanded, %expanded_1 : (tensor<1x4x4xf32>, tensor<1x4x4xf32>) -> tensor<2x4x4xf32>
    %extracted_slice_2 = tensor.extract_slice %2#1[0] [3] [1] : tensor<4xi64> to tensor<3xi64>
    %5 = tensor.empty() : tensor<4x3xf32>
    %transposed = linalg.transpose ins(%arg2 : tensor<3x4xf32>) outs(%5 : tensor<4x3xf32>) permutation = [1, 0] 
    %6 = tensor.empty() : tensor<3xi64>
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%extracted_slice_2 : tensor<3xi64>) outs(%6 : tensor<3xi64>) {
    ^bb0(%in: i64, %out: i64):
      %64 = arith.subi %in, %c4_i64 : i64
      linalg.yield %64 : i64
    } -> tensor<3xi64>
    %8 = tensor.empty() : tensor<3xi1>
    %9 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%7 : tensor<3xi64>) outs(%8 : tensor<3xi1>) {
    ^bb0(%in: i64, %out: i1):
      %64 = arith.cmpi slt, %in, %c0_i64 : i64
      linalg.yield %64 : i1
    } -> tensor<3xi1>
    %10 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%7 : tensor<3xi64>) outs(%6 : tensor<3xi64>) {
    ^bb0(%in: i64, %out: i64):
      %64 = arith.addi %in, %c4_i64 : i64
      linalg.yield %64 : i64
    } -> tensor<3xi64>
    %11 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel"]} ins(%9, %10, %7 : tensor<3xi1>, tensor<3xi64>, tensor<3xi64>) outs(%6 : tensor<3xi64>) {
    ^bb0(%in: i1, %in_25: i64, %in_26: i64, %out: i64):
      %64 = arith.select %in, %in_25, %in_26 : i64
      linalg.yield %64 : i64
    } -> tensor<3xi64>
    %extracted_slice_3 = tensor.extract_slice %2#1[0] [2] [1] : tensor<4xi64> to tensor<2xi64>
    %extracted_slice_4 = tensor.extract_slice %2#1[2] [2] [1] : tensor<4xi64> to tensor<2xi64>
    %extracted_slice_5 = tensor.extract_slice %arg2[0, 0] [1, 4] [1, 1] : tensor<3x4xf32> to tensor<1x4xf32>
    %collapsed_6 = tensor.collapse_shape %extracted_slice_5 [[0, 1]] : tensor<1x4xf32> into tensor<4xf32>
    %extracted_slice_7 = tensor.extract_slice %collapsed_6[0] [2] [1] : tensor<4xf32> to tensor<2xf32>
    %12 = tensor.empty() : tensor<2xi1>
    %13 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%extracted_slice_3 : tensor<2xi64>) outs(%12 : tensor<2xi1>) {
    ^bb0(%in: i64, %out: i1):
      %64 = arith.cmpi slt, %in, %c0_i64 : i64
      linalg.yield %64 : i1
    } -> tensor<2xi1>
    %14 = tensor.empty() : tensor<2xi64>
    %15 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%extracted_slice_3 : tensor<2xi64>) outs(%14 : tensor<2xi64>) {
    ^bb0(%in: i64, %out: i64):
      %64 = arith.addi %in, %c4_i64 : i64
      linalg.yield %64 : i64
    } -> tensor<2xi64>
    %16 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel"]} ins(%13, %15, %extracted_slice_3 : tensor<2xi1>, tensor<2xi64>, tensor<2xi64>) outs(%14 : tensor<2xi64>) {
    ^bb0(%in: i1, %in_25: i64, %in_26: i64, %out: i64):
      %64 = arith.select %in, %in_25, %in_26 : i64
      linalg.yield %64 : i64
    } -> tensor<2xi64>
    %17 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%extracted_slice_4 : tensor<2xi64>) outs(%12 : tensor<2xi1>) {
    ^bb0(%in: i64, %out: i1):
      %64 = arith.cmpi slt, %in, %c0_i64 : i64
      linalg.yield %64 : i1
    } -> tensor<2xi1>
    %18 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%extracted_slice_4 : tensor<2xi64>) outs(%14 : tensor<2xi64>) {
    ^bb0(%in: i64, %out: i64):
      %64 = arith.addi %in, %c4_i64 : i64
      linalg.yield %64 : i64
    } -> tensor<2xi64>
    %19 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel"]} ins(%17, %18, %extracted_slice_4 : tensor<2xi1>, tensor<2xi64>, tensor<2xi64>) outs(%14 : tensor<2xi64>) {
    ^bb0(%in: i1, %in_25: i64, %in_26: i64, %out: i64):
      %64 = arith.select %in, %in_25, %in_26 : i64
      linalg.yield %64 : i64
    } -> tensor<2xi64>
    %20 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%16 : tensor<2xi64>) outs(%14 : tensor<2xi64>) {
    ^bb0(%in: i64, %out: i64):
      %64 = arith.muli %in, %c4_i64 : i64
      linalg.yield %64 : i64
    } -> tensor<2xi64>
    %21 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%20, %19 : tensor<2xi64>, tensor<2xi64>) outs(%14 : tensor<2xi64>) {
    ^bb0(%in: i64, %in_25: i64, %out: i64):
      %64 = arith.addi %in, %in_25 : i64
      linalg.yield %64 : i64
    } -> tensor<2xi64>
    %collapsed_8 = tensor.collapse_shape %arg0 [[0, 1]] : tensor<4x4xf32> into tensor<16xf32>
    %22 = "nn.scatter"(%collapsed_8, %21, %extracted_slice_7) {axis = 0 : i64} : (tensor<16xf32>, tensor<2xi64>, tensor<2xf32>) -> tensor<16xf32>
    %expanded_9 = tensor.expand_shape %22 [[0, 1]] output_shape [4, 4] : tensor<16xf32> into tensor<4x4xf32>
    %23 = tensor.empty() : tensor<4xi1>
    %24 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%2#1 : tensor<4xi64>) outs(%23 : tensor<4xi1>) {
    ^bb0(%in: i64, %out: i1):
      %64 = arith.cmpi slt, %in, %c0_i64 : i64
      linalg.yield %64 : i1
    } -> tensor<4xi1>
    %25 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%2#1 : tensor<4xi64>) outs(%0 : tensor<4xi64>) {
    ^bb0(%in: i64, %out: i64):
      %64 = arith.addi %in, %c4_i64 : i64
      linalg.yield %64 : i64
    } -> tensor<4xi64>
    %26 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel"]} ins(%24, %25, %2#1 : tensor<4xi1>, tensor<4xi64>, tensor<4xi64>) outs(%0 : tensor<4xi64>) {
    ^bb0(%in: i1, %in_25: i64, %in_26: i64, %out: i64):
      %64 = arith.select %in, %in_25, %in_26 : i64
      linalg.yield %64 : i64
    } -> tensor<4xi64>
    %27 = tensor.empty() : tensor<3x4xi64>
    %28 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%2#1 : tensor<4xi64>) outs(%27 : tensor<3x4xi64>) {
    ^bb0(%in: i64, %out: i64):
      linalg.yield %in : i64
    } -> tensor<3x4xi64>
    %extracted_slice_10 = tensor.extract_slice %arg0[0, 0] [3, 4] [1, 1] : tensor<4x4xf32> to tensor<3x4xf32>
    %29 = "nn.scatter"(%extracted_slice_10, %28, %arg2) {axis = 1 : i64, batch_dims = 1 : i64} : (tensor<3x4xf32>, tensor<3x4xi64>, tensor<3x4xf32>) -> tensor<3x4xf32>
    %inserted_slice = tensor.insert_slice %29 into %arg0[0, 0] [3, 4] [1, 1] : tensor<3x4xf32> into tensor<4x4xf32>
    %expanded_11 = tensor.expand_shape %extracted_slice_3 [[0, 1]] output_shape [2, 1] : tensor<2xi64> into tensor<2x1xi64>
    %extracted_slice_12 = tensor.extract_slice %arg0[0, 0] [4, 1] [1, 1] : tensor<4x4xf32> to tensor<4x1xf32>
    %30 = tensor.empty() : tensor<1x4xf32>
    %transposed_13 = linalg.transpose ins(%extracted_slice_12 : tensor<4x1xf32>) outs(%30 : tensor<1x4xf32>) permutation = [1, 0] 
    %31 = tensor.empty() : tensor<1x2xi64>
    %transposed_14 = linalg.transpose ins(%expanded_11 : tensor<2x1xi64>) outs(%31 : tensor<1x2xi64>) permutation = [1, 0] 
    %32 = tensor.empty() : tensor<4x1xf32>
    %33 = "nn.scatter"(%transposed_13, %transposed_14, %cst_0) {axis = 1 : i64, batch_dims = 1 : i64} : (tensor<1x4xf32>, tensor<1x2xi64>, tensor<1x2xf32>) -> tensor<1x4xf32>
    %transposed_15 = linalg.transpose ins(%33 : tensor<1x4xf32>) outs(%32 : tensor<4x1xf32>) permutation = [1, 0] 
    %inserted_slice_16 = tensor.insert_slice %transposed_15 into %arg0[0, 0] [4, 1] [1, 1] : tensor<4x1xf32> into tensor<4x4xf32>
    %34 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%extracted_slice_3 : tensor<2xi64>) outs(%14 : tensor<2xi64>) {
    ^bb0(%in: i64, %out: i64):
      %64 = arith.remsi %in, %c2_i64 : i64
      %65 = arith.cmpi ne, %64, %c0_i64 : i64
      %66 = arith.cmpi slt, %64, %c0_i64 : i64
      %67 = arith.andi %65, %66 : i1
      %68 = arith.addi %64, %c2_i64 : i64
      %69 = arith.select %67, %68, %64 : i64
      linalg.yield %69 : i64
    } -> tensor<2xi64>
    %35 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%34 : tensor<2xi64>) outs(%14 : tensor<2xi64>) {
    ^bb0(%in: i64, %out: i64):
      linalg.yield %c0_i64 : i64
    } -> tensor<2xi64>
    %36 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%35 : tensor<2xi64>) outs(%14 : tensor<2xi64>) {
    ^bb0(%in: i64, %out: i64):
      %64 = arith.addi %in, %c1_i64 : i64
      linalg.yield %64 : i64
    } -> tensor<2xi64>
    %extracted_slice_17 = tensor.extract_slice %arg2[0, 0] [2, 4] [1, 1] : tensor<3x4xf32> to tensor<2x4xf32>
    %37 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%36 : tensor<2xi64>) outs(%12 : tensor<2xi1>) {
    ^bb0(%in: i64, %out: i1):
      %64 = arith.cmpi slt, %in, %c0_i64 : i64
      linalg.yield %64 : i1
    } -> tensor<2xi1>
    %38 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%36 : tensor<2xi64>) outs(%14 : tensor<2xi64>) {
    ^bb0(%in: i64, %out: i64):
      %64 = arith.addi %in, %c2_i64 : i64
      linalg.yield %64 : i64
    } -> tensor<2xi64>
    %39 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel"]} ins(%37, %38, %36 : tensor<2xi1>, tensor<2xi64>, tensor<2xi64>) outs(%14 : tensor<2xi64>) {
    ^bb0(%in: i1, %in_25: i64, %in_26: i64, %out: i64):
      %64 = arith.select %in, %in_25, %in_26 : i64
      linalg.yield %64 : i64
    } -> tensor<2xi64>
    %40 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%39 : tensor<2xi64>) outs(%14 : tensor<2xi64>) {
    ^bb0(%in: i64, %out: i64):
      %64 = arith.muli %in, %c4_i64 : i64
      linalg.yield %64 : i64
    } -> tensor<2xi64>
    %41 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%40, %19 : tensor<2xi64>, tensor<2xi64>) outs(%14 : tensor<2xi64>) {
    ^bb0(%in: i64, %in_25: i64, %out: i64):
      %64 = arith.addi %in, %in_25 : i64
      linalg.yield %64 : i64
    } -> tensor<2xi64>
    %collapsed_18 = tensor.collapse_shape %concat [[0, 1], [2]] : tensor<2x4x4xf32> into tensor<8x4xf32>
    %42 = "nn.scatter"(%collapsed_18, %41, %extracted_slice_17) {axis = 0 : i64} : (tensor<8x4xf32>, tensor<2xi64>, tensor<2x4xf32>) -> tensor<8x4xf32>
    %expanded_19 = tensor.expand_shape %42 [[0, 1], [2]] output_shape [2, 4, 4] : tensor<8x4xf32> into tensor<2x4x4xf32>
    %extracted_slice_20 = tensor.extract_slice %2#1[0] [1] [1] : tensor<4xi64> to tensor<1xi64>
    %43 = tensor.empty() : tensor<1xi64>
    %44 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%extracted_slice_20 : tensor<1xi64>) outs(%43 : tensor<1xi64>) {
    ^bb0(%in: i64, %out: i64):
      linalg.yield %c0_i64 : i64
    } -> tensor<1xi64>
    %45 = tensor.empty() : tensor<2x4x4xf32>
    %transposed_21 = linalg.transpose ins(%concat : tensor<2x4x4xf32>) outs(%45 : tensor<2x4x4xf32>) permutation = [0, 2, 1] 
    %46 = tensor.empty() : tensor<1xi1>
    %47 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%44 : tensor<1xi64>) outs(%46 : tensor<1xi1>) {
    ^bb0(%in: i64, %out: i1):
      %64 = arith.cmpi slt, %in, %c0_i64 : i64
      linalg.yield %64 : i1
    } -> tensor<1xi1>
    %48 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%44 : tensor<1xi64>) outs(%43 : tensor<1xi64>) {
    ^bb0(%in: i64, %out: i64):
      %64 = arith.addi %in, %c2_i64 : i64
      linalg.yield %64 : i64
    } -> tensor<1xi64>
    %49 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel"]} ins(%47, %48, %44 : tensor<1xi1>, tensor<1xi64>, tensor<1xi64>) outs(%43 : tensor<1xi64>) {
    ^bb0(%in: i1, %in_25: i64, %in_26: i64, %out: i64):
      %64 = arith.select %in, %in_25, %in_26 : i64
      linalg.yield %64 : i64
    } -> tensor<1xi64>
    %50 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%extracted_slice_20 : tensor<1xi64>) outs(%46 : tensor<1xi1>) {
    ^bb0(%in: i64, %out: i1):
      %64 = arith.cmpi slt, %in, %c0_i64 : i64
      linalg.yield %64 : i1
    } -> tensor<1xi1>
    %51 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%extracted_slice_20 : tensor<1xi64>) outs(%43 : tensor<1xi64>) {
    ^bb0(%in: i64, %out: i64):
      %64 = arith.addi %in, %c4_i64 : i64
      linalg.yield %64 : i64
    } -> tensor<1xi64>
    %52 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel"]} ins(%50, %51, %extracted_slice_20 : tensor<1xi1>, tensor<1xi64>, tensor<1xi64>) outs(%43 : tensor<1xi64>) {
    ^bb0(%in: i1, %in_25: i64, %in_26: i64, %out: i64):
      %64 = arith.select %in, %in_25, %in_26 : i64
      linalg.yield %64 : i64
    } -> tensor<1xi64>
    %53 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%49 : tensor<1xi64>) outs(%43 : tensor<1xi64>) {
    ^bb0(%in: i64, %out: i64):
      %64 = arith.muli %in, %c4_i64 : i64
      linalg.yield %64 : i64
    } -> tensor<1xi64>
    %54 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%53, %52 : tensor<1xi64>, tensor<1xi64>) outs(%43 : tensor<1xi64>) {
    ^bb0(%in: i64, %in_25: i64, %out: i64):
      %64 = arith.addi %in, %in_25 : i64
      linalg.yield %64 : i64
    } -> tensor<1xi64>
    %collapsed_22 = tensor.collapse_shape %transposed_21 [[0, 1], [2]] : tensor<2x4x4xf32> into tensor<8x4xf32>
    %55 = "nn.scatter"(%collapsed_22, %54, %extracted_slice_5) {axis = 0 : i64} : (tensor<8x4xf32>, tensor<1xi64>, tensor<1x4xf32>) -> tensor<8x4xf32>
    %expanded_23 = tensor.expand_shape %55 [[0, 1], [2]] output_shape [2, 4, 4] : tensor<8x4xf32> into tensor<2x4x4xf32>
    %transposed_24 = linalg.transpose ins(%expanded_23 : tensor<2x4x4xf32>) outs(%45 : tensor<2x4x4xf32>) permutation = [0, 2, 1] 
    %56 = tensor.empty() : tensor<4x4xi64>
    %57 = linalg.generic {indexing_maps = [#map1], iterator_types = ["parallel", "parallel"]} outs(%56 : tensor<4x4xi64>) {
    ^bb0(%out: i64):
      %64 = linalg.index 1 : index
      %65 = arith.index_cast %64 : index to i64
      linalg.yield %65 : i64
    } -> tensor<4x4xi64>
    %58:2 = "nn.top_k"(%arg0) {axis = 1 : i64, k = 2 : i64} : (tensor<4x4xf32>) -> (tensor<4x2xf32>, tensor<4x2xi64>)
    %59 = "nn.scatter"(%arg0, %extracted_slice_2, %arg2) {axis = 0 : i64} : (tensor<4x4xf32>, tensor<3xi64>, tensor<3x4xf32>) -> tensor<4x4xf32>
    %60 = "nn.scatter"(%arg0, %extracted_slice_2, %transposed) {axis = 1 : i64} : (tensor<4x4xf32>, tensor<3xi64>, tensor<4x3xf32>) -> tensor<4x4xf32>
    %61 = "nn.scatter"(%arg0, %11, %arg2) {axis = 0 : i64} : (tensor<4x4xf32>, tensor<3xi64>, tensor<3x4xf32>) -> tensor<4x4xf32>
    %62 = "nn.scatter"(%arg0, %26, %collapsed_6) {axis = 1 : i64, batch_dims = 1 : i64} : (tensor<4x4xf32>, tensor<4xi64>, tensor<4xf32>) -> tensor<4x4xf32>
    %63 = "nn.scatter"(%cst, %58#1, %58#0) {axis = 1 : i64, batch_dims = 1 : i64} : (tensor<4x4xf32>, tensor<4x2xi64>, tensor<4x2xf32>) -> tensor<4x4xf32>
    return %59, %60, %61, %expanded_9, %62, %inserted_slice, %inserted_slice_16, %expanded_19, %transposed_24, %63 : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<2x4x4xf32>, tensor<2x4x4xf32>, tensor<4x4xf32>
  }
}
