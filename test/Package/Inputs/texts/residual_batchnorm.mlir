#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>
module {
  func.func @main(%arg0: tensor<8x8x3x3xf32> {sbp.name = "inner.0.weight"},
    %arg1: tensor<8xf32> {sbp.name = "inner.1.weight"},
    %arg2: tensor<8xf32> {sbp.name = "inner.1.bias"},
    %arg3: tensor<8x8x3x3xf32> {sbp.name = "inner.3.weight"},
    %arg4: tensor<8xf32> {sbp.name = "inner.3.bias"},
    %arg5: tensor<8xf32> {sbp.name = "inner.1.running_mean"},
    %arg6: tensor<8xf32> {sbp.name = "inner.1.running_var"},
    %arg7: tensor<4x8x8x8xf32> {sbp.name = "x"}) -> (tensor<4x8x8x8xf32> {sbp.name = "result"}) {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 1.000000e-05 : f64
    %padded = tensor.pad %arg7 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg8: index, %arg9: index, %arg10: index, %arg11: index):
      tensor.yield %cst : f32
    } : tensor<4x8x8x8xf32> to tensor<4x8x10x10xf32>
    %0 = tensor.empty() : tensor<4x8x8x8xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<4x8x8x8xf32>) -> tensor<4x8x8x8xf32>
    %2 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded, %arg0 : tensor<4x8x10x10xf32>, tensor<8x8x3x3xf32>) outs(%1 : tensor<4x8x8x8xf32>) -> tensor<4x8x8x8xf32>
    %3 = tensor.empty() : tensor<8xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg6 : tensor<8xf32>) outs(%3 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %13 = arith.truncf %cst_0 : f64 to f32
      %14 = arith.addf %in, %13 : f32
      linalg.yield %14 : f32
    } -> tensor<8xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%4 : tensor<8xf32>) outs(%3 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %13 = math.rsqrt %in : f32
      linalg.yield %13 : f32
    } -> tensor<8xf32>
    %expanded = tensor.expand_shape %arg5 [[0, 1, 2]] output_shape [8, 1, 1] : tensor<8xf32> into tensor<8x1x1xf32>
    %expanded_1 = tensor.expand_shape %5 [[0, 1, 2]] output_shape [8, 1, 1] : tensor<8xf32> into tensor<8x1x1xf32>
    %6 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2, %expanded : tensor<4x8x8x8xf32>, tensor<8x1x1xf32>) outs(%0 : tensor<4x8x8x8xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %13 = arith.subf %in, %in_5 : f32
      linalg.yield %13 : f32
    } -> tensor<4x8x8x8xf32>
    %7 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%6, %expanded_1 : tensor<4x8x8x8xf32>, tensor<8x1x1xf32>) outs(%0 : tensor<4x8x8x8xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %13 = arith.mulf %in, %in_5 : f32
      linalg.yield %13 : f32
    } -> tensor<4x8x8x8xf32>
    %expanded_2 = tensor.expand_shape %arg1 [[0, 1, 2]] output_shape [8, 1, 1] : tensor<8xf32> into tensor<8x1x1xf32>
    %8 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7, %expanded_2 : tensor<4x8x8x8xf32>, tensor<8x1x1xf32>) outs(%0 : tensor<4x8x8x8xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %13 = arith.mulf %in, %in_5 : f32
      linalg.yield %13 : f32
    } -> tensor<4x8x8x8xf32>
    %expanded_3 = tensor.expand_shape %arg2 [[0, 1, 2]] output_shape [8, 1, 1] : tensor<8xf32> into tensor<8x1x1xf32>
    %9 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%8, %expanded_3 : tensor<4x8x8x8xf32>, tensor<8x1x1xf32>) outs(%0 : tensor<4x8x8x8xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %13 = arith.addf %in, %in_5 : f32
      linalg.yield %13 : f32
    } -> tensor<4x8x8x8xf32>
    %10 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%9 : tensor<4x8x8x8xf32>) outs(%0 : tensor<4x8x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %13 = arith.cmpf ugt, %in, %cst : f32
      %14 = arith.select %13, %in, %cst : f32
      linalg.yield %14 : f32
    } -> tensor<4x8x8x8xf32>
    %padded_4 = tensor.pad %10 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg8: index, %arg9: index, %arg10: index, %arg11: index):
      tensor.yield %cst : f32
    } : tensor<4x8x8x8xf32> to tensor<4x8x10x10xf32>
    %broadcasted = linalg.broadcast ins(%arg4 : tensor<8xf32>) outs(%0 : tensor<4x8x8x8xf32>) dimensions = [0, 2, 3] 
    %11 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_4, %arg3 : tensor<4x8x10x10xf32>, tensor<8x8x3x3xf32>) outs(%broadcasted : tensor<4x8x8x8xf32>) -> tensor<4x8x8x8xf32>
    %12 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg7, %11 : tensor<4x8x8x8xf32>, tensor<4x8x8x8xf32>) outs(%0 : tensor<4x8x8x8xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %13 = arith.addf %in, %in_5 : f32
      linalg.yield %13 : f32
    } -> tensor<4x8x8x8xf32>
    return %12 : tensor<4x8x8x8xf32>
  }
}
