#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map2 = affine_map<(d0, d1, d2) -> (d2)>
#map3 = affine_map<(d0, d1) -> (d1)>
#map4 = affine_map<(d0, d1) -> (d0, d1)>
#map5 = affine_map<(d0, d1, d2) -> (d0, d2)>
#map6 = affine_map<(d0, d1) -> ()>
#map7 = affine_map<() -> ()>
#map8 = affine_map<(d0, d1) -> (0, d1)>
#map9 = affine_map<(d0, d1, d2) -> ()>
#map10 = affine_map<(d0, d1, d2) -> (0, 0, d2)>
#map11 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map12 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map13 = affine_map<(d0, d1, d2, d3) -> (d1)>
module {
  func.func @main(%arg0: tensor<8x2xf32> {sbp.state = "zeros"},
    %arg1: tensor<8x3x2x2xf32> {sbp.state = "patch.weight"},
    %arg2: tensor<8xf32> {sbp.state = "patch.bias"},
    %arg3: tensor<8xf32> {sbp.state = "norm.weight"},
    %arg4: tensor<8x8xf32> {sbp.state = "query.weight"},
    %arg5: tensor<8xf32> {sbp.state = "query.bias"},
    %arg6: tensor<4x8xf32> {sbp.state = "key.weight"},
    %arg7: tensor<4xf32> {sbp.state = "key.bias"},
    %arg8: tensor<4x8xf32> {sbp.state = "value.weight"},
    %arg9: tensor<4xf32> {sbp.state = "value.bias"},
    %arg10: tensor<12x8xf32> {sbp.state = "up.weight"},
    %arg11: tensor<12xf32> {sbp.state = "up.bias"},
    %arg12: tensor<8x12xf32> {sbp.state = "down.weight"},
    %arg13: tensor<8xf32> {sbp.state = "down.bias"},
    %arg14: tensor<8x3x4x4xf32> {sbp.name = "x"},
    %arg15: tensor<8x2xf32> {sbp.name = "labels"}) -> (tensor<f32> {sbp.name = "loss"}, tensor<8x2xf32> {sbp.gradient_of = "zeros", sbp.name = "gradient.zeros"}, tensor<8x3x2x2xf32> {sbp.gradient_of = "patch.weight", sbp.name = "gradient.patch.weight"}, tensor<8xf32> {sbp.gradient_of = "patch.bias", sbp.name = "gradient.patch.bias"}, tensor<8xf32> {sbp.gradient_of = "norm.weight", sbp.name = "gradient.norm.weight"}, tensor<8x8xf32> {sbp.gradient_of = "query.weight", sbp.name = "gradient.query.weight"}, tensor<8xf32> {sbp.gradient_of = "query.bias", sbp.name = "gradient.query.bias"}, tensor<4x8xf32> {sbp.gradient_of = "key.weight", sbp.name = "gradient.key.weight"}, tensor<4xf32> {sbp.gradient_of = "key.bias", sbp.name = "gradient.key.bias"}, tensor<4x8xf32> {sbp.gradient_of = "value.weight", sbp.name = "gradient.value.weight"}, tensor<4xf32> {sbp.gradient_of = "value.bias", sbp.name = "gradient.value.bias"}, tensor<12x8xf32> {sbp.gradient_of = "up.weight", sbp.name = "gradient.up.weight"}, tensor<12xf32> {sbp.gradient_of = "up.bias", sbp.name = "gradient.up.bias"}, tensor<8x12xf32> {sbp.gradient_of = "down.weight", sbp.name = "gradient.down.weight"}, tensor<8xf32> {sbp.gradient_of = "down.bias", sbp.name = "gradient.down.bias"}) {
    %c3_i64 = arith.constant 3 : i64
    %c1_i64 = arith.constant 1 : i64
    %c2_i64 = arith.constant 2 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 1.000000e+00 : f32
    %cst_1 = arith.constant dense<1.000000e+00> : tensor<f32>
    %cst_2 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_3 = arith.constant 1.341450e-01 : f64
    %cst_4 = arith.constant 0.79788456080286541 : f64
    %cst_5 = arith.constant 4.471500e-02 : f64
    %cst_6 = arith.constant 8.000000e+00 : f32
    %cst_7 = arith.constant 1.1920929E-7 : f32
    %cst_8 = arith.constant 5.000000e-01 : f32
    %cst_9 = arith.constant 4.000000e+00 : f32
    %cst_10 = arith.constant 1.600000e+01 : f32
    %cst_11 = arith.constant -5.000000e-01 : f32
    %cst_12 = arith.constant 2.000000e+00 : f32
    %cst_13 = arith.constant dense<1> : tensor<i64>
    %0 = tensor.empty() : tensor<8x8x2x2xf32>
    %broadcasted = linalg.broadcast ins(%arg2 : tensor<8xf32>) outs(%0 : tensor<8x8x2x2xf32>) dimensions = [0, 2, 3] 
    %1 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%arg14, %arg1 : tensor<8x3x4x4xf32>, tensor<8x3x2x2xf32>) outs(%broadcasted : tensor<8x8x2x2xf32>) -> tensor<8x8x2x2xf32>
    %collapsed = tensor.collapse_shape %1 [[0], [1], [2, 3]] : tensor<8x8x2x2xf32> into tensor<8x8x4xf32>
    %2 = tensor.empty() : tensor<8x4x8xf32>
    %transposed = linalg.transpose ins(%collapsed : tensor<8x8x4xf32>) outs(%2 : tensor<8x4x8xf32>) permutation = [0, 2, 1] 
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed : tensor<8x4x8xf32>) outs(%2 : tensor<8x4x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %153 : f32
    } -> tensor<8x4x8xf32>
    %4 = tensor.empty() : tensor<8x4x1xf32>
    %5 = linalg.fill ins(%cst : f32) outs(%4 : tensor<8x4x1xf32>) -> tensor<8x4x1xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%3 : tensor<8x4x8xf32>) outs(%5 : tensor<8x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.addf %in, %out : f32
      linalg.yield %153 : f32
    } -> tensor<8x4x1xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6 : tensor<8x4x1xf32>) outs(%4 : tensor<8x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.divf %in, %cst_6 : f32
      linalg.yield %153 : f32
    } -> tensor<8x4x1xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7 : tensor<8x4x1xf32>) outs(%4 : tensor<8x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.addf %in, %cst_7 : f32
      linalg.yield %153 : f32
    } -> tensor<8x4x1xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8 : tensor<8x4x1xf32>) outs(%4 : tensor<8x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = math.rsqrt %in : f32
      linalg.yield %153 : f32
    } -> tensor<8x4x1xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed, %9 : tensor<8x4x8xf32>, tensor<8x4x1xf32>) outs(%2 : tensor<8x4x8xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %153 = arith.mulf %in, %in_69 : f32
      linalg.yield %153 : f32
    } -> tensor<8x4x8xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%10, %arg3 : tensor<8x4x8xf32>, tensor<8xf32>) outs(%2 : tensor<8x4x8xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %153 = arith.mulf %in, %in_69 : f32
      linalg.yield %153 : f32
    } -> tensor<8x4x8xf32>
    %collapsed_14 = tensor.collapse_shape %11 [[0, 1], [2]] : tensor<8x4x8xf32> into tensor<32x8xf32>
    %12 = tensor.empty() : tensor<8x8xf32>
    %transposed_15 = linalg.transpose ins(%arg4 : tensor<8x8xf32>) outs(%12 : tensor<8x8xf32>) permutation = [1, 0] 
    %13 = tensor.empty() : tensor<32x8xf32>
    %14 = linalg.fill ins(%cst : f32) outs(%13 : tensor<32x8xf32>) -> tensor<32x8xf32>
    %15 = linalg.matmul ins(%collapsed_14, %transposed_15 : tensor<32x8xf32>, tensor<8x8xf32>) outs(%14 : tensor<32x8xf32>) -> tensor<32x8xf32>
    %16 = linalg.generic {indexing_maps = [#map3, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg5, %15 : tensor<8xf32>, tensor<32x8xf32>) outs(%13 : tensor<32x8xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %153 = arith.addf %in, %in_69 : f32
      linalg.yield %153 : f32
    } -> tensor<32x8xf32>
    %expanded = tensor.expand_shape %16 [[0, 1], [2, 3]] output_shape [8, 4, 4, 2] : tensor<32x8xf32> into tensor<8x4x4x2xf32>
    %17 = tensor.empty() : tensor<8x4x4x2xf32>
    %transposed_16 = linalg.transpose ins(%expanded : tensor<8x4x4x2xf32>) outs(%17 : tensor<8x4x4x2xf32>) permutation = [0, 2, 1, 3] 
    %18 = tensor.empty() : tensor<8x4xf32>
    %transposed_17 = linalg.transpose ins(%arg6 : tensor<4x8xf32>) outs(%18 : tensor<8x4xf32>) permutation = [1, 0] 
    %19 = tensor.empty() : tensor<32x4xf32>
    %20 = linalg.fill ins(%cst : f32) outs(%19 : tensor<32x4xf32>) -> tensor<32x4xf32>
    %21 = linalg.matmul ins(%collapsed_14, %transposed_17 : tensor<32x8xf32>, tensor<8x4xf32>) outs(%20 : tensor<32x4xf32>) -> tensor<32x4xf32>
    %22 = linalg.generic {indexing_maps = [#map3, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg7, %21 : tensor<4xf32>, tensor<32x4xf32>) outs(%19 : tensor<32x4xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %153 = arith.addf %in, %in_69 : f32
      linalg.yield %153 : f32
    } -> tensor<32x4xf32>
    %expanded_18 = tensor.expand_shape %22 [[0, 1], [2, 3]] output_shape [8, 4, 2, 2] : tensor<32x4xf32> into tensor<8x4x2x2xf32>
    %23 = tensor.empty() : tensor<8x2x4x2xf32>
    %transposed_19 = linalg.transpose ins(%expanded_18 : tensor<8x4x2x2xf32>) outs(%23 : tensor<8x2x4x2xf32>) permutation = [0, 2, 1, 3] 
    %transposed_20 = linalg.transpose ins(%arg8 : tensor<4x8xf32>) outs(%18 : tensor<8x4xf32>) permutation = [1, 0] 
    %24 = linalg.matmul ins(%collapsed_14, %transposed_20 : tensor<32x8xf32>, tensor<8x4xf32>) outs(%20 : tensor<32x4xf32>) -> tensor<32x4xf32>
    %25 = linalg.generic {indexing_maps = [#map3, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg9, %24 : tensor<4xf32>, tensor<32x4xf32>) outs(%19 : tensor<32x4xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %153 = arith.addf %in, %in_69 : f32
      linalg.yield %153 : f32
    } -> tensor<32x4xf32>
    %expanded_21 = tensor.expand_shape %25 [[0, 1], [2, 3]] output_shape [8, 4, 2, 2] : tensor<32x4xf32> into tensor<8x4x2x2xf32>
    %transposed_22 = linalg.transpose ins(%expanded_21 : tensor<8x4x2x2xf32>) outs(%23 : tensor<8x2x4x2xf32>) permutation = [0, 2, 1, 3] 
    %26:2 = "nn.attention"(%transposed_16, %transposed_19, %transposed_22) {operandSegmentSizes = array<i32: 1, 1, 1, 0, 0, 0, 0>, scale = 0.70710678118654746 : f64} : (tensor<8x4x4x2xf32>, tensor<8x2x4x2xf32>, tensor<8x2x4x2xf32>) -> (tensor<8x4x4x2xf32>, tensor<8x4x4xf32>)
    %transposed_23 = linalg.transpose ins(%26#0 : tensor<8x4x4x2xf32>) outs(%17 : tensor<8x4x4x2xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_24 = tensor.collapse_shape %transposed_23 [[0], [1], [2, 3]] : tensor<8x4x4x2xf32> into tensor<8x4x8xf32>
    %27 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed, %collapsed_24 : tensor<8x4x8xf32>, tensor<8x4x8xf32>) outs(%2 : tensor<8x4x8xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %153 = arith.addf %in, %in_69 : f32
      linalg.yield %153 : f32
    } -> tensor<8x4x8xf32>
    %28 = tensor.empty() : tensor<8x12xf32>
    %transposed_25 = linalg.transpose ins(%arg10 : tensor<12x8xf32>) outs(%28 : tensor<8x12xf32>) permutation = [1, 0] 
    %collapsed_26 = tensor.collapse_shape %27 [[0, 1], [2]] : tensor<8x4x8xf32> into tensor<32x8xf32>
    %29 = tensor.empty() : tensor<32x12xf32>
    %30 = linalg.fill ins(%cst : f32) outs(%29 : tensor<32x12xf32>) -> tensor<32x12xf32>
    %31 = linalg.matmul ins(%collapsed_26, %transposed_25 : tensor<32x8xf32>, tensor<8x12xf32>) outs(%30 : tensor<32x12xf32>) -> tensor<32x12xf32>
    %expanded_27 = tensor.expand_shape %31 [[0, 1], [2]] output_shape [8, 4, 12] : tensor<32x12xf32> into tensor<8x4x12xf32>
    %32 = tensor.empty() : tensor<8x4x12xf32>
    %33 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_27, %arg11 : tensor<8x4x12xf32>, tensor<12xf32>) outs(%32 : tensor<8x4x12xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %153 = arith.addf %in, %in_69 : f32
      linalg.yield %153 : f32
    } -> tensor<8x4x12xf32>
    %34 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%33 : tensor<8x4x12xf32>) outs(%32 : tensor<8x4x12xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.truncf %cst_5 : f64 to f32
      %154 = arith.mulf %in, %153 : f32
      linalg.yield %154 : f32
    } -> tensor<8x4x12xf32>
    %35 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%34, %33 : tensor<8x4x12xf32>, tensor<8x4x12xf32>) outs(%32 : tensor<8x4x12xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %153 = arith.mulf %in, %in_69 : f32
      linalg.yield %153 : f32
    } -> tensor<8x4x12xf32>
    %36 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%35, %33 : tensor<8x4x12xf32>, tensor<8x4x12xf32>) outs(%32 : tensor<8x4x12xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %153 = arith.mulf %in, %in_69 : f32
      linalg.yield %153 : f32
    } -> tensor<8x4x12xf32>
    %37 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%33, %36 : tensor<8x4x12xf32>, tensor<8x4x12xf32>) outs(%32 : tensor<8x4x12xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %153 = arith.addf %in, %in_69 : f32
      linalg.yield %153 : f32
    } -> tensor<8x4x12xf32>
    %38 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%37 : tensor<8x4x12xf32>) outs(%32 : tensor<8x4x12xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.truncf %cst_4 : f64 to f32
      %154 = arith.mulf %in, %153 : f32
      linalg.yield %154 : f32
    } -> tensor<8x4x12xf32>
    %39 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%33 : tensor<8x4x12xf32>) outs(%32 : tensor<8x4x12xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.mulf %in, %cst_8 : f32
      linalg.yield %153 : f32
    } -> tensor<8x4x12xf32>
    %40 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%38 : tensor<8x4x12xf32>) outs(%32 : tensor<8x4x12xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = math.tanh %in : f32
      linalg.yield %153 : f32
    } -> tensor<8x4x12xf32>
    %41 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%40 : tensor<8x4x12xf32>) outs(%32 : tensor<8x4x12xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.addf %in, %cst_0 : f32
      linalg.yield %153 : f32
    } -> tensor<8x4x12xf32>
    %42 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%39, %41 : tensor<8x4x12xf32>, tensor<8x4x12xf32>) outs(%32 : tensor<8x4x12xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %153 = arith.mulf %in, %in_69 : f32
      linalg.yield %153 : f32
    } -> tensor<8x4x12xf32>
    %collapsed_28 = tensor.collapse_shape %42 [[0, 1], [2]] : tensor<8x4x12xf32> into tensor<32x12xf32>
    %43 = tensor.empty() : tensor<12x8xf32>
    %transposed_29 = linalg.transpose ins(%arg12 : tensor<8x12xf32>) outs(%43 : tensor<12x8xf32>) permutation = [1, 0] 
    %44 = linalg.matmul ins(%collapsed_28, %transposed_29 : tensor<32x12xf32>, tensor<12x8xf32>) outs(%14 : tensor<32x8xf32>) -> tensor<32x8xf32>
    %45 = linalg.generic {indexing_maps = [#map3, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg13, %44 : tensor<8xf32>, tensor<32x8xf32>) outs(%13 : tensor<32x8xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %153 = arith.addf %in, %in_69 : f32
      linalg.yield %153 : f32
    } -> tensor<32x8xf32>
    %expanded_30 = tensor.expand_shape %45 [[0, 1], [2]] output_shape [8, 4, 8] : tensor<32x8xf32> into tensor<8x4x8xf32>
    %46 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%27, %expanded_30 : tensor<8x4x8xf32>, tensor<8x4x8xf32>) outs(%2 : tensor<8x4x8xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %153 = arith.addf %in, %in_69 : f32
      linalg.yield %153 : f32
    } -> tensor<8x4x8xf32>
    %47 = linalg.fill ins(%cst : f32) outs(%12 : tensor<8x8xf32>) -> tensor<8x8xf32>
    %48 = linalg.generic {indexing_maps = [#map, #map5], iterator_types = ["parallel", "reduction", "parallel"]} ins(%46 : tensor<8x4x8xf32>) outs(%47 : tensor<8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.addf %in, %out : f32
      linalg.yield %153 : f32
    } -> tensor<8x8xf32>
    %49 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%48 : tensor<8x8xf32>) outs(%12 : tensor<8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.divf %in, %cst_9 : f32
      linalg.yield %153 : f32
    } -> tensor<8x8xf32>
    %50 = tensor.empty() : tensor<8x2xf32>
    %51 = linalg.fill ins(%cst : f32) outs(%50 : tensor<8x2xf32>) -> tensor<8x2xf32>
    %52 = linalg.matmul ins(%49, %arg0 : tensor<8x8xf32>, tensor<8x2xf32>) outs(%51 : tensor<8x2xf32>) -> tensor<8x2xf32>
    %53 = linalg.generic {indexing_maps = [#map6, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_13, %arg15 : tensor<i64>, tensor<8x2xf32>) outs(%50 : tensor<8x2xf32>) {
    ^bb0(%in: i64, %in_69: f32, %out: f32):
      %153 = arith.sitofp %in : i64 to f32
      %154 = arith.subf %153, %in_69 : f32
      linalg.yield %154 : f32
    } -> tensor<8x2xf32>
    %54 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%53, %52 : tensor<8x2xf32>, tensor<8x2xf32>) outs(%50 : tensor<8x2xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %153 = arith.mulf %in, %in_69 : f32
      linalg.yield %153 : f32
    } -> tensor<8x2xf32>
    %55 = linalg.generic {indexing_maps = [#map6, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_2, %52 : tensor<f32>, tensor<8x2xf32>) outs(%50 : tensor<8x2xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %153 = arith.cmpf olt, %in, %in_69 : f32
      %154 = arith.select %153, %in, %in_69 : f32
      linalg.yield %154 : f32
    } -> tensor<8x2xf32>
    %56 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%52 : tensor<8x2xf32>) outs(%50 : tensor<8x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = math.absf %in : f32
      linalg.yield %153 : f32
    } -> tensor<8x2xf32>
    %57 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%56 : tensor<8x2xf32>) outs(%50 : tensor<8x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.negf %in : f32
      linalg.yield %153 : f32
    } -> tensor<8x2xf32>
    %58 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%57 : tensor<8x2xf32>) outs(%50 : tensor<8x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = math.exp %in : f32
      linalg.yield %153 : f32
    } -> tensor<8x2xf32>
    %59 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%58 : tensor<8x2xf32>) outs(%50 : tensor<8x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = math.log1p %in : f32
      linalg.yield %153 : f32
    } -> tensor<8x2xf32>
    %60 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%55, %59 : tensor<8x2xf32>, tensor<8x2xf32>) outs(%50 : tensor<8x2xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %153 = arith.subf %in, %in_69 : f32
      linalg.yield %153 : f32
    } -> tensor<8x2xf32>
    %61 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%54, %60 : tensor<8x2xf32>, tensor<8x2xf32>) outs(%50 : tensor<8x2xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %153 = arith.subf %in, %in_69 : f32
      linalg.yield %153 : f32
    } -> tensor<8x2xf32>
    %62 = tensor.empty() : tensor<f32>
    %63 = linalg.fill ins(%cst : f32) outs(%62 : tensor<f32>) -> tensor<f32>
    %64 = linalg.generic {indexing_maps = [#map4, #map6], iterator_types = ["reduction", "reduction"]} ins(%61 : tensor<8x2xf32>) outs(%63 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.addf %in, %out : f32
      linalg.yield %153 : f32
    } -> tensor<f32>
    %65 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = []} ins(%64 : tensor<f32>) outs(%62 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.divf %in, %cst_10 : f32
      linalg.yield %153 : f32
    } -> tensor<f32>
    %66 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%52 : tensor<8x2xf32>) outs(%50 : tensor<8x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.negf %in : f32
      %154 = math.exp %153 : f32
      %155 = arith.addf %154, %cst_0 : f32
      %156 = arith.divf %cst_0, %155 : f32
      linalg.yield %156 : f32
    } -> tensor<8x2xf32>
    %67 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%66, %arg15 : tensor<8x2xf32>, tensor<8x2xf32>) outs(%50 : tensor<8x2xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %153 = arith.subf %in, %in_69 : f32
      linalg.yield %153 : f32
    } -> tensor<8x2xf32>
    %68 = linalg.generic {indexing_maps = [#map4, #map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%67, %cst_1 : tensor<8x2xf32>, tensor<f32>) outs(%50 : tensor<8x2xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %153 = arith.mulf %in, %in_69 : f32
      linalg.yield %153 : f32
    } -> tensor<8x2xf32>
    %69 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%68 : tensor<8x2xf32>) outs(%50 : tensor<8x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.divf %in, %cst_10 : f32
      linalg.yield %153 : f32
    } -> tensor<8x2xf32>
    %transposed_31 = linalg.transpose ins(%49 : tensor<8x8xf32>) outs(%12 : tensor<8x8xf32>) permutation = [1, 0] 
    %70 = linalg.matmul ins(%transposed_31, %69 : tensor<8x8xf32>, tensor<8x2xf32>) outs(%51 : tensor<8x2xf32>) -> tensor<8x2xf32>
    %71 = tensor.empty() : tensor<2x8xf32>
    %transposed_32 = linalg.transpose ins(%arg0 : tensor<8x2xf32>) outs(%71 : tensor<2x8xf32>) permutation = [1, 0] 
    %72 = linalg.matmul ins(%69, %transposed_32 : tensor<8x2xf32>, tensor<2x8xf32>) outs(%47 : tensor<8x8xf32>) -> tensor<8x8xf32>
    %73 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%72 : tensor<8x8xf32>) outs(%2 : tensor<8x4x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x4x8xf32>
    %74 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%73 : tensor<8x4x8xf32>) outs(%2 : tensor<8x4x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.divf %in, %cst_9 : f32
      linalg.yield %153 : f32
    } -> tensor<8x4x8xf32>
    %collapsed_33 = tensor.collapse_shape %74 [[0, 1], [2]] : tensor<8x4x8xf32> into tensor<32x8xf32>
    %75 = linalg.matmul ins(%collapsed_33, %arg12 : tensor<32x8xf32>, tensor<8x12xf32>) outs(%30 : tensor<32x12xf32>) -> tensor<32x12xf32>
    %76 = tensor.empty() : tensor<8x32xf32>
    %transposed_34 = linalg.transpose ins(%collapsed_33 : tensor<32x8xf32>) outs(%76 : tensor<8x32xf32>) permutation = [1, 0] 
    %77 = linalg.fill ins(%cst : f32) outs(%28 : tensor<8x12xf32>) -> tensor<8x12xf32>
    %78 = linalg.matmul ins(%transposed_34, %collapsed_28 : tensor<8x32xf32>, tensor<32x12xf32>) outs(%77 : tensor<8x12xf32>) -> tensor<8x12xf32>
    %79 = tensor.empty() : tensor<1x8xf32>
    %80 = linalg.fill ins(%cst : f32) outs(%79 : tensor<1x8xf32>) -> tensor<1x8xf32>
    %81 = linalg.generic {indexing_maps = [#map4, #map8], iterator_types = ["reduction", "parallel"]} ins(%collapsed_33 : tensor<32x8xf32>) outs(%80 : tensor<1x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.addf %in, %out : f32
      linalg.yield %153 : f32
    } -> tensor<1x8xf32>
    %collapsed_35 = tensor.collapse_shape %81 [[0, 1]] : tensor<1x8xf32> into tensor<8xf32>
    %expanded_36 = tensor.expand_shape %75 [[0, 1], [2]] output_shape [8, 4, 12] : tensor<32x12xf32> into tensor<8x4x12xf32>
    %82 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%33, %33 : tensor<8x4x12xf32>, tensor<8x4x12xf32>) outs(%32 : tensor<8x4x12xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %153 = arith.mulf %in, %in_69 : f32
      linalg.yield %153 : f32
    } -> tensor<8x4x12xf32>
    %83 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%82, %33 : tensor<8x4x12xf32>, tensor<8x4x12xf32>) outs(%32 : tensor<8x4x12xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %153 = arith.mulf %in, %in_69 : f32
      linalg.yield %153 : f32
    } -> tensor<8x4x12xf32>
    %84 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%83 : tensor<8x4x12xf32>) outs(%32 : tensor<8x4x12xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.truncf %cst_5 : f64 to f32
      %154 = arith.mulf %in, %153 : f32
      linalg.yield %154 : f32
    } -> tensor<8x4x12xf32>
    %85 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%33, %84 : tensor<8x4x12xf32>, tensor<8x4x12xf32>) outs(%32 : tensor<8x4x12xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %153 = arith.addf %in, %in_69 : f32
      linalg.yield %153 : f32
    } -> tensor<8x4x12xf32>
    %86 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%85 : tensor<8x4x12xf32>) outs(%32 : tensor<8x4x12xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.truncf %cst_4 : f64 to f32
      %154 = arith.mulf %in, %153 : f32
      linalg.yield %154 : f32
    } -> tensor<8x4x12xf32>
    %87 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%86 : tensor<8x4x12xf32>) outs(%32 : tensor<8x4x12xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = math.tanh %in : f32
      linalg.yield %153 : f32
    } -> tensor<8x4x12xf32>
    %88 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%87 : tensor<8x4x12xf32>) outs(%32 : tensor<8x4x12xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.addf %in, %cst_0 : f32
      linalg.yield %153 : f32
    } -> tensor<8x4x12xf32>
    %89 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%88 : tensor<8x4x12xf32>) outs(%32 : tensor<8x4x12xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.mulf %in, %cst_8 : f32
      linalg.yield %153 : f32
    } -> tensor<8x4x12xf32>
    %90 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%87, %87 : tensor<8x4x12xf32>, tensor<8x4x12xf32>) outs(%32 : tensor<8x4x12xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %153 = arith.mulf %in, %in_69 : f32
      linalg.yield %153 : f32
    } -> tensor<8x4x12xf32>
    %91 = linalg.generic {indexing_maps = [#map9, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_13, %90 : tensor<i64>, tensor<8x4x12xf32>) outs(%32 : tensor<8x4x12xf32>) {
    ^bb0(%in: i64, %in_69: f32, %out: f32):
      %153 = arith.sitofp %in : i64 to f32
      %154 = arith.subf %153, %in_69 : f32
      linalg.yield %154 : f32
    } -> tensor<8x4x12xf32>
    %92 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%82 : tensor<8x4x12xf32>) outs(%32 : tensor<8x4x12xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.truncf %cst_3 : f64 to f32
      %154 = arith.mulf %in, %153 : f32
      linalg.yield %154 : f32
    } -> tensor<8x4x12xf32>
    %93 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%92 : tensor<8x4x12xf32>) outs(%32 : tensor<8x4x12xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.addf %in, %cst_0 : f32
      linalg.yield %153 : f32
    } -> tensor<8x4x12xf32>
    %94 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%93 : tensor<8x4x12xf32>) outs(%32 : tensor<8x4x12xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.truncf %cst_4 : f64 to f32
      %154 = arith.mulf %in, %153 : f32
      linalg.yield %154 : f32
    } -> tensor<8x4x12xf32>
    %95 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%39, %91 : tensor<8x4x12xf32>, tensor<8x4x12xf32>) outs(%32 : tensor<8x4x12xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %153 = arith.mulf %in, %in_69 : f32
      linalg.yield %153 : f32
    } -> tensor<8x4x12xf32>
    %96 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%95, %94 : tensor<8x4x12xf32>, tensor<8x4x12xf32>) outs(%32 : tensor<8x4x12xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %153 = arith.mulf %in, %in_69 : f32
      linalg.yield %153 : f32
    } -> tensor<8x4x12xf32>
    %97 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%89, %96 : tensor<8x4x12xf32>, tensor<8x4x12xf32>) outs(%32 : tensor<8x4x12xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %153 = arith.addf %in, %in_69 : f32
      linalg.yield %153 : f32
    } -> tensor<8x4x12xf32>
    %98 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_36, %97 : tensor<8x4x12xf32>, tensor<8x4x12xf32>) outs(%32 : tensor<8x4x12xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %153 = arith.mulf %in, %in_69 : f32
      linalg.yield %153 : f32
    } -> tensor<8x4x12xf32>
    %99 = tensor.empty() : tensor<1x1x12xf32>
    %100 = linalg.fill ins(%cst : f32) outs(%99 : tensor<1x1x12xf32>) -> tensor<1x1x12xf32>
    %101 = linalg.generic {indexing_maps = [#map, #map10], iterator_types = ["reduction", "reduction", "parallel"]} ins(%98 : tensor<8x4x12xf32>) outs(%100 : tensor<1x1x12xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.addf %in, %out : f32
      linalg.yield %153 : f32
    } -> tensor<1x1x12xf32>
    %collapsed_37 = tensor.collapse_shape %101 [[0, 1, 2]] : tensor<1x1x12xf32> into tensor<12xf32>
    %collapsed_38 = tensor.collapse_shape %98 [[0, 1], [2]] : tensor<8x4x12xf32> into tensor<32x12xf32>
    %102 = tensor.empty() : tensor<12x32xf32>
    %transposed_39 = linalg.transpose ins(%collapsed_38 : tensor<32x12xf32>) outs(%102 : tensor<12x32xf32>) permutation = [1, 0] 
    %103 = linalg.fill ins(%cst : f32) outs(%43 : tensor<12x8xf32>) -> tensor<12x8xf32>
    %104 = linalg.matmul ins(%transposed_39, %collapsed_26 : tensor<12x32xf32>, tensor<32x8xf32>) outs(%103 : tensor<12x8xf32>) -> tensor<12x8xf32>
    %105 = linalg.matmul ins(%collapsed_38, %arg10 : tensor<32x12xf32>, tensor<12x8xf32>) outs(%14 : tensor<32x8xf32>) -> tensor<32x8xf32>
    %expanded_40 = tensor.expand_shape %105 [[0, 1], [2]] output_shape [8, 4, 8] : tensor<32x8xf32> into tensor<8x4x8xf32>
    %106 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%74, %expanded_40 : tensor<8x4x8xf32>, tensor<8x4x8xf32>) outs(%2 : tensor<8x4x8xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %153 = arith.addf %in, %in_69 : f32
      linalg.yield %153 : f32
    } -> tensor<8x4x8xf32>
    %expanded_41 = tensor.expand_shape %106 [[0], [1], [2, 3]] output_shape [8, 4, 4, 2] : tensor<8x4x8xf32> into tensor<8x4x4x2xf32>
    %transposed_42 = linalg.transpose ins(%expanded_41 : tensor<8x4x4x2xf32>) outs(%17 : tensor<8x4x4x2xf32>) permutation = [0, 2, 1, 3] 
    %107 = tensor.empty() : tensor<8x4x2x2xf32>
    %108:3 = "nn.attention_gradient"(%transposed_16, %transposed_19, %transposed_22, %26#0, %26#1, %transposed_42) {operandSegmentSizes = array<i32: 1, 1, 1, 0, 1, 1, 1, 0, 0, 0>, scale = 0.70710678118654746 : f64} : (tensor<8x4x4x2xf32>, tensor<8x2x4x2xf32>, tensor<8x2x4x2xf32>, tensor<8x4x4x2xf32>, tensor<8x4x4xf32>, tensor<8x4x4x2xf32>) -> (tensor<8x4x4x2xf32>, tensor<8x2x4x2xf32>, tensor<8x2x4x2xf32>)
    %transposed_43 = linalg.transpose ins(%108#2 : tensor<8x2x4x2xf32>) outs(%107 : tensor<8x4x2x2xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_44 = tensor.collapse_shape %transposed_43 [[0, 1], [2, 3]] : tensor<8x4x2x2xf32> into tensor<32x4xf32>
    %109 = linalg.matmul ins(%collapsed_44, %arg8 : tensor<32x4xf32>, tensor<4x8xf32>) outs(%14 : tensor<32x8xf32>) -> tensor<32x8xf32>
    %110 = tensor.empty() : tensor<4x32xf32>
    %transposed_45 = linalg.transpose ins(%collapsed_44 : tensor<32x4xf32>) outs(%110 : tensor<4x32xf32>) permutation = [1, 0] 
    %111 = tensor.empty() : tensor<4x8xf32>
    %112 = linalg.fill ins(%cst : f32) outs(%111 : tensor<4x8xf32>) -> tensor<4x8xf32>
    %113 = linalg.matmul ins(%transposed_45, %collapsed_14 : tensor<4x32xf32>, tensor<32x8xf32>) outs(%112 : tensor<4x8xf32>) -> tensor<4x8xf32>
    %114 = tensor.empty() : tensor<1x4xf32>
    %115 = linalg.fill ins(%cst : f32) outs(%114 : tensor<1x4xf32>) -> tensor<1x4xf32>
    %116 = linalg.generic {indexing_maps = [#map4, #map8], iterator_types = ["reduction", "parallel"]} ins(%collapsed_44 : tensor<32x4xf32>) outs(%115 : tensor<1x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.addf %in, %out : f32
      linalg.yield %153 : f32
    } -> tensor<1x4xf32>
    %collapsed_46 = tensor.collapse_shape %116 [[0, 1]] : tensor<1x4xf32> into tensor<4xf32>
    %expanded_47 = tensor.expand_shape %109 [[0, 1], [2]] output_shape [8, 4, 8] : tensor<32x8xf32> into tensor<8x4x8xf32>
    %transposed_48 = linalg.transpose ins(%108#1 : tensor<8x2x4x2xf32>) outs(%107 : tensor<8x4x2x2xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_49 = tensor.collapse_shape %transposed_48 [[0, 1], [2, 3]] : tensor<8x4x2x2xf32> into tensor<32x4xf32>
    %117 = linalg.matmul ins(%collapsed_49, %arg6 : tensor<32x4xf32>, tensor<4x8xf32>) outs(%14 : tensor<32x8xf32>) -> tensor<32x8xf32>
    %transposed_50 = linalg.transpose ins(%collapsed_49 : tensor<32x4xf32>) outs(%110 : tensor<4x32xf32>) permutation = [1, 0] 
    %118 = linalg.matmul ins(%transposed_50, %collapsed_14 : tensor<4x32xf32>, tensor<32x8xf32>) outs(%112 : tensor<4x8xf32>) -> tensor<4x8xf32>
    %119 = linalg.generic {indexing_maps = [#map4, #map8], iterator_types = ["reduction", "parallel"]} ins(%collapsed_49 : tensor<32x4xf32>) outs(%115 : tensor<1x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.addf %in, %out : f32
      linalg.yield %153 : f32
    } -> tensor<1x4xf32>
    %collapsed_51 = tensor.collapse_shape %119 [[0, 1]] : tensor<1x4xf32> into tensor<4xf32>
    %expanded_52 = tensor.expand_shape %117 [[0, 1], [2]] output_shape [8, 4, 8] : tensor<32x8xf32> into tensor<8x4x8xf32>
    %120 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_47, %expanded_52 : tensor<8x4x8xf32>, tensor<8x4x8xf32>) outs(%2 : tensor<8x4x8xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %153 = arith.addf %in, %in_69 : f32
      linalg.yield %153 : f32
    } -> tensor<8x4x8xf32>
    %transposed_53 = linalg.transpose ins(%108#0 : tensor<8x4x4x2xf32>) outs(%17 : tensor<8x4x4x2xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_54 = tensor.collapse_shape %transposed_53 [[0, 1], [2, 3]] : tensor<8x4x4x2xf32> into tensor<32x8xf32>
    %121 = linalg.matmul ins(%collapsed_54, %arg4 : tensor<32x8xf32>, tensor<8x8xf32>) outs(%14 : tensor<32x8xf32>) -> tensor<32x8xf32>
    %transposed_55 = linalg.transpose ins(%collapsed_54 : tensor<32x8xf32>) outs(%76 : tensor<8x32xf32>) permutation = [1, 0] 
    %122 = linalg.matmul ins(%transposed_55, %collapsed_14 : tensor<8x32xf32>, tensor<32x8xf32>) outs(%47 : tensor<8x8xf32>) -> tensor<8x8xf32>
    %123 = linalg.generic {indexing_maps = [#map4, #map8], iterator_types = ["reduction", "parallel"]} ins(%collapsed_54 : tensor<32x8xf32>) outs(%80 : tensor<1x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.addf %in, %out : f32
      linalg.yield %153 : f32
    } -> tensor<1x8xf32>
    %collapsed_56 = tensor.collapse_shape %123 [[0, 1]] : tensor<1x8xf32> into tensor<8xf32>
    %expanded_57 = tensor.expand_shape %121 [[0, 1], [2]] output_shape [8, 4, 8] : tensor<32x8xf32> into tensor<8x4x8xf32>
    %124 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%120, %expanded_57 : tensor<8x4x8xf32>, tensor<8x4x8xf32>) outs(%2 : tensor<8x4x8xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %153 = arith.addf %in, %in_69 : f32
      linalg.yield %153 : f32
    } -> tensor<8x4x8xf32>
    %125 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%124, %10 : tensor<8x4x8xf32>, tensor<8x4x8xf32>) outs(%2 : tensor<8x4x8xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %153 = arith.mulf %in, %in_69 : f32
      linalg.yield %153 : f32
    } -> tensor<8x4x8xf32>
    %126 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%124, %arg3 : tensor<8x4x8xf32>, tensor<8xf32>) outs(%2 : tensor<8x4x8xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %153 = arith.mulf %in, %in_69 : f32
      linalg.yield %153 : f32
    } -> tensor<8x4x8xf32>
    %127 = tensor.empty() : tensor<1x1x8xf32>
    %128 = linalg.fill ins(%cst : f32) outs(%127 : tensor<1x1x8xf32>) -> tensor<1x1x8xf32>
    %129 = linalg.generic {indexing_maps = [#map, #map10], iterator_types = ["reduction", "reduction", "parallel"]} ins(%125 : tensor<8x4x8xf32>) outs(%128 : tensor<1x1x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.addf %in, %out : f32
      linalg.yield %153 : f32
    } -> tensor<1x1x8xf32>
    %collapsed_58 = tensor.collapse_shape %129 [[0, 1, 2]] : tensor<1x1x8xf32> into tensor<8xf32>
    %130 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%126, %transposed : tensor<8x4x8xf32>, tensor<8x4x8xf32>) outs(%2 : tensor<8x4x8xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %153 = arith.mulf %in, %in_69 : f32
      linalg.yield %153 : f32
    } -> tensor<8x4x8xf32>
    %131 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%126, %9 : tensor<8x4x8xf32>, tensor<8x4x1xf32>) outs(%2 : tensor<8x4x8xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %153 = arith.mulf %in, %in_69 : f32
      linalg.yield %153 : f32
    } -> tensor<8x4x8xf32>
    %132 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%130 : tensor<8x4x8xf32>) outs(%5 : tensor<8x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.addf %in, %out : f32
      linalg.yield %153 : f32
    } -> tensor<8x4x1xf32>
    %133 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%106, %131 : tensor<8x4x8xf32>, tensor<8x4x8xf32>) outs(%2 : tensor<8x4x8xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %153 = arith.addf %in, %in_69 : f32
      linalg.yield %153 : f32
    } -> tensor<8x4x8xf32>
    %134 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9 : tensor<8x4x1xf32>) outs(%4 : tensor<8x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = math.fpowi %in, %c3_i64 : f32, i64
      linalg.yield %153 : f32
    } -> tensor<8x4x1xf32>
    %135 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%132 : tensor<8x4x1xf32>) outs(%4 : tensor<8x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.mulf %in, %cst_11 : f32
      linalg.yield %153 : f32
    } -> tensor<8x4x1xf32>
    %136 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%135, %134 : tensor<8x4x1xf32>, tensor<8x4x1xf32>) outs(%4 : tensor<8x4x1xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %153 = arith.mulf %in, %in_69 : f32
      linalg.yield %153 : f32
    } -> tensor<8x4x1xf32>
    %collapsed_59 = tensor.collapse_shape %136 [[0], [1, 2]] : tensor<8x4x1xf32> into tensor<8x4xf32>
    %137 = linalg.generic {indexing_maps = [#map11, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_59 : tensor<8x4xf32>) outs(%2 : tensor<8x4x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x4x8xf32>
    %138 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%137 : tensor<8x4x8xf32>) outs(%2 : tensor<8x4x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.divf %in, %cst_6 : f32
      linalg.yield %153 : f32
    } -> tensor<8x4x8xf32>
    %139 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed : tensor<8x4x8xf32>) outs(%2 : tensor<8x4x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = math.fpowi %in, %c1_i64 : f32, i64
      linalg.yield %153 : f32
    } -> tensor<8x4x8xf32>
    %140 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%139 : tensor<8x4x8xf32>) outs(%2 : tensor<8x4x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.mulf %in, %cst_12 : f32
      linalg.yield %153 : f32
    } -> tensor<8x4x8xf32>
    %141 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%138, %140 : tensor<8x4x8xf32>, tensor<8x4x8xf32>) outs(%2 : tensor<8x4x8xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %153 = arith.mulf %in, %in_69 : f32
      linalg.yield %153 : f32
    } -> tensor<8x4x8xf32>
    %142 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%133, %141 : tensor<8x4x8xf32>, tensor<8x4x8xf32>) outs(%2 : tensor<8x4x8xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %153 = arith.addf %in, %in_69 : f32
      linalg.yield %153 : f32
    } -> tensor<8x4x8xf32>
    %143 = tensor.empty() : tensor<8x8x4xf32>
    %transposed_60 = linalg.transpose ins(%142 : tensor<8x4x8xf32>) outs(%143 : tensor<8x8x4xf32>) permutation = [0, 2, 1] 
    %expanded_61 = tensor.expand_shape %transposed_60 [[0], [1], [2, 3]] output_shape [8, 8, 2, 2] : tensor<8x8x4xf32> into tensor<8x8x2x2xf32>
    %expanded_62 = tensor.expand_shape %arg14 [[0], [1, 2], [3], [4]] output_shape [8, 1, 3, 4, 4] : tensor<8x3x4x4xf32> into tensor<8x1x3x4x4xf32>
    %144 = tensor.empty() : tensor<3x1x8x4x4xf32>
    %transposed_63 = linalg.transpose ins(%expanded_62 : tensor<8x1x3x4x4xf32>) outs(%144 : tensor<3x1x8x4x4xf32>) permutation = [2, 1, 0, 3, 4] 
    %collapsed_64 = tensor.collapse_shape %transposed_63 [[0], [1, 2], [3], [4]] : tensor<3x1x8x4x4xf32> into tensor<3x8x4x4xf32>
    %expanded_65 = tensor.expand_shape %transposed_60 [[0], [1, 2], [3, 4]] output_shape [8, 1, 8, 2, 2] : tensor<8x8x4xf32> into tensor<8x1x8x2x2xf32>
    %145 = tensor.empty() : tensor<1x8x8x2x2xf32>
    %transposed_66 = linalg.transpose ins(%expanded_65 : tensor<8x1x8x2x2xf32>) outs(%145 : tensor<1x8x8x2x2xf32>) permutation = [1, 2, 0, 3, 4] 
    %collapsed_67 = tensor.collapse_shape %transposed_66 [[0, 1], [2], [3], [4]] : tensor<1x8x8x2x2xf32> into tensor<8x8x2x2xf32>
    %146 = tensor.empty() : tensor<3x8x2x2xf32>
    %147 = linalg.fill ins(%cst : f32) outs(%146 : tensor<3x8x2x2xf32>) -> tensor<3x8x2x2xf32>
    %148 = linalg.conv_2d_nchw_fchw {dilations = dense<2> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%collapsed_64, %collapsed_67 : tensor<3x8x4x4xf32>, tensor<8x8x2x2xf32>) outs(%147 : tensor<3x8x2x2xf32>) -> tensor<3x8x2x2xf32>
    %149 = tensor.empty() : tensor<8x3x2x2xf32>
    %transposed_68 = linalg.transpose ins(%148 : tensor<3x8x2x2xf32>) outs(%149 : tensor<8x3x2x2xf32>) permutation = [1, 0, 2, 3] 
    %150 = tensor.empty() : tensor<8xf32>
    %151 = linalg.fill ins(%cst : f32) outs(%150 : tensor<8xf32>) -> tensor<8xf32>
    %152 = linalg.generic {indexing_maps = [#map12, #map13], iterator_types = ["reduction", "parallel", "reduction", "reduction"]} ins(%expanded_61 : tensor<8x8x2x2xf32>) outs(%151 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.addf %in, %out : f32
      linalg.yield %153 : f32
    } -> tensor<8xf32>
    return %65, %70, %transposed_68, %152, %collapsed_58, %122, %collapsed_56, %118, %collapsed_51, %113, %collapsed_46, %104, %collapsed_37, %78, %collapsed_35 : tensor<f32>, tensor<8x2xf32>, tensor<8x3x2x2xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8x8xf32>, tensor<8xf32>, tensor<4x8xf32>, tensor<4xf32>, tensor<4x8xf32>, tensor<4xf32>, tensor<12x8xf32>, tensor<12xf32>, tensor<8x12xf32>, tensor<8xf32>
  }
}
