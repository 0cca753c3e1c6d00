#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>
#map3 = affine_map<(d0, d1, d2, d3) -> (d0, d1, 0, 0)>
#map4 = affine_map<(d0, d1, d2, d3) -> (d0, d1, 0, d3)>
#map5 = affine_map<(d0, d1, d2, d3) -> (0, d1, d2, d3)>
#map6 = affine_map<(d0, d1) -> (d0, d1)>
#map7 = affine_map<(d0, d1) -> (d1)>
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
    %c2_i64 = arith.constant 2 : i64
    %c1_i64 = arith.constant 1 : i64
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 1.000000e+00 : f32
    %cst_2 = arith.constant 5.000000e-01 : f32
    %cst_3 = arith.constant 0.000000e+00 : f64
    %cst_4 = arith.constant 1.000000e-05 : f64
    %cst_5 = arith.constant 1.41421354 : f32
    %c2 = arith.constant 2 : index
    %cst_6 = arith.constant 4.000000e+00 : f32
    %cst_7 = arith.constant 7.200000e+01 : f64
    %cst_8 = arith.constant 7.200000e+01 : f32
    %cst_9 = arith.constant 9.000000e+00 : f32
    %cst_10 = arith.constant dense_resource<torch_tensor_2_4_torch.int64> : tensor<2x4xi64>
    %cst_11 = arith.constant dense_resource<torch_tensor_2_4_torch.int64_1> : tensor<2x4xi64>
    %cst_12 = arith.constant dense_resource<torch_tensor_2_4_torch.int64_2> : tensor<2x4xi64>
    %cst_13 = arith.constant dense_resource<torch_tensor_2_4_torch.int64_3> : tensor<2x4xi64>
    %cst_14 = arith.constant dense_resource<torch_tensor_2_4_torch.int64_4> : tensor<2x4xi64>
    %cst_15 = arith.constant dense_resource<torch_tensor_2_4_torch.int64_5> : tensor<2x4xi64>
    %cst_16 = arith.constant dense_resource<torch_tensor_2_4_torch.int64_6> : tensor<2x4xi64>
    %cst_17 = arith.constant dense_resource<torch_tensor_2_4_torch.int64_7> : tensor<2x4xi64>
    %padded = tensor.pad %arg14 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg15: index, %arg16: index, %arg17: index, %arg18: index):
      tensor.yield %cst : f32
    } : tensor<2x4x8x8xf32> to tensor<2x4x10x10xf32>
    %0 = tensor.empty() : tensor<2x8x8x8xf32>
    %broadcasted = linalg.broadcast ins(%arg1 : tensor<8xf32>) outs(%0 : tensor<2x8x8x8xf32>) dimensions = [0, 2, 3] 
    %expanded = tensor.expand_shape %padded [[0], [1, 2], [3], [4]] output_shape [2, 2, 2, 10, 10] : tensor<2x4x10x10xf32> into tensor<2x2x2x10x10xf32>
    %expanded_18 = tensor.expand_shape %arg0 [[0, 1], [2], [3], [4]] output_shape [2, 4, 2, 3, 3] : tensor<8x2x3x3xf32> into tensor<2x4x2x3x3xf32>
    %expanded_19 = tensor.expand_shape %broadcasted [[0], [1, 2], [3], [4]] output_shape [2, 2, 4, 8, 8] : tensor<2x8x8x8xf32> into tensor<2x2x4x8x8xf32>
    %1 = linalg.conv_2d_ngchw_gfchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%expanded, %expanded_18 : tensor<2x2x2x10x10xf32>, tensor<2x4x2x3x3xf32>) outs(%expanded_19 : tensor<2x2x4x8x8xf32>) -> tensor<2x2x4x8x8xf32>
    %collapsed = tensor.collapse_shape %1 [[0], [1, 2], [3], [4]] : tensor<2x2x4x8x8xf32> into tensor<2x8x8x8xf32>
    %2 = tensor.empty() : tensor<8xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg13 : tensor<8xf32>) outs(%2 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %65 = arith.truncf %cst_4 : f64 to f32
      %66 = arith.addf %in, %65 : f32
      linalg.yield %66 : f32
    } -> tensor<8xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%3 : tensor<8xf32>) outs(%2 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %65 = math.rsqrt %in : f32
      linalg.yield %65 : f32
    } -> tensor<8xf32>
    %expanded_20 = tensor.expand_shape %arg12 [[0, 1, 2]] output_shape [8, 1, 1] : tensor<8xf32> into tensor<8x1x1xf32>
    %expanded_21 = tensor.expand_shape %4 [[0, 1, 2]] output_shape [8, 1, 1] : tensor<8xf32> into tensor<8x1x1xf32>
    %5 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed, %expanded_20 : tensor<2x8x8x8xf32>, tensor<8x1x1xf32>) outs(%0 : tensor<2x8x8x8xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %65 = arith.subf %in, %in_35 : f32
      linalg.yield %65 : f32
    } -> tensor<2x8x8x8xf32>
    %6 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%5, %expanded_21 : tensor<2x8x8x8xf32>, tensor<8x1x1xf32>) outs(%0 : tensor<2x8x8x8xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %65 = arith.mulf %in, %in_35 : f32
      linalg.yield %65 : f32
    } -> tensor<2x8x8x8xf32>
    %expanded_22 = tensor.expand_shape %arg2 [[0, 1, 2]] output_shape [8, 1, 1] : tensor<8xf32> into tensor<8x1x1xf32>
    %7 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%6, %expanded_22 : tensor<2x8x8x8xf32>, tensor<8x1x1xf32>) outs(%0 : tensor<2x8x8x8xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %65 = arith.mulf %in, %in_35 : f32
      linalg.yield %65 : f32
    } -> tensor<2x8x8x8xf32>
    %expanded_23 = tensor.expand_shape %arg3 [[0, 1, 2]] output_shape [8, 1, 1] : tensor<8xf32> into tensor<8x1x1xf32>
    %8 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7, %expanded_23 : tensor<2x8x8x8xf32>, tensor<8x1x1xf32>) outs(%0 : tensor<2x8x8x8xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %65 = arith.addf %in, %in_35 : f32
      linalg.yield %65 : f32
    } -> tensor<2x8x8x8xf32>
    %9 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%8 : tensor<2x8x8x8xf32>) outs(%0 : tensor<2x8x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %65 = arith.cmpf ugt, %in, %cst : f32
      %66 = arith.select %65, %in, %cst : f32
      linalg.yield %66 : f32
    } -> tensor<2x8x8x8xf32>
    %padded_24 = tensor.pad %9 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg15: index, %arg16: index, %arg17: index, %arg18: index):
      tensor.yield %cst_0 : f32
    } : tensor<2x8x8x8xf32> to tensor<2x8x10x10xf32>
    %10 = tensor.empty() : tensor<2x8x4x4xf32>
    %11 = linalg.fill ins(%cst_0 : f32) outs(%10 : tensor<2x8x4x4xf32>) -> tensor<2x8x4x4xf32>
    %12 = tensor.empty() : tensor<3x3xf32>
    %13 = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%padded_24, %12 : tensor<2x8x10x10xf32>, tensor<3x3xf32>) outs(%11 : tensor<2x8x4x4xf32>) -> tensor<2x8x4x4xf32>
    %padded_25 = tensor.pad %13 low[0, 0, 2, 2] high[0, 0, 2, 2] {
    ^bb0(%arg15: index, %arg16: index, %arg17: index, %arg18: index):
      tensor.yield %cst : f32
    } : tensor<2x8x4x4xf32> to tensor<2x8x8x8xf32>
    %broadcasted_26 = linalg.broadcast ins(%arg5 : tensor<8xf32>) outs(%10 : tensor<2x8x4x4xf32>) dimensions = [0, 2, 3] 
    %14 = linalg.conv_2d_nchw_fchw {dilations = dense<2> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_25, %arg4 : tensor<2x8x8x8xf32>, tensor<8x8x3x3xf32>) outs(%broadcasted_26 : tensor<2x8x4x4xf32>) -> tensor<2x8x4x4xf32>
    %15 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%14 : tensor<2x8x4x4xf32>) outs(%10 : tensor<2x8x4x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %65 = arith.divf %in, %cst_5 : f32
      %66 = math.erf %65 : f32
      %67 = arith.addf %66, %cst_1 : f32
      %68 = arith.mulf %67, %cst_2 : f32
      %69 = arith.mulf %in, %68 : f32
      linalg.yield %69 : f32
    } -> tensor<2x8x4x4xf32>
    %16 = tensor.empty() : tensor<4x8x3x3xf32>
    %17 = linalg.fill ins(%cst : f32) outs(%16 : tensor<4x8x3x3xf32>) -> tensor<4x8x3x3xf32>
    %18 = linalg.generic {indexing_maps = [#map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%17 : tensor<4x8x3x3xf32>) {
    ^bb0(%out: f32):
      %65 = linalg.index 0 : index
      %66 = linalg.index 1 : index
      %67 = linalg.index 2 : index
      %68 = linalg.index 3 : index
      %69 = arith.subi %c2, %67 : index
      %70 = arith.subi %c2, %68 : index
      %extracted = tensor.extract %arg6[%66, %65, %69, %70] : tensor<8x4x3x3xf32>
      linalg.yield %extracted : f32
    } -> tensor<4x8x3x3xf32>
    %19 = tensor.empty() : tensor<2x8x9x9xf32>
    %20 = linalg.fill ins(%cst : f32) outs(%19 : tensor<2x8x9x9xf32>) -> tensor<2x8x9x9xf32>
    %inserted_slice = tensor.insert_slice %15 into %20[0, 0, 1, 1] [2, 8, 4, 4] [1, 1, 2, 2] : tensor<2x8x4x4xf32> into tensor<2x8x9x9xf32>
    %21 = tensor.empty() : tensor<2x4x7x7xf32>
    %broadcasted_27 = linalg.broadcast ins(%arg7 : tensor<4xf32>) outs(%21 : tensor<2x4x7x7xf32>) dimensions = [0, 2, 3] 
    %22 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%inserted_slice, %18 : tensor<2x8x9x9xf32>, tensor<4x8x3x3xf32>) outs(%broadcasted_27 : tensor<2x4x7x7xf32>) -> tensor<2x4x7x7xf32>
    %23 = tensor.empty() : tensor<2x4x6x6xf32>
    %24 = linalg.fill ins(%cst : f32) outs(%23 : tensor<2x4x6x6xf32>) -> tensor<2x4x6x6xf32>
    %25 = tensor.empty() : tensor<2x2xf32>
    %26 = linalg.pooling_nchw_sum {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%22, %25 : tensor<2x4x7x7xf32>, tensor<2x2xf32>) outs(%24 : tensor<2x4x6x6xf32>) -> tensor<2x4x6x6xf32>
    %27 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%26 : tensor<2x4x6x6xf32>) outs(%23 : tensor<2x4x6x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %65 = arith.divf %in, %cst_6 : f32
      linalg.yield %65 : f32
    } -> tensor<2x4x6x6xf32>
    %collapsed_28 = tensor.collapse_shape %27 [[0], [1], [2, 3]] : tensor<2x4x6x6xf32> into tensor<2x4x36xf32>
    %expanded_29 = tensor.expand_shape %collapsed_28 [[0], [1, 2], [3]] output_shape [2, 2, 2, 36] : tensor<2x4x36xf32> into tensor<2x2x2x36xf32>
    %28 = tensor.empty() : tensor<2x2x2x36xf64>
    %29 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_29 : tensor<2x2x2x36xf32>) outs(%28 : tensor<2x2x2x36xf64>) {
    ^bb0(%in: f32, %out: f64):
      %65 = arith.extf %in : f32 to f64
      linalg.yield %65 : f64
    } -> tensor<2x2x2x36xf64>
    %30 = tensor.empty() : tensor<2x2x1x1xf64>
    %31 = linalg.fill ins(%cst_3 : f64) outs(%30 : tensor<2x2x1x1xf64>) -> tensor<2x2x1x1xf64>
    %32 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%29 : tensor<2x2x2x36xf64>) outs(%31 : tensor<2x2x1x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %65 = arith.addf %in, %out : f64
      linalg.yield %65 : f64
    } -> tensor<2x2x1x1xf64>
    %33 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%32 : tensor<2x2x1x1xf64>) outs(%30 : tensor<2x2x1x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %65 = arith.divf %in, %cst_7 : f64
      linalg.yield %65 : f64
    } -> tensor<2x2x1x1xf64>
    %34 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%29, %33 : tensor<2x2x2x36xf64>, tensor<2x2x1x1xf64>) outs(%28 : tensor<2x2x2x36xf64>) {
    ^bb0(%in: f64, %in_35: f64, %out: f64):
      %65 = arith.subf %in, %in_35 : f64
      linalg.yield %65 : f64
    } -> tensor<2x2x2x36xf64>
    %35 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%34, %34 : tensor<2x2x2x36xf64>, tensor<2x2x2x36xf64>) outs(%28 : tensor<2x2x2x36xf64>) {
    ^bb0(%in: f64, %in_35: f64, %out: f64):
      %65 = arith.mulf %in, %in_35 : f64
      linalg.yield %65 : f64
    } -> tensor<2x2x2x36xf64>
    %36 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%35 : tensor<2x2x2x36xf64>) outs(%31 : tensor<2x2x1x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %65 = arith.addf %in, %out : f64
      linalg.yield %65 : f64
    } -> tensor<2x2x1x1xf64>
    %37 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%36 : tensor<2x2x1x1xf64>) outs(%30 : tensor<2x2x1x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %65 = arith.divf %in, %cst_7 : f64
      linalg.yield %65 : f64
    } -> tensor<2x2x1x1xf64>
    %38 = tensor.empty() : tensor<2x2x1x1xf32>
    %39 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%37 : tensor<2x2x1x1xf64>) outs(%38 : tensor<2x2x1x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %65 = arith.truncf %in : f64 to f32
      linalg.yield %65 : f32
    } -> tensor<2x2x1x1xf32>
    %40 = linalg.fill ins(%cst : f32) outs(%38 : tensor<2x2x1x1xf32>) -> tensor<2x2x1x1xf32>
    %41 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%expanded_29 : tensor<2x2x2x36xf32>) outs(%40 : tensor<2x2x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %65 = arith.addf %in, %out : f32
      linalg.yield %65 : f32
    } -> tensor<2x2x1x1xf32>
    %42 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%41 : tensor<2x2x1x1xf32>) outs(%38 : tensor<2x2x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %65 = arith.divf %in, %cst_8 : f32
      linalg.yield %65 : f32
    } -> tensor<2x2x1x1xf32>
    %43 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%39 : tensor<2x2x1x1xf32>) outs(%38 : tensor<2x2x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %65 = arith.truncf %cst_4 : f64 to f32
      %66 = arith.addf %in, %65 : f32
      linalg.yield %66 : f32
    } -> tensor<2x2x1x1xf32>
    %44 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%43 : tensor<2x2x1x1xf32>) outs(%38 : tensor<2x2x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %65 = math.rsqrt %in : f32
      linalg.yield %65 : f32
    } -> tensor<2x2x1x1xf32>
    %expanded_30 = tensor.expand_shape %arg8 [[0, 1, 2, 3]] output_shape [1, 2, 2, 1] : tensor<4xf32> into tensor<1x2x2x1xf32>
    %45 = tensor.empty() : tensor<2x2x2x1xf32>
    %46 = linalg.generic {indexing_maps = [#map4, #map5, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%44, %expanded_30 : tensor<2x2x1x1xf32>, tensor<1x2x2x1xf32>) outs(%45 : tensor<2x2x2x1xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %65 = arith.mulf %in, %in_35 : f32
      linalg.yield %65 : f32
    } -> tensor<2x2x2x1xf32>
    %47 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%42 : tensor<2x2x1x1xf32>) outs(%38 : tensor<2x2x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %65 = arith.negf %in : f32
      linalg.yield %65 : f32
    } -> tensor<2x2x1x1xf32>
    %48 = linalg.generic {indexing_maps = [#map4, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%47, %46 : tensor<2x2x1x1xf32>, tensor<2x2x2x1xf32>) outs(%45 : tensor<2x2x2x1xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %65 = arith.mulf %in, %in_35 : f32
      linalg.yield %65 : f32
    } -> tensor<2x2x2x1xf32>
    %expanded_31 = tensor.expand_shape %arg9 [[0, 1, 2, 3]] output_shape [1, 2, 2, 1] : tensor<4xf32> into tensor<1x2x2x1xf32>
    %49 = linalg.generic {indexing_maps = [#map1, #map5, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%48, %expanded_31 : tensor<2x2x2x1xf32>, tensor<1x2x2x1xf32>) outs(%45 : tensor<2x2x2x1xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %65 = arith.addf %in, %in_35 : f32
      linalg.yield %65 : f32
    } -> tensor<2x2x2x1xf32>
    %50 = tensor.empty() : tensor<2x4xf32>
    %51 = linalg.generic {indexing_maps = [#map6, #map6, #map6, #map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%cst_10, %cst_11, %cst_12, %cst_13 : tensor<2x4xi64>, tensor<2x4xi64>, tensor<2x4xi64>, tensor<2x4xi64>) outs(%50 : tensor<2x4xf32>) {
    ^bb0(%in: i64, %in_35: i64, %in_36: i64, %in_37: i64, %out: f32):
      %65 = arith.cmpi slt, %in, %c0_i64 : i64
      %66 = arith.addi %in, %c2_i64 : i64
      %67 = arith.select %65, %66, %in : i64
      %68 = arith.index_cast %67 : i64 to index
      %69 = arith.cmpi slt, %in_35, %c0_i64 : i64
      %70 = arith.addi %in_35, %c2_i64 : i64
      %71 = arith.select %69, %70, %in_35 : i64
      %72 = arith.index_cast %71 : i64 to index
      %73 = arith.cmpi slt, %in_36, %c0_i64 : i64
      %74 = arith.addi %in_36, %c2_i64 : i64
      %75 = arith.select %73, %74, %in_36 : i64
      %76 = arith.index_cast %75 : i64 to index
      %77 = arith.cmpi slt, %in_37, %c0_i64 : i64
      %78 = arith.addi %in_37, %c1_i64 : i64
      %79 = arith.select %77, %78, %in_37 : i64
      %80 = arith.index_cast %79 : i64 to index
      %extracted = tensor.extract %46[%68, %72, %76, %80] : tensor<2x2x2x1xf32>
      linalg.yield %extracted : f32
    } -> tensor<2x4xf32>
    %52 = linalg.generic {indexing_maps = [#map6, #map6, #map6, #map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%cst_14, %cst_15, %cst_16, %cst_17 : tensor<2x4xi64>, tensor<2x4xi64>, tensor<2x4xi64>, tensor<2x4xi64>) outs(%50 : tensor<2x4xf32>) {
    ^bb0(%in: i64, %in_35: i64, %in_36: i64, %in_37: i64, %out: f32):
      %65 = arith.cmpi slt, %in, %c0_i64 : i64
      %66 = arith.addi %in, %c2_i64 : i64
      %67 = arith.select %65, %66, %in : i64
      %68 = arith.index_cast %67 : i64 to index
      %69 = arith.cmpi slt, %in_35, %c0_i64 : i64
      %70 = arith.addi %in_35, %c2_i64 : i64
      %71 = arith.select %69, %70, %in_35 : i64
      %72 = arith.index_cast %71 : i64 to index
      %73 = arith.cmpi slt, %in_36, %c0_i64 : i64
      %74 = arith.addi %in_36, %c2_i64 : i64
      %75 = arith.select %73, %74, %in_36 : i64
      %76 = arith.index_cast %75 : i64 to index
      %77 = arith.cmpi slt, %in_37, %c0_i64 : i64
      %78 = arith.addi %in_37, %c1_i64 : i64
      %79 = arith.select %77, %78, %in_37 : i64
      %80 = arith.index_cast %79 : i64 to index
      %extracted = tensor.extract %49[%68, %72, %76, %80] : tensor<2x2x2x1xf32>
      linalg.yield %extracted : f32
    } -> tensor<2x4xf32>
    %expanded_32 = tensor.expand_shape %51 [[0], [1, 2, 3]] output_shape [2, 4, 1, 1] : tensor<2x4xf32> into tensor<2x4x1x1xf32>
    %expanded_33 = tensor.expand_shape %52 [[0], [1, 2, 3]] output_shape [2, 4, 1, 1] : tensor<2x4xf32> into tensor<2x4x1x1xf32>
    %53 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%27, %expanded_32 : tensor<2x4x6x6xf32>, tensor<2x4x1x1xf32>) outs(%23 : tensor<2x4x6x6xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %65 = arith.mulf %in, %in_35 : f32
      linalg.yield %65 : f32
    } -> tensor<2x4x6x6xf32>
    %54 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%53, %expanded_33 : tensor<2x4x6x6xf32>, tensor<2x4x1x1xf32>) outs(%23 : tensor<2x4x6x6xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %65 = arith.addf %in, %in_35 : f32
      linalg.yield %65 : f32
    } -> tensor<2x4x6x6xf32>
    %55 = tensor.empty() : tensor<2x4x2x2xf32>
    %56 = linalg.fill ins(%cst : f32) outs(%55 : tensor<2x4x2x2xf32>) -> tensor<2x4x2x2xf32>
    %57 = linalg.pooling_nchw_sum {dilations = dense<1> : vector<2xi64>, strides = dense<3> : vector<2xi64>} ins(%54, %12 : tensor<2x4x6x6xf32>, tensor<3x3xf32>) outs(%56 : tensor<2x4x2x2xf32>) -> tensor<2x4x2x2xf32>
    %58 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%57 : tensor<2x4x2x2xf32>) outs(%55 : tensor<2x4x2x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %65 = arith.divf %in, %cst_9 : f32
      linalg.yield %65 : f32
    } -> tensor<2x4x2x2xf32>
    %collapsed_34 = tensor.collapse_shape %58 [[0], [1, 2, 3]] : tensor<2x4x2x2xf32> into tensor<2x16xf32>
    %59 = tensor.empty() : tensor<16x5xf32>
    %transposed = linalg.transpose ins(%arg10 : tensor<5x16xf32>) outs(%59 : tensor<16x5xf32>) permutation = [1, 0] 
    %60 = tensor.empty() : tensor<2x5xf32>
    %61 = linalg.fill ins(%cst : f32) outs(%60 : tensor<2x5xf32>) -> tensor<2x5xf32>
    %62 = linalg.matmul ins(%collapsed_34, %transposed : tensor<2x16xf32>, tensor<16x5xf32>) outs(%61 : tensor<2x5xf32>) -> tensor<2x5xf32>
    %63 = linalg.generic {indexing_maps = [#map7, #map6], iterator_types = ["parallel", "parallel"]} ins(%arg11 : tensor<5xf32>) outs(%60 : tensor<2x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x5xf32>
    %64 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%62, %63 : tensor<2x5xf32>, tensor<2x5xf32>) outs(%60 : tensor<2x5xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %65 = arith.addf %in, %in_35 : f32
      linalg.yield %65 : f32
    } -> tensor<2x5xf32>
    return %64 : tensor<2x5xf32>
  }
}

