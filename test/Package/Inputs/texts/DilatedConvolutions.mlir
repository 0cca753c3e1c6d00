#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
module {
  func.func @main(%arg0: tensor<8x8x2xf32> {sbp.name = "filters.0.weight"},
    %arg1: tensor<8xf32> {sbp.name = "filters.0.bias"},
    %arg2: tensor<8x8x2xf32> {sbp.name = "filters.1.weight"},
    %arg3: tensor<8xf32> {sbp.name = "filters.1.bias"},
    %arg4: tensor<8x8x2xf32> {sbp.name = "filters.2.weight"},
    %arg5: tensor<8xf32> {sbp.name = "filters.2.bias"},
    %arg6: tensor<8x8x2xf32> {sbp.name = "gates.0.weight"},
    %arg7: tensor<8xf32> {sbp.name = "gates.0.bias"},
    %arg8: tensor<8x8x2xf32> {sbp.name = "gates.1.weight"},
    %arg9: tensor<8xf32> {sbp.name = "gates.1.bias"},
    %arg10: tensor<8x8x2xf32> {sbp.name = "gates.2.weight"},
    %arg11: tensor<8xf32> {sbp.name = "gates.2.bias"},
    %arg12: tensor<4x8x16xf32> {sbp.name = "x"}) -> (tensor<4x8x16xf32> {sbp.name = "result"}) {
    %cst = arith.constant 1.000000e+00 : f32
    %cst_0 = arith.constant 0.000000e+00 : f32
    %padded = tensor.pad %arg12 low[0, 0, 1] high[0, 0, 0] {
    ^bb0(%arg13: index, %arg14: index, %arg15: index):
      tensor.yield %cst_0 : f32
    } : tensor<4x8x16xf32> to tensor<4x8x17xf32>
    %0 = tensor.empty() : tensor<4x8x16xf32>
    %broadcasted = linalg.broadcast ins(%arg1 : tensor<8xf32>) outs(%0 : tensor<4x8x16xf32>) dimensions = [0, 2] 
    %1 = linalg.conv_1d_ncw_fcw {dilations = dense<1> : vector<1xi64>, strides = dense<1> : vector<1xi64>} ins(%padded, %arg0 : tensor<4x8x17xf32>, tensor<8x8x2xf32>) outs(%broadcasted : tensor<4x8x16xf32>) -> tensor<4x8x16xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1 : tensor<4x8x16xf32>) outs(%0 : tensor<4x8x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %19 = math.tanh %in : f32
      linalg.yield %19 : f32
    } -> tensor<4x8x16xf32>
    %broadcasted_1 = linalg.broadcast ins(%arg7 : tensor<8xf32>) outs(%0 : tensor<4x8x16xf32>) dimensions = [0, 2] 
    %3 = linalg.conv_1d_ncw_fcw {dilations = dense<1> : vector<1xi64>, strides = dense<1> : vector<1xi64>} ins(%padded, %arg6 : tensor<4x8x17xf32>, tensor<8x8x2xf32>) outs(%broadcasted_1 : tensor<4x8x16xf32>) -> tensor<4x8x16xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%3 : tensor<4x8x16xf32>) outs(%0 : tensor<4x8x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %19 = arith.negf %in : f32
      %20 = math.exp %19 : f32
      %21 = arith.addf %20, %cst : f32
      %22 = arith.divf %cst, %21 : f32
      linalg.yield %22 : f32
    } -> tensor<4x8x16xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%2, %4 : tensor<4x8x16xf32>, tensor<4x8x16xf32>) outs(%0 : tensor<4x8x16xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %19 = arith.mulf %in, %in_8 : f32
      linalg.yield %19 : f32
    } -> tensor<4x8x16xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg12, %5 : tensor<4x8x16xf32>, tensor<4x8x16xf32>) outs(%0 : tensor<4x8x16xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %19 = arith.addf %in, %in_8 : f32
      linalg.yield %19 : f32
    } -> tensor<4x8x16xf32>
    %padded_2 = tensor.pad %6 low[0, 0, 2] high[0, 0, 0] {
    ^bb0(%arg13: index, %arg14: index, %arg15: index):
      tensor.yield %cst_0 : f32
    } : tensor<4x8x16xf32> to tensor<4x8x18xf32>
    %broadcasted_3 = linalg.broadcast ins(%arg3 : tensor<8xf32>) outs(%0 : tensor<4x8x16xf32>) dimensions = [0, 2] 
    %7 = linalg.conv_1d_ncw_fcw {dilations = dense<2> : vector<1xi64>, strides = dense<1> : vector<1xi64>} ins(%padded_2, %arg2 : tensor<4x8x18xf32>, tensor<8x8x2xf32>) outs(%broadcasted_3 : tensor<4x8x16xf32>) -> tensor<4x8x16xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7 : tensor<4x8x16xf32>) outs(%0 : tensor<4x8x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %19 = math.tanh %in : f32
      linalg.yield %19 : f32
    } -> tensor<4x8x16xf32>
    %broadcasted_4 = linalg.broadcast ins(%arg9 : tensor<8xf32>) outs(%0 : tensor<4x8x16xf32>) dimensions = [0, 2] 
    %9 = linalg.conv_1d_ncw_fcw {dilations = dense<2> : vector<1xi64>, strides = dense<1> : vector<1xi64>} ins(%padded_2, %arg8 : tensor<4x8x18xf32>, tensor<8x8x2xf32>) outs(%broadcasted_4 : tensor<4x8x16xf32>) -> tensor<4x8x16xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9 : tensor<4x8x16xf32>) outs(%0 : tensor<4x8x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %19 = arith.negf %in : f32
      %20 = math.exp %19 : f32
      %21 = arith.addf %20, %cst : f32
      %22 = arith.divf %cst, %21 : f32
      linalg.yield %22 : f32
    } -> tensor<4x8x16xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8, %10 : tensor<4x8x16xf32>, tensor<4x8x16xf32>) outs(%0 : tensor<4x8x16xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %19 = arith.mulf %in, %in_8 : f32
      linalg.yield %19 : f32
    } -> tensor<4x8x16xf32>
    %12 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6, %11 : tensor<4x8x16xf32>, tensor<4x8x16xf32>) outs(%0 : tensor<4x8x16xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %19 = arith.addf %in, %in_8 : f32
      linalg.yield %19 : f32
    } -> tensor<4x8x16xf32>
    %padded_5 = tensor.pad %12 low[0, 0, 4] high[0, 0, 0] {
    ^bb0(%arg13: index, %arg14: index, %arg15: index):
      tensor.yield %cst_0 : f32
    } : tensor<4x8x16xf32> to tensor<4x8x20xf32>
    %broadcasted_6 = linalg.broadcast ins(%arg5 : tensor<8xf32>) outs(%0 : tensor<4x8x16xf32>) dimensions = [0, 2] 
    %13 = linalg.conv_1d_ncw_fcw {dilations = dense<4> : vector<1xi64>, strides = dense<1> : vector<1xi64>} ins(%padded_5, %arg4 : tensor<4x8x20xf32>, tensor<8x8x2xf32>) outs(%broadcasted_6 : tensor<4x8x16xf32>) -> tensor<4x8x16xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%13 : tensor<4x8x16xf32>) outs(%0 : tensor<4x8x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %19 = math.tanh %in : f32
      linalg.yield %19 : f32
    } -> tensor<4x8x16xf32>
    %broadcasted_7 = linalg.broadcast ins(%arg11 : tensor<8xf32>) outs(%0 : tensor<4x8x16xf32>) dimensions = [0, 2] 
    %15 = linalg.conv_1d_ncw_fcw {dilations = dense<4> : vector<1xi64>, strides = dense<1> : vector<1xi64>} ins(%padded_5, %arg10 : tensor<4x8x20xf32>, tensor<8x8x2xf32>) outs(%broadcasted_7 : tensor<4x8x16xf32>) -> tensor<4x8x16xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%15 : tensor<4x8x16xf32>) outs(%0 : tensor<4x8x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %19 = arith.negf %in : f32
      %20 = math.exp %19 : f32
      %21 = arith.addf %20, %cst : f32
      %22 = arith.divf %cst, %21 : f32
      linalg.yield %22 : f32
    } -> tensor<4x8x16xf32>
    %17 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%14, %16 : tensor<4x8x16xf32>, tensor<4x8x16xf32>) outs(%0 : tensor<4x8x16xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %19 = arith.mulf %in, %in_8 : f32
      linalg.yield %19 : f32
    } -> tensor<4x8x16xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%12, %17 : tensor<4x8x16xf32>, tensor<4x8x16xf32>) outs(%0 : tensor<4x8x16xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %19 = arith.addf %in, %in_8 : f32
      linalg.yield %19 : f32
    } -> tensor<4x8x16xf32>
    return %18 : tensor<4x8x16xf32>
  }
}
