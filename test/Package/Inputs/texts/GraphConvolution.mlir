#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0) -> (d0)>
#map2 = affine_map<(d0, d1) -> (d0, 0)>
#map3 = affine_map<(d0, d1) -> (d1)>
#map4 = affine_map<(d0, d1) -> ()>
module {
  func.func @main(%arg0: tensor<12x6xf32> {sbp.name = "first.weight"},
    %arg1: tensor<12xf32> {sbp.name = "first.bias"},
    %arg2: tensor<4x12xf32> {sbp.name = "second.weight"},
    %arg3: tensor<4xf32> {sbp.name = "second.bias"},
    %arg4: tensor<8x6xf32> {sbp.name = "x"},
    %arg5: tensor<8x8xf32> {sbp.name = "links"}) -> (tensor<8x4xf32> {sbp.name = "result"}) {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_1 = arith.constant dense<1.000000e+00> : tensor<f32>
    %0 = tensor.empty() : tensor<8x8xi1>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg5 : tensor<8x8xf32>) outs(%0 : tensor<8x8xi1>) {
    ^bb0(%in: f32, %out: i1):
      %34 = arith.cmpf ogt, %in, %cst : f32
      linalg.yield %34 : i1
    } -> tensor<8x8xi1>
    %2 = tensor.empty() : tensor<8x8xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%1 : tensor<8x8xi1>) outs(%2 : tensor<8x8xf32>) {
    ^bb0(%in: i1, %out: f32):
      %34 = arith.uitofp %in : i1 to f32
      linalg.yield %34 : f32
    } -> tensor<8x8xf32>
    %4 = tensor.empty() : tensor<8xi64>
    %5 = linalg.generic {indexing_maps = [#map1], iterator_types = ["parallel"]} outs(%4 : tensor<8xi64>) {
    ^bb0(%out: i64):
      %34 = linalg.index 0 : index
      %35 = arith.index_cast %34 : index to i64
      linalg.yield %35 : i64
    } -> tensor<8xi64>
    %expanded = tensor.expand_shape %5 [[0, 1]] output_shape [8, 1] : tensor<8xi64> into tensor<8x1xi64>
    %6 = linalg.generic {indexing_maps = [#map2, #map3, #map], iterator_types = ["parallel", "parallel"]} ins(%expanded, %5 : tensor<8x1xi64>, tensor<8xi64>) outs(%0 : tensor<8x8xi1>) {
    ^bb0(%in: i64, %in_3: i64, %out: i1):
      %34 = arith.cmpi eq, %in, %in_3 : i64
      linalg.yield %34 : i1
    } -> tensor<8x8xi1>
    %7 = linalg.generic {indexing_maps = [#map, #map4, #map4, #map], iterator_types = ["parallel", "parallel"]} ins(%6, %cst_1, %cst_0 : tensor<8x8xi1>, tensor<f32>, tensor<f32>) outs(%2 : tensor<8x8xf32>) {
    ^bb0(%in: i1, %in_3: f32, %in_4: f32, %out: f32):
      %34 = arith.select %in, %in_3, %in_4 : f32
      linalg.yield %34 : f32
    } -> tensor<8x8xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%3, %7 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%2 : tensor<8x8xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %34 = arith.addf %in, %in_3 : f32
      linalg.yield %34 : f32
    } -> tensor<8x8xf32>
    %9 = tensor.empty() : tensor<8x1xf32>
    %10 = linalg.fill ins(%cst : f32) outs(%9 : tensor<8x1xf32>) -> tensor<8x1xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["parallel", "reduction"]} ins(%8 : tensor<8x8xf32>) outs(%10 : tensor<8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %34 = arith.addf %in, %out : f32
      linalg.yield %34 : f32
    } -> tensor<8x1xf32>
    %12 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%11 : tensor<8x1xf32>) outs(%9 : tensor<8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %34 = math.rsqrt %in : f32
      linalg.yield %34 : f32
    } -> tensor<8x1xf32>
    %13 = tensor.empty() : tensor<8x6xf32>
    %14 = linalg.generic {indexing_maps = [#map2, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%12, %arg4 : tensor<8x1xf32>, tensor<8x6xf32>) outs(%13 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %34 = arith.mulf %in, %in_3 : f32
      linalg.yield %34 : f32
    } -> tensor<8x6xf32>
    %15 = linalg.fill ins(%cst : f32) outs(%13 : tensor<8x6xf32>) -> tensor<8x6xf32>
    %16 = linalg.matmul ins(%8, %14 : tensor<8x8xf32>, tensor<8x6xf32>) outs(%15 : tensor<8x6xf32>) -> tensor<8x6xf32>
    %17 = linalg.generic {indexing_maps = [#map2, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%12, %16 : tensor<8x1xf32>, tensor<8x6xf32>) outs(%13 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %34 = arith.mulf %in, %in_3 : f32
      linalg.yield %34 : f32
    } -> tensor<8x6xf32>
    %18 = tensor.empty() : tensor<6x12xf32>
    %transposed = linalg.transpose ins(%arg0 : tensor<12x6xf32>) outs(%18 : tensor<6x12xf32>) permutation = [1, 0] 
    %19 = tensor.empty() : tensor<8x12xf32>
    %20 = linalg.fill ins(%cst : f32) outs(%19 : tensor<8x12xf32>) -> tensor<8x12xf32>
    %21 = linalg.matmul ins(%17, %transposed : tensor<8x6xf32>, tensor<6x12xf32>) outs(%20 : tensor<8x12xf32>) -> tensor<8x12xf32>
    %22 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel"]} ins(%arg1 : tensor<12xf32>) outs(%19 : tensor<8x12xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x12xf32>
    %23 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%21, %22 : tensor<8x12xf32>, tensor<8x12xf32>) outs(%19 : tensor<8x12xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %34 = arith.addf %in, %in_3 : f32
      linalg.yield %34 : f32
    } -> tensor<8x12xf32>
    %24 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%23 : tensor<8x12xf32>) outs(%19 : tensor<8x12xf32>) {
    ^bb0(%in: f32, %out: f32):
      %34 = arith.cmpf ugt, %in, %cst : f32
      %35 = arith.select %34, %in, %cst : f32
      linalg.yield %35 : f32
    } -> tensor<8x12xf32>
    %25 = linalg.generic {indexing_maps = [#map2, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%12, %24 : tensor<8x1xf32>, tensor<8x12xf32>) outs(%19 : tensor<8x12xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %34 = arith.mulf %in, %in_3 : f32
      linalg.yield %34 : f32
    } -> tensor<8x12xf32>
    %26 = linalg.matmul ins(%8, %25 : tensor<8x8xf32>, tensor<8x12xf32>) outs(%20 : tensor<8x12xf32>) -> tensor<8x12xf32>
    %27 = linalg.generic {indexing_maps = [#map2, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%12, %26 : tensor<8x1xf32>, tensor<8x12xf32>) outs(%19 : tensor<8x12xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %34 = arith.mulf %in, %in_3 : f32
      linalg.yield %34 : f32
    } -> tensor<8x12xf32>
    %28 = tensor.empty() : tensor<12x4xf32>
    %transposed_2 = linalg.transpose ins(%arg2 : tensor<4x12xf32>) outs(%28 : tensor<12x4xf32>) permutation = [1, 0] 
    %29 = tensor.empty() : tensor<8x4xf32>
    %30 = linalg.fill ins(%cst : f32) outs(%29 : tensor<8x4xf32>) -> tensor<8x4xf32>
    %31 = linalg.matmul ins(%27, %transposed_2 : tensor<8x12xf32>, tensor<12x4xf32>) outs(%30 : tensor<8x4xf32>) -> tensor<8x4xf32>
    %32 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel"]} ins(%arg3 : tensor<4xf32>) outs(%29 : tensor<8x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x4xf32>
    %33 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%31, %32 : tensor<8x4xf32>, tensor<8x4xf32>) outs(%29 : tensor<8x4xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %34 = arith.addf %in, %in_3 : f32
      linalg.yield %34 : f32
    } -> tensor<8x4xf32>
    return %33 : tensor<8x4xf32>
  }
}