{-#
  dialect_resources: {
    builtin: {
      torch_tensor_2_4_torch.int64: "0x0800000000000000000000000000000000000000000000000000000000000000000000000100000000000000010000000000000001000000000000000100000000000000",
      torch_tensor_2_4_torch.int64_1: "0x0800000000000000000000000000000000000000010000000000000001000000000000000000000000000000000000000000000001000000000000000100000000000000",
      torch_tensor_2_4_torch.int64_2: "0x0800000000000000000000000100000000000000000000000000000001000000000000000000000000000000010000000000000000000000000000000100000000000000",
      torch_tensor_2_4_torch.int64_3: "0x0800000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000",
      torch_tensor_2_4_torch.int64_4: "0x0800000000000000000000000000000000000000000000000000000000000000000000000100000000000000010000000000000001000000000000000100000000000000",
      torch_tensor_2_4_torch.int64_5: "0x0800000000000000000000000000000000000000010000000000000001000000000000000000000000000000000000000000000001000000000000000100000000000000",
      torch_tensor_2_4_torch.int64_6: "0x0800000000000000000000000100000000000000000000000000000001000000000000000000000000000000010000000000000000000000000000000100000000000000",
      torch_tensor_2_4_torch.int64_7: "0x0800000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
    }
  }
#-}
