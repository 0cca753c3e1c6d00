#map = affine_map<() -> ()>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map2 = affine_map<(d0, d1, d2, d3) -> (0, d1, 0, 0)>
#map3 = affine_map<(d0) -> (d0)>
#map4 = affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>
#map5 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3)>
#map6 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d4, d5)>
#map7 = affine_map<(d0, d1, d2, d3) -> (d0, d1)>
#map8 = affine_map<(d0, d1) -> (d1)>
#map9 = affine_map<(d0, d1) -> (d0, d1)>
#map10 = affine_map<(d0, d1) -> (d0)>
#map11 = affine_map<(d0, d1) -> (d0, 0)>
#map12 = affine_map<(d0) -> ()>
#map13 = affine_map<(d0, d1) -> ()>
#map14 = affine_map<(d0, d1) -> (0, d1)>
#map15 = affine_map<(d0, d1, d2, d3) -> ()>
#map16 = affine_map<(d0, d1, d2, d3) -> (d1)>
module {
  func.func @main(%arg0: tensor<4x3x3x3xf32> {sbp.state = "conv.weight"},
    %arg1: tensor<4xf32> {sbp.state = "norm.weight"},
    %arg2: tensor<4xf32> {sbp.state = "norm.bias"},
    %arg3: tensor<8x2x3x3xf32> {sbp.state = "wide.weight"},
    %arg4: tensor<8xf32> {sbp.state = "wide.bias"},
    %arg5: tensor<3x8xf32> {sbp.state = "head.weight"},
    %arg6: tensor<3xf32> {sbp.state = "head.bias"},
    %arg7: tensor<4xf32> {sbp.state = "norm.running_mean"},
    %arg8: tensor<4xf32> {sbp.state = "norm.running_var"},
    %arg9: tensor<i64> {sbp.state = "norm.num_batches_tracked"},
    %arg10: tensor<8x3x8x8xf32> {sbp.name = "x"},
    %arg11: tensor<8xi64> {sbp.name = "labels"}) -> (tensor<f32> {sbp.name = "loss"}, tensor<4x3x3x3xf32> {sbp.gradient_of = "conv.weight", sbp.name = "gradient.conv.weight"}, tensor<4xf32> {sbp.gradient_of = "norm.weight", sbp.name = "gradient.norm.weight"}, tensor<4xf32> {sbp.gradient_of = "norm.bias", sbp.name = "gradient.norm.bias"}, tensor<8x2x3x3xf32> {sbp.gradient_of = "wide.weight", sbp.name = "gradient.wide.weight"}, tensor<8xf32> {sbp.gradient_of = "wide.bias", sbp.name = "gradient.wide.bias"}, tensor<3x8xf32> {sbp.gradient_of = "head.weight", sbp.name = "gradient.head.weight"}, tensor<3xf32> {sbp.gradient_of = "head.bias", sbp.name = "gradient.head.bias"}, tensor<4xf32> {sbp.state = "norm.running_mean"}, tensor<4xf32> {sbp.state = "norm.running_var"}, tensor<i64> {sbp.state = "norm.num_batches_tracked"}) {
    %cst = arith.constant dense<0.000000e+00> : tensor<8x4x64xf32>
    %c-100_i64 = arith.constant -100 : i64
    %c2_i64 = arith.constant 2 : i64
    %c0_i64 = arith.constant 0 : i64
    %c1_i64 = arith.constant 1 : i64
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c2 = arith.constant 2 : index
    %cst_0 = arith.constant 0.000000e+00 : f32
    %cst_1 = arith.constant 0xFF800000 : f32
    %c-1_i64 = arith.constant -1 : i64
    %cst_2 = arith.constant 1.000000e+00 : f32
    %true = arith.constant true
    %cst_3 = arith.constant dense<0.0333333351> : tensor<f32>
    %cst_4 = arith.constant dense<0.899999976> : tensor<f32>
    %cst_5 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_6 = arith.constant 0.033333333333333333 : f64
    %cst_7 = arith.constant 1.0019569471624266 : f64
    %cst_8 = arith.constant 9.000000e-01 : f64
    %cst_9 = arith.constant 1.000000e-01 : f64
    %cst_10 = arith.constant 1.000000e-05 : f64
    %cst_11 = arith.constant 5.120000e+02 : f32
    %c8 = arith.constant 8 : index
    %cst_12 = arith.constant 0.001953125 : f32
    %cst_13 = arith.constant dense<0> : tensor<i64>
    %cst_14 = arith.constant dense<1> : tensor<i64>
    %padded = tensor.pad %arg10 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg12: index, %arg13: index, %arg14: index, %arg15: index):
      tensor.yield %cst_0 : f32
    } : tensor<8x3x8x8xf32> to tensor<8x3x10x10xf32>
    %0 = tensor.empty() : tensor<8x4x8x8xf32>
    %1 = linalg.fill ins(%cst_0 : f32) outs(%0 : tensor<8x4x8x8xf32>) -> tensor<8x4x8x8xf32>
    %2 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded, %arg0 : tensor<8x3x10x10xf32>, tensor<4x3x3x3xf32>) outs(%1 : tensor<8x4x8x8xf32>) -> tensor<8x4x8x8xf32>
    %3 = tensor.empty() : tensor<i64>
    %4 = linalg.generic {indexing_maps = [#map, #map], iterator_types = []} ins(%arg9 : tensor<i64>) outs(%3 : tensor<i64>) {
    ^bb0(%in: i64, %out: i64):
      %152 = arith.addi %in, %c1_i64 : i64
      linalg.yield %152 : i64
    } -> tensor<i64>
    %5 = tensor.empty() : tensor<1x4x1x1xf32>
    %6 = linalg.fill ins(%cst_0 : f32) outs(%5 : tensor<1x4x1x1xf32>) -> tensor<1x4x1x1xf32>
    %7 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["reduction", "parallel", "reduction", "reduction"]} ins(%2 : tensor<8x4x8x8xf32>) outs(%6 : tensor<1x4x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %152 = arith.addf %in, %out : f32
      linalg.yield %152 : f32
    } -> tensor<1x4x1x1xf32>
    %8 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7 : tensor<1x4x1x1xf32>) outs(%5 : tensor<1x4x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %152 = arith.divf %in, %cst_11 : f32
      linalg.yield %152 : f32
    } -> tensor<1x4x1x1xf32>
    %9 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2, %8 : tensor<8x4x8x8xf32>, tensor<1x4x1x1xf32>) outs(%0 : tensor<8x4x8x8xf32>) {
    ^bb0(%in: f32, %in_67: f32, %out: f32):
      %152 = arith.subf %in, %in_67 : f32
      linalg.yield %152 : f32
    } -> tensor<8x4x8x8xf32>
    %10 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%9 : tensor<8x4x8x8xf32>) outs(%0 : tensor<8x4x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %152 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %152 : f32
    } -> tensor<8x4x8x8xf32>
    %11 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["reduction", "parallel", "reduction", "reduction"]} ins(%10 : tensor<8x4x8x8xf32>) outs(%6 : tensor<1x4x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %152 = arith.addf %in, %out : f32
      linalg.yield %152 : f32
    } -> tensor<1x4x1x1xf32>
    %12 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%11 : tensor<1x4x1x1xf32>) outs(%5 : tensor<1x4x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %152 = arith.divf %in, %cst_11 : f32
      linalg.yield %152 : f32
    } -> tensor<1x4x1x1xf32>
    %13 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%12 : tensor<1x4x1x1xf32>) outs(%5 : tensor<1x4x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %152 = arith.truncf %cst_10 : f64 to f32
      %153 = arith.addf %in, %152 : f32
      linalg.yield %153 : f32
    } -> tensor<1x4x1x1xf32>
    %14 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%13 : tensor<1x4x1x1xf32>) outs(%5 : tensor<1x4x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %152 = math.rsqrt %in : f32
      linalg.yield %152 : f32
    } -> tensor<1x4x1x1xf32>
    %15 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%9, %14 : tensor<8x4x8x8xf32>, tensor<1x4x1x1xf32>) outs(%0 : tensor<8x4x8x8xf32>) {
    ^bb0(%in: f32, %in_67: f32, %out: f32):
      %152 = arith.mulf %in, %in_67 : f32
      linalg.yield %152 : f32
    } -> tensor<8x4x8x8xf32>
    %collapsed = tensor.collapse_shape %8 [[0, 1, 2, 3]] : tensor<1x4x1x1xf32> into tensor<4xf32>
    %collapsed_15 = tensor.collapse_shape %14 [[0, 1, 2, 3]] : tensor<1x4x1x1xf32> into tensor<4xf32>
    %16 = tensor.empty() : tensor<4xf32>
    %17 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%collapsed : tensor<4xf32>) outs(%16 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %152 = arith.truncf %cst_9 : f64 to f32
      %153 = arith.mulf %in, %152 : f32
      linalg.yield %153 : f32
    } -> tensor<4xf32>
    %18 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%arg7 : tensor<4xf32>) outs(%16 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %152 = arith.truncf %cst_8 : f64 to f32
      %153 = arith.mulf %in, %152 : f32
      linalg.yield %153 : f32
    } -> tensor<4xf32>
    %19 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%17, %18 : tensor<4xf32>, tensor<4xf32>) outs(%16 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_67: f32, %out: f32):
      %152 = arith.addf %in, %in_67 : f32
      linalg.yield %152 : f32
    } -> tensor<4xf32>
    %collapsed_16 = tensor.collapse_shape %12 [[0, 1, 2, 3]] : tensor<1x4x1x1xf32> into tensor<4xf32>
    %20 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%collapsed_16 : tensor<4xf32>) outs(%16 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %152 = arith.truncf %cst_7 : f64 to f32
      %153 = arith.mulf %in, %152 : f32
      linalg.yield %153 : f32
    } -> tensor<4xf32>
    %21 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%20 : tensor<4xf32>) outs(%16 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %152 = arith.truncf %cst_9 : f64 to f32
      %153 = arith.mulf %in, %152 : f32
      linalg.yield %153 : f32
    } -> tensor<4xf32>
    %22 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%arg8 : tensor<4xf32>) outs(%16 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %152 = arith.truncf %cst_8 : f64 to f32
      %153 = arith.mulf %in, %152 : f32
      linalg.yield %153 : f32
    } -> tensor<4xf32>
    %23 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%21, %22 : tensor<4xf32>, tensor<4xf32>) outs(%16 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_67: f32, %out: f32):
      %152 = arith.addf %in, %in_67 : f32
      linalg.yield %152 : f32
    } -> tensor<4xf32>
    %expanded = tensor.expand_shape %arg1 [[0, 1, 2]] output_shape [4, 1, 1] : tensor<4xf32> into tensor<4x1x1xf32>
    %24 = linalg.generic {indexing_maps = [#map1, #map4, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%15, %expanded : tensor<8x4x8x8xf32>, tensor<4x1x1xf32>) outs(%0 : tensor<8x4x8x8xf32>) {
    ^bb0(%in: f32, %in_67: f32, %out: f32):
      %152 = arith.mulf %in, %in_67 : f32
      linalg.yield %152 : f32
    } -> tensor<8x4x8x8xf32>
    %expanded_17 = tensor.expand_shape %arg2 [[0, 1, 2]] output_shape [4, 1, 1] : tensor<4xf32> into tensor<4x1x1xf32>
    %25 = linalg.generic {indexing_maps = [#map1, #map4, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%24, %expanded_17 : tensor<8x4x8x8xf32>, tensor<4x1x1xf32>) outs(%0 : tensor<8x4x8x8xf32>) {
    ^bb0(%in: f32, %in_67: f32, %out: f32):
      %152 = arith.addf %in, %in_67 : f32
      linalg.yield %152 : f32
    } -> tensor<8x4x8x8xf32>
    %26 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%25 : tensor<8x4x8x8xf32>) outs(%0 : tensor<8x4x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %152 = arith.cmpf ugt, %in, %cst_0 : f32
      %153 = arith.select %152, %in, %cst_0 : f32
      linalg.yield %153 : f32
    } -> tensor<8x4x8x8xf32>
    %padded_18 = tensor.pad %26 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg12: index, %arg13: index, %arg14: index, %arg15: index):
      tensor.yield %cst_1 : f32
    } : tensor<8x4x8x8xf32> to tensor<8x4x10x10xf32>
    %27 = tensor.empty() : tensor<8x4x4x4xf32>
    %28 = linalg.fill ins(%cst_1 : f32) outs(%27 : tensor<8x4x4x4xf32>) -> tensor<8x4x4x4xf32>
    %29 = tensor.empty() : tensor<3x3xf32>
    %30 = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%padded_18, %29 : tensor<8x4x10x10xf32>, tensor<3x3xf32>) outs(%28 : tensor<8x4x4x4xf32>) -> tensor<8x4x4x4xf32>
    %31 = tensor.empty() : tensor<8x4x4x4xi64>
    %32 = linalg.fill ins(%c-1_i64 : i64) outs(%31 : tensor<8x4x4x4xi64>) -> tensor<8x4x4x4xi64>
    %33 = tensor.empty() : tensor<3x3xi64>
    %34 = linalg.generic {indexing_maps = [#map5, #map6, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%30, %33 : tensor<8x4x4x4xf32>, tensor<3x3xi64>) outs(%32 : tensor<8x4x4x4xi64>) {
    ^bb0(%in: f32, %in_67: i64, %out: i64):
      %152 = linalg.index 0 : index
      %153 = linalg.index 1 : index
      %154 = linalg.index 2 : index
      %155 = linalg.index 4 : index
      %156 = arith.muli %154, %c2 : index
      %157 = arith.addi %156, %155 : index
      %158 = linalg.index 3 : index
      %159 = linalg.index 5 : index
      %160 = arith.muli %158, %c2 : index
      %161 = arith.addi %160, %159 : index
      %extracted = tensor.extract %padded_18[%152, %153, %157, %161] : tensor<8x4x10x10xf32>
      %162 = arith.cmpf oeq, %extracted, %in : f32
      %163 = arith.subi %161, %c1 : index
      %164 = arith.subi %157, %c1 : index
      %165 = arith.muli %164, %c8 : index
      %166 = arith.addi %163, %165 : index
      %167 = arith.index_cast %166 : index to i64
      %168 = arith.select %162, %167, %out : i64
      %169 = arith.cmpi eq, %out, %c-1_i64 : i64
      %170 = arith.select %169, %168, %out : i64
      linalg.yield %170 : i64
    } -> tensor<8x4x4x4xi64>
    %35 = tensor.empty() : tensor<8x8x1x1xf32>
    %broadcasted = linalg.broadcast ins(%arg4 : tensor<8xf32>) outs(%35 : tensor<8x8x1x1xf32>) dimensions = [0, 2, 3] 
    %expanded_19 = tensor.expand_shape %30 [[0], [1, 2], [3], [4]] output_shape [8, 2, 2, 4, 4] : tensor<8x4x4x4xf32> into tensor<8x2x2x4x4xf32>
    %expanded_20 = tensor.expand_shape %arg3 [[0, 1], [2], [3], [4]] output_shape [2, 4, 2, 3, 3] : tensor<8x2x3x3xf32> into tensor<2x4x2x3x3xf32>
    %expanded_21 = tensor.expand_shape %broadcasted [[0], [1, 2], [3], [4]] output_shape [8, 2, 4, 1, 1] : tensor<8x8x1x1xf32> into tensor<8x2x4x1x1xf32>
    %36 = linalg.conv_2d_ngchw_gfchw {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%expanded_19, %expanded_20 : tensor<8x2x2x4x4xf32>, tensor<2x4x2x3x3xf32>) outs(%expanded_21 : tensor<8x2x4x1x1xf32>) -> tensor<8x2x4x1x1xf32>
    %collapsed_22 = tensor.collapse_shape %36 [[0], [1, 2], [3], [4]] : tensor<8x2x4x1x1xf32> into tensor<8x8x1x1xf32>
    %37 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_22 : tensor<8x8x1x1xf32>) outs(%35 : tensor<8x8x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %152 = arith.negf %in : f32
      %153 = math.exp %152 : f32
      %154 = arith.addf %153, %cst_2 : f32
      %155 = arith.divf %cst_2, %154 : f32
      linalg.yield %155 : f32
    } -> tensor<8x8x1x1xf32>
    %38 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_22, %37 : tensor<8x8x1x1xf32>, tensor<8x8x1x1xf32>) outs(%35 : tensor<8x8x1x1xf32>) {
    ^bb0(%in: f32, %in_67: f32, %out: f32):
      %152 = arith.mulf %in, %in_67 : f32
      linalg.yield %152 : f32
    } -> tensor<8x8x1x1xf32>
    %39 = tensor.empty() : tensor<8x8xf32>
    %40 = linalg.fill ins(%cst_0 : f32) outs(%39 : tensor<8x8xf32>) -> tensor<8x8xf32>
    %41 = linalg.generic {indexing_maps = [#map1, #map7], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%38 : tensor<8x8x1x1xf32>) outs(%40 : tensor<8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %152 = arith.addf %in, %out : f32
      linalg.yield %152 : f32
    } -> tensor<8x8xf32>
    %42 = tensor.empty() : tensor<8x3xf32>
    %transposed = linalg.transpose ins(%arg5 : tensor<3x8xf32>) outs(%42 : tensor<8x3xf32>) permutation = [1, 0] 
    %43 = linalg.fill ins(%cst_0 : f32) outs(%42 : tensor<8x3xf32>) -> tensor<8x3xf32>
    %44 = linalg.matmul ins(%41, %transposed : tensor<8x8xf32>, tensor<8x3xf32>) outs(%43 : tensor<8x3xf32>) -> tensor<8x3xf32>
    %45 = linalg.generic {indexing_maps = [#map8, #map9, #map9], iterator_types = ["parallel", "parallel"]} ins(%arg6, %44 : tensor<3xf32>, tensor<8x3xf32>) outs(%42 : tensor<8x3xf32>) {
    ^bb0(%in: f32, %in_67: f32, %out: f32):
      %152 = arith.addf %in, %in_67 : f32
      linalg.yield %152 : f32
    } -> tensor<8x3xf32>
    %46 = tensor.empty() : tensor<8xi64>
    %47 = linalg.fill ins(%c0_i64 : i64) outs(%46 : tensor<8xi64>) -> tensor<8xi64>
    %48 = tensor.empty() : tensor<8xf32>
    %49 = linalg.fill ins(%cst_1 : f32) outs(%48 : tensor<8xf32>) -> tensor<8xf32>
    %50:2 = linalg.generic {indexing_maps = [#map9, #map10, #map10], iterator_types = ["parallel", "reduction"]} ins(%45 : tensor<8x3xf32>) outs(%49, %47 : tensor<8xf32>, tensor<8xi64>) {
    ^bb0(%in: f32, %out: f32, %out_67: i64):
      %152 = linalg.index 1 : index
      %153 = arith.index_cast %152 : index to i64
      %154 = arith.maximumf %in, %out : f32
      %155 = arith.cmpf ogt, %in, %out : f32
      %156 = arith.select %155, %153, %out_67 : i64
      linalg.yield %154, %156 : f32, i64
    } -> (tensor<8xf32>, tensor<8xi64>)
    %expanded_23 = tensor.expand_shape %50#0 [[0, 1]] output_shape [8, 1] : tensor<8xf32> into tensor<8x1xf32>
    %51 = linalg.generic {indexing_maps = [#map9, #map11, #map9], iterator_types = ["parallel", "parallel"]} ins(%45, %expanded_23 : tensor<8x3xf32>, tensor<8x1xf32>) outs(%42 : tensor<8x3xf32>) {
    ^bb0(%in: f32, %in_67: f32, %out: f32):
      %152 = arith.subf %in, %in_67 : f32
      linalg.yield %152 : f32
    } -> tensor<8x3xf32>
    %52 = linalg.generic {indexing_maps = [#map9, #map9], iterator_types = ["parallel", "parallel"]} ins(%51 : tensor<8x3xf32>) outs(%42 : tensor<8x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %152 = math.exp %in : f32
      linalg.yield %152 : f32
    } -> tensor<8x3xf32>
    %53 = tensor.empty() : tensor<8x1xf32>
    %54 = linalg.fill ins(%cst_0 : f32) outs(%53 : tensor<8x1xf32>) -> tensor<8x1xf32>
    %55 = linalg.generic {indexing_maps = [#map9, #map11], iterator_types = ["parallel", "reduction"]} ins(%52 : tensor<8x3xf32>) outs(%54 : tensor<8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %152 = arith.addf %in, %out : f32
      linalg.yield %152 : f32
    } -> tensor<8x1xf32>
    %56 = linalg.generic {indexing_maps = [#map9, #map9], iterator_types = ["parallel", "parallel"]} ins(%55 : tensor<8x1xf32>) outs(%53 : tensor<8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %152 = math.log %in : f32
      linalg.yield %152 : f32
    } -> tensor<8x1xf32>
    %57 = linalg.generic {indexing_maps = [#map9, #map11, #map9], iterator_types = ["parallel", "parallel"]} ins(%51, %56 : tensor<8x3xf32>, tensor<8x1xf32>) outs(%42 : tensor<8x3xf32>) {
    ^bb0(%in: f32, %in_67: f32, %out: f32):
      %152 = arith.subf %in, %in_67 : f32
      linalg.yield %152 : f32
    } -> tensor<8x3xf32>
    %58 = tensor.empty() : tensor<8xi1>
    %59 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%arg11 : tensor<8xi64>) outs(%58 : tensor<8xi1>) {
    ^bb0(%in: i64, %out: i1):
      %152 = arith.cmpi ne, %in, %c-100_i64 : i64
      linalg.yield %152 : i1
    } -> tensor<8xi1>
    %60 = linalg.generic {indexing_maps = [#map3, #map3, #map12, #map3], iterator_types = ["parallel"]} ins(%59, %arg11, %cst_13 : tensor<8xi1>, tensor<8xi64>, tensor<i64>) outs(%46 : tensor<8xi64>) {
    ^bb0(%in: i1, %in_67: i64, %in_68: i64, %out: i64):
      %152 = arith.select %in, %in_67, %in_68 : i64
      linalg.yield %152 : i64
    } -> tensor<8xi64>
    %expanded_24 = tensor.expand_shape %60 [[0, 1]] output_shape [8, 1] : tensor<8xi64> into tensor<8x1xi64>
    %61 = linalg.generic {indexing_maps = [#map9, #map9], iterator_types = ["parallel", "parallel"]} ins(%expanded_24 : tensor<8x1xi64>) outs(%54 : tensor<8x1xf32>) {
    ^bb0(%in: i64, %out: f32):
      %152 = linalg.index 0 : index
      %153 = arith.index_cast %in : i64 to index
      %154 = arith.cmpi slt, %153, %c3 : index
      cf.assert %154, "index must be smaller than dim size"
      %155 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %155, "index must be larger or equal to 0"
      %extracted = tensor.extract %57[%152, %153] : tensor<8x3xf32>
      linalg.yield %extracted : f32
    } -> tensor<8x1xf32>
    %collapsed_25 = tensor.collapse_shape %61 [[0, 1]] : tensor<8x1xf32> into tensor<8xf32>
    %62 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%collapsed_25 : tensor<8xf32>) outs(%48 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %152 = arith.negf %in : f32
      linalg.yield %152 : f32
    } -> tensor<8xf32>
    %63 = linalg.generic {indexing_maps = [#map3, #map3, #map12, #map3], iterator_types = ["parallel"]} ins(%59, %62, %cst_5 : tensor<8xi1>, tensor<8xf32>, tensor<f32>) outs(%48 : tensor<8xf32>) {
    ^bb0(%in: i1, %in_67: f32, %in_68: f32, %out: f32):
      %152 = arith.select %in, %in_67, %in_68 : f32
      linalg.yield %152 : f32
    } -> tensor<8xf32>
    %64 = linalg.fill ins(%c0_i64 : i64) outs(%3 : tensor<i64>) -> tensor<i64>
    %65 = linalg.generic {indexing_maps = [#map3, #map12], iterator_types = ["reduction"]} ins(%59 : tensor<8xi1>) outs(%64 : tensor<i64>) {
    ^bb0(%in: i1, %out: i64):
      %152 = arith.extui %in : i1 to i64
      %153 = arith.addi %152, %out : i64
      linalg.yield %153 : i64
    } -> tensor<i64>
    %66 = tensor.empty() : tensor<f32>
    %67 = linalg.generic {indexing_maps = [#map, #map], iterator_types = []} ins(%65 : tensor<i64>) outs(%66 : tensor<f32>) {
    ^bb0(%in: i64, %out: f32):
      %152 = arith.sitofp %in : i64 to f32
      linalg.yield %152 : f32
    } -> tensor<f32>
    %68 = linalg.fill ins(%cst_0 : f32) outs(%66 : tensor<f32>) -> tensor<f32>
    %69 = linalg.generic {indexing_maps = [#map3, #map12], iterator_types = ["reduction"]} ins(%63 : tensor<8xf32>) outs(%68 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %152 = arith.addf %in, %out : f32
      linalg.yield %152 : f32
    } -> tensor<f32>
    %70 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = []} ins(%69, %67 : tensor<f32>, tensor<f32>) outs(%66 : tensor<f32>) {
    ^bb0(%in: f32, %in_67: f32, %out: f32):
      %152 = arith.divf %in, %in_67 : f32
      linalg.yield %152 : f32
    } -> tensor<f32>
    %71 = linalg.fill ins(%cst_0 : f32) outs(%48 : tensor<8xf32>) -> tensor<8xf32>
    %72 = linalg.generic {indexing_maps = [#map9, #map10], iterator_types = ["parallel", "reduction"]} ins(%57 : tensor<8x3xf32>) outs(%71 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %152 = arith.addf %in, %out : f32
      linalg.yield %152 : f32
    } -> tensor<8xf32>
    %73 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%72 : tensor<8xf32>) outs(%48 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %152 = arith.negf %in : f32
      linalg.yield %152 : f32
    } -> tensor<8xf32>
    %74 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%arg11 : tensor<8xi64>) outs(%58 : tensor<8xi1>) {
    ^bb0(%in: i64, %out: i1):
      %152 = arith.cmpi eq, %in, %c-100_i64 : i64
      linalg.yield %152 : i1
    } -> tensor<8xi1>
    %75 = linalg.generic {indexing_maps = [#map3, #map12, #map3, #map3], iterator_types = ["parallel"]} ins(%74, %cst_5, %73 : tensor<8xi1>, tensor<f32>, tensor<8xf32>) outs(%48 : tensor<8xf32>) {
    ^bb0(%in: i1, %in_67: f32, %in_68: f32, %out: f32):
      %152 = arith.select %in, %in_67, %in_68 : f32
      linalg.yield %152 : f32
    } -> tensor<8xf32>
    %76 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%74 : tensor<8xi1>) outs(%58 : tensor<8xi1>) {
    ^bb0(%in: i1, %out: i1):
      %152 = arith.xori %in, %true : i1
      linalg.yield %152 : i1
    } -> tensor<8xi1>
    %77 = linalg.generic {indexing_maps = [#map3, #map12], iterator_types = ["reduction"]} ins(%76 : tensor<8xi1>) outs(%64 : tensor<i64>) {
    ^bb0(%in: i1, %out: i64):
      %152 = arith.extui %in : i1 to i64
      %153 = arith.addi %152, %out : i64
      linalg.yield %153 : i64
    } -> tensor<i64>
    %78 = linalg.generic {indexing_maps = [#map3, #map12], iterator_types = ["reduction"]} ins(%75 : tensor<8xf32>) outs(%68 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %152 = arith.addf %in, %out : f32
      linalg.yield %152 : f32
    } -> tensor<f32>
    %79 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = []} ins(%78, %77 : tensor<f32>, tensor<i64>) outs(%66 : tensor<f32>) {
    ^bb0(%in: f32, %in_67: i64, %out: f32):
      %152 = arith.sitofp %in_67 : i64 to f32
      %153 = arith.divf %in, %152 : f32
      linalg.yield %153 : f32
    } -> tensor<f32>
    %80 = linalg.generic {indexing_maps = [#map, #map], iterator_types = []} ins(%79 : tensor<f32>) outs(%66 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %152 = arith.truncf %cst_6 : f64 to f32
      %153 = arith.mulf %in, %152 : f32
      linalg.yield %153 : f32
    } -> tensor<f32>
    %81 = linalg.generic {indexing_maps = [#map, #map], iterator_types = []} ins(%70 : tensor<f32>) outs(%66 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %152 = arith.truncf %cst_8 : f64 to f32
      %153 = arith.mulf %in, %152 : f32
      linalg.yield %153 : f32
    } -> tensor<f32>
    %82 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = []} ins(%81, %80 : tensor<f32>, tensor<f32>) outs(%66 : tensor<f32>) {
    ^bb0(%in: f32, %in_67: f32, %out: f32):
      %152 = arith.addf %in, %in_67 : f32
      linalg.yield %152 : f32
    } -> tensor<f32>
    %83 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = []} ins(%cst_3, %77 : tensor<f32>, tensor<i64>) outs(%66 : tensor<f32>) {
    ^bb0(%in: f32, %in_67: i64, %out: f32):
      %152 = arith.sitofp %in_67 : i64 to f32
      %153 = arith.divf %in, %152 : f32
      linalg.yield %153 : f32
    } -> tensor<f32>
    %84 = linalg.generic {indexing_maps = [#map12, #map3], iterator_types = ["parallel"]} ins(%83 : tensor<f32>) outs(%48 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8xf32>
    %85 = linalg.generic {indexing_maps = [#map3, #map12, #map3, #map3], iterator_types = ["parallel"]} ins(%74, %cst_5, %84 : tensor<8xi1>, tensor<f32>, tensor<8xf32>) outs(%48 : tensor<8xf32>) {
    ^bb0(%in: i1, %in_67: f32, %in_68: f32, %out: f32):
      %152 = arith.select %in, %in_67, %in_68 : f32
      linalg.yield %152 : f32
    } -> tensor<8xf32>
    %86 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%85 : tensor<8xf32>) outs(%48 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %152 = arith.negf %in : f32
      linalg.yield %152 : f32
    } -> tensor<8xf32>
    %87 = linalg.generic {indexing_maps = [#map10, #map9], iterator_types = ["parallel", "parallel"]} ins(%86 : tensor<8xf32>) outs(%42 : tensor<8x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x3xf32>
    %88 = tensor.empty() : tensor<3xi64>
    %89 = linalg.generic {indexing_maps = [#map3], iterator_types = ["parallel"]} outs(%88 : tensor<3xi64>) {
    ^bb0(%out: i64):
      %152 = linalg.index 0 : index
      %153 = arith.index_cast %152 : index to i64
      linalg.yield %153 : i64
    } -> tensor<3xi64>
    %expanded_26 = tensor.expand_shape %arg11 [[0, 1]] output_shape [8, 1] : tensor<8xi64> into tensor<8x1xi64>
    %90 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = []} ins(%cst_4, %67 : tensor<f32>, tensor<f32>) outs(%66 : tensor<f32>) {
    ^bb0(%in: f32, %in_67: f32, %out: f32):
      %152 = arith.divf %in, %in_67 : f32
      linalg.yield %152 : f32
    } -> tensor<f32>
    %91 = linalg.generic {indexing_maps = [#map, #map], iterator_types = []} ins(%90 : tensor<f32>) outs(%66 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %152 = arith.negf %in : f32
      linalg.yield %152 : f32
    } -> tensor<f32>
    %92 = tensor.empty() : tensor<8x3xi1>
    %93 = linalg.generic {indexing_maps = [#map8, #map11, #map9], iterator_types = ["parallel", "parallel"]} ins(%89, %expanded_26 : tensor<3xi64>, tensor<8x1xi64>) outs(%92 : tensor<8x3xi1>) {
    ^bb0(%in: i64, %in_67: i64, %out: i1):
      %152 = arith.cmpi eq, %in, %in_67 : i64
      linalg.yield %152 : i1
    } -> tensor<8x3xi1>
    %94 = tensor.empty() : tensor<8x1xi1>
    %95 = linalg.generic {indexing_maps = [#map9, #map9], iterator_types = ["parallel", "parallel"]} ins(%expanded_26 : tensor<8x1xi64>) outs(%94 : tensor<8x1xi1>) {
    ^bb0(%in: i64, %out: i1):
      %152 = arith.cmpi ne, %in, %c-100_i64 : i64
      linalg.yield %152 : i1
    } -> tensor<8x1xi1>
    %96 = linalg.generic {indexing_maps = [#map9, #map11, #map9], iterator_types = ["parallel", "parallel"]} ins(%93, %95 : tensor<8x3xi1>, tensor<8x1xi1>) outs(%92 : tensor<8x3xi1>) {
    ^bb0(%in: i1, %in_67: i1, %out: i1):
      %152 = arith.andi %in, %in_67 : i1
      linalg.yield %152 : i1
    } -> tensor<8x3xi1>
    %97 = linalg.generic {indexing_maps = [#map9, #map13, #map13, #map9], iterator_types = ["parallel", "parallel"]} ins(%96, %91, %cst_5 : tensor<8x3xi1>, tensor<f32>, tensor<f32>) outs(%42 : tensor<8x3xf32>) {
    ^bb0(%in: i1, %in_67: f32, %in_68: f32, %out: f32):
      %152 = arith.select %in, %in_67, %in_68 : f32
      linalg.yield %152 : f32
    } -> tensor<8x3xf32>
    %98 = linalg.generic {indexing_maps = [#map9, #map9, #map9], iterator_types = ["parallel", "parallel"]} ins(%87, %97 : tensor<8x3xf32>, tensor<8x3xf32>) outs(%42 : tensor<8x3xf32>) {
    ^bb0(%in: f32, %in_67: f32, %out: f32):
      %152 = arith.addf %in, %in_67 : f32
      linalg.yield %152 : f32
    } -> tensor<8x3xf32>
    %99 = linalg.generic {indexing_maps = [#map9, #map9], iterator_types = ["parallel", "parallel"]} ins(%57 : tensor<8x3xf32>) outs(%42 : tensor<8x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %152 = math.exp %in : f32
      linalg.yield %152 : f32
    } -> tensor<8x3xf32>
    %100 = linalg.generic {indexing_maps = [#map9, #map11], iterator_types = ["parallel", "reduction"]} ins(%98 : tensor<8x3xf32>) outs(%54 : tensor<8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %152 = arith.addf %in, %out : f32
      linalg.yield %152 : f32
    } -> tensor<8x1xf32>
    %101 = linalg.generic {indexing_maps = [#map9, #map11, #map9], iterator_types = ["parallel", "parallel"]} ins(%99, %100 : tensor<8x3xf32>, tensor<8x1xf32>) outs(%42 : tensor<8x3xf32>) {
    ^bb0(%in: f32, %in_67: f32, %out: f32):
      %152 = arith.mulf %in, %in_67 : f32
      linalg.yield %152 : f32
    } -> tensor<8x3xf32>
    %102 = linalg.generic {indexing_maps = [#map9, #map9, #map9], iterator_types = ["parallel", "parallel"]} ins(%98, %101 : tensor<8x3xf32>, tensor<8x3xf32>) outs(%42 : tensor<8x3xf32>) {
    ^bb0(%in: f32, %in_67: f32, %out: f32):
      %152 = arith.subf %in, %in_67 : f32
      linalg.yield %152 : f32
    } -> tensor<8x3xf32>
    %103 = linalg.matmul ins(%102, %arg5 : tensor<8x3xf32>, tensor<3x8xf32>) outs(%40 : tensor<8x8xf32>) -> tensor<8x8xf32>
    %104 = tensor.empty() : tensor<3x8xf32>
    %transposed_27 = linalg.transpose ins(%102 : tensor<8x3xf32>) outs(%104 : tensor<3x8xf32>) permutation = [1, 0] 
    %105 = linalg.fill ins(%cst_0 : f32) outs(%104 : tensor<3x8xf32>) -> tensor<3x8xf32>
    %106 = linalg.matmul ins(%transposed_27, %41 : tensor<3x8xf32>, tensor<8x8xf32>) outs(%105 : tensor<3x8xf32>) -> tensor<3x8xf32>
    %107 = tensor.empty() : tensor<1x3xf32>
    %108 = linalg.fill ins(%cst_0 : f32) outs(%107 : tensor<1x3xf32>) -> tensor<1x3xf32>
    %109 = linalg.generic {indexing_maps = [#map9, #map14], iterator_types = ["reduction", "parallel"]} ins(%102 : tensor<8x3xf32>) outs(%108 : tensor<1x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %152 = arith.addf %in, %out : f32
      linalg.yield %152 : f32
    } -> tensor<1x3xf32>
    %collapsed_28 = tensor.collapse_shape %109 [[0, 1]] : tensor<1x3xf32> into tensor<3xf32>
    %expanded_29 = tensor.expand_shape %103 [[0], [1, 2, 3]] output_shape [8, 8, 1, 1] : tensor<8x8xf32> into tensor<8x8x1x1xf32>
    %110 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_29, %37 : tensor<8x8x1x1xf32>, tensor<8x8x1x1xf32>) outs(%35 : tensor<8x8x1x1xf32>) {
    ^bb0(%in: f32, %in_67: f32, %out: f32):
      %152 = arith.mulf %in, %in_67 : f32
      linalg.yield %152 : f32
    } -> tensor<8x8x1x1xf32>
    %111 = linalg.generic {indexing_maps = [#map15, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_14, %37 : tensor<i64>, tensor<8x8x1x1xf32>) outs(%35 : tensor<8x8x1x1xf32>) {
    ^bb0(%in: i64, %in_67: f32, %out: f32):
      %152 = arith.sitofp %in : i64 to f32
      %153 = arith.subf %152, %in_67 : f32
      linalg.yield %153 : f32
    } -> tensor<8x8x1x1xf32>
    %112 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_22, %111 : tensor<8x8x1x1xf32>, tensor<8x8x1x1xf32>) outs(%35 : tensor<8x8x1x1xf32>) {
    ^bb0(%in: f32, %in_67: f32, %out: f32):
      %152 = arith.mulf %in, %in_67 : f32
      linalg.yield %152 : f32
    } -> tensor<8x8x1x1xf32>
    %113 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%112 : tensor<8x8x1x1xf32>) outs(%35 : tensor<8x8x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %152 = arith.addf %in, %cst_2 : f32
      linalg.yield %152 : f32
    } -> tensor<8x8x1x1xf32>
    %114 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%110, %113 : tensor<8x8x1x1xf32>, tensor<8x8x1x1xf32>) outs(%35 : tensor<8x8x1x1xf32>) {
    ^bb0(%in: f32, %in_67: f32, %out: f32):
      %152 = arith.mulf %in, %in_67 : f32
      linalg.yield %152 : f32
    } -> tensor<8x8x1x1xf32>
    %expanded_30 = tensor.expand_shape %114 [[0], [1], [2], [3, 4]] output_shape [8, 8, 1, 1, 1] : tensor<8x8x1x1xf32> into tensor<8x8x1x1x1xf32>
    %padded_31 = tensor.pad %expanded_30 low[0, 0, 0, 0, 0] high[0, 0, 0, 1, 0] {
    ^bb0(%arg12: index, %arg13: index, %arg14: index, %arg15: index, %arg16: index):
      tensor.yield %cst_0 : f32
    } : tensor<8x8x1x1x1xf32> to tensor<8x8x1x2x1xf32>
    %collapsed_32 = tensor.collapse_shape %padded_31 [[0], [1], [2, 3], [4]] : tensor<8x8x1x2x1xf32> into tensor<8x8x2x1xf32>
    %extracted_slice = tensor.extract_slice %collapsed_32[0, 0, 0, 0] [8, 8, 1, 1] [1, 1, 1, 1] : tensor<8x8x2x1xf32> to tensor<8x8x1x1xf32>
    %padded_33 = tensor.pad %extracted_slice low[0, 0, 2, 0] high[0, 0, 3, 0] {
    ^bb0(%arg12: index, %arg13: index, %arg14: index, %arg15: index):
      tensor.yield %cst_0 : f32
    } : tensor<8x8x1x1xf32> to tensor<8x8x6x1xf32>
    %expanded_34 = tensor.expand_shape %padded_33 [[0], [1], [2], [3, 4]] output_shape [8, 8, 6, 1, 1] : tensor<8x8x6x1xf32> into tensor<8x8x6x1x1xf32>
    %padded_35 = tensor.pad %expanded_34 low[0, 0, 0, 0, 0] high[0, 0, 0, 0, 1] {
    ^bb0(%arg12: index, %arg13: index, %arg14: index, %arg15: index, %arg16: index):
      tensor.yield %cst_0 : f32
    } : tensor<8x8x6x1x1xf32> to tensor<8x8x6x1x2xf32>
    %collapsed_36 = tensor.collapse_shape %padded_35 [[0], [1], [2], [3, 4]] : tensor<8x8x6x1x2xf32> into tensor<8x8x6x2xf32>
    %extracted_slice_37 = tensor.extract_slice %collapsed_36[0, 0, 0, 0] [8, 8, 6, 1] [1, 1, 1, 1] : tensor<8x8x6x2xf32> to tensor<8x8x6x1xf32>
    %padded_38 = tensor.pad %extracted_slice_37 low[0, 0, 0, 2] high[0, 0, 0, 3] {
    ^bb0(%arg12: index, %arg13: index, %arg14: index, %arg15: index):
      tensor.yield %cst_0 : f32
    } : tensor<8x8x6x1xf32> to tensor<8x8x6x6xf32>
    %115 = tensor.empty() : tensor<2x2x4x3x3xf32>
    %transposed_39 = linalg.transpose ins(%expanded_20 : tensor<2x4x2x3x3xf32>) outs(%115 : tensor<2x2x4x3x3xf32>) permutation = [0, 2, 1, 3, 4] 
    %collapsed_40 = tensor.collapse_shape %transposed_39 [[0, 1], [2], [3], [4]] : tensor<2x2x4x3x3xf32> into tensor<4x4x3x3xf32>
    %116 = tensor.empty() : tensor<4x4x3x3xf32>
    %117 = linalg.fill ins(%cst_0 : f32) outs(%116 : tensor<4x4x3x3xf32>) -> tensor<4x4x3x3xf32>
    %118 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_40 : tensor<4x4x3x3xf32>) outs(%117 : tensor<4x4x3x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %152 = linalg.index 0 : index
      %153 = linalg.index 1 : index
      %154 = linalg.index 2 : index
      %155 = linalg.index 3 : index
      %156 = arith.subi %c2, %154 : index
      %157 = arith.subi %c2, %155 : index
      %extracted = tensor.extract %collapsed_40[%152, %153, %156, %157] : tensor<4x4x3x3xf32>
      linalg.yield %extracted : f32
    } -> tensor<4x4x3x3xf32>
    %expanded_41 = tensor.expand_shape %padded_38 [[0], [1, 2], [3], [4]] output_shape [8, 2, 4, 6, 6] : tensor<8x8x6x6xf32> into tensor<8x2x4x6x6xf32>
    %expanded_42 = tensor.expand_shape %118 [[0, 1], [2], [3], [4]] output_shape [2, 2, 4, 3, 3] : tensor<4x4x3x3xf32> into tensor<2x2x4x3x3xf32>
    %expanded_43 = tensor.expand_shape %27 [[0], [1, 2], [3], [4]] output_shape [8, 2, 2, 4, 4] : tensor<8x4x4x4xf32> into tensor<8x2x2x4x4xf32>
    %119 = linalg.fill ins(%cst_0 : f32) outs(%expanded_43 : tensor<8x2x2x4x4xf32>) -> tensor<8x2x2x4x4xf32>
    %120 = linalg.conv_2d_ngchw_gfchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%expanded_41, %expanded_42 : tensor<8x2x4x6x6xf32>, tensor<2x2x4x3x3xf32>) outs(%119 : tensor<8x2x2x4x4xf32>) -> tensor<8x2x2x4x4xf32>
    %extracted_slice_44 = tensor.extract_slice %30[0, 0, 0, 0] [8, 4, 3, 4] [1, 1, 1, 1] : tensor<8x4x4x4xf32> to tensor<8x4x3x4xf32>
    %extracted_slice_45 = tensor.extract_slice %extracted_slice_44[0, 0, 0, 0] [8, 4, 3, 3] [1, 1, 1, 1] : tensor<8x4x3x4xf32> to tensor<8x4x3x3xf32>
    %expanded_46 = tensor.expand_shape %extracted_slice_45 [[0], [1, 2], [3], [4]] output_shape [8, 2, 2, 3, 3] : tensor<8x4x3x3xf32> into tensor<8x2x2x3x3xf32>
    %121 = tensor.empty() : tensor<2x2x8x3x3xf32>
    %transposed_47 = linalg.transpose ins(%expanded_46 : tensor<8x2x2x3x3xf32>) outs(%121 : tensor<2x2x8x3x3xf32>) permutation = [2, 1, 0, 3, 4] 
    %expanded_48 = tensor.expand_shape %114 [[0], [1, 2], [3], [4]] output_shape [8, 2, 4, 1, 1] : tensor<8x8x1x1xf32> into tensor<8x2x4x1x1xf32>
    %122 = tensor.empty() : tensor<2x4x8x1x1xf32>
    %transposed_49 = linalg.transpose ins(%expanded_48 : tensor<8x2x4x1x1xf32>) outs(%122 : tensor<2x4x8x1x1xf32>) permutation = [1, 2, 0, 3, 4] 
    %123 = tensor.empty() : tensor<2x8x3x3xf32>
    %expanded_50 = tensor.expand_shape %123 [[0], [1, 2], [3], [4]] output_shape [2, 2, 4, 3, 3] : tensor<2x8x3x3xf32> into tensor<2x2x4x3x3xf32>
    %124 = linalg.fill ins(%cst_0 : f32) outs(%expanded_50 : tensor<2x2x4x3x3xf32>) -> tensor<2x2x4x3x3xf32>
    %125 = linalg.conv_2d_ngchw_gfchw {dilations = dense<2> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%transposed_47, %transposed_49 : tensor<2x2x8x3x3xf32>, tensor<2x4x8x1x1xf32>) outs(%124 : tensor<2x2x4x3x3xf32>) -> tensor<2x2x4x3x3xf32>
    %collapsed_51 = tensor.collapse_shape %125 [[0], [1, 2], [3], [4]] : tensor<2x2x4x3x3xf32> into tensor<2x8x3x3xf32>
    %126 = tensor.empty() : tensor<8x2x3x3xf32>
    %transposed_52 = linalg.transpose ins(%collapsed_51 : tensor<2x8x3x3xf32>) outs(%126 : tensor<8x2x3x3xf32>) permutation = [1, 0, 2, 3] 
    %127 = linalg.generic {indexing_maps = [#map1, #map16], iterator_types = ["reduction", "parallel", "reduction", "reduction"]} ins(%114 : tensor<8x8x1x1xf32>) outs(%71 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %152 = arith.addf %in, %out : f32
      linalg.yield %152 : f32
    } -> tensor<8xf32>
    %collapsed_53 = tensor.collapse_shape %34 [[0], [1], [2, 3]] : tensor<8x4x4x4xi64> into tensor<8x4x16xi64>
    %collapsed_54 = tensor.collapse_shape %120 [[0], [1, 2], [3, 4]] : tensor<8x2x2x4x4xf32> into tensor<8x4x16xf32>
    %128 = "nn.scatter_add"(%cst, %collapsed_53, %collapsed_54) {axis = 2 : i64, batch_dims = 2 : i64} : (tensor<8x4x64xf32>, tensor<8x4x16xi64>, tensor<8x4x16xf32>) -> tensor<8x4x64xf32>
    %expanded_55 = tensor.expand_shape %128 [[0], [1], [2, 3]] output_shape [8, 4, 8, 8] : tensor<8x4x64xf32> into tensor<8x4x8x8xf32>
    %129 = tensor.empty() : tensor<8x4x8x8xi1>
    %130 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%26 : tensor<8x4x8x8xf32>) outs(%129 : tensor<8x4x8x8xi1>) {
    ^bb0(%in: f32, %out: i1):
      %152 = arith.cmpf ole, %in, %cst_0 : f32
      linalg.yield %152 : i1
    } -> tensor<8x4x8x8xi1>
    %131 = linalg.generic {indexing_maps = [#map1, #map15, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%130, %cst_5, %expanded_55 : tensor<8x4x8x8xi1>, tensor<f32>, tensor<8x4x8x8xf32>) outs(%0 : tensor<8x4x8x8xf32>) {
    ^bb0(%in: i1, %in_67: f32, %in_68: f32, %out: f32):
      %152 = arith.select %in, %in_67, %in_68 : f32
      linalg.yield %152 : f32
    } -> tensor<8x4x8x8xf32>
    %132 = linalg.fill ins(%cst_0 : f32) outs(%16 : tensor<4xf32>) -> tensor<4xf32>
    %133 = linalg.generic {indexing_maps = [#map1, #map16], iterator_types = ["reduction", "parallel", "reduction", "reduction"]} ins(%131 : tensor<8x4x8x8xf32>) outs(%132 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %152 = arith.addf %in, %out : f32
      linalg.yield %152 : f32
    } -> tensor<4xf32>
    %134 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%131, %9 : tensor<8x4x8x8xf32>, tensor<8x4x8x8xf32>) outs(%0 : tensor<8x4x8x8xf32>) {
    ^bb0(%in: f32, %in_67: f32, %out: f32):
      %152 = arith.mulf %in, %in_67 : f32
      linalg.yield %152 : f32
    } -> tensor<8x4x8x8xf32>
    %135 = linalg.generic {indexing_maps = [#map1, #map16], iterator_types = ["reduction", "parallel", "reduction", "reduction"]} ins(%134 : tensor<8x4x8x8xf32>) outs(%132 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %152 = arith.addf %in, %out : f32
      linalg.yield %152 : f32
    } -> tensor<4xf32>
    %136 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%133 : tensor<4xf32>) outs(%16 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %152 = arith.mulf %in, %cst_12 : f32
      linalg.yield %152 : f32
    } -> tensor<4xf32>
    %expanded_56 = tensor.expand_shape %136 [[0, 1, 2, 3]] output_shape [1, 4, 1, 1] : tensor<4xf32> into tensor<1x4x1x1xf32>
    %137 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%135 : tensor<4xf32>) outs(%16 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %152 = arith.mulf %in, %cst_12 : f32
      linalg.yield %152 : f32
    } -> tensor<4xf32>
    %138 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%collapsed_15, %collapsed_15 : tensor<4xf32>, tensor<4xf32>) outs(%16 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_67: f32, %out: f32):
      %152 = arith.mulf %in, %in_67 : f32
      linalg.yield %152 : f32
    } -> tensor<4xf32>
    %139 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%137, %138 : tensor<4xf32>, tensor<4xf32>) outs(%16 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_67: f32, %out: f32):
      %152 = arith.mulf %in, %in_67 : f32
      linalg.yield %152 : f32
    } -> tensor<4xf32>
    %expanded_57 = tensor.expand_shape %139 [[0, 1, 2, 3]] output_shape [1, 4, 1, 1] : tensor<4xf32> into tensor<1x4x1x1xf32>
    %140 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%collapsed_15, %arg1 : tensor<4xf32>, tensor<4xf32>) outs(%16 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_67: f32, %out: f32):
      %152 = arith.mulf %in, %in_67 : f32
      linalg.yield %152 : f32
    } -> tensor<4xf32>
    %expanded_58 = tensor.expand_shape %140 [[0, 1, 2, 3]] output_shape [1, 4, 1, 1] : tensor<4xf32> into tensor<1x4x1x1xf32>
    %141 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%9, %expanded_57 : tensor<8x4x8x8xf32>, tensor<1x4x1x1xf32>) outs(%0 : tensor<8x4x8x8xf32>) {
    ^bb0(%in: f32, %in_67: f32, %out: f32):
      %152 = arith.mulf %in, %in_67 : f32
      linalg.yield %152 : f32
    } -> tensor<8x4x8x8xf32>
    %142 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%131, %141 : tensor<8x4x8x8xf32>, tensor<8x4x8x8xf32>) outs(%0 : tensor<8x4x8x8xf32>) {
    ^bb0(%in: f32, %in_67: f32, %out: f32):
      %152 = arith.subf %in, %in_67 : f32
      linalg.yield %152 : f32
    } -> tensor<8x4x8x8xf32>
    %143 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%142, %expanded_56 : tensor<8x4x8x8xf32>, tensor<1x4x1x1xf32>) outs(%0 : tensor<8x4x8x8xf32>) {
    ^bb0(%in: f32, %in_67: f32, %out: f32):
      %152 = arith.subf %in, %in_67 : f32
      linalg.yield %152 : f32
    } -> tensor<8x4x8x8xf32>
    %144 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%143, %expanded_58 : tensor<8x4x8x8xf32>, tensor<1x4x1x1xf32>) outs(%0 : tensor<8x4x8x8xf32>) {
    ^bb0(%in: f32, %in_67: f32, %out: f32):
      %152 = arith.mulf %in, %in_67 : f32
      linalg.yield %152 : f32
    } -> tensor<8x4x8x8xf32>
    %145 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%135, %collapsed_15 : tensor<4xf32>, tensor<4xf32>) outs(%16 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_67: f32, %out: f32):
      %152 = arith.mulf %in, %in_67 : f32
      linalg.yield %152 : f32
    } -> tensor<4xf32>
    %expanded_59 = tensor.expand_shape %arg10 [[0], [1, 2], [3], [4]] output_shape [8, 1, 3, 8, 8] : tensor<8x3x8x8xf32> into tensor<8x1x3x8x8xf32>
    %146 = tensor.empty() : tensor<3x1x8x8x8xf32>
    %transposed_60 = linalg.transpose ins(%expanded_59 : tensor<8x1x3x8x8xf32>) outs(%146 : tensor<3x1x8x8x8xf32>) permutation = [2, 1, 0, 3, 4] 
    %collapsed_61 = tensor.collapse_shape %transposed_60 [[0], [1, 2], [3], [4]] : tensor<3x1x8x8x8xf32> into tensor<3x8x8x8xf32>
    %expanded_62 = tensor.expand_shape %144 [[0], [1, 2], [3], [4]] output_shape [8, 1, 4, 8, 8] : tensor<8x4x8x8xf32> into tensor<8x1x4x8x8xf32>
    %147 = tensor.empty() : tensor<1x4x8x8x8xf32>
    %transposed_63 = linalg.transpose ins(%expanded_62 : tensor<8x1x4x8x8xf32>) outs(%147 : tensor<1x4x8x8x8xf32>) permutation = [1, 2, 0, 3, 4] 
    %collapsed_64 = tensor.collapse_shape %transposed_63 [[0, 1], [2], [3], [4]] : tensor<1x4x8x8x8xf32> into tensor<4x8x8x8xf32>
    %padded_65 = tensor.pad %collapsed_61 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg12: index, %arg13: index, %arg14: index, %arg15: index):
      tensor.yield %cst_0 : f32
    } : tensor<3x8x8x8xf32> to tensor<3x8x10x10xf32>
    %148 = tensor.empty() : tensor<3x4x3x3xf32>
    %149 = linalg.fill ins(%cst_0 : f32) outs(%148 : tensor<3x4x3x3xf32>) -> tensor<3x4x3x3xf32>
    %150 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_65, %collapsed_64 : tensor<3x8x10x10xf32>, tensor<4x8x8x8xf32>) outs(%149 : tensor<3x4x3x3xf32>) -> tensor<3x4x3x3xf32>
    %151 = tensor.empty() : tensor<4x3x3x3xf32>
    %transposed_66 = linalg.transpose ins(%150 : tensor<3x4x3x3xf32>) outs(%151 : tensor<4x3x3x3xf32>) permutation = [1, 0, 2, 3] 
    return %82, %transposed_66, %145, %133, %transposed_52, %127, %106, %collapsed_28, %19, %23, %4 : tensor<f32>, tensor<4x3x3x3xf32>, tensor<4xf32>, tensor<4xf32>, tensor<8x2x3x3xf32>, tensor<8xf32>, tensor<3x8xf32>, tensor<3xf32>, tensor<4xf32>, tensor<4xf32>, tensor<i64>
  }
}
