#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map2 = affine_map<(d0, d1) -> ()>
module @jit_sorted_experts {
  func.func public @main(%arg0: tensor<9x8xf32> {sbp.name = "x"}, %arg1: tensor<4x8x6xf32> {sbp.name = "weights"}, %arg2: tensor<4xi32> {sbp.name = "sizes"}) -> (tensor<9x6xf32> {sbp.name = "result.0"}, tensor<9x6xf32> {sbp.name = "result.1"}, tensor<9x8xf32> {sbp.name = "result.2"}, tensor<4x8x6xf32> {sbp.name = "result.3"}) {
    %cst = arith.constant dense<1.000000e+00> : tensor<f32>
    %cst_0 = arith.constant dense<2.000000e+00> : tensor<f32>
    %0 = tensor.empty() : tensor<9x8xbf16>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<9x8xf32>) outs(%0 : tensor<9x8xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %23 = arith.truncf %in : f32 to bf16
      linalg.yield %23 : bf16
    } -> tensor<9x8xbf16>
    %2 = tensor.empty() : tensor<4x8x6xbf16>
    %3 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg1 : tensor<4x8x6xf32>) outs(%2 : tensor<4x8x6xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %23 = arith.truncf %in : f32 to bf16
      linalg.yield %23 : bf16
    } -> tensor<4x8x6xbf16>
    %4 = "nn.cumsum"(%arg2) {axis = 0 : i64} : (tensor<4xi32>) -> tensor<4xi32>
    %5 = tensor.empty() : tensor<9x8xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%1 : tensor<9x8xbf16>) outs(%5 : tensor<9x8xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %23 = arith.extf %in : bf16 to f32
      linalg.yield %23 : f32
    } -> tensor<9x8xf32>
    %7 = tensor.empty() : tensor<4x8x6xf32>
    %8 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%3 : tensor<4x8x6xbf16>) outs(%7 : tensor<4x8x6xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %23 = arith.extf %in : bf16 to f32
      linalg.yield %23 : f32
    } -> tensor<4x8x6xf32>
    %9 = "nn.grouped_product"(%6, %8, %4) : (tensor<9x8xf32>, tensor<4x8x6xf32>, tensor<4xi32>) -> tensor<9x6xf32>
    %10 = "nn.cumsum"(%arg2) {axis = 0 : i64} : (tensor<4xi32>) -> tensor<4xi32>
    %11 = "nn.grouped_product"(%arg0, %arg1, %10) : (tensor<9x8xf32>, tensor<4x8x6xf32>, tensor<4xi32>) -> tensor<9x6xf32>
    %12 = "nn.cumsum"(%arg2) {axis = 0 : i64} : (tensor<4xi32>) -> tensor<4xi32>
    %13 = "nn.grouped_product"(%arg0, %arg1, %12) : (tensor<9x8xf32>, tensor<4x8x6xf32>, tensor<4xi32>) -> tensor<9x6xf32>
    %14 = tensor.empty() : tensor<9x6xf32>
    %15 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel"]} ins(%cst_0 : tensor<f32>) outs(%14 : tensor<9x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<9x6xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%15, %13 : tensor<9x6xf32>, tensor<9x6xf32>) outs(%14 : tensor<9x6xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %23 = arith.mulf %in, %in_1 : f32
      linalg.yield %23 : f32
    } -> tensor<9x6xf32>
    %17 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel"]} ins(%cst : tensor<f32>) outs(%14 : tensor<9x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<9x6xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%17, %16 : tensor<9x6xf32>, tensor<9x6xf32>) outs(%14 : tensor<9x6xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %23 = arith.mulf %in, %in_1 : f32
      linalg.yield %23 : f32
    } -> tensor<9x6xf32>
    %19 = "nn.cumsum"(%arg2) {axis = 0 : i64} : (tensor<4xi32>) -> tensor<4xi32>
    %20 = "nn.grouped_outer"(%arg0, %18, %19) : (tensor<9x8xf32>, tensor<9x6xf32>, tensor<4xi32>) -> tensor<4x8x6xf32>
    %21 = "nn.cumsum"(%arg2) {axis = 0 : i64} : (tensor<4xi32>) -> tensor<4xi32>
    %22 = "nn.grouped_product"(%18, %arg1, %21) {transposed} : (tensor<9x6xf32>, tensor<4x8x6xf32>, tensor<4xi32>) -> tensor<9x8xf32>
    return %9, %11, %22, %20 : tensor<9x6xf32>, tensor<9x6xf32>, tensor<9x8xf32>, tensor<4x8x6xf32>
  }
}
