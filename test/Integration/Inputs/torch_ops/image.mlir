#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>
#map3 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>
#map4 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, 0, 0, 0)>
#map5 = affine_map<(d0, d1) -> (d1)>
#map6 = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @main(%arg0: tensor<8x2x3x3xf32> {sbp.name = "0.weight"},
    %arg1: tensor<8xf32> {sbp.name = "0.bias"},
    %arg2: tensor<8xf32> {sbp.name = "1.weight"},
    %arg3: tensor<8xf32> {sbp.name = "1.bias"},
    %arg4: tensor<8x8x3x3xf32> {sbp.name = "4.weight"},
    %arg5: tensor<8xf32> {sbp.name = "4.bias"},
    %arg6: tensor<8x4x3x3xf32> {sbp.name = "6.weight"},
    %arg7: tensor<4xf32> {sbp.name = "6.bias"},
    %arg8: tensor<4xf32> {sbp.name = "8.weight"},
    %arg9: tensor<4xf32> {sbp.name = "8.bias"},
    %arg10: tensor<5x16xf32> {sbp.name = "11.weight"},
    %arg11: tensor<5xf32> {sbp.name = "11.bias"},
    %arg12: tensor<8xf32> {sbp.name = "1.running_mean"},
    %arg13: tensor<8xf32> {sbp.name = "1.running_var"},
    %arg14: tensor<2x4x8x8xf32> {sbp.name = "input"}) -> (tensor<2x5xf32> {sbp.name = "result"}) {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 1.000000e+00 : f32
    %cst_2 = arith.constant 5.000000e-01 : f32
    %cst_3 = arith.constant 1.000000e-05 : f64
    %cst_4 = arith.constant 1.41421354 : f32
    %c2 = arith.constant 2 : index
    %cst_5 = arith.constant 4.000000e+00 : f32
    %cst_6 = arith.constant 7.200000e+01 : f32
    %cst_7 = arith.constant 9.000000e+00 : f32
    %padded = tensor.pad %arg14 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg15: index, %arg16: index, %arg17: index, %arg18: index):
      tensor.yield %cst : f32
    } : tensor<2x4x8x8xf32> to tensor<2x4x10x10xf32>
    %0 = tensor.empty() : tensor<2x8x8x8xf32>
    %broadcasted = linalg.broadcast ins(%arg1 : tensor<8xf32>) outs(%0 : tensor<2x8x8x8xf32>) dimensions = [0, 2, 3] 
    %expanded = tensor.expand_shape %padded [[0], [1, 2], [3], [4]] output_shape [2, 2, 2, 10, 10] : tensor<2x4x10x10xf32> into tensor<2x2x2x10x10xf32>
    %expanded_8 = tensor.expand_shape %arg0 [[0, 1], [2], [3], [4]] output_shape [2, 4, 2, 3, 3] : tensor<8x2x3x3xf32> into tensor<2x4x2x3x3xf32>
    %expanded_9 = tensor.expand_shape %broadcasted [[0], [1, 2], [3], [4]] output_shape [2, 2, 4, 8, 8] : tensor<2x8x8x8xf32> into tensor<2x2x4x8x8xf32>
    %1 = linalg.conv_2d_ngchw_gfchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%expanded, %expanded_8 : tensor<2x2x2x10x10xf32>, tensor<2x4x2x3x3xf32>) outs(%expanded_9 : tensor<2x2x4x8x8xf32>) -> tensor<2x2x4x8x8xf32>
    %collapsed = tensor.collapse_shape %1 [[0], [1, 2], [3], [4]] : tensor<2x2x4x8x8xf32> into tensor<2x8x8x8xf32>
    %2 = tensor.empty() : tensor<8xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg13 : tensor<8xf32>) outs(%2 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %52 = arith.truncf %cst_3 : f64 to f32
      %53 = arith.addf %in, %52 : f32
      linalg.yield %53 : f32
    } -> tensor<8xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%3 : tensor<8xf32>) outs(%2 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %52 = math.rsqrt %in : f32
      linalg.yield %52 : f32
    } -> tensor<8xf32>
    %expanded_10 = tensor.expand_shape %arg12 [[0, 1, 2]] output_shape [8, 1, 1] : tensor<8xf32> into tensor<8x1x1xf32>
    %expanded_11 = tensor.expand_shape %4 [[0, 1, 2]] output_shape [8, 1, 1] : tensor<8xf32> into tensor<8x1x1xf32>
    %5 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed, %expanded_10 : tensor<2x8x8x8xf32>, tensor<8x1x1xf32>) outs(%0 : tensor<2x8x8x8xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %52 = arith.subf %in, %in_23 : f32
      linalg.yield %52 : f32
    } -> tensor<2x8x8x8xf32>
    %6 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%5, %expanded_11 : tensor<2x8x8x8xf32>, tensor<8x1x1xf32>) outs(%0 : tensor<2x8x8x8xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %52 = arith.mulf %in, %in_23 : f32
      linalg.yield %52 : f32
    } -> tensor<2x8x8x8xf32>
    %expanded_12 = tensor.expand_shape %arg2 [[0, 1, 2]] output_shape [8, 1, 1] : tensor<8xf32> into tensor<8x1x1xf32>
    %7 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%6, %expanded_12 : tensor<2x8x8x8xf32>, tensor<8x1x1xf32>) outs(%0 : tensor<2x8x8x8xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %52 = arith.mulf %in, %in_23 : f32
      linalg.yield %52 : f32
    } -> tensor<2x8x8x8xf32>
    %expanded_13 = tensor.expand_shape %arg3 [[0, 1, 2]] output_shape [8, 1, 1] : tensor<8xf32> into tensor<8x1x1xf32>
    %8 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7, %expanded_13 : tensor<2x8x8x8xf32>, tensor<8x1x1xf32>) outs(%0 : tensor<2x8x8x8xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %52 = arith.addf %in, %in_23 : f32
      linalg.yield %52 : f32
    } -> tensor<2x8x8x8xf32>
    %9 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%8 : tensor<2x8x8x8xf32>) outs(%0 : tensor<2x8x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %52 = arith.cmpf ugt, %in, %cst : f32
      %53 = arith.select %52, %in, %cst : f32
      linalg.yield %53 : f32
    } -> tensor<2x8x8x8xf32>
    %padded_14 = tensor.pad %9 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg15: index, %arg16: index, %arg17: index, %arg18: index):
      tensor.yield %cst_0 : f32
    } : tensor<2x8x8x8xf32> to tensor<2x8x10x10xf32>
    %10 = tensor.empty() : tensor<2x8x4x4xf32>
    %11 = linalg.fill ins(%cst_0 : f32) outs(%10 : tensor<2x8x4x4xf32>) -> tensor<2x8x4x4xf32>
    %12 = tensor.empty() : tensor<3x3xf32>
    %13 = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%padded_14, %12 : tensor<2x8x10x10xf32>, tensor<3x3xf32>) outs(%11 : tensor<2x8x4x4xf32>) -> tensor<2x8x4x4xf32>
    %padded_15 = tensor.pad %13 low[0, 0, 2, 2] high[0, 0, 2, 2] {
    ^bb0(%arg15: index, %arg16: index, %arg17: index, %arg18: index):
      tensor.yield %cst : f32
    } : tensor<2x8x4x4xf32> to tensor<2x8x8x8xf32>
    %broadcasted_16 = linalg.broadcast ins(%arg5 : tensor<8xf32>) outs(%10 : tensor<2x8x4x4xf32>) dimensions = [0, 2, 3] 
    %14 = linalg.conv_2d_nchw_fchw {dilations = dense<2> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_15, %arg4 : tensor<2x8x8x8xf32>, tensor<8x8x3x3xf32>) outs(%broadcasted_16 : tensor<2x8x4x4xf32>) -> tensor<2x8x4x4xf32>
    %15 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%14 : tensor<2x8x4x4xf32>) outs(%10 : tensor<2x8x4x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %52 = arith.divf %in, %cst_4 : f32
      %53 = math.erf %52 : f32
      %54 = arith.addf %53, %cst_1 : f32
      %55 = arith.mulf %54, %cst_2 : f32
      %56 = arith.mulf %in, %55 : f32
      linalg.yield %56 : f32
    } -> tensor<2x8x4x4xf32>
    %16 = tensor.empty() : tensor<4x8x3x3xf32>
    %17 = linalg.fill ins(%cst : f32) outs(%16 : tensor<4x8x3x3xf32>) -> tensor<4x8x3x3xf32>
    %18 = linalg.generic {indexing_maps = [#map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%17 : tensor<4x8x3x3xf32>) {
    ^bb0(%out: f32):
      %52 = linalg.index 0 : index
      %53 = linalg.index 1 : index
      %54 = linalg.index 2 : index
      %55 = linalg.index 3 : index
      %56 = arith.subi %c2, %54 : index
      %57 = arith.subi %c2, %55 : index
      %extracted = tensor.extract %arg6[%53, %52, %56, %57] : tensor<8x4x3x3xf32>
      linalg.yield %extracted : f32
    } -> tensor<4x8x3x3xf32>
    %19 = tensor.empty() : tensor<2x8x9x9xf32>
    %20 = linalg.fill ins(%cst : f32) outs(%19 : tensor<2x8x9x9xf32>) -> tensor<2x8x9x9xf32>
    %inserted_slice = tensor.insert_slice %15 into %20[0, 0, 1, 1] [2, 8, 4, 4] [1, 1, 2, 2] : tensor<2x8x4x4xf32> into tensor<2x8x9x9xf32>
    %21 = tensor.empty() : tensor<2x4x7x7xf32>
    %broadcasted_17 = linalg.broadcast ins(%arg7 : tensor<4xf32>) outs(%21 : tensor<2x4x7x7xf32>) dimensions = [0, 2, 3] 
    %22 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%inserted_slice, %18 : tensor<2x8x9x9xf32>, tensor<4x8x3x3xf32>) outs(%broadcasted_17 : tensor<2x4x7x7xf32>) -> tensor<2x4x7x7xf32>
    %23 = tensor.empty() : tensor<2x4x6x6xf32>
    %24 = linalg.fill ins(%cst : f32) outs(%23 : tensor<2x4x6x6xf32>) -> tensor<2x4x6x6xf32>
    %25 = tensor.empty() : tensor<2x2xf32>
    %26 = linalg.pooling_nchw_sum {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%22, %25 : tensor<2x4x7x7xf32>, tensor<2x2xf32>) outs(%24 : tensor<2x4x6x6xf32>) -> tensor<2x4x6x6xf32>
    %27 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%26 : tensor<2x4x6x6xf32>) outs(%23 : tensor<2x4x6x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %52 = arith.divf %in, %cst_5 : f32
      linalg.yield %52 : f32
    } -> tensor<2x4x6x6xf32>
    %expanded_18 = tensor.expand_shape %27 [[0], [1, 2], [3], [4]] output_shape [2, 2, 2, 6, 6] : tensor<2x4x6x6xf32> into tensor<2x2x2x6x6xf32>
    %28 = tensor.empty() : tensor<2x2x1x1x1xf32>
    %29 = linalg.fill ins(%cst : f32) outs(%28 : tensor<2x2x1x1x1xf32>) -> tensor<2x2x1x1x1xf32>
    %30 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%expanded_18 : tensor<2x2x2x6x6xf32>) outs(%29 : tensor<2x2x1x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %52 = arith.addf %in, %out : f32
      linalg.yield %52 : f32
    } -> tensor<2x2x1x1x1xf32>
    %31 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%30 : tensor<2x2x1x1x1xf32>) outs(%28 : tensor<2x2x1x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %52 = arith.divf %in, %cst_6 : f32
      linalg.yield %52 : f32
    } -> tensor<2x2x1x1x1xf32>
    %32 = tensor.empty() : tensor<2x2x2x6x6xf32>
    %33 = linalg.generic {indexing_maps = [#map3, #map4, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%expanded_18, %31 : tensor<2x2x2x6x6xf32>, tensor<2x2x1x1x1xf32>) outs(%32 : tensor<2x2x2x6x6xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %52 = arith.subf %in, %in_23 : f32
      linalg.yield %52 : f32
    } -> tensor<2x2x2x6x6xf32>
    %34 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%33, %33 : tensor<2x2x2x6x6xf32>, tensor<2x2x2x6x6xf32>) outs(%32 : tensor<2x2x2x6x6xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %52 = arith.mulf %in, %in_23 : f32
      linalg.yield %52 : f32
    } -> tensor<2x2x2x6x6xf32>
    %35 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%34 : tensor<2x2x2x6x6xf32>) outs(%29 : tensor<2x2x1x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %52 = arith.addf %in, %out : f32
      linalg.yield %52 : f32
    } -> tensor<2x2x1x1x1xf32>
    %36 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%35 : tensor<2x2x1x1x1xf32>) outs(%28 : tensor<2x2x1x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %52 = arith.divf %in, %cst_6 : f32
      linalg.yield %52 : f32
    } -> tensor<2x2x1x1x1xf32>
    %37 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%36 : tensor<2x2x1x1x1xf32>) outs(%28 : tensor<2x2x1x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %52 = arith.truncf %cst_3 : f64 to f32
      %53 = arith.addf %in, %52 : f32
      linalg.yield %53 : f32
    } -> tensor<2x2x1x1x1xf32>
    %38 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%37 : tensor<2x2x1x1x1xf32>) outs(%28 : tensor<2x2x1x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %52 = math.rsqrt %in : f32
      linalg.yield %52 : f32
    } -> tensor<2x2x1x1x1xf32>
    %39 = linalg.generic {indexing_maps = [#map3, #map4, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%33, %38 : tensor<2x2x2x6x6xf32>, tensor<2x2x1x1x1xf32>) outs(%32 : tensor<2x2x2x6x6xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %52 = arith.mulf %in, %in_23 : f32
      linalg.yield %52 : f32
    } -> tensor<2x2x2x6x6xf32>
    %collapsed_19 = tensor.collapse_shape %39 [[0], [1, 2], [3], [4]] : tensor<2x2x2x6x6xf32> into tensor<2x4x6x6xf32>
    %expanded_20 = tensor.expand_shape %arg8 [[0, 1, 2]] output_shape [4, 1, 1] : tensor<4xf32> into tensor<4x1x1xf32>
    %40 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_19, %expanded_20 : tensor<2x4x6x6xf32>, tensor<4x1x1xf32>) outs(%23 : tensor<2x4x6x6xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %52 = arith.mulf %in, %in_23 : f32
      linalg.yield %52 : f32
    } -> tensor<2x4x6x6xf32>
    %expanded_21 = tensor.expand_shape %arg9 [[0, 1, 2]] output_shape [4, 1, 1] : tensor<4xf32> into tensor<4x1x1xf32>
    %41 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%40, %expanded_21 : tensor<2x4x6x6xf32>, tensor<4x1x1xf32>) outs(%23 : tensor<2x4x6x6xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %52 = arith.addf %in, %in_23 : f32
      linalg.yield %52 : f32
    } -> tensor<2x4x6x6xf32>
    %42 = tensor.empty() : tensor<2x4x2x2xf32>
    %43 = linalg.fill ins(%cst : f32) outs(%42 : tensor<2x4x2x2xf32>) -> tensor<2x4x2x2xf32>
    %44 = linalg.pooling_nchw_sum {dilations = dense<1> : vector<2xi64>, strides = dense<3> : vector<2xi64>} ins(%41, %12 : tensor<2x4x6x6xf32>, tensor<3x3xf32>) outs(%43 : tensor<2x4x2x2xf32>) -> tensor<2x4x2x2xf32>
    %45 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%44 : tensor<2x4x2x2xf32>) outs(%42 : tensor<2x4x2x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %52 = arith.divf %in, %cst_7 : f32
      linalg.yield %52 : f32
    } -> tensor<2x4x2x2xf32>
    %collapsed_22 = tensor.collapse_shape %45 [[0], [1, 2, 3]] : tensor<2x4x2x2xf32> into tensor<2x16xf32>
    %46 = tensor.empty() : tensor<16x5xf32>
    %transposed = linalg.transpose ins(%arg10 : tensor<5x16xf32>) outs(%46 : tensor<16x5xf32>) permutation = [1, 0] 
    %47 = tensor.empty() : tensor<2x5xf32>
    %48 = linalg.fill ins(%cst : f32) outs(%47 : tensor<2x5xf32>) -> tensor<2x5xf32>
    %49 = linalg.matmul ins(%collapsed_22, %transposed : tensor<2x16xf32>, tensor<16x5xf32>) outs(%48 : tensor<2x5xf32>) -> tensor<2x5xf32>
    %50 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel"]} ins(%arg11 : tensor<5xf32>) outs(%47 : tensor<2x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x5xf32>
    %51 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%49, %50 : tensor<2x5xf32>, tensor<2x5xf32>) outs(%47 : tensor<2x5xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %52 = arith.addf %in, %in_23 : f32
      linalg.yield %52 : f32
    } -> tensor<2x5xf32>
    return %51 : tensor<2x5xf32>
  }
}
