#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1) -> (d1)>
#map2 = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @main(%arg0: tensor<8x3x3x3xf32> {sbp.name = "0.weight"},
    %arg1: tensor<8xf32> {sbp.name = "0.bias"},
    %arg2: tensor<8x8x3x3xf32> {sbp.name = "3.weight"},
    %arg3: tensor<8xf32> {sbp.name = "3.bias"},
    %arg4: tensor<4x32xf32> {sbp.name = "5.weight"},
    %arg5: tensor<4xf32> {sbp.name = "5.bias"},
    %arg6: tensor<4x3x8x8xf32> {sbp.name = "input"}) -> (tensor<4x4xf32> {sbp.name = "result"}) {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %padded = tensor.pad %arg6 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg7: index, %arg8: index, %arg9: index, %arg10: index):
      tensor.yield %cst : f32
    } : tensor<4x3x8x8xf32> to tensor<4x3x10x10xf32>
    %0 = tensor.empty() : tensor<4x8x8x8xf32>
    %broadcasted = linalg.broadcast ins(%arg1 : tensor<8xf32>) outs(%0 : tensor<4x8x8x8xf32>) dimensions = [0, 2, 3] 
    %1 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded, %arg0 : tensor<4x3x10x10xf32>, tensor<8x3x3x3xf32>) outs(%broadcasted : tensor<4x8x8x8xf32>) -> tensor<4x8x8x8xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1 : tensor<4x8x8x8xf32>) outs(%0 : tensor<4x8x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %15 = arith.cmpf ugt, %in, %cst : f32
      %16 = arith.select %15, %in, %cst : f32
      linalg.yield %16 : f32
    } -> tensor<4x8x8x8xf32>
    %3 = tensor.empty() : tensor<4x8x4x4xf32>
    %4 = linalg.fill ins(%cst_0 : f32) outs(%3 : tensor<4x8x4x4xf32>) -> tensor<4x8x4x4xf32>
    %5 = tensor.empty() : tensor<2x2xf32>
    %6 = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%2, %5 : tensor<4x8x8x8xf32>, tensor<2x2xf32>) outs(%4 : tensor<4x8x4x4xf32>) -> tensor<4x8x4x4xf32>
    %7 = tensor.empty() : tensor<4x8x2x2xf32>
    %broadcasted_1 = linalg.broadcast ins(%arg3 : tensor<8xf32>) outs(%7 : tensor<4x8x2x2xf32>) dimensions = [0, 2, 3] 
    %8 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%6, %arg2 : tensor<4x8x4x4xf32>, tensor<8x8x3x3xf32>) outs(%broadcasted_1 : tensor<4x8x2x2xf32>) -> tensor<4x8x2x2xf32>
    %collapsed = tensor.collapse_shape %8 [[0], [1, 2, 3]] : tensor<4x8x2x2xf32> into tensor<4x32xf32>
    %9 = tensor.empty() : tensor<32x4xf32>
    %transposed = linalg.transpose ins(%arg4 : tensor<4x32xf32>) outs(%9 : tensor<32x4xf32>) permutation = [1, 0] 
    %10 = tensor.empty() : tensor<4x4xf32>
    %11 = linalg.fill ins(%cst : f32) outs(%10 : tensor<4x4xf32>) -> tensor<4x4xf32>
    %12 = linalg.matmul ins(%collapsed, %transposed : tensor<4x32xf32>, tensor<32x4xf32>) outs(%11 : tensor<4x4xf32>) -> tensor<4x4xf32>
    %13 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel"]} ins(%arg5 : tensor<4xf32>) outs(%10 : tensor<4x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4xf32>
    %14 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%12, %13 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%10 : tensor<4x4xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %15 = arith.addf %in, %in_2 : f32
      linalg.yield %15 : f32
    } -> tensor<4x4xf32>
    return %14 : tensor<4x4xf32>
  }
}
