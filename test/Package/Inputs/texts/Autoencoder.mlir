#map = affine_map<(d0, d1) -> (d1)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1) -> (d0)>
#map3 = affine_map<(d0) -> (d0)>
module {
  func.func @main(%arg0: tensor<8x12xf32> {sbp.name = "encode.weight"},
    %arg1: tensor<8xf32> {sbp.name = "encode.bias"},
    %arg2: tensor<12x4xf32> {sbp.name = "decode.weight"},
    %arg3: tensor<12xf32> {sbp.name = "decode.bias"},
    %arg4: tensor<8x12xf32> {sbp.name = "x"},
    %arg5: tensor<8x4xf32> {sbp.name = "noise"}) -> (tensor<8x12xf32> {sbp.name = "x"}, tensor<8xf32> {sbp.name = "divergence"}) {
    %c2_i64 = arith.constant 2 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 5.000000e-01 : f32
    %cst_1 = arith.constant 1.000000e+00 : f32
    %cst_2 = arith.constant -5.000000e-01 : f32
    %0 = tensor.empty() : tensor<12x8xf32>
    %transposed = linalg.transpose ins(%arg0 : tensor<8x12xf32>) outs(%0 : tensor<12x8xf32>) permutation = [1, 0] 
    %1 = tensor.empty() : tensor<8x8xf32>
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<8x8xf32>) -> tensor<8x8xf32>
    %3 = linalg.matmul ins(%arg4, %transposed : tensor<8x12xf32>, tensor<12x8xf32>) outs(%2 : tensor<8x8xf32>) -> tensor<8x8xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg1 : tensor<8xf32>) outs(%1 : tensor<8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x8xf32>
    %5 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%3, %4 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%1 : tensor<8x8xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %26 = arith.addf %in, %in_5 : f32
      linalg.yield %26 : f32
    } -> tensor<8x8xf32>
    %extracted_slice = tensor.extract_slice %5[0, 0] [8, 4] [1, 1] : tensor<8x8xf32> to tensor<8x4xf32>
    %extracted_slice_3 = tensor.extract_slice %5[0, 4] [8, 4] [1, 1] : tensor<8x8xf32> to tensor<8x4xf32>
    %6 = tensor.empty() : tensor<8x4xf32>
    %7 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_3 : tensor<8x4xf32>) outs(%6 : tensor<8x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %26 = arith.mulf %in, %cst_0 : f32
      linalg.yield %26 : f32
    } -> tensor<8x4xf32>
    %8 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%7 : tensor<8x4xf32>) outs(%6 : tensor<8x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %26 = math.exp %in : f32
      linalg.yield %26 : f32
    } -> tensor<8x4xf32>
    %9 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg5, %8 : tensor<8x4xf32>, tensor<8x4xf32>) outs(%6 : tensor<8x4xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %26 = arith.mulf %in, %in_5 : f32
      linalg.yield %26 : f32
    } -> tensor<8x4xf32>
    %10 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice, %9 : tensor<8x4xf32>, tensor<8x4xf32>) outs(%6 : tensor<8x4xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %26 = arith.addf %in, %in_5 : f32
      linalg.yield %26 : f32
    } -> tensor<8x4xf32>
    %11 = tensor.empty() : tensor<4x12xf32>
    %transposed_4 = linalg.transpose ins(%arg2 : tensor<12x4xf32>) outs(%11 : tensor<4x12xf32>) permutation = [1, 0] 
    %12 = tensor.empty() : tensor<8x12xf32>
    %13 = linalg.fill ins(%cst : f32) outs(%12 : tensor<8x12xf32>) -> tensor<8x12xf32>
    %14 = linalg.matmul ins(%10, %transposed_4 : tensor<8x4xf32>, tensor<4x12xf32>) outs(%13 : tensor<8x12xf32>) -> tensor<8x12xf32>
    %15 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg3 : tensor<12xf32>) outs(%12 : tensor<8x12xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x12xf32>
    %16 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%14, %15 : tensor<8x12xf32>, tensor<8x12xf32>) outs(%12 : tensor<8x12xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %26 = arith.addf %in, %in_5 : f32
      linalg.yield %26 : f32
    } -> tensor<8x12xf32>
    %17 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_3 : tensor<8x4xf32>) outs(%6 : tensor<8x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %26 = arith.addf %in, %cst_1 : f32
      linalg.yield %26 : f32
    } -> tensor<8x4xf32>
    %18 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice : tensor<8x4xf32>) outs(%6 : tensor<8x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %26 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %26 : f32
    } -> tensor<8x4xf32>
    %19 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%17, %18 : tensor<8x4xf32>, tensor<8x4xf32>) outs(%6 : tensor<8x4xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %26 = arith.subf %in, %in_5 : f32
      linalg.yield %26 : f32
    } -> tensor<8x4xf32>
    %20 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_3 : tensor<8x4xf32>) outs(%6 : tensor<8x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %26 = math.exp %in : f32
      linalg.yield %26 : f32
    } -> tensor<8x4xf32>
    %21 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%19, %20 : tensor<8x4xf32>, tensor<8x4xf32>) outs(%6 : tensor<8x4xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %26 = arith.subf %in, %in_5 : f32
      linalg.yield %26 : f32
    } -> tensor<8x4xf32>
    %22 = tensor.empty() : tensor<8xf32>
    %23 = linalg.fill ins(%cst : f32) outs(%22 : tensor<8xf32>) -> tensor<8xf32>
    %24 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "reduction"]} ins(%21 : tensor<8x4xf32>) outs(%23 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %26 = arith.addf %in, %out : f32
      linalg.yield %26 : f32
    } -> tensor<8xf32>
    %25 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%24 : tensor<8xf32>) outs(%22 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %26 = arith.mulf %in, %cst_2 : f32
      linalg.yield %26 : f32
    } -> tensor<8xf32>
    return %16, %25 : tensor<8x12xf32>, tensor<8xf32>
  }
}
