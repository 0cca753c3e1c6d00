#map = affine_map<(d0, d1) -> (d1)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @main(%arg0: tensor<32x16xf32> {sbp.name = "0.weight"},
    %arg1: tensor<32xf32> {sbp.name = "0.bias"},
    %arg2: tensor<8x32xf32> {sbp.name = "2.weight"},
    %arg3: tensor<8xf32> {sbp.name = "2.bias"},
    %arg4: tensor<8x16xf32> {sbp.name = "input"}) -> (tensor<8x8xf32> {sbp.name = "result"}) {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 1.000000e+00 : f32
    %cst_1 = arith.constant 5.000000e-01 : f32
    %cst_2 = arith.constant 1.41421354 : f32
    %0 = tensor.empty() : tensor<16x32xf32>
    %transposed = linalg.transpose ins(%arg0 : tensor<32x16xf32>) outs(%0 : tensor<16x32xf32>) permutation = [1, 0] 
    %1 = tensor.empty() : tensor<8x32xf32>
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<8x32xf32>) -> tensor<8x32xf32>
    %3 = linalg.matmul ins(%arg4, %transposed : tensor<8x16xf32>, tensor<16x32xf32>) outs(%2 : tensor<8x32xf32>) -> tensor<8x32xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg1 : tensor<32xf32>) outs(%1 : tensor<8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x32xf32>
    %5 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%3, %4 : tensor<8x32xf32>, tensor<8x32xf32>) outs(%1 : tensor<8x32xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %13 = arith.addf %in, %in_4 : f32
      linalg.yield %13 : f32
    } -> tensor<8x32xf32>
    %6 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%5 : tensor<8x32xf32>) outs(%1 : tensor<8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %13 = arith.divf %in, %cst_2 : f32
      %14 = math.erf %13 : f32
      %15 = arith.addf %14, %cst_0 : f32
      %16 = arith.mulf %15, %cst_1 : f32
      %17 = arith.mulf %in, %16 : f32
      linalg.yield %17 : f32
    } -> tensor<8x32xf32>
    %7 = tensor.empty() : tensor<32x8xf32>
    %transposed_3 = linalg.transpose ins(%arg2 : tensor<8x32xf32>) outs(%7 : tensor<32x8xf32>) permutation = [1, 0] 
    %8 = tensor.empty() : tensor<8x8xf32>
    %9 = linalg.fill ins(%cst : f32) outs(%8 : tensor<8x8xf32>) -> tensor<8x8xf32>
    %10 = linalg.matmul ins(%6, %transposed_3 : tensor<8x32xf32>, tensor<32x8xf32>) outs(%9 : tensor<8x8xf32>) -> tensor<8x8xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg3 : tensor<8xf32>) outs(%8 : tensor<8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x8xf32>
    %12 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%10, %11 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%8 : tensor<8x8xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %13 = arith.addf %in, %in_4 : f32
      linalg.yield %13 : f32
    } -> tensor<8x8xf32>
    return %12 : tensor<8x8xf32>
  }
}
